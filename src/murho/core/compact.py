"""Numbers of very many cases, held in as few bytes as they take without the loss of a digit.

They are held in pieces, as they came, each in the narrowest form that gives its numbers back: once where all are alike,
as numbers of a short table where few differ, as small integers, as single or else as double precision. So what is 0 and
1 takes one bit a case; whoever goes through it piece by piece never holds more.

>>> losses = Compact.of(np.array([0.0, 1.0, 1.0, 0.25]))
>>> losses.add(np.zeros(3))
>>> len(losses), losses[3], losses.tolist()[:4], losses.bytes < 60
(7, 0.25, [0.0, 1.0, 1.0, 0.25], True)
>>> [(start, piece.tolist()) for start, piece in losses.pieces()]
[(0, [0.0, 1.0, 1.0, 0.25]), (4, [0.0, 0.0, 0.0])]

Rows of numbers of which alike ones are counted together: memory grows with how many differ, not with how many come.

>>> rows = Alike(2)
>>> rows.add([np.array([1.0, 0.0, 1.0]), np.array([2.0, 2.0, 2.0])])
>>> rows.add([np.array([0.0]), np.array([2.0])])
>>> [column.tolist() for column in rows.columns], rows.counts.tolist()
([[0.0, 1.0], [2.0, 2.0]], [2, 2])
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import AT_ONCE, Coded, Passing
from murho.core.sums import classes

_TABLE = 256
"""Different numbers of a piece that are held as a table."""
_FEW = 16
"""Whole numbers so near to each other are held as a table, several in a byte."""
_NARROW = (np.int8, np.int16, np.int32)


class _Piece(NamedTuple):
    """Numbers, or where in a table they stand."""

    held: NDArray[Any]
    table: NDArray[Any] | None
    packed: int | None = None
    """How many they are, where several stand in a byte."""

    def read(self, rows: Any = slice(None)) -> NDArray[Any]:
        """Numbers of 64 bits."""
        held: NDArray[Any] = (self.held if self.packed is None else self._unpacked)[rows]
        if self.table is not None:
            return self.table[held]  # type: ignore[no-any-return]
        return held.astype(np.float64 if held.dtype.kind == "f" else np.int64, copy=False)

    @property
    def _unpacked(self) -> NDArray[np.uint8]:
        assert self.table is not None
        width = _width(len(self.table))
        return (self.held[:, None] >> _shifts(width) & (1 << width) - 1).astype(np.uint8).ravel()[: self.packed]


def _in_table(codes: NDArray[Any], table: NDArray[Any]) -> _Piece:
    """Where in a table the numbers of a piece stand, in as few bits as that takes."""
    width, narrow = _width(len(table)), codes.astype(np.uint8)
    if width == 8:
        return _Piece(narrow, table)
    shifts = _shifts(width)
    whole = np.zeros(-(-len(narrow) // len(shifts)) * len(shifts), np.uint8)
    whole[: len(narrow)] = narrow
    held = np.bitwise_or.reduce(whole.reshape(-1, len(shifts)) << shifts, axis=1)
    return _Piece(held.astype(np.uint8), table, len(narrow))


def _width(values: int) -> int:
    """The bits that tell so many apart: 1, 2, 4 or 8."""
    return next(width for width in (1, 2, 4, 8) if values <= 1 << width)


def _shifts(width: int) -> NDArray[np.uint8]:
    return np.arange(0, 8, width, dtype=np.uint8)


class Compact:
    """Doubles, or integers of 64 bits: one for each case, in pieces."""

    def __init__(self) -> None:
        self._pieces: list[_Piece] = []
        self._starts = [0]

    @classmethod
    def of(cls, values: "NDArray[Any] | Sequence[Any] | Compact") -> "Compact":
        """Numbers that are there already; what is compact stays as it is."""
        if isinstance(values, Compact):
            return values
        made = cls()
        made.add(np.asarray(values))
        return made

    def add(self, values: NDArray[Any]) -> None:
        """Numbers of the cases that follow (cases,); what is not integer or true and false is held as doubles."""
        column = np.ascontiguousarray(values, np.int64 if values.dtype.kind in "iub" else np.float64)
        for start in range(0, len(column), AT_ONCE):
            self._pieces.append(_narrowed(column[start : start + AT_ONCE]))
            self._starts.append(min(start + AT_ONCE, len(column)) - start + self._starts[-1])

    def __len__(self) -> int:
        return self._starts[-1]

    @property
    def bytes(self) -> int:
        """What the numbers take."""
        tables = [piece.table for piece in self._pieces if piece.table is not None]
        return sum(part.nbytes for part in [*(piece.held for piece in self._pieces if _is_own(piece.held)), *tables])

    def pieces(self) -> Iterator[tuple[int, NDArray[Any]]]:
        """The numbers, some thousand at a time, each time with the place of the first."""
        for start, piece in zip(self._starts, self._pieces, strict=False):
            yield start, piece.read()

    def between(self, start: int, stop: int) -> NDArray[Any]:
        """Those from one place up to another."""
        first = int(np.searchsorted(self._starts, start, side="right")) - 1
        found = []
        for number in range(first, len(self._pieces)):
            before, behind = self._starts[number : number + 2]
            if before >= stop:
                break
            found.append(self._pieces[number].read(slice(max(0, start - before), min(stop, behind) - before)))
        return found[0] if len(found) == 1 else np.concatenate([np.zeros(0, np.int64), *found])

    def at(self, places: Sequence[int] | NDArray[np.int64]) -> NDArray[Any]:
        """Those at these places, in this order."""
        wanted = np.asarray(places, np.int64)
        numbers = np.searchsorted(self._starts, wanted, side="right") - 1
        read = [
            (here := np.flatnonzero(numbers == number), self._pieces[number].read(wanted[here] - self._starts[number]))
            for number in np.unique(numbers).tolist()
        ]
        # Doubles where one of these pieces has them, as `between` gives: integers would cut them off.
        found = np.zeros(len(wanted), np.result_type(*(values for _, values in read)) if read else np.int64)
        for here, values in read:
            found[here] = values
        return found

    def tolist(self) -> list[Any]:
        """All of them."""
        return [value for _, piece in self.pieces() for value in piece.tolist()]

    @property
    def extremes(self) -> tuple[float, float]:
        """The least and the greatest; of nothing infinity and its opposite."""
        low, high = np.inf, -np.inf
        for _, piece in self.pieces():
            low, high = min(low, piece.min()), max(high, piece.max())
        return float(low), float(high)

    def __getitem__(self, place: int) -> Any:
        place = range(len(self))[place]
        number = int(np.searchsorted(self._starts, place, side="right")) - 1
        return self._pieces[number].read(place - self._starts[number]).item()

    def __iter__(self) -> Iterator[Any]:
        for _, piece in self.pieces():
            yield from piece.tolist()


def _narrowed(column: NDArray[Any]) -> _Piece:
    """The narrowest form of some numbers of 64 bits."""
    bits = column.view(np.int64)  # 0 and 0 below zero are alike, and yet two
    if (bits == bits[0]).all():
        return _Piece(np.broadcast_to(column[0].copy(), column.shape), None)
    if column.dtype == np.int64:
        low, high = int(column.min()), int(column.max())
        if high - low < _FEW:
            return _in_table(column - low, low + np.arange(high - low + 1))
        for narrow in _NARROW:
            if np.iinfo(narrow).min <= low and high <= np.iinfo(narrow).max:
                return _Piece(column.astype(narrow), None)
        return _Piece(column.copy(), None)
    codes = np.empty(len(column), np.int64)
    # What is no number, and 0 below zero, would not come back as it was.
    plain = not np.isnan(column).any() and not np.signbit(column[column == 0]).any()
    table = classes(column, codes, _TABLE) if plain else None
    if table is not None:
        return _in_table(codes, np.array(table, np.float64))
    with np.errstate(over="ignore"):
        single = column.astype(np.float32)
    exact = np.array_equal(single.astype(np.float64), column, equal_nan=True)
    return _Piece(single if exact else column.copy(), None)


def _is_own(held: NDArray[Any]) -> bool:
    return held.base is None


class Named(Passing):
    """The name of each of very many cases, by compact numbers of the names.

    >>> kinds = Named(Compact.of(np.array([1, 0, 1])), ("right", "wrong"))
    >>> list(kinds), kinds.between(1, 3).codes.tolist()
    (['wrong', 'right', 'wrong'], [0, 1])
    """

    __slots__ = ("codes", "names")

    def __init__(self, codes: Compact, names: tuple[str, ...]):
        super().__init__(lambda rows: Coded(codes.at(rows), names), len(codes))
        self.codes, self.names = codes, names

    def between(self, start: int, stop: int) -> Coded:
        """The names of the cases from one place up to another."""
        return Coded(self.codes.between(start, stop), self.names)


def ranked(pieces: Callable[[], Iterable[NDArray[np.float64]]], place: int) -> float:
    """The number that would stand at a place, counted from 0, if all were sorted; none of them is NaN.

    The pieces are gone through four times, and counted by 16 bits of the numbers each time.

    >>> ranked(lambda: [np.array([3.0, -1.0]), np.array([2.5])], 1)
    2.5
    """
    known, left = 0, place
    for shift in (48, 32, 16, 0):
        counts = np.zeros(1 << 16, np.int64)
        for piece in pieces():
            keys = _keys(piece)
            if shift < 48:
                keys = keys[keys >> np.uint64(shift + 16) == np.uint64(known)]
            counts += np.bincount(((keys >> np.uint64(shift)) & np.uint64(0xFFFF)).astype(np.int64), minlength=1 << 16)
        behind = np.cumsum(counts)
        digit = int(np.searchsorted(behind, left, side="right"))
        left -= int(behind[digit - 1]) if digit else 0
        known = known << 16 | digit
    bits = known ^ (1 << 63) if known >> 63 else known ^ ((1 << 64) - 1)
    return float(np.array([bits], np.uint64).view(np.float64)[0])


def _keys(values: NDArray[np.float64]) -> NDArray[np.uint64]:
    """Numbers as integers that sort as they do."""
    bits = (np.asarray(values, np.float64) + 0.0).view(np.uint64)
    return np.where(bits >> np.uint64(63), ~bits, bits | np.uint64(1 << 63))


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
