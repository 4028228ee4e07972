"""The tally: everything murho reports is read off mergeable sums.

`tally` reduces judgements and importances to counts and exact sums. Tallies of different cases add up with `+`,
which is associative and commutative and has `Tally()` as its zero; since the sums are exact and rounded only when
they are read, one process, eight, or a stream in chunks give the same digits.

>>> from murho.core.judgement import Judgements
>>> errors = Judgements.of(loss=[1, 0, 2], units=[6, 2, 4])
>>> whole = tally(errors, weights=[1, 1, 0.5])
>>> whole.performance, whole.cases
(0.2, 3)
>>> first = tally(errors.take(np.array([0])), weights=[1, 1, 0.5])
>>> rest = tally(errors.take(np.array([1, 2])), weights=[1, 1, 0.5])
>>> first + rest == whole
True

Where cases belong to clusters (a dialogue, a speaker) the second moments are taken over whole clusters. A batch that
may hold only part of a cluster is tallied with `complete=False`; its clusters stay open until `close`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.cells import Cells, OpenCluster, OpenClusters
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.moments import Moments, Number


@dataclass(frozen=True)
class Tally:
    """Exact sums over judged cases; `Tally()` is the neutral zero of `+`."""

    cases: int = 0
    undefined: int = 0
    """Cases answered with ⊥."""
    importance: Number = 0
    """Σ ρ over the cases."""
    counts: Mapping[str, int] = field(default_factory=dict)
    closed: Moments = Moments()
    open: Mapping[str, OpenCluster] = field(default_factory=dict)
    undefined_loss: Number = 0
    """Σ ρ·loss over the rows of undefined cases, as `numerator` has it."""
    undefined_units: Number = 0
    """Σ ρ·units over the same rows: the loss that they could have at most where losses are bounded."""

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.cases + other.cases,
            self.undefined + other.undefined,
            self.importance + other.importance,
            _added(self.counts, other.counts),
            self.closed + other.closed,
            _merged(self.open, other.open),
            self.undefined_loss + other.undefined_loss,
            self.undefined_units + other.undefined_units,
        )

    def close(self) -> "Tally":
        """This tally with all its open clusters counted as whole, for when none of them will grow any more."""
        if not self.open:
            return self
        return replace(self, closed=self.closed + self._open_moments(), open={})

    def _open_moments(self) -> Moments:
        if isinstance(self.open, OpenClusters):
            return self.open.moments()
        cells = Cells()
        cells.grow(1)
        cells.take(0, (0, 0), 0, {}, Moments(), self.open, (0, 0))
        return cells.read_open_moments(0)

    def open_columns(self) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
        """num, den and Σρ²·units of the open clusters (clusters,), rounded once, in the order of their names."""
        if isinstance(self.open, OpenClusters):
            return self.open.rounded()
        num, den, square = np.array([self.open[name] for name in sorted(self.open)], np.float64).reshape(-1, 3).T
        return num, den, square

    @property
    def numerator(self) -> Number:
        """Σ ρ·loss: the products are rounded to doubles, their sum is exact."""
        return self.closed.num + self._open_moments().num if self.open else self.closed.num

    @property
    def denominator(self) -> Number:
        """Σ ρ·units, exact; the number of cases where the tally was normalised by expressions."""
        return self.closed.den + self._open_moments().den if self.open else self.closed.den

    @property
    def performance(self) -> float | None:
        """π, rounded once; None where there is nothing to divide by."""
        return float(self.numerator / Fraction(self.denominator)) if self.denominator else None


def of_cell(cells: Cells, cell: int) -> Tally:
    """The tally in a cell, sharing its open clusters: read it before the cells grow."""
    cases, undefined = cells.read_counts(cell)
    opened = OpenClusters(cells, cell)
    return Tally(
        cases,
        undefined,
        cells.read_importance(cell),
        cells.read_counted(cell),
        cells.read_moments(cell),
        opened if len(opened) else {},
        *cells.read_undefined(cell),
    )


class Tallies(Sequence[Tally]):
    """The tallies in cells, each read when it is asked for."""

    def __init__(self, cells: Cells):
        self._cells = cells

    def __len__(self) -> int:
        return len(self._cells)

    @overload
    def __getitem__(self, group: int) -> Tally: ...
    @overload
    def __getitem__(self, group: slice) -> list[Tally]: ...
    def __getitem__(self, group: int | slice) -> Tally | list[Tally]:
        if isinstance(group, slice):
            return [of_cell(self._cells, cell) for cell in range(len(self))[group]]
        return of_cell(self._cells, range(len(self))[group])


class Judged(NamedTuple):
    """A batch as `tally` takes it."""

    judgements: Judgements
    weights: NDArray[np.float64]
    clusters: Sequence[str | None] | None = None


def tally_of(batches: Iterable[Judged]) -> Tally:
    """The tally of batches that are a whole together, whatever clusters go through several of them.

    >>> one = Judged(Judgements.of([1, 0]), np.ones(2), ["anna", "ben"])
    >>> tally_of([one, one]).closed.clusters
    2
    """
    cells = Cells()
    cells.grow(1)
    for judgements, weights, clusters in batches:
        cells.add(judgements, weights, cells.number(clusters, len(weights)), None)
    cells.close()
    return of_cell(cells, 0)


def tally(
    judgements: Judgements,
    weights: ArrayLike,
    clusters: Sequence[str | None] | None = None,
    *,
    complete: bool = True,
    normalise: str = "importance",
) -> Tally:
    """The tally of a batch: `weights` (cases,) is ρ, `clusters` (cases,) names each case's cluster or None."""
    return tallies(
        judgements,
        weights,
        clusters,
        np.zeros(len(judgements), np.int64),
        1,
        complete=complete,
        normalise=normalise,
    )[0]


