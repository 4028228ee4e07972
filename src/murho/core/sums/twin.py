"""The same as the extension `_sums`, in NumPy and Python's integers: its oracle, and what runs where there is none.

Sums are integers, multiples of 2^-UNIT. A float is an integer times a power of two. The values of a batch are cut into
limbs on one fixed grid, as wide as the number of values allows: the limbs at one place are integers, and their sum in
doubles stays below 2^53 and so is exact. Python's integers take it from there.
"""

from collections.abc import Hashable, Iterator, Sequence
from itertools import compress
from math import frexp, inf, isfinite, ldexp
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.moments import powers_of

Column = NDArray[np.float64] | NDArray[np.int64]
Integers = NDArray[np.int64]

UNIT = 4416
"""Fourth powers of subnormals end at 2^-4349."""
_LARGEST = 1 << (UNIT + 4224)
_EXACT = 2.0**53
"""Below it every integer is a double."""
_WIDTH = 26
"""Bits of a limb of 64-bit integers: the sums of 2^27 of them are doubles."""

_IMPORTANCE, _NUM, _DEN, _SQUARE, _POWERS = range(5)
_CASES, _UNDEFINED, _CLUSTERS, _WRONG, _RIGHT = range(5)


class Sums:
    """Exact sums, so many `columns` in each of the cells."""

    def __init__(self, columns: int, cells: int = 0):
        if not 1 <= columns <= 64 or cells < 0:
            raise ValueError("sums have 1 to 64 columns, and 0 cells or more")
        self.columns = columns
        self._sums: list[list[int]] = [[0] * cells for _ in range(columns)]

    def __len__(self) -> int:
        return len(self._sums[0])

    def grow(self, cells: int) -> None:
        """Make at least so many cells; new ones hold 0."""
        more = [0] * (cells - len(self))
        for column in self._sums:
            column += more

    def add(self, codes: Integers | None, column: int, values: Column) -> None:
        """Add each value to a column of its cell, or, without `codes` (n,), all to cell 0.

        `values` (n,) are doubles or 64-bit integers. Raises ValueError if one is not finite, IndexError where there is
        no such cell or column.
        """
        if not 0 <= column < self.columns:
            raise IndexError(f"column {column} of {self.columns}")
        codes = np.zeros(len(values), np.int64) if codes is None else codes
        if len(codes) != len(values):
            raise ValueError(f"codes: {len(codes)} entries where there should be {len(values)}")
        if not len(values):
            return
        if codes.min() < 0 or codes.max() >= len(self):
            raise IndexError(f"codes: a cell outside the {len(self)} that there are")
        cells, index = _distinct(codes, len(self))
        sums = self._sums[column]
        for cell, digits in zip(cells.tolist(), _digits(index, values, len(cells)), strict=True):
            sums[cell] += digits

    def add_products(self, codes: Integers | None, column: int, left: Column, right: Column) -> None:
        """Add products of doubles, each rounded to 53 bits, however small or large it is.

        A double has fewer bits below 2^-1022, and none below 2^-1074: π would depend on the unit of ρ.
        """
        (left, of_left), (right, of_right) = (np.frexp(side.astype(np.float64)) for side in (left, right))
        with np.errstate(invalid="ignore"):
            self._add_scaled(codes, column, left * right, of_left + of_right)

    def _add_scaled(self, codes: Integers | None, column: int, mantissa: Column, exponent: NDArray[Any]) -> None:
        """Add mantissa · 2^exponent, which may be no doubles; the mantissas are between 1/16 and 1, or 0."""
        usual = (np.abs(exponent) < 900) | ~np.isfinite(mantissa)
        self.add(None if codes is None else codes[usual], column, np.ldexp(mantissa[usual], exponent[usual]))
        for place in np.flatnonzero(~usual).tolist():
            whole, shift = int(ldexp(mantissa[place], 60)), int(exponent[place]) - 60 + UNIT
            self._sums[column][0 if codes is None else int(codes[place])] += whole << shift

    def merge(self, more: "Sums", where: Integers | None) -> None:
        """Add every cell i of other sums to cell `where[i]`, or, without `where` (cells,), all to cell 0."""
        if more is self or more.columns != self.columns:
            raise ValueError("other sums with as many columns are needed")
        places = [0] * len(more) if where is None else where.tolist()
        if len(places) != len(more):
            raise ValueError(f"where: {len(places)} entries where there should be {len(more)}")
        if places and (min(places) < 0 or max(places) >= len(self)):
            raise IndexError(f"where: a cell outside the {len(self)} that there are")
        for mine, theirs in zip(self._sums, more._sums, strict=True):
            for place, value in zip(places, theirs, strict=True):
                mine[place] += value

    def rounded(self, column: int, out: NDArray[np.float64]) -> None:
        """Write the sums of a column to `out` (cells,), each rounded once."""
        out[:] = [_rounded(value) for value in self._sums[column]]

    def number(self, cell: int, column: int) -> tuple[int, int]:
        """A sum as an integer m and k: it is m / 2^k, and k is 0 or m is odd."""
        if not 0 <= cell < len(self) or not 0 <= column < self.columns:
            raise IndexError(f"cell {cell} of {len(self)}, column {column} of {self.columns}")
        value = self._sums[column][cell]
        zeros = (value & -value).bit_length() - 1 if value else UNIT
        shift = min(zeros, UNIT)
        return value >> shift, UNIT - shift

    def add_number(self, cell: int, column: int, magnitude: bytes, negative: bool, k: int) -> None:
        """Add ± m / 2^k, m in bytes, the least first."""
        m = int.from_bytes(magnitude, "little")
        if not 0 <= k <= UNIT or m << (UNIT - k) >= _LARGEST:
            raise OverflowError("no sum of doubles or of their products")
        if not 0 <= cell < len(self) or not 0 <= column < self.columns:
            raise IndexError(f"cell {cell} of {len(self)}, column {column} of {self.columns}")
        self._sums[column][cell] += (-m if negative else m) << (UNIT - k)


