"""Which tests watch a module, those that would see a fault soonest first; and a copy of the house to plant it in."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from compileall import compile_dir
from functools import cached_property
from pathlib import Path
from py_compile import PycInvalidationMode
from typing import NamedTuple

LEFT_OUT = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "example-run", "build", "*.egg-info")
_SLOW = ("tests/laws/", "tests/cli/", "tests/published/")
LIMIT = 1800
"""Seconds for a stage as a whole; a test has its own time-out."""


class Seen(NamedTuple):
    """What the tests said of a fault."""

    killed: bool
    by: str
    """The test that failed, or how far it was looked."""


class House:
    """A copy of the checkout in which faults are planted; the checkout itself is left alone."""

    def __init__(self, root: Path, copy: Path):
        self.root, self.copy = root, copy
        shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*LEFT_OUT))
        # by their contents: a fault may have as many bytes as what it replaces, and come within the same second
        compile_dir(copy / "src", quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)
        self._unsound: dict[str, bool] = {}

    def seen(self, path: str, source: str) -> Seen:
        """Whether the tests see that the file at `path` says `source`."""
        place = self.copy / path
        sound = place.read_text("utf-8")
        left_out: list[str] = []
        for tests in self.stages(path):
            while True:
                place.write_text(source, "utf-8")
                try:
                    status, failed = self.tested([*tests, *left_out])
                finally:
                    place.write_text(sound, "utf-8")
                if status in (0, 5):
                    break
                if failed is None:
                    return Seen(True, "hung" if status is None else "nothing could be imported")
                if not self.fails_anyway(failed):
                    return Seen(True, failed)
                left_out += ["--deselect", failed]
        return Seen(False, "")

    def fails_anyway(self, test: str) -> bool:
        """Whether a test fails in the copy without any fault: then it proves nothing."""
        if test not in self._unsound:
            status, _ = self.tested([test])
            self._unsound[test] = status == 1
        return self._unsound[test]

    def tested(self, arguments: Sequence[str]) -> tuple[int | None, str | None]:
        """The status of pytest, None if it hung, and the first test that failed."""
        # fmt: off
        command = [sys.executable, "-m", "pytest", "-x", "-q", "--tb=no", "-rfE", "-m", "not slow", "-n", "0",
                   "-p", "no:cacheprovider", "--hypothesis-seed=0", *arguments]
        # fmt: on
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.copy / "src"),
            "MURHO_DATA": os.environ.get("MURHO_DATA", str(self.root.parent / "shared" / "data")),
            "COLUMNS": "400",
        }
        running = subprocess.Popen(
            command, cwd=self.copy, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            errors="replace", start_new_session=True,
        )  # fmt: skip
        try:
            said, _ = running.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            running.communicate()
            return None, None
        failed = re.search(r"^(?:FAILED|ERROR) (\S+?::.*?|\S+)(?: - .*)?$", said, re.MULTILINE)
        return running.returncode, failed[1] if failed else None

    def stages(self, path: str) -> Iterator[list[str]]:
        """Tests by what they cost: of the module and those that name it; figures that are kept; its room; the verbs."""
        parts = Path(path).with_suffix("").parts[1:]
        name = ".".join(parts).removesuffix(".__init__")
        near = [*self.mirrors(parts), path, *self.importers(name)]
        area, room = "/".join(("tests", *parts[1:-1])), f"tests/{parts[1]}"
        quick = [test for test in near if not test.startswith(_SLOW)]
        rest = [area, room, *near]
        yield list(dict.fromkeys(quick))
        yield from ([place] for place in ["tests/kept"] if (self.copy / place).is_dir())
        if rest := [place for place in dict.fromkeys(rest) if place not in quick and (self.copy / place).exists()]:
            yield rest
        yield from ([place] for place in ["tests/cli"] if (self.copy / place).is_dir())

    def mirrors(self, parts: Sequence[str]) -> list[str]:
        """tests/measures/text/test_words.py of murho/measures/text/words.py; else what is named after its folder."""
        _, *folders, module = parts
        names = [("/".join(folders), module), ("/".join(folders[:-1]), folders[-1])] if folders else []
        found = [f"tests/{folder}/test_{name}.py" for folder, name in names]
        return [path for path in found if (self.copy / path).is_file()]

    def importers(self, module: str) -> list[str]:
        """The test files that name a module."""
        package, _, last = module.rpartition(".")
        told = re.compile(rf"\b{re.escape(module)}\b(?!\.\w)|\bfrom {re.escape(package)} import [^\n]*\b{last}\b")
        return [path for path, text in self.tests.items() if told.search(text)]

    @cached_property
    def tests(self) -> dict[str, str]:
        """Each test file with what it says."""
        paths = [path.relative_to(self.copy) for path in sorted(self.copy.glob("tests/**/test_*.py"))]
        return {
            path.as_posix(): (self.copy / path).read_text("utf-8")
            for path in paths
            if path.parts[1] not in ("mutants", "kept")
        }