def tallies(
    judgements: Judgements,
    weights: ArrayLike,
    clusters: Sequence[str | None] | None,
    codes: NDArray[np.int64],
    groups: int,
    *,
    complete: bool = True,
    normalise: str = "importance",
) -> "Tallies":
    """One tally for each group of rows; `codes` (rows,) gives the group of each row, 0..groups-1.

    `normalise="importance"` divides by Σ ρ·units; `"expressions"` by |E|, the number of cases (the variant that the
    1984 paper discusses), whatever their importance.
    """
    cells = Cells(divided=groups > 1)
    cells.grow(groups)
    rho = np.ascontiguousarray(weights, np.float64)
    check_lengths(judgements, rho, clusters)
    cells.add(
        judgements,
        rho,
        cells.number(clusters, len(rho)),
        np.ascontiguousarray(codes, np.int64) if groups > 1 else None,
        by_expression=normalise == "expressions",
    )
    if complete:
        cells.close()
    return Tallies(cells)


def check_lengths(judgements: Judgements, rho: NDArray[np.float64], clusters: Sequence[str | None] | None) -> None:
    """Refuse importances or clusters that are not one for each case.

    Raises:
        UsageError: there are fewer, or more clusters.
    """
    if len(rho) <= (last := int(judgements.case.max(initial=-1))):
        raise UsageError(f"{len(rho)} weights for at least {last + 1} cases; give one for each")
    if clusters is not None and len(clusters) not in (0, len(rho)):
        raise UsageError(f"{len(clusters)} clusters for {len(rho)} cases; give one for each")


def _added(left: Mapping[str, int], right: Mapping[str, int]) -> Mapping[str, int]:
    return {name: left.get(name, 0) + right.get(name, 0) for name in {**left, **right}}


def _merged(left: Mapping[str, OpenCluster], right: Mapping[str, OpenCluster]) -> Mapping[str, OpenCluster]:
    if not left or not right:
        return left or right
    merged = dict(left)
    for name, (num, den, square) in right.items():
        old = merged.get(name, (0, 0, 0))
        merged[name] = (old[0] + num, old[1] + den, old[2] + square)
    return merged
