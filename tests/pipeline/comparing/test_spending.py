"""π beside what an answer takes: of several runs, in money, tokens or time, on the cases that all were asked."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho import compare
from murho.core.case import Answers, Cases
from murho.measures import measure
from murho.pipeline.comparing.spending import mean_of, spending
from murho.pipeline.scoring.reading import Reading
from murho.store import Run

Made = Callable[..., Run]


@pytest.fixture
def made(tmp_path: Path, record: Callable[..., Run]) -> Made:
    """A run of `right` right answers to these of ten cases; each answer takes what is said, in extras or seconds."""

    def make(name: str, right: int, *, asked: int = 10, seconds: float | None = 0.5, **extras: list[Any]) -> Run:
        ids = [f"q{i}" for i in range(asked)]
        cases = Cases(ids, ["where is it"] * asked, [("x",)] * asked)
        said: list[Any] = [("x",) if i < right else ("y",) for i in range(asked)]
        answers = Answers(ids, said, seconds=None if seconds is None else [seconds] * asked, extras=extras)
        return record(tmp_path / name, cases, answers, ("meanings",))

    return make


def found(*runs: Run) -> Any:
    return spending(runs, measure("meanings"), Reading())


def test_time_where_nothing_else_is_told(made: Made) -> None:
    told = found(made("slow", 8, seconds=2.0), made("quick", 5, seconds=0.25), made("bad", 4, seconds=0.25))
    assert (told.of, told.cases) == ("seconds", 10)
    assert [(one.figure.value, one.cost.value) for one in told.systems] == [(0.2, 2.0), (0.5, 0.25), (0.6, 0.25)]
    assert [one.beaten for one in told.systems] == [False, False, True]
    assert told.as_json()["systems"][1]["an_answer"] == {"mean": 0.25, "interval": [0.25, 0.25], "answers": 10}


def test_money_before_tokens_before_time(made: Made) -> None:
    priced = made("priced", 8, tokens_in=[100] * 10, tokens_out=[20] * 10, cost=[0.5, 1.5] * 5)
    free = made("free", 8, tokens_in=[10] * 10, tokens_out=[None, 2] * 5)
    assert found(priced, priced).of == "cost"
    tokens = found(priced, free)
    assert tokens.of == "tokens"
    assert [one.cost.value for one in tokens.systems] == [120, 11]
    assert found(priced, made("silent", 8)).of == "seconds"
    assert found(priced, made("untold", 8, seconds=None)) is None


def test_money_in_two_currencies_is_not_compared(made: Made) -> None:
    euros, dollars = made("EUR", 8, cost=[0.5] * 10), made("USD", 8, cost=[0.5] * 10)
    for run in (euros, dollars):  # as the record of a service names it
        told = run.record | {"system": run.record["system"] | {"asked": {"currency": run.path.name}}}
        (run.path / "run.json").write_text(json.dumps(told))
    assert (found(euros, euros).of, found(euros, euros).currency) == ("cost", "EUR")
    assert found(euros, dollars).of == "seconds"


def test_of_two_that_err_alike_the_dearer_is_beaten(made: Made) -> None:
    told = found(made("dear", 5, seconds=2.0), made("cheap", 5, seconds=1.0), made("as cheap", 5, seconds=1.0))
    assert [one.beaten for one in told.systems] == [True, False, False]


def test_a_note_where_it_is_asked_for_and_not_told(made: Made) -> None:
    timed, untold = made("timed", 8), made("untold", 8, seconds=None)
    noted = compare(timed, untold, measures=["meanings"], efficiency=True)
    assert [note for note in noted.as_json()["notes"] if "takes is not told" in note]
    assert "notes" not in compare(timed, timed, measures=["meanings"], efficiency=True).as_json()
    assert "notes" not in compare(timed, untold, measures=["meanings"]).as_json()


def test_only_what_all_were_asked(made: Made) -> None:
    told = found(made("ten", 4), made("five", 4, asked=5), made("eight", 4, asked=8))
    assert told.cases == 5
    assert [one.figure.value for one in told.systems] == [0.2] * 3


def test_a_mean_by_clusters() -> None:
    values = [1.0, 3.0, 2.0, 2.0]
    alone = mean_of(values * 5, list(range(20)), 0.95)
    together = mean_of(values * 5, [i % 4 for i in range(20)], 0.95)
    assert alone is not None
    assert together is not None
    assert (alone.value, together.value) == (2.0, 2.0)
    # ± t(19)·√(20/19·Σd²)/20 with Σd² = 10, and t(3)·√(4/3·Σ(5d)²)/20 with Σ(5d)² = 50
    assert alone.high - 2 == pytest.approx(2.0930 * (20 / 19 * 10) ** 0.5 / 20, rel=1e-4)
    assert together.high - 2 == pytest.approx(3.1824 * (4 / 3 * 50) ** 0.5 / 20, rel=1e-4)
    one = mean_of([1.0, 2.0], ["a", "a"], 0.95)
    assert one is not None
    assert one.as_json()["interval"] is None
    assert mean_of([None, float("nan"), -1.0], ["a", "b", "c"], 0.95) is None
    less = mean_of([2.0, -1.0, 4.0], ["a", "b", "c"], 0.95)
    assert less is not None
    assert (less.value, less.answers) == (3.0, 2)
