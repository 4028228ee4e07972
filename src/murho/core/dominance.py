"""Dominance: is one system better for every admissible choice of δ and ω, and else for how large a share of them?

Relations of answers are ordered by μ3, 0 < δ1 < ... < δ5 < 1, and classes of importance by 0 < ω1 < ... < ωm. So μ is a
mixture, with weights above 0 that add up to 1, of six thresholds ("at least as wrong as this"), and ρ, but for its
scale, one of m prefixes of the importance, the heaviest class first ("at least as important as this"). The difference
of two systems is bilinear: Σ aₖ·bⱼ·leadₖⱼ, where `lead` (thresholds, classes) counts by how many cases B is wrong more
often than A. Its sign is the same for all admissible choices exactly where no two entries have different signs: first-
order dominance. The paper names the question as open (Guida and Mauri 1984, section 6).

Volumes are uniform over the ordered cones: a and b are then uniform on their simplices.

>>> a = beyond([0, 1, 6, 6], [0, 1, 0, 1], 2)
>>> b = beyond([0, 6, 6, 6], [0, 1, 0, 1], 2)
>>> (b - a).tolist()
[[0, 0], [1, 1], [1, 1], [1, 1], [1, 1], [1, 1]]
>>> dominant(b - a), share(b - a).a
('A', Fraction(1, 1))
>>> share(np.array([[2], [1], [0], [0], [0], [-1]])).a  # B is wrong more often, A more often in the worst way
Fraction(5, 6)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.shifting import RELATIONS, Relation

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
Table = NDArray[Any]
"""(thresholds, classes), of integers where it counts cases."""

THRESHOLDS: tuple[Relation, ...] = RELATIONS[1:]
"""An answer is beyond a threshold where its relation is this one or a worse one."""
DRAWS = 1 << 17
_AT_ONCE = 1 << 14
_NODES = 40


def beyond(ranks: ArrayLike, classes: ArrayLike, number: int) -> Integers:
    """How many cases are beyond each threshold and at least so important, (6, number).

    `ranks` (cases,) are places in `RELATIONS`, `classes` (cases,) those of importance, from 0, the lightest.
    """
    counts = np.zeros((len(RELATIONS), number), np.int64)
    np.add.at(counts, (np.asarray(ranks, np.int64), np.asarray(classes, np.int64)), 1)
    return counts[::-1, ::-1].cumsum(axis=0).cumsum(axis=1)[::-1, ::-1][1:]


def steps(values: Sequence[float]) -> Floats:
    """The weights of the mixture that ordered values are: by how much each lies above the one before.

    >>> steps((0.25, 0.5, 1.0)).tolist()
    [0.25, 0.25, 0.5]
    """
    return np.diff(np.asarray(values, np.float64), prepend=0.0)


def lead_at(lead: Table, deltas: Sequence[float], omegas: Sequence[float]) -> float:
    """Σ ρ·(μ of B − μ of A) for δ1..δ5 and ω1..ωm; above 0 A is better."""
    return float(steps((*deltas, 1.0)) @ lead @ steps(omegas))


def dominant(lead: Table) -> str | None:
    """`A` or `B` where it is better for every admissible choice, `equal` where both are; else None.

    The cones are open: one entry that is not 0 decides if no other contradicts it.
    """
    better, worse = bool((lead > 0).any()), bool((lead < 0).any())
    return None if better and worse else "A" if better else "B" if worse else "equal"


@dataclass(frozen=True)
class Share:
    """For what share of the admissible choices each of two is better; where both are 0 they are equal throughout."""

    a: Fraction | float
    b: Fraction | float
    method: str
    """`exact`, `quadrature` (exact but for rounding) or `sampled`."""
    error: float = 0.0
    """The standard error of a sampled share."""

    @property
    def dominant(self) -> str | None:
        """`A` or `B` where it is better for every choice: a share of 1 that was drawn, or rounded, does not say so."""
        if self.method != "exact":
            return None
        return "A" if self.a == 1 else "B" if self.b == 1 else None


def share(lead: Table, *, draws: int = DRAWS, seed: int = 0) -> Share:
    """The shares by volume: exact with one class (or with thresholds that all say the same), else by the dimension."""
    known = dominant(lead)
    if known is not None:
        return Share(Fraction(known == "A"), Fraction(known == "B"), "exact")
    if lead.shape[1] == 1 or (lead == lead[0]).all():
        one = positive(lead[:, 0] if lead.shape[1] == 1 else lead[0])
        return Share(one, 1 - one, "exact")
    if lead.shape[1] == 2:
        found = _of_two_classes(lead)
        return Share(found, 1 - found, "quadrature")
    rng, better = np.random.default_rng(seed), 0
    for start in range(0, draws, _AT_ONCE):
        delta, omega = _drawn(rng, min(_AT_ONCE, draws - start), lead.shape)
        better += int(np.count_nonzero(np.einsum("ik,kj,ij->i", delta, lead.astype(np.float64), omega) > 0))
    return Share(better / draws, 1 - better / draws, "sampled", _error(better, draws))


def positive(values: Iterable[Any]) -> Fraction:
    """The share of a simplex on which the mean of `values`, weighted by its points, is above 0; exactly.

    The mean has a B-spline with the values as its knots for its density (Curry and Schoenberg 1966), so the share is
    the divided difference of max(t, 0)ⁿ⁻¹ at them.

    >>> positive([1, -1]), positive([3, 3, -1]), positive([1, 0, 0])
    (Fraction(1, 2), Fraction(15, 16), Fraction(1, 1))
    """
    # A fraction of NumPy's integers would overflow as they do.
    knots = sorted(Fraction(value.item() if isinstance(value, np.generic) else value) for value in values)
    if knots[-1] <= 0 or knots[0] >= 0:
        return Fraction(knots[-1] > 0)
    power = len(knots) - 1
    column = [max(knot, Fraction(0)) ** power for knot in knots]
    for order in range(1, power + 1):
        for i in range(len(knots) - order):
            if knots[i] == knots[i + order]:  # knots that coincide: the derivative, divided by order!
                column[i] = comb(power, order) * max(knots[i], Fraction(0)) ** (power - order)
            else:
                column[i] = (column[i + 1] - column[i]) / (knots[i + order] - knots[i])
    return column[0]


def _of_two_classes(lead: Table) -> float:
    """The share over δ is a smooth function of ω between the points where a threshold changes sides."""
    first, second = ([Fraction(value) for value in column] for column in lead.T.tolist())
    crossings = {x / (x - y) for x, y in zip(first, second, strict=True) if x * y < 0}
    cuts = [Fraction(0), *sorted(crossings), Fraction(1)]
    nodes, weights = np.polynomial.legendre.leggauss(_NODES)
    found = 0.0
    for low, high in pairwise(cuts):
        for node, weight in zip(nodes.tolist(), weights.tolist(), strict=True):
            at = low + (high - low) * (1 + Fraction(node)) / 2
            inside = positive([x * (1 - at) + y * at for x, y in zip(first, second, strict=True)])
            found += float(high - low) / 2 * weight * float(inside)
    return found


@dataclass(frozen=True)
class Region:
    """The choices under which one of several systems is best."""

    share: float
    """By volume; those under which several are equally good are no one's."""
    error: float
    """Its standard error; 0 where the share is known exactly."""
    instance: "Choice | None" = None
    """One of these choices, of those drawn the one by which it is furthest ahead; None where none was drawn."""


