"""Which tests execute a line: all fast tests are run once, in a copy with probes (`probing`, `probe`).

A probe writes down at once, and in whatever process it is: tests that start murho are seen too.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from copying import PYTEST, copied, surroundings
from probing import probed

HERE = Path(__file__).resolve().parent
SOURCES = ("src/murho", "lab/src/murho_lab")
"""Where faults are drawn: every room of both packages."""
TESTS = ("tests", "lab/tests")
NO_TEST = ""
"""What is executed while tests are collected is kept as that of a test without a name."""


@dataclass(frozen=True)
class Test:
    """A test, what it takes, and the probes that it passed."""

    name: str
    seconds: float
    probes: frozenset[int] = field(repr=False)

    @property
    def file(self) -> str:
        return self.name.partition("::")[0]

    @property
    def function(self) -> str:
        """Without its case."""
        return self.name.partition("[")[0]


class Executed:
    """The tests of a checkout by the lines that they execute."""

    def __init__(self, lines: Mapping[str, Mapping[int, int]], tests: Sequence[Test]):
        self.lines = lines
        self.tests = [test for test in tests if test.name != NO_TEST]
        self._on_import = frozenset[int]().union(*(test.probes for test in tests if test.name == NO_TEST))

    def of_line(self, path: str, line: int) -> list[Test]:
        """The tests that execute it."""
        probe = self.lines.get(path, {}).get(line)
        return [test for test in self.tests if probe in test.probes]

    def is_on_import(self, path: str, line: int) -> bool:
        """Whether it runs before any test: it stands in no function, or in one that is called on import."""
        probe = self.lines.get(path, {}).get(line)
        return probe is None or probe in self._on_import

    def of_module(self, path: str) -> list[Test]:
        """The tests that execute anything in a module."""
        probes = set(self.lines.get(path, {}).values())
        return [test for test in self.tests if not probes.isdisjoint(test.probes)]


def taken(root: Path, jobs: int) -> Executed:
    """By running the tests of a copy; if only test files have changed since the last time, only those."""
    texts, lines = _probed(root)
    of_tests = [file for folder in TESTS for file in (root / folder).rglob("test_*.py")]
    digests = {file.relative_to(root).as_posix(): _digest(root, [file]) for file in of_tests}
    digests["the rest"] = _digest(root, [file for file in _files(root) if not file.match("test_*.py")])
    cache = root / ".mutants_cache" / "executed.json"
    before = json.loads(cache.read_text("utf-8")) if cache.exists() else {"digests": {}, "tests": {}}
    changed = [file for file, digest in digests.items() if before["digests"].get(file) != digest]
    if changed:
        whole = "the rest" in changed
        print(f"running the {'' if whole else 'changed '}tests once, to know what they execute", flush=True)
        found = _run(root, texts, [] if whole else changed, jobs)
        old = {} if whole else before["tests"]
        found |= {name: one for name, one in old.items() if _is_current(name, digests, changed)}
        tests = found
        cache.parent.mkdir(exist_ok=True)
        cache.write_text(json.dumps({"digests": digests, "tests": tests}), "utf-8")
    else:
        tests = before["tests"]
    return Executed(lines, [Test(name, seconds, frozenset(probes)) for name, (seconds, probes) in tests.items()])


def _is_current(test: str, files: Container[str], changed: Container[str]) -> bool:
    file = test.partition("::")[0]
    return not file.startswith(tuple(f"{folder}/" for folder in TESTS)) or (file in files and file not in changed)


def _probed(root: Path) -> tuple[dict[str, str], dict[str, dict[int, int]]]:
    """The modules with probes, and the probe of each of their lines."""
    texts: dict[str, str] = {}
    lines: dict[str, dict[int, int]] = {}
    first = 0
    for source in SOURCES:
        for file in sorted((root / source).rglob("*.py")):
            path = file.relative_to(root).as_posix()
            texts[path], lines[path] = probed(file.read_text("utf-8"), first)
            first = max(lines[path].values(), default=first - 1) + 1
    return texts, lines


def _files(root: Path) -> Iterator[Path]:
    """What decides which tests execute what."""
    for folder in ("src", "tests", "lab"):
        yield from (file for file in (root / folder).rglob("*") if file.is_file() and not _is_ours(file))


def _is_ours(file: Path) -> bool:
    return "__pycache__" in file.parts or (file.parent == HERE and "prob" not in file.name)


def _digest(root: Path, files: Iterable[Path]) -> str:
    digest = sha256()
    for file in sorted(files):
        digest.update(f"{file.relative_to(root)} {sha256(file.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


def _run(root: Path, texts: Mapping[str, str], files: Sequence[str], jobs: int) -> dict[str, tuple[float, list[int]]]:
    """What tests take and which probes they pass, of those that do not fail."""
    with TemporaryDirectory(prefix="murho-executed-") as folder:
        copy, found = Path(folder) / "copy", Path(folder) / "found"
        copied(root, copy)
        found.mkdir()
        shutil.copy(HERE / "probe.py", copy / "src" / "murho_probe.py")
        for path, text in texts.items():
            (copy / path).write_text(text, "utf-8")
        environment = {**os.environ, **surroundings(root, copy), "MURHO_PROBES": str(found)}
        command = [sys.executable, "-m", "pytest", *PYTEST, "-p", "murho_probe", "-n", str(jobs), *files]
        subprocess.run(command, cwd=copy, env=environment, check=False, stdout=subprocess.DEVNULL)
        return _read(found)


def _read(folder: Path) -> dict[str, tuple[float, list[int]]]:
    """Rows of a test and what was written of it: probes, `3.5s` or `failed`."""
    seconds = {NO_TEST: 0.0}
    probes: dict[str, set[int]] = {}
    failed: set[str] = set()
    for file in folder.iterdir():
        for row in file.read_text("utf-8").splitlines():
            test, _, told = row.rpartition("\t")
            for one in told.split():
                if one == "failed":
                    failed.add(test)
                elif one.endswith("s"):
                    seconds[test] = seconds.get(test, 0) + float(one[:-1])
                else:
                    probes.setdefault(test, set()).add(int(one))
    return {test: (seconds[test], sorted(probes.get(test, ()))) for test in sorted(seconds) if test not in failed}
