"""Figures under resampling: the bootstrap of one, and the randomisation test of two systems.

The bootstrap: resample whole clusters, with replacement, and see how π moves.

>>> result = bootstrap([3, 0, 1, 0, 2, 0, 0, 5, 1, 0] * 5, [9, 7, 8, 5, 9, 6, 7, 9, 8, 4] * 5, seed=1, level=0.95)
>>> round(result.value, 3), result.method
(0.167, 'bootstrap by cluster, BCa, 2000 resamples')
>>> result.low < result.value < result.high
True

The paired randomisation test: were the two systems exchangeable, how often would π differ as much?

If it makes no difference which system gave which answer, the two may be swapped cluster by cluster at will. The
p-value is the share of swaps under which the difference of π is at least as large as the one found. Clusters that
move alike are counted together, so that all swaps can often be enumerated: with yes/no losses of equal weight the
test is McNemar's exact one.

>>> test = randomisation_test([1, 1, 1, 1, 1, 0], [1] * 6, [0, 0, 0, 0, 0, 1], [1] * 6)
>>> round(test.p_value, 5), test.exact
(0.21875, True)
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import frexp, sqrt
from statistics import NormalDist
from sys import float_info

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import Estimate, estimate
from murho.core.exact import counted_total, total
from murho.core.moments import POWERS, Moments, powers_of

Column = NDArray[np.float64]

_AT_ONCE = 1 << 22
"""Draws held in memory at a time."""
_FAR = 200
"""Sums whose largest has an exponent further from 0 are measured in another unit, a power of two."""


def bootstrap(
    num: ArrayLike,
    den: ArrayLike,
    *,
    resamples: int = 2000,
    seed: int = 0,
    n: int | None = None,
    level: float,
    bounded: bool = True,
) -> Estimate:
    """π and its bootstrap interval from columns (clusters,) of Σ ρ·loss and Σ ρ·units.

    The ends are bias-corrected and accelerated (Efron 1987); the acceleration comes from the linearised deviations.
    Where all resamples agree, or all lie on one side, the bootstrap knows nothing: the score interval is given instead,
    and the method says so. Equal clusters are drawn together, which gives the same distribution sooner.
    """
    over, under = np.asarray(num, np.float64), np.asarray(den, np.float64)
    if over.shape != under.shape or over.ndim != 1:
        raise UsageError("numerators and denominators differ in length; give one of each for every cluster")
    if resamples < 100:
        raise UsageError(f"{resamples} resamples are too few for an interval; give at least 100, better 2000")
    exponent = frexp(max(over.max(initial=0.0), under.max(initial=0.0)))[1]
    if abs(exponent) > _FAR:  # π is the same in any unit; powers of these would be lost
        over, under = np.ldexp(over, -exponent), np.ldexp(under, -exponent)
    plain = estimate(moments_of(over, under), n=n, level=level, bounded=bounded)
    if plain.value is None:
        return plain
    ratios = resampled(over, under, resamples, seed)
    ends = bca_ends(ratios[np.isfinite(ratios)], plain.value, over - plain.value * under, level)
    if ends is None:
        return replace(plain, method=f"{plain.method}, since the bootstrap interval has no width")
    # BCa ends may both lie on one side of π; an interval holds the value that it is printed with.
    low, high = min(ends[0], plain.value), max(ends[1], plain.value)
    return replace(plain, low=low, high=high, method=f"bootstrap by cluster, BCa, {resamples} resamples")


def moments_of(num: Column, den: Column) -> Moments:
    """The sums of columns (clusters,); every cluster counts as one unit, for want of more."""
    powers = {name: total(power) for name, power in zip(POWERS, powers_of(num, den), strict=True)}
    return Moments(
        clusters=len(num),
        num=total(num),
        den=total(den),
        unit_square=powers["den_den"],
        wrong=int((num > 0).sum()),
        right=int((num < den).sum()),
        **powers,
    )


def resampled(num: Column, den: Column, resamples: int, seed: int) -> Column:
    """π of each resample (resamples,); not a number where a resample drew no weight."""
    rng = np.random.default_rng(seed)
    # A pair as one complex number, which np.unique sorts as it is.
    pairs, counts = np.unique(num + 1j * den, return_counts=True)
    # How often each different pair is drawn, one multinomial draw, or which clusters are: whichever has less to draw.
    few = len(pairs) * 8 < len(num)
    step = max(1, _AT_ONCE // (len(pairs) if few else len(num)))
    drawn_sums = []
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        if few:
            drawn = rng.multinomial(len(num), counts / len(num), size)
            drawn_sums.append(drawn @ np.column_stack([pairs.real, pairs.imag]))
        else:
            rows = rng.integers(0, len(num), (size, len(num)))
            drawn_sums.append(np.column_stack([num[rows].sum(axis=1), den[rows].sum(axis=1)]))
    sums = np.concatenate(drawn_sums)
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios: Column = sums[:, 0] / sums[:, 1]
    return ratios


def bca_ends(ratios: Column, value: float, deviations: Column, level: float) -> tuple[float, float] | None:
    """Efron's bias-corrected and accelerated ends, or None where the resamples do not reach to both sides of π."""
    tolerance = 1e-12 * max(abs(value), 1.0)  # resamples of one π differ in their last bits
    # Resamples equal to π count half as below it: with few errors there are many of them.
    below = float(((ratios < value - tolerance).sum() + (ratios <= value + tolerance).sum()) / 2 / max(1, len(ratios)))
    spread = float((deviations**2).sum())
    if not 0 < below < 1 or spread == 0 or np.ptp(ratios) <= tolerance:
        return None
    normal = NormalDist()
    bias = normal.inv_cdf(below)
    acceleration = float((deviations**3).sum()) / (6 * spread * sqrt(spread))
    points = []
    for tail in ((1 - level) / 2, (1 + level) / 2):
        # The formula has a pole where acceleration · shifted reaches 1; beyond it the ends would change sides.
        shifted = bias + normal.inv_cdf(tail)
        points.append(normal.cdf(bias + shifted / max(1e-6, 1 - acceleration * shifted)))
    low, high = np.quantile(ratios, points).tolist()
    return (low, high) if high - low > tolerance else None


