"""What a judged run tells of strata: how much cases differ there in what a design is to estimate.

>>> found = deviations(["a", "a", "a", "b", "b"], loss=[1, 0, 1, 0, 0], units=[1] * 5, weights=[1.0] * 5)
>>> {name: round(value, 3) for name, value in found.items()}
{'a': 0.482, 'b': 0.4}

In b nothing was wrong, and yet its deviation is not 0: a few cases without an error are no proof that there is none. To
each stratum four cases are added that deviate as all cases do, as one adds four to a share (Agresti and Coull 1998).
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

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
    found = {}
    for name in sorted(set(strata)):
        part = terms[names == name]
        found[name] = float(np.sqrt((((part - part.mean()) ** 2).sum() + ADDED * usual) / (len(part) + ADDED)))
    return found
