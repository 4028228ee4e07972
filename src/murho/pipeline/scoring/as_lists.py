"""Columns of any kind as lists: what can be read in one way is read, what could mean two things is refused.

>>> import pyarrow as pa
>>> as_list(pa.array(["a", None]), "predictions"), as_list(pa.table({"intent": ["a", "b"]}), "references")
(['a', None], ['a', 'b'])
>>> as_list(pa.table({"intent": ["a"], "text": ["x"]}), "references")
Traceback (most recent call last):
murho.core.errors.UsageError: references is a table of 2 columns (intent, text); give one of them

Columns of texts go straight to the counts of their words (`judged_texts`): no text is looked at but by the kernel.

>>> judged = judged_texts(["i want to go to berlin", "no"], ["want to go to bonn", "no no"])
>>> judged.loss.tolist(), judged.units.tolist()
([2, 1], [6, 1])
>>> judged_texts(["no"], [None]) is None
True
"""

import os
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.errors import UsageError, shortened
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures.alignment import EQUAL, Counts, Utf8, count_texts

_MISSING = ("NAType", "NaTType")
"""The types of what pandas puts where there is nothing."""


def one_each(references: Any, answers: Any, name: str = "predictions") -> tuple[Any, Any]:
    """One text and the answer to it as columns of one; anything else stays as it is, to be read as columns.

    >>> one_each("a b", "a c"), one_each("a b", None), one_each(["a b"], ["a c"])
    ((['a b'], ['a c']), (['a b'], [None]), (['a b'], ['a c']))

    Raises:
        UsageError: a text is the name of a file.
    """
    if not isinstance(references, str) or not (isinstance(answers, str) or answers is UNDEFINED or is_nothing(answers)):
        return references, answers
    for side, text in (("references", references), (name, answers)):
        if isinstance(text, str) and os.path.isfile(text):
            shown = shortened(repr(text), 60)
            raise UsageError(
                f"{side} is {shown}, a file; write Path({shown}) to read it, [{shown}] for the text itself"
            )
    return [references], [answers]


def as_list(column: Any, name: str, *, rows: bool = False) -> list[Any]:
    """A column as a list of Python values; `name` is what an error calls it.

    A table of one column is that column, and so is an array of one; with `rows` the rows of an array are lists.

    Raises:
        UsageError: it is no column, has several columns, or has no order.
    """
    table = columns_of(column)
    if table is not None:
        if len(table) != 1:
            names = shortened(", ".join(name for name, _ in table), 60)
            raise UsageError(f"{name} is a table of {len(table)} columns ({names}); give one of them")
        column = table[0][1]
    shape = tuple(getattr(column, "shape", None) or ())
    if len(shape) == 2 and shape[1] == 1 and not rows:
        column = column[:, 0]
    elif len(shape) > 2 or (len(shape) == 2 and not rows):
        shown = " × ".join(map(str, shape))
        raise UsageError(f"{name} is an array of {shown}; give one column, with one entry for each expression")
    for convert in ("to_pylist", "to_list", "tolist"):
        if hasattr(column, convert):
            column = getattr(column, convert)()
            break
    if isinstance(column, set | frozenset):
        raise UsageError(f"{name} is a {type(column).__name__}, which has no order; give a list")
    if isinstance(column, str | bytes | Mapping) or not isinstance(column, Iterable):
        raise UsageError(f"{name} is a single {type(column).__name__}; give a list, with one entry for each expression")
    values = list(column)
    if not any(issubclass(kind, np.ndarray | np.generic) for kind in set(map(type, values))):
        return values
    return [value.tolist() if isinstance(value, np.ndarray | np.generic) else value for value in values]


