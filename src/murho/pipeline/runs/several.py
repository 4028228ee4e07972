"""Several systems: what is corrected for all comparisons made at once, ranks, and groups."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.comparison import Difference, Inference, difference, holm
from murho.core.several import Ranked, Simultaneous, ranking, simultaneous
from murho.pipeline.runs.comparison import Compared

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Found:
    """What the clusters of a pair tell, and which clusters they are."""

    columns: Sequence[Floats]
    """Σ ρ·loss and Σ ρ·units of A, and of B (clusters,)."""
    whole: Inference | None
    clusters: Sequence[tuple[bool, str]]
    """Whether it is a cluster by name, and its name, or that of the case that stands alone."""
    pairs: int
    seed: int
    bounded: bool

    def difference(self, level: float, family: int = 1) -> Difference:
        """The difference with its interval at a level, one of `family` that are looked at together."""
        settings: dict[str, Any] = {"pairs": self.pairs, "seed": self.seed, "bounded": self.bounded}
        return difference(self.columns, self.whole, level=level, family=family, **settings)


def corrected(compared: Sequence[Compared], found: Sequence[Found], level: float, seed: int) -> list[Compared]:
    """The comparisons with p by Holm's method, and with p and interval that hold for all of them at once."""
    adjusted = holm([pair.whole.p_value for pair in compared])
    together = _together(found, level, seed)
    result = []
    for pair, its, p, single in zip(compared, found, adjusted, together.p_values, strict=True):
        ends = None if its.whole is None else its.whole.interval(together.own_level)
        result.append(replace(pair, p_adjusted=p, p_simultaneous=single, simultaneous_interval=ends))
    return result


def ranks(systems: Sequence[str], found: Mapping[tuple[int, int], Found], level: float, seed: int) -> list[Ranked]:
    """The systems by π, and which of them cannot be told apart by p that holds for all pairs at once.

    `found` has every pair of their places, (i, j) with i before j.
    """
    together = _together(list(found.values()), level, seed)
    apart = np.zeros((len(systems), len(systems)), bool)
    values: list[float | None] = [None] * len(systems)
    for ((i, j), its), p in zip(found.items(), together.p_values, strict=True):
        apart[i, j] = apart[j, i] = p <= 1 - level
        whole = its.difference(level)
        values[i], values[j] = (
            old if old is not None else new for old, new in ((values[i], whole.pi_a), (values[j], whole.pi_b))
        )
    return ranking(systems, values, apart)


def _together(found: Sequence[Found], level: float, seed: int) -> Simultaneous:
    """p of all comparisons at once; what varies together is told by the clusters that they share."""
    place: dict[tuple[bool, str], int] = {}
    for its in found:
        for name in its.clusters:
            place.setdefault(name, len(place))
    deviations = np.zeros((len(found), len(place)))
    for row, its in zip(deviations, found, strict=True):
        if its.whole is not None:
            row[[place[name] for name in its.clusters]] = its.whole.paired.deviation
    p_values = [1.0 if its.whole is None else its.whole.p_value for its in found]
    return simultaneous(p_values, deviations, level=level, seed=seed)
