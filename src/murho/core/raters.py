"""Several people who judge the same: how far they agree, what they say together, and how they make a figure vary.

Agreement of several people on nominal labels, in percent and with what chance would bring taken off.

A table (units, labels) says how many people gave each unit each label. Krippendorff's α takes units that not all have
labelled; Fleiss' κ is of what everybody labelled; Cohen's κ is of two people, whose habits may differ. All are
computed with fractions and rounded once.

>>> table = [[2, 0], [0, 2], [1, 1]]
>>> round(percent(table), 1), round(alpha(table), 3), round(kappa(table), 3)
(66.7, 0.444, 0.333)

What several people who err say together: a class that nobody sees, and how often each person misses it.

Dawid and Skene's model (Applied Statistics 28, 1979): every unit is of one class; a person says a label by chances that
depend on the class and the person alone. They are found by expectation and maximisation, begun with what most say. A
person's table of such chances is drawn towards that of all, with the weight of a few labels.

Of units with two labels nothing tells who errs where: an error of one kind looks like an error of the other kind. So
unless enough units have three labels, or are known, everybody is taken to err equally often on every class, and then to
say what is said most. And the model knows nothing of units that are hard for all: where people err alike it takes their
error for the class.

>>> rng = np.random.default_rng(1)
>>> classes = (rng.random(500) < 0.3) * 1
>>> said = [np.where(rng.random(500) < error, 1 - classes, classes) for error in (0.05, 0.1, 0.3)]
>>> units, people = np.tile(np.arange(500), 3), np.repeat(np.arange(3), 500)
>>> found = latent_classes(units, people, np.concatenate(said), 2)
>>> found.error.round(2).tolist(), round(float(found.posterior[:, 1].mean()), 2), round(float(classes.mean()), 2)
([0.05, 0.09, 0.29], 0.32, 0.32)

Judgements that depend on each other in two ways: those of one case, and those of one person.

Somebody who is strict is strict everywhere: with few people their figure may lie further off than many cases make it
look. Of two ways that cross the variance is that of the clusters of one, plus that of the other, less what both count
(Cameron, Gelbach and Miller, Journal of Business and Economic Statistics 29, 2011). Of few people it is itself
uncertain; so the quantile is that of t with as many degrees of freedom as the two parts have together (Satterthwaite,
Biometrics Bulletin 2, 1946).

>>> crossed_effect([0, 1, 2, 3], [0, 0, 1, 1], [0.1, 0.1, -0.1, -0.1], level=0.95) > 2
True
>>> crossed_effect([0, 1, 2, 3], [0, 1, 0, 1], [0.1, 0.1, -0.1, -0.1], level=0.95)
1.0
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import estimate
from murho.core.intervals import critical
from murho.core.judgement import Judgements
from murho.core.tally import tally

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


def alpha_interval(table: ArrayLike, level: float, seed: int = 0) -> tuple[float, float] | None:
    """An interval of α: what it is on samples of the units, drawn with replacement, without the outermost of them.

    None where α is None, or where fewer than two units have two labels. It says nothing of other people: these are
    taken as they are.

    >>> low, high = alpha_interval([[2, 0], [0, 2], [1, 1], [2, 0], [0, 2], [2, 0]], level=0.95)
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


Floats = NDArray[np.float64]
TOLD_APART = 30
"""Units that have to have three labels, or be known, before people's errors of different kinds are told apart."""
_DRAWN = 10.0
"""Labels that a person has to give before what they show counts as much as what those of all do."""
_GROUPS = 20
"""Parts of the clusters that the jackknife leaves out in turn."""
_MOST = 500
_CLOSE = 1e-5


class LatentClasses(NamedTuple):
    """The classes, and how people err."""

    shares: Floats
    """Of the units, how many are of each class, (classes,)."""
    posterior: Floats
    """How likely each unit is of each class, (units, classes)."""
    tables: Floats
    """How likely each person says each label of each class, (people, classes, labels)."""
    error: Floats
    """How often each person says another label than the class, (people,)."""
    told_apart: bool
    """Errors of different kinds are told apart; else everybody errs equally often on every class."""


def latent_classes(
    units: ArrayLike,
    people: ArrayLike,
    labels: ArrayLike,
    classes: int,
    *,
    known: Mapping[int, int] | None = None,
    start: LatentClasses | None = None,
) -> LatentClasses:
    """Fit the model to who said what of which unit.

    Args:
        units: a number from 0 for each label given, (given,).
        people: who gave it, a number from 0, (given,).
        labels: what was said, a number below `classes`, (given,).
        classes: how many there are; the labels are the same.
        known: classes of units that are known, because somebody settled them.
        start: where to begin; by default with what most people say.
    """
    unit, person, label = (np.asarray(column, np.int64) for column in (units, people, labels))
    everybody = int(person.max()) + 1 if start is None else len(start.error)
    said = np.zeros((int(unit.max()) + 1, everybody * classes))
    np.add.at(said, (unit, person * classes + label), 1.0)
    common: Floats = np.bincount(label, minlength=classes).astype(np.float64) + 1
    certain = np.eye(classes)
    fixed = np.array(list(known or {}), np.int64), certain[list((known or {}).values())]
    told_apart = bool(np.count_nonzero(said.sum(axis=1) >= 3) + len(fixed[0]) >= TOLD_APART)
    votes = said.reshape(len(said), everybody, classes).sum(axis=1) + 0.1
    posterior = (
        votes / votes.sum(axis=1, keepdims=True) if start is None else _classed(said, start.shares, start.tables)
    )
    for _ in range(_MOST):
        if len(fixed[0]):
            posterior[fixed[0]] = fixed[1]
        shares = (posterior.sum(axis=0) + 1 / classes) / (len(posterior) + 1)
        counted = np.moveaxis((posterior.T @ said).reshape(classes, everybody, classes), 1, 0)
        tables, error = _tables(counted, common, told_apart)
        before, posterior = posterior, _classed(said, shares, tables)
        if np.abs(posterior - before).max() < _CLOSE:
            break
    if len(fixed[0]):
        posterior[fixed[0]] = fixed[1]
    return LatentClasses(shares, posterior, tables, error, told_apart)


