"""Outcomes: what became of the cases."""

from collections.abc import Callable
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.judgement import Judgements
from murho.store import Run
from murho.views.evidence import gather
from murho.views.outcomes import kinds_of

Recorder = Callable[..., Run]
Suite = Callable[..., tuple[Cases, Answers]]


def test_outcomes_of_rows_finer_than_cases(plain: Run) -> None:
    evidence = gather(plain, ["meanings"], None)
    rows = Judgements.of([0, 0, 1, 0, 1, 1], case=[0, 0, 1, 1, 2, 2])
    cases = evidence.cases.take([0, 1, 2])
    some = replace(evidence, cases=cases, judged=(cases,), judgements=(rows,))
    assert kinds_of(some) == ["right", "partly", "wrong"]
