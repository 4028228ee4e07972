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

from murho.core.compact import Alike
from murho.core.comparison import Difference, compare
from murho.core.exact import rounded_totals
from murho.core.judgement import Judgements

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
