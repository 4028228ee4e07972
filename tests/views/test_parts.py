"""A report made of tiny parts is the report made of the whole."""

import json
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.deferred import AT_ONCE
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
