"""The lease of a run's folder: whose it is, and when it is nobody's."""

import json
import os
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from murho.core.errors import UsageError
from murho.store.lease import LEASE, STALE, held


def gone() -> int:
    """The number of a process that has ended."""
    process = subprocess.Popen([sys.executable, "-c", ""])
    process.wait()
    return process.pid


def left(folder: Path, age: float = 0.0, **owner: Any) -> Path:
    path = folder / LEASE
    path.write_text(json.dumps({"token": "other", "host": socket.gethostname(), **owner}))
    os.utime(path, (time.time() - age,) * 2)
    return path


@pytest.mark.parametrize(
    ("owner", "age"),
    [
        ({"pid": "gone"}, 0.0),
        ({"pid": "gone", "began": "boot 1"}, 0.0),
        ({"pid": os.getpid(), "began": "another boot 77"}, 0.0),
        ({"host": "elsewhere", "pid": 1}, STALE + 5),
        ({"pid": None}, STALE + 5),
    ],
)
def test_a_lease_that_is_nobodys_is_taken_over(tmp_path: Path, owner: dict[str, Any], age: float) -> None:
    path = left(tmp_path, age, **{**owner, "pid": gone() if owner["pid"] == "gone" else owner["pid"]})
    with held(tmp_path):
        assert json.loads(path.read_text())["pid"] == os.getpid()
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("owner", "told"),
    [
        ({"pid": os.getpid()}, f"process {os.getpid()} on {socket.gethostname()}"),
        ({"host": "elsewhere", "pid": 1}, "process 1 on elsewhere"),
    ],
    # Not the number of the process: each worker of the tests would name the case otherwise.
    ids=["here", "elsewhere"],
)
def test_a_lease_that_is_held_is_left_alone(tmp_path: Path, owner: dict[str, Any], told: str) -> None:
    path = left(tmp_path, STALE - 20, **owner)
    before = path.read_text()
    with pytest.raises(UsageError, match=rf"another murho is at work on this run \({told}\)"), held(tmp_path):
        raise AssertionError("two at once")
    assert path.read_text() == before


def test_one_that_is_being_written_is_somebodys(tmp_path: Path) -> None:
    (tmp_path / LEASE).touch()
    with pytest.raises(UsageError, match=r"\(unknown\)"), held(tmp_path):
        raise AssertionError("two at once")


def test_a_lease_that_somebody_else_has_taken_is_not_taken_away(tmp_path: Path) -> None:
    with held(tmp_path):
        path = left(tmp_path, host="elsewhere", pid=1)
    assert json.loads(path.read_text())["token"] == "other"