def _distinct(codes: Integers, cells: int) -> tuple[Integers, Integers]:
    """The cells that occur, in order, and the place of each code among them; by counting where there are few."""
    if cells > len(codes) + 1024:
        return np.unique(codes, return_inverse=True)
    occurs = np.bincount(codes, minlength=cells) > 0
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[codes]


def _rounded(value: int) -> float:
    try:
        return value / (1 << UNIT)
    except OverflowError:
        return inf if value > 0 else -inf


# --- the digits of many values


def _digits(codes: Integers, values: Column, groups: int) -> list[int]:
    """The exact sum of the values of each group, a multiple of 2^-UNIT."""
    if values.dtype == np.int64 or _sums_are_exact(values):
        return [digit << UNIT for digit in _whole_sums(codes, values, groups)]
    digits, unit = [0] * groups, 0
    for width, exponent, limb in _limbs(values):
        unit = exponent
        digits = [(digit << width) + s for digit, s in zip(digits, _integer_sums(codes, limb, groups), strict=True)]
    # What was added up are multiples of 2^unit, the exponent of the last limb; more bits than a double has are 0.
    shift = unit + UNIT
    return [digit << shift if shift >= 0 else digit >> -shift for digit in digits]


def _whole_sums(codes: Integers, values: Column, groups: int) -> list[int]:
    if _sums_are_exact(values):
        return _integer_sums(codes, values, groups)
    digits = [0] * groups
    for part in _integer_limbs(values.astype(np.int64)):
        digits = [(digit << _WIDTH) + s for digit, s in zip(digits, _integer_sums(codes, part, groups), strict=True)]
    return digits


def _limbs(values: Column) -> Iterator[tuple[int, int, NDArray[np.float64]]]:
    """Whole numbers, highest exponent first: the values are the sum of limb · 2^exponent; every step is exact.

    All limbs are below 2^width and share one buffer: use each before the next.
    """
    rest = values.astype(np.float64)
    limb = np.empty_like(rest)
    # So n limbs below 2^width add up to less than 2^53, in any order.
    width = 53 - len(values).bit_length()
    exponent = frexp(_largest(values))[1]
    while rest.any():
        exponent -= width
        np.trunc(np.ldexp(rest, -exponent, out=limb), out=limb)
        np.subtract(rest, np.ldexp(limb, exponent), out=rest)
        yield width, exponent, limb


def _integer_limbs(values: Integers) -> Iterator[Integers]:
    """The limbs of 64-bit integers, highest first, of _WIDTH bits each; the sign is in the first."""
    # Three limbs of 26 bits hold 64; the shift of a signed integer carries its sign into the highest.
    for shift in range(2 * _WIDTH, -1, -_WIDTH):
        limb = values >> shift
        yield limb if shift == 2 * _WIDTH else limb & ((1 << _WIDTH) - 1)


def _largest(values: Column) -> float:
    largest = max(float(values.max()), -float(values.min()))
    if not isfinite(largest):
        raise ValueError("sums are over finite numbers")
    return largest


def _sums_are_exact(values: Column) -> bool:
    """All values are whole, and no sum of them leaves what a double can count."""
    small = _largest(values) * len(values) < _EXACT
    return small and (values.dtype == np.int64 or np.array_equal(np.trunc(values), values))


