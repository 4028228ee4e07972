"""Rows of numbers of which alike ones are counted together: memory grows with how many differ, not with how many come.

>>> rows = Alike(2)
>>> rows.add([np.array([1.0, 0.0, 1.0]), np.array([2.0, 2.0, 2.0])])
>>> rows.add([np.array([0.0]), np.array([2.0])])
>>> [column.tolist() for column in rows.columns], rows.counts.tolist()
([[0.0, 1.0], [2.0, 2.0]], [2, 2])
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float64]
_WAITING = 1 << 16
"""Rows that are held before they are counted together."""


class Alike:
    """Rows of so many numbers."""

    def __init__(self, width: int):
        self._rows: Floats = np.zeros((0, width))
        self._counts = np.zeros(0, np.int64)
        self._waiting: list[Floats] = []

    def add(self, columns: Sequence[Floats]) -> None:
        """Take in rows, a column (rows,) for each of their numbers."""
        self._waiting.append(np.column_stack(columns))
        if sum(map(len, self._waiting)) > max(_WAITING, len(self._rows)):
            self._count()

    @property
    def columns(self) -> list[Floats]:
        """The different rows, a column for each of their numbers."""
        self._count()
        return [np.ascontiguousarray(column) for column in self._rows.T]

    @property
    def counts(self) -> NDArray[np.int64]:
        """How often each of them came."""
        self._count()
        return self._counts

    def _count(self) -> None:
        if not self._waiting:
            return
        ones = np.ones(sum(map(len, self._waiting)), np.int64)
        rows = np.concatenate([self._rows, *self._waiting])
        counts = np.concatenate([self._counts, ones])
        order = np.lexsort(rows.T)
        rows, counts = rows[order], counts[order]
        new = np.ones(len(rows), bool)
        new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        firsts = np.flatnonzero(new)
        self._rows = rows[firsts]
        self._counts = np.add.reduceat(counts, firsts) if len(firsts) else counts
        self._waiting = []


class Growing:
    """Sums of so many numbers for each group, of which more come.

    >>> sums = Growing(1)
    >>> sums.add(np.array([0, 1, 0]), [np.array([1.0, 2.0, 3.0])])
    >>> sums.add(np.array([2]), [np.array([5.0])])
    >>> sums.columns[0].tolist()
    [4.0, 2.0, 5.0]
    """

    def __init__(self, width: int):
        self._sums: Floats = np.zeros((width, 0))
        self._groups = 0

    def add(self, groups: NDArray[np.int64], columns: Sequence[NDArray[Any]]) -> None:
        """Add up: `groups` (rows,) numbers the group of each row, the columns (rows,) are added in their order."""
        self._groups = max(self._groups, int(groups.max(initial=-1)) + 1)
        if self._groups > self._sums.shape[1]:
            grown = np.zeros((len(self._sums), max(self._groups, self._sums.shape[1] * 5 // 4)))
            grown[:, : self._sums.shape[1]] = self._sums
            self._sums = grown
        for sums, column in zip(self._sums, columns, strict=True):
            np.add.at(sums, groups, column.astype(np.float64, copy=False))

    @property
    def columns(self) -> list[Floats]:
        """The sums (groups,) of each number."""
        return [sums[: self._groups].copy() for sums in self._sums]
