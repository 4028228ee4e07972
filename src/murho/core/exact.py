"""Sums of many floats without any rounding, so that the order and the split of the work leave no trace.

A float is an integer times a power of two. The values are cut into limbs on one fixed grid, as wide as the number of
values allows: the limbs at one place are integers, and their sum in doubles stays below 2^53 and so is exact. Python's
integers take it from there.

>>> total([0.1] * 10) == 10 * Fraction(0.1), total([1.0, 2.0])
(True, 3)
"""

from collections.abc import Iterator
from fractions import Fraction
from math import frexp, fsum, isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.moments import LIFT, SMALL, Number

Column = NDArray[np.float64] | NDArray[np.int64]

_EXACT = 2.0**53
"""Below it every integer is a double."""
_WIDTH = 26
"""Bits of a limb of 64-bit integers: the sums of 2^27 of them are doubles."""


def total(values: ArrayLike) -> Number:
    """The exact sum of all values (any shape; finite)."""
    array = np.asarray(values).ravel()
    array = array if array.dtype == np.int64 else array.astype(np.float64)
    return totals(np.zeros(len(array), np.int64), array, 1)[0]


def totals(codes: NDArray[np.int64], values: Column, groups: int) -> list[Number]:
    """The exact sum of the values of each group.

    `codes` (n,) gives each value's group in 0..groups-1, `values` (n,) are finite floats or 64-bit integers.
    """
    if not len(values):
        return [0] * groups
    if _sums_are_whole(values):
        return [*_whole(codes, values, groups)]
    digits, unit = [0] * groups, 0
    if values.dtype == np.int64:
        for whole in _whole_limbs(values.astype(np.int64, copy=False)):
            digits = [(digit << _WIDTH) + s for digit, s in zip(digits, _whole(codes, whole, groups), strict=True)]
        return [*digits]
    for width, place, limb in _limbs(values):
        unit = place
        digits = [(digit << width) + s for digit, s in zip(digits, _whole(codes, limb, groups), strict=True)]
    if unit >= 0:
        return [digit << unit for digit in digits]
    return [_simple(Fraction(digit, 1 << -unit)) for digit in digits]


def _limbs(values: Column) -> Iterator[tuple[int, int, NDArray[np.float64]]]:
    """Whole numbers, highest place first: the values are the sum of limb · 2^place; every step is exact.

    All limbs are below 2^width and share one buffer: use each before the next.
    """
    rest = values.astype(np.float64)
    limb = np.empty_like(rest)
    width = 53 - len(values).bit_length()
    place = frexp(_largest(values))[1]
    while rest.any():
        place -= width
        np.trunc(np.ldexp(rest, -place, out=limb), out=limb)
        np.subtract(rest, np.ldexp(limb, place), out=rest)
        yield width, place, limb


def _whole_limbs(values: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """The limbs of 64-bit integers, highest place first, of _WIDTH bits each; the sign is in the first."""
    for place in range(2 * _WIDTH, -1, -_WIDTH):
        limb = values >> place
        yield limb if place == 2 * _WIDTH else limb & ((1 << _WIDTH) - 1)


def _largest(values: Column) -> float:
    largest = max(float(values.max()), -float(values.min()))
    if not isfinite(largest):
        raise ValueError("sums are over finite numbers")
    return largest


def _sums_are_whole(values: Column) -> bool:
    """All values are whole, and no sum of them leaves what a double can count."""
    small = _largest(values) * len(values) < _EXACT
    return small and (values.dtype == np.int64 or np.array_equal(np.trunc(values), values))


def _whole(codes: NDArray[np.int64], values: Column, groups: int) -> list[int]:
    """The sums of whole values that stay below 2^53 in any order."""
    if groups == 1:
        return [int(values.sum())]
    return [int(s) for s in np.bincount(codes, weights=values, minlength=groups).tolist()]


def product_totals(codes: NDArray[np.int64], one: Column, other: Column, groups: int) -> list[Number]:
    """The exact sum, in each group, of products that are rounded to 53 bits each, however small they are.

    A double has fewer bits below 2^-1022, and none below 2^-1074: π would depend on the unit in which ρ is measured.

    >>> weights = np.array([2.0**-600])
    >>> product_totals(np.array([0]), weights, weights, 1) == [Fraction(1, 1 << 1200)]
    True
    """
    products = one * other
    if products.dtype == np.int64:
        return totals(codes, products, groups)
    small = (np.abs(products) < SMALL) & (one != 0) & (other != 0)
    if not small.any():
        return totals(codes, products, groups)
    rest = totals(codes[~small], products[~small], groups)
    lifted = totals(codes[small], np.ldexp(one[small], LIFT) * np.ldexp(other[small], LIFT), groups)
    return [_simple(a + Fraction(b) / (1 << 2 * LIFT)) for a, b in zip(map(Fraction, rest), lifted, strict=True)]


def _simple(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def rounded_totals(codes: NDArray[np.int64], values: Column, groups: int) -> NDArray[np.float64]:
    """`totals` as doubles, each rounded once: for very many small groups.

    >>> rounded_totals(np.array([1, 0, 1]), np.array([0.1, 5.0, 0.2]), 2).tolist() == [5.0, 0.1 + 0.2]
    True
    """
    if not len(values):
        return np.zeros(groups)
    if _sums_are_whole(values):
        return np.bincount(codes, weights=values, minlength=groups).astype(np.float64, copy=False)
    if values.dtype == np.int64:
        return np.array([float(one) for one in totals(codes, values, groups)], np.float64)
    high, low, lost = np.zeros(groups), np.zeros(groups), np.zeros(groups, bool)
    for _, place, limb in _limbs(values):
        part = np.ldexp(np.bincount(codes, weights=limb, minlength=groups), place)
        high, carry = _two_sum(high, part)
        low, rest = _two_sum(low, carry)
        high, low = _two_sum(high, low)
        lost |= (rest != 0) | (place < -1000)  # two doubles do not hold this sum
    if lost.any():
        doubtful = np.flatnonzero(lost[codes])
        for group, members in _by_group(codes[doubtful], values[doubtful]):
            high[group] = fsum(members)
    return high


def _two_sum(a: NDArray[np.float64], b: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """a + b rounded, and what the rounding took away (Knuth)."""
    s = a + b
    t = s - a
    return s, (a - (s - t)) + (b - t)


def _by_group(codes: NDArray[np.int64], values: Column) -> Iterator[tuple[int, list[float]]]:
    order = np.argsort(codes, kind="stable")
    groups, starts = np.unique(codes[order], return_index=True)
    for group, part in zip(groups.tolist(), np.split(values[order], starts[1:]), strict=True):
        yield group, part.tolist()