class Choice(NamedTuple):
    """An admissible choice."""

    deltas: tuple[float, ...]
    """δ1 to δ5."""
    omegas: tuple[float, ...]
    """The importance of each class, the lightest first; the last is 1."""


def regions(beyonds: Sequence[Integers], *, draws: int = DRAWS, seed: int = 0) -> list[Region]:
    """For each of several systems the share of the admissible choices under which it is better than all others.

    `beyonds` has for each what `beyond` counts, of the same cases. A system that another one dominates has no region.

    >>> one, two = beyond([0, 1, 6], [0, 0, 0], 1), beyond([0, 2, 6], [0, 0, 0], 1)
    >>> [round(region.share, 2) for region in regions([one, two, beyond([1, 1, 5], [0, 0, 0], 1)])]
    [0.5, 0.0, 0.5]
    """
    tables = np.array(beyonds, np.int64)
    instances = _instances(tables, seed)
    if len(beyonds) == 2:
        found = share(tables[1] - tables[0], draws=draws, seed=seed)
        return [Region(float(found.a), found.error, instances[0]), Region(float(found.b), found.error, instances[1])]
    beaten = [any(dominant(other - mine) == "B" for other in tables) for mine in tables]
    alike = [any((other == mine).all() for j, other in enumerate(tables) if j != i) for i, mine in enumerate(tables)]
    possible = [i for i in range(len(tables)) if not beaten[i]]
    shape = (tables.shape[1], tables.shape[2])
    rng, best = np.random.default_rng(seed), np.zeros(len(tables), np.int64)
    if len(possible) == 1:
        return [Region(float(i in possible), 0.0, instances[i]) for i in range(len(tables))]
    for start in range(0, draws, _AT_ONCE):
        delta, omega = _drawn(rng, min(_AT_ONCE, draws - start), shape)
        values = np.einsum("ik,skj,ij->is", delta, tables[possible].astype(np.float64), omega)
        best += np.bincount(np.array(possible)[values.argmin(axis=1)], minlength=len(tables))
    none = [beaten[i] or alike[i] for i in range(len(tables))]
    return [
        Region(0.0, 0.0) if none[i] else Region(int(best[i]) / draws, _error(int(best[i]), draws), instances[i])
        for i in range(len(tables))
    ]


