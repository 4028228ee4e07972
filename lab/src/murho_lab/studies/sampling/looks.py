"""π and its interval off a sample, as `murho.sampling.estimating` reads them, on columns: the study looks often.

>>> look = read(Sample(np.arange(4), np.full(4, 2.5), np.full(4, 0.6), 4), np.array([1.0, 0, 0, 0]), np.ones(4))
>>> round(look.value, 2), round(look.low, 2), round(look.high, 2)
(0.25, 0.03, 0.77)
"""

from typing import NamedTuple

import numpy as np

from murho.core.intervals import Evidence, effective_size, score
from murho_lab.studies.sampling.populations import Floats, Places

LEVEL = 0.95


class Sample(NamedTuple):
    """What was drawn: units, which are cases or clusters of them, each once."""

    units: Places
    expansion: Floats
    """How many units of the population each stands for."""
    left: Floats
    """1 − inclusion; 1 where draws are independent."""
    judged: int
    """How many cases people judge."""
    strata: Places | None = None
    """The number of the stratum of each."""
    draws: Floats | None = None
    """How often each was drawn, with replacement."""
    learned: bool = False
    """A pilot that is a part of it decided how many are of each stratum."""


class Look(NamedTuple):
    """π and the ends of its interval."""

    value: float
    low: float
    high: float


def read(sample: Sample, num: Floats, den: Floats, unit_squares: Floats | None = None) -> Look:
    """What users read off this sample.

    Args:
        sample: what was drawn.
        num: Σρ·loss of every unit of the population.
        den: Σρ likewise.
        unit_squares: Σρ² likewise; where units are cases it is den².
    """
    w, units = sample.expansion, sample.units
    x, y = w * den[units], w * num[units]
    total = float(x.sum())
    x, y = x / total, y / total
    ratio = float(y.sum())
    e = y - ratio * x
    e2, x2 = e * e, x * x
    squares, den_den = float(e2.sum()), float(x2.sum())
    size = len(units)
    kish = den_den if unit_squares is None else float((w * w * unit_squares[units]).sum()) / total**2
    basis = Evidence.of_sums(
        ratio,
        1.0,
        squares,
        float(e2 @ e),
        float(e2 @ e2),
        float(y @ y),
        float(x @ y),
        den_den,
        float(x2 @ x2),
        kish,
        size,
    )
    if squares <= 1e-20 * den_den:
        effect = float(sample.left @ x2) / den_den
    else:
        effect = _variance(e, sample) / (size / max(size - 1, 1) * squares)
    low, high = score(basis, effective_size(basis, LEVEL) / effect, LEVEL) if effect else (ratio, ratio)
    return Look(ratio, max(0.0, min(float(low), ratio)), max(ratio, min(float(high), 1.0)))


def _variance(e: Floats, sample: Sample) -> float:
    """The variance by the design; where the allocation was learned, with its standard error."""
    if sample.draws is not None:
        n = float(sample.draws.sum())
        each = e / sample.draws
        mean = float(e.sum()) / n
        return n / (n - 1) * float(sample.draws @ (each - mean) ** 2)
    c = sample.left
    if sample.strata is None:
        mean, size = float(c @ e) / max(float(c.sum()), 1e-300), len(e)
        return size / max(size - 1, 1) * float(c @ (e - mean) ** 2)
    strata, sizes = sample.strata, np.bincount(sample.strata)
    means = np.bincount(strata, c * e) / np.maximum(np.bincount(strata, c), 1e-300)
    more = sizes / np.maximum(sizes - 1, 1)
    parts = more[strata] * c * (e - means[strata]) ** 2
    if not sample.learned:
        return float(parts.sum())
    apart = parts - (np.bincount(strata, parts) / np.maximum(sizes, 1))[strata]
    return float(parts.sum() + np.sqrt(more[strata] @ apart**2))
