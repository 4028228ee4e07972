"""A folder that people work in: nothing of theirs is written over.

A file that is there already is an error, unless it is one of those that were read to go on from, so that what it says
comes back, or unless writing over it is asked for.
"""

import itertools
import os
from collections.abc import Sequence

from murho.core.errors import UsageError


class Folder:
    """Where files are written to; those that are there already are safe, save those that were given for review."""

    def __init__(self, path: str, reviewed: Sequence[str], force: bool):
        self._path, self._reviewed, self._force = path, reviewed, force
        self.written: list[str] = []

    def check(self, names: Sequence[str]) -> None:
        """Raise UsageError for the first of these files that may not be written."""
        for name in names:
            path = os.path.join(self._path, name)
            if os.path.exists(path) and not self._force and os.path.realpath(path) not in self._reviewed:
                todo = "name another folder, or write over it with --force"
                if name.endswith(".tsv"):
                    todo = "go on from it with --review, name another folder, or write over it with --force"
                raise UsageError(f"{path} is there already; {todo}")

    def path(self, name: str) -> str:
        """Where to write a file."""
        os.makedirs(self._path, exist_ok=True)
        self.written.append(os.path.join(self._path, name))
        return self.written[-1]

    def free(self, name: str) -> str:
        """The same for a file of which there may be several: trees.tsv, trees-2.tsv..."""
        stem, suffix = os.path.splitext(name)
        names = (name if number == 1 else f"{stem}-{number}{suffix}" for number in itertools.count(1))
        return self.path(next(name for name in names if not os.path.exists(os.path.join(self._path, name))))
