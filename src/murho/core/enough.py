"""How many more cases a comparison takes until it would be sure, and the smallest difference that it would find now.

Both by the usual formula for the power of a two-sided test, (z₁₋α/₂ + z_power)·σ/√n, with the standard error that
the interval of the difference tells (Cohen 1988, "Statistical power analysis", section 2.4). Clusters are counted,
which are cases where there are none.

>>> from murho.core.comparison import compare
>>> found = compare([1] * 20 + [0] * 180, [1] * 200, [0] * 12 + [1] * 8 + [0] * 172 + [1] * 8, [1] * 200)
>>> found.value, round(found.low, 3), round(found.high, 3)
(-0.02, -0.064, 0.022)
>>> clusters_needed(found), round(smallest_found(found), 3)
(1881, 0.061)
"""

from math import ceil, isfinite

from murho.core.comparison import Difference
from murho.core.quantiles import normal_quantile

POWER = 0.8
"""How often the difference is to be found, if it is as large as it seems."""
MOST = 10**9
"""More clusters than this are not asked for."""


def smallest_found(difference: Difference, power: float = POWER) -> float | None:
    """The smallest difference that so many clusters would find with this probability; None where nobody can know."""
    if difference.value is None or difference.clusters < 2 or not isfinite(difference.high - difference.low):
        return None
    quantile = normal_quantile((1 + difference.level) / 2)
    error = (difference.high - difference.low) / 2 / quantile
    return (quantile + normal_quantile(power)) * error


def clusters_needed(difference: Difference, power: float = POWER) -> int | None:
    """How many clusters in all would find a difference of this size with this probability.

    None where nobody can know: there is no difference, no interval, or the number is beyond all use (`MOST`).
    """
    smallest = smallest_found(difference, power)
    if smallest is None or not difference.value:
        return None
    needed = difference.clusters * (smallest / difference.value) ** 2
    return ceil(needed) if needed <= MOST else None
