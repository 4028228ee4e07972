"""Coverage, competence, habitability, completeness of a run: every figure with its items."""

from pathlib import Path

import numpy as np
import pytest

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.competence import RunCompetence, competence_of_cases, users_of

CASES = Cases(
    ["q1", "q2", "q3", "q4"],
    ["open ?", "renew it", "fines ?", "a poem"],
    [("hours",), ("renew book", "renew card"), ("fees",), ()],
)
RHO = np.array([1.0, 0.5, 0.25, 0.0])
RIGHT = Judgements.of([0, 1, 0, 0])


def able(bound: float = 0.0, users: list[str] | None = None, rows: Judgements = RIGHT) -> RunCompetence:
    return competence_of_cases(CASES, rows, RHO, bound=bound, users=users)


def test_every_figure_has_its_items() -> None:
    found = able().as_json()
    assert found["linguistic_coverage"] == {"count": 3, "importance": 1.75, "items": ["q1", "q2", "q3"]}
    assert found["linguistic_competence"] == {"count": 2, "importance": 1.25, "items": ["q1", "q3"]}
    assert found["not_understood"] == {"count": 1, "importance": 0.5, "items": ["q2"]}
    assert found["conceptual_coverage"]["items"] == ["fees", "hours", "renew book", "renew card"]
    assert found["conceptual_competence"] == {"count": 2, "items": ["fees", "hours"], "share": 0.5}
    assert found["habitability"]["value"] == 2 / 3
    assert found["habitability"]["weighted"] == 1.25 / 1.75
    assert found["completeness"] is None, "never derived from ρ: nobody asked users"


def test_the_bound_narrows_what_should_be_understood() -> None:
    assert able(0.25).sets.coverage == ("q1", "q2")
    assert able(0.25).sets.habitability == 0.5


def test_completeness_is_about_what_users_say() -> None:
    found = able(users=[" fines ?", "fines ?", "", "a poem", "a café ?"])
    assert (found.users, found.expected) == (("fines ?", "a poem", "a café ?"), ("fines ?",))
    assert found.lacking == ("a poem", "a café ?")
    assert found.completeness == 1 / 3
    assert able(0.25, ["fines ?"]).completeness == 0, "of no more importance than the bound"
    assert able(users=[]).completeness is None


def test_an_answer_that_failed_is_no_competence_even_where_it_costs_nothing() -> None:
    silent = measure("words").judge([("",)], [UNDEFINED])
    assert (silent.loss.tolist(), silent.undefined.tolist()) == ([0], [True])
    failed = Judgements.of([0, 0, 0, 0], [0, 1, 1, 1], undefined=[True, False, False, False])
    assert able(rows=failed).sets.linguistic == ("q2", "q3")


def test_rows_finer_than_a_case_are_its_sum() -> None:
    finer = Judgements.of([0, 1, 0, 0, 0, 0], case=[0, 0, 1, 2, 3, 3])
    assert able(rows=finer).sets.linguistic == ("q2", "q3")


def test_what_users_say_comes_from_a_file(tmp_path: Path) -> None:
    text, cases, blank = (tmp_path / name for name in ("heard.txt", "heard.jsonl", "blank.txt"))
    text.write_text("open ?\n\n a café ?\n", "utf-8")
    cases.write_text('{"id": 1, "expression": "open ?", "reference": []}\n')
    blank.write_text("\n \n")
    assert users_of(str(text)) == ["open ?", "", " a café ?"]
    assert users_of(str(cases)) == ["open ?"]
    with pytest.raises(InputError, match=r"blank.txt: no expression in it; write what users said"):
        users_of(str(blank))
