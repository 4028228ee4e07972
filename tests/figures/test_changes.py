"""What changed from A to B as a sheet: each kind and group with the cases that it is about."""

from typing import Any

from murho.figures.changes import AllChanges, Change, PairChanges, sheet
from murho.sheets.page import drawn


def pair(**other: Any) -> PairChanges:
    given: dict[str, Any] = {
        "counts": {"broken": 3, "right": 1},
        "shares": dict.fromkeys(("broken", "worse", "fixed", "better", "wrong", "right"), 0.25),
        "groups": {"day": {"mo": {"broken": 1, "right": 3}}},
        "broken": [Change("q1", "", "yes", "yes", "no", 1.0)],
        "fixed": [],
        "cases": None,
    }
    return PairChanges("runs/old", "runs/new", **{**given, **other})


def test_kinds_and_groups_lead_to_their_cases() -> None:
    shown = sheet(AllChanges([pair()]))
    assert shown.sentence == "B fixes 0 cases and breaks 3. 1 did not change."
    assert [(row.cells[1], list(row.cases)) for row in shown.rows[:2]] == [(3, [("outcome", "broken")]), (0, [])]
    day, broken = shown.sections
    assert (day.rows[0].cells[:4], day.rows[0].cases) == (("mo", 4, 0, 1), [("day", "mo")])
    assert [cell.parts for cell in drawn(day).rows[0].cells if cell.parts] == [
        [("broken", 0.0, 25.0), ("worse", 25.0, 0.0), ("wrong", 25.0, 0.0), ("right", 25.0, 75.0),
         ("better", 100.0, 0.0), ("fixed", 100.0, 0.0)]
    ]  # fmt: skip
    assert (broken.title, broken.folded, broken.rows[0].cells) == (
        "Broken first: 1 of 3", True, ("q1", "yes", "yes", "no", 1.0),
    )  # fmt: skip


def test_of_several_pairs_the_second_says_so_and_of_many_one_has_its_cases_listed() -> None:
    second = sheet(AllChanges([pair(), pair()])).sections[1]
    assert (second.title, second.rows[0].cases) == ("new against old", [("pair", "2"), ("outcome", "broken")])
    many = sheet(AllChanges([pair()] * 7)).sections
    assert [len(one.sections) for one in many] == [2, 1, 1, 1, 1, 1, 1]
