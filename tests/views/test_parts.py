"""A report, or a comparison, made of tiny parts is the one made of the whole."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.columns import AT_ONCE
from murho.figures import ComparedSubject, values_of_comparison
from murho.measures import measure
from murho.pipeline.comparing import changes, spending
from murho.pipeline.comparing.columns import columns_wanted
from murho.pipeline.comparing.compare import compare
from murho.pipeline.scoring.reading import Reading
from murho.store.suite import GROUP
from murho.views.evidence import gather
from murho.views.report import report


def in_tiny_parts(patch: pytest.MonkeyPatch) -> None:
    """Whatever reads or writes some thousand cases together takes seven from now on."""
    for name, module in list(sys.modules.items()):
        if name.startswith("murho."):
            for constant, value in (("AT_ONCE", AT_ONCE), ("GROUP", GROUP)):
                if vars(module).get(constant) == value:
                    patch.setattr(module, constant, 7)


def with_what_was_heard(cases: Cases, answers: Answers) -> tuple[Cases, Answers]:
    """The same of a chain, of which some cases are open, under one stage, the other, or both."""
    said = [(cases.texts[i],) if i % 8 else None for i in range(len(cases))]
    heard = [["question number one"] if i % 3 else [cases.texts[i]] if i % 2 else None for i in range(len(cases))]
    return (
        replace(
            cases,
            references=[None if i % 12 == 4 or i == 8 else one for i, one in enumerate(cases.references)],
            by_stage={"heard": said},
        ),
        replace(answers, extras={**answers.extras, "stages": [{"heard": one} for one in heard]}),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measures", "weights", "plan"),
    [
        (("meanings(shifting=mu3())", "graded"), ("given", "constant"), {}),
        (("graded",), None, {"missing": "skip"}),
        (("words@heard", "graded"), None, {}),
    ],
    ids=["two measures", "skipping", "a stage"],
)
def test_a_report_of_tiny_parts(
    measures: tuple[str, ...],
    weights: tuple[str, ...] | None,
    plan: dict[str, Any],
    record: Callable[..., Any],
    plain_suite: Callable[..., tuple[Cases, Answers]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases, answers = plain_suite(30)
    if any("@heard" in name for name in measures):
        cases, answers = with_what_was_heard(cases, answers)
    answers = answers.for_cases(cases.ids[:27])

    def made(folder: str, groups: int) -> Any:
        run = record(tmp_path / folder / "run", cases, answers, measures, **plan)
        assert sum(1 for _ in run.suite().batches()) == groups
        made = report(gather(run, None, weights, bound=0.3, users=["question number 1 please", "else"]), worst=9)
        return json.loads(json.dumps(made.as_json()))

    whole = made("whole", 1)
    in_tiny_parts(monkeypatch)
    parts = made("parts", 5)
    assert {name for name, part in parts.items() if part != whole[name]} <= {"about", "settings", "command"}
    assert whole["slices"]["tables"], "there is something to compare"


@pytest.mark.parametrize("missing", ["shared", "undefined"])
def test_a_comparison_by_columns_is_that_of_whole_runs(
    missing: str,
    record: Callable[..., Any],
    plain_suite: Callable[..., tuple[Cases, Answers]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cases, answers = plain_suite(30)
    ids = [[name for i, name in enumerate(cases.ids) if i % n] for n in (9, 8)]
    said = [(*answers.answers[4:], *answers.answers[:4]), answers.answers]
    runs = [
        record(tmp_path / name, stands_together(cases), replace(answers, answers=some).for_cases(held), ("graded",))
        for name, some, held in zip("ab", said, ids, strict=True)
    ]
    graded, reading = measure("graded"), Reading(by=["topic", "tags", "cluster"])

    def made() -> Any:
        found = compare(runs, graded, reading, missing=missing)
        values = values_of_comparison(ComparedSubject(found, runs, graded, reading, missing, on_pages=True))
        return json.loads(json.dumps({name: value.as_json() for name, value in values.items()}))

    in_tiny_parts(monkeypatch)
    assert columns_wanted(*runs, graded, reading, missing) is not None
    by_columns = made()
    for module in (changes, spending):
        monkeypatch.setattr(module, "columns_wanted", lambda *_: None)
    assert by_columns == made()
    assert by_columns["changes"]["pairs"][0]["broken"]
    assert by_columns["spending"]["of"] == "seconds"


def stands_together(cases: Cases) -> Cases:
    """The same, whose clusters follow each other without a gap."""
    return replace(cases, clusters=[f"d{i // 3}" if i < 21 else None for i in range(len(cases))])
