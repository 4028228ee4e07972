"""Runs by partitions, in this process: the same run as without, gone on with whatever ended it."""

import json
import signal
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.case import Answers, Cases
from murho.core.errors import MurhoError, UsageError
from murho.engines.local import Here, local
from murho.measures import measure
from murho.pipeline.runs import partitions
from murho.pipeline.runs.finishing import judge_again
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import Terms, Workers, run
from murho.store import Run, open_run
from murho.store.journal import Journal
from murho.systems import Answer, Function, System, compose
from murho.systems.recorded import Recorded


class parts(local):  # noqa: N801  named as it is typed
    """This process, and the work cut nevertheless."""

    @property
    def here(self) -> bool:
        return False


SUITE = Cases(
    [f"q{i}" for i in range(23)],
    [f"turn {i}" for i in range(23)],
    [("abca"[i % 4],) for i in range(23)],
    clusters=[f"d{i % 3}" if i % 5 else None for i in range(23)],
    features={"day": ["mo" if i % 2 else "tu" for i in range(23)]},
)
ASKED: list[str] = []
LIMIT: list[int] = []
"""After how many calls the work is ended, if it is."""


def answer(text: str) -> str:
    if LIMIT and len(ASKED) >= LIMIT[0]:
        signal.raise_signal(signal.SIGTERM)
        return "cut off"
    ASKED.append(text)
    number = int(text.split()[-1])
    if number == 7:
        raise ValueError("seven")
    return "abcd"[number % 4]


def counts(text: str, before: list[str]) -> str:
    return f"{len(before)} {before[-1] if before else ''}"


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "LARGEST", 4)
    ASKED.clear()
    LIMIT.clear()


def done(folder: Path, function: Any = answer, engine: Any = None, cases: Cases = SUITE, **more: Any) -> Run:
    make = partial(Function, function)
    plan = Plan([measure("labels"), measure("words")], data={"digest": "sha256:7"})
    return run(iter([cases]), make(), folder, plan, Terms(**more), workers=Workers(engine, make))


def same(one: Run, other: Run) -> None:
    order = one.cases().ids
    parts_of_other = [other.answers_of([file]) for file in other.parts_of_answers()]
    if not other.record.get("retried"):
        assert sorted(name for part in parts_of_other for name in part.ids) == sorted(order), "each is in one part"
    first, second = one.answers().for_cases(order), other.answers().for_cases(order)
    assert (first.answers, first.failures, first.extras) == (second.answers, second.failures, second.extras)
    assert one.record["figures"] == other.record["figures"]
    assert one.record["signature"] == other.record["signature"]
    for file in one.path.glob("judgements/*/*"):
        assert (other.path / file.relative_to(one.path)).read_bytes() == file.read_bytes()
    assert (one.path / "cases.parquet").read_bytes() == (other.path / "cases.parquet").read_bytes()
    assert not list((other.path / "answers").glob("partition-*"))


@given(st.lists(st.sampled_from(["a", "b", "c", "d", None]), max_size=40), st.integers(1, 9))
def test_clusters_are_never_cut_and_no_case_is_lost(clusters: list[str | None], size: int) -> None:
    found = [part.tolist() for part in partitions.cut(clusters, size)]
    assert sorted(position for part in found for position in part) == list(range(len(clusters)))
    assert all(part == sorted(part) for part in found)
    for name in set(clusters) - {None}:
        assert sum(any(clusters[position] == name for position in part) for part in found) == 1
    assert all(len(part) >= size for part in found[:-1])


@pytest.mark.parametrize("function", [answer, counts])
def test_a_run_by_partitions_is_the_run(tmp_path: Path, function: Any) -> None:
    one, apart = done(tmp_path / "one", function), done(tmp_path / "apart", function, parts())
    same(one, apart)
    assert len(apart.parts_of_answers()) > len(one.parts_of_answers())
    assert apart.record["system"]["engine"].endswith(":parts")
    assert "engine" not in one.record["system"]


