"""Columns of very many rows: names kept as numbers, values read when they are looked at, and few values in many rows.

A column that is read when somebody looks into it: what is not asked of a million cases is not made for them, and
nobody has to say beforehand which columns a weighting or a slice will need.

>>> column = Deferred(lambda rows: [10 * row for row in rows.tolist()], 4)
>>> len(column), column.at(np.array([3, 1])).at(np.array([1]))[0], list(column)
(4, 10, [0, 10, 20, 30])

A column of names that repeat, kept as numbers: what a million rows can be grouped by without looking at each name.

>>> column = Coded(np.array([1, 0, 1]), ("nsubj", "obj"))
>>> list(column), column[0], len(column)
(['obj', 'nsubj', 'obj'], 'obj', 3)
>>> list(column.at(np.array([1])))
['nsubj']

Columns that few rows have a value in: what came along with answers can be called something else for each of them.

A list for every name would take the square of the number of answers. A `Sparse` column is read as such a list is, and
takes no more than its values do; who takes rows of columns, or joins batches of them, does it here.

>>> columns = columns_of_rows([{"cost": 1}] * 99 + [{"cost": 2, "why": "late"}])
>>> type(columns["cost"]).__name__, type(columns["why"]).__name__
('list', 'Sparse')
>>> columns["why"][99], columns["why"][0], len(columns["why"])
('late', None, 100)
>>> taken_rows(columns, [99, None, 3])
{'cost': [2, None, 1], 'why': ['late', None, None]}
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, eq=False)
class Coded(Sequence[str]):
    """The name of each row: `names[codes[row]]`; not every name need occur."""

    codes: NDArray[np.int64]
    names: tuple[str, ...]

    def __len__(self) -> int:
        return len(self.codes)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return Coded(self.codes[index], self.names)
        return self.names[self.codes[index]]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def at(self, rows: NDArray[np.int64]) -> "Coded":
        """The column of these rows (n,), with all names it could have."""
        return Coded(self.codes[rows], self.names)

    def occurring(self) -> "Coded":
        """This column with only those names that occur, in the order of their numbers."""
        present = np.flatnonzero(np.bincount(self.codes, minlength=len(self.names)))
        new_code = np.zeros(len(self.names), np.int64)
        new_code[present] = np.arange(len(present))
        return Coded(new_code[self.codes], tuple(self.names[i] for i in present.tolist()))


def joined_names(columns: Sequence[Sequence[str]]) -> Sequence[str]:
    """Columns one below the other, kept as numbers where all are.

    >>> both = joined_names([Coded(np.array([0, 1]), ("a", "b")), Coded(np.array([0]), ("b",))])
    >>> list(both), both.names
    (['a', 'b', 'b'], ('a', 'b'))
    """
    if not all(isinstance(column, Coded) for column in columns):
        return [name for column in columns for name in column]
    number: dict[str, int] = {}
    codes = []
    for column in columns:
        assert isinstance(column, Coded)
        new = np.array([number.setdefault(name, len(number)) for name in column.names], np.int64)
        codes.append(new[column.codes])
    return Coded(np.concatenate(codes), tuple(number))


Rows = NDArray[np.int64]
AT_ONCE = 10_000
"""Rows of a passing column that are read together: as many as are written so, which is quickest."""


class Deferred(Sequence[Any]):
    """The values of some rows, which `read(rows)` gives; once read they are kept.

    Args:
        read: gives the values of rows (n,) of whatever is behind the column, in this order.
        rows: how many rows there are, or which of them the column has.
        lacks: tells of rows whether they hold None, where that is known without reading the values.
    """

    __slots__ = ("_lacks", "_read", "_rows", "_values")

    def __init__(
        self,
        read: Callable[[Rows], Sequence[Any]],
        rows: int | Rows | range,
        lacks: Callable[[Rows], NDArray[np.bool_]] | None = None,
    ):
        self._read, self._lacks = read, lacks
        self._rows: Rows | range = range(rows) if isinstance(rows, int) else rows
        self._values: Sequence[Any] | None = None

    @property
    def values(self) -> Sequence[Any]:
        """All of them."""
        if self._values is None:
            self._values = self._read(_numbers(self._rows))
        return self._values

    @property
    def absent(self) -> NDArray[np.bool_]:
        """Which of them are None, (rows,)."""
        if self._lacks is not None:
            return self._lacks(_numbers(self._rows))
        return np.fromiter((value is None for value in self.values), bool, len(self))

    def at(self, rows: Sequence[int] | Rows) -> "Deferred":
        """The column of these rows, in this order; they alone are read, when they are looked at."""
        part = Deferred(self._read, _those(self._rows, rows), self._lacks)
        if self._values is not None:
            part._values = [self._values[row] for row in rows]
        return part

    def __len__(self) -> int:
        return len(self._rows)

    def __getitem__(self, index: Any) -> Any:
        return self.values[index]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]


class Passing(Deferred):
    """A column too long to be held: read some rows at a time, of which the last that were looked at are kept.

    Whoever goes through it reads each row once; whoever jumps about reads `AT_ONCE` rows for each jump.

    >>> column = Passing(lambda rows: [10 * row for row in rows.tolist()], 4)
    >>> column[2], list(column), column.at([3])[0]
    (20, [0, 10, 20, 30], 30)
    """

    __slots__ = ("_start",)

    def __init__(
        self,
        read: Callable[[Rows], Sequence[Any]],
        rows: int | Rows | range,
        lacks: Callable[[Rows], NDArray[np.bool_]] | None = None,
    ):
        super().__init__(read, rows, lacks)
        self._start = 0
        """The row with which those begin that are kept."""

    @property
    def values(self) -> Sequence[Any]:
        """All of them, which are held by whoever asks only."""
        return list(self)

    @property
    def absent(self) -> NDArray[np.bool_]:
        """Which of them are None, (rows,)."""
        parts = range(0, len(self), AT_ONCE)
        return np.concatenate([np.zeros(0, bool), *(self._part(start).absent for start in parts)])

    def at(self, rows: Sequence[int] | Rows) -> "Passing":
        """The column of these rows, in this order."""
        return Passing(self._read, _those(self._rows, rows), self._lacks)

    def _part(self, start: int) -> Deferred:
        return Deferred(self._read, self._rows[start : start + AT_ONCE], self._lacks)

    def _from(self, start: int) -> Sequence[Any]:
        """The rows from here on that are kept together."""
        if self._values is None or self._start != start:
            self._values, self._start = self._part(start).values, start
        return self._values

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return list(self.at(range(*index.indices(len(self)))))
        row = range(len(self))[index]
        return self._from(row - row % AT_ONCE)[row % AT_ONCE]

    def __iter__(self) -> Iterator[Any]:
        for start in range(0, len(self), AT_ONCE):
            yield from self._from(start)


def _numbers(rows: Rows | range) -> Rows:
    return np.arange(rows.start, rows.stop, rows.step) if isinstance(rows, range) else rows


def _those(rows: Rows | range, which: Sequence[int] | Rows) -> Rows:
    """Which of the rows these are; of all from the first on they are themselves, and not copied."""
    numbers = which if isinstance(which, np.ndarray) else np.asarray(which, np.int64)
    if not isinstance(rows, range):
        return rows[numbers]
    return numbers if (rows.start, rows.step) == (0, 1) else rows.start + rows.step * numbers


def picked(column: Sequence[Any], rows: Sequence[int] | Rows) -> Sequence[Any]:
    """These rows of a column, in this order; a deferred one stays deferred."""
    if isinstance(column, Deferred):
        return column.at(rows)
    if isinstance(column, Coded):
        return column.at(np.asarray(rows, np.int64))
    return [column[row] for row in rows]


def glued(columns: Sequence[Sequence[Any]]) -> Sequence[Any]:
    """Columns one below the other; they stay deferred where all are."""
    parts = [column for column in columns if isinstance(column, Deferred)]
    if len(parts) < len(columns) or not parts:
        return [value for column in columns for value in column]
    ends = np.cumsum([len(part) for part in parts])

    def read(rows: Rows) -> list[Any]:
        which = np.searchsorted(ends, rows, side="right")
        values: list[Any] = [None] * len(rows)
        for number, part in enumerate(parts):
            wanted = np.flatnonzero(which == number)
            found = part.at(rows[wanted] - (ends[number] - len(part))).values if len(wanted) else ()
            for place, value in zip(wanted.tolist(), found, strict=True):
                values[place] = value
        return values

    return Deferred(read, int(ends[-1]), lambda rows: np.concatenate([part.absent for part in parts])[rows])


_RARE = 32
"""A column is sparse if fewer than one in so many rows have a value in it."""


class Sparse(Sequence[Any]):
    """A column of this length, None wherever it is not said to hold something: the values are by row."""

    __slots__ = ("length", "values")

    def __init__(self, values: dict[int, Any], length: int):
        self.values, self.length = values, length

    def __len__(self) -> int:
        return self.length

    @overload
    def __getitem__(self, row: int) -> Any: ...
    @overload
    def __getitem__(self, row: slice) -> list[Any]: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return [self.values.get(i) for i in range(*row.indices(self.length))]
        if not -self.length <= row < self.length:
            raise IndexError("no such row")
        return self.values.get(row % self.length)

    def __iter__(self) -> Iterator[Any]:
        return map(self.values.get, range(self.length))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"Sparse({self.values!r}, {self.length})"


def sparse_column(values: dict[int, Any], length: int) -> Sequence[Any]:
    """A column of values by row: sparse where few rows have one, else a list."""
    if len(values) * _RARE < length:
        return Sparse(values, length)
    return [values.get(row) for row in range(length)]


def columns_of_rows(rows: Sequence[Mapping[str, Any] | None]) -> dict[str, Sequence[Any]]:
    """The columns of what each row holds by name."""
    by_name: defaultdict[str, dict[int, Any]] = defaultdict(dict)
    for at, row in enumerate(rows):
        for name, value in (row or {}).items():
            by_name[name][at] = value
    return {name: sparse_column(values, len(rows)) for name, values in by_name.items()}


def taken_rows(columns: Mapping[str, Sequence[Any]], rows: Sequence[int | None]) -> dict[str, Sequence[Any]]:
    """These rows of all columns, in this order; where the row is None, so is every value."""
    places: defaultdict[int, list[int]] = defaultdict(list)
    if any(isinstance(values, Sparse) for values in columns.values()):
        for place, row in enumerate(rows):
            if row is not None:
                places[row].append(place)

    def of(values: Sequence[Any]) -> Sequence[Any]:
        if isinstance(values, Deferred) and None not in rows:
            return values.at(rows)  # type: ignore[arg-type]
        if not isinstance(values, Sparse):
            return [None if row is None else values[row] for row in rows]
        found = {place: value for row, value in values.values.items() for place in places.get(row, ())}
        return sparse_column(found, len(rows))

    return {name: of(values) for name, values in columns.items()}


def joined_columns(batches: Iterable[tuple[Mapping[str, Sequence[Any]], int]]) -> dict[str, Sequence[Any]]:
    """The columns of batches, each given with its number of rows, one below the other; None where one lacks a name.

    >>> joined_columns([({"a": [1, 2]}, 2), ({"b": [3]}, 1)])
    {'a': [1, 2, None], 'b': [None, None, 3]}
    """
    pieces: defaultdict[str, list[tuple[int, Sequence[Any]]]] = defaultdict(list)
    length = 0
    for columns, rows in batches:
        for name, values in columns.items():
            pieces[name].append((length, values))
        length += rows
    return {name: _glued_sparse(several, length) for name, several in pieces.items()}


def _glued_sparse(pieces: Sequence[tuple[int, Sequence[Any]]], length: int) -> Sequence[Any]:
    found: dict[int, Any] = {}
    if all(isinstance(values, Sparse) for _, values in pieces):
        for start, values in pieces:
            found |= {start + row: value for row, value in values.values.items()}  # type: ignore[attr-defined]
        return sparse_column(found, length)
    if sum(len(values) for _, values in pieces) == length:
        return glued([values for _, values in pieces])
    whole: list[Any] = [None] * length
    for start, values in pieces:
        whole[start : start + len(values)] = values
    return whole


def rows_of_columns(columns: Mapping[str, Sequence[Any]], length: int) -> list[dict[str, Any] | None]:
    """What sparse columns hold in each row, by name; None where they hold nothing: the reverse of `of_rows`."""
    rows: list[dict[str, Any] | None] = [None] * length
    for name, values in columns.items():
        for at, value in values.values.items() if isinstance(values, Sparse) else enumerate(values):
            held = rows[at]
            if held is None:
                held = rows[at] = {}
            held[name] = value
    return rows


def dense_and_sparse(columns: Mapping[str, Sequence[Any]]) -> tuple[dict[str, Sequence[Any]], dict[str, Sequence[Any]]]:
    """The columns that are lists, and those that are sparse."""
    is_rare = {name: isinstance(values, Sparse) for name, values in columns.items()}
    dense = {name: values for name, values in columns.items() if not is_rare[name]}
    return dense, {name: values for name, values in columns.items() if is_rare[name]}
