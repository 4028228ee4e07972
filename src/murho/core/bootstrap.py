"""The bootstrap: resample whole clusters, with replacement, and see how π moves.

>>> result = bootstrap([3, 0, 1, 0, 2, 0, 0, 5, 1, 0] * 5, [9, 7, 8, 5, 9, 6, 7, 9, 8, 4] * 5, seed=1)
>>> round(result.value, 3), result.method
(0.167, 'bootstrap by cluster, BCa, 2000 resamples')
>>> result.low < result.value < result.high
True
"""

from dataclasses import replace
from math import frexp, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import Estimate, estimate
from murho.core.exact import total
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
    level: float = 0.95,
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
