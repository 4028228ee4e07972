"""Which tests are asked whether they see a fault, and what they say; in a copy of the house, to plant it in."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from copying import copied
from executing import Executed, Test
from sessions import NothingCollectedError, Session

STEPS = (0.5, 4.0, 15.0)
"""Seconds that the tests of a fault take without it, those asked first, then, and at last; the others are not asked."""


class Seen(NamedTuple):
    """What the tests said of a fault."""

    killed: bool
    by: str
    """The test that failed, or why none can."""


class Planted(NamedTuple):
    """What a file says, and what it said before."""

    path: str
    now: str
    sound: str


class House:
    """A copy of the checkout in which faults are planted; a context, at whose end its processes end."""

    def __init__(self, root: Path, copy: Path, executed: Executed):
        self.root, self.copy, self.executed = root, copy, executed
        copied(root, copy)
        self.session = Session(root, copy)
        self._unsound: dict[str, bool] = {}

    def __enter__(self) -> "House":
        return self

    def __exit__(self, *_: object) -> None:
        self.session.__exit__()

    def seen(self, path: str, line: int, source: str) -> Seen:
        """Whether the tests see that the file at `path` says `source`, which has a fault in a line."""
        fault = Planted(path, source, (self.copy / path).read_text("utf-8"))
        executing = self.executed.of_line(path, line)
        killed = self.asked(self.session, _cheapest(executing), fault)
        if executing and not killed:  # they may have kept what it made for others
            killed = self.asked(self.session, _cheapest(self.beside(path, executing)), fault, STEPS[:2])
        if killed:
            return killed
        if self.executed.is_on_import(path, line):
            return self.asked_anew(fault) or Seen(False, "")
        return Seen(False, "" if executing else "no test executes it")

    def beside(self, path: str, executing: Sequence[Test]) -> list[Test]:
        """Other tests of the same files, and of the module."""
        files = {test.file for test in executing} | self.nearby(path)
        return [test for test in self.executed.tests if test.file in files and test not in executing]

    def asked_anew(self, fault: Planted) -> Seen | None:
        """In a new process, of what runs on import: the tests of the module, then those of the room and the verbs."""
        tests, parts = _tests_of(fault.path)
        near, wide = self.nearby(fault.path), (f"{tests}/{parts[1]}/", "tests/kept/", "tests/cli/")
        groups = [
            [test for test in self.executed.tests if test.file in near],
            self.executed.of_module(fault.path),
            [test for test in self.executed.tests if test.file.startswith(wide)],
        ]
        tests = list(dict.fromkeys(test for group in groups for test in _cheapest(group)))
        files = {test.file for step in _steps(tests, STEPS) for test in step}
        try:
            with self.planted(fault):
                session = Session(self.root, self.copy, sorted(files))
        except NothingCollectedError:
            Session(self.root, self.copy, sorted(files)).__exit__()  # without the fault it can
            return Seen(True, "nothing could be imported")
        with session:
            return self.asked(session, tests, fault)

    def asked(
        self, session: Session, tests: Sequence[Test], fault: Planted, steps: Sequence[float] = STEPS
    ) -> Seen | None:
        """The first test that fails, unless it does so without any fault: then it proves nothing."""
        for step in _steps(tests, steps):
            names = [test.name for test in step if test.name in session.tests]
            while names:
                with self.planted(fault):
                    said = session.run(names, self.copy / fault.path)
                if said.failed is None:
                    break
                if not self.fails_anyway(said.failed):
                    return Seen(True, f"{said.failed} {said.why}".strip())
                names.remove(said.failed)
        return None

    def fails_anyway(self, test: str) -> bool:
        if test not in self._unsound:
            self._unsound[test] = self.session.run([test]).failed is not None
        return self._unsound[test]

    @contextmanager
    def planted(self, fault: Planted) -> Iterator[None]:
        place = self.copy / fault.path
        place.write_text(fault.now, "utf-8")
        try:
            yield
        finally:
            place.write_text(fault.sound, "utf-8")

    def nearby(self, path: str) -> set[str]:
        """Files of tests: its own, its examples, and those that name it."""
        tests, parts = _tests_of(path)
        return {path, *self.mirrors(tests, parts), *self.importers(".".join(parts).removesuffix(".__init__"))}

    def mirrors(self, tests: str, parts: Sequence[str]) -> list[str]:
        """tests/measures/text/test_words.py of murho/measures/text/words.py; else what is named after its folder."""
        _, *folders, module = parts
        names = [("/".join(folders), module), ("/".join(folders[:-1]), folders[-1])] if folders else []
        return [f"{tests}/{folder}/test_{name}.py" for folder, name in names]

    def importers(self, module: str) -> list[str]:
        """The test files that name a module."""
        package, _, last = module.rpartition(".")
        told = re.compile(rf"\b{re.escape(module)}\b(?!\.\w)|\bfrom {re.escape(package)} import [^\n]*\b{last}\b")
        return [path for path, text in self.texts.items() if told.search(text)]

    @cached_property
    def texts(self) -> dict[str, str]:
        """Each test file with what it says."""
        files = {test.file for test in self.executed.tests if test.file.startswith(("tests/", "lab/tests/"))}
        return {file: (self.copy / file).read_text("utf-8") for file in sorted(files)}


def _tests_of(path: str) -> tuple[str, tuple[str, ...]]:
    """The folder of the tests of a module, and its dotted name in parts: `tests`, and `murho`, `core`, `tally`."""
    before, _, name = path.partition("src/")
    return f"{before}tests", Path(name).with_suffix("").parts


def _cheapest(tests: Iterable[Test]) -> list[Test]:
    """The quickest first, but one of each function before the second of any: its cases see much the same."""
    turn: Counter[str] = Counter()
    cost: dict[Test, float] = {}
    for test in sorted(tests, key=lambda test: (test.seconds, test.name)):
        turn[test.function] += 1
        cost[test] = test.seconds * turn[test.function]
    return sorted(cost, key=lambda test: (cost[test], test.name))


def _steps(tests: Sequence[Test], most: Sequence[float]) -> Iterator[list[Test]]:
    """One part after the other, each with what a file has of it together, for what it sets up."""
    seconds, steps = 0.0, [[] for _ in most]
    for test in tests:
        if seconds + test.seconds <= most[-1]:
            seconds += test.seconds
            steps[bisect_left(most, seconds)].append(test)
    for step in steps:
        files = list(dict.fromkeys(test.file for test in step))
        yield sorted(step, key=lambda test: files.index(test.file))
