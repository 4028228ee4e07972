"""Asking ⊥ once more, in rounds that may be stopped."""

import signal
from pathlib import Path

import pytest

from murho.core.case import Cases
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.runs.run import Plan, run
from murho.store import Run
from murho.systems.function import Function

CASES = Cases(
    [f"q{i}" for i in range(6)], [str(i) for i in range(6)], [("odd" if i % 2 else "even",) for i in range(6)]
)
LABELS = measure("labels")


class Moody:
    """Answers what is not among the numbers it fails on; is interrupted when it is asked for one."""

    def __init__(self) -> None:
        self.fails: set[int] = set()
        self.stops_at: int | None = None
        self.asked: list[int] = []
        self.round = 0

    def __call__(self, expression: str) -> str:
        number = int(expression)
        if number == self.stops_at:
            signal.raise_signal(signal.SIGTERM)
            return "cut off"
        self.asked.append(number)
        if number in self.fails:
            raise ConnectionError(f"round {self.round}")
        return "odd" if number % 2 else "even"


def go(moody: Moody, folder: Path, retry: bool = True) -> Run:
    moody.round += 1
    moody.asked.clear()
    return run(iter([CASES]), Function(moody), folder, Plan([LABELS]), retry=retry)


def earlier(kept: Run) -> dict[str, list[str]]:
    answers = kept.answers()
    found = answers.extras.get("earlier_failures", [None] * len(answers))
    return {name: reasons for name, reasons in zip(answers.ids, found, strict=True) if reasons}


def test_a_round_that_was_stopped_goes_on_where_it_stopped(tmp_path: Path) -> None:
    moody, folder = Moody(), tmp_path / "run"
    moody.fails = {0, 1, 2, 4}
    go(moody, folder, retry=False)
    assert moody.asked == [0, 1, 2, 3, 4, 5]

    moody.stops_at = 2
    with pytest.raises(KeyboardInterrupt):
        go(moody, folder)
    assert moody.asked == [0, 1]
    assert Run(folder).record["state"] == "running"

    moody.stops_at, moody.fails = None, {0, 1, 4}
    kept = go(moody, folder)
    assert moody.asked == [2, 4], "0 and 1 had their turn in this round"
    assert (kept.record["retried"], kept.record["retried_answered"]) == (4, 1)
    assert kept.record["answered_before"] == 4
    assert kept.record["counts"]["undefined"] == 3
    assert kept.record["state"] == "complete"
    assert earlier(kept) == {f"q{i}": ["ConnectionError: round 1"] for i in (0, 1, 2, 4)}
    assert len(kept.answers().ids) == 6

    kept = go(moody, folder)
    assert moody.asked == [0, 1, 4], "a new round"
    assert earlier(kept)["q0"] == ["ConnectionError: round 1", "ConnectionError: round 2"]
    assert earlier(kept)["q4"] == ["ConnectionError: round 1", "ConnectionError: round 3"]
    assert earlier(kept)["q2"] == ["ConnectionError: round 1"]


def test_a_stopped_round_that_is_not_gone_on_with_is_over(tmp_path: Path) -> None:
    moody, folder = Moody(), tmp_path / "run"
    moody.fails = {0, 1}
    go(moody, folder, retry=False)
    moody.stops_at, moody.fails = 1, set()
    with pytest.raises(KeyboardInterrupt):
        go(moody, folder)
    moody.stops_at = None
    kept = go(moody, folder, retry=False)
    assert moody.asked == []
    assert kept.record["state"] == "complete"
    assert not [name for name in kept.record if name.startswith("retr")]
    assert kept.record["counts"]["undefined"] == 1
    assert go(moody, folder).record["retried"] == 1
    assert moody.asked == [1]


def test_cases_that_were_never_asked_are_asked_with_those_that_failed(tmp_path: Path) -> None:
    moody, folder = Moody(), tmp_path / "run"
    moody.fails, moody.stops_at = {1}, 3
    with pytest.raises(KeyboardInterrupt):
        go(moody, folder)
    moody.fails, moody.stops_at = {4}, None
    kept = go(moody, folder)
    assert moody.asked == [1, 3, 4, 5]
    assert (kept.record["retried"], kept.record["retried_answered"]) == (1, 1)
    assert earlier(kept) == {"q1": ["ConnectionError: round 1"]}
    assert [
        name for name, answer in zip(kept.answers().ids, kept.answers().answers, strict=True) if answer is UNDEFINED
    ] == ["q4"]


def test_judgements_are_those_of_the_last_answers(tmp_path: Path) -> None:
    moody, folder = Moody(), tmp_path / "run"
    moody.fails = {0, 3}
    go(moody, folder, retry=False)
    moody.fails = set()
    kept = go(moody, folder)
    fresh = go(moody, tmp_path / "fresh", retry=False)
    cases = kept.cases()
    one, other = kept.judgements("labels", cases), fresh.judgements("labels", cases)
    assert one is not None
    assert other is not None
    assert one.loss.tolist() == other.loss.tolist() == [0] * 6
    assert kept.record["figures"] == fresh.record["figures"]
