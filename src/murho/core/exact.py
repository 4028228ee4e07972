"""Sums of many floats without any rounding, so that the order and the split of the work leave no trace.

A float is an integer times a power of two. Each value is cut into limbs of 26 bits on one fixed grid; the limbs at
one place are integers, whose sum in doubles is exact for up to 2^27 values; Python's integers take it from there.

>>> total([0.1] * 10) == 10 * Fraction(0.1), total([1.0, 2.0])
(True, 3)
"""

from fractions import Fraction
from math import fsum

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.moments import Number

LIMB = 26
_EXACT = 2.0**53
_MOST = 1 << 27


def total(values: ArrayLike) -> Number:
    """The exact sum of all values (any shape; finite)."""
    array = np.asarray(values, dtype=np.float64).ravel()
    return totals(np.zeros(len(array), np.int64), array, 1)[0]


def totals(codes: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> list[Number]:
    """The exact sum of the values of each group.

    `codes` (n,) gives each value's group in 0..groups-1, `values` (n,) are finite floats.
    """
    if len(values) > _MOST:
        parts = [totals(codes[i : i + _MOST], values[i : i + _MOST], groups) for i in range(0, len(values), _MOST)]
        return [sum(part) for part in zip(*parts, strict=True)]
    if not len(values):
        return [0] * groups
    largest = float(np.abs(values).max())
    if not np.isfinite(largest):
        raise ValueError("sums are over finite numbers")
    if largest * len(values) < _EXACT and bool((values == np.trunc(values)).all()):
        return [int(s) for s in np.bincount(codes, weights=values, minlength=groups).tolist()]
    exponents = np.frexp(values)[1][values != 0]
    top, bottom = int(exponents.max()), int(exponents.min())
    if top - bottom > 900 or abs(top) > 900:  # scaling could lose bits at the ends of the range: the obvious way
        sums = [Fraction(0)] * groups
        for code, value in zip(codes.tolist(), values.tolist(), strict=True):
            sums[code] += Fraction(value)
        return [_simple(s) for s in sums]
    rest = np.ldexp(values, -top)
    digits = [0] * groups
    place = top
    while rest.any():
        rest *= 1 << LIMB
        limb = np.trunc(rest)
        rest -= limb
        place -= LIMB
        column = np.bincount(codes, weights=limb, minlength=groups).tolist()
        digits = [(digit << LIMB) + int(s) for digit, s in zip(digits, column, strict=True)]
    scale = Fraction(2) ** place
    return [_simple(digit * scale) for digit in digits]


def _simple(value: Fraction) -> Number:
    return value.numerator if value.denominator == 1 else value


def rounded_totals(codes: NDArray[np.int64], values: NDArray[np.float64], groups: int) -> NDArray[np.float64]:
    """`totals` as doubles, each rounded once: for very many small groups.

    >>> rounded_totals(np.array([1, 0, 1]), np.array([0.1, 5.0, 0.2]), 2).tolist() == [5.0, 0.1 + 0.2]
    True
    """
    if not len(values):
        return np.zeros(groups)
    if float(np.abs(values).max()) * len(values) < _EXACT and bool((values == np.trunc(values)).all()):
        return np.bincount(codes, weights=values, minlength=groups).astype(np.float64, copy=False)
    order = np.argsort(codes, kind="stable")
    ends = np.cumsum(np.bincount(codes, minlength=groups)).tolist()
    ordered = values[order].tolist()
    starts = [0, *ends[:-1]]
    return np.fromiter((fsum(ordered[start:end]) for start, end in zip(starts, ends, strict=True)), np.float64, groups)
