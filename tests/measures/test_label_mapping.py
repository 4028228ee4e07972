"""Labels found in what engines answer, and renamed."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import InputError
from murho.measures.label_mapping import LabelMap, label_map

Write = Callable[..., LabelMap]


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Write:
    """A mapping of these lines, in a file `engine.map` of the working directory."""
    monkeypatch.chdir(tmp_path)

    def written(*lines: str) -> LabelMap:
        Path("engine.map").write_text("\n".join(lines), encoding="utf-8")
        return label_map("engine.map")

    return written


@pytest.mark.parametrize(
    ("rule", "answer", "labels"),
    [
        ("intent.name -> label", {"text": "x", "intent": {"name": "fly", "confidence": 0.9}, "entities": []}, ("fly",)),
        ("queryResult.intent.displayName -> label", {"queryResult": {"intent": {"displayName": "fly"}}}, ("fly",)),
        ("**.topIntent -> label", {"result": {"prediction": {"topIntent": "fly"}}}, ("fly",)),
        (
            "interpretations.intent.name -> label",
            {"interpretations": [{"intent": {"name": "fly"}}, {"intent": {"name": "go"}}]},
            ("fly", "go"),
        ),
        ("topic.area, topic.wish -> label:{area}_{wish}", {"topic": {"wish": "book", "area": "air"}}, ("air_book",)),
        ("handled=false -> label:fallback", {"handled": False, "intent": "fly"}, ("fallback",)),
        ("intent.name -> label", {"intent": {"name": None}}, ()),
        ("intent.name -> label", {"intent": None}, ()),
        ("intents.name -> label", {"intents": []}, ()),
        ("intent -> label", '{"intent": "fly"}', ("fly",)),
        ("intent -> label", "fly", ("fly",)),
        ("intent -> label", "{fly", ("{fly",)),
    ],
    ids=["rasa", "dialogflow", "deep", "ranked", "two", "condition", "null", "above", "none", "text", "label", "brace"],
)
def test_where_a_label_stands(told: Write, rule: str, answer: Any, labels: tuple[str, ...]) -> None:
    assert told(rule)(answer) == labels


def test_the_file_ranks_what_several_lines_find(told: Write) -> None:
    """Whatever the order of keys in the reply, which JSON does not know."""
    read = told("final -> label", "intents.name -> label")
    ranked = [{"name": "go"}, {"name": "ride"}]
    for answer in ({"final": "fly", "intents": ranked}, {"intents": ranked, "final": "fly"}):
        assert read(answer) == ("fly", "go", "ride")


def test_keys_are_no_ranking(told: Write) -> None:
    read = told("**.intent -> label")
    for answer in ({"a": {"intent": "fly"}, "b": {"intent": "go"}}, {"b": {"intent": "go"}, "a": {"intent": "fly"}}):
        with pytest.raises(
            InputError, match=r"intent and at .\.intent, by one line, and the order of keys is no ranking"
        ):
            read(answer)
    assert read({"a": {"intent": "fly"}, "b": {"intent": "fly"}}) == ("fly", "fly")
    assert told("a.intent -> label", "b.intent -> label")({"b": {"intent": "go"}, "a": {"intent": "fly"}})[0] == "fly"


def test_what_labels_are_renamed_to_is_one_label_or_several(told: Write) -> None:
    here_and_there = {"a": {"intent": "Fly"}, "b": {"intent": "fly"}}
    assert told("**.intent -> label", "lower label")(here_and_there) == ("fly", "fly")
    assert told("**.intent -> label", "value label: Fly =")(here_and_there) == ("fly",)
    with pytest.raises(InputError, match="the order of keys is no ranking"):
        told("**.intent -> label", "value label: Fly = go")(here_and_there)


@pytest.mark.parametrize("keys", ["ab", "ba"])
def test_lists_under_different_keys_are_ranked_alike_or_not_at_all(told: Write, keys: str) -> None:
    read = told("**.intents -> label")
    same, turned = ({"a": ["fly", "go"], "b": there} for there in (["fly", "go"], ["go", "fly"]))
    assert read({key: {"intents": same[key]} for key in keys}) == ("fly", "go", "fly", "go")
    with pytest.raises(InputError, match="the order of keys is no ranking"):
        read({key: {"intents": turned[key]} for key in keys})


def test_what_an_engine_calls_them(told: Write) -> None:
    read = told("intent -> label", "strip label", "value *: Book Flight | fly = book_flight", "value label: None =")
    assert [read({"intent": name}) for name in (" Book  Flight ", "fly", "None", "Greet")] == [
        ("book_flight",),
        ("book_flight",),
        (),
        ("Greet",),
    ]


@pytest.mark.parametrize("nothing", [None, [], {}], ids=["null", "list", "object"])
def test_nothing_where_a_label_would_stand_is_nothing_understood(told: Write, nothing: Any) -> None:
    assert told("intent.name -> label")({"intent": {"name": nothing}}) == ()
    assert told("intent.name -> label")({"intent": nothing}) == ()


@pytest.mark.parametrize(
    ("lines", "answer", "message"),
    [
        (["handled=false -> label:fallback"], {"handled": None}, "no label at handled (found: nothing)"),
        (["intent.name -> label"], {"a": 1, "b": {"c": 2}}, "no label at intent.name (found: a, b.c); mend the way in"),
        (["intent.name -> label"], {}, "no label at intent.name (found: nothing); mend the way in engine.map"),
        (["intent.name -> label"], dict.fromkeys("abcdefg", 1), "(found: a, b, c, d, e and 2 more)"),
        (["value label: a = b"], {"a": 1}, "no label (found: a); write WAY -> label into engine.map"),
        (["intent.name -> label"], 7, "no label at intent.name (found: a bare value)"),
    ],
    ids=["a value", "elsewhere", "empty", "many", "no rule", "bare"],
)
def test_an_answer_without_a_label_is_an_error(told: Write, lines: list[str], answer: Any, message: str) -> None:
    with pytest.raises(InputError) as error:
        told(*lines)(answer)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("intent.name -> intent", "'intent' is no label; write WAY -> label"),
        ("intent.name, intent.sure -> {name}:{sure}", "an attribute out of the answer is no label"),
        ("keep intent", "`keep` names no label; write WAY -> label"),
        ("value intent: a = b", "'intent' is no label"),
        ("BookFlight = book_flight", "is no rule"),
    ],
    ids=["attribute", "template", "keep", "value", "bare"],
)
def test_a_line_that_makes_no_label_is_named(told: Write, line: str, found: str) -> None:
    with pytest.raises(InputError, match=r"^engine\.map:2: ") as error:
        told("# the second line is wrong", line)
    assert found in str(error.value)
