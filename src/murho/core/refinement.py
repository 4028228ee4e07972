"""Refinement: one grading says all that another says, and more.

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

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TypeVar

from murho.core.errors import UsageError

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
