"""What stands in the journal and is taken over from it; asking ⊥ once more, in rounds that may be stopped."""

import contextlib
import errno
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from murho.cli import status
from murho.core.case import Answers, Cases
from murho.core.errors import MurhoError
from murho.core.meaning import UNDEFINED
from murho.formats.saving import OutputError
from murho.measures import measure
from murho.pipeline.runs.answering import Journaling
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import Terms, run
from murho.store import Run, begin, open_run
from murho.store.journal import Journal, damaged_lines, read_journal
from murho.systems import Answer, Composed, Function, compose
from murho.systems.composed import asked_as
from murho.systems.interface import AlwaysOpen, together

NAMES = ["a", "a#2", "b#1"]
SUITE = Cases(NAMES, ["one", "two", "three"], [("x",)] * 3)
RECORD = {
    "settings": {
        "measures": ["labels"], "weight": "given", "missing": "undefined", "level": 0.95, "method": "auto", "seed": 0
    }
}  # fmt: skip


@pytest.fixture
def begun(tmp_path: Path) -> Run:
    return begin(tmp_path / "run", RECORD, [SUITE])


def test_stages_of_cases_that_are_done_go_with_their_journal(begun: Run) -> None:
    with Journaling(begun, NAMES, {}, None) as journal:
        for name, text in zip(NAMES, SUITE.texts, strict=True):
            journal.keep_stage(0, asked_as(name, text), Answer(0, ("heard",)))
        journal.keep_stage(1, asked_as("b#1#2", "heard"), Answer(0, ("meant",)))
        journal.write_part([Answers(["b#1"], [("x",)])])
    assert [entry.id for entry in begun.journal()] == [asked_as("a", "one"), asked_as("a#2", "two")]
    with Journaling(begun, NAMES, {}, None) as journal:
        journal.write_part([Answers(["a", "a#2"], [("x",), ("x",)])])
    assert begun.journal() == []
    assert not list((begun.path / "answers").glob("journal*"))


def test_an_id_that_looks_like_a_second_question_gets_no_answer_of_another() -> None:
    """`a` has two meanings heard, and the second is asked as `a#2`, which a case is called as well."""
    hear = Function({"one": ["p", "q"], "two": ["r"]}.__getitem__)
    chain = compose(hear, Function(str.upper), carry="all", names=("heard", "meant"))
    cases = Cases(["a", "a#2"], ["one", "two"], [("x",)] * 2)
    known: dict[tuple[int, str], Answer] = {}
    with chain:
        chain.remember({}, lambda stage, name, answer: known.__setitem__((stage, name), answer))
        first = [answer.answer for answer in chain.answer(cases)]
        chain.remember(known, lambda *_: pytest.fail("asked again"))
        again = [answer.answer for answer in chain.answer(cases)]
    assert first == again == [("P", "Q"), ("R",)]


def test_a_retry_asks_a_stage_that_failed_before_the_run_was_killed(begun: Run, tmp_path: Path) -> None:
    asked: list[str] = []

    def hear(text: str) -> str:
        asked.append(text)
        return text

    chain: Composed = compose(Function(hear), Function(str.upper), names=("heard", "meant"))
    folder = tmp_path / "chain"
    run(iter([SUITE]), chain, folder, Plan([measure("labels")]))
    (part,) = open_run(folder).parts_of_answers()
    part.unlink()
    asked.clear()
    with Journaling(open_run(folder), NAMES, {}, None) as journal:
        journal.keep_stage(0, asked_as("a", "one"), Answer(0, UNDEFINED, None, "down"))
        journal.keep_stage(0, asked_as("a#2", "two"), Answer(0, ("TWO",)))
    digest = open_run(folder).record["systems"][-1]["digest"]
    assert digest
    kept = run(iter([SUITE]), chain, folder, Plan([measure("labels")]), Terms(retry=True))
    assert asked == ["one", "three"]
    assert list(kept.answers().answers) == [("ONE",), ("TWO",), ("THREE",)]


class Odd(AlwaysOpen):
    """A system of one's own, whose second answer no file can hold."""

    def describe(self) -> dict[str, str]:
        return {"kind": "odd"}

    def answer(self, cases: Cases) -> Iterator[Answer]:
        yield Answer(0, ("x",))
        yield Answer(1, (object(),))  # type: ignore[arg-type]


