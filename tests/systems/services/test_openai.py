"""Models behind a chat endpoint: what they are sent, how their replies are read, what they cost."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.systems.services.serving import Served

from murho.core.case import Answers
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import system
from murho.systems.identity import identity
from murho.systems.openai import OPTIONS, Chat
from murho.systems.services.dialect import Words

Ask = Callable[..., Answers]


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("prompt.md").write_text("Name the intent.\nTEXT: {{ expression }}\n")
    Path("schema.json").write_text('{"type": "object", "properties": {"intent": {"type": "string"}}}')
    Path("prices.toml").write_text('currency = "EUR"\n[tiny]\ninput = 2.0\noutput = 10.0\n')


def test_a_label_that_a_pattern_finds(chat: Served, ask: Ask) -> None:
    asked = system(f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md 'parse=match:^intent=(\\w+)$' temperature=0")
    said = ask(asked, "hours today", "rubbish", "refuse", "long winded")
    assert said.answers == [("hours",), UNDEFINED, UNDEFINED, UNDEFINED]
    assert said.failures == [
        None,
        r"no answer: nothing in the reply matches ^intent=(\w+)$",
        "refused: the model declined",
        "cut: the reply is longer than max-tokens",
    ]
    assert said.extras["raw"] == [None, "I'd rather not say", "I can't help with that", "inten"]
    assert chat.asked[0] == {
        "model": "tiny",
        "temperature": 0.0,
        "messages": [{"role": "user", "content": "Name the intent.\nTEXT: hours today"}],
    }


def _replied(content: object, **more: object) -> dict[str, object]:
    return {"choices": [{"message": {"content": content}, **more}]}


@pytest.mark.parametrize(
    ("reply", "answer", "failure"),
    [
        # The thoughts of a model that thinks used all tokens up: the empty text is no empty set of meanings.
        (_replied("", finish_reason="length"), UNDEFINED, "cut: the reply is longer than max-tokens"),
        (_replied(None, finish_reason="length"), UNDEFINED, "cut: the reply is longer than max-tokens"),
        (_replied("a\nb", finish_reason="length"), ("a", "b"), None),
        (_replied(""), (), None),
        (_replied(None), UNDEFINED, "no answer: the reply has no text"),
        (
            _replied(None, finish_reason="content_filter"),
            UNDEFINED,
            "refused: the endpoint's filter held the reply back",
        ),
        (_replied(None, finish_reason="tool_calls"), UNDEFINED, "no answer: the reply calls a tool"),
        (_replied(None, finish_reason=["length"]), UNDEFINED, "no answer: the reply has no text"),
        (
            _replied([{"type": "text", "text": "a\n"}, {"type": "image"}, {"type": "text", "text": "b"}]),
            ("a", "b"),
            None,
        ),
        (_replied([]), UNDEFINED, "no answer: the reply has no text"),
        (
            {"error": {"message": "Rate limit exceeded", "code": 429}},
            UNDEFINED,
            "no answer: an error stands in the reply (Rate limit exceeded)",
        ),
        (
            {"choices": []},
            UNDEFINED,
            "no answer: the reply has no choices[0].message; is this an OpenAI-compatible endpoint?",
        ),
    ],
)
def test_a_reply_that_is_not_plain_text(reply: dict[str, object], answer: object, failure: str | None) -> None:
    chat = Chat(Words.of("openai", "tiny prompt=prompt.md parse=lines", OPTIONS))
    read = chat.read(reply, json.dumps(reply))
    assert (read.answer, read.failure) == (answer, failure)


@pytest.mark.parametrize(
    ("usage", "tokens"),
    [
        ({"prompt_tokens": 7, "completion_tokens": 2}, (7, 2)),
        ({"prompt_tokens": -7, "completion_tokens": 1 << 80}, (0, 0)),
        ({"prompt_tokens": True, "completion_tokens": 1.5}, (0, 0)),
        ([7, 2], (0, 0)),
        (None, (0, 0)),
    ],
)
def test_tokens_that_are_no_count(usage: object, tokens: tuple[int, int]) -> None:
    reply = _replied("hours") | {"usage": usage}
    read = Chat(Words.of("openai", "tiny prompt=prompt.md", OPTIONS)).read(reply, json.dumps(reply))
    assert (read.answer, read.tokens_in, read.tokens_out) == (("hours",), *tokens)


def test_json_by_a_schema(chat: Served, ask: Ask) -> None:
    spec = (
        f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md schema=schema.json response=$.intent prices=prices.toml"
    )
    said = ask(system(spec), "hours today", "fenced", "rubbish")
    assert said.answers == [("hours",), ("fenced",), UNDEFINED]
    assert chat.asked[0]["response_format"]["json_schema"]["schema"]["type"] == "object"
    sent, given = len("Name the intent.\nTEXT: hours today"), len(json.dumps({"intent": "hours", "model": "tiny"}))
    assert (said.extras["tokens_in"][0], said.extras["tokens_out"][0]) == (sent, given)
    assert said.extras["cost"][0] == (2.0 * sent + 10.0 * given) / 1_000_000
    assert system(spec).describe()["asked"] == {"prices": "prices.toml", "currency": "EUR"}


def test_a_reply_that_does_not_fit_the_schema_is_undefined(chat: Served, ask: Ask) -> None:
    places = {"intent": {"enum": ["hours", "fees"]}, "model": {"type": "string"}}
    Path("schema.json").write_text(json.dumps({"type": "object", "properties": places, "required": ["intent"]}))
    spec = f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md schema=schema.json response=$.intent"
    said = ask(system(spec), "hours today", "loans today", "fees", "fenced")
    assert said.answers == [("hours",), UNDEFINED, ("fees",), UNDEFINED]
    assert said.failures is not None
    assert said.failures[1] == (
        "no answer: the reply does not fit the schema at $.intent ('loans' is not one of ['hours', 'fees'])"
    )
    assert said.extras["raw"][1] == json.dumps({"intent": "loans", "model": "tiny"})
    Path("schema.json").write_text(json.dumps({"type": "object", "required": ["day"]}))
    assert ask(system(spec), "hours").failures == [
        "no answer: the reply does not fit the schema at $ ('day' is a required property)"
    ]
    Path("schema.json").write_text(
        '{"$id": "http://h/a", "properties": {"intent": {"$ref": "#day"}, "model": {"$ref": "b#/x"}}, '
        '"$defs": {"d": {"$anchor": "day", "enum": ["mo"]}, "e": {"$id": "b", "x": {"$ref": "#/y"}, "y": {}}}}'
    )
    assert ask(system(spec), "mo", "hours").answers == [("mo",), UNDEFINED]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[]", "schema.json: is no JSON schema; begin with"),
        ('{"$schema": []}', "schema.json: $schema is a list ([]); name a draft"),
        ('{"type": "objekt"}', "schema.json: is no JSON schema, at $.type: 'objekt' is not"),
        (
            '{"anyOf": [{"$ref": "http://127.0.0.1:9/x.json"}]}',
            "schema.json: refers to http://127.0.0.1:9/x.json, which is not in it; put the schema that is meant",
        ),
        (
            '{"$ref": "#/$defs/none"}',
            "schema.json: refers to #/$defs/none, which is not in it; put the schema that is meant under $defs",
        ),
        ('{"$ref": "#/enum/0/x", "enum": [1]}', "schema.json: refers to #/enum/0/x, which is not in it"),
        (
            '{"items": {"$ref": "#/kept/x"}, "kept": {"x": {"not": {"$ref": "#nowhere"}}}}',
            "schema.json: refers to #nowhere, which is not in it",
        ),
        (
            '{"$schema": "http://json-schema.org/draft-07/schema#", "dependencies": {"a": {"$ref": "#/b"}}}',
            "schema.json: refers to #/b, which is not in it",
        ),
        (
            '{"properties": {"intent": {"$ref": "#/$defs/day/enum"}}, "$defs": {"day": {"enum": ["mo"]}}}',
            "schema.json: refers to #/$defs/day/enum, which is no schema (['mo'] is not of type 'object', 'boolean')",
        ),
        ('{"$ref": "#/a", "a": "text"}', "schema.json: refers to #/a, which is no schema ('text' is not of type"),
        ('{"$ref": "#/a/b", "a": "text"}', "schema.json: refers to #/a/b, which is not in it"),
        ('{"$ref": "#/a", "a": {"type": 5}}', "schema.json: refers to #/a, which is no schema (5 is not"),
        ('{"$ref": "#/a", "a": {"type": "nonsense"}}', "schema.json: refers to #/a, which is no schema ('nonsense' is"),
        ('{"not": ' * 2_000 + "{}" + "}" * 2_000, "schema.json: is nested too deep; make it flatter"),
        ('{"not": ' * 100_000 + "{}" + "}" * 100_000, "schema.json: is nested too deep; make it flatter"),
    ],
    ids=[
        "a list",
        "no draft",
        "no such type",
        "elsewhere",
        "nowhere",
        "a number",
        "behind another",
        "an older draft",
        "onto a list",
        "onto a text",
        "into a text",
        "onto a type that is a number",
        "onto a type that is none",
        "too deep",
        "too deep for JSON",
    ],
)
def test_a_schema_that_is_none(text: str, told: str) -> None:
    Path("schema.json").write_text(text)
    with pytest.raises(MurhoError) as error:
        system("openai:tiny prompt=prompt.md schema=schema.json")
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("rule", "answer"), [("", ("intent=hours",)), ("parse=lines", ("intent=hours",)), ("parse=match:h..r", ("hour",))]
)
def test_how_a_text_is_read(chat: Served, ask: Ask, rule: str, answer: tuple[str, ...]) -> None:
    said = ask(system(f"openai:tiny base-url={chat.url}/v1/ prompt=prompt.md {rule}"), "hours")
    assert said.answers == [answer]


def test_messages_and_what_went_before(chat: Served, ask: Ask) -> None:
    messages = [
        {"role": "system", "content": "{% for turn in before %}[{{ turn }}]{% endfor %}"},
        {"role": "user", "content": "{{ expression }}"},
    ]
    Path("prompt.json").write_text(json.dumps(messages))
    asked = system(f"openai:tiny base-url={chat.url}/v1 prompt=prompt.json")
    assert asked.takes_before  # type: ignore[attr-defined]
    ask(asked, "TEXT: hours")
    assert [one["content"] for one in chat.asked[0]["messages"]] == ["", "TEXT: hours"]


def test_a_wrong_key_ends_the_run_and_is_not_shown(chat: Served, ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "canary-wrong-key")
    asked = system(f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md key-from=MY_KEY")
    with pytest.raises(MurhoError) as error:
        ask(asked, "hours", "fees")
    assert str(error.value) == (
        "openai:tiny: HTTP 401: Incorrect API key provided: Bearer (secret); check the key in MY_KEY"
    )
    assert len(chat.asked) == 1


def test_a_key_is_asked_for_where_one_is_needed(ask: Ask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(UsageError, match="the environment has no OPENAI_API_KEY; set it"):
        ask(system("openai:tiny prompt=prompt.md"), "hours")


def test_replies_are_kept_for_other_runs(chat: Served, ask: Ask) -> None:
    spec = f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md 'parse=match:^intent=(\\w+)$' cache=kept/"
    first = ask(system(spec), "hours", "rubbish")
    again = ask(system(spec), "hours", "fees", "rubbish")
    assert first.answers == [("hours",), UNDEFINED]
    assert again.answers == [("hours",), ("fees",), UNDEFINED]
    assert again.extras["cached"] == [True, None, None]
    assert again.seconds is not None
    assert first.seconds is not None
    assert again.seconds[0] == first.seconds[0]
    assert len(chat.asked) == 4, "what could not be read is asked again"
    Path("prompt.md").write_text("Another prompt.\nTEXT: {{ expression }}")
    assert "cached" not in ask(system(spec), "hours").extras
    assert b"canary" not in Path("kept/replies.sqlite").read_bytes()


def test_a_cache_that_is_none(ask: Ask) -> None:
    with pytest.raises(MurhoError, match=r"prompt.md: cannot be used as a cache .*; name another file, or delete it"):
        ask(system("openai:tiny base-url=http://127.0.0.1:9/ prompt=prompt.md cache=prompt.md"), "hours")


def test_another_prompt_is_another_system() -> None:
    def digest(more: str = "") -> str:
        return identity(system(f"openai:tiny prompt=prompt.md {more}")).digest

    first = digest()
    assert digest("key-from=OTHER cache=c.db budget=requests=3") == first
    assert digest("temperature=0.5") != first
    Path("prompt.md").write_text("{{ expression }}")
    assert digest() != first


def test_tokens_a_minute(chat: Served, ask: Ask) -> None:
    spec = f"openai:tiny base-url={chat.url}/v1 prompt=prompt.md tpm=6000"
    ask(system(spec), "hours", "hours", "hours")
    assert chat.at[2] - chat.at[0] >= 0.8, "a request takes 40 tokens, and there are 100 a second"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[tiny]\ninput = -1\n", "prices.toml: tiny: input is -1; give a number, 0 or more"),
        ("[other]\ninput = 1\n", "prices.toml: has no price of 'tiny', but of other; add a table [\"tiny\"]"),
        ("[tiny]\nprice = 1\n", "prices.toml: cannot read the price of 'tiny'; give it input, output, request"),
        ("tiny\n", "prices.toml: is no TOML"),
    ],
)
def test_prices_that_are_none(text: str, told: str) -> None:
    Path("prices.toml").write_text(text)
    with pytest.raises(MurhoError) as error:
        system("openai:tiny prompt=prompt.md prices=prices.toml")
    assert str(error.value).startswith(told)


@pytest.mark.parametrize(
    ("more", "told"),
    [
        ("parse=html", "openai: parse=html: write text, lines, json, or match:REGEX"),
        ("parse='match:('", "openai: parse=match:(: no regular expression"),
        ("parse=text schema=schema.json", "openai: parse=text goes with a reply that is text"),
        ("temperature=warm", "openai: temperature=warm: give a number"),
        ("temperature=nan", "openai: temperature=nan: give a number"),
        ("schema=prompt.md", "prompt.md:1: is no JSON"),
    ],
)
def test_words_that_do_not_fit(more: str, told: str) -> None:
    with pytest.raises(MurhoError) as error:
        system(f"openai:tiny prompt=prompt.md {more}")
    assert str(error.value).startswith(told)
