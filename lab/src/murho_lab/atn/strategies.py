"""Strategies: in which order to try the arcs of a node, given the arc of arrival, learned from texts.

While a text is parsed, every arc on the accepted way is counted under the arc by which its node was reached. The counts
are the strategies Σ_T of the text T (Ferrari and Stock, section 4); the order that they give tries the more probable
arcs first. Probabilities are smoothed twice, towards the node's arcs whatever the arrival, and those towards equal
shares, so that what was never seen keeps the order of the grammar and comes last.

>>> from murho_lab.atn import bundled
>>> toy, lexicon = bundled("english")
>>> text = [lexicon.sentence(line) for line in ("what did he see", "who saw mary")]
>>> learned = learn(toy, text)
>>> learned.sentences, learned.counts[None, toy.states["S/"].arcs[2]]
(2, 2.0)
>>> round(learned.probability(None, toy.states["S/"].arcs[2]), 2)
0.97
>>> [arc.label for arc in learned.order().start]
['PUSH NPQ/', 'PUSH NP/', 'CAT AUX', 'PUSH NP/']
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import log

from murho.core.errors import InputError
from murho_lab.atn.analysis import Analysis
from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Arc, Grammar, Order
from murho_lab.atn.parsing import Parsed, parse

Counts = dict[tuple[Arc | None, Arc], float]
"""How often a node was passed, by arc of arrival (None at the start of a sentence) and leaving arc."""


@dataclass(frozen=True, eq=False)
class Strategies:
    """What was learned about one grammar. Add two of them up with `+`."""

    grammar: Grammar
    counts: Counts = field(default_factory=dict)
    sentences: int = 0
    """Sentences seen."""
    accepted: int = 0
    """Sentences with an analysis, from which alone something is learned."""
    smoothing: float = 0.5

    def __add__(self, other: "Strategies") -> "Strategies":
        if [arc.source for arc in self.grammar.arcs] != [arc.source for arc in other.grammar.arcs]:
            raise InputError("strategies of two grammars", "learn both with the same grammar")
        counts = dict(self.counts)
        by_index: dict[int | None, Arc | None] = {None: None, **{arc.index: arc for arc in self.grammar.arcs}}
        for (arrival, arc), count in other.counts.items():
            key = (by_index[arrival.index if arrival else None], self.grammar.arcs[arc.index])
            counts[key] = counts.get(key, 0) + count
        seen, accepted = self.sentences + other.sentences, self.accepted + other.accepted
        return replace(self, counts=counts, sentences=seen, accepted=accepted)

    def probability(self, arrival: Arc | None, arc: Arc) -> float:
        """The probability of leaving by `arc`, having come by `arrival`; those of a node's arcs sum to 1."""
        arcs = self.grammar.states[arc.state].arcs
        return self._shares(arrival, arcs, self._by_arc)[arc.number - 1]

    def regardless(self) -> dict[Arc, float]:
        """The probability of every arc at its node, whatever the arc of arrival."""
        by_arc, states = self._by_arc, self.grammar.states.values()
        return {
            arc: share
            for state in states
            for arc, share in zip(state.arcs, self._shares(None, state.arcs, by_arc, arrivals=False), strict=True)
        }

    def order(self, costs: Mapping[str, float] | None = None, *, arrivals: bool = True) -> Order:
        """The order of falling probability; arcs of equal probability stay in the grammar's order.

        Args:
            costs: of an attempt by type of arc (CAT, PUSH...); then arcs are tried in falling order of probability
                over cost, which is the least expected cost until the right arc where exactly one is right and
                each attempt costs the same whether or not it fails.
            arrivals: False orders each node by its arcs' frequency whatever the arrival.
        """
        by_arc = self._by_arc

        def ordered(arrival: Arc | None, state: str) -> tuple[Arc, ...]:
            arcs = self.grammar.states[state].arcs if state else ()
            shares = self._shares(arrival, arcs, by_arc, arrivals=arrivals)
            worth = [
                share / (costs.get(arc.type, 1.0) if costs else 1.0) for arc, share in zip(arcs, shares, strict=True)
            ]
            return tuple(arcs[index] for index in sorted(range(len(arcs)), key=lambda index: -worth[index]))

        return Order(
            ordered(None, self.grammar.start),
            tuple(ordered(arc, arc.target) for arc in self.grammar.arcs),
            tuple(ordered(arc, arc.below) for arc in self.grammar.arcs),
        )

    def shares_at(self, arrival: int | None, node: str) -> list[float]:
        """The probabilities of the arcs of a node, given the index of the arc of arrival; None at the start."""
        came = None if arrival is None else self.grammar.arcs[arrival]
        return self._shares(came, self.grammar.states[node].arcs, self._by_arc)

    def without(self, counts: Counts) -> "Strategies":
        """What would have been learned had one accepted sentence with these passages not been in the text."""
        left = {key: count - counts.get(key, 0) for key, count in self.counts.items()}
        # Counts are sums of fractions: what is left of one that was taken away may be a rounding error and no passage.
        positive = {key: count for key, count in left.items() if count > 1e-9}
        return replace(self, counts=positive, sentences=self.sentences - 1, accepted=self.accepted - bool(counts))

    def best(self, analyses: Iterable[Analysis]) -> Analysis | None:
        """The analysis whose way is the most probable, the first of equals; None of none."""
        by_arc = self._by_arc
        shares: dict[tuple[Arc | None, str], list[float]] = {}

        def surprise(analysis: Analysis) -> float:  # a sum of logarithms: the product of a long way would be 0
            total = 0.0
            for arrival, arc in analysis.arcs():
                key = arrival, arc.state
                if key not in shares:
                    shares[key] = self._shares(arrival, self.grammar.states[arc.state].arcs, by_arc)
                total -= log(shares[key][arc.number - 1])
            return total

        return min(analyses, key=surprise, default=None)

    @cached_property
    def _by_arc(self) -> dict[Arc, float]:
        totals: dict[Arc, float] = {}
        for (_, arc), count in self.counts.items():
            totals[arc] = totals.get(arc, 0) + count
        return totals

    def _shares(
        self, arrival: Arc | None, arcs: tuple[Arc, ...], by_arc: Mapping[Arc, float], *, arrivals: bool = True
    ) -> list[float]:
        if not arcs:
            return []
        smoothing = self.smoothing
        total = sum(by_arc.get(arc, 0) for arc in arcs)
        shares = [(by_arc.get(arc, 0) + smoothing / len(arcs)) / (total + smoothing) for arc in arcs]
        if not arrivals:
            return shares
        here = [self.counts.get((arrival, arc), 0) for arc in arcs]
        return [
            (count + smoothing * share) / (sum(here) + smoothing) for count, share in zip(here, shares, strict=True)
        ]


