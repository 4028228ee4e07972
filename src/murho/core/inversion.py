"""What it takes to turn a ranking round: the nearest other choice of δ or ω, or a refinement of μ.

>>> lead = np.array([[2], [1], [0], [0], [0], [-2]])
>>> found = nearest(lead, (0.1, 0.2, 0.3, 0.4, 0.7), (1.0,))
>>> found.moved, [round(value, 3) for value in found.deltas], round(found.distance, 3)
('delta', [0.15, 0.25, 0.3, 0.4, 0.8], 0.122)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import sqrt

import numpy as np
from numpy.typing import ArrayLike

from murho.core.dominance import Floats, Table, lead_at, steps
from murho.core.refinement import refines
from murho.core.shifting import RELATIONS, Relation, Shifting

_HALVINGS = 200
_ROUNDING = 1e-12


@dataclass(frozen=True)
class Inversion:
    """The nearest choice at which two systems are level: beyond it the other one is better."""

    moved: str
    """`delta` or `omega`; the other stays as it is."""
    distance: float
    """Euclidean, from the choice that was made."""
    deltas: tuple[float, ...]
    omegas: tuple[float, ...]


def nearest(lead: Table, deltas: Sequence[float], omegas: Sequence[float]) -> Inversion | None:
    """The nearest choice that turns the ranking round, where δ or ω is moved; None where neither can, or both tie.

    The nearest choice often lies on the edge of the admissible ones, where two values are the same.
    """
    value = lead_at(lead, deltas, omegas)
    if abs(value) <= _ROUNDING * float(np.abs(lead).max()):
        return None
    signed = lead if value > 0 else -lead
    by_threshold, by_class = signed @ steps(omegas), steps((*deltas, 1.0)) @ signed
    # The mixture as a function of the values themselves: each is added in one step and taken off in the next.
    of_delta, of_omega = -np.diff(by_threshold), -np.diff(by_class, append=0.0)
    found = []
    if (moved := _moved(np.array(deltas, float), of_delta, float(by_threshold[-1]))) is not None:
        found.append(Inversion("delta", _distance(moved, deltas), tuple(moved.tolist()), tuple(omegas)))
    if (moved := _moved(np.array(omegas, float), of_omega, 0.0)) is not None and moved.any():
        found.append(Inversion("omega", _distance(moved, omegas), tuple(deltas), tuple(moved.tolist())))
    return min(found, key=lambda one: one.distance, default=None)


def _distance(moved: Floats, given: Sequence[float]) -> float:
    return sqrt(float(((moved - np.array(given)) ** 2).sum()))


def _moved(given: Floats, slope: Floats, constant: float) -> Floats | None:
    """The ordered values in [0, 1] nearest to `given` at which slope·values + constant is 0, where it can be below.

    With a multiplier λ they are the isotonic regression of `given − λ·slope`, cut off at 0 and 1.
    """
    # The least of a linear function lies at a vertex of the cone: some of the last values 1, all others 0.
    if min(0.0, float(slope[::-1].cumsum().min())) + constant >= 0:
        return None

    def at(multiplier: float) -> Floats:
        return np.clip(_isotonic(given - multiplier * slope), 0.0, 1.0)

    low, high = 0.0, 1.0
    while float(slope @ at(high)) + constant > 0 and high < 1e12:
        low, high = high, 2 * high
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        low, high = (middle, high) if float(slope @ at(middle)) + constant > 0 else (low, middle)
    return at(high)


def _isotonic(values: Floats) -> Floats:
    """The nearest values that do not fall, by pooling neighbours that do."""
    blocks: list[tuple[float, int]] = []
    for value in values.tolist():
        mean, size = value, 1
        while blocks and blocks[-1][0] > mean:
            before, its = blocks.pop()
            mean, size = (mean * size + before * its) / (size + its), size + its
        blocks.append((mean, size))
    return np.concatenate([np.full(size, mean) for mean, size in blocks])


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
