"""A report made of tiny parts is the report made of the whole."""

import json
import sys
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.core.case import Answers, Cases
from murho.core.deferred import AT_ONCE
from murho.store import open_run
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("measures", "weights", "plan"),
    [
        (("meanings(shifting=mu3())", "graded"), ("given", "constant"), {}),
        (("graded",), None, {"missing": "skip"}),
    ],
    ids=["two measures", "skipping"],
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


@pytest.mark.slow
def test_a_report_holds_some_bytes_of_each_case(record: Callable[..., Any], tmp_path: Path) -> None:
    """The most that is allocated at a time, counted by Python itself; columns of doubles took over 100 bytes a case."""

    def peak(n: int) -> int:
        ids, labels = [f"case-{i:06}" for i in range(n)], [("play", "stop", "add")[i % 3] for i in range(n)]
        cases = Cases(
            ids,
            [f"say {i}" + " again" * (i % 5) for i in range(n)],
            [(label,) for label in labels],
            weights=[(0.05, 0.5, 1.0)[i % 3] for i in range(n)],
            features={"topic": [f"t{i % 7}" for i in range(n)], "size": [i % 40 for i in range(n)]},
        )
        answers = Answers(ids, [(labels[i - (i % 4 == 0)],) for i in range(n)], [0.001 * (i % 900) for i in range(n)])
        run = open_run(record(tmp_path / str(n) / "run", cases, answers, ("labels",)).path)
        del cases, answers, ids, labels
        tracemalloc.start()
        try:
            shown = report(gather(run, None, None))
            assert shown.whole.n == n
            return tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

    few, many = peak(20_000), peak(80_000)
    print(few, many, (many - few) / 60_000)
    assert (many - few) / 60_000 < 40
