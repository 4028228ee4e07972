"""Coverage and competence as they are shown."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.figures.competence import sheet
from murho.pipeline.runs.competence import competence_of_cases
from murho.sheets import Sheet
from murho.sheets.terminal import show_sheet

Seen = Callable[..., str]
CASES = Cases(["1", "2", "3"], ["open ?", "renew", "rare"], [("hours",), ("renew",), ("hours",)])
RHO = np.array([1.0, 0.5, 0.125])


def cells(shown: Sheet) -> dict[str, list[Any]]:
    """The values of each row by its name."""
    return {row.cells[0]: [getattr(cell, "value", cell) for cell in row.cells[1:]] for row in shown.rows}


def items(shown: Sheet) -> dict[str, list[Any]]:
    return {section.title: [row.cells for row in section.rows] for section in shown.sections}


def test_what_is_covered_and_what_of_it_is_understood() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, bound=0.2, users=["open ?", "a café ?", "rare"])
    shown = sheet(able)
    assert cells(shown) == {
        "linguistic coverage, ρ > 0.2": [2, 1.5],
        "linguistic competence": [1, 1.0],
        "habitability": [0.5, 2 / 3],
        "conceptual coverage, meanings": [2, ""],
        "conceptual competence, meanings": [1, ""],
        "conceptual competence / coverage": [0.5, ""],
        "said by users": [3, ""],
        "said by users and covered": [1, ""],
        "completeness": [1 / 3, ""],
    }
    assert items(shown)["Covered, not understood"] == [("2", "renew")]
    assert items(shown)["Said by users, not covered"] == [("a café ?",), ("rare",)]
    assert "completeness" not in cells(sheet(replace(able, users=None)))


def test_it_is_what_json_says() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, users=["open ?"])
    shown, told = cells(sheet(able)), able.as_json()
    for name, field in (("linguistic coverage, ρ > 0", "linguistic_coverage"), ("linguistic competence",) * 2):
        field = field.replace(" ", "_")
        assert shown[name] == [told[field]["count"], told[field]["importance"]]
    assert [name for name, _ in items(sheet(able))["Covered, not understood"]] == told["not_understood"]["items"]
    assert shown["conceptual competence / coverage"][0] == told["conceptual_competence"]["share"]
    assert shown["completeness"][0] == told["completeness"]["value"]


def test_what_a_bound_cuts_off_is_told() -> None:
    able = competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO, bound=0.2)
    assert sheet(able).notes == (
        "not covered, though of the domain and answered: 1 with ρ ≤ 0.2; below 0.125 the bound would leave all of them "
        "in",
    )
    assert able.as_json()["left_out"] == {"count": 1, "importance": 0.125, "items": ["3"]}
    assert competence_of_cases(CASES, Judgements.of([0, 1, 1]), RHO).notes == ()
    failed = Judgements.of([0, 1, 1], undefined=[False, False, True])
    assert competence_of_cases(CASES, failed, RHO, bound=0.2).notes == (), "what has no answer is not missed"


def test_conclusions_are_sentences_where_they_are_settled() -> None:
    count = 400
    cases = Cases([str(row) for row in range(count)], ["e"] * count, [(f"m{row % 50}",) for row in range(count)])
    rho = np.where(np.arange(count) < 200, 1.0, 0.05)
    able = competence_of_cases(cases, Judgements.of(np.arange(count) >= 250), rho)
    shown = sheet(able)
    assert [sentence.split(":")[0] for sentence in shown.conclusions] == [
        "well tailored",
        "lacks robustness",
        "conceptual above linguistic competence",
    ]
    told = able.as_json()["conclusions"]
    assert [one["sentence"] for one in told] == list(shown.conclusions)
    assert told[0]["value"] == (0.05 * 150) / (200 + 10) - 150 / 400


def suite(count: int) -> Cases:
    return Cases([str(i) for i in range(count)], [f"[{i}] ?" for i in range(count)], [("a",)] * count)


def test_twelve_items_are_named_and_the_rest_is_counted(seen: Seen) -> None:
    for wrong, more in ((12, []), (14, ["and 2 more: --json names all"])):
        able = competence_of_cases(suite(20), Judgements.of([1] * wrong + [0] * (20 - wrong)), np.ones(20), bound=0.5)
        lines = [line.rstrip() for line in seen(show_sheet, sheet(able)).splitlines()]
        assert lines[3].split() == ["linguistic", "coverage,", "ρ", ">", "0.5", "20", "20"]
        assert next(line for line in lines if line.startswith("habitability")).split()[1] == f"{1 - wrong / 20:.4f}"
        at = lines.index(f"covered, not understood  {wrong} items")
        named = [line.split(maxsplit=1) for line in lines[at + 2 : at + 14]]
        assert named == [[str(i), f"[{i}] ?"] for i in range(12)]
        assert [line.strip() for line in lines[at + 14 :]] == more
        assert not any("said by users" in line for line in lines)


def test_what_users_say_beyond_the_suite(seen: Seen) -> None:
    able = competence_of_cases(suite(2), Judgements.of([0, 0]), np.ones(2), users=["[0] ?", "else"])
    lines = [line.rstrip() for line in seen(show_sheet, sheet(able)).splitlines()]
    assert lines[-3:] == ["said by users, not covered  1 item", "expression", "else"]
    assert [line.split()[-1] for line in lines if line.startswith(("said by users", "completeness"))][:3] == [
        "2", "1", "0.5000",
    ]  # fmt: skip
