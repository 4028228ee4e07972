"""Sums of many floats without any rounding, so that the order and the split of the work leave no trace.

A float is an integer times a power of two. The values are cut into limbs on one fixed grid, as wide as the number of
values allows: the limbs at one place are integers, and their sum in doubles stays below 2^53 and so is exact. Python's
integers take it from there.

>>> total([0.1] * 10) == 10 * Fraction(0.1), total([1.0, 2.0])
(True, 3)
"""

from fractions import Fraction
from math import frexp, fsum, isfinite

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.moments import Number

_EXACT = 2.0**53
"""Below it every integer is a double."""


def total(values: ArrayLike) -> Number:
    """The exact sum of all values (any shape; finite)."""
    array = np.asarray(values, dtype=np.float64).ravel()
    return totals(np.zeros(len(array), np.int64), array, 1)[0]


def totals(codes: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> list[Number]:
    """The exact sum of the values of each group.

    `codes` (n,) gives each value's group in 0..groups-1, `values` (n,) are finite floats.
    """
    if not len(values):
        return [0] * groups
    largest = max(float(values.max()), -float(values.min()))
    if not isfinite(largest):
        raise ValueError("sums are over finite numbers")
    limb = np.trunc(values)
    if largest * len(values) < _EXACT and np.array_equal(limb, values):
        return [*_whole(codes, values, groups)]
    rest = values.copy()
    width = 53 - len(values).bit_length()
    place = frexp(largest)[1]
    digits = [0] * groups
    while rest.any():  # every limb is below 2^width, every step exact, whatever the range of the values
        place -= width
        np.trunc(np.ldexp(rest, -place, out=limb), out=limb)
        digits = [(digit << width) + s for digit, s in zip(digits, _whole(codes, limb, groups), strict=True)]
        rest -= np.ldexp(limb, place, out=limb)
    if place >= 0:
        return [digit << place for digit in digits]
    return [_simple(Fraction(digit, 1 << -place)) for digit in digits]


def _whole(codes: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> list[int]:
    """The sums of whole values that stay below 2^53 in any order."""
    if groups == 1:
        return [int(values.sum())]
    return [int(s) for s in np.bincount(codes, weights=values, minlength=groups).tolist()]


def _simple(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def rounded_totals(codes: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    """`totals` as doubles, each rounded once: for very many small groups.

    >>> rounded_totals(np.array([1, 0, 1]), np.array([0.1, 5.0, 0.2]), 2).tolist() == [5.0, 0.1 + 0.2]
    True
    """
    if not len(values):
        return np.zeros(groups)
    if float(np.abs(values).max()) * len(values) < _EXACT and np.array_equal(values, np.trunc(values)):
        return np.bincount(codes, weights=values, minlength=groups).astype(np.float64, copy=False)
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=groups)).tolist()
    ordered = values[order].tolist()
    starts = [0, *ends[:-1]]
    return np.fromiter((fsum(ordered[start:end]) for start, end in zip(starts, ends, strict=True)), np.float64, groups)