def _integer_sums(codes: Integers, values: Column, groups: int) -> list[int]:
    """The sum of whole values in each group, where all such sums stay below 2^53 and doubles count exactly."""
    if groups == 1:
        return [int(values.sum())]
    return [int(s) for s in np.bincount(codes, weights=values, minlength=groups).tolist()]


# --- the rows of a tally


def tally_rows(
    cells: Sums,
    counts: Integers,
    opened: Sums,
    codes: Integers | None,
    cases: Integers | None,
    clusters: Integers | None,
    rho: NDArray[np.float64],
    loss: Column,
    units: Column,
    undefined: NDArray[np.bool_],
    seen: int,
    by_expression: bool,
) -> None:
    """Add judged rows to the cells of a tally.

    Args:
        cells: sums of TALLY columns.
        counts: (cells, COUNTS), which grow with them.
        opened: sums of OPEN columns, a cell for each cluster that stays open.
        codes: (rows,) the cell of each row; None: all are of cell 0.
        cases: (rows,) the case of each row, not falling; None: row i is the only one of case i.
        clusters: (rows,) the cell in `opened` of each row's cluster; below 0, or None for all: the row is a cluster by
            itself, whole, and its squares are taken.
        rho: (cases,) the importance of each case.
        loss: (rows,) doubles or 64-bit integers, as are `units` (rows,).
        units: what the loss is a loss of.
        undefined: (rows,) the answer was ⊥; the first row of a case in a cell tells.
        seen: at least by the number of cases larger than in the call before.
        by_expression: the divisor counts cases, once in each cell, instead of ρ·units.

    Raises:
        ValueError: a number is not finite, or columns differ in length. What came before it has been added.
        IndexError: a number of a cell or case that there is not.
    """
    rows = len(loss)
    where = np.zeros(rows, np.int64) if codes is None else codes
    case = np.arange(rows) if cases is None else cases
    first = np.ones(rows, bool) if cases is None else _first_of_pair(where, case)
    whole = np.zeros(rows, bool) if clusters is None else clusters >= 0
    weight = rho[case]
    with np.errstate(over="ignore", invalid="ignore"):
        num = weight * loss
        den = first.astype(np.float64) if by_expression else weight * units
    its_codes, its_rho = _chosen(first, where, weight)
    cells.add(its_codes, _IMPORTANCE, its_rho)
    for into, rows_there, which, column in ((cells, ~whole, where, _NUM), (opened, whole, clusters, 0)):
        if which is None or not rows_there.any():
            continue
        places, its_rho, its_num, its_den, its_loss, its_units = _chosen(
            rows_there, which, weight, num, den, loss, units
        )
        plain = its_rho == 1
        _add_once(into, places, column, its_num, its_loss, plain)
        if by_expression:
            into.add(places, column + 1, its_den)
            into.add(places, column + 2, its_den)
            continue
        _add_once(into, places, column + 1, its_den, its_units, plain)
        once, one_den, one_units = _chosen(plain, places, its_den, its_units)
        _add_once(into, once, column + 2, one_den, one_units, np.ones(len(once), bool))
        others, other_rho, other_den = _chosen(~plain, places, its_rho, its_den)
        into.add_products(others, column + 2, other_rho, other_den)
    places, its_num, its_den = _chosen(~whole, where, num, den)
    _add_powers(cells, places, its_num, its_den)
    np.add.at(counts[:, _CASES], where[first], 1)
    np.add.at(counts[:, _UNDEFINED], where[first & undefined], 1)
    _count_clusters(counts, places, its_num, its_den)


def close_clusters(cells: Sums, counts: Integers, opened: Sums, where: Integers | None) -> None:
    """Add open cluster i, as whole from now on, to cell `where[i]`, or all to cell 0; its squares are taken here.

    One whose cell is below 0 is left out.

    Raises:
        ValueError: a cluster's sum, or its square, is no double.
    """
    places = np.zeros(len(opened), np.int64) if where is None else where
    if len(places) and (places.min() < -1 or places.max() >= len(cells)):
        raise IndexError(f"where: a cell outside the {len(cells)} that there are")
    chosen = places >= 0
    places, num, den = places[chosen], np.empty(len(opened)), np.empty(len(opened))
    opened.rounded(0, num)
    opened.rounded(1, den)
    num, den = num[chosen], den[chosen]
    if not (np.isfinite(num).all() and np.isfinite(den).all()):
        raise ValueError("sums are over finite numbers")
    for k, column in enumerate((_NUM, _DEN, _SQUARE)):
        for place, value in zip(places.tolist(), compress(opened._sums[k], chosen.tolist()), strict=True):
            cells._sums[column][place] += value
    _add_powers(cells, places, num, den)
    _count_clusters(counts, places, num, den)


