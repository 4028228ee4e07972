"""Columns of texts, straight to the counts of their words: no text is looked at but by the kernel.

>>> judged = judged_texts(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
>>> judged.loss.tolist(), judged.units.tolist()
([2, 1], [6, 1])
>>> judged_texts(["no"], [None]) is None
True
"""

from typing import Any

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.measures.alignment import EQUAL, Counts, Utf8, count_texts
from murho.pipeline.scoring.as_lists import as_list, columns_of

_NAMES = ("substitutions", "deletions", "insertions", "hits", "units")


def judged_texts(references: Any, hypotheses: Any, threads: int = 1) -> Judgements | None:
    """The rows of `words()`; None where a column holds anything but texts, which the kernel finds out as it goes."""
    counts = _counted(references, hypotheses, threads)
    if counts is None:
        return None
    columns = {name: getattr(counts, name) for name in _NAMES}
    return Judgements.of(counts.errors, columns["units"], columns)


def unnamed(rows: Judgements, clusters: list[Any] | None) -> Cases:
    """The cases of these rows, one for each, of which nothing has to be known but their clusters."""
    nothing: Any = range(len(rows))
    return Cases(nothing, nothing, nothing, clusters)


def _counted(references: Any, hypotheses: Any, threads: int) -> Counts | None:
    """The counts; None where a column holds anything but texts, which the kernel finds out as it goes."""
    right, said = as_texts(references), as_texts(hypotheses)
    if right is None or said is None:
        return None
    if isinstance(right, Utf8) != isinstance(said, Utf8):  # the kernel wants both sides in one form
        right, said = as_list(references, "references"), as_list(hypotheses, "hypotheses")
    try:
        return count_texts(right, said, EQUAL, threads)
    except TypeError:
        return None


def as_texts(column: Any) -> list[Any] | Utf8 | None:
    """A column as the kernel reads it, without a copy where it can: a list, or the bytes of an Arrow column."""
    if isinstance(column, list):
        return column
    if columns_of(column) is not None:
        return None
    if hasattr(column, "__arrow_c_stream__") or type(column).__module__.partition(".")[0] == "pyarrow":
        return _arrow(column)
    return as_list(column, "a column of texts")


def _arrow(column: Any) -> Utf8 | None:
    """The bytes and offsets of an Arrow string column without nulls."""
    import pyarrow as pa

    array = column if isinstance(column, pa.Array) else pa.chunked_array(column).combine_chunks()
    if isinstance(array, pa.ChunkedArray):
        array = array.combine_chunks()
    if pa.types.is_string_view(array.type):
        array = array.cast(pa.large_string())
    if array.null_count or not (pa.types.is_string(array.type) or pa.types.is_large_string(array.type)):
        return None
    _, offsets, data = array.buffers()
    whole = memoryview(offsets).cast("i") if pa.types.is_string(array.type) else memoryview(offsets).cast("q")
    places = whole[array.offset : array.offset + len(array) + 1]
    return Utf8(data if data is not None else b"", places)
