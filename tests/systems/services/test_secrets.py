"""Secrets of a service are cut out of what comes back, in whatever form they were sent."""

import pytest

from murho.systems.services.secrets import Secrets

KEY = 'sk-a+b/c"d'


@pytest.mark.parametrize("form", [KEY, "sk-a%2Bb%2Fc%22d", r"sk-a+b/c\"d"], ids=["plain", "in an address", "in JSON"])
def test_a_key_is_hidden_in_every_form(form: str) -> None:
    secrets = Secrets({"KEY": f"{KEY}\n"})
    assert secrets.fill("key=${KEY}", quoted=True) == "key=sk-a%2Bb%2Fc%22d"
    assert secrets.hide(f"no {form} here") == "no (secret) here"
