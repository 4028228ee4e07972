"""A column of names that repeat, kept as numbers: what a million rows can be grouped by without looking at each name.

>>> column = Coded(np.array([1, 0, 1]), ("nsubj", "obj"))
>>> list(column), column[0], len(column)
(['obj', 'nsubj', 'obj'], 'obj', 3)
>>> list(column.at(np.array([1])))
['nsubj']
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

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


def joined(columns: Sequence[Sequence[str]]) -> Sequence[str]:
    """Columns one below the other, kept as numbers where all are.

    >>> both = joined([Coded(np.array([0, 1]), ("a", "b")), Coded(np.array([0]), ("b",))])
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