def test_an_answer_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    with pytest.raises(MurhoError, match=r"'a#2': the answer cannot be written \(a value of type object\)"):
        run(iter([SUITE]), Odd(), tmp_path / "odd", Plan([measure("labels")]))
    assert list(open_run(tmp_path / "odd").answers().ids) == ["a"]


def test_a_file_is_no_run(tmp_path: Path) -> None:
    (tmp_path / "c.jsonl").touch()
    with pytest.raises(MurhoError, match=r"no run here; name a folder that holds a run\.json"):
        open_run(tmp_path / "c.jsonl")


KILLED = """
import os, signal
from collections.abc import Iterator
from murho.core.case import Cases
from murho.measures import measure
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.run import run
from murho.systems import Answer
from murho.systems.interface import AlwaysOpen

class Killed(AlwaysOpen):
    def describe(self):
        return {"kind": "killed"}

    def answer(self, cases):
        yield Answer(0, ("x",), 0.2)
        yield Answer(2, ("y",), 0.2)
        os.kill(os.getpid(), signal.SIGKILL)

suite = Cases(["a", "b", "c"], ["one", "two", "three"], [("x",)] * 3)
run(iter([suite]), Killed(), "half", Plan([measure("labels")]))
"""


def test_show_counts_the_answers_of_a_killed_run_that_are_in_no_part_yet(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ended = subprocess.run([sys.executable, "-c", KILLED], cwd=tmp_path, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not open_run(tmp_path / "half").parts_of_answers()  # so all that it answered is in the journal
    assert status(["show", str(tmp_path / "half"), "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["value"], shown["n"], shown["undefined"], shown["missing_answers"]) == (2 / 3, 3, 1, 1)
    assert shown["counts"]["correct"] == 1


def test_what_stages_said_outlives_a_second_kill(begun: Run) -> None:
    heard = {(0, asked_as("a", "one")): Answer(0, ("heard",), 0.2)}
    Journaling(begun, NAMES, heard, None)  # killed before anything else was kept
    assert [(entry.stage, entry.id) for entry in begun.journal()] == list(heard)


def test_a_line_behind_a_torn_one_is_read(tmp_path: Path) -> None:
    path = tmp_path / "journal-00000.jsonl"
    with Journal(path) as journal:
        journal.add("a", Answer(0, ("x",)))
        journal.add("b", Answer(0, ("y",)))
    path.write_bytes(path.read_bytes()[:-5])
    with Journal(path) as journal:
        journal.add("c", Answer(0, ("z",)))
    assert [entry.id for entry in read_journal(path)] == ["a", "c"]
    assert damaged_lines(path) == []


def test_answers_that_are_there_at_once_are_on_the_disk_together(tmp_path: Path) -> None:
    path = tmp_path / "journal-00000.jsonl"

    def kept() -> list[str]:
        return [entry.id for entry in read_journal(path)] if path.exists() else []

    with Journal(path) as journal:
        journal._writing = threading.current_thread()  # so that no thread writes meanwhile
        for answer in together(Answer(i, ("x",), 0.03) for i in range(3)):
            assert kept() == []
            journal.add(str(answer.position), answer)
        assert kept() == ["0", "1", "2"]
        journal.add("3", Answer(3, ("x",), 0.03))
        assert kept() == ["0", "1", "2"], "a quick one waits"
        journal._writing = None
    assert kept() == ["0", "1", "2", "3"]


@pytest.mark.parametrize("refused", [errno.EINVAL, errno.ENOSPC])
def test_a_file_system_that_keeps_no_promise_is_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused: int
) -> None:
    def refuse(_: int) -> None:
        raise OSError(refused, os.strerror(refused))

    monkeypatch.setattr(os, "fdatasync", refuse)
    with contextlib.ExitStack() as expected, Journal(tmp_path / "journal-00000.jsonl") as journal:
        if refused == errno.ENOSPC:
            expected.enter_context(pytest.raises(OutputError, match="No space left on device"))
        journal.add("a", Answer(0, ("x",), 0.2))
        journal.add("b", Answer(0, ("x",), 0.2))
        assert [entry.id for entry in read_journal(journal.path)] == ["a", "b"]


def test_what_was_paid_is_written_at_once_however_quick_it_was(tmp_path: Path) -> None:
    with Journal(tmp_path / "journal-00000.jsonl") as journal:
        journal.add("q1", Answer(0, ("hours",), 0.001, paid=True))
        assert [entry.id for entry in read_journal(journal.path)] == ["q1"]


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
    return run(iter([CASES]), Function(moody), folder, Plan([LABELS]), Terms(retry=retry))


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
