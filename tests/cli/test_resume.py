"""A run that is killed at any moment goes on with the same command, and ends as if nothing had happened."""

import json
import os
import random
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.store import open_run

SYSTEM = """
import os, time

pause = float(os.environ.get("PAUSE", "0"))

def understand(expression):
    with open("asked.log", "a") as log:
        print(expression, file=log)
    time.sleep(pause)
    if expression == os.environ.get("HANG"):
        time.sleep(600)
    number = int(expression.split()[1])
    return None if number % 7 == 0 else ["even" if number % 2 == 0 else f"odd {number}"]
"""
COMMAND = """
import json, sys
from rules import understand
for line in sys.stdin:
    case = json.loads(line)
    print(json.dumps({"id": case["id"], "answer": understand(case["expression"])}), flush=True)
"""


LONG = 1000
"""Cases of a run that is interrupted: so many that it goes on for long, should the signal be late."""


class Work:
    """A suite, a system that writes down what it is asked, and the command that runs the one on the other."""

    def __init__(self, here: Path, size: int, system: str = "rules:understand"):
        self.here = here
        (here / "rules.py").write_text(SYSTEM)
        (here / "talk.py").write_text(COMMAND)
        cases = [
            {"id": str(i), "expression": f"number {i}", "reference": ["even"], "cluster": str(i // 3), "tens": i // 10}
            for i in range(size)
        ]
        (here / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in cases))
        self.system = system

    def command(self, folder: str = "run") -> tuple[str, ...]:
        return ("run", "cases.jsonl", "--system", self.system, "-m", "meanings", "-m", "graded", "-o", folder, "--json")

    @property
    def asked(self) -> Counter[str]:
        log = self.here / "asked.log"
        return Counter(log.read_text().splitlines() if log.exists() else [])

    def answered(self) -> Sequence[str]:
        return open_run(self.here / "run").answers().ids


@pytest.fixture
def start(here: Path) -> Any:
    """Starts the command and leaves it running; it is killed in the end."""
    started: list[subprocess.Popen[bytes]] = []

    def begin(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
        import sys

        command = [str(Path(sys.executable).with_name("murho")), *arguments]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe, cwd=here, env={**os.environ, **environment})
        started.append(process)
        return process

    yield begin
    for process in started:
        process.kill()
        process.communicate()


def until(met: Callable[[], object], process: subprocess.Popen[bytes]) -> None:
    """Wait until something is so, which must happen while the process lives."""
    while not met():  # for ever: tests have a time-out
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def figures(said: Any) -> Any:
    assert said.status == 0, said.err
    return said.json["figures"]


@pytest.mark.slow
def test_killed(told: Any, start: Any, here: Path) -> None:
    """SIGKILL leaves finished parts and what came after them in the journal; nobody is asked for these again."""
    work = Work(here, 12_000)
    process = start(*work.command(), HANG="number 10500")
    until(lambda: work.asked["number 10500"] and len(work.answered()) == 10_500, process)
    process.kill()
    process.wait()
    kept = len(work.answered())
    assert kept == 10_500
    assert json.loads((here / "run" / "run.json").read_text())["state"] == "running"
    before = [part.read_bytes() for part in open_run(here / "run").parts_of_answers()]

    resumed = told(*work.command())
    assert resumed.err == f"{kept} of 12000 cases had been answered before; --overwrite asks again\n"
    assert [part.read_bytes() for part in open_run(here / "run").parts_of_answers()][: len(before)] == before
    assert not list((here / "run" / "answers").glob("journal*"))
    asked = work.asked
    assert {asked[f"number {i}"] for i in range(kept)} == {1}
    assert {asked[f"number {i}"] for i in range(kept, 10_501)} == {2}
    assert {asked[f"number {i}"] for i in range(10_501, 12_000)} == {1}
    assert sorted(work.answered(), key=int) == [str(i) for i in range(12_000)]
    assert figures(resumed) == figures(told(*work.command("other"))), "as if nothing had happened"


@pytest.mark.parametrize(
    ("system", "pause"),
    [
        ("rules:understand", 0.002),
        ("cmd:python talk.py", 0.0),
        pytest.param("rules:understand", 0.0, marks=pytest.mark.slow),
        pytest.param("rules:understand", 0.03, marks=pytest.mark.slow),
        pytest.param("cmd:python talk.py", 0.002, marks=pytest.mark.slow),
        pytest.param("cmd:python talk.py", 0.03, marks=pytest.mark.slow),
    ],
)
def test_a_second_signal_loses_nothing(told: Any, start: Any, here: Path, system: str, pause: float) -> None:
    """`timeout` sends two: to its child, and to the group; people press twice."""
    work = Work(here, LONG, system)
    environment = {"PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    process = start(*work.command(), PAUSE="0.02", **environment)
    until(lambda: len(work.asked) >= 20, process)
    for _ in range(3):
        process.send_signal(signal.SIGTERM)
        time.sleep(pause)
    _, err = process.communicate()
    kept = len(work.answered())
    assert process.returncode == 130, err
    assert kept >= len(work.asked) - 2
    assert err.decode() == f"\ninterrupted; {kept} of {LONG} answers are kept, the same command goes on with it\n"


SWALLOWS = """
import os, time
def understand(expression):
    with open("asked.log", "a") as log:
        print(expression, file=log)
    try:
        time.sleep(0.05)
    except:
        return ["swallowed"]
    return ["even"]
"""


def test_a_function_that_swallows_the_signal_is_asked_nothing_more(told: Any, start: Any, here: Path) -> None:
    work = Work(here, LONG)
    (here / "rules.py").write_text(SWALLOWS)
    process = start(*work.command())
    until(lambda: len(work.asked) >= 10, process)
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    asked = len(work.asked)
    assert asked < LONG
    answers = open_run(here / "run").answers()
    assert set(answers.answers) == {("even",)}
    assert len(answers) >= asked - 1


CHAIN = """
import time
def hear(expression):
    with open("heard.log", "a") as log:
        print(expression, file=log)
    time.sleep(0.06)
    return [expression.upper()]
def parse(text):
    with open("parsed.log", "a") as log:
        print(text, file=log)
    if text.endswith(" 3") and not __import__("os").path.exists("go"):
        time.sleep(600)
    return ["even"]
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, pytest.param(signal.SIGTERM, marks=pytest.mark.slow)])
def test_what_a_stage_said_is_not_asked_again(told: Any, start: Any, here: Path, sent: signal.Signals) -> None:
    Work(here, 12)
    (here / "chain.py").write_text(CHAIN)
    command = ("run", "cases.jsonl", "--system", "heard=chain:hear", "--then", "meant=chain:parse", "-m", "meanings")
    process = start(*command, "-o", "run", "--json")
    until(lambda: (here / "parsed.log").exists() and "NUMBER 3" in (here / "parsed.log").read_text(), process)
    # Quick answers are written down some times a second: three of the second stage, behind those of the first.
    until(lambda: len(list(open_run(here / "run").journal())) == 15, process)
    process.send_signal(sent)
    process.communicate()
    heard = (here / "heard.log").read_text().splitlines()
    assert heard == [f"number {i}" for i in range(12)]
    (here / "go").touch()
    assert told(*command, "-o", "run").status == 0
    assert (here / "heard.log").read_text().splitlines() == heard, "what was paid for is kept"
    parsed = (here / "parsed.log").read_text().splitlines()
    assert [parsed.count(f"NUMBER {i}") for i in range(12)] == [1, 1, 1, 2, *[1] * 8]
    stages = open_run(here / "run").answers().extras["stages"]
    assert [stage["heard"] for stage in stages] == [[f"NUMBER {i}"] for i in range(12)]


def test_a_slow_answer_is_on_the_disk_before_the_next_question(told: Any, start: Any, here: Path) -> None:
    work = Work(here, 8)
    process = start(*work.command(), PAUSE="0.06", HANG="number 5")
    until(lambda: work.asked["number 5"], process)
    process.kill()
    process.wait()
    assert work.answered() == ["0", "1", "2", "3", "4"]
    assert told(*work.command()).status == 0
    assert sorted(work.asked.elements()) == sorted([*(f"number {i}" for i in range(8)), "number 5"])


def test_a_torn_line_of_the_journal_is_asked_again(told: Any, start: Any, here: Path) -> None:
    work = Work(here, 8)
    process = start(*work.command(), PAUSE="0.06", HANG="number 5")
    until(lambda: work.asked["number 5"], process)
    process.kill()
    process.wait()
    (journal,) = (here / "run" / "answers").glob("journal*")
    text = journal.read_bytes()
    journal.write_bytes(text.replace(b'"2"', b'"7"', 1)[:-4])
    assert work.answered() == ["0", "1", "3"]
    assert figures(told(*work.command())) == figures(told(*work.command("other")))
    assert work.asked["number 2"] == work.asked["number 4"] == 3


@pytest.mark.parametrize(
    ("system", "sent"),
    [
        ("rules:understand", signal.SIGINT),
        pytest.param("rules:understand", signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param("rules:understand", signal.SIGHUP, marks=pytest.mark.slow),
        ("cmd:python talk.py", signal.SIGINT),
    ],
)
def test_interrupted(told: Any, start: Any, here: Path, system: str, sent: signal.Signals) -> None:
    """Ctrl-C writes what is finished down first."""
    work = Work(here, LONG, system)
    environment = {"PATH": f"{Path(os.sys.executable).parent}:{os.environ['PATH']}"}  # type: ignore[attr-defined]
    process = start(*work.command(), PAUSE="0.03", **environment)
    until(lambda: len(work.asked) >= 15, process)
    process.send_signal(sent)
    out, err = process.communicate()
    assert process.returncode == 130
    assert out == b""
    finished = work.answered()
    assert len(finished) >= 14
    line = f"interrupted; {len(finished)} of {LONG} answers are kept, the same command goes on with it"
    assert err.decode().split("\n")[-2] == line
    assert not err.decode().split("\n")[0], "nothing but that"

    resumed = told(*work.command(), env={**os.environ, **environment})
    asked = work.asked
    assert set(asked) == {f"number {i}" for i in range(LONG)}
    assert all(asked[f"number {name}"] == 1 for name in finished), "not asked again"
    assert sum(asked.values()) <= LONG + 2, "but for what was under way"
    assert figures(resumed) == figures(told(*work.command("other"), env={**os.environ, **environment}))


@pytest.mark.slow
def test_killed_again_and_again(told: Any, start: Any, here: Path) -> None:
    """At moments that nobody chose, until it is done."""
    work = Work(here, 2000)
    rng = random.Random(5)
    kept: list[tuple[set[str], Counter[str]]] = []
    for _ in range(15):
        process = start(*work.command(), PAUSE="0.002")
        enough = sum(work.asked.values()) + rng.randrange(1, 200)
        # From the first question on, however long it took to come to it.
        while sum(work.asked.values()) < enough and process.poll() is None:
            time.sleep(0.01)
        if process.poll() is not None:
            break
        time.sleep(rng.random() * 0.1)
        process.kill()
        process.wait()
        kept.append(({f"number {name}" for name in work.answered()}, work.asked))
    assert len(kept) >= 3
    resumed = told(*work.command())
    run = open_run(here / "run")
    asked = work.asked
    for answered, before in kept:
        assert {name for name in answered if asked[name] != before[name]} == set(), "nobody is asked for it again"
    assert kept[-1][0] > kept[0][0], "each went on where the one before was killed"
    assert figures(resumed) == figures(told(*work.command("other")))
    assert sorted(run.answers().ids, key=int) == [str(i) for i in range(2000)]


def test_a_run_that_is_done_asks_nothing(told: Any, here: Path) -> None:
    work = Work(here, 20)
    first = told(*work.command())
    assert first.err == ""
    again = told(*work.command())
    assert again.err == "20 of 20 cases had been answered before; --overwrite asks again\n"
    assert figures(again) == figures(first)
    assert sum(work.asked.values()) == 20
    anew = told(*work.command(), "--overwrite")
    assert anew.err == ""
    assert sum(work.asked.values()) == 40
    assert figures(anew) == figures(first)


def test_other_measures_judge_without_asking(told: Any, here: Path) -> None:
    work = Work(here, 20)
    told(*work.command())
    other = told("run", "cases.jsonl", "--system", work.system, "-m", "any_of", "-o", "run", "--json")
    assert set(figures(other)) == {"any_of"}
    assert sum(work.asked.values()) == 20


@pytest.mark.parametrize("change", ["cases", "system", "limit"])
def test_other_arguments_are_refused(told: Any, here: Path, change: str) -> None:
    work = Work(here, 20)
    told(*work.command())
    command = list(work.command())
    if change == "cases":
        with (here / "cases.jsonl").open("a") as file:
            print('{"id": "x", "expression": "number 1", "reference": []}', file=file)
    elif change == "system":
        (here / "others.py").write_text(SYSTEM)
        command[3] = "others:understand"
    else:
        command += ["--limit", "3"]
    line = told(*command).line(2)
    assert line.startswith(f"run: holds a run with another {'system (spec' if change == 'system' else 'data ('}")
    assert line.endswith("choose another folder, or begin anew with --overwrite")
    assert sum(work.asked.values()) == 20
    assert len(work.answered()) == 20, "nothing is lost"


@pytest.mark.parametrize("system", ["rules:understand", "cmd:python talk.py"])
def test_a_larger_limit_asks_what_it_adds_and_no_more(told: Any, here: Path, system: str) -> None:
    work = Work(here, 200, system)
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}

    def limited(*more: str) -> Any:
        return told(*work.command(), *more, env=environment)

    assert limited("--limit", "10").status == 0
    first = set(work.answered())
    larger = limited("--limit", "60")
    assert larger.err == "10 of 60 cases had been answered before; --overwrite asks again\n"
    second = set(work.answered())
    assert (len(first), len(second), first < second) == (10, 60, True)
    assert open_run(here / "run").record["data"]["limit"] == 60
    line = limited("--limit", "20").line(2)
    assert line.startswith("run: holds a run with another data (limit")
    assert limited("--limit", "70", "--seed", "5").line(2).startswith("run: holds a run with another data (")
    assert figures(limited()) == figures(told(*work.command("other"), env=environment)), "as if asked at once"
    assert sorted(work.answered(), key=int) == [str(i) for i in range(200)]
    assert set(work.asked.values()) == {2}
    assert "holds a run with another data" in limited("--limit", "60").line(2)


def test_a_run_killed_while_it_was_extended(told: Any, here: Path) -> None:
    work = Work(here, 100)
    told(*work.command(), "--limit", "10")
    suite = (here / "run" / "cases.parquet").read_bytes()
    told(*work.command(), "--limit", "30")
    whole = figures(told(*work.command(), "--limit", "30"))
    asked = work.asked
    record = json.loads((here / "run" / "run.json").read_text())
    extended = (here / "run" / "cases.parquet").read_bytes()
    for left in (suite, extended):  # killed before the suite was written, and after
        (here / "run" / "run.json").write_text(json.dumps({**record, "state": "extending", "digests": {}}))
        (here / "run" / "cases.parquet").write_bytes(left)
        assert figures(told(*work.command(), "--limit", "30")) == whole
        assert open_run(here / "run").record["state"] == "complete"
    assert work.asked == asked


def test_a_part_that_cannot_be_read_is_deleted_and_asked_for_again(told: Any, here: Path) -> None:
    work = Work(here, 20)
    whole = figures(told(*work.command()))
    (part,) = (here / "run" / "answers").glob("part-*")
    part.write_bytes(part.read_bytes()[:-10])
    line = told(*work.command()).line()
    assert line.startswith(f"run/answers/{part.name}: its bytes are not those that were written")
    assert line.endswith("; delete it, and the same `murho run` asks again for what it held")
    part.unlink()
    assert figures(told(*work.command())) == whole
    assert set(work.asked.values()) == {2}


def test_two_at_once_do_not_meet(told: Any, start: Any, here: Path) -> None:
    work = Work(here, 5)
    process = start(*work.command(), HANG="number 2")
    until(lambda: work.asked["number 2"], process)
    for more in ((), ("--overwrite",)):
        line = told(*work.command(), *more).line(2)
        who = f"process {process.pid} on {socket.gethostname()}"
        todo = "wait until it is done, or choose another folder"
        assert line == f"run: another murho is at work on this run ({who}); {todo}"
    process.kill()
    process.wait()
    assert told(*work.command()).status == 0


def test_show_of_half_a_run_says_so(told: Any, start: Any, here: Path) -> None:
    work = Work(here, LONG)
    process = start(*work.command(), PAUSE="0.02")
    until(lambda: len(work.asked) >= 15, process)
    process.send_signal(signal.SIGINT)
    process.wait()
    answered = len(work.answered())
    found = told("show", "run", "-m", "meanings", "--json")
    assert found.status == 0
    assert found.json["n"] == LONG
    assert found.json["missing_answers"] == LONG - answered
    so_far = f"{answered} of {LONG} cases are answered, the others count as undefined here"
    note = f"not complete: {so_far}; the same run, started again, goes on with it"
    assert found.json["notes"] == [note]
    assert f"  note  {note}\n" in told("show", "run", "-m", "meanings").out
    assert murho.show("run", measures="meanings").notes == (note,)
