"""Recorded answers as systems."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.systems import Recorded, gather

from .conftest import make_cases

SAID = [
    Answers(["q3", "q1"], [("c",), UNDEFINED], [0.5, None], [None, "crash"], {"cost": [1, None]}, "said.jsonl", [1, 2]),
    Answers(["q9", "q2"], [(), ()], path="said.jsonl", lines=[4, 5]),
]


def test_answers_find_their_cases() -> None:
    cases = make_cases("", "", "", "")
    with Recorded(lambda: SAID, "said.jsonl") as system:
        answers = gather(cases, system.answer(cases))
    assert answers.answers == [UNDEFINED, (), ("c",), UNDEFINED]
    assert answers.failures == ["crash", None, None, "missing"]
    assert answers.seconds == [None, None, 0.5, None]
    assert answers.extras == {"cost": [None, None, 1, None]}


def test_answers_have_a_place() -> None:
    said = Recorded(lambda: SAID, "said.jsonl")
    assert [said.place(name) for name in ("q1", "q2", "q7")] == [
        ("said.jsonl", 2),
        ("said.jsonl", 5),
        ("said.jsonl", None),
    ]


def test_answers_without_a_case() -> None:
    with Recorded(lambda: SAID, "said.jsonl") as system:
        list(system.answer(make_cases("", "")))
        with pytest.raises(InputError, match=r"said\.jsonl:4: answer 'q9' has no case"):
            system.refuse_extra(["q1", "q2", "q3"])
    with Recorded(lambda: SAID, "said.jsonl", extra="ignore") as system:
        assert next(iter(system.answer(make_cases("")))).failure == "crash"
        assert system.refuse_extra(["q1", "q2", "q3"]) == 1
    with Recorded(lambda: SAID, "said.jsonl") as system:
        assert system.refuse_extra(["q1", "q2", "q3", "q9"]) == 0, "unasked, but there are such cases"


@given(st.permutations(range(30)), st.permutations(range(30)), st.integers(1, 10))
def test_any_order_in_any_batches(recorded: list[int], asked: list[int], size: int) -> None:
    cut = [recorded[i : i + size] for i in range(0, 30, size)]
    said = [Answers([str(i) for i in part], [(i,) for i in part]) for part in cut]
    with Recorded(lambda: said, "") as system:
        for start in range(0, 30, 7):
            part = asked[start : start + 7]
            cases = Cases([str(i) for i in part], [""] * len(part), [()] * len(part))
            assert gather(cases, system.answer(cases)).answers == [(i,) for i in part]


def test_in_the_order_of_the_cases_nothing_waits() -> None:
    read = 0

    def batches():  # type: ignore[no-untyped-def]
        nonlocal read
        for start in range(0, 1000, 10):
            read += 1
            yield Answers([str(i) for i in range(start, start + 10)], [()] * 10)

    cases = Cases([str(i) for i in range(1000)], [""] * 1000, [()] * 1000)
    with Recorded(batches, "") as system:
        for one in system.answer(cases):
            assert len(system._waiting) < 10
            assert read == one.position // 10 + 1


def test_it_needs_with() -> None:
    with pytest.raises(UsageError, match="inside `with`"):
        list(Recorded(lambda: SAID, "").answer(make_cases("")))
