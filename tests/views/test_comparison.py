"""What is shown of a comparison: the notes, the order of groups, each flag once."""

from dataclasses import replace
from typing import Any

import pytest

from murho.core.comparison import compare
from murho.core.significance import Outcome
from murho.pipeline.comparing.result import Compared, Comparison
from murho.views.comparison import comparison

ONE = compare([1, 1, 0], [1, 1, 1], [0, 1, 0], [1, 1, 1], level=0.95)


def compared(**other: Any) -> Compared:
    given: dict[str, Any] = {"by": {}, "missing_a": 0, "missing_b": 0, "asked_by_both": 3, "only_a": 0, "only_b": 0}
    return Compared("old", "new", ONE, None, **{**given, **other})


@pytest.mark.parametrize(
    ("other", "notes"),
    [
        ({}, []),
        ({"missing_b": 2}, ["2 cases without an answer in B: UNDEFINED there"]),
        ({"only_b": 4}, ["0 cases that A alone was asked, 4 that B alone was asked: they are left out"]),
        (
            {"missing_a": 1, "asked_by_both": 2, "only_a": 1},
            [
                "1 case without an answer in A: UNDEFINED there",
                "1 case that A alone was asked, 0 that B alone was asked: they count as UNDEFINED for the other",
            ],
        ),
    ],
)
def test_notes(other: dict[str, Any], notes: list[str]) -> None:
    assert comparison(Comparison("labels", [compared(**other)], "s")).pairs[0].notes == notes


def test_lines_and_tests_keep_their_order_and_flags_stand_once() -> None:
    outcome = Outcome(None, None, 0)
    one = compared(by={"day": {"tue": (ONE, 0.5), "mon": (ONE, 0.25)}}, tests={"sign": (outcome, 0.5)})
    shown = comparison(Comparison("labels", [one, one], "murho|signature"))
    assert [(line.name, line.p_adjusted) for line in shown.pairs[1].groups["day"]] == [("tue", 0.5), ("mon", 0.25)]
    assert [(test.name, test.outcome, test.p_adjusted) for test in shown.pairs[0].tests] == [("sign", outcome, 0.5)]
    assert shown.flags == list(ONE.flags)
    assert len(shown.flags) == len(set(shown.flags)) > 0
    assert (shown.measure, shown.signature, shown.pairs[0].a, shown.pairs[0].b) == (
        "labels", "murho|signature", "old", "new",
    )  # fmt: skip
    assert shown.as_json()["pairs"][0]["whole"]["name"] == ""


def test_a_flag_that_is_not_of_all_pairs_names_those_that_it_is_of() -> None:
    level = compare([1, 0, 0], [1, 1, 1], [1, 0, 0], [1, 1, 1], level=0.95)
    few, none = "only 3 cases", "the systems differ on none of 3 cases: the interval is what that leaves possible"
    pairs = [replace(compared(), run_a=a, run_b=b, whole=level) for a, b in ("AC", "AD", "CD", "CE", "DE")]
    assert comparison(Comparison("labels", [compared(), pairs[0]], "s")).flags == [few, f"A and C: {none}"]
    assert comparison(Comparison("labels", [compared(), *pairs], "s")).flags == [
        few, f"A and C, A and D, C and D, 2 other pairs: {none}",
    ]  # fmt: skip
    assert comparison(Comparison("labels", pairs, "s")).flags == [few, none]
