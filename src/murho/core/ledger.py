"""The ledger: the tallies of a whole and of its slices, kept while batches come in.

A slice is a feature of the cases or a label of the judgements; a case whose feature is a list belongs to a group for
each of its values, so that groups may overlap.

>>> cases = Cases(["a", "b"], ["", ""], [(), ()], features={"topic": [["x", "y"], ["x"]]})
>>> book = Ledger(("topic",))
>>> book.add(cases, Judgements.of([1, 0]), np.ones(2))
>>> book.total.performance, {group: t.performance for group, t in book.by["topic"].items()}
(0.5, {'x': 0.5, 'y': 1.0})
"""

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.core.profile import encode
from murho.core.tally import Tally, tallies, tally

NO_VALUE = "(none)"
"""The group of the cases that lack the feature."""


class Ledger:
    """Running tallies: `total`, and for each feature `by[feature][group]`."""

    def __init__(self, features: Iterable[str] = (), normalise: str = "importance"):
        self.total = Tally()
        self.by: dict[str, dict[str, Tally]] = {feature: {} for feature in features}
        self._normalise = normalise

    def add(self, cases: Cases, judgements: Judgements, weights: NDArray[np.float64]) -> None:
        """Take in a judged batch; its clusters stay open, since others may continue them."""
        how = {"complete": False, "normalise": self._normalise}
        self.total += tally(judgements, weights, cases.clusters, **how)  # type: ignore[arg-type]
        for feature, groups in self.by.items():
            rows, column = spread(feature_rows(cases, judgements, feature))
            codes, classes = encode([group_name(value) for value in column])
            part = judgements if rows is None else judgements.take(rows)
            for name, one in zip(
                classes,
                tallies(part, weights, cases.clusters, codes, len(classes), **how),  # type: ignore[arg-type]
                strict=True,
            ):
                groups[name] = groups.get(name, Tally()) + one


def feature_rows(cases: Cases, judgements: Judgements, feature: str) -> Sequence[Any]:
    """The feature's value for each row: a label of the judgements, or else a feature of the row's case."""
    if feature in judgements.labels:
        return judgements.labels[feature]
    column = cases.feature(feature)
    return [column[i] for i in judgements.case.tolist()]


def spread(column: Sequence[Any]) -> tuple[NDArray[np.int64] | None, Sequence[Any]]:
    """Rows repeated for each value of a list; `None` where no value is a list. An empty list is no value.

    >>> rows, values = spread([["x", "y"], [], "z"]); rows.tolist(), values
    ([0, 0, 1, 2], ['x', 'y', None, 'z'])
    """
    if not any(isinstance(value, list) for value in column):
        return None, column
    pairs = [
        (i, v) for i, value in enumerate(column) for v in ((value or [None]) if isinstance(value, list) else [value])
    ]
    return np.array([i for i, _ in pairs], np.int64), [value for _, value in pairs]


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
        return (0, float(name), name)
    except ValueError:
        return (2 if name == NO_VALUE else 1, 0.0, name)