def learn(
    grammar: Grammar,
    text: Iterable[Sentence],
    *,
    order: Order | None = None,
    passages: bool = False,
    wanted: int = 1,
    bounds: Bounds = USUAL,
    smoothing: float = 0.5,
) -> Strategies:
    """The strategies of a text.

    Args:
        grammar: what to parse with.
        text: its sentences.
        order: in which arcs are tried while learning; by default the grammar's own.
        passages: count every crossing of the search, also on ways that were given up, and not only accepted ways.
        wanted: how many analyses of a sentence to learn from; together they count as one.
        bounds: of each sentence; from one that meets them what was accepted until then is learned.
        smoothing: how many passages a guess is worth.
    """
    counts: Counts = {}
    seen = accepted = 0
    for sentence in text:
        crossed: Counts | None = {} if passages else None
        parsed = parse(grammar, sentence, wanted=wanted, order=order, bounds=bounds, passages=crossed)
        seen += 1
        accepted += bool(parsed.analyses)
        for key, count in (crossed if crossed is not None else ways(parsed.analyses)).items():
            counts[key] = counts.get(key, 0) + count
    return Strategies(grammar, counts, seen, accepted, smoothing)


def ways(analyses: Iterable[Analysis]) -> Counts:
    """The passages of analyses, which share a weight of 1 between them."""
    each = [analysis.arcs() for analysis in analyses]
    counts: Counts = {}
    for way in each:
        for key in way:
            counts[key] = counts.get(key, 0) + 1 / len(each)
    return counts


def adapt(
    strategies: Strategies,
    text: Iterable[Sentence],
    *,
    forgetting: float = 1.0,
    costs: Mapping[str, float] | None = None,
    bounds: Bounds = USUAL,
) -> Iterator[tuple[Parsed, Strategies]]:
    """Parse a text and learn from each sentence before the next: what came of it, and the strategies after it.

    Args:
        strategies: to begin with; `Strategies(grammar)` knows nothing.
        text: its sentences.
        forgetting: all counts are multiplied by it at each sentence; 1 forgets nothing.
        costs: of an attempt by type of arc; then arcs are tried in falling order of probability over cost.
        bounds: of each sentence.
    """
    if not 0 <= forgetting <= 1:
        raise InputError(f"forgetting {forgetting}", "give 0 (remember the last sentence only) to 1 (forget nothing)")
    for sentence in text:
        parsed = parse(strategies.grammar, sentence, order=strategies.order(costs), bounds=bounds)
        # What is as good as forgotten goes, so that the table does not grow with the text.
        counts = {key: count * forgetting for key, count in strategies.counts.items() if count * forgetting > 1e-9}
        for key, count in ways(parsed.analyses).items():
            counts[key] = counts.get(key, 0) + count
        strategies = replace(
            strategies,
            counts=counts,
            sentences=strategies.sentences + 1,
            accepted=strategies.accepted + bool(parsed.analyses),
        )
        yield parsed, strategies
