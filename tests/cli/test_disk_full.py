"""A disk that is full at any write: one line that names the file, and once there is room the same command goes on.

Every write of a command fails in its turn, and all that follow it: opening a file to write it, each of its bytes,
putting it in its place, making a folder, having it on the disk.
"""

import builtins
import errno
import io
import json
import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from murho.store import open_run
from murho.store.verify import verify

SAID = os.strerror(errno.ENOSPC)


class Disk:
    """The disk under a folder; `room` is how many more writes it takes, None for as many as there are."""

    def __init__(self) -> None:
        self.room: int | None = None

    def take(self, path: Any) -> None:
        if self.room is None:
            return
        if self.room == 0:
            raise OSError(errno.ENOSPC, SAID, path if isinstance(path, str | os.PathLike) else None)
        self.room -= 1


@pytest.fixture
def disk(here: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """Whatever is written from now on is written here."""
    made = Disk()

    class File(io.FileIO):
        def write(self, data: Any) -> int:
            made.take(None)
            return super().write(data)

    plain_open = builtins.open

    def opened(file: Any, mode: str = "r", buffering: int = -1, encoding: Any = None, *more: Any, **named: Any) -> Any:
        if not set(mode) & set("wxa+"):
            return plain_open(file, mode, buffering, encoding, *more, **named)
        if not isinstance(file, int):
            made.take(file)
        raw = File(file, mode.replace("b", "").replace("t", ""), opener=named.pop("opener", None))
        if buffering == 0:
            return raw
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding, *more, **named)

    def counted(name: str, which: Callable[..., bool] = lambda *_: True) -> None:
        plain = getattr(os, name)

        def call(path: Any, *more: Any, **named: Any) -> Any:
            if which(path, *more):
                made.take(path)
            return plain(path, *more, **named)

        monkeypatch.setattr(os, name, call)

    counted("open", lambda _, flags=0, *__: bool(flags & os.O_CREAT))
    counted("write", lambda file, *_: file > 2)
    for name in ("replace", "rename", "mkdir", "fsync", "fdatasync"):
        counted(name)
    monkeypatch.setattr(builtins, "open", opened)
    monkeypatch.setattr(io, "open", opened)
    return made


CASES = [{"id": str(i), "expression": "a b", "reference": ["a b" if i % 3 else "c"], "topic": i % 2} for i in range(8)]
RULES = """
import time

def understand(expression):
    time.sleep(0.06)  # slow, so that every answer is a write
    return expression
"""
RUN = ("run", "cases.jsonl", "--system", "rules_of_disk:understand", "-m", "labels", "-o", "work/run", "--json")
SUITE = ("suite", "run", "small.xml", "--system", "parsed.conllu", "-o", "work/suite", "--json")
COMMANDS: dict[str, tuple[tuple[tuple[str, ...], ...], tuple[str, ...]]] = {
    "run": ((), RUN),
    "judge": ((RUN,), ("judge", "work/run", "-m", "words", "--json")),
    "report": ((RUN,), ("report", "work/run", "-o", "work/page.html")),
    "suite-run": ((), SUITE),
    "align": ((), ("align", "cases.jsonl", "said.jsonl", "--html", "work/page.html")),
}


@pytest.fixture
def work(here: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The files of the commands, and the folder that they write to."""
    examples = Path(__file__).resolve().parents[2] / "examples" / "suites"
    (here / "rules_of_disk.py").write_text(RULES)
    (here / "cases.jsonl").write_text("".join(json.dumps(case) + "\n" for case in CASES))
    said = [{"id": case["id"], "answer": ["a b"]} for case in CASES]
    (here / "said.jsonl").write_text("".join(json.dumps(answer) + "\n" for answer in said))
    for name in ("small.xml", "small.conllu", "parsed.conllu"):
        shutil.copy(examples / name, here)
    (here / "work").mkdir()
    monkeypatch.syspath_prepend(here)
    yield here / "work"
    sys.modules.pop("rules_of_disk", None)


def figures(out: str) -> Any:
    """What was printed, without times and what tells of the way."""
    if not out.startswith("{"):
        return out
    found = json.loads(out)
    return {name: found[name] for name in ("figures", "sections") if name in found}


@pytest.mark.slow
@pytest.mark.parametrize("name", COMMANDS)
def test_the_disk_is_full_at_every_write(told: Any, work: Path, disk: Disk, name: str) -> None:
    before, command = COMMANDS[name]
    for earlier in before:
        assert told(*earlier).status == 0
    kept = work.with_name("kept")
    shutil.copytree(work, kept)
    whole = told(*command)
    assert whole.status == 0, whole.err
    tried = 0
    while True:
        shutil.rmtree(work)
        shutil.copytree(kept, work)
        disk.room = tried
        full = told(*command)
        left, disk.room = disk.room, None
        if left:
            break
        if full.status:
            lines = full.err.splitlines()
            assert (full.status, len(lines)) == (1, 1), (tried, full)
            assert f"cannot be written ({SAID}); " in lines[0] or f"cannot be made ({SAID}); " in lines[0], tried
            assert lines[0].startswith("work"), (tried, lines)
        assert not [file for file in work.rglob(".*") if file.suffix != ".part"], tried
        assert full.status == 0 or not (work / "page.html").exists(), tried
        again = told(*command)
        assert again.status == 0, (tried, again.err)
        assert figures(again.out) == figures(whole.out), tried
        for folder in ("run", "suite"):
            if (work / folder).exists():
                checked = verify(open_run(work / folder))
                assert (checked.damaged, checked.missing) == ((), 0), tried
        tried += 1
    assert tried >= 3, "it is tried at all"


CLOCK = """
import os, time
if "CLOCK" in os.environ:
    plain, began, late = time.time, time.monotonic(), float(os.environ["CLOCK"])
    time.time = lambda: plain() - (late if time.monotonic() - began > 0.3 else 0)
"""
PAUSED = """
import json, os, signal, time
from pathlib import Path

def understand(expression):
    time.sleep(0.06)
    asked = Path("asked.log")
    asked.write_text((asked.read_text() if asked.exists() else "") + "x")
    if os.environ.get("KILL") and len(asked.read_text()) == 5:
        os.kill(os.getpid(), signal.SIGKILL)
    return expression
"""


@pytest.mark.slow
@pytest.mark.parametrize("backwards", ["3600", "-3600"])
def test_a_clock_that_is_set(murho: Any, told: Any, here: Path, work: Path, backwards: str) -> None:
    """While a run goes on, it is set an hour back, or forth; killed, it goes on where the clock is right again."""
    (here / "sitecustomize.py").write_text(CLOCK)
    (here / "rules_of_disk.py").write_text(PAUSED)
    path = f"{here}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    set_back = {**os.environ, "PYTHONPATH": path, "CLOCK": backwards}
    assert murho(*RUN, env={**set_back, "KILL": "1"}).status == -9
    gone_on = told(*RUN, env=os.environ)
    assert gone_on.err == "4 of 8 cases had been answered before; --overwrite asks again\n"
    assert (here / "asked.log").read_text() == "x" * 9, "the one that was under way is asked twice"
    shutil.rmtree(work / "run")
    assert figures(gone_on.out) == figures(murho(*RUN, env=set_back).out)
    seconds = open_run(work / "run").answers().seconds
    assert seconds is not None
    assert all(0.05 < one < 1000 for one in seconds if one is not None)
