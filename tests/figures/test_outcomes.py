"""Outcomes: what became of the cases."""

from collections.abc import Callable
from dataclasses import replace

from murho.core.case import Answers, Cases
from murho.core.judgement import Judgements
from murho.figures.outcomes import Outcome, Outcomes, sheet
from murho.sheets.markdown import markdown
from murho.sheets.writing import facts
from murho.store import Run
from murho.views.evidence import gather

Recorder = Callable[..., Run]
Suite = Callable[..., tuple[Cases, Answers]]


def test_outcomes_of_rows_finer_than_cases(plain: Run) -> None:
    evidence = gather(plain, ["meanings"], None)
    rows = Judgements.of([0, 0, 1, 0, 1, 1], case=[0, 0, 1, 1, 2, 2])
    cases = evidence.cases.take([0, 1, 2])
    some = replace(evidence, cases=cases, judged=(cases,), judgements=(rows,))
    assert some.kinds == ["right", "partly", "wrong"]


def test_kinds_counts_and_failures_stand_in_tables() -> None:
    right = Outcome("right", "loss 0", 3, 0.75, 0.5, 0.0)
    failed = Outcome("timeout", "timeout: 5 s", 1, 0.25, 0.5, 1.0)
    became, why = sheet(Outcomes([right], [("hits", 1234)], [failed])).sections
    assert facts(became, eye=True) == [("hits", "1,234")]
    assert (became.rows[0].cells, became.rows[0].note) == (("right", 3, 0.75, 0.5, 0.0), "loss 0")
    assert markdown(why).splitlines()[-1] == "| timeout (timeout: 5 s) | 1 | 25.0 % | 50.0 % | 100.0 % |"
    assert len(sheet(Outcomes([right], [], [])).sections) == 1
    assert Outcomes([right], [("hits", 3)], []).as_json()["kinds"][0]["share"] == 0.75
