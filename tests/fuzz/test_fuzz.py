"""A short run of every target, always the same; `python3 dev.py fuzz` is the long one."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).with_name("run.py")
TRIES = {"commands": 500, "runs": 250, "notation": 500, "kernel": 1000, "scoring": 300, "sums": 1000}


def fuzz(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    command = [sys.executable, str(RUN), *arguments]
    return subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, **environment}, timeout=600
    )


@pytest.mark.slow
@pytest.mark.parametrize("target", TRIES)
def test_no_fault(target: str) -> None:
    done = fuzz("--seed", "1", "--jobs", "1", "--tries", str(TRIES[target]), target)
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.splitlines()[-2:] == [f"{target}: {TRIES[target]} tries", "no fault"]