def best_between(beyonds: Sequence[Integers], down: ArrayLike, right: ArrayLike) -> Integers:
    """Who is best at each point of a slice of the cones that goes through all their vertices (down, right).

    A place on an axis is a vertex where it is a whole number, else the mixture of the two beside it: 1.5 is as much the
    second threshold (or prefix) as the third. -1 where several are alike.

    >>> one, two = beyond([0, 1, 6], [0, 0, 0], 1), beyond([1, 1, 5], [0, 0, 0], 1)
    >>> best_between([one, two], [0, 1, 4, 4.4], [0]).ravel().tolist()
    [0, -1, -1, 1]
    """
    tables = np.array(beyonds, np.float64)
    shares = [_between(places, tables.shape[axis]) for places, axis in ((down, 1), (right, 2))]
    values = np.einsum("xk,skj,yj->sxy", shares[0], tables, shares[1])
    least = values.min(axis=0)
    alike = np.isclose(values, least, rtol=1e-12, atol=1e-9)
    return np.where(alike.sum(axis=0) > 1, -1, values.argmin(axis=0))


def _between(places: ArrayLike, vertices: int) -> Floats:
    """The weights of the vertices at each place (places, vertices)."""
    return np.maximum(0.0, 1.0 - np.abs(np.asarray(places, np.float64)[:, None] - np.arange(vertices)))


def _instances(tables: Integers, seed: int) -> list[Choice | None]:
    """For each system (systems, thresholds, classes) a choice by which it is ahead of all others, as far as can be."""
    delta, omega = _drawn(np.random.default_rng(seed), _AT_ONCE, (tables.shape[1], tables.shape[2]))
    delta, omega = delta / delta.sum(axis=1, keepdims=True), omega / omega.sum(axis=1, keepdims=True)
    values = np.einsum("ik,skj,ij->is", delta, tables.astype(np.float64), omega)
    found: list[Choice | None] = []
    for system in range(len(tables)):
        ahead = np.delete(values, system, axis=1).min(axis=1, initial=np.inf) - values[:, system]
        place = int(ahead.argmax())
        deltas, omegas = delta[place].cumsum()[:-1].tolist(), omega[place].cumsum().tolist()
        found.append(Choice(tuple(deltas), (*omegas[:-1], 1.0)) if ahead[place] > 0 else None)
    return found


def _drawn(rng: np.random.Generator, number: int, shape: tuple[int, ...]) -> tuple[Floats, Floats]:
    """Choices drawn uniformly: weights of thresholds (number, 6) and of prefixes (number, m), but for their sums.

    The steps of ordered uniform values, divided by their sum, are exponential values divided by theirs; the sign of a
    difference does not depend on it.
    """
    return rng.standard_exponential((number, shape[0])), rng.standard_exponential((number, shape[1]))


def _error(found: int, draws: int) -> float:
    # Counted one more on either side, so that a share that was never drawn has an error, too.
    part = (found + 1) / (draws + 2)
    return sqrt(part * (1 - part) / draws)
