"""What several people who err say together: a class that nobody sees, and how often each person misses it.

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
"""

from collections.abc import Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.intervals import critical

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
    level: float = 0.95,
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
