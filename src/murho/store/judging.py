"""Judgements written down while they are made, some thousand cases at a time, and not held until the end.

They count only once all cases are judged. Those of a run that was stopped are made again when it goes on, because the
measure, or the code that it calls, may have changed in between.
"""

import json
import os
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from murho.core.judgement import Judgements, join_rows
from murho.formats import parquet
from murho.formats.digest import digest
from murho.formats.saving import changing, writing
from murho.store.parts import Places, written_places
from murho.store.suite import GROUP


class Judging:
    """The judgements of one measure, which count when all cases are judged and it is closed.

    Args:
        folder: of the measure; what it holds is replaced.
        measure: its notation.
        files: that it reads, with their digests.
        suite: the digest of the suite, so that judgements are never taken for those of another.
    """

    def __init__(self, folder: Path, measure: str, files: Mapping[str, str], suite: str | None):
        self._folder, self._measure, self._files, self._suite = folder, measure, files, suite
        self._waiting: list[tuple[Places, Judgements]] = []
        self._parts = 0
        self._begun = False

    def add(self, places: Places, rows: Judgements) -> None:
        """Take the rows of the cases at these places of the suite, their `case` counted within these.

        Raises:
            OutputError: a part cannot be written.
        """
        self._waiting.append((places, rows))
        if sum(len(some) for some, _ in self._waiting) >= GROUP:
            self._write()

    def close(self) -> None:
        """Write what is left, and that the measure has judged.

        Raises:
            OutputError: it cannot be written.
        """
        if self._waiting or not self._parts:
            self._write()
        with writing(str(self._folder / "files")) as file:
            file.write(json.dumps(dict(self._files)).encode())
        # Last, since this file is what tells that the measure has judged.
        with writing(str(self._folder / "measure")) as file:
            file.write(self._measure.encode())

    def _begin(self) -> None:
        with changing(self._folder):
            self._folder.mkdir(parents=True, exist_ok=True)
        for pattern in ("measure", "files", "part-[0-9]*.parquet"):
            for file in self._folder.glob(pattern):
                file.unlink()

    def _write(self) -> None:
        if not self._begun:
            self._begin()
            self._begun = True
        places = np.concatenate([some for some, _ in self._waiting] or [np.zeros(0, np.int64)])
        offsets = np.cumsum([0, *(len(some) for some, _ in self._waiting)])[:-1].tolist()
        rows = join_rows([rows for _, rows in self._waiting], offsets) if self._waiting else Judgements.of([])
        if (np.diff(places) < 0).any():
            order = np.argsort(places, kind="stable")
            places, rows = places[order], rows.of_cases(order)
        about = {"places": written_places(places), **({} if self._suite is None else {"suite": self._suite})}
        file = self._folder / f"part-{self._parts:05}.parquet"
        parquet.write_judgements(str(file), places, rows, about)
        name_by_digest(file)
        self._parts += 1
        self._waiting = []


def name_by_digest(part: Path) -> Path:
    """Put a digest of its bytes into the name of a part, so that one that is damaged later is known.

    Raises:
        OutputError: it cannot be renamed.
    """
    named = part.with_name(f"{part.stem}-{digest(str(part))[7:23]}{part.suffix}")
    with changing(part):
        os.replace(part, named)
    return named
