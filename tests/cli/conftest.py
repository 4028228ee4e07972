"""What the tests of the command line share: the command itself, inside this process and outside, and small files."""

import importlib
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from murho.cli import status

MURHO = Path(sys.executable).with_name("murho")


@dataclass(frozen=True)
class Said:
    """What a command left behind."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """The one JSON object on standard output; NaN and infinities are no JSON."""

        def refuse(name: str) -> None:
            raise AssertionError(f"{name} is no JSON")

        found = json.loads(self.out, parse_constant=refuse)
        assert isinstance(found, dict)
        return found

    def line(self, expected_status: int = 1) -> str:
        """The one line on standard error of a command that failed."""
        assert self.status == expected_status, self
        lines = self.err.splitlines()
        assert len(lines) == 1, self.err
        assert not self.out, self.out
        return lines[0]


Command = Callable[..., Said]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to work in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    return tmp_path


@pytest.fixture
def murho(here: Path) -> Command:
    """The real command, a process of its own."""

    def run(*arguments: str, stdin: bytes = b"", **more: Any) -> Said:
        command = [str(MURHO), *map(str, arguments)]
        done = subprocess.run(command, input=stdin, capture_output=True, timeout=100, check=False, cwd=here, **more)
        return Said(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run


@pytest.fixture
def told(here: Path, capsys: pytest.CaptureFixture[str]) -> Command:
    """The same command line inside this process, which is ten times as quick; `env` as for a process of its own."""

    def run(*arguments: str, env: Mapping[str, str] = os.environ) -> Said:
        capsys.readouterr()
        with pytest.MonkeyPatch.context() as patch, imports_undone(here):
            for name, value in env.items():
                patch.setenv(name, value)
            left = status(list(map(str, arguments)))
        streams = capsys.readouterr()
        return Said(left, streams.out, streams.err)

    return run


@contextmanager
def imports_undone(folder: Path) -> Iterator[None]:
    """What was imported from a folder is forgotten: the next command reads it anew, as a process of its own does."""
    path, bytecode, before = list(sys.path), sys.dont_write_bytecode, set(sys.modules)
    sys.dont_write_bytecode = True  # which would hide an edit within the second
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = path, bytecode
        for name in set(sys.modules) - before:
            file = getattr(sys.modules[name], "__file__", None)
            if file and Path(file).is_relative_to(folder):
                del sys.modules[name]


def jsonl(path: str, *rows: Any) -> str:
    """A file of JSON lines."""
    Path(path).write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


CASES = [
    {"id": "q1", "expression": "open at nine?", "reference": ["hours"], "scenario": "hours", "cluster": "d1"},
    {"id": "q2", "expression": "renew my book", "reference": ["loans"], "scenario": "loans", "cluster": "d1"},
    {"id": "q3", "expression": "tell me a joke", "reference": [], "scenario": "other", "cluster": "d2"},
    {"id": "q4", "expression": "late fees", "reference": ["fees", "loans"], "scenario": "loans", "cluster": "d3"},
]
ANSWERS = [
    {"id": "q1", "answer": ["hours"]},
    {"id": "q2", "answer": ["hours"]},
    {"id": "q3", "answer": []},
    {"id": "q4", "answer": None},
]


@pytest.fixture
def write(here: Path) -> Callable[..., str]:
    """Writes a file of JSON lines into the working directory; gives its name."""
    return jsonl


@pytest.fixture
def suite(here: Path) -> tuple[str, str]:
    """Four cases and the answers to them: one right, one wrong, one rightly empty, one ⊥."""
    return jsonl("cases.jsonl", *CASES), jsonl("answers.jsonl", *ANSWERS)


@pytest.fixture
def by_nobody() -> dict[str, int]:
    """Arguments that run the command with no privileges, for root, to whom no folder is read-only."""
    if os.getuid() != 0:
        return {}
    nobody = {"user": 65534, "group": 65534}
    can_start = subprocess.run([sys.executable, "-c", ""], capture_output=True, check=False, **nobody)  # type: ignore[call-overload]
    if can_start.returncode:
        pytest.skip("this interpreter, or its libraries, cannot be read by others than root")
    return nobody
