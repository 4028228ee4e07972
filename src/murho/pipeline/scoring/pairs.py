"""Two systems judged on the same cases, paired by whole clusters: what a comparison is made of.

`Pairs` adds clusters up while they pass by. Those that are alike are counted together, since a comparison looks at
nothing else in them; so memory grows with the number of different ones, and not with the suite. `PairedClusters` keeps
each of them by its name, for what is said of several systems at once: ranks, and p that hold for all comparisons.

>>> rows = Judgements.of([1, 0, 1, 0]), Judgements.of([0, 0, 0, 0])
>>> pairs = Pairs()
>>> pairs.add(np.arange(4), *rows, np.ones(4))
>>> pairs.add(np.arange(4), *rows, np.ones(4))
>>> found = pairs.difference(level=0.95)
>>> found.value, found.clusters, pairs.different
(-0.5, 8, 2)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.compact import Alike
from murho.core.comparison import Difference, Inference, compare, difference, infer
from murho.core.exact import rounded_totals
from murho.core.judgement import Judgements
from murho.core.profile import encode
from murho.core.several import Ranked, Simultaneous, ranking, simultaneous

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]


class Pairs:
    """Σ ρ·loss and Σ ρ·units of each cluster, of A and of B."""

    def __init__(self) -> None:
        self._alike = Alike(4)
        self.cases = 0
        """Cases of which one side has a row at least."""

    def add(self, cluster: Codes, rows_a: Judgements, rows_b: Judgements, rho: Floats) -> None:
        """Take in whole clusters; `cluster` (cases,) numbers them, `rho` (cases,) weighs both sides."""
        # A cluster in which neither side has a row is no pair that tied: it is left out.
        held = np.unique(np.concatenate([cluster[rows_a.case], cluster[rows_b.case]]))
        groups = int(cluster.max(initial=-1)) + 1
        sums = [
            rounded_totals(cluster[rows.case], rho[rows.case] * column, groups)[held]
            for rows in (rows_a, rows_b)
            for column in (rows.loss, rows.units)
        ]
        self.cases += len(np.unique(np.concatenate([rows_a.case, rows_b.case])))
        self._alike.add(sums)

    @property
    def different(self) -> int:
        """How many clusters are not alike."""
        return len(self._alike.counts)

    def difference(self, **options: Any) -> Difference:
        """The difference B − A; `options` are those of `murho.core.comparison.compare`."""
        return compare(*self._alike.columns, pairs=self.cases, counts=self._alike.counts, **options)


@dataclass(frozen=True)
class PairedClusters:
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


def ranks(
    systems: Sequence[str], found: Mapping[tuple[int, int], PairedClusters], level: float, seed: int
) -> list[Ranked]:
    """The systems by π, and which of them cannot be told apart by p that holds for all pairs at once.

    `found` has every pair of their places, (i, j) with i before j.
    """
    together = simultaneously(list(found.values()), level, seed)
    apart = np.zeros((len(systems), len(systems)), bool)
    values: list[float | None] = [None] * len(systems)
    for ((i, j), its), p in zip(found.items(), together.p_values, strict=True):
        apart[i, j] = apart[j, i] = p <= 1 - level
        whole = its.difference(level)
        values[i], values[j] = (
            old if old is not None else new for old, new in ((values[i], whole.pi_a), (values[j], whole.pi_b))
        )
    return ranking(systems, values, apart)


def simultaneously(found: Sequence[PairedClusters], level: float, seed: int) -> Simultaneous:
    """p of all comparisons at once; the clusters that they share show what varies together."""
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


def paired(
    cases: Cases,
    rows_a: Judgements,
    rows_b: Judgements,
    rho: Floats,
    *,
    bounded: bool = True,
    seed: int = 0,
    resamples: int = 9999,
) -> PairedClusters:
    """Two systems judged on the same cases, in whole clusters; `rho` (cases,) weighs both.

    `PairedClusters.difference` reads B − A off them at any level; the other arguments are those of
    `murho.core.comparison.infer`.
    """
    cluster = cluster_of_case(cases)
    # A cluster in which neither side has a row is no pair that tied: it is left out.
    held, first = np.unique(np.concatenate([cluster[rows_a.case], cluster[rows_b.case]]), return_index=True)
    columns = [column[held] for rows in (rows_a, rows_b) for column in _sums(rows, rho, cluster)]
    both = np.concatenate([rows_a.case, rows_b.case])
    names = cases.clusters or [None] * len(cases)
    keys = [(True, names[i] or "") if names[i] is not None else (False, cases.ids[i]) for i in both[first].tolist()]
    whole = infer(columns, resamples=resamples, seed=seed, bounded=bounded)
    return PairedClusters(columns, whole, keys, len(np.unique(both)), seed, bounded)


def cluster_of_case(cases: Cases) -> Codes:
    """The number of the cluster of each case, (cases,); one without a cluster stands alone."""
    names = cases.clusters or [None] * len(cases)
    # Marked, so that the number of a case alone is never taken for the name of a cluster.
    codes, _ = encode([("alone", i) if name is None else ("cluster", name) for i, name in enumerate(names)])
    return codes


def _sums(rows: Judgements, rho: Floats, cluster: Codes) -> tuple[Floats, Floats]:
    """Numerator Σ ρ·loss and denominator Σ ρ·units of each cluster, (clusters,) both."""
    codes, groups = cluster[rows.case], int(cluster.max(initial=-1)) + 1
    weights = rho[rows.case]
    return rounded_totals(codes, weights * rows.loss, groups), rounded_totals(codes, weights * rows.units, groups)
