"""The ledger: the tallies of a whole and of its slices, kept while batches come in.

A slice is a feature of the cases or a label of the judgements; a case whose feature is a list belongs to a group for
each of its values, so that groups may overlap; a value that the list repeats counts once.

>>> cases = Cases(["a", "b"], ["", ""], [(), ()], features={"topic": [["x", "y"], ["x"]]})
>>> book = Ledger(("topic",))
>>> book.add(cases, Judgements.of([1, 0]), np.ones(2))
>>> book.total.performance, {group: t.performance for group, t in book.by["topic"].items()}
(0.5, {'x': 0.5, 'y': 1.0})
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.coded import Coded
from murho.core.judgement import Judgements
from murho.core.profile import encode
from murho.core.tally import OpenCluster, Tally, tallies
from murho.core.word_labels import of_rows

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Clusters = Sequence[str | None] | None
Linearise = Callable[[Judgements, Floats, Codes, int], Judgements]
"""Rows as terms of one ratio, for a value that is none itself: rows, ρ (cases,), group of each row, groups."""

NO_VALUE = "(none)"
"""The group of the cases that lack the feature."""


class Cell:
    """A tally that grows in place: clusters that stay open are updated, not copied with every batch."""

    def __init__(self) -> None:
        self._closed = Tally()
        self._open: dict[str, OpenCluster] = {}

    def add(self, more: Tally) -> None:
        """Take in the tally of other cases."""
        self._closed += replace(more, open={}) if more.open else more
        for name, (num, den, square) in more.open.items():
            old = self._open.get(name)
            self._open[name] = (num, den, square) if old is None else (old[0] + num, old[1] + den, old[2] + square)

    @property
    def tally(self) -> Tally:
        """What was taken in so far; it is read before more is."""
        return replace(self._closed, open=self._open) if self._open else self._closed


class Ledger:
    """Running tallies: `total`, and for each feature `by[feature][group]`; ledgers of other cases are added with `+=`.

    With `keep_open` every cluster stays open, single cases too, for what needs clusters one by one (the bootstrap).
    With `linearise` rows are tallied as the terms that it makes of them; then all of them come in one batch.
    """

    def __init__(
        self,
        features: Iterable[str] = (),
        normalise: str = "importance",
        keep_open: bool = False,
        linearise: Linearise | None = None,
    ):
        self.whole = Cell()
        self.cells: dict[str, dict[str, Cell]] = {feature: {} for feature in features}
        self._normalise = normalise
        self._keep_open = keep_open
        self._linearise = linearise

    @property
    def total(self) -> Tally:
        """The tally of all cases."""
        return self.whole.tally

    @property
    def by(self) -> dict[str, dict[str, Tally]]:
        """The tally of each group of each feature."""
        return {
            feature: {group: cell.tally for group, cell in groups.items()} for feature, groups in self.cells.items()
        }

    def add(self, cases: Cases, judgements: Judgements, weights: Floats) -> None:
        """Take in a judged batch; its clusters stay open, since others may continue them."""
        clusters = cases.clusters
        if self._keep_open:  # a case of no cluster is kept as one of its own, under a name that no cluster has
            named = clusters or [None] * len(cases)
            clusters = [f"\0{cases.ids[i]}" if name is None else name for i, name in enumerate(named)]
        self.whole.add(self._tallies(judgements, weights, clusters, np.zeros(len(judgements), np.int64), 1)[0])
        for feature, groups in self.cells.items():
            rows, column = spread(feature_rows(cases, judgements, feature))
            codes, classes = encode(column)
            part = judgements if rows is None else judgements.take(rows)
            for name, one in zip(classes, self._tallies(part, weights, clusters, codes, len(classes)), strict=True):
                groups.setdefault(name, Cell()).add(one)

    def __iadd__(self, other: "Ledger") -> "Ledger":
        self.whole.add(other.total)
        for feature, groups in other.cells.items():
            mine = self.cells.setdefault(feature, {})
            for name, cell in groups.items():
                mine.setdefault(name, Cell()).add(cell.tally)
        return self

    def _tallies(self, rows: Judgements, weights: Floats, clusters: Clusters, codes: Codes, groups: int) -> list[Tally]:
        terms = rows if self._linearise is None else self._linearise(rows, weights, codes, groups)
        return tallies(terms, weights, clusters, codes, groups, complete=False, normalise=self._normalise)


def feature_rows(cases: Cases, judgements: Judgements, feature: str) -> Sequence[Any]:
    """The feature's value for each row: a label of the judgements or of its word, or else a feature of its case."""
    if feature in judgements.labels:
        return judgements.labels[feature]
    if feature in cases.labels and judgements.word is not None:
        return of_rows(cases, judgements, feature)
    column = cases.feature(feature)
    return [column[i] for i in judgements.case.tolist()]


def spread(column: Sequence[Any]) -> tuple[NDArray[np.int64] | None, Sequence[str]]:
    """The group of each row, rows repeated for each value of a list; their places are None where no value is a list.

    >>> rows, groups = spread([["x", "y", "x"], [], "z"]); rows.tolist(), groups
    ([0, 0, 1, 2], ['x', 'y', '(none)', 'z'])
    """
    if isinstance(column, Coded):
        return None, column
    if not any(isinstance(value, list) for value in column):
        return None, [group_name(value) for value in column]
    groups = [
        dict.fromkeys(map(group_name, value or [None])) if isinstance(value, list) else [group_name(value)]
        for value in column
    ]
    rows = np.repeat(np.arange(len(column)), [len(names) for names in groups])
    return rows, [name for names in groups for name in names]


def group_name(value: Any) -> str:
    """The name of a group, as JSON and tables show it."""
    if isinstance(value, str):
        return value
    if value is None:
        return NO_VALUE
    if isinstance(value, bool):
        return str(value).lower()
    return str(value)


def group_order(name: str) -> tuple[int, float, str]:
    """Groups in the order a reader expects: numbers by value, then names, cases without the feature last.

    >>> sorted(["10", "b", "9", NO_VALUE, "a"], key=group_order)
    ['9', '10', 'a', 'b', '(none)']
    """
    try:
        value = float(name)
    except ValueError:
        value = math.nan
    if math.isnan(value):  # "nan" is a name like any other, and a number that cannot be sorted
        return (2 if name == NO_VALUE else 1, 0.0, name)
    return (0, value, name)
