"""The confidence sequence of a sample by a design: what is bet on in the place of one case after the other.

- `Draws`, with replacement: each by itself, so that a case drawn twice is bet on twice.
- `Strata`, drawn without replacement from each and asked in random order (`murho.core.stratified_sequence`).
- `Clusters`, drawn without replacement: a cluster is bet on as one, with Σρ(μ - m) of its cases, once all are judged.

What comes first is bet on first: the cases of a sample up to the first that was not judged yet. So neither who skips a
case nor what takes long chooses what is bet on; `judged` says how many cases that are.

>>> pairs = Clusters(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1]), np.ones(4), Population(10, 20.0), largest=2.0)
>>> [round(end, 3) for end in pairs.ends(np.array([1.0, 1.0, 0.0, 1.0]), level=0.95, aim=None)]
[0.15, 0.95]
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core import confidence_sequence, stratified_sequence
from murho.core.confidence_sequence import Population
from murho.core.errors import UsageError
from murho.core.stratified_sequence import Stratum

Floats = NDArray[np.float64]
Places = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Draws:
    """Cases that were drawn with replacement, each draw by itself."""

    order: Places
    """The numbers of the cases drawn, draw by draw; a case may come again."""
    weights: Floats
    """ρ of each case over the probability that a draw is of it, (cases,), up to a factor."""
    largest: float
    """The largest that a case of those drawn from can have, in the same measure."""

    what = "of all cases that were drawn from, by independent draws"
    """What the interval is of."""
    waiting: str = "one that was drawn before the others was not judged yet"
    """Why the others are not bet on."""

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return len(np.unique(self.order))

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last draw, of the losses of all judged cases."""
        each, weights = losses[self.order], self.weights[self.order]
        return confidence_sequence.ends(each, weights, largest=self.largest, level=level, aim=aim)


@dataclass(frozen=True, eq=False)
class Strata:
    """Cases of strata, of each of which so many were drawn without replacement; asked in random order."""

    order: Places
    """The numbers of the judged cases in the order in which they were asked; -1 where people could not tell."""
    of: Places
    """The number of the stratum of each, of the same length."""
    weights: Floats
    """ρ of each."""
    strata: Sequence[Stratum]

    waiting: str = "one that comes before the others was not judged yet"
    """Why the others are not bet on."""

    @property
    def what(self) -> str:
        """What the interval is of."""
        cases = sum(one.cases for one in self.strata)
        return f"of the {cases} cases that were drawn from, by {len(self.strata)} strata"

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return int((self.order >= 0).sum())

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last case, of the losses of all judged cases."""
        each = np.where(self.order >= 0, np.append(losses, np.nan)[self.order], np.nan)
        return stratified_sequence.ends(each, self.of, self.strata, self.weights, level=level, aim=aim)


@dataclass(frozen=True, eq=False)
class Clusters:
    """Whole clusters that were drawn without replacement, in random order."""

    order: Places
    """The numbers of the judged cases of clusters of which every case was looked at."""
    of: Places
    """The number of the cluster of each, in the order in which clusters were asked; some may have no judged case."""
    weights: Floats
    """ρ of each."""
    population: Population
    """So many clusters, and Σρ of what is in them and can be told."""
    largest: float
    """The largest Σρ that a cluster has."""

    waiting: str = "of the others not all of the cluster was judged yet, or not one before it"
    """Why the others are not bet on."""

    @property
    def what(self) -> str:
        """What the interval is of."""
        return f"of the {self.population.cases} clusters that were drawn from"

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return len(self.order)

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last cluster, of the losses of all judged cases.

        Raises:
            UsageError: a cluster has more importance than the largest.
        """
        weights = np.bincount(self.of, self.weights)
        if (weights > self.largest * (1 + 1e-9)).any():
            raise UsageError("a cluster of more importance than the largest that is known has")
        weights = np.minimum(weights, self.largest)  # but for rounding it is
        lost = np.bincount(self.of, self.weights * losses[self.order])
        shares = np.divide(lost, weights, out=np.zeros(len(lost)), where=weights > 0).clip(0, 1)
        given = {"largest": self.largest, "population": self.population, "level": level, "aim": aim}
        return confidence_sequence.ends(shares, weights, **given)  # type: ignore[arg-type]


Sampled = Draws | Strata | Clusters
