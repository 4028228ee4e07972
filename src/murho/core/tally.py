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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.exact import Column, product_totals, rounded_totals, totals
from murho.core.judgement import Judgements
from murho.core.moments import Moments, Number

OpenCluster = tuple[Number, Number, Number]
"""num, den and Σρ²·units of a cluster that may still grow."""


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

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(
            self.cases + other.cases,
            self.undefined + other.undefined,
            self.importance + other.importance,
            _added(self.counts, other.counts),
            self.closed + other.closed,
            _merged(self.open, other.open),
        )

    def close(self) -> "Tally":
        """No cluster will grow any more: all are counted as whole."""
        if not self.open:
            return self
        columns = list(zip(*self.open.values(), strict=True))
        num, den = (np.fromiter(map(float, column), np.float64, len(column)) for column in columns[:2])
        closed = _moments([[sum(column)] for column in columns], np.zeros(len(num), np.int64), num, den, 1)[0]
        return replace(self, closed=self.closed + closed, open={})

    @property
    def numerator(self) -> Number:
        """Σ ρ·loss: the products are rounded to doubles, their sum is exact."""
        return self.closed.num + sum(cluster[0] for cluster in self.open.values())

    @property
    def denominator(self) -> Number:
        """Σ ρ·units, exact; the number of cases where the tally was normalised by expressions."""
        return self.closed.den + sum(cluster[1] for cluster in self.open.values())

    @property
    def performance(self) -> float | None:
        """π, rounded once; None where there is nothing to divide by."""
        return float(self.numerator / Fraction(self.denominator)) if self.denominator else None


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
) -> list[Tally]:
    """One tally for each group of rows; `codes` (rows,) gives the group of each row, 0..groups-1.

    `normalise="importance"` divides by Σ ρ·units; `"expressions"` by |E|, the number of cases (the variant that the
    1984 paper discusses), whatever their importance.
    """
    case = judgements.case
    one_row_per_case = bool((case[1:] > case[:-1]).all())
    first = np.ones(len(judgements), bool) if one_row_per_case else _first_of_pair(codes, case)

    rho = np.asarray(weights, np.float64)
    if len(rho) <= (last := int(case.max(initial=-1))):
        raise UsageError(f"{len(rho)} weights for at least {last + 1} cases; give one for each")
    if clusters is not None and len(clusters) not in (0, len(rho)):
        raise UsageError(f"{len(clusters)} clusters for {len(rho)} cases; give one for each")
    if (rho == 1).all():  # whole losses then stay integers
        rho, num, den = np.ones(len(judgements), np.int64), judgements.loss, judgements.units
        square: Column | None = den
    else:
        rho = rho[case]
        num, den = rho * judgements.loss, rho * judgements.units
        square = None
    if normalise == "expressions":
        den = square = first.astype(np.int64)
    columns = (num, den, Products(rho, den) if square is None else square)

    cases = np.bincount(codes[first], minlength=groups).tolist()
    undefined = np.bincount(codes[first & judgements.undefined], minlength=groups).tolist()
    importance = totals(codes[first], rho[first], groups)
    counts = {name: totals(codes, column, groups) for name, column in judgements.counts.items()}

    names, cluster = _clusters(case, clusters)
    if names is None and one_row_per_case:
        closed = _moments([_totals(codes, column, groups) for column in columns], codes, num, den, groups)
        opened: list[dict[str, OpenCluster]] = [{} for _ in range(groups)]
    else:
        width = int(cluster.max(initial=0)) + 1
        pairs, place = _distinct(codes * width + cluster, groups * width)
        group, which = np.divmod(pairs, width)
        is_open = which < (0 if complete or names is None else len(names))
        shut, rows = ~is_open, ~is_open[place]
        n, d = (rounded_totals(place, column, len(pairs))[shut] for column in (num, den))
        sums = [
            _totals(codes[rows], column.of(rows) if isinstance(column, Products) else column[rows], groups)
            for column in columns
        ]
        closed = _moments(sums, group[shut], n, d, groups)
        opened = _open(group, which, is_open, place, columns, names or [], groups)
    return [
        Tally(
            cases[g],
            undefined[g],
            importance[g],
            {n: int(c[g]) for n, c in counts.items()},
            closed[g],
            opened[g],
        )
        for g in range(groups)
    ]


