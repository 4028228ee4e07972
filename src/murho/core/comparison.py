"""Two systems on the same cases: the difference of π, its interval, and a test, paired by cluster.

>>> before, after = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1], [0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0]
>>> change = compare(before, [1] * 12, after, [1] * 12)
>>> change.pi_a, change.pi_b, round(change.value, 3), change.p_value
(0.6666666666666666, 0.25, -0.417, 0.0625)
>>> round(change.low, 2), round(change.high, 2)
(-0.9, 0.07)

Never test the two as if they were unpaired: most of the spread of π is between cases, and cancels.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level
from murho.core.exact import counted_total
from murho.core.intervals import critical
from murho.core.randomisation import randomisation_test

Real = Any
"""A float, or an array of floats (samples,)."""

FEW = 10
"""Fewer clusters, or clusters that moved, than this get a flag."""


@dataclass(frozen=True)
class Difference:
    """π(B) - π(A) with its interval and the p-value of a randomisation test."""

    value: float | None
    """Negative where B is better; None where a denominator is 0."""
    low: float
    high: float
    level: float
    method: str
    p_value: float
    """Two-sided, of the paired randomisation test."""
    pairs: int
    """Cases that both systems were judged on."""
    clusters: int
    resamples: int
    """Random swaps that the test drew; 0 where it enumerated all."""
    seed: int
    flags: tuple[str, ...]
    pi_a: float | None
    pi_b: float | None


def compare(
    num_a: ArrayLike,
    den_a: ArrayLike,
    num_b: ArrayLike,
    den_b: ArrayLike,
    *,
    pairs: int | None = None,
    level: float = 0.95,
    resamples: int = 9999,
    seed: int = 0,
    bounded: bool = True,
    counts: NDArray[np.int64] | None = None,
) -> Difference:
    """Compare B with A: columns (clusters,) of Σ ρ·loss and Σ ρ·units, row c of each for the same cluster.

    `pairs` is the number of cases (the clusters, unless given). With `counts` (rows,) a row stands for so many clusters
    that are alike. Raises UsageError where the columns differ in length.
    """
    check_level(level)
    columns = [np.asarray(column, np.float64) for column in (num_a, den_a, num_b, den_b)]
    if len({column.shape for column in columns}) > 1 or columns[0].ndim != 1:
        raise UsageError("the four columns differ in length; give one row for each cluster, the same in all")
    clusters = len(columns[0]) if counts is None else int(counts.sum())
    # The difference is taken of exact sums and rounded once: that of nearly equal systems would have no digits left.
    exact = [Fraction(counted_total(column, counts)) for column in columns]
    sums = [float(number) for number in exact]
    widest = 1.0 if bounded else float("inf")
    count = clusters if pairs is None else pairs
    if sums[1] == 0 or sums[3] == 0:
        unknown = ("nothing to compare: a denominator is 0",)
        pis = (sums[0] / sums[1] if sums[1] else None, sums[2] / sums[3] if sums[3] else None)
        return Difference(None, -widest, widest, level, "none", 1.0, count, clusters, 0, seed, unknown, *pis)
    pi_a, pi_b = sums[0] / sums[1], sums[2] / sums[3]
    value = float(exact[2] / exact[3] - exact[0] / exact[1])
    share = (columns[1] / sums[1] + columns[3] / sums[3]) / 2
    deviation = (columns[2] - pi_b * columns[3]) / sums[3] - (columns[0] - pi_a * columns[1]) / sums[1]
    move = np.abs(deviation + value * share)
    # Rounding would make every cluster one that moved, and a variance that rests on few moves look safe.
    move[move < 1e-12 * share] = 0
    even = 1 / float(counted_total(share * share, counts))
    spread, moves, move_squares = (
        float(counted_total(column, counts)) for column in (deviation * deviation, move, move * move)
    )
    half = float(half_width(spread, moves, move_squares, even, clusters, level))
    test = randomisation_test(*columns, resamples=resamples, seed=seed, counts=counts)
    moved = np.count_nonzero(move) if counts is None else counts[move != 0].sum()
    swaps = "all" if test.exact else "random"
    return Difference(
        value,
        max(-widest, value - half),
        min(widest, value + half),
        level,
        f"linearised with two pseudo-clusters; randomisation by cluster, {swaps} swaps",
        test.p_value,
        count,
        clusters,
        test.resamples,
        seed,
        _flags(int(moved), clusters, count, even),
        pi_a,
        pi_b,
    )


def half_width(deviation_square: Real, move: Real, move_square: Real, even: Real, clusters: Real, level: float) -> Real:
    """Half the width of the interval of a difference; arguments are floats, or arrays of many samples at once.

    `deviation_square` is Σ e_c² of the linearised deviations; `move` and `move_square` are Σ |m_c| and Σ m_c², m_c
    being what cluster c adds to the difference (its share of the weight where only one system is right throughout);
    `even` is the number of equally heavy clusters that weigh as unevenly.

    After Bonett and Price (2012) two pseudo-clusters are added, one won by each side, here of the typical size of a
    move, or of a whole cluster where nothing moved. A variance that rests on few moves is itself uncertain: it grows by
    the square of the ratio of t quantiles, though not beyond what clusters moving as a whole would give.
    """
    moved = np.asarray(move) > 0
    pseudo_move = np.where(moved, move_square / np.where(moved, move, 1), 1 / even)
    variance = deviation_square * clusters / np.maximum(clusters - 1, 1) + 2 * pseudo_move**2
    effective_moves = np.where(moved, np.square(move) / np.where(moved, move_square, 1), 0)
    t = critical(level, even - 1)
    # Of k clusters that moved, unevenly heavy, k·even/C are left as degrees of freedom (docs/intervals.md).
    grown = variance * (critical(level, np.minimum(even - 1, effective_moves * even / clusters)) / t) ** 2
    whole_clusters = move / even + 2 / even**2
    # A single cluster shows no variance, so only what it could do as a whole is left.
    variance = np.where(clusters > 1, np.minimum(grown, np.maximum(variance, whole_clusters)), whole_clusters)
    half = t * np.sqrt(variance)
    # Where nothing moved, the exact end 1 - (α/2)^(1/n) is the least that can be said (step 3).
    none_moved = -np.expm1(np.log((1 - level) / 2) / even)
    return np.where(moved, half, np.maximum(half, none_moved))


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, in the order given (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[i]))  # never below what a smaller p came to
        adjusted[i] = worst
    return adjusted


def _flags(moved: int, clusters: int, pairs: int, even: float) -> tuple[str, ...]:
    """What the reader should know before trusting the interval."""
    unit = "cases" if clusters == pairs else "clusters"
    if clusters == 1:
        return (f"only 1 {unit[:-1]}: how much {unit} differ is unknown",)
    flags = []
    if even < FEW:
        uneven = f", which weigh as {even:.1f} even ones" if even < 0.9 * clusters else ""
        flags.append(f"only {clusters} {unit}{uneven}")
    if moved == 0:
        flags.append(f"the systems differ on none of {clusters} {unit}: the interval is what that leaves possible")
    elif moved < FEW:
        flags.append(f"the systems differ on only {moved} {unit}: read the interval as a rough one")
    return tuple(flags)
