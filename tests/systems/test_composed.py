"""Systems one after the other."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import Command, Function, Recorded, compose, gather
from murho.systems.composed import Once
from murho.systems.interface import Answer

Ask = Callable[..., Answers]


def hear(sound: str) -> Any:
    if sound == "noise":
        raise ValueError("too loud")
    return {"silence": [], "number": [7, "seven"], "both": ["good", "bad"]}.get(sound, [sound, f"{sound} again"])


def parse(text: str) -> Any:
    if text.startswith("bad"):
        raise KeyError(text)
    return {"nonsense": []}.get(text, [text.split()[0], len(text.split())])


SOUNDS = ["open", "noise", "silence", "number", "both", "bad", "nonsense"]


def test_best(answers_of: Ask) -> None:
    answers = answers_of(compose(Function(hear), Function(parse)), *SOUNDS)
    assert answers.answers == [("open", 1), UNDEFINED, (), UNDEFINED, ("good", 1), UNDEFINED, ()]
    assert answers.failures == [
        None,
        "stage 1, ValueError: too loud",
        None,
        "stage 2, no text from stage 1: 7",
        None,
        "stage 2, KeyError: 'bad'",
        None,
    ]
    heard = answers.extras["stage:1"]
    assert heard == [hear(s) if s != "noise" else None for s in SOUNDS]
    assert all(seconds is not None for seconds in answers.extras["stage:1:seconds"])


def test_all(answers_of: Ask) -> None:
    answers = answers_of(compose(Function(hear), Function(parse), carry="all"), *SOUNDS)
    assert answers.answers == [
        ("open", 1, 2),
        UNDEFINED,
        (),
        ("seven", 1),
        ("good", 1),
        UNDEFINED,
        ("nonsense", 2),
    ]
    assert [bool(failure) for failure in answers.failures or []] == [False, True, False, False, False, True, False]


def test_three_stages_one_of_them_a_command(answers_of: Ask, script: Callable[..., list[str]]) -> None:
    system = compose(Function(str.lower), Command(script("moody"), workers=2), Function(str.title))
    answers = answers_of(system, "GOOD day", "CRASH now", "EMPTY")
    assert answers.answers == [("Good",), UNDEFINED, ()]
    assert (answers.failures or [])[1].startswith("stage 2, exited with status 3")
    assert answers.extras["stage:1"] == [["good day"], ["crash now"], ["empty"]]
    assert answers.extras["stage:2"] == [["good", "day"], None, []]
    assert [stage["kind"] for stage in system.describe()["stages"]] == ["function", "command", "function"]


def test_later_stages_are_not_asked_for_nothing(answers_of: Ask) -> None:
    asked: list[str] = []

    def listen(text: str) -> str:
        asked.append(text)
        return text

    answers_of(compose(Function(hear), Function(listen)), "noise", "silence", "open")
    assert asked == ["open"]


def test_extras_of_every_stage(answers_of: Ask, script: Callable[..., list[str]]) -> None:
    system = compose(Command(script("moody")), Command(script("moody")))
    answers = answers_of(system, "extras", "undefined")
    assert answers.answers == [("x",), UNDEFINED]
    assert answers.extras["stage:1:confidence"] == [0.5, None]
    assert answers.extras["stage:1:cost"] == [None, 2]
    assert "confidence" not in answers.extras


def test_many_cases_keep_their_order(answers_of: Ask) -> None:
    texts = [f"number {i}" for i in range(700)]
    answers = answers_of(compose(Function(str.upper), Function(str.lower)), *texts)
    assert answers.answers == [(text,) for text in texts]


@pytest.mark.parametrize("arguments", [{"stages": 1}, {"stages": 2, "carry": "some"}])
def test_what_cannot_be_composed(arguments: dict[str, Any]) -> None:
    stages = [Function(hear)] * arguments.pop("stages")
    with pytest.raises(UsageError):
        compose(*stages, **arguments)


def test_a_stage_that_does_not_start_ends_those_before(script: Callable[..., list[str]]) -> None:
    class Refusing(Function):
        def __enter__(self) -> "Refusing":
            raise UsageError("no")

    first = Command(script("moody"))
    with pytest.raises(UsageError), compose(first, Refusing(hear)):
        pass
    assert first._selector is None


def test_the_answers_of_stages_by_name(answers_of: Ask) -> None:
    answers = answers_of(compose(Function(hear), Function(parse), names=("heard", "meant")), *SOUNDS)
    said = answers.extras["stages"]
    assert [one["heard"] for one in said] == [hear(s) if s != "noise" else None for s in SOUNDS]
    assert answers.at_stage("meant").answers == answers.answers
    assert answers.at_stage("heard").answers[:3] == [("open", "open again"), UNDEFINED, ()]
    assert answers.at_stage("heard").failures == [None, "stage 1, ValueError: too loud", *[None] * 5]
    assert all(seconds is not None for seconds in answers.extras["stage:heard:seconds"])
    assert set(answers.extras) == {"stages", "stage:heard:seconds"}


def test_a_stage_that_was_not_asked_gave_what_ended_the_matter(answers_of: Ask) -> None:
    chain = compose(Function(hear), Function(parse), Function(lambda text: text), names=("heard", "meant", None))
    answers = answers_of(chain, "noise", "silence", "both")
    assert answers.at_stage("meant").answers == [UNDEFINED, (), ("good", 1)]
    assert "stage:2" not in answers.extras


def test_some_stages_have_names(answers_of: Ask) -> None:
    answers = answers_of(compose(Function(hear), Function(parse), names=(None, "meant")), "open")
    assert answers.extras["stage:1"] == [["open", "open again"]]
    assert answers.extras["stages"] == [{"meant": ["open", 1]}]
    (alone,) = answers_of(compose(Function(hear), names=("heard",)), "open").extras["stages"]
    assert alone == {"heard": ["open", "open again"]}


@pytest.mark.parametrize(
    ("names", "error"),
    [
        (("heard", "heard"), "2 stages are called 'heard'; give each a name of its own"),
        (("he ard", None), "stage 'he ard': a name is made of letters, digits and _"),
        (("heard",), "1 names for 2 stages"),
    ],
)
def test_names_that_do_not_fit(names: tuple[str | None, ...], error: str) -> None:
    with pytest.raises(UsageError, match=error):
        compose(Function(hear), Function(parse), names=names)


def test_every_stage_that_takes_it_is_told_what_went_before() -> None:
    def doubled(text: str) -> list[str]:
        return [text, text]

    def recalled(text: str, before: list[str]) -> list[str]:
        return [f"{text} after {len(before)}: {' '.join(before)}"]

    cases = Cases(["1", "2", "3"], ["a", "b", "c"], [()] * 3, clusters=["d", "e", "d"])
    chain = compose(Function(doubled), Function(recalled), carry="all")
    assert chain.takes_before is True
    assert compose(Function(doubled), Function(doubled)).takes_before is False
    with chain:
        said = [one.answer for one in chain.answer(cases)]
    assert said == [("a after 0: ",), ("b after 0: ",), ("c after 1: a",)]


def test_later_stages_are_asked_about_references_where_a_stage_was_wrong() -> None:
    """The first was heard rightly, the second wrongly, the third not at all; nobody says what the fourth is."""
    asked: list[str] = []

    def heard(sound: str) -> str | None:
        return {"1": "go", "2": "so", "4": "hm"}.get(sound)

    def meant(text: str) -> str:
        asked.append(text)
        return text.upper() if text != "no" else str(1 / 0)

    references = {"heard": [("go",), ("no",), ("stop",), None]}
    cases = Cases(list("1234"), list("1234"), [("x",)] * 4, by_stage=references)
    with compose(Function(heard), Function(meant), names=("heard", None)) as chain:
        answers = gather(cases, chain.answer(cases))
    assert asked == ["go", "so", "hm", "no", "stop"]
    assert answers.answers == [("GO",), ("SO",), UNDEFINED, ("HM",)]
    assert answers.extras["on_references"] == [{"heard": ["GO"]}, {"heard": None}, {"heard": ["STOP"]}, None]
    assert [one and one["heard"].split(":")[0] for one in answers.extras["on_references:failures"]] == [
        None,
        "ZeroDivisionError",
        None,
        None,
    ]
    rightly, known = answers.on_references("heard")
    assert rightly.answers == [("GO",), UNDEFINED, ("STOP",), UNDEFINED]
    assert known.tolist() == [True, True, True, False]
    asked.clear()
    with compose(Function(heard), Function(meant), names=("heard", None), on_references=False) as chain:
        assert "on_references" not in gather(cases, chain.answer(cases)).extras
        assert chain.describe()["on_references"] is False
    assert asked == ["go", "so", "hm"]


@pytest.mark.parametrize(
    ("carry", "reference", "again"),
    [
        ("best", ("b",), ["b"]),
        ("best", ("b", "a"), []),  # what goes on is one of those that are right
        ("all", ("b", "a"), []),
        ("all", ("a",), ["a"]),
        ("best", (), []),  # nothing was to be heard: the matter ends there
    ],
)
def test_what_goes_on_decides_whether_a_stage_was_right(carry: Any, reference: Any, again: list[str]) -> None:
    asked: list[str] = []

    def upper(text: str) -> str:
        asked.append(text)
        return text.upper()

    cases = Cases(["1"], ["1"], [("x",)], by_stage={"heard": [reference]})
    chain = compose(Function(lambda _: ["a", "b"]), Function(upper), names=("heard", None), carry=carry)
    with chain:
        answers = gather(cases, chain.answer(cases))
    first = ["a", "b"] if carry == "all" else ["a"]
    assert asked[len(first) :] == again
    expected = [text.upper() for text in again] or ([] if not reference else [text.upper() for text in first])
    assert answers.extras["on_references"] == [{"heard": expected}]


def test_each_stage_with_references_is_taken_as_right_by_itself() -> None:
    """Of three stages: a right first one is followed by the second as it is."""
    cases = Cases(["1"], ["in"], [("x",)], by_stage={"one": [("right",)], "two": [("RIGHT!",)]})
    stages = Function(lambda _: "wrong"), Function(lambda text: text.upper()), Function(lambda text: f"<{text}>")
    with compose(*stages, names=("one", "two", None)) as chain:
        answers = gather(cases, chain.answer(cases))
    assert answers.answers == [("<WRONG>",)]
    assert answers.extras["on_references"] == [{"one": ["<RIGHT>"], "two": ["<RIGHT!>"]}]


def test_recorded_answers_do_not_depend_on_what_they_are_asked() -> None:
    said = Recorded(lambda: iter([Answers(["1"], [("x",)])]), "said.jsonl")
    cases = Cases(["1"], ["in"], [("x",)], by_stage={"heard": [("right",)]})
    with compose(Function(lambda _: "wrong"), said, names=("heard", None)) as chain:
        assert "on_references" not in gather(cases, chain.answer(cases)).extras


def test_what_was_said_about_references_is_remembered() -> None:
    cases = Cases(["1"], ["1"], [("x",)], by_stage={"heard": [("right",)]})
    known: dict[tuple[int, str], Any] = {}
    with compose(Function(lambda _: "wrong"), Function(str.upper), names=("heard", None)) as chain:
        chain.remember({}, lambda stage, name, answer: known.__setitem__((stage, name), answer))
        first = gather(cases, chain.answer(cases)).extras["on_references"]
        chain.remember(known, lambda *_: pytest.fail("asked again"))
        assert gather(cases, chain.answer(cases)).extras["on_references"] == first == [{"heard": ["RIGHT"]}]
    assert len(known) == 3


CASES = Cases(
    ["1", "2", "3", "4"],
    ["a", "b", "a", "b"],
    [()] * 4,
    clusters=["s1", "s2", "s1", None],
)


class Asked:
    """Remembers what it was asked; answers the last question first."""

    def __init__(self) -> None:
        self.questions: list[tuple[str, str]] = []

    def describe(self) -> dict[str, Any]:
        return {"kind": "asked"}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        self.questions += zip(cases.ids, cases.expressions, strict=True)
        for position in reversed(range(len(cases))):
            said = UNDEFINED if cases.expressions[position] == "b" else (cases.ids[position],)
            yield Answer(position, said, 0.5, "no b" if said is UNDEFINED else None)

    def __enter__(self) -> "Asked":
        return self

    def __exit__(self, *exception: object) -> None:
        return None


def test_every_case_is_answered_and_every_sentence_asked_once() -> None:
    inner = Asked()
    with Once(inner) as system:
        found = gather(CASES, system.answer(CASES))
    assert inner.questions == [("s1", "a"), ("s2", "b"), ("4", "b")]
    assert list(zip(found.ids, found.answers, found.failures or [], strict=True)) == [
        ("1", ("s1",), None),
        ("2", UNDEFINED, "no b"),
        ("3", ("s1",), None),
        ("4", UNDEFINED, "no b"),
    ]


def test_it_is_the_system_within() -> None:
    assert Once(Asked()).describe() == {"kind": "asked"}


def test_a_function() -> None:
    with Once(Function("json:dumps")) as system:
        assert gather(CASES, system.answer(CASES)).answers == [('"a"',), ('"b"',), ('"a"',), ('"b"',)]
