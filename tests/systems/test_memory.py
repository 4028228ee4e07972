"""The memory of processes: of real ones that hold as much as they are told."""

import os
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from murho.core.case import Answers
from murho.systems import Command, Function, compose, process
from murho.systems.process import Process, most_memory

from .conftest import SCRIPTS

Ask = Callable[..., Answers]
Script = Callable[..., list[str]]
MB = 1 << 20
pytestmark = pytest.mark.skipif(most_memory(os.getpid()) is None, reason="nobody tells of processes here")


def test_the_most_that_a_process_had(answers_of: Ask, script: Script) -> None:
    plain, holding = Command(script("holding")), Command(script("holding"))
    answers_of(plain, "0", "0")
    answers_of(holding, "0", "100", "0")  # it is let go again, and has been
    assert plain.memory is not None
    assert holding.memory is not None
    assert 2 * MB < plain.memory < 50 * MB
    assert 80 * MB < holding.memory - plain.memory < 120 * MB
    answers_of(holding, "0")
    assert holding.memory < 50 * MB, "asked anew it is told anew"


def test_a_process_that_is_killed_or_ends_has_had_its_memory(answers_of: Ask, script: Script) -> None:
    killed = Command(script("moody", "ready"), startup=60, timeout=0.5)
    answers_of(killed, "hang")
    assert (killed.memory or 0) > 2 * MB
    several = Command(script("holding"), workers=3)
    answers_of(several, "0", "100", "0", "0")
    assert 100 * MB < (several.memory or 0) < 160 * MB, "that of one process, not of all workers"


@pytest.mark.skipif(not [*Path("/proc/self/task").glob("*/children")], reason="the kernel does not list children")
def test_what_it_starts_counts(answers_of: Ask, script: Script) -> None:
    command = f"{shlex.join(script('holding'))}; exit"  # a shell that has more to do stays, and waits
    wrapped = Command(["sh", "-c", command])
    answers_of(wrapped, "100")
    assert (wrapped.memory or 0) > 100 * MB


def test_stages_together_and_what_nobody_can_tell(answers_of: Ask, script: Script) -> None:
    one, other, shared = Command(script("holding")), Command(script("holding")), Function(lambda text: text)
    chain = compose(one, shared)
    answers_of(chain, "100")
    assert chain.memory == one.memory
    chain = compose(shared, one, Function(lambda text: "50"), other)
    answers_of(chain, "100")
    assert chain.memory == (one.memory or 0) + (other.memory or 0)
    assert chain.memory > 150 * MB
    alone = compose(shared, shared)
    answers_of(alone, "100")
    assert alone.memory is None, "what this process has is no system's"
    assert not hasattr(shared, "memory")
    assert Command([sys.executable, str(SCRIPTS / "holding.py")]).memory is None


def test_one_that_has_ended_has_none_of_who_has_its_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ended = Process(["true"])
    assert ended.wait(60)
    number = str(ended._popen.pid)
    (tmp_path / number / "task").mkdir(parents=True)
    (tmp_path / number / "status").write_text("Name:\tanother\nVmHWM:\t  204800 kB\n")
    monkeypatch.setattr(process, "PROCESSES", tmp_path)
    assert most_memory(int(number)) == 200 * MB
    assert ended.most_memory is None
    ended.end()


def test_a_process_that_is_none() -> None:
    assert most_memory(2**30) is None
