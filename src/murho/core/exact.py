"""Sums of many floats without any rounding, so that the order and the split of the work leave no trace.

>>> from fractions import Fraction
>>> total([0.1] * 10) == 10 * Fraction(0.1), total([1.0, 2.0])
(True, 3)
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.moments import Number
from murho.core.sums import Sums, read

Column = NDArray[np.float64] | NDArray[np.int64]


def total(values: ArrayLike) -> Number:
    """The exact sum of all values.

    `values` have any shape; ValueError if one of them is not finite.
    """
    sums = Sums(1, 1)
    sums.add(None, 0, as_column(np.asarray(values).ravel()))
    return read(sums, 0, 0)


def counted_total(values: Column, counts: NDArray[np.int64] | None) -> Number:
    """The exact sum of values (n,) each of which stands for so many; for one where `counts` is None.

    >>> float(counted_total(np.array([0.1, 0.5]), np.array([3, 2])))
    1.3
    """
    if counts is None:
        return total(values)
    # Times a power of 2 a double is what it was; times any other number it would be rounded.
    sums: Number = 0
    for bit in range(int(counts.max(initial=0)).bit_length()):
        sums += total(values[(counts >> bit) & 1 == 1]) * (1 << bit)
    return sums


def totals(codes: NDArray[np.int64], values: Column, groups: int) -> list[Number]:
    """The exact sum of the values of each group.

    `codes` (n,) gives each value's group in 0..groups-1, `values` (n,) are finite floats or 64-bit integers. Raises
    ValueError if one is not finite.
    """
    sums = _grouped(codes, values, groups)
    return [read(sums, group, 0) for group in range(groups)]


def rounded_totals(codes: NDArray[np.int64], values: Column, groups: int) -> NDArray[np.float64]:
    """`totals` as doubles, each rounded once: for very many small groups.

    >>> rounded_totals(np.array([1, 0, 1]), np.array([0.1, 5.0, 0.2]), 2).tolist() == [5.0, 0.1 + 0.2]
    True
    """
    rounded = np.empty(groups)
    _grouped(codes, values, groups).rounded(0, rounded)
    return rounded


def _grouped(codes: NDArray[np.int64], values: Column, groups: int) -> Sums:
    sums = Sums(1, groups)
    sums.add(np.ascontiguousarray(codes, np.int64), 0, as_column(values))
    return sums


def as_column(values: NDArray[np.float64] | NDArray[np.int64]) -> Column:
    """The values one after the other in memory, 64-bit integers as they are and all else as doubles."""
    if values.dtype == np.int64:
        return np.ascontiguousarray(values, np.int64)
    return np.ascontiguousarray(values, np.float64)
