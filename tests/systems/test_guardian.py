"""What murho started does not outlive it, however it ends."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from murho.systems.process import Guardian

from .conftest import is_gone

HANGS = "import os, time; open({file!r}, 'a').write(str(os.getpid()) + chr(10)); time.sleep(600)"
HOLDS_THE_GIL = """
import os
def understand(text):
    open({file!r}, "a").write(str(os.getpid()) + chr(10))
    sum(range(10**12))  # in C, and never lets go
"""


@pytest.mark.parametrize("system", ["cmd", "isolated", "grandchild"])
def test_a_hanging_system_ends_with_a_murho_that_is_killed(tmp_path: Path, system: str) -> None:
    pids = tmp_path / "pids"
    (tmp_path / "hang.py").write_text(HANGS.format(file=str(pids)))
    (tmp_path / "hold.py").write_text(HOLDS_THE_GIL.format(file=str(pids)))
    (tmp_path / "cases.jsonl").write_text('{"id": "1", "expression": "a", "reference": ["x"]}\n')
    spec, more = {
        "cmd": (f"cmd:{sys.executable} hang.py", []),
        "isolated": ("hold:understand", ["--timeout", "600"]),
        "grandchild": (f"cmd:sh -c '{sys.executable} hang.py & wait'", []),
    }[system]
    command = [sys.executable, "-m", "murho", "run", "cases.jsonl", "--system", spec, "-m", "labels", "-o", "r", *more]
    running = subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    until = time.monotonic() + 100
    while not (pids.exists() and pids.read_text().endswith("\n")) and time.monotonic() < until:
        time.sleep(0.02)
    (pid,) = map(int, pids.read_text().split())
    running.send_signal(signal.SIGKILL)
    running.wait()
    assert is_gone(pid)


def test_what_was_ended_is_forgotten() -> None:
    guardian = Guardian()
    first, second = (subprocess.Popen(["sleep", "60"], start_new_session=True) for _ in range(2))
    guardian.watch(first.pid)
    guardian.watch(second.pid)
    guardian.forget(first.pid)
    guardian.forget(first.pid)
    assert first.poll() is None
    guardian.close()
    assert second.wait(60) == -signal.SIGKILL
    assert first.poll() is None, "nobody's group any more"
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()


def test_without_groups_there_is_no_guardian() -> None:
    guardian = Guardian()
    process = subprocess.Popen(["sleep", "60"], start_new_session=True)
    guardian.watch(process.pid)
    watching = guardian._process
    assert watching is not None
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    guardian.forget(process.pid)
    assert watching.returncode == 0
    assert guardian._process is None