def _add_powers(cells: Sums, places: Integers, num: Column, den: Column) -> None:
    """num^i·den^j of each cluster, i + j = 2, 3, 4, the highest i first: each a product of two that are rounded."""
    if not (np.isfinite(num).all() and np.isfinite(den).all()):
        raise ValueError("sums are over finite numbers")
    (n, of_n), (d, of_d) = np.frexp(num), np.frexp(den)
    degrees = [(total - j, j) for total in (2, 3, 4) for j in range(total + 1)]
    for column, (power, (i, j)) in enumerate(zip(powers_of(n, d), degrees, strict=True), _POWERS):
        cells._add_scaled(places, column, power, np.where(power == 0, 0, i * of_n + j * of_d))


def _chosen(rows: NDArray[np.bool_], *columns: Any) -> list[Any]:
    """The chosen rows of each column; the columns themselves where all rows are."""
    return [*columns] if rows.all() else [column[rows] for column in columns]


def _add_once(
    sums: Sums, cells: Integers, column: int, products: Column, values: Column, plain: NDArray[np.bool_]
) -> None:
    """Products of ρ and a value; where ρ is 1 (`plain`) and the value an integer, it is added with all its bits."""
    if values.dtype != np.int64:
        sums.add(cells, column, products)
        return
    for rows, what in ((plain, values), (~plain, products)):
        places, column_there = _chosen(rows, cells, what)
        sums.add(places, column, column_there)


def _count_clusters(counts: Integers, cells: Integers, num: Column, den: Column) -> None:
    heavy = (den > 0) | (num > 0)  # what has no weight tells nothing
    for column, chosen in ((_CLUSTERS, heavy), (_WRONG, num > 0), (_RIGHT, num < den)):
        np.add.at(counts[:, column], cells[chosen], 1)


def _first_of_pair(codes: Integers, case: Integers) -> NDArray[np.bool_]:
    """True at the first row of each case within each cell."""
    keys = codes * (int(case.max(initial=0)) + 1) + case
    first = np.zeros(len(codes), bool)
    first[np.unique(keys, return_index=True)[1]] = True
    return first


# --- numbers for names


class Names:
    """Numbers for names, 0, 1, 2 ... as they first come."""

    def __init__(self) -> None:
        self.known: list[Any] = []
        """The names by number; to be read only."""
        self._numbers: dict[Hashable, int] = {}

    def __len__(self) -> int:
        return len(self.known)

    def number(self, names: Sequence[Any], out: Integers) -> None:
        """Write the number of each name to `out` (names,), a new one if need be; -1 for None."""
        for place, name in enumerate(names):
            out[place] = -1 if name is None else self._numbers.setdefault(name, len(self.known))
            if out[place] == len(self.known):
                self.known.append(name)

    def find(self, name: Hashable) -> int:
        """The number of a name, or -1."""
        return self._numbers.get(name, -1)


class Pairs:
    """Numbers for pairs of a group and a cluster, both numbers, 0, 1, 2 ... as they first come."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int], int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def number(self, groups: Integers, clusters: Integers, out: Integers) -> None:
        """Write the number of each pair to `out` (pairs,), a new one if need be; -1 where the cluster is -1."""
        for place, pair in enumerate(zip(groups.tolist(), clusters.tolist(), strict=True)):
            out[place] = -1 if pair[1] < 0 else self._numbers.setdefault(pair, len(self._numbers))

    def split(self, groups: Integers, clusters: Integers) -> None:
        """Write both numbers of every pair, by its own, to columns (pairs,)."""
        both = np.array(list(self._numbers), np.int64).reshape(-1, 2)
        groups[:], clusters[:] = both[:, 0], both[:, 1]

    def find(self, group: int, cluster: int) -> int:
        """The number of a pair, or -1."""
        return self._numbers.get((group, cluster), -1)


def classes(values: Column, out: Integers, most: int) -> list[float] | list[int] | None:
    """Write the number of each value's class to `out` (n,); the classes by number, in any order.

    0 and -0 are one class, and so are all that are no number. None, and anything in `out`, where there are more classes
    than `most`.
    """
    found, numbers = np.unique(values + 0 if values.dtype == np.int64 else values + 0.0, return_inverse=True)
    if len(found) > most:
        return None
    out[:] = numbers
    return found.tolist()  # type: ignore[no-any-return]
