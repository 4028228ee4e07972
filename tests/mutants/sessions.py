"""Tests that are collected once, in a process of their own, which forks for each fault: no start of Python, no imports.

In a fork, functions get the code that their file has by then. What is imported later, and what tests start, reads the
file itself. Only what ran on import remains as it was.
"""

import gc
import os
import resource
import signal
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import count, pairwise
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from types import CodeType, FunctionType
from typing import NamedTuple

import pytest
from copying import PYTEST, surroundings

SECONDS = 40
"""A test that takes longer hangs; the slowest takes a third of this on a busy machine."""
MEMORY = 8 << 30
"""Bytes that a test may ask for: a loop without end may fill a list."""
_SPAWN = get_context("spawn")
_NUMBERS = count()


class Said(NamedTuple):
    """The test that failed, the first one, or none; and why, where it did not come to an end."""

    failed: str | None
    why: str = ""


class NothingCollectedError(Exception):
    """A module or a test could not be imported."""


class Session:
    """The tests of some files of a copy, or of all; a context, at whose end the process ends."""

    def __init__(self, root: Path, copy: Path, files: Sequence[str] = ()):
        self._pipe, theirs = _SPAWN.Pipe()
        log = copy.parent / f"{copy.name}-{next(_NUMBERS)}.log"
        self._process = _SPAWN.Process(target=_collect, args=(theirs, root, copy, files, log))
        self._process.start()
        theirs.close()
        try:
            self.tests: frozenset[str] = self._pipe.recv()
        except EOFError:
            self.__exit__()
            raise NothingCollectedError(log.read_text("utf-8", "replace")[-2000:]) from None

    def run(self, tests: Sequence[str], changed: Path | None = None) -> Said:
        """Tests in this order, until one fails; the functions are those that now stand in the file that has changed."""
        self._pipe.send((tests, changed))
        said: Said = self._pipe.recv()
        return said

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self._pipe.close()
        self._process.join()


def _collect(pipe: Connection, root: Path, copy: Path, files: Sequence[str], log: Path) -> None:
    """Where the process of a session begins."""
    os.environ.update(surroundings(root, copy), MURHO_TEST_SECONDS=str(SECONDS))
    os.chdir(copy)
    sys.path[:0] = [str(copy / "src"), str(copy / "lab" / "src")]
    for shown in (1, 2):
        os.dup2(os.open(log, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), shown)
    pytest.main([*PYTEST, "-n", "0", f"--basetemp={log.with_suffix('.files')}", *files], [_Waiting(pipe)])


class _Waiting:
    """A plugin that does not run what is collected, but what is asked for, each time in a fork."""

    def __init__(self, pipe: Connection):
        self.pipe = pipe
        self.functions: list[FunctionType] = []
        self.failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_load_initial_conftests(self) -> None:
        """Nobody reads the least example that fails, and none is to be remembered for the next fault."""
        from hypothesis import Phase, settings  # not before pytest has looked at it

        settings.register_profile("first failure", phases=(Phase.explicit, Phase.generate), database=None)
        settings.load_profile("first failure")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            return True
        items = {item.nodeid: item for item in session.items}
        self.pipe.send(frozenset(items))
        self.functions = [one for one in gc.get_objects() if isinstance(one, FunctionType)]
        gc.freeze()
        with suppress(EOFError):
            while True:
                tests, changed = self.pipe.recv()
                self.pipe.send(self.forked([items[test] for test in tests], changed))
        return True

    def forked(self, items: Sequence[pytest.Item], changed: Path | None) -> Said:
        """What a fork says: of each test that it begins, at last what failed."""
        ours, theirs = _SPAWN.Pipe(duplex=False)
        process = os.fork()
        if process == 0:
            os.setsid()
            self.run(items, changed, theirs.send)
            os._exit(0)
        theirs.close()
        begun, said = "", None
        try:
            while not isinstance(said, Said):
                begun = said or begun
                said = ours.recv() if ours.poll(1.5 * SECONDS) else Said(begun, "hung")
        except EOFError:
            said = Said(begun, "crashed")
        os.killpg(process, signal.SIGKILL)
        os.waitpid(process, 0)
        return said

    def run(self, items: Sequence[pytest.Item], changed: Path | None, tell: Callable[[str | Said], None]) -> None:
        """In the fork."""
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        if changed is not None:
            replace_code(self.functions, changed)
        for item, following in pairwise([*items, None]):
            assert item is not None
            tell(item.nodeid)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if self.failed:
                break
        tell(Said(next(iter(self.failed), None)))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def replace_code(functions: Sequence[FunctionType], file: Path) -> None:
    """Those of a file get the code that stands there now; those behind a change that moves lines keep theirs."""
    now = {_place(code): code for code in _codes(compile(file.read_bytes(), str(file), "exec"))}
    for one in functions:
        if one.__code__.co_filename == str(file):
            new = now.get(_place(one.__code__), one.__code__)
            if len(new.co_freevars) == len(one.__code__.co_freevars):
                one.__code__ = new


def _place(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)
