"""A Parquet file that grows by tables whose columns nobody knows beforehand.

>>> import pyarrow.parquet as pq
>>> path = os.path.join(tempfile.mkdtemp(), "grown.parquet")
>>> with open(path, "w+b") as file, Growing(file, {"id": "string"}) as growing:
...     growing.add({"id": ["a"], "size": [1]})
...     growing.add({"id": ["b"], "size": ["large"], "old": [True]})
>>> with pq.ParquetFile(path) as parquet:
...     [*tables(parquet, batch=10)]
[{'id': ['a', 'b'], 'size': [1, 'large'], 'old': [None, True]}]
"""

import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from murho.formats.kinds import Kind, from_arrow, kind_of, merged, to_arrow

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

Columns = dict[str, list[Any]]
ROW_GROUP = 1 << 16
"""Rows that are written together, and so held in memory."""
SCHEMA_VERSION = 1
"""The version of what metadata says; it rises when that changes its meaning."""


def tables(
    parquet: "pq.ParquetFile",
    batch: int,
    given: Mapping[str, Kind] | None = None,
    *,
    groups: Sequence[int] | None = None,
    rows: range | None = None,
) -> Iterator[Columns]:
    """The rows of a file as columns of values, up to `batch` at a time.

    If they are named, those of some row groups, and of these only some rows, counted from 0 in the first group.

    Their kinds are those given, or else those that the file's metadata names.

    Raises:
        InputError: a column holds what is no JSON.
    """
    saved = json.loads((parquet.schema_arrow.metadata or {}).get(b"murho", b"{}"))
    kinds = {**saved.get("kinds", {}), **(given or {})}
    for part in record_batches(parquet, batch, groups=groups, rows=rows):
        yield {name: from_arrow(part.column(name), kinds.get(name)) for name in part.schema.names}


def record_batches(
    parquet: "pq.ParquetFile",
    batch: int,
    *,
    groups: Sequence[int] | None = None,
    rows: range | None = None,
    columns: Sequence[str] | None = None,
) -> Iterator["pa.RecordBatch"]:
    """The rows of a file as Arrow has them, as `tables` reads them; of all columns, or some."""
    # Arrow's threads, calling back into Python, can outlive the file
    named = None if groups is None else list(groups)
    wanted = None if columns is None else list(columns)
    first = 0
    for part in parquet.iter_batches(batch_size=batch, use_threads=False, row_groups=named, columns=wanted):
        if rows is not None:
            start, first = first, first + part.num_rows
            part = part.slice(max(rows.start - start, 0), max(min(rows.stop, first) - max(rows.start, start), 0))
            if not part.num_rows:
                continue
        yield part


def metadata(kinds: dict[str, Kind], about: Mapping[str, str] | None = None) -> dict[str, str]:
    """What the file says of itself: how the columns are to be read back, and what there is to say about them."""
    more = {"about": dict(about)} if about else {}
    return {"murho": json.dumps({"schema_version": SCHEMA_VERSION, "kinds": kinds, **more})}


def is_own(parquet: "pq.ParquetFile") -> bool:
    """Whether murho wrote the file, which its metadata tells: then meanings are JSON text."""
    return b"murho" in (parquet.schema_arrow.metadata or {})


def said_about(parquet: "pq.ParquetFile") -> dict[str, str]:
    """What a file says about what it holds, `about` in its metadata."""
    saved = json.loads((parquet.schema_arrow.metadata or {}).get(b"murho", b"{}"))
    return dict(saved.get("about", {}))


def gathered(batches: Iterable[Columns], size: int = ROW_GROUP) -> Iterator[Columns]:
    """Tables of so many rows, the last one excepted: smaller ones together, and larger ones cut.

    >>> [table["id"] for table in gathered([{"id": [1]}, {"id": [2, 3, 4, 5]}, {"id": [6]}], size=3)]
    [[1, 2, 3], [4, 5, 6]]
    """
    waiting: Columns = {}
    rows = 0
    for table in batches:
        new, taken = len(table["id"]), 0
        while taken < new:
            more = min(new - taken, size - rows)
            for name in waiting.keys() - table.keys():
                waiting[name] += [None] * more
            for name, column in table.items():
                piece = column if more == new else column[taken : taken + more]
                waiting.setdefault(name, [None] * rows).extend(piece)
            rows += more
            taken += more
            if rows == size:
                yield waiting
                waiting, rows = {}, 0
    if rows:
        yield waiting


class Growing:
    """A Parquet file that columns can be added to while it is written.

    A new column, or one whose values fit the kind so far no longer, has what was written copied into a file with
    the wider columns. That is rare (the first rows mostly show what there is), and memory stays small.
    """

    def __init__(
        self,
        file: IO[bytes],
        kinds: Mapping[str, Kind],
        fixed: Mapping[str, Kind] | None = None,
        about: Mapping[str, str] | None = None,
        rows: int = ROW_GROUP,
    ):
        """`kinds` of the columns that are there from the start; those that are `fixed`, if they come, do not grow.

        `rows` is how many are added at a time, and stay together.
        """
        self._file, self._kinds, self._fixed, self._about = file, dict(kinds), dict(fixed or {}), about
        self._rows = rows
        self._writer = self._open()

    def __enter__(self) -> "Growing":
        return self

    def __exit__(self, *_: object) -> None:
        self._writer.close()

    def add(self, columns: Columns) -> None:
        """Write rows; where the kind of a column was not given, its values tell.

        Raises:
            ValueError: a value is not JSON.
        """
        before = self._kinds
        self._kinds = before | {
            name: self._fixed.get(name) or merged(before.get(name, "null"), kind_of(values))
            for name, values in columns.items()
        }
        # A Parquet file has one schema, fixed when its writer opens.
        if self._kinds != before:
            self._start_again()
        self._write(columns)

    def _start_again(self) -> None:
        """Write what was written so far anew, in columns of the kinds as they are now."""
        import pyarrow.parquet as pq

        self._writer.close()
        with tempfile.TemporaryFile(dir=os.path.dirname(self._file.name) or ".") as copy:
            self._file.seek(0)
            shutil.copyfileobj(self._file, copy)
            self._file.seek(0)
            self._file.truncate()
            self._writer = self._open()
            for columns in tables(pq.ParquetFile(copy), self._rows):
                self._write(columns)

    def _open(self) -> "pq.ParquetWriter":
        import pyarrow as pa
        import pyarrow.parquet as pq

        types = [(name, to_arrow([], kind).type) for name, kind in self._kinds.items()]
        schema = pa.schema(types, metadata=metadata(self._kinds, self._about))
        # With checksums a bit that a disk turned round is an error when it is read, and no other answer.
        return pq.ParquetWriter(self._file, schema, compression="zstd", write_page_checksum=True)

    def _write(self, columns: Columns) -> None:
        import pyarrow as pa

        nothing = [None] * len(columns["id"])
        arrays = [to_arrow(columns.get(name, nothing), kind) for name, kind in self._kinds.items()]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._writer.schema))
