"""What else is in use for the interval of a ratio, on the same draws: many samples at once, or one by one.

>>> ends = RIVALS["cluster-robust t"](np.array([[1.0, 0, 0, 1]]), np.ones((1, 4)), np.ones((1, 4)), True)
>>> [round(float(end[0]), 2) for end in ends]
[-0.42, 1.42]
"""

from collections.abc import Callable

import numpy as np

from murho.core.intervals import score_end
from murho.core.quantiles import normal_quantile, student_quantile
from murho.core.resampling import bca_ends, resampled
from murho_lab.studies.intervals.populations import Column

LEVEL = 0.95
RESAMPLES = 499
Ends = tuple[Column, Column]


def wald(num: Column, den: Column, square: Column, bounded: bool) -> Ends:
    """π ± z·√(π(1-π)/n), n the units, as if all were independent and equally heavy; √(π/n) for unbounded losses."""
    ratio, units = _ratio(num, den), _units(den, square)
    half = normal_quantile(0.5 + LEVEL / 2) * np.sqrt(ratio * (1 - ratio if bounded else 1) / units)
    return ratio - half, ratio + half


def wilson(num: Column, den: Column, square: Column, bounded: bool) -> Ends:
    """Wilson's score interval on the number of units."""
    ratio, units, z = _ratio(num, den), _units(den, square), normal_quantile(0.5 + LEVEL / 2)
    return score_end(ratio, units, z, bounded), score_end(ratio, units, z, bounded, upper=True)


def robust(num: Column, den: Column, square: Column, bounded: bool) -> Ends:
    """π ± t·standard error, linearised between clusters, with C-1 degrees of freedom."""
    ratio, clusters = _ratio(num, den), num.shape[1]
    spread = ((num - ratio[:, None] * den) ** 2).sum(axis=1) * clusters / (clusters - 1)
    half = student_quantile(0.5 + LEVEL / 2, clusters - 1) * np.sqrt(spread) / den.sum(axis=1)
    return ratio - half, ratio + half


RIVALS: dict[str, Callable[[Column, Column, Column, bool], Ends]] = {
    "Wald": wald,
    "Wilson on n": wilson,
    "cluster-robust t": robust,
}
BOOTSTRAPS = ("percentile bootstrap", "BCa bootstrap")


def bootstraps(num: Column, den: Column, seed: int) -> dict[str, Ends]:
    """Both bootstraps of whole clusters, of the same resamples; π itself where resamples do not move."""
    results: dict[str, list[tuple[float, float]]] = {name: [] for name in BOOTSTRAPS}
    for over, under in zip(num, den, strict=True):
        ratio = float(over.sum() / under.sum())
        ratios = resampled(over, under, RESAMPLES, seed)
        ratios = ratios[np.isfinite(ratios)]
        low, high = np.quantile(ratios, [0.5 - LEVEL / 2, 0.5 + LEVEL / 2]).tolist()
        results["percentile bootstrap"].append((low, high))
        results["BCa bootstrap"].append(bca_ends(ratios, ratio, over - ratio * under, LEVEL) or (ratio, ratio))
    return {name: (np.array(ends)[:, 0], np.array(ends)[:, 1]) for name, ends in results.items()}


def _ratio(num: Column, den: Column) -> Column:
    result: Column = num.sum(axis=1) / den.sum(axis=1)
    return result


def _units(den: Column, square: Column) -> Column:
    """Of cluster c ρ·u and ρ²·u are known, and so u; what has no weight has none."""
    units: Column = np.divide(den**2, square, out=np.zeros_like(den), where=square > 0)
    result: Column = units.sum(axis=1)
    return result