def test_the_most_memory_of_all_workers_is_kept(tmp_path: Path) -> None:
    """Of each partition the worker tells what its system has had so far; it need not rise."""
    told = iter([3 << 20, 7 << 20, 5 << 20, None, 6 << 20, 7 << 20])

    class Told(Function):
        memory = property(lambda self: next(told))

    plan = Plan([measure("labels")], data={"digest": "sha256:7"})
    make = partial(Told, answer)
    kept = run(iter([SUITE]), make(), tmp_path / "run", plan, workers=Workers(parts(), make))
    assert len(kept.parts_of_answers()) == 6
    assert kept.record["memory"] == 7 << 20


@pytest.mark.parametrize("engines", [(parts(), None), (None, parts()), (parts(), parts())], ids=["from", "to", "on"])
@pytest.mark.parametrize("calls", [1, 9, 22])
def test_what_was_begun_goes_on_under_another_engine(tmp_path: Path, engines: Any, calls: int) -> None:
    whole = done(tmp_path / "whole")
    ASKED.clear()
    LIMIT.append(calls)
    with pytest.raises(KeyboardInterrupt):
        done(tmp_path / "run", engine=engines[0])
    assert len(ASKED) == calls
    LIMIT.clear()
    resumed = done(tmp_path / "run", engine=engines[1])
    assert sorted(ASKED) == sorted(SUITE.expressions), "nothing was asked twice"
    same(whole, resumed)


def test_dialogues_go_on_with_what_was_answered_before(tmp_path: Path) -> None:
    whole = done(tmp_path / "whole", counts)
    partly = done(tmp_path / "run", counts)
    for file in partly.parts_of_answers():
        file.unlink()
    kept = whole.answers()
    first = {f"q{i}" for i in range(0, 23, 2)}
    rows = [row for row, name in enumerate(kept.ids) if name in first]
    from murho.formats.join import take_answers

    partly.add_answers(take_answers(kept, rows), system=partly.record["systems"][0]["digest"])
    same(whole, done(tmp_path / "run", counts, parts()))


def test_a_retry_asks_only_what_failed_and_keeps_the_reasons(tmp_path: Path) -> None:
    for engine, folder in ((None, tmp_path / "one"), (parts(), tmp_path / "apart")):
        done(folder, engine=engine)
        ASKED.clear()
        done(folder, engine=engine, retry=True)
        assert ASKED == ["turn 7"]
    same(open_run(tmp_path / "one"), open_run(tmp_path / "apart"))
    answers = open_run(tmp_path / "apart").answers()
    assert answers.extras["earlier_failures"][list(answers.ids).index("q7")] == ["ValueError: seven"]


def test_a_partition_that_is_done_twice_is_in_the_run_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Here.map

    def twice(self: Here, function: Any, todo: Any, heard: Any = None) -> Any:
        def again(partition: Any, tell: Any) -> Any:
            function(partition, tell)
            return function(partition, tell)

        yield from real(self, again, todo, heard)

    whole = done(tmp_path / "whole")
    monkeypatch.setattr(Here, "map", twice)
    ASKED.clear()
    same(whole, done(tmp_path / "run", engine=parts()))
    assert len(ASKED) == len(SUITE), "what the journal of the first time says is not asked again"


def test_finished_partitions_that_nobody_has_taken_in_are_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = done(tmp_path / "whole")
    ASKED.clear()

    def dies(*_: Any) -> None:
        raise MurhoError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(partitions, "adopt", dies)
        with pytest.raises(MurhoError, match="killed"):
            done(tmp_path / "run", engine=parts())
    assert len(ASKED) == 4
    same(whole, done(tmp_path / "run"))
    assert len(ASKED) == len(SUITE)


def test_a_worker_with_another_system_refuses(tmp_path: Path) -> None:
    plan = Plan([measure("labels")])
    with pytest.raises(MurhoError, match=r"^a worker has another .*counts \(sha256:.*\) than the process that began"):
        run(
            iter([SUITE]), Function(answer), tmp_path / "run", plan, workers=Workers(parts(), partial(Function, counts))
        )


