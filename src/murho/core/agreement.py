"""Agreement of several people on nominal labels, in percent and with what chance would bring taken off.

A table (units, labels) says how many people gave each unit each label. Krippendorff's α takes units that not all have
labelled; Fleiss' κ is of what everybody labelled; Cohen's κ is of two people, whose habits may differ. All are
computed with fractions and rounded once.

>>> table = [[2, 0], [0, 2], [1, 1]]
>>> round(percent(table), 1), round(alpha(table), 3), round(kappa(table), 3)
(66.7, 0.444, 0.333)
"""

from fractions import Fraction

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError

RESAMPLES = 2000
"""Samples of units that an interval of α is read off."""


def percent(table: ArrayLike) -> float | None:
    """Of all pairs of labels given to one unit, how many percent are equal; None where no unit has two labels.

    Every unit counts alike, however many people labelled it.
    """
    counts = np.asarray(table, np.int64)
    sizes = counts.sum(axis=1)
    counts, sizes = counts[sizes >= 2], sizes[sizes >= 2]
    if not len(counts):
        return None
    agreeing = (counts * (counts - 1)).sum(axis=1)
    shares = [Fraction(int(a), int(m) * (int(m) - 1)) for a, m in zip(agreeing, sizes, strict=True)]
    return float(100 * sum(shares, Fraction(0)) / len(shares))


def cohen(table: ArrayLike) -> float | None:
    """Cohen's κ of two people; `table` (labels, labels) says how often one gave the first and the other the second.

    None where nothing can be said: both always gave one label. (J. Cohen, A coefficient of agreement for nominal
    scales, Educational and Psychological Measurement 20, 1960.)

    >>> cohen([[20, 5], [10, 15]])
    0.4
    """
    counts = np.asarray(table, np.int64)
    n = int(counts.sum())
    if counts.ndim != 2 or counts.shape[0] != counts.shape[1]:
        raise UsageError(f"a table of shape {counts.shape}; give (labels, labels)")
    if not n:
        return None
    observed = Fraction(int(np.trace(counts)), n)
    rows, columns = counts.sum(axis=1).tolist(), counts.sum(axis=0).tolist()
    chance = sum((Fraction(a * b, n * n) for a, b in zip(rows, columns, strict=True)), Fraction(0))
    return float((observed - chance) / (1 - chance)) if chance != 1 else None


def alpha_interval(table: ArrayLike, level: float = 0.95, seed: int = 0) -> tuple[float, float] | None:
    """An interval of α: what it is on samples of the units, drawn with replacement, without the outermost of them.

    None where α is None, or where fewer than two units have two labels. It says nothing of other people: these are
    taken as they are.

    >>> low, high = alpha_interval([[2, 0], [0, 2], [1, 1], [2, 0], [0, 2], [2, 0]])
    >>> low < alpha([[2, 0], [0, 2], [1, 1], [2, 0], [0, 2], [2, 0]]) <= high
    True
    """
    counts = np.asarray(table, np.int64)
    counts = counts[counts.sum(axis=1) >= 2]
    if len(counts) < 2 or alpha(counts) is None:
        return None
    sizes = counts.sum(axis=1)
    same = (counts * (counts - 1)).sum(axis=1) / (sizes - 1)
    generator = np.random.default_rng(seed)
    values = []
    for _ in range(RESAMPLES):
        drawn = generator.integers(len(counts), size=len(counts))
        totals = counts[drawn].sum(axis=0)
        n = totals.sum()
        expected = n * n - (totals * totals).sum()
        # A sample in which only one label is in use has no α; all agree in it.
        values.append(1 - (n - 1) * (n - same[drawn].sum()) / expected if expected else 1.0)
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def alpha_of_label(table: ArrayLike, label: int) -> float | None:
    """α of one label against all others: whether people agree on where it belongs.

    >>> alpha_of_label([[2, 0, 0], [0, 1, 1], [0, 1, 1], [2, 0, 0]], 0)
    1.0
    """
    counts = np.asarray(table, np.int64)
    return alpha(np.stack([counts[:, label], counts.sum(axis=1) - counts[:, label]], axis=1))


def alpha(table: ArrayLike) -> float | None:
    """Krippendorff's α for nominal data; `table` (units, labels) says how many gave each unit each label.

    1 is perfect agreement, 0 what chance brings. Units with fewer than two labels tell nothing and are left out. None
    where nothing can be said: a single label in use. (K. Krippendorff, Computing Krippendorff's Alpha-Reliability,
    2011.)

    >>> alpha([[2, 0], [0, 2], [1, 1]])
    0.4444444444444444
    """
    counts: NDArray[np.int64] = np.asarray(table, np.int64)
    counts = counts[counts.sum(axis=1) >= 2]
    sizes = counts.sum(axis=1)
    # Ordered pairs of equal labels within a unit; each counts 1/(m − 1), so that a unit of m labels counts m in all.
    agreeing = (counts * (counts - 1)).sum(axis=1)
    same = sum((Fraction(int(agreeing[sizes == m].sum()), int(m) - 1) for m in np.unique(sizes)), Fraction(0))
    totals = [int(n) for n in counts.sum(axis=0)]
    n = sum(totals)
    expected = n * n - sum(t * t for t in totals)
    return float(1 - (n - 1) * (n - same) / expected) if expected else None


def kappa(table: ArrayLike) -> float | None:
    """Fleiss' κ; `table` (units, labels) says how many gave each unit each label.

    Units that not all have labelled are left out. None where nothing can be said: a single label in use, or a single
    annotator. (J. L. Fleiss, Measuring nominal scale agreement among many raters, Psychological Bulletin 76, 1971.)

    >>> kappa([[2, 0], [0, 2], [1, 1]])
    0.3333333333333333
    """
    counts = np.asarray(table, np.int64)
    raters = int(counts.sum(axis=1).max(initial=0))
    counts = counts[counts.sum(axis=1) == raters]
    units = len(counts)
    if raters < 2:
        return None
    observed = Fraction(int((counts * (counts - 1)).sum()), units * raters * (raters - 1))
    chance = sum((Fraction(int(n), units * raters) ** 2 for n in counts.sum(axis=0)), Fraction(0))
    return float((observed - chance) / (1 - chance)) if chance != 1 else None
