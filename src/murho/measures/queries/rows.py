"""When two queries give the same: what of rows, columns and values has to agree.

Rows are a multiset, in order only where the reference orders them; rows that tie by its ORDER BY may stand in any
order, and where its LIMIT cuts through a tie any of the tied rows may be kept. NULL is equal to NULL. Numbers are equal
whatever their type, if they agree to ten digits, since a sum of floats depends on the order in which it is made; a
number is no text, and bytes are none.

>>> expected = Expected([[("ann", 1), ("bob", 1)], [("cid", 2)]])
>>> expected.met_by([("bob", 1.0), ("ann", 1), ("cid", 2)]), expected.met_by([("cid", 2), ("ann", 1), ("bob", 1)])
(True, False)
>>> Expected([[("ann",), ("bob",)]], take=1).met_by([("bob",)])     # LIMIT 1, and both come first
True
>>> arrangements([[1, "a"], [2, "b"]], [["a", 1], ["b", 2]])      # the columns of the second that make the first
[(1, 0)]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

Row = tuple[Any, ...]
MOST_ARRANGEMENTS = 120
"""Orders of columns that are gone on with: there are more only where many columns have the same values."""
_MOST_STEPS = 5_000


@dataclass(frozen=True)
class Expected:
    """What a reference gives."""

    blocks: Sequence[Sequence[Row]]
    """Rows that tie, in the order of the blocks; all in one where nothing is ordered."""
    skip: int = 0
    take: int | None = None
    """OFFSET and LIMIT; the blocks are without them."""

    @property
    def size(self) -> int:
        """How many rows there are to be."""
        left = max(0, sum(map(len, self.blocks)) - self.skip)
        return left if self.take is None else min(left, self.take)

    def met_by(self, rows: Sequence[Row]) -> bool:
        """Whether these rows, in this order, are right; their columns stand as in the blocks."""
        return len(rows) == self.size and any(self._met(rows, digits) for digits in (10, 9))

    def _met(self, rows: Sequence[Row], digits: int) -> bool:
        # Two values near a border of rounding to ten digits are not near one of rounding to nine.
        place, skip = 0, self.skip
        for block in self.blocks:
            there = max(0, len(block) - skip)
            skip = max(0, skip - len(block))
            take = min(there, len(rows) - place)
            if take == 0:
                continue
            given = Counter(canonical(row, digits) for row in rows[place : place + take])
            if given - Counter(canonical(row, digits) for row in block):
                return False
            place += take
        return place == len(rows)


def arranged(rows: Sequence[Sequence[Any]], arrangement: Sequence[int]) -> list[Row]:
    """The rows with their columns in this order."""
    return [tuple(row[place] for place in arrangement) for row in rows]


def arrangements(wanted: Sequence[Sequence[Any]], given: Sequence[Sequence[Any]]) -> list[tuple[int, ...]]:
    """The orders of the columns of `given` by which its rows may be among those of `wanted`: at most a hundred or so.

    Rows (of as many columns) are looked at as multisets of their first columns, then of one more...
    """
    return _arrangements(wanted, given, 10) or _arrangements(wanted, given, 9)


def _arrangements(
    wanted: Sequence[Sequence[Any]], given: Sequence[Sequence[Any]], digits: int
) -> list[tuple[int, ...]]:
    right, said = ([canonical(row, digits) for row in rows] for rows in (wanted, given))
    width = len(said[0]) if said else 0
    steps = 0

    def extended(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal steps
        if len(chosen) == width:
            yield chosen
            return
        there = _part(right, range(len(chosen) + 1))
        for place in range(width):
            steps += 1
            if place not in chosen and steps < _MOST_STEPS and not _part(said, (*chosen, place)) - there:
                yield from extended((*chosen, place))

    return list(islice(extended(()), MOST_ARRANGEMENTS))


def _part(rows: Sequence[Row], places: Sequence[int]) -> Counter[Row]:
    return Counter(tuple(row[place] for place in places) for row in rows)


def canonical(row: Sequence[Any], digits: int = 10) -> Row:
    """A row whose values are equal where they count as equal."""
    return tuple(_canonical(value, digits) for value in row)


def _canonical(value: Any, digits: int) -> Any:
    if isinstance(value, bool | int | float):
        return _number(value, digits)
    if isinstance(value, list):
        return ("list", *(_canonical(item, digits) for item in value))
    if isinstance(value, dict):
        return ("object", repr(sorted(value.items())))
    return value


def _number(value: float, digits: int) -> Any:
    if isinstance(value, int) and abs(value) >= 10**15:
        return value  # which a float has not exactly
    if value != value:
        return "not a number"
    return float(f"{float(value):.{digits}g}") + 0.0  # no negative zero