def test_a_worker_stops_when_somebody_else_goes_on_with_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(partitions, "_LOOK", 0.0)
    holders = iter(["me", "me", "me", "another"])
    monkeypatch.setattr(partitions, "holder", lambda _: next(holders))
    with pytest.raises(MurhoError, match="the process that gave this partition works on it no more"):
        done(tmp_path / "run", engine=parts())
    assert len(ASKED) == 3, "and its answers are in the journal"
    assert len(open_run(tmp_path / "run").answers()) == 3


def test_recorded_answers_are_read_here_and_judged_by_workers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "JUDGED", 4)
    told = done(tmp_path / "asked").answers()
    plan = Plan([measure("labels"), measure("words")], data={"digest": "sha256:7"})
    judged, by_worker = [], partitions._judge

    def judge(folder: str, by: Any, places: Any, tell: Any) -> Any:
        judged.append((repr(by), places.tolist()))
        return by_worker(folder, by, places, tell)

    monkeypatch.setattr(partitions, "_judge", judge)
    said = [Answers(told.ids[start : start + 9], told.answers[start : start + 9]) for start in (0, 9, 18)]

    def go(name: str, engine: Any = None) -> Run:
        system = Recorded(lambda: said, "said.jsonl")
        return run(iter([SUITE]), system, tmp_path / name, plan, workers=Workers(engine, lambda: system))

    one, apart = go("one"), go("apart", parts())
    same(one, apart)
    assert len(judged) == 12
    assert sorted(place for name, places in judged if name == "words" for place in places) == list(range(23))
    assert go("apart").record["answered_before"] == 23
    assert len(judged) == 12


def test_a_recorded_stage_is_refused(tmp_path: Path) -> None:
    system = compose(Recorded(list, "said.jsonl"), Function(answer))
    with pytest.raises(UsageError, match="recorded answers as a stage are read by one process; leave engine= out"):
        run(
            iter([SUITE]), system, tmp_path / "run", Plan([measure("labels")]), workers=Workers(parts(), lambda: system)
        )


def shout(text: str) -> str:
    ASKED.append(text)
    return text


def test_what_stages_said_is_asked_once(tmp_path: Path) -> None:
    plan = Plan([measure("labels")])

    def chain() -> System:
        return compose(Function(shout), Function(answer), names=["heard", None])

    one = run(iter([SUITE]), chain(), tmp_path / "one", plan)
    ASKED.clear()
    LIMIT.append(30)
    with pytest.raises(KeyboardInterrupt):
        run(iter([SUITE]), chain(), tmp_path / "run", plan, workers=Workers(parts(), chain))
    LIMIT.clear()
    other = run(iter([SUITE]), chain(), tmp_path / "run", plan, workers=Workers(parts(), chain))
    assert len(ASKED) == 2 * len(SUITE)
    order = SUITE.ids
    assert one.answers().for_cases(order).answers == other.answers().for_cases(order).answers


def test_saved_answers_are_judged_by_partitions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(partitions, "JUDGED", 5)
    one, apart = done(tmp_path / "one", engine=parts()), done(tmp_path / "apart", engine=parts())
    scores = [judge_again(one, measure("characters"))]
    with parts().open() as running:
        scores.append(judge_again(apart, measure("characters"), None, running))
    assert scores[0].as_json() == scores[1].as_json()
    same(one, apart)


@pytest.mark.parametrize("rows", [[0], [22], [3, 4, 5], [0, 22], list(range(23))])
def test_cases_are_read_from_the_folder_of_the_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rows: list[int]
) -> None:
    monkeypatch.setattr("murho.store.run.GROUP", 4)
    cases = partitions.cases_at(done(tmp_path / "run").suite(), np.array(rows))
    assert list(cases.ids) == [f"q{row}" for row in rows]
    assert list(cases.places or ()) == rows
    assert cases.features["day"] == [SUITE.features["day"][row] for row in rows]


def test_journals_of_a_partition_are_answers_of_the_run(tmp_path: Path) -> None:
    ran = done(tmp_path / "run")
    with Journal(ran.path / "answers" / "partition-ab-1.jsonl") as journal:
        journal.add("q0", Answer(0, ("z",)))
    answers = open_run(ran.path).answers()
    assert answers.answers[list(answers.ids).index("q0")] == ("z",)
    assert json.loads((ran.path / "run.json").read_text())["state"] == "complete"