def _tables(counted: Floats, common: Floats, told_apart: bool) -> tuple[Floats, Floats]:
    """Each person's table and error, from how often each said what of each class, (people, classes, labels)."""
    given, right = counted.sum(axis=(1, 2)), np.trace(counted, axis1=1, axis2=2)
    of_all = (given.sum() - right.sum() + 0.5) / (given.sum() + 5)
    error = (given - right + _DRAWN * of_all) / (given + _DRAWN)
    if not told_apart:
        return _alike(error, common), error
    together, alike = counted.sum(axis=0), _alike(np.array([of_all]), common)[0]
    of_all_people = (together + _DRAWN * alike) / (together.sum(axis=1, keepdims=True) + _DRAWN)
    return (counted + _DRAWN * of_all_people) / (counted.sum(axis=2, keepdims=True) + _DRAWN), error


def _alike(error: Floats, common: Floats) -> Floats:
    """Tables of people who err equally often on every class, and then say what is said most."""
    certain = np.eye(len(common))
    others = np.tile(common, (len(common), 1)) * (1 - certain)
    others /= np.maximum(others.sum(axis=1, keepdims=True), 1e-12)
    return np.asarray((1 - error)[:, None, None] * certain + error[:, None, None] * others, np.float64)


def _classed(said: Floats, shares: Floats, tables: Floats) -> Floats:
    """How likely each unit is of each class."""
    likely = np.log(shares) + said @ np.log(np.moveaxis(tables, 1, 2).reshape(-1, len(shares)) + 1e-300)
    likely = np.exp(likely - likely.max(axis=1, keepdims=True))
    return np.asarray(likely / likely.sum(axis=1, keepdims=True), np.float64)


class WithoutErrors(NamedTuple):
    """π by the classes, and an interval."""

    value: float
    low: float
    high: float
    found: LatentClasses


def without_errors(
    units: ArrayLike,
    people: ArrayLike,
    labels: ArrayLike,
    losses: ArrayLike,
    weights: ArrayLike,
    clusters: ArrayLike,
    *,
    known: Mapping[int, int] | None = None,
    level: float,
) -> WithoutErrors:
    """π by the classes in the place of what people said: Σ ρ·E(μ) / Σ ρ.

    The error is that of a jackknife, which leaves out a twentieth of the clusters and fits anew.

    Args:
        units: as for `latent_classes`, with `people`, `labels` and `known`.
        people: who said it.
        labels: what was said.
        losses: μ of each class, (classes,), between 0 and 1.
        weights: ρ of each unit, (units,).
        clusters: the number of each unit's cluster, (units,).
        known: classes of units that are known.
        level: of the interval.
    """
    unit, person, label, cluster = (np.asarray(column, np.int64) for column in (units, people, labels, clusters))
    wrong, rho = np.asarray(losses, np.float64), np.asarray(weights, np.float64)
    found = latent_classes(unit, person, label, len(wrong), known=known)
    value = float(rho @ (found.posterior @ wrong) / rho.sum())
    group = np.random.default_rng(0).permutation(int(cluster.max()) + 1)[cluster] % _GROUPS
    without = []
    for number in range(_GROUPS):
        kept = np.flatnonzero(group != number)
        if not rho[kept].any():
            continue
        new = np.full(len(rho), -1)
        new[kept] = np.arange(len(kept))
        rows = new[unit] >= 0
        left = {int(new[place]): one for place, one in (known or {}).items() if new[place] >= 0}
        again = latent_classes(new[unit[rows]], person[rows], label[rows], len(wrong), known=left, start=found)
        without.append(float(rho[kept] @ (again.posterior @ wrong) / rho[kept].sum()))
    count = len(without)
    error = float(np.sqrt((count - 1) / count * ((np.array(without) - np.mean(without)) ** 2).sum()))
    half = float(critical(level, count - 1)) * error
    return WithoutErrors(value, max(0.0, value - half), min(1.0, value + half), found)


def crossed_effect(clusters: ArrayLike, people: ArrayLike, terms: ArrayLike, level: float) -> float | None:
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


def crossed_interval(
    units: ArrayLike,
    people: ArrayLike,
    said: ArrayLike,
    weights: ArrayLike,
    clusters: ArrayLike,
    level: float,
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
    wider = crossed_effect(cluster[unit], people, (rho / times)[unit] * (mu - pi) / rho.sum(), level)
    if wider is None:
        return None
    closed = tally(Judgements.of(mean), rho, list(map(str, cluster.tolist()))).closed
    found = estimate(closed, n=len(rho), level=level, effect=wider)
    return None if found.undetermined else (found.low, found.high)


def _squares(codes: NDArray[np.int64], terms: NDArray[np.float64]) -> float:
    return float((np.bincount(codes, terms) ** 2).sum())
