"""A run that is killed at any moment goes on with the same command, and ends as if nothing had happened."""

import json
import os
import random
import signal
import subprocess
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run

SYSTEM = """
import os, time

log = open("asked.log", "a")
pause = float(os.environ.get("PAUSE", "0"))

def understand(expression):
    print(expression, file=log, flush=True)
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
    for _ in range(3000):
        if met():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    raise AssertionError("it never happened")


def figures(said: Any) -> Any:
    assert said.status == 0, said.err
    return said.json["figures"]


def test_killed(murho: Any, start: Any, here: Path) -> None:
    """SIGKILL leaves the finished part, which nobody is asked for again."""
    work = Work(here, 12_000)
    process = start(*work.command(), HANG="number 10500")
    part = here / "run" / "answers" / "part-00000.parquet"
    until(lambda: part.exists() and work.asked["number 10500"], process)
    process.kill()
    process.wait()
    assert len(work.answered()) == 10_000
    assert json.loads((here / "run" / "run.json").read_text())["state"] == "running"
    before = part.read_bytes()

    resumed = murho(*work.command())
    assert resumed.err == "10000 of 12000 cases had been answered before; --overwrite asks again\n"
    assert part.read_bytes() == before
    asked = work.asked
    assert {asked[f"number {i}"] for i in range(10_000)} == {1}
    assert {asked[f"number {i}"] for i in range(10_000, 10_501)} == {2}
    assert {asked[f"number {i}"] for i in range(10_501, 12_000)} == {1}
    assert sorted(work.answered(), key=int) == [str(i) for i in range(12_000)]
    assert figures(resumed) == figures(murho(*work.command("other"))), "as if nothing had happened"


@pytest.mark.parametrize(
    ("system", "sent"),
    [
        ("rules:understand", signal.SIGINT),
        ("rules:understand", signal.SIGTERM),
        ("cmd:python talk.py", signal.SIGINT),
    ],
)
def test_interrupted(murho: Any, start: Any, here: Path, system: str, sent: signal.Signals) -> None:
    """Ctrl-C writes what is finished down first."""
    work = Work(here, 60, system)
    environment = {"PATH": f"{Path(os.sys.executable).parent}:{os.environ['PATH']}"}  # type: ignore[attr-defined]
    process = start(*work.command(), PAUSE="0.03", **environment)
    until(lambda: len(work.asked) >= 15, process)
    process.send_signal(sent)
    out, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert out == b""
    assert err.decode().split("\n")[-2] == "interrupted; what was finished is kept, the same command goes on with it"
    assert not err.decode().split("\n")[0], "nothing but that"
    finished = work.answered()
    assert len(finished) >= 14

    resumed = murho(*work.command(), env={**os.environ, **environment})
    asked = work.asked
    assert set(asked) == {f"number {i}" for i in range(60)}
    assert all(asked[f"number {name}"] == 1 for name in finished), "not asked again"
    assert sum(asked.values()) <= 62, "but for what was under way"
    assert figures(resumed) == figures(murho(*work.command("other"), env={**os.environ, **environment}))


@pytest.mark.slow
def test_killed_again_and_again(murho: Any, start: Any, here: Path) -> None:
    """At moments that nobody chose, until it is done."""
    work = Work(here, 3000)
    rng = random.Random(5)
    often = "import murho.systems.interface as i\ni.parts.__kwdefaults__['seconds'] = 0.05\n"
    (here / "sitecustomize.py").write_text(often)
    kills = 0
    for _ in range(40):
        process = start(*work.command(), PAUSE="0.0005", PYTHONPATH=str(here))
        try:
            process.wait(0.4 + rng.random())
            break
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            kills += 1
    assert kills >= 2
    resumed = murho(*work.command())
    run = open_run(here / "run")
    assert len(run.parts_of_answers()) > kills / 2, "most of them got somewhere, also on a busy machine"
    assert sum(work.asked.values()) < 3000 + 300 * kills, "and the next one went on from there"
    assert figures(resumed) == figures(murho(*work.command("other")))
    assert sorted(run.answers().ids, key=int) == [str(i) for i in range(3000)]


def test_a_run_that_is_done_asks_nothing(murho: Any, here: Path) -> None:
    work = Work(here, 20)
    first = murho(*work.command())
    assert first.err == ""
    again = murho(*work.command())
    assert again.err == "20 of 20 cases had been answered before; --overwrite asks again\n"
    assert figures(again) == figures(first)
    assert sum(work.asked.values()) == 20
    anew = murho(*work.command(), "--overwrite")
    assert anew.err == ""
    assert sum(work.asked.values()) == 40
    assert figures(anew) == figures(first)


def test_other_measures_judge_without_asking(murho: Any, here: Path) -> None:
    work = Work(here, 20)
    murho(*work.command())
    other = murho("run", "cases.jsonl", "--system", work.system, "-m", "any_of", "-o", "run", "--json")
    assert set(figures(other)) == {"any_of"}
    assert sum(work.asked.values()) == 20


@pytest.mark.parametrize("change", ["cases", "system", "limit"])
def test_other_arguments_are_refused(murho: Any, here: Path, change: str) -> None:
    work = Work(here, 20)
    murho(*work.command())
    command = list(work.command())
    if change == "cases":
        with (here / "cases.jsonl").open("a") as file:
            print('{"id": "x", "expression": "number 1", "reference": []}', file=file)
    elif change == "system":
        (here / "others.py").write_text(SYSTEM)
        command[3] = "others:understand"
    else:
        command += ["--limit", "3"]
    line = murho(*command).line(2)
    assert line.startswith(f"run: holds a run with another {'system (spec' if change == 'system' else 'data ('}")
    assert line.endswith("choose another folder, or begin anew with --overwrite")
    assert sum(work.asked.values()) == 20
    assert len(work.answered()) == 20, "nothing is lost"


def test_a_part_that_cannot_be_read_is_deleted_and_asked_for_again(murho: Any, told: Any, here: Path) -> None:
    work = Work(here, 20)
    whole = figures(murho(*work.command()))
    part = here / "run" / "answers" / "part-00000.parquet"
    part.write_bytes(part.read_bytes()[:-10])
    line = murho(*work.command()).line()
    assert line.startswith("run/answers/part-00000.parquet: cannot be read as Parquet (")
    assert line.endswith("; delete it, and the same `murho run` asks again for what it held")
    part.unlink()
    assert figures(murho(*work.command())) == whole
    assert set(work.asked.values()) == {2}


def test_two_at_once_do_not_meet(murho: Any, start: Any, here: Path) -> None:
    work = Work(here, 5)
    process = start(*work.command(), HANG="number 2")
    until(lambda: work.asked["number 2"], process)
    for more in ((), ("--overwrite",)):
        line = murho(*work.command(), *more).line(2)
        assert line == "run: another murho is at work on this run; wait until it is done, or choose another folder"
    process.kill()
    process.wait()
    assert murho(*work.command()).status == 0


def test_show_of_half_a_run_says_so(murho: Any, told: Any, start: Any, here: Path) -> None:
    work = Work(here, 60)
    process = start(*work.command(), PAUSE="0.02")
    until(lambda: len(work.asked) >= 15, process)
    process.send_signal(signal.SIGINT)
    process.wait()
    answered = len(work.answered())
    found = told("show", "run", "-m", "meanings", "--json")
    assert found.status == 0
    assert found.json["n"] == 60
    assert found.json["missing_answers"] == 60 - answered
    assert found.err.startswith("run: not complete")
