"""Exact sums in cells: what every tally is made of.

A cell holds a sum for each column. Nothing that is added is rounded, so order and split leave no trace; a sum is
rounded once, when it is read as a double, or never, when it is read as a number.

>>> import numpy as np
>>> sums = Sums(columns=1, cells=2)
>>> sums.add(np.array([0, 1, 0]), 0, np.array([1e300, 0.5, 1e-300]))
>>> sums.add(None, 0, np.array([-1e300]))
>>> read(sums, 0, 0) == Fraction(1e-300), read(sums, 1, 0)
(True, Fraction(1, 2))

A sum is two doubles where they hold it, 16 bytes: what an addition of doubles rounds away is a double again, which the
second one takes. What the second one cannot hold, as when 1e300 stands beside 1e-300, goes to integers on a fixed grid.
(Compensated summation is no alternative: it throws the remainder away, and so depends on the order.) The sum of a
cluster is rounded once, before it is squared; by then it is complete. `Names` and `Pairs` number the clusters whose
sums stand in such cells.

>>> names, numbers = Names(), np.empty(3, np.int64)
>>> names.number(["anna", None, "anna"], numbers)
>>> numbers.tolist(), names.known
([0, -1, 0], ['anna'])

There are two implementations with the same results: `IMPLEMENTATION` is "compiled" or "python". The second, `twin`, is
the oracle of the first and serves where the extension could not be compiled; MURHO_KERNEL=python in the environment
asks for it. `twin` also says what each function takes.
"""

import copyreg
import os
from collections.abc import Sequence
from fractions import Fraction
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

from murho.core.moments import POWERS, Moments, Number

__all__ = [
    "CLOSED",
    "COUNTS",
    "IMPLEMENTATION",
    "OPEN",
    "TALLY",
    "Names",
    "Pairs",
    "Sums",
    "classes",
    "close_clusters",
    "read",
    "read_moments",
    "split",
    "tally_rows",
    "write",
]

TALLY = 16
"""Columns of the cells of a tally: Σ ρ, and those of `CLOSED`."""
CLOSED = ("num", "den", "unit_square", *POWERS)
"""What columns 1 to 15 are, by the names of `Moments`."""
OPEN = 3
"""Columns of a cluster that may still grow: Σ ρ·loss, Σ ρ·units, Σ ρ²·units."""
COUNTS = 6
"""Integers beside the cell of a tally: cases, undefined, clusters, wrong, right; the last one is a note of
`tally_rows`, which case was there last."""


def _load() -> tuple[str, ModuleType]:
    wanted = os.environ.get("MURHO_KERNEL")
    if wanted != "python":
        try:
            return "compiled", import_module("murho.core.sums._sums")
        except ImportError:
            if wanted == "compiled":
                raise
    return "python", import_module("murho.core.sums.twin")


IMPLEMENTATION, _sums = _load()

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from murho.core.sums.twin import Names, Pairs, Sums, classes, close_clusters, tally_rows
else:
    Names, Pairs, Sums = _sums.Names, _sums.Pairs, _sums.Sums
    classes, close_clusters, tally_rows = _sums.classes, _sums.close_clusters, _sums.tally_rows


def read(sums: Sums, cell: int, column: int) -> Number:
    """A sum as the number it is: an integer where it is whole."""
    numerator, power = sums.number(cell, column)
    return Fraction(numerator, 1 << power) if power else numerator


def write(sums: Sums, cell: int, column: int, value: Number) -> None:
    """Add a number to a sum.

    Raises:
        OverflowError: it is no sum of doubles or of products of them.
    """
    numerator, denominator = abs(value.numerator), value.denominator
    power = denominator.bit_length() - 1
    if denominator != 1 << power:
        raise OverflowError(f"no sum of doubles: its denominator is {denominator}")
    size = (numerator.bit_length() + 7) // 8
    sums.add_number(cell, column, numerator.to_bytes(size, "little"), value < 0, power)


def read_moments(sums: Sums, cell: int, clusters: int, wrong: int, right: int) -> Moments:
    """The sums of a tally's cell over its clusters, of which so many are there, hold a loss, hold anything right."""
    values = {name: read(sums, cell, column) for column, name in enumerate(CLOSED, 1)}
    return Moments(clusters=clusters, wrong=wrong, right=right, **values)


def split(pairs: Pairs) -> "tuple[NDArray[np.int64], NDArray[np.int64]]":
    """The groups and the clusters of all pairs (pairs,)."""
    import numpy as np

    groups, clusters = np.empty(len(pairs), np.int64), np.empty(len(pairs), np.int64)
    pairs.split(groups, clusters)
    return groups, clusters


# --- as plain values, for pickle: whichever implementation reads them makes its own


Doubles = tuple[int, Any, Any]
"""Values for a column, and their cells: None for one in every cell."""


def _sums_of(columns: int, cells: int, parts: Sequence[Doubles]) -> Sums:
    import numpy as np

    sums = Sums(columns, cells)
    for column, places, values in parts:
        if isinstance(values, list):
            for place, value in zip(places, values, strict=True):
                write(sums, place, column, value)
        else:
            sums.add(np.arange(cells) if places is None else places, column, values)
    return sums


def _parts(sums: Sums) -> list[Doubles]:
    """Doubles, each nearest to what is left of its sum, that add up to the sums: mostly one or two for each."""
    import numpy as np

    left, out = Sums(sums.columns, len(sums)), np.empty(len(sums))
    parts: list[Doubles] = []
    left.merge(sums, np.arange(len(sums)))
    for column in range(sums.columns):
        for _ in range(_DOUBLES):
            left.rounded(column, out)
            places = np.flatnonzero(out)
            if not len(places) or not np.isfinite(out).all():
                break
            values = out[places]
            left.add(places, column, -values)
            parts.append((column, None if len(places) == len(out) else places, values))
    if _only_doubles(left):
        return parts
    for column in range(sums.columns):
        # What no double holds: beyond the largest, or below the least.
        if rest := [place for place in range(len(left)) if left.number(place, column) != _NOTHING]:
            parts.append((column, rest, [read(left, place, column) for place in rest]))
    return parts


def _only_doubles(sums: Sums) -> bool:
    """Whether no sum has ever needed more than two doubles, so that one which rounds to 0 is 0; False if in doubt."""
    return IMPLEMENTATION == "compiled" and sums.__sizeof__() == Sums(sums.columns, len(sums)).__sizeof__()


_NOTHING = (0, 0)
_DOUBLES = 6


def _names_of(known: Sequence[Any]) -> Names:
    import numpy as np

    names = Names()
    names.number(known, np.empty(len(known), np.int64))
    return names


def _pairs_of(groups: "NDArray[np.int64]", clusters: "NDArray[np.int64]") -> Pairs:
    import numpy as np

    pairs = Pairs()
    pairs.number(groups, clusters, np.empty(len(groups), np.int64))
    return pairs


copyreg.pickle(Sums, lambda sums: (_sums_of, (sums.columns, len(sums), _parts(sums))))
copyreg.pickle(Names, lambda names: (_names_of, (list(names.known),)))
copyreg.pickle(Pairs, lambda pairs: (_pairs_of, split(pairs)))
