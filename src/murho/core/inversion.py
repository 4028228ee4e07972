"""What it takes to turn a ranking round: the nearest other choice of δ and ω together, or a refinement of μ.

>>> lead = np.array([[2], [1], [0], [0], [0], [-2]])
>>> found = nearest(lead, (0.1, 0.2, 0.3, 0.4, 0.7), (1.0,))
>>> found.moved, [round(value, 3) for value in found.deltas], round(found.distance, 3)
('delta', [0.175, 0.275, 0.3, 0.4, 0.775], 0.075)
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import ArrayLike

from murho.core.dominance import Floats, Table, lead_at, steps
from murho.core.refinement import refines
from murho.core.shifting import RELATIONS, Relation, Shifting

_HALVINGS = 40
_ROUNDING = 1e-12
_NEEDLESS = 1e-9


@dataclass(frozen=True)
class Inversion:
    """The nearest choice at which two systems are level: beyond it the other one is better."""

    moved: str
    """`delta`, `omega` or `both`; what is not named stays as it is."""
    distance: float
    """By how much the value that is moved most is moved from the choice that was made."""
    deltas: tuple[float, ...]
    omegas: tuple[float, ...]


def nearest(lead: Table, deltas: Sequence[float], omegas: Sequence[float]) -> Inversion | None:
    """The nearest choice that turns the ranking round; None where none does, or both tie.

    The difference is bilinear, so within a distance it is least where δ is at a vertex of the values that it may have;
    for each of these the best ω is that of a linear program. The distance at which that falls below 0 is found by
    halving. The nearest choice often lies on the edge of the admissible ones, where two values are the same.
    """
    value, scale = lead_at(lead, deltas, omegas), float(np.abs(lead).max())
    if abs(value) <= _ROUNDING * scale:
        return None
    signed = lead if value > 0 else -lead
    # The mixture as a function of the values themselves: each is added in one step and taken off in the next.
    slopes = np.diff(np.diff(signed, axis=0, append=0.0), axis=1, append=0.0)
    given = np.array(deltas, np.float64), np.array(omegas, np.float64)

    def least(distance: float) -> tuple[float, Floats, Floats]:
        return _least(slopes, *given, distance)

    low, high = 0.0, 1.0
    if least(high)[0] >= -_ROUNDING * scale:
        return None
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (low, middle) if least(middle)[0] < -_ROUNDING * scale else (middle, high)
    _, delta, omega = least(high)
    bound = min(_NEEDLESS * scale, abs(value) / 2)  # what is nearly level already still has to move
    omega = _without_need(omega, given[1], lambda moved: float(np.array([*delta, 1.0]) @ slopes @ moved), bound)
    delta = _without_need(delta, given[0], lambda moved: float(np.array([*moved, 1.0]) @ slopes @ omega), bound)
    moved = [name for name, at, was in (("delta", delta, deltas), ("omega", omega, omegas)) if tuple(at) != tuple(was)]
    return Inversion(
        "both" if len(moved) == 2 else moved[0], high, tuple(delta.tolist()), tuple(omega.tolist())
    )  # fmt: skip


def _least(slopes: Floats, deltas: Floats, omegas: Floats, distance: float) -> tuple[float, Floats, Floats]:
    """The least Σ δᵢ·slopesᵢⱼ·ωⱼ (δ6 = 1) over ordered δ and ω of which none is further than this, and where it is."""
    ends = np.clip([omegas - distance, omegas + distance], 0.0, 1.0)
    columns = _vertices(deltas, distance)
    costs = np.hstack([columns, np.ones((len(columns), 1))]) @ slopes
    # Ordered values of least cost take values of their own bounds: the best way up to each of them, class by class.
    values = np.unique(ends)
    best, ways = np.zeros((len(costs), len(values))), []
    for j in range(len(omegas)):
        fits = (values >= ends[0, j]) & (values <= ends[1, j])
        best = np.where(fits, best + costs[:, j : j + 1] * values, np.inf)
        ways.append(best)
        best = np.minimum.accumulate(best, axis=1)
    row = int(best[:, -1].argmin())
    chosen, place = [], len(values) - 1
    for way in reversed(ways):
        place = int(way[row, : place + 1].argmin())
        chosen.append(values[place])
    return float(best[row, -1]), columns[row], np.array(chosen[::-1])


def _vertices(deltas: Floats, distance: float) -> Floats:
    """Among them all vertices of the ordered values that are no further than this from the given ones (points, 5)."""
    low, high = np.clip([deltas - distance, deltas + distance], 0.0, 1.0)
    values = np.unique([low, high])
    points = values[list(combinations_with_replacement(range(len(values)), len(deltas)))]
    return np.asarray(points[((points >= low) & (points <= high)).all(axis=1)], np.float64)


def _without_need(values: Floats, given: Floats, difference: Callable[[Floats], float], bound: float) -> Floats:
    """The ordered values with those back in their places, or near them, that keep the difference at 0."""
    for _ in values:
        for i in range(len(values)):
            low, high = (values[i - 1] if i else 0.0), (values[i + 1] if i + 1 < len(values) else 1.0)
            moved = values.copy()
            moved[i] = min(max(given[i], low), high)
            if difference(moved) <= bound:
                values = moved
    return values


@dataclass(frozen=True)
class Refined:
    """What a proposed refinement of μ does to a ranking; differences are π(B) − π(A)."""

    shifting: str
    refines: bool
    why: str
    before: float
    after: float

    @property
    def inverts(self) -> bool:
        """Whether the other system comes first."""
        return self.before * self.after < 0


def refined(
    lead: Table, weight: ArrayLike, omegas: Sequence[float], before: Mapping[Relation, float], after: Shifting
) -> Refined:
    """The difference under μ as it was and under a proposed one, and whether this refines it.

    `weight` (classes,) counts the cases that are at least so important; `before` is μ by relation.
    """
    found = refines(after.values, before)
    divisor = float(steps(omegas) @ np.asarray(weight, float))

    def difference(values: Mapping[Relation, float]) -> float:
        rises = np.diff([values[name] for name in RELATIONS])
        return float(rises @ lead @ steps(omegas)) / divisor

    return Refined(repr(after), found.holds, found.why, difference(before), difference(after.values))
