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
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, labels_of_rows
from murho.core.cells import Cells
from murho.core.columns import Coded
from murho.core.judgement import Judgements
from murho.core.profile import encode
from murho.core.sums import Names
from murho.core.tally import Tally, check_lengths, of_cell

Floats = NDArray[np.float64]
Codes = NDArray[np.int64]
Clusters = Sequence[str | None] | None
Linearise = Callable[[Judgements, Floats, Codes, int], Judgements]
"""Rows as terms of one ratio, for a value that is none itself: rows, ρ (cases,), group of each row, groups."""

NO_VALUE = "(none)"
"""The group of the cases that lack the feature."""


class Groups(Mapping[str, Tally]):
    """The tallies of a feature's groups by name, each read when it is asked for: before more is added."""

    def __init__(self, names: Names):
        self.cells = Cells(names, divided=True)
        self._numbers: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._numbers)

    def __iter__(self) -> Iterator[str]:
        return iter(self._numbers)

    def __getitem__(self, group: str) -> Tally:
        return of_cell(self.cells, self._numbers[group])

    def places(self, groups: Iterable[str]) -> Codes:
        """The cells of these groups (groups,), new ones if need be."""
        numbers = self._numbers
        places = np.array([numbers.setdefault(group, len(numbers)) for group in groups], np.int64)
        self.cells.grow(len(numbers))
        return places


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
        self._names = Names()
        self._whole = Cells(self._names)
        self._whole.grow(1)
        self.by: dict[str, Groups] = {feature: Groups(self._names) for feature in features}
        """The tally of each group of each feature."""
        self._by_expression = normalise == "expressions"
        self._keep_open = keep_open
        self._linearise = linearise

    @property
    def total(self) -> Tally:
        """The tally of all cases, sharing its open clusters: read it before more is added."""
        return of_cell(self._whole, 0)

    def add(self, cases: Cases, judgements: Judgements, weights: Floats) -> None:
        """Take in a judged batch; its clusters stay open, since others may continue them."""
        clusters, rho = cases.clusters, np.ascontiguousarray(weights, np.float64)
        if self._keep_open:  # a case of no cluster is kept as one of its own, under a name that no cluster has
            named = clusters or [None] * len(cases)
            clusters = [f"\0{cases.ids[i]}" if name is None else name for i, name in enumerate(named)]
        check_lengths(judgements, rho, clusters)
        numbers = self._whole.number(_with_rows(clusters, judgements), len(rho))
        self._add(self._whole, judgements, rho, numbers, None, 1)
        for feature, groups in self.by.items():
            rows, column = spread(feature_rows(cases, judgements, feature))
            codes, classes = encode(column)
            part = judgements if rows is None else judgements.take(rows)
            places = groups.places(classes)
            self._add(groups.cells, part, rho, numbers, places[codes], len(groups))

    def __iadd__(self, other: "Ledger") -> "Ledger":
        names = np.empty(len(other._names), np.int64)
        self._names.number(other._names.known, names)
        self._whole.merge(other._whole, np.zeros(1, np.int64), names)
        for feature, theirs in other.by.items():
            mine = self.by.setdefault(feature, Groups(self._names))
            mine.cells.merge(theirs.cells, mine.places(theirs), names)
        return self

    @property
    def clusters(self) -> list[str]:
        """The names of the clusters that are open, in the order in which they came."""
        return list(self._names.known)

    def close(self, but: Collection[str]) -> None:
        """Count the clusters as whole, `but` those of these names: no other case may belong to them any more."""
        self._names, before = Names(), self._names
        staying = [name for name in before.known if name in but]
        self._names.number(staying, np.empty(len(staying), np.int64))
        for cells in (self._whole, *(groups.cells for groups in self.by.values())):
            cells.close(but, self._names)

    def _add(
        self, cells: Cells, rows: Judgements, rho: Floats, clusters: Codes | None, codes: Codes | None, groups: int
    ) -> None:
        terms = rows
        if self._linearise is not None:
            terms = self._linearise(rows, rho, np.zeros(len(rows), np.int64) if codes is None else codes, groups)
        cells.add(terms, rho, clusters, codes, by_expression=self._by_expression)


def _with_rows(clusters: Clusters, judgements: Judgements) -> Clusters:
    """The clusters of those cases that have a row, None for the others: of those nothing is to be kept."""
    if not clusters or np.array_equal(judgements.case, np.arange(len(clusters))):
        return clusters
    judged = np.zeros(len(clusters), bool)
    judged[judgements.case] = True
    return clusters if judged.all() else [name if has else None for name, has in zip(clusters, judged, strict=True)]


def feature_rows(cases: Cases, judgements: Judgements, feature: str) -> Sequence[Any]:
    """The feature's value for each row: a label of the judgements or of its word, or else a feature of its case."""
    if feature in judgements.labels:
        return judgements.labels[feature]
    if feature in cases.labels and judgements.word is not None:
        return labels_of_rows(cases, judgements, feature)
    column = cases.feature(feature)
    if isinstance(column, Coded):
        return column.at(judgements.case)
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
    """The name of a group, as JSON and tables show it: texts as they are, `true`, `false`, `(none)` for no value."""
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
