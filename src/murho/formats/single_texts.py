"""The texts of a Parquet file as Arrow's columns: what has one text for each case is read without an object for each.

It serves what counts texts where they stand (`murho.pipeline.scoring.columns`). A file that holds more, lists of
several meanings, numbers as ids, columns that have to be looked at, is refused by an `UnusualError`, and read in the
general way (`murho.formats.parquet`), which also says what is wrong with it.

>>> import os, tempfile
>>> from murho.core.case import Answers
>>> from murho.core.meaning import UNDEFINED
>>> from murho.formats.parquet import write_answers
>>> path = os.path.join(tempfile.mkdtemp(), "answers.parquet")
>>> write_answers(path, [Answers(["a", "b"], [("renew",), UNDEFINED])])
>>> [(part.ids.to_pylist(), part.texts.to_pylist()) for part in single_texts(path, "answer")]
[(['a', 'b'], ['renew', None])]
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import ON_REFERENCES, STAGES
from murho.formats import fields, shapes
from murho.formats.growing import is_own, record_batches
from murho.formats.opening import Path
from murho.formats.parquet import RARE, opened, within
from murho.formats.unique import LONGEST, hashes_of, hashes_of_letters

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

BATCH = 1 << 16
"""Rows that are read at a time."""
_SHAPED = (shapes.REFERENCES.name, shapes.BEFORE.name, shapes.LABELS.name)


class UnusualError(Exception):
    """The file holds more than texts, one for each id."""


class Texts(NamedTuple):
    """Some rows of a file."""

    ids: "pa.Array"
    texts: "pa.Array"
    """Strings; null is ⊥, or an open case."""
    beside: "Mapping[str, pa.Array]"
    """Other columns that were asked for."""

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, start: int, rows: int | None = None) -> "Texts":
        """So many rows from one on; without a number all of them."""
        beside = {name: column.slice(start, rows) for name, column in self.beside.items()}
        return Texts(self.ids.slice(start, rows), self.texts.slice(start, rows), beside)


def single_texts(path: Path, name: str, beside: Sequence[str] = ()) -> Iterator[Texts]:
    """The rows of a file: ids, the texts under `name`, which is `reference` or `answer`, and columns `beside` them.

    Raises:
        UnusualError: it has other ids, other meanings, or columns that have to be looked at.
        InputError: no Parquet file.
    """
    with opened(path) as parquet:
        own = is_own(parquet)
        here = _known(parquet, name, beside)
        for part in record_batches(parquet, BATCH, columns=["id", name, *here], **within(path, parquet)):
            ids = part.column("id")
            if ids.null_count:
                raise UnusualError
            yield Texts(ids, _texts(part.column(name), own), {column: part.column(column) for column in here})


def _known(parquet: "pq.ParquetFile", name: str, beside: Sequence[str]) -> list[str]:
    """Those of the columns `beside` that there are; an error unless all columns are of types that need no look."""
    import pyarrow as pa

    schema = parquet.schema_arrow
    kinds = json.loads((schema.metadata or {}).get(b"murho", b"{}")).get("kinds", {})
    of_answers = name == "answer"
    shaped = (STAGES, ON_REFERENCES, RARE) if of_answers else _SHAPED
    required = fields.ANSWER if of_answers else (*fields.CASE, "reference")
    if (
        len(set(schema.names)) < len(schema.names)
        or set(required) - set(schema.names)
        or set(shaped) & set(schema.names)
    ):
        raise UnusualError
    if of_answers:
        fixed = {"id": pa.string(), "seconds": pa.float64(), "failure": pa.string()}
    else:
        fixed = {"id": pa.string(), "expression": pa.string(), "cluster": pa.string(), "weight": pa.float64()}
    plain = (pa.string(), pa.bool_(), pa.int64(), pa.float64(), pa.null())
    for column in schema:
        fits = column.type == fixed[column.name] if column.name in fixed else column.type in plain
        if column.name != name and (not fits or kinds.get(column.name) in ("json", "meanings")):
            raise UnusualError
    return [column for column in beside if column in schema.names]


def _texts(column: "pa.Array", own: bool) -> "pa.Array":
    """The only text of each list; of murho's own files they are JSON, in quotes."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts, is_list = column, pa.types.is_list(column.type)
    if is_list:
        if pc.any(pc.not_equal(column.value_lengths(), 1)).as_py():  # nulls are passed over
            raise UnusualError
        texts = column.flatten()
    if texts.type != pa.string() or (own and not is_list) or (is_list and texts.null_count):
        raise UnusualError
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:  # no UTF-8
        raise UnusualError from None
    if own:
        texts = _unquoted(texts)
    elif _all_quoted(texts):
        raise UnusualError  # JSON text, perhaps
    if is_list and column.null_count:
        places = pc.subtract(pc.cumulative_sum(column.is_valid().cast(pa.int64())), 1)
        texts = texts.take(pc.if_else(column.is_valid(), places, None))
    return texts


def _all_quoted(texts: "pa.Array") -> bool:
    import pyarrow.compute as pc

    known = texts.drop_null()
    if not len(known) or not known[0].as_py().startswith('"'):  # which mostly tells
        return False
    return bool(pc.all(pc.and_(pc.starts_with(known, '"'), pc.ends_with(known, '"'))).as_py())


def _unquoted(texts: "pa.Array") -> "pa.Array":
    """JSON strings without nulls as what they say; UnusualError where one is no string, or holds an escape."""
    import pyarrow as pa

    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    letters = np.frombuffer(data if data is not None else b"", np.uint8)[ends[0] : ends[-1]]
    ends = ends - ends[0]
    quotes = letters == _QUOTE
    # Each has two, one at either end, and so none within.
    if (np.diff(ends) < 2).any() or np.count_nonzero(quotes) != 2 * len(texts) or (letters == _BACKSLASH).any():
        raise UnusualError
    if not (quotes[ends[:-1]].all() and quotes[ends[1:] - 1].all()):
        raise UnusualError
    ends = ends - 2 * np.arange(len(ends), dtype=np.int32)
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(letters[~quotes]))


_QUOTE, _BACKSLASH = 34, 92


def id_hashes(ids: "pa.Array") -> NDArray[np.int64]:
    """What `unique.hashes_of` makes of these ids, which are strings without nulls."""
    import pyarrow.compute as pc

    lengths = pc.binary_length(ids).to_numpy()
    width = int(lengths.max(initial=0))
    if not 0 < width <= LONGEST or not pc.all(pc.string_is_ascii(ids)).as_py():
        return hashes_of(ids.to_pylist())
    padded = pc.ascii_rpad(ids, width, "\0")
    _, _, data = padded.buffers()
    start = padded.offset * width
    letters = np.frombuffer(data, np.uint8)[start : start + len(ids) * width].reshape(len(ids), width)
    return hashes_of_letters(letters)
