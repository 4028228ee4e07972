"""Judgements that depend on each other in two ways: those of one case, and those of one person.

Somebody who is strict is strict everywhere: with few people their figure may lie further off than many cases make it
look. Of two ways that cross the variance is that of the clusters of one, plus that of the other, less what both count
(Cameron, Gelbach and Miller, Journal of Business and Economic Statistics 29, 2011). Of few people it is itself
uncertain; so the quantile is that of t with as many degrees of freedom as the two parts have together (Satterthwaite,
Biometrics Bulletin 2, 1946).

>>> effect([0, 1, 2, 3], [0, 0, 1, 1], [0.1, 0.1, -0.1, -0.1]) > 2
True
>>> effect([0, 1, 2, 3], [0, 1, 0, 1], [0.1, 0.1, -0.1, -0.1])
1.0
"""

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.estimate import estimate
from murho.core.intervals import critical
from murho.core.judgement import Judgements
from murho.core.tally import tally


def effect(clusters: ArrayLike, people: ArrayLike, terms: ArrayLike, level: float = 0.95) -> float | None:
    """How many times as large as that of the clusters alone the variance is, as wide as the interval has to be.

    Args:
        clusters: the number of each judgement's cluster of cases, (judgements,).
        people: that of who judged, (judgements,).
        terms: what each adds to the error of the figure, ρ·(μ − π)/Σρ shared among a case's judgements, (judgements,).
        level: of the interval.

    Returns:
        1 at least; None where one person judged all, so that nothing tells how people differ.
    """
    one, other = (np.unique(np.asarray(column), return_inverse=True)[1] for column in (clusters, people))
    e = np.asarray(terms, np.float64)
    sizes = int(one.max()) + 1, int(other.max()) + 1
    if min(sizes) < 2:
        return None
    of_clusters, of_people = (
        size / (size - 1) * _squares(codes, e) for codes, size in zip((one, other), sizes, strict=True)
    )
    both = _squares(one * sizes[1] + other, e)
    more = max(0.0, of_people - sizes[1] / (sizes[1] - 1) * both)
    if not of_clusters or not more:
        return 1.0
    whole = of_clusters + more
    freedom = whole**2 / (of_clusters**2 / (sizes[0] - 1) + more**2 / (sizes[1] - 1))
    wider = float(critical(level, freedom) / critical(level, sizes[0] - 1))
    return float(whole / of_clusters) * wider**2


def interval(
    units: ArrayLike,
    people: ArrayLike,
    said: ArrayLike,
    weights: ArrayLike,
    clusters: ArrayLike,
    level: float = 0.95,
) -> tuple[float, float] | None:
    """An interval of people's π that holds for other people like these, too: the usual one, wider by how they differ.

    Args:
        units: the number of the case that was judged, (judgements,); each case counts the mean of its judgements.
        people: that of who judged it.
        said: μ, between 0 and 1, (judgements,).
        weights: ρ of the cases, (cases,).
        clusters: the number of each case's cluster, (cases,).
        level: of the interval.

    Returns:
        None where one person judged all.
    """
    unit, cluster = np.asarray(units, np.int64), np.asarray(clusters, np.int64)
    mu, rho = np.asarray(said, np.float64), np.asarray(weights, np.float64)
    times = np.bincount(unit, minlength=len(rho))
    mean = np.bincount(unit, mu, len(rho)) / times
    pi = float(rho @ mean / rho.sum())
    wider = effect(cluster[unit], people, (rho / times)[unit] * (mu - pi) / rho.sum(), level)
    if wider is None:
        return None
    closed = tally(Judgements.of(mean), rho, list(map(str, cluster.tolist()))).closed
    found = estimate(closed, n=len(rho), level=level, effect=wider)
    return None if found.undetermined else (found.low, found.high)


def _squares(codes: NDArray[np.int64], terms: NDArray[np.float64]) -> float:
    return float((np.bincount(codes, terms) ** 2).sum())
