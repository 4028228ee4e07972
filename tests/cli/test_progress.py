"""The progress bar: on a terminal, and nowhere else."""

import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def slow(here: Path, write: Any) -> list[str]:
    (here / "slow.py").write_text("import time\ndef parse(e):\n    time.sleep(0.01)\n    return 'x'\n")
    cases = write("cases.jsonl", *({"id": i, "expression": "x", "reference": ["x"]} for i in range(60)))
    murho = str(Path(sys.executable).with_name("murho"))
    return [murho, "run", cases, "--system", "slow:parse", "-m", "labels", "-o", "run"]


def on_a_terminal(command: list[str], here: Path) -> tuple[str, str]:
    """What it says on a standard error that is a terminal, without its colours, and on standard output."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(command, cwd=here, stdout=subprocess.PIPE, stderr=theirs, env=environment)
    os.close(theirs)
    shown = b""
    try:
        while chunk := os.read(ours, 4096):
            shown += chunk
    except OSError:  # how Linux says that the other side is closed
        pass
    assert process.stdout is not None
    out = process.stdout.read().decode()
    process.stdout.close()
    assert process.wait(30) == 0
    os.close(ours)
    return re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown).decode(), out


def test_on_a_terminal_there_is_a_bar_with_rate_and_time_left(here: Path, slow: list[str]) -> None:
    plain, out = on_a_terminal(slow, here)
    assert "answering" in plain
    assert re.search(r"\d+/60", plain)
    assert re.search(r"\d+/s", plain)
    assert re.search(r"left.*0:00:0", plain)
    assert "labels  π = 0.0000" in out
    assert "answering" not in out


def test_elsewhere_there_is_none(here: Path, slow: list[str]) -> None:
    done = subprocess.run(slow, cwd=here, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""


def test_samples_that_are_drawn_have_a_bar(told: Any, here: Path, slow: list[str]) -> None:
    assert told(*slow[1:]).status == 0
    plain, out = on_a_terminal([slow[0], "trust", "run", "--replications", "600", "--json"], here)
    assert "drawing" in plain
    assert re.search(r"\d+/600", plain)
    assert json.loads(out)["replications"] == 600
