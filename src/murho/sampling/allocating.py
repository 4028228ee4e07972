"""How many cases each stratum gets.

>>> allocated(10, {"a": 70.0, "b": 30.0}, {"a": 2, "b": 2}, {"a": 70, "b": 30})
{'a': 7, 'b': 3}
>>> allocated(10, {"a": 99.0, "b": 1.0}, {"a": 2, "b": 2}, {"a": 99, "b": 50})
{'a': 8, 'b': 2}
>>> allocated(10, {"a": 9.0, "b": 1.0}, {"a": 2, "b": 2}, {"a": 3, "b": 50})
{'a': 3, 'b': 7}

What a judged run tells of strata: how much cases differ there in what a design is to estimate.

>>> found = deviations(["a", "a", "a", "b", "b"], loss=[1, 0, 1, 0, 0], units=[1] * 5, weights=[1.0] * 5)
>>> {name: round(value, 3) for name, value in found.items()}
{'a': 0.482, 'b': 0.4}

In b nothing was wrong, and yet its deviation is not 0: a few cases without an error are no proof that there is none. To
each stratum four cases are added that deviate as all cases do, as one adds four to a share (Agresti and Coull 1998).
"""

from collections.abc import Mapping, Sequence
from math import floor

import numpy as np
from numpy.typing import ArrayLike


def allocated(
    n: int, weights: Mapping[str, float], least: Mapping[str, int], most: Mapping[str, int]
) -> dict[str, int]:
    """n in proportion to `weights`, each at least and at most so many; largest remainders are rounded up.

    `least` adds up to n at most, `most` to n at least. Of strata with equal remainders the first by name comes first.
    """
    fixed: dict[str, int] = {}
    free = sorted(weights)
    while True:
        total = sum(weights[name] for name in free)
        left = n - sum(fixed.values())
        share = {name: left * weights[name] / total if total else left / len(free) for name in free}
        below = {name: least[name] for name in free if share[name] < least[name]}
        above = {name: most[name] for name in free if share[name] > most[name]}
        # One side at a time, that on which more is missing: to fix the other may undo it (Fox 1966 does it so, too).
        lacking = sum(least[name] - share[name] for name in below)
        beyond = sum(share[name] - most[name] for name in above)
        if not below and not above:
            break
        bound = below if lacking >= beyond else above
        fixed |= bound
        free = [name for name in free if name not in bound]
        if not free:
            break
    whole = {name: floor(share[name]) for name in free} | fixed
    for name in sorted(free, key=lambda name: (floor(share[name]) - share[name], name))[: n - sum(whole.values())]:
        whole[name] += 1
    return {name: whole[name] for name in sorted(weights)}


ADDED = 4
"""Cases that deviate as all do, added to what was found in each stratum; docs/sampling.md says what fewer cost."""


def deviations(
    strata: Sequence[str], loss: ArrayLike, units: ArrayLike, weights: ArrayLike, *, within: str = "simple"
) -> dict[str, float]:
    """The standard deviation of (loss − π·units)·ρ in each stratum; `within='proportional'` without ρ.

    Args:
        strata: of each case (cases,).
        loss: of each case (cases,); where it has several rows, their sum.
        units: likewise.
        weights: ρ (cases,).
        within: how cases are drawn in a stratum; in proportion to ρ, ρ is in the inclusions.
    """
    over, under, rho = (np.asarray(column, np.float64) for column in (loss, units, weights))
    total = float((rho * under).sum())
    terms = over - (float((rho * over).sum()) / total if total else 0.0) * under
    if within != "proportional":
        terms = terms * rho
    names = np.asarray(strata, dtype=str)
    usual = float(terms.var()) or 1.0
    results = {}
    for name in sorted(set(strata)):
        part = terms[names == name]
        results[name] = float(np.sqrt((((part - part.mean()) ** 2).sum() + ADDED * usual) / (len(part) + ADDED)))
    return results
