"""Systems that answer differently each time: how much of a figure's variance is between cases, and how much within.

Every case is asked several times. Within: the same cases, asked again, would give another π; between: other cases
would. Both are parts of the variance of π as it is, Σ ρ·loss / Σ ρ·units over all askings, linearised as everywhere:
each asking is off by d = (ρ·loss − π·ρ·units) / Σ ρ·units. The whole is that of clusters, as every interval has it; the
part within a case of k askings is k times the variance of its d, and what is left is between.

>>> num, den = np.array([1, 0, 0, 0, 1, 1.0]), np.ones(6)
>>> found = variation(num, den, case=np.array([0, 0, 1, 1, 2, 2]), cluster=np.array([0, 0, 1, 1, 2, 2]))
>>> found.value, round(found.within, 4), round(found.between, 4)
(0.5, 0.0278, 0.0556)
"""

from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from murho.core.intervals import critical

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


@dataclass(frozen=True)
class Variation:
    """π of repeated askings, and its variance in two parts."""

    value: float
    between: float
    """Variance of π that other cases would make."""
    within: float
    """Variance of π that asking the same cases again would make."""
    askings: float
    """Of a case, as far as they lower the part within: the harmonic mean where they differ."""
    clusters: int
    freedom: int
    """Degrees of freedom of the part within."""

    @property
    def total(self) -> float:
        """The variance of π."""
        return self.between + self.within

    def margin(self, level: float, *, askings: float | None = None, cases: float = 1.0) -> float:
        """± of π at this level, had each case been asked so often, and were there so many times as many cases.

        The part between falls with cases, the part within with all askings.
        """
        within = self.within * self.askings / (askings or self.askings)
        return float(critical(level, max(1, self.clusters - 1))) * sqrt((self.between + within) / cases)

    def noise(self, level: float) -> float:
        """± by which π would differ from what the same cases give in the long run: the system's own."""
        return float(critical(level, max(1, self.freedom))) * sqrt(self.within)


def variation(num: Floats, den: Floats, case: Codes, cluster: Codes) -> Variation | None:
    """The two parts; `num`, `den`, `case`, `cluster` (askings,) are ρ·loss, ρ·units, and numbers from 0.

    None where Σ ρ·units is 0, there are fewer than two clusters, no case was asked twice, or nothing varied at all:
    that no error was seen makes no margin of 0.
    """
    total = float(den.sum())
    if not total > 0 or not len(num):
        return None
    value = float(num.sum()) / total
    return _of_deviations((num - value * den) / total, value, case, cluster)


def difference(
    before: tuple[Floats, Floats], after: tuple[Floats, Floats], case: Codes, cluster: Codes
) -> Variation | None:
    """The two parts of the variance of π(B) − π(A), of askings that are paired; each side is ρ·loss and ρ·units.

    >>> one, other = (np.array([1, 0, 1, 0.0]), np.ones(4)), (np.array([0, 1, 0, 1.0]), np.ones(4))
    >>> found = difference(one, other, np.array([0, 0, 1, 1]), np.array([0, 0, 1, 1]))
    >>> found.value, found.between, found.noise(0.95) > 0.5
    (0.0, 0.0, True)
    """
    values, deviations = [], []
    for num, den in (before, after):
        if not (total := float(den.sum())) > 0:
            return None
        values.append(float(num.sum()) / total)
        deviations.append((num - values[-1] * den) / total)
    return _of_deviations(deviations[1] - deviations[0], values[1] - values[0], case, cluster)


def _of_deviations(off: Floats, value: float, case: Codes, cluster: Codes) -> Variation | None:
    counts = np.bincount(case)
    clusters = len(np.unique(cluster))
    several = counts > 1
    if clusters < 2 or not several.any():
        return None
    means = np.bincount(case, off) / np.maximum(counts, 1)
    squares = np.bincount(case, (off - means[case]) ** 2)
    variances = np.zeros(len(counts))
    variances[several] = squares[several] / (counts[several] - 1)
    # A case that was asked once varies within as the others do.
    variances[counts == 1] = variances[several].mean()
    within = float((counts * variances).sum())
    sums = np.bincount(cluster, off)
    whole = clusters / (clusters - 1) * float((sums**2).sum())
    if not (whole > 0 or within > 0):
        return None
    asked = counts[counts > 0]
    harmonic = float(len(asked) / (1 / asked).sum())
    freedom = int((counts[several] - 1).sum())
    return Variation(value, max(0.0, whole - within), within, harmonic, clusters, freedom)


def at_least_once(right: int, askings: int, drawn: int) -> float:
    """The probability that of so many askings, drawn from those of a case, one at least is right.

    >>> at_least_once(1, 4, 1), at_least_once(1, 4, 4), at_least_once(0, 4, 4)
    (0.25, 1.0, 0.0)
    """
    return 1.0 - always(askings - right, askings, drawn)


def always(right: int, askings: int, drawn: int) -> float:
    """The probability that all of so many askings, drawn from those of a case, are right.

    >>> always(4, 5, 1), always(4, 5, 5), round(always(4, 5, 2), 10)
    (0.8, 0.0, 0.6)
    """
    share = 1.0
    for taken in range(drawn):
        share *= max(0, right - taken) / (askings - taken)
    return share
