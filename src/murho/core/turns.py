"""Turns: what went before an expression in its dialogue.

A case may say it (`before`); else the cases of its cluster, in their order, are the dialogue, and what went before are
the earlier expressions. Which those are can only be told of a whole suite: a sample, or the rest of a run, lacks some.

>>> suite = with_order(Cases(["a", "b", "c"], ["hello", "to bonn", "yes"], [()] * 3, clusters=["d", "d", None]))
>>> rest = suite.take([1, 2])
>>> [went_before(rest, position) for position in range(2)]
[['hello'], []]
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, Earlier


def with_order(suite: Cases) -> Cases:
    """The suite, each of its cases knowing what went before it by the order of its cluster."""
    return Order().of(suite)


class Order:
    """What went before each case by the order of its cluster, of a suite that comes part by part.

    Args:
        contiguous: the cases of every cluster stand together, so that only the last dialogue need be known.

    >>> order = Order(contiguous=True)
    >>> parts = Cases(["a"], ["hello"], [()], clusters=["d"]), Cases(["b"], ["yes"], [()], clusters=["d"])
    >>> [went_before(order.of(part), 0) for part in parts]
    [[], ['hello']]
    """

    def __init__(self, contiguous: bool = False):
        self._contiguous = contiguous
        self._dialogues: dict[str, list[str]] = {}

    def of(self, cases: Cases) -> Cases:
        """The next cases of the suite, each knowing what went before it."""
        if cases.clusters is None or cases.earlier is not None:
            return cases
        earlier: list[Earlier | None] = []
        for cluster, expression in zip(cases.clusters, cases.expressions, strict=True):
            if cluster is None:
                earlier.append(None)
                continue
            # All turns share one list and a length each: copies would grow with the square of a dialogue.
            dialogue = self._dialogues.get(cluster)
            if dialogue is None:
                if self._contiguous:
                    self._dialogues.clear()
                dialogue = self._dialogues[cluster] = []
            earlier.append(Earlier(dialogue, len(dialogue)))
            dialogue += [expression] if isinstance(expression, str) else expression
        return replace(cases, earlier=earlier)


def stand_together(batches: Iterable[Sequence[str | None]]) -> bool:
    """Whether the cases of every cluster stand side by side, of the clusters of a suite that come part by part.

    A hash is kept of each cluster. Where two are alike the answer may be no, which only costs memory.

    >>> stand_together([["d", "d", None], [None, "e"]]), stand_together([["d", "e"], ["d"]])
    (True, False)
    """
    last: str | None = None
    begun: list[NDArray[np.int64]] = []
    for clusters in batches:
        names = []
        for name in clusters:
            if name is not None and name != last:
                names.append(name)
            last = name
        begun.append(np.fromiter(map(hash, names), np.int64, len(names)))
    starts = np.sort(np.concatenate([np.zeros(0, np.int64), *begun]))
    return not (np.diff(starts) == 0).any()


def says_before(cases: Cases, position: int) -> bool:
    """Whether the case itself says what went before it."""
    return cases.before is not None and cases.before[position] is not None


def went_before(cases: Cases, position: int) -> list[str]:
    """What went before a case, the oldest first: what the case says, or else what its cluster tells."""
    own = None if cases.before is None else cases.before[position]
    if own is not None:
        return list(own)
    by_cluster = None if cases.earlier is None else cases.earlier[position]
    return [] if by_cluster is None else list(by_cluster.dialogue[: by_cluster.size])


def written_out(cases: Cases) -> Cases:
    """The cases saying themselves what went before them, for those whose clusters will not be whole."""
    return replace(cases, before=[went_before(cases, position) for position in range(len(cases))])
