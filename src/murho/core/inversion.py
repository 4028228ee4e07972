"""What it takes to turn a ranking round: the nearest other choice of δ and ω together, or a refinement of μ.

>>> lead = np.array([[2], [1], [0], [0], [0], [-2]])
>>> found = nearest(lead, (0.1, 0.2, 0.3, 0.4, 0.7), (1.0,))
>>> found.moved, [round(value, 3) for value in found.deltas], round(found.distance, 3)
('delta', [0.175, 0.275, 0.3, 0.4, 0.775], 0.075)

Refinement: one grading says all that another says, and more.

A grading gives every class of expressions (or relation of meaning sets) a value. `fine` refines `coarse` iff it has at
least as many values, its partition is finer, and the values t_1 < ... < t_k into which class i of the coarse one is
split satisfy `δ_{i-1} < δ'_{t1} < ... < δ'_{tk} = δ_i`; nothing lies below the lowest class, so its δ_{i-1} is −∞
(Guida and Mauri 1984, section 5). It is a relation between declared classes: a class that one sample happens not to
fill is still a class. The same definition serves μ and ρ.

>>> from murho.core.shifting import mu1, mu2, mu3
>>> refines(mu2(0.1).values, mu1().values).holds, refines(mu3().values, mu2(0.1).values).holds
(True, True)
>>> print(refines(mu1().values, mu2(0.1).values).why)
2 values cannot refine 3

The paper claims that refining both μ and ρ never raises π. For μ alone, ρ fixed, that holds: the finer μ is nowhere
larger. When ρ is refined too the divisor changes, and the claim fails; `tests/laws/test_refinement.py` keeps the
counter-example. Under the variant that divides by |E| it holds for both.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from typing import TypeVar

import numpy as np
from numpy.typing import ArrayLike

from murho.core.dominance import Floats, Table, lead_at, steps
from murho.core.errors import UsageError
from murho.core.shifting import RELATIONS, Relation, Shifting

Atom = TypeVar("Atom")


@dataclass(frozen=True)
class Refinement:
    """Whether one grading refines another, and why not."""

    holds: bool
    why: str


def refines(fine: Mapping[Atom, float], coarse: Mapping[Atom, float]) -> Refinement:
    """Decide whether `fine` refines `coarse`; both grade the same atoms (relations, classes of expressions)."""
    if fine.keys() != coarse.keys():
        raise UsageError(
            "two gradings are compared on the same classes; these differ: " + _listed(fine.keys() ^ coarse.keys())
        )
    fine_values, coarse_values = sorted(set(fine.values())), sorted(set(coarse.values()))
    if len(fine_values) < len(coarse_values):
        return Refinement(False, f"{len(fine_values)} values cannot refine {len(coarse_values)}")
    # The partition is finer if no fine class reaches into two coarse ones.
    for value in fine_values:
        atoms = [atom for atom in fine if fine[atom] == value]
        targets = {coarse[atom] for atom in atoms}
        if len(targets) > 1:
            return Refinement(
                False, f"the finer value {value} joins {_listed(atoms)}, which the coarser one tells apart"
            )
    below = float("-inf")
    for value in coarse_values:
        parts = sorted({fine[atom] for atom in coarse if coarse[atom] == value})
        # In order, and with the coarse value on top: so the finer grading is nowhere above the coarser.
        if parts[-1] != value:
            return Refinement(False, f"the class of value {value} must keep it as its largest part, found {parts[-1]}")
        if parts[0] <= below:
            return Refinement(
                False,
                f"part {parts[0]} of the class of value {value} must lie above {below}, the class below it",
            )
        below = value
    return Refinement(True, f"{len(coarse_values)} values split into {len(fine_values)}, in order")


def _listed(atoms: object) -> str:
    return ", ".join(sorted(map(str, atoms)))  # type: ignore[call-overload]


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
