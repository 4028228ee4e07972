"""Columns of Arrow: values of JSON as columns of natural types and back, and columns that grow batch by batch.

Columns of JSON values as Arrow columns of natural types, and back.

A column whose values are all truth values, whole numbers, numbers or strings becomes an Arrow column of that type;
any other (mixed, or holding lists and objects) becomes JSON text, and its kind says so. None is null.

>>> kind_of([1, None, 2.5]), kind_of(["a", 1])
('float', 'json')
>>> from_arrow(to_arrow(["a", 1, None], "json"), "json")
['a', 1, None]

A Parquet file that grows by tables whose columns nobody knows beforehand.

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
import math
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from itertools import pairwise
from typing import IO, TYPE_CHECKING, Any

import msgspec
import numpy as np

from murho.core.errors import InputError
from murho.formats.jsonvalue import encode

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


Kind = str
"""`null`, `bool`, `int`, `long`, `float`, `string`, `json`, or `meanings`: a list of JSON texts, null being ⊥."""

_OF_TYPE = {type(None): "null", bool: "bool", int: "int", float: "float", str: "string"}
_EXACT = 1 << 53
"""Whole numbers up to here are exact as floats; larger ones are of kind `long`, and do not become floats."""

_decode = msgspec.json.Decoder().decode


def plain(column: Sequence[Any]) -> list[Any]:
    """A column as a list of Python's own values; numpy's scalars are turned into them."""
    values = column.tolist() if isinstance(column, np.ndarray) else list(column)
    if any(issubclass(kind, np.generic) for kind in set(map(type, values))):
        return [value.item() if isinstance(value, np.generic) else value for value in values]
    return values


def kind_of(values: Sequence[Any]) -> Kind:
    """The narrowest kind that holds all values exactly."""
    kinds = {_OF_TYPE.get(kind, "json") for kind in set(map(type, values))}
    if "int" in kinds:
        # Beyond 2^53 a float is not exact; beyond 63 bits no column of Arrow's holds the number.
        largest = max(abs(value) for value in values if type(value) is int)
        kinds = kinds - {"int"} | {"int" if largest <= _EXACT else "long" if largest < 1 << 63 else "json"}
    return reduce(merged, sorted(kinds), "null")


def merged(left: Kind, right: Kind) -> Kind:
    """The narrowest kind for the values of both.

    >>> merged("int", "null"), merged("float", "int"), merged("long", "float"), merged("bool", "int")
    ('int', 'float', 'json', 'json')
    """
    pair = {left, right} - {"null"}
    if len(pair) < 2:
        return pair.pop() if pair else "null"
    return "float" if pair == {"int", "float"} else "long" if pair == {"int", "long"} else "json"


def to_arrow(values: Sequence[Any], kind: Kind) -> "pa.Array":
    """Values as an Arrow array of the type of their kind.

    Raises:
        ValueError: a value is not JSON (`jsonvalue.encode`).
    """
    import pyarrow as pa

    if kind == "json":
        # Bytes of UTF-8, taken as they are, without a text of Python's in between.
        return pa.array([None if value is None else encode(value) for value in values], pa.binary()).cast(pa.string())
    if kind == "meanings":
        texts = [None if meanings is None else [encode(m).decode() for m in meanings] for meanings in values]
        return pa.array(texts, pa.list_(pa.string()))
    types = {"null": pa.null(), "bool": pa.bool_(), "float": pa.float64(), "string": pa.string()}
    try:
        return pa.array(values, types.get(kind, pa.int64()))
    except UnicodeEncodeError:
        raise ValueError("it holds half of a surrogate pair, which UTF-8 has not") from None


def from_arrow(array: "pa.Array", kind: Kind | None) -> list[Any]:
    """The values of an Arrow array; without a kind (written by others) as near to JSON as its type allows.

    Dates and times become text, decimals numbers, and NaN, which in data frames stands for a missing value, None.

    Raises:
        InputError: the type of the array has no counterpart in JSON, or JSON text is broken.
    """
    if kind == "json" and array.type == to_arrow([], "json").type:
        return _json(array.to_pylist())
    if kind == "meanings" and _is_list_of_text(array.type):
        flat = _json(array.flatten().to_pylist())
        # Of a null `flatten` gives nothing, so it counts as no text.
        ends = np.cumsum(array.value_lengths().fill_null(0).to_numpy(zero_copy_only=False)).tolist()
        lists = [flat[start:end] for start, end in pairwise([0, *ends])]
        return [values if valid else None for values, valid in zip(lists, array.is_valid().to_pylist(), strict=True)]
    if kind == "float" and array.type == to_arrow([], kind).type:
        return list(array.to_pylist())  # where a number is expected NaN is not a missing one, but wrong
    return _foreign(array)


def _is_list_of_text(kind: "pa.DataType") -> bool:
    from pyarrow import types

    text = (types.is_string, types.is_large_string, types.is_string_view)
    is_list = types.is_list(kind) or types.is_large_list(kind)
    return is_list and any(is_text(kind.value_type) for is_text in text)


def _json(texts: list[str | None]) -> list[Any]:
    try:
        return [None if text is None else _decode(text) for text in texts]
    except (msgspec.DecodeError, RecursionError):
        wrong = next(text for text in texts if text is not None and not _is_json(text))
        found = f"{wrong[:40]!r} is not JSON"
        todo = 'meanings are JSON text here: write "yes", with its quotes, for the string yes'
        raise InputError(found, todo) from None


def _is_json(text: str) -> bool:
    try:
        _decode(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return True


def _foreign(array: "pa.Array") -> list[Any]:
    """An array of any type, as near to JSON as that allows."""
    import pyarrow as pa

    kind = array.type
    if pa.types.is_dictionary(kind):
        return _foreign(array.dictionary_decode())
    if pa.types.is_temporal(kind):
        array = array.cast(pa.string())
    elif pa.types.is_decimal(kind):
        array = array.cast(pa.float64())
    values: list[Any] = array.to_pylist()
    if pa.types.is_floating(array.type):
        return [None if value is None or math.isnan(value) else value for value in values]
    if pa.types.is_nested(kind):
        return [msgspec.to_builtins(value) for value in values]
    if _OF_TYPE.keys() >= set(map(type, values)):
        return values
    raise InputError(f"a column of type {kind}", "leave it out, or turn it into text or numbers")


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
