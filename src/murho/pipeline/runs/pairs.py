"""Pairs of clusters, added up while they pass by: what a comparison of two systems is made of.

Clusters that are alike are counted together, since a comparison looks at nothing else in them; so memory grows with the
number of different ones, and not with the suite.

>>> rows = Judgements.of([1, 0, 1, 0]), Judgements.of([0, 0, 0, 0])
>>> pairs = Pairs()
>>> pairs.add(np.arange(4), *rows, np.ones(4))
>>> pairs.add(np.arange(4), *rows, np.ones(4))
>>> found = pairs.difference()
>>> found.value, found.clusters, pairs.different
(-0.5, 8, 2)
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.comparison import Difference, compare
from murho.core.exact import rounded_totals
from murho.core.judgement import Judgements

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
_WAITING = 1 << 16
"""Clusters that are held before they are counted together."""


class Pairs:
    """Σ ρ·loss and Σ ρ·units of each cluster, of A and of B."""

    def __init__(self) -> None:
        self._rows: Floats = np.zeros((0, 4))
        self._counts: Codes = np.zeros(0, np.int64)
        self._waiting: list[tuple[Floats, Codes]] = []
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
        self._waiting.append((np.column_stack(sums), np.ones(len(held), np.int64)))
        if sum(len(some) for some, _ in self._waiting) > max(_WAITING, len(self._rows)):
            self._count()

    @property
    def different(self) -> int:
        """How many clusters are not alike."""
        self._count()
        return len(self._rows)

    def _count(self) -> None:
        if not self._waiting:
            return
        rows = np.concatenate([self._rows, *(some for some, _ in self._waiting)])
        counts = np.concatenate([self._counts, *(times for _, times in self._waiting)])
        order = np.lexsort(rows.T)
        rows, counts = rows[order], counts[order]
        new = np.ones(len(rows), bool)
        new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
        firsts = np.flatnonzero(new)
        self._rows = rows[firsts]
        self._counts = np.add.reduceat(counts, firsts) if len(firsts) else counts
        self._waiting = []

    def difference(self, **options: Any) -> Difference:
        """The difference B − A; `options` are those of `murho.core.comparison.compare`."""
        self._count()
        columns = [np.ascontiguousarray(column) for column in self._rows.T]
        return compare(*columns, pairs=self.cases, counts=self._counts, **options)
