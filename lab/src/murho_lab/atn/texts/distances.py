"""Distances between sets of strategies: how differently two texts order the arcs, and use them.

Both lie in [0, 1], are symmetric, and are 0 between a set of strategies and itself.

*Weighted Kendall.* At each node, for each arc of arrival, the two orders are compared pair by pair of arcs; the share
of pairs that stand the other way round is Kendall's distance. A pair counts by the probability of its two arcs,
averaged over both texts, so that arcs which nobody takes may stand where they will; an arrival counts by how often it
was come by, averaged over both texts. Within a node that gives the node's distance, over all nodes the whole. Orders
that differ everywhere are at 1. Since its weights depend on the two texts, it need not keep the triangle inequality.

*Jensen-Shannon.* Of the relative frequencies of arcs in the accepted ways of two texts, to base 2: 0 where they are the
same, 1 where no arc is used by both. Its square root is a metric (Endres and Schindelin 2003). Both distances, measured
on short texts, are larger than those of the styles behind them, because each text is a sample: compare texts of like
size.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> asked = learn(toy, [lexicon.sentence(line) for line in ("what did he see", "who saw mary")])
>>> told = learn(toy, [lexicon.sentence(line) for line in ("the man slept", "he saw the dog in the park")])
>>> round(kendall(asked, told), 3), round(between_arcs(asked, told), 3), kendall(told, told), between_arcs(told, told)
(0.419, 0.548, 0.0, 0.0)
>>> jensen_shannon({"a": 3, "b": 1}, {"c": 2}), round(jensen_shannon({"a": 1, "b": 1}, {"a": 1}), 4)
(1.0, 0.3113)
"""

from collections.abc import Iterable, Mapping
from math import fsum, log2
from typing import Any

from murho.core.errors import InputError
from murho_lab.atn.network import Arc, Order
from murho_lab.atn.strategies import Strategies

LINGUISTIC = ("CAT", "PUSH", "WRD", "MEM", "TST")
"""Types of arcs that say something about the language: words and constituents."""
TECHNICAL = ("JUMP", "VIR", "POP")
"""Types that are there for the way in which the network was built."""


def kendall(a: Strategies, b: Strategies) -> float:
    """The weighted Kendall distance of the orders of two sets of strategies, over all nodes."""
    nodes = by_node(a, b)
    total = fsum(weight for _, weight in nodes.values())
    return min(1.0, fsum(distance * weight for distance, weight in nodes.values()) / total) if total else 0.0


def by_node(a: Strategies, b: Strategies) -> dict[str, tuple[float, float]]:
    """For each node with a choice: the distance there, and its weight, the share of passages that choose there."""
    _same_grammar(a, b)
    orders = a.order(), b.order()
    seen = [_arrivals(a), _arrivals(b)]
    rows: dict[str, list[tuple[float, float]]] = {}
    for key in dict.fromkeys([*seen[0], *seen[1]]):
        weight = fsum(side.get(key, 0.0) for side in seen) / max(1, sum(map(bool, seen)))
        arcs = a.grammar.states[key[1]].arcs
        if len(arcs) > 1 and weight:
            probable = [side.shares_at(*key) for side in (a, b)]
            ranks = [_ranks(order, key) for order in orders]
            rows.setdefault(key[1], []).append((_discordance(arcs, ranks, probable), weight))
    return {node: _averaged(of) for node, of in rows.items()}


def between_arcs(a: Strategies, b: Strategies, types: Iterable[str] | None = None) -> float:
    """The Jensen-Shannon distance between the frequencies of arcs, of all types or of some."""
    _same_grammar(a, b)
    chosen = None if types is None else set(types)
    return jensen_shannon(arc_counts(a, chosen), arc_counts(b, chosen))


def arc_counts(strategies: Strategies, types: Iterable[str] | None = None) -> dict[int, float]:
    """How often each arc was crossed, by its index."""
    chosen = None if types is None else set(types)
    counts: dict[int, float] = {}
    for (_, arc), count in strategies.counts.items():
        if chosen is None or arc.type in chosen:
            counts[arc.index] = counts.get(arc.index, 0.0) + count
    return counts


def jensen_shannon(p: Mapping[Any, float], q: Mapping[Any, float]) -> float:
    """The Jensen-Shannon divergence of two distributions given by counts, to base 2.

    Two without any counts are at 0; one with and one without at 1.
    """
    totals = fsum(p.values()), fsum(q.values())
    if not all(totals):
        return 0.0 if totals[0] == totals[1] else 1.0
    parts = []
    for key in dict.fromkeys([*p, *q]):
        x, y = p.get(key, 0.0) / totals[0], q.get(key, 0.0) / totals[1]
        middle = (x + y) / 2
        parts += [share / 2 * log2(share / middle) for share in (x, y) if share and share != middle]
    return min(1.0, max(0.0, fsum(parts)))  # rounding alone leads out of [0, 1]


_Key = tuple[int | None, str]
"""Index of the arc of arrival, and the node."""


def _arrivals(strategies: Strategies) -> dict[_Key, float]:
    """The share of passages that left each node after each arrival."""
    counts: dict[_Key, float] = {}
    for (arrival, arc), count in strategies.counts.items():
        key = None if arrival is None else arrival.index, arc.state
        counts[key] = counts.get(key, 0.0) + count
    total = fsum(counts.values())
    return {key: count / total for key, count in counts.items()} if total else {}


def _ranks(order: Order, key: _Key) -> dict[int, int]:
    arrival, node = key
    if arrival is None:
        row = order.start
    else:
        into = order.into[arrival]
        row = into if into and into[0].state == node else order.after[arrival]
    return {arc.index: rank for rank, arc in enumerate(row)}


def _discordance(arcs: tuple[Arc, ...], ranks: list[dict[int, int]], shares: list[list[float]]) -> float:
    discordant, weights = [], []
    for i, arc in enumerate(arcs):
        for j, other in enumerate(arcs[:i]):
            weight = fsum(share[i] + share[j] for share in shares)
            weights.append(weight)
            first, second = (rank[arc.index] < rank[other.index] for rank in ranks)
            if first != second:
                discordant.append(weight)
    return fsum(discordant) / fsum(weights)


def _averaged(rows: list[tuple[float, float]]) -> tuple[float, float]:
    weight = fsum(each for _, each in rows)
    return min(1.0, fsum(distance * each for distance, each in rows) / weight), weight


def _same_grammar(a: Strategies, b: Strategies) -> None:
    if a.grammar is not b.grammar and [arc.source for arc in a.grammar.arcs] != [arc.source for arc in b.grammar.arcs]:
        raise InputError("strategies of two grammars", "learn both with the same grammar")
