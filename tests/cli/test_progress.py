"""The progress bar: on a terminal, and nowhere else."""

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
    (here / "slow.py").write_text("import time\ndef parse(e):\n    time.sleep(0.02)\n    return 'x'\n")
    cases = write("cases.jsonl", *({"id": i, "expression": "x", "reference": ["x"]} for i in range(60)))
    murho = str(Path(sys.executable).with_name("murho"))
    return [murho, "run", cases, "--system", "slow:parse", "-m", "labels", "-o", "run"]


def test_on_a_terminal_there_is_a_bar_with_rate_and_time_left(here: Path, slow: list[str]) -> None:
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "120"}
    process = subprocess.Popen(slow, cwd=here, stdout=subprocess.PIPE, stderr=theirs, env=environment)
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
    plain = re.sub(rb"\x1b\[[0-9;?]*[a-zA-Z]", b"", shown).decode()
    assert "answering" in plain
    assert re.search(r"\d+/60", plain)
    assert re.search(r"\d+/s", plain)
    assert re.search(r"left.*0:00:0", plain)
    assert "labels  π = 0.0000" in out
    assert "answering" not in out


def test_elsewhere_there_is_none(here: Path, slow: list[str]) -> None:
    done = subprocess.run(slow, cwd=here, capture_output=True, text=True, timeout=60, check=True)
    assert done.stderr == ""
