"""What the tests of systems share: scripts to run, cases, and a look whether anything was left behind."""

import os
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from murho.core.case import Answers, Cases
from murho.systems import System, gather

SCRIPTS = Path(__file__).parent / "scripts"
collect_ignore = ["scripts"]


def children() -> set[int]:
    """The processes this one has started that are still there, zombies among them."""
    found = set()
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == os.getpid():
                found.add(int(entry.name))
        except OSError:
            continue
    return found


def is_gone(pid: int, seconds: float = 60.0) -> bool:
    """Whether a process is not there or is a zombie, within so many seconds: one that is killed is gone soon after."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z":
                return True
        except OSError:
            return True
        time.sleep(0.02)
    return False


@pytest.fixture(autouse=True)
def _nothing_left() -> Iterator[None]:
    """No thread, no process and no open file is left behind by any test here."""
    before = children(), set(threading.enumerate()), set(os.listdir("/proc/self/fd"))
    yield
    assert children() <= before[0]
    assert set(threading.enumerate()) <= before[1]
    assert len(os.listdir("/proc/self/fd")) <= len(before[2])


def make_cases(*expressions: str) -> Cases:
    ids = [f"q{number}" for number in range(1, len(expressions) + 1)]
    return Cases(ids, list(expressions), [()] * len(ids))


@pytest.fixture
def cases() -> Callable[..., Cases]:
    """Cases q1, q2... of these expressions."""
    return make_cases


@pytest.fixture
def answers_of() -> Callable[..., Answers]:
    """Start a system, ask it these expressions, end it."""

    def ask(system: System, *expressions: str) -> Answers:
        asked = make_cases(*expressions)
        with system:
            answers = gather(asked, system.answer(asked))
        assert list(answers.ids) == list(asked.ids), "every case is answered once"
        return answers

    return ask


@pytest.fixture
def script() -> Callable[..., list[str]]:
    """The words that run a script of this folder."""
    return lambda name, *arguments: [sys.executable, str(SCRIPTS / f"{name}.py"), *arguments]