class Products(NamedTuple):
    """Products of two columns, which are not made before they are added up."""

    one: Column
    other: Column

    def of(self, rows: NDArray[np.bool_]) -> "Products":
        """Those of some rows."""
        return Products(self.one[rows], self.other[rows])


def _totals(codes: NDArray[np.int64], column: Column | Products, groups: int) -> list[Number]:
    if isinstance(column, Products):
        return product_totals(codes, *column, groups)
    return totals(codes, column, groups)


def _first_of_pair(codes: NDArray[np.int64], case: NDArray[np.int64]) -> NDArray[np.bool_]:
    """True at the first row of each case within each group."""
    keys = codes * (int(case.max(initial=0)) + 1) + case
    first = np.zeros(len(codes), bool)
    first[np.unique(keys, return_index=True)[1]] = True
    return first


def _clusters(
    case: NDArray[np.int64], clusters: Sequence[str | None] | None
) -> tuple[list[str] | None, NDArray[np.int64]]:
    """Names of the clusters and each row's cluster number; cases of no cluster are numbered behind the names."""
    names = [name for name in dict.fromkeys(clusters or ()) if name is not None]
    if clusters is None or not names:
        return None, case
    number: dict[str | None, int] = {name: i for i, name in enumerate(names)} | {None: -1}
    of_case = np.fromiter(map(number.__getitem__, clusters), np.int64, len(clusters))
    alone = of_case < 0
    of_case[alone] = len(names) + np.arange(int(alone.sum()))
    return names, of_case[case]


def _distinct(keys: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The distinct keys in order and the place of each key among them; by counting where 0..size-1 is not too wide."""
    if size > 8 * len(keys) + 1024:
        distinct, place = np.unique(keys, return_inverse=True)
        return distinct, place
    occurs = np.bincount(keys, minlength=size) > 0
    return np.flatnonzero(occurs), (np.cumsum(occurs) - 1)[keys]


def _moments(
    sums: Sequence[Sequence[Number]],
    group: NDArray[np.int64],
    num: Column,
    den: Column,
    groups: int,
) -> list[Moments]:
    """The moments of each group, as `Moments.of_cluster` makes them of one cluster: only what is squared is rounded.

    `sums` are num, den and Σρ²·units of each group, exact; `group`, `num` and `den` have an entry for each cluster.
    """
    pairs = ((num, num), (num, den), (den, den))
    squares = [product_totals(group, one, other, groups) for one, other in pairs]
    heavy = group[(den > 0) | (num > 0)]  # what has no weight tells nothing
    clusters, wrong, right = (
        np.bincount(members, minlength=groups).tolist() for members in (heavy, group[num > 0], group[num < den])
    )
    return [
        Moments(
            clusters=clusters[g],
            num=sums[0][g],
            den=sums[1][g],
            num_num=squares[0][g],
            num_den=squares[1][g],
            den_den=squares[2][g],
            unit_square=sums[2][g],
            wrong=wrong[g],
            right=right[g],
        )
        for g in range(groups)
    ]


def _open(
    group: NDArray[np.int64],
    which: NDArray[np.int64],
    is_open: NDArray[np.bool_],
    place: NDArray[np.int64],
    columns: "tuple[Column | Products, ...]",
    names: list[str],
    groups: int,
) -> list[dict[str, OpenCluster]]:
    opened: list[dict[str, OpenCluster]] = [{} for _ in range(groups)]
    if is_open.any():
        sums = [_totals(place, column, len(group)) for column in columns]
        for i in np.flatnonzero(is_open).tolist():
            opened[group[i]][names[which[i]]] = (sums[0][i], sums[1][i], sums[2][i])
    return opened


def _added(one: Mapping[str, int], two: Mapping[str, int]) -> Mapping[str, int]:
    return {name: one.get(name, 0) + two.get(name, 0) for name in {**one, **two}}


def _merged(one: Mapping[str, OpenCluster], two: Mapping[str, OpenCluster]) -> Mapping[str, OpenCluster]:
    if not one or not two:
        return one or two
    merged = dict(one)
    for name, (num, den, square) in two.items():
        old = merged.get(name, (0, 0, 0))
        merged[name] = (old[0] + num, old[1] + den, old[2] + square)
    return merged
