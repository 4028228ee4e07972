"""Secrets of a service are cut out of what comes back, in whatever form they were sent."""

import html
import json
from urllib.parse import quote, quote_plus

import pytest
from markupsafe import Markup

from murho.systems.services.secrets import Secrets

KEY = 'sk-a+b/c"d'


@pytest.mark.parametrize("form", [KEY, "sk-a%2Bb%2Fc%22d", r"sk-a+b/c\"d"], ids=["plain", "in an address", "in JSON"])
def test_a_key_is_hidden_in_every_form(form: str) -> None:
    secrets = Secrets({"KEY": f"{KEY}\n"})
    assert secrets.fill("key=${KEY}", quoted=True) == "key=sk-a%2Bb%2Fc%22d"
    assert secrets.hide(f"no {form} here") == "no (secret) here"


@pytest.mark.parametrize(
    "key", ["sk-proj_0.1~aB", "a+b/c==", "ca\"na'ry+/=%&\\ <k>~|`{}", '\\\\x\\"', "''''", "%41%42"]
)
def test_a_key_is_hidden_however_it_is_written(key: str) -> None:
    secrets = Secrets({"MY_KEY": key})
    secrets.fill("${MY_KEY}")
    as_json = json.dumps(key)[1:-1]
    ways = [
        key, quote(key, safe=""), quote_plus(key), quote(key), as_json, json.dumps(as_json)[1:-1], repr(key)[1:-1],
        html.escape(key), html.escape(as_json), as_json.replace("/", "\\/"), str(Markup.escape(key)),
        quote(quote(key, safe=""), safe=""), "".join(f"\\u{ord(one):04x}" if not one.isalnum() else one for one in key),
        quote(key, safe="").lower() if key.islower() else key,
    ]  # fmt: skip
    for way in ways:
        assert secrets.hide(f"no key {way}, sorry") == "no key (secret), sorry", way
    assert secrets.hide("a text of no key") == "a text of no key"


def test_long_runs_of_backslashes_cost_no_time() -> None:
    secrets = Secrets({"MY_KEY": '\\\\"\\x'})
    secrets.fill("${MY_KEY}")
    text = "\\" * 1_000_000
    assert secrets.hide(text) == text
