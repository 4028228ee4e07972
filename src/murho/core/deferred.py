"""A column that is read when somebody looks into it: what is not asked of a million cases is not made for them.

>>> column = Deferred(lambda rows: [10 * row for row in rows.tolist()], 4)
>>> len(column), column.at(np.array([3, 1])).at(np.array([1]))[0], list(column)
(4, 10, [0, 10, 20, 30])
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.coded import Coded

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