_ENUMERATE = 1 << 16
"""At most so many different outcomes are enumerated."""
_WORK = 1 << 30
"""Random swaps are cut down to so many moves of clusters altogether, but not below 999."""
_MOVES_AT_ONCE = 1 << 20
"""Moves held in memory at a time."""


@dataclass(frozen=True)
class Randomisation:
    """The outcome of a randomisation test."""

    p_value: float
    """The share of swaps with a difference of π at least as large, of either sign."""
    resamples: int
    """Random swaps drawn; 0 where `exact`."""
    exact: bool
    """All swaps were enumerated."""


def randomisation_test(
    num_a: ArrayLike,
    den_a: ArrayLike,
    num_b: ArrayLike,
    den_b: ArrayLike,
    *,
    resamples: int = 9999,
    seed: int = 0,
    counts: NDArray[np.int64] | None = None,
) -> Randomisation:
    """Test whether π of A and of B differ by more than chance; columns (clusters,) and `counts` as in `compare`.

    A swap exchanges numerator and denominator of a cluster together. Random swaps count the observed outcome among
    themselves (Phipson and Smyth 2010), so that p is never 0.
    """
    a = [np.asarray(column, np.float64) for column in (num_a, den_a)]
    b = [np.asarray(column, np.float64) for column in (num_b, den_b)]
    sums = tuple(float(counted_total(x + y, counts)) for x, y in zip(a, b, strict=True))
    num, den = (float(counted_total(y - x, counts)) for x, y in zip(a, b, strict=True))
    observed = float(abs(_difference(num, den, sums)))
    moves, counts = _moves(b[0] - a[0], b[1] - a[1], counts)
    # Swaps whose difference equals the observed one but for rounding are as extreme.
    bar = observed - 1e-12 * (1 + observed)
    outcomes = 1
    for count in counts.tolist():
        # Only as far as needed: the product over thousands of clusters would be a huge integer.
        outcomes *= count + 1
        if outcomes > _ENUMERATE:
            break
    if outcomes <= _ENUMERATE:
        net, chance = _all_swaps(moves, counts)
        extreme = np.abs(_difference(net[:, 0], net[:, 1], sums)) >= bar
        # The observed outcome is one of them, so p is above 0 even where its chance has no double.
        return Randomisation(min(1.0, max(float(chance[extreme].sum()), float_info.min)), 0, True)
    resamples = min(resamples, max(999, _WORK // len(counts)))
    hits = 0
    for net in _random_swaps(moves, counts, resamples, np.random.default_rng(seed)):
        hits += int((np.abs(_difference(net[:, 0], net[:, 1], sums)) >= bar).sum())
    return Randomisation((hits + 1) / (resamples + 1), resamples, False)


def _moves(num: Column, den: Column, times: NDArray[np.int64] | None) -> tuple[Column, NDArray[np.int64]]:
    """Different moves (moves, 2) of numerator and denominator, up to their sign, and how many clusters make each."""
    sign = np.where((num < 0) | ((num == 0) & (den < 0)), -1.0, 1.0)
    both, code = np.unique((num * sign + 0.0) + 1j * (den * sign + 0.0), return_inverse=True)
    # Whole numbers below 2^53, which doubles hold.
    counts = np.bincount(code, times, len(both)).astype(np.int64)
    real = both != 0
    return np.column_stack([both.real, both.imag])[real], counts[real]


def _difference(num: Column | float, den: Column | float, sums: tuple[float, ...]) -> Column:
    """π(B) - π(A) where B's sums exceed A's by `num` and `den`, and both together make `sums`."""
    b, a = (sums[1] + np.asarray(den)) / 2, (sums[1] - np.asarray(den)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = (sums[0] + num) / 2 / b - (sums[0] - num) / 2 / a
    return np.where((a > 0) & (b > 0), difference, np.inf)  # a swap that leaves a side without weight speaks for chance


def _all_swaps(moves: Column, counts: NDArray[np.int64]) -> tuple[Column, Column]:
    """Every net move (outcomes, 2) and its probability (outcomes,)."""
    from scipy.special import gammaln

    net, chance = np.zeros((1, 2)), np.ones(1)
    for move, count in zip(moves, counts.tolist(), strict=True):
        forward = np.arange(count + 1)
        log_ways = gammaln(count + 1) - gammaln(forward + 1) - gammaln(count - forward + 1)
        net = (net[:, None, :] + ((2 * forward - count)[:, None] * move)[None]).reshape(-1, 2)
        chance = (chance[:, None] * np.exp(log_ways - count * np.log(2))[None]).ravel()
    return net, chance


def _random_swaps(
    moves: Column, counts: NDArray[np.int64], resamples: int, rng: np.random.Generator
) -> Iterator[Column]:
    """Net moves (some, 2) of random swaps, `resamples` in all; what many clusters do alike is drawn binomially."""
    alone = counts == 1
    ones, one_way = int(alone.sum()), np.ascontiguousarray(moves[alone].T)
    step = min(resamples, max(1, _MOVES_AT_ONCE // len(counts)))
    forward = np.empty((step, ones))  # reused: fresh memory costs more than the arithmetic
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        # A bit for each cluster that moves alone: an eighth of the random bytes. Each resample starts a new byte.
        bits = np.frombuffer(rng.bytes(size * -(-ones // 8)), np.uint8).reshape(size, -1)
        forward[:size] = np.unpackbits(bits, axis=1)[:, :ones]
        # einsum, for BLAS would start threads that only wait for one another here
        sums = [np.einsum("ij,j->i", forward[:size], way) if way.any() else np.zeros(size) for way in one_way]
        net = 2 * np.column_stack(sums) - one_way.sum(axis=1)
        many = rng.binomial(counts[~alone], 0.5, (size, len(counts) - ones))
        yield net + (2 * many - counts[~alone]) @ moves[~alone]