def as_columns(columns: Any, name: str, *, rows: bool = False) -> dict[str, list[Any]]:
    """Columns by name, each as a list: those of a mapping or of a table; `rows` is as for `as_list`."""
    if columns is None:
        return {}
    table = list(columns.items()) if isinstance(columns, Mapping) else columns_of(columns)
    if table is None:
        kind = type(columns).__name__
        raise UsageError(f"{name} is a {kind}; give columns by name, as in {name}={{'day': ['mo', 'tu']}}")
    return {str(of): as_list(column, str(of), rows=rows) for of, column in table}


def as_labels(column: Sequence[Any], name: str) -> list[list[str] | None]:
    """A column of labels of words: a list of texts for each entry, or nothing.

    Raises:
        UsageError: an entry is anything else.
    """
    found: list[list[str] | None] = []
    for place, value in enumerate(column, 1):
        labels = list(value) if isinstance(value, list | tuple) else None
        if not is_nothing(value) and (labels is None or not all(isinstance(label, str) for label in labels)):
            shown = shortened(repr(value), 60)
            raise UsageError(f"{name} has {shown} at place {place}; give a list with a label, a text, for each word")
        found.append(labels)
    return found


def columns_of(table: Any) -> list[tuple[str, Any]] | None:
    """The columns of a table of Arrow, Polars, pandas, NumPy or Hugging Face, with their names; None for no table.

    Raises:
        UsageError: two of them have one name.
    """
    columns = _by_place(table)
    names = [name for name, _ in columns or ()]
    if len(set(names)) < len(names):
        name = next(name for place, name in enumerate(names) if name in names[:place])
        raise UsageError(f"the table has two columns {name!r}; rename one of them, or leave it out")
    return columns


def _by_place(table: Any) -> list[tuple[str, Any]] | None:
    if getattr(table, "column_names", None) is not None:  # Arrow's are taken by place, for names may recur
        by_place = hasattr(table, "column")
        return [(str(name), table.column(i) if by_place else table[name]) for i, name in enumerate(table.column_names)]
    if hasattr(table, "get_columns"):
        return [(str(column.name), column) for column in table.get_columns()]
    if hasattr(table, "iloc") and hasattr(table, "columns"):
        return [(str(name), table.iloc[:, i]) for i, name in enumerate(table.columns)]
    fields = getattr(getattr(table, "dtype", None), "names", None)
    return [(name, table[name]) for name in fields] if fields else None


def refuse_other_order(columns: Mapping[str, Any]) -> None:
    """Refuse columns whose indexes, as pandas has them, hold the same in another order: they are paired by place."""
    indexed = {name: index for name, column in columns.items() if (index := _index(column)) is not None}
    first = next(iter(indexed), "")
    for name, index in indexed.items():
        other = indexed[first]
        if len(index) == len(other) and not index.equals(other) and set(index) == set(other):
            raise UsageError(
                f"{name} has the index of {first} in another order, and entries are paired by their place; write "
                f"{name}.loc[{first}.index] to pair them by index, or .to_list() for both"
            )


def _index(column: Any) -> Any:
    """The index of a column of pandas; the method of that name that lists have is none."""
    found = getattr(column, "index", None)
    return found if hasattr(found, "equals") else None


def refuse_words(column: Sequence[Any], name: str) -> None:
    """Refuse a column of texts in which lists may be several texts or the words of one: nothing in them has a blank."""
    if not any(issubclass(kind, list) for kind in set(map(type, column))):
        return
    lists = [(place, value) for place, value in enumerate(column, 1) if isinstance(value, list)]
    if any(not isinstance(text, str) or len(text.split()) != 1 for _, value in lists for text in value):
        return
    for place, value in lists:
        if len(value) > 1:
            raise UsageError(
                f"{name} has a list of single words, {shortened(repr(value), 60)}, at place {place}; write "
                f"{shortened(repr(' '.join(value)), 60)} for one text, {shortened(repr(tuple(value)), 60)} for several"
            )


def is_nothing(value: Any) -> bool:
    """None, or the NaN, NA or NaT that stands for it in data frames."""
    return value is None or type(value).__name__ in _MISSING or (isinstance(value, float) and value != value)


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
