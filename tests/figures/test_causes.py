"""Causes of failure as they are shown."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np

from murho.core.case import Answers, Cases
from murho.figures import Subject
from murho.figures.causes import causes_of, sheet
from murho.pipeline.runs.causes import caused
from murho.sheets.terminal import show_sheet
from murho.store import Run
from murho.views.evidence import gather

Recorder = Callable[..., Run]
Seen = Callable[..., str]
Suite = Callable[..., tuple[Cases, Answers]]
CASES = Cases(["1", "2", "3"], ["open ?", "renew", "rare"], [("hours",), ("renew",), ("hours",)])
RHO = np.array([1.0, 0.5, 0.125])


def test_branches_stand_before_their_leaves() -> None:
    tags = [["linguistic/syntax", "conceptual"], "linguistic", None]
    found = caused(replace(CASES, features={"cause": tags}), np.array([1.0, 1.0, 1.0]), RHO)
    shown = sheet(found).rows
    assert [(row.depth, *row.cells[:2]) for row in shown[:-2]] == [
        (0, "linguistic", 2),
        (1, "syntax", 1),
        (1, "(not looked into)", 1),
        (0, "conceptual", 1),
        (1, "(not looked into)", 1),
    ]
    assert shown[-2].cells[:4] == ("(not tagged)", 1, 0.125, 0.125)
    assert shown[-1].cells == ("all wrong answers", 3, 1.625, 1.625, 1.0)


def test_leaves_are_indented_and_who_tagged_nothing_is_told_how(seen: Seen) -> None:
    two = Cases(["1", "2"], ["", ""], [()] * 2, features={"cause": ["linguistic/syntax", None]})
    lines = [
        line.rstrip() for line in seen(show_sheet, sheet(caused(two, np.ones(2), np.array([1.0, 3.0])))).splitlines()
    ]
    assert [line.split()[:2] for line in lines[3:]] == [
        ["linguistic", "1"], ["syntax", "1"], ["(not", "tagged)"], ["all", "wrong"],
    ]  # fmt: skip
    assert lines[4].startswith("  syntax")
    assert lines[3].split()[-2:] == ["25.0", "%"]
    untagged = seen(show_sheet, sheet(caused(Cases(["1"], [""], [()]), np.ones(1), np.ones(1))))
    assert "tag items: murho judge RUN --causes FILE" in untagged


def test_a_cause_outside_the_taxonomy_is_shown_as_such(tmp_path: Path, record: Recorder, plain_suite: Suite) -> None:
    cases, answers = plain_suite(6)
    run = record(tmp_path / "run", cases, replace(answers, extras={"cause": ["bad luck"] * 6}))
    evidence = gather(run, None, None)
    of_run = causes_of(Subject(run, evidence.measure, evidence.reading))
    for found in (causes_of(evidence), of_run):  # type: ignore[arg-type]
        assert [row.cells[0] for row in sheet(found).rows[:2]] == ["(no branch of the taxonomy)", "bad luck"]
