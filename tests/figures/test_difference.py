"""What is shown of a comparison: the notes, the order of groups, each flag once."""

from dataclasses import replace
from typing import Any

import pytest

from murho.core.comparison import compare
from murho.core.significance import Outcome
from murho.figures.difference import flags, of_all, sheet
from murho.pipeline.comparing.result import Compared, Comparison

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
    assert sheet(Comparison("labels", [compared(**other)], "s")).notes == notes


def test_lines_and_tests_keep_their_order_and_flags_stand_once() -> None:
    outcome = Outcome(None, None, 0)
    one = compared(by={"day": {"tue": (ONE, 0.5), "mon": (ONE, 0.25)}}, tests={"sign": (outcome, 0.5)})
    found = Comparison("labels", [one, one], "murho|signature")
    shown = of_all(found, [sheet(found)])
    pair = shown.sections[0].sections[1]
    tests, day = pair.sections
    assert [(row.cells[0], row.cells[-1]) for row in day.rows] == [("tue", 0.5), ("mon", 0.25)]
    assert [row.cells for row in tests.rows] == [["sign", 0, None, None, 0.5]]
    assert shown.notes == list(ONE.flags)
    assert len(shown.notes) == len(set(shown.notes)) > 0
    assert (shown.title, shown.signature) == ("labels", "murho|signature")
    assert [(name, cell.value) for name, cell in pair.facts] == [("A", "old"), ("B", "new")]
    assert pair.rows[0].cells[0] == "all"


def test_a_flag_that_is_not_of_all_pairs_names_those_that_it_is_of() -> None:
    level = compare([1, 0, 0], [1, 1, 1], [1, 0, 0], [1, 1, 1], level=0.95)
    few, none = "only 3 cases", "the systems differ on none of 3 cases: the interval is what that leaves possible"
    pairs = [replace(compared(), run_a=a, run_b=b, whole=level) for a, b in ("AC", "AD", "CD", "CE", "DE")]
    assert flags([compared(), pairs[0]]) == [few, f"A and C: {none}"]
    assert flags([compared(), *pairs]) == [
        few, f"A and C, A and D, C and D, 2 other pairs: {none}",
    ]  # fmt: skip
    assert flags(pairs) == [few, none]


def test_many_pairs_have_a_line_each_and_those_in_full_where_there_is_room() -> None:
    joint = replace(compared(), p_adjusted=0.5, p_simultaneous=0.25, simultaneous_interval=(-0.75, 0.5))
    found = Comparison("labels", [joint] * 7, "s")
    shown = sheet(found)
    assert [column.heading for column in shown.columns] == ["A", "B", "B − A", "p", "p Holm", "p of all"]
    assert [row.cells[4:] for row in shown.rows] == [(0.5, 0.25)] * 7
    assert [pair.rank for pair in shown.sections] == [2] * 7
    assert shown.most is None
    assert sheet(Comparison("labels", [joint] * 31, "s")).most == 0
    few = sheet(Comparison("labels", [joint] * 6, "s"))
    assert (few.rows, [pair.rank for pair in few.sections]) == ((), [1] * 6)


def test_what_holds_at_once_goes_first_where_there_is_little_room() -> None:
    joint = replace(compared(), p_adjusted=0.5, p_simultaneous=0.25, simultaneous_interval=(-0.75, 0.5))
    shown = sheet(Comparison("labels", [joint], "s"))
    assert shown.rows[0].cells[-3:] == [0.5, (-0.75, 0.5), 0.25]
    assert [column.rank for column in shown.columns[-3:]] == [1, 2, 2]
    assert "simultaneous" not in [column.heading for column in sheet(Comparison("labels", [compared()], "s")).columns]
