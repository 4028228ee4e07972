"""A Parquet file that murho wrote itself, some rows at a time and of these the columns that are looked at.

What is in it was checked before it was written, so nothing is checked here once more. A file that is damaged all the
same, as older runs have no digests of theirs, is an `InputError` when what is damaged is read.

>>> import os, tempfile
>>> from murho.formats.parquet import write_cases
>>> path = os.path.join(tempfile.mkdtemp(), "cases.parquet")
>>> write_cases(path, [Cases(["a", "b", "c"], ["A", "B", "C"], [("x",), None, ()])], rows=2)
>>> groups = RowGroups(path)
>>> groups.starts.tolist(), [(part.ids[0], part.open.tolist(), part.places) for part in map(groups.cases, range(2))]
([0, 2, 3], [('a', [False, True], range(0, 2)), ('c', [False], range(2, 3))])
"""

import json
import os
from collections.abc import Sequence
from dataclasses import replace
from typing import IO, TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import ON_REFERENCES, Answers, Cases
from murho.core.columns import Deferred, Rows
from murho.core.errors import ChangedError
from murho.core.meaning import UNDEFINED
from murho.formats import fields
from murho.formats.arrow import from_arrow
from murho.formats.digest import digest
from murho.formats.fields import BEFORE, LABELS, REFERENCES, STAGES
from murho.formats.parquet import RARE, as_answers, damage_told

if TYPE_CHECKING:
    import pyarrow as pa

SMALL = 1 << 18
"""Bytes of a row group, uncompressed, of which all columns are read at once."""
KEPT = 4 << 20
"""Bytes of the last row group that are kept, whatever the length of the file: more than most groups of 10,000 take."""


class RowGroups:
    """The row groups of a file; its columns are read from the disk when they are looked at.

    Args:
        path: the file.
        known: its digest, or a part of that: whoever only touches the file does not change it.
        of: what it is a part of, which an error names.
    """

    def __init__(self, path: str, known: str | None = None, of: str | None = None):
        import pyarrow.parquet as pq

        self.path, self._known, self._of = path, known, of or path
        with self._opened() as file, damage_told(path):
            # Its footer is kept, and no file is held open: a run has thousands of parts.
            self._footer = pq.read_metadata(file)
            self._state = _state(file)
            schema = self._footer.schema.to_arrow_schema()
            saved = json.loads((schema.metadata or {}).get(b"murho", b"{}"))
        self.names: list[str] = schema.names
        """Of the columns."""
        self._kinds: dict[str, str] = saved.get("kinds", {})
        self.about: dict[str, str] = dict(saved.get("about", {}))
        """What the file says about what it holds."""
        sizes = [self._footer.row_group(number).num_rows for number in range(self._footer.num_row_groups)]
        self.starts: NDArray[np.int64] = np.cumsum([0, *sizes])
        """The row with which each group begins; the last is the number of rows."""
        # A pass goes from group to group, and looks at a column of one again and again: those of the group that was
        # read last are kept. A dictionary that another thread has replaced meanwhile still holds its own group.
        self._kept: tuple[int, dict[str, pa.Array]] = (-1, {})

    def __len__(self) -> int:
        """How many rows there are."""
        return int(self.starts[-1])

    def arrow(self, number: int, name: str) -> "pa.Array":
        """A column of a row group, from the disk unless the group was the last that was read."""
        kept_number, kept = self._kept
        if kept_number != number:
            kept = {}
            self._kept = number, kept
        if name in kept:
            return kept[name]
        # Opening costs more than reading a little: of a small group all columns are read at once.
        small = self._footer.row_group(number).total_byte_size <= SMALL
        columns = self._read(number, self.names if small else [name])
        if sum(column.nbytes for column in (*kept.values(), *columns.values())) <= KEPT:
            kept.update(columns)
        return columns[name]

    def _read(self, number: int, names: Sequence[str]) -> dict[str, "pa.Array"]:
        """Columns of a row group, in one opening of the file.

        Raises:
            ChangedError: another file has taken its place.
        """
        import pyarrow.parquet as pq

        with self._opened() as file, damage_told(self.path):
            if (state := _state(file)) != self._state:
                if self._known is None or self._known not in digest(self.path):  # the footer is of another file
                    raise ChangedError(self._of)
                self._state = state
            parquet = pq.ParquetFile(file, metadata=self._footer, page_checksum_verification=True)
            table = parquet.read_row_group(number, list(names), use_threads=False)
        columns = {name: table.column(name) for name in names}
        return {
            name: column.chunk(0) if column.num_chunks == 1 else column.combine_chunks()
            for name, column in columns.items()
        }

    def _opened(self) -> IO[bytes]:
        try:
            return open(self.path, "rb")
        except FileNotFoundError:
            raise ChangedError(self._of) from None

    def cases(self, number: int) -> Cases:
        """The cases of a row group, with their places in the file."""
        start, stop = self.starts[number : number + 2].tolist()
        columns = self._columns(number, {"reference": _as_meanings, "expression": _as_expressions}, _SHAPED)
        cases = fields.as_cases(columns, self.path, range(start + 1, stop + 1), saved=True)
        return replace(cases, places=range(start, stop))

    def answers(self, number: int) -> Answers:
        """The answers of a row group."""
        start, stop = self.starts[number : number + 2].tolist()
        columns = self._columns(number, {"answer": _as_answers}, (STAGES.name, ON_REFERENCES, RARE))
        return as_answers(columns, self.path, range(start + 1, stop + 1))

    def _columns(self, number: int, made: dict[str, Any], whole: Sequence[str]) -> dict[str, Any]:
        """The columns of a group by name: deferred, `made` into what they mean, or read at once as a whole."""
        columns: dict[str, Any] = {}
        rows = int(self.starts[number + 1] - self.starts[number])
        for name in self.names:
            column = self._deferred(number, name, rows, made.get(name, list))
            columns[name] = list(column) if name in whole else column
        return columns

    def _deferred(self, number: int, name: str, rows: int, made: Any) -> Deferred:
        kept: list[pa.Array] = []

        def array() -> "pa.Array":
            if not kept:
                kept.append(self.arrow(number, name))
            return kept[0]

        def read(wanted: Rows) -> Sequence[Any]:
            column = array()
            if len(wanted) != len(column) or (np.diff(wanted) != 1).any():
                column = column.take(wanted)
            with damage_told(self.path):
                return made(from_arrow(column, self._kinds.get(name)))  # type: ignore[no-any-return]

        def lacks(wanted: Rows) -> NDArray[np.bool_]:
            return array().is_null().to_numpy(zero_copy_only=False)[wanted]  # type: ignore[no-any-return]

        return Deferred(read, rows, lacks)


def _state(file: IO[bytes]) -> tuple[int, ...]:
    """What tells an open file from one that took its place."""
    status = os.fstat(file.fileno())
    return status.st_ino, status.st_mtime_ns, status.st_size


_SHAPED = (REFERENCES.name, BEFORE.name, LABELS.name)
"""What is one thing or another by its values, so that these have to be looked at."""


def _as_meanings(column: Sequence[Any]) -> list[Any]:
    return [None if value is None else tuple(value) for value in column]


def _as_answers(column: Sequence[Any]) -> list[Any]:
    return [UNDEFINED if value is None else tuple(value) for value in column]


def _as_expressions(column: Sequence[Any]) -> list[Any]:
    return [tuple(value) if type(value) is list else value for value in column]
