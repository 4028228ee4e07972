"""The local load of a node: what its attempts cost, before and after the arcs were put in another order.

The load of a node is a linear combination: the number of attempts of each of its arcs times the cost of their type
(Ferrari and Stock 1980, section 5.1a). The ratio of two loads over a text is a figure with loss and units, after and
before, so its interval comes by sentence as always.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> text = [lexicon.sentence(line) for line in ("what did he see", "who saw mary")]
>>> result = loads(toy, text, after=learn(toy, text).order(), costs={"CAT": 1.0, "PUSH": 2.0, "JUMP": 0.5, "POP": 3.0})
>>> result.nodes[0].node, result.nodes[0].before, result.nodes[0].after
('VP/DONE', 18.0, 6.0)
>>> round(result.ratio.value, 2), result.sentences
(0.54, 2)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, inf, log, sqrt
from typing import Any

import numpy as np

from murho.core.figure import Figure, figure
from murho.core.judgement import Floats, Judgements
from murho.core.quantiles import student_quantile
from murho.core.tally import tally
from murho_lab.atn.efficiency.costs import attempts
from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order


@dataclass(frozen=True)
class NodeLoad:
    """One node; costs in the unit of `costs`, over the whole text."""

    node: str
    before: float
    after: float

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {"node": self.node, "before": self.before, "after": self.after}


@dataclass(frozen=True)
class Loads:
    """The loads of a text, by node and in all."""

    nodes: tuple[NodeLoad, ...]
    """Nodes that were come to, the greatest load before first."""
    ratio: Figure
    """The whole load after over the whole load before, with an interval by sentence."""
    typical: "Typical"
    """The ratio of the two loads in a typical sentence."""
    sentences: int

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        ratios = {"ratio": self.ratio.as_json(), "typical": self.typical.as_json()}
        return {"nodes": [node.as_json() for node in self.nodes], **ratios}


@dataclass(frozen=True)
class Typical:
    """The geometric mean of ratios, each sentence counting alike, with Student's interval of the mean of logarithms.

    A ratio of sums is that of the few sentences which cost the most; this is that of one among the many. Where all
    ratios are equal two imagined sentences, of half and of double that ratio, keep the interval from having no width.
    """

    value: float | None
    low: float
    high: float

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {"value": self.value, "interval": None if self.value is None else [self.low, self.high]}


def loads(
    grammar: Grammar,
    text: Sequence[Sentence],
    *,
    after: Order | Sequence[Order],
    costs: Mapping[str, float],
    before: Order | None = None,
    bounds: Bounds = USUAL,
) -> Loads:
    """The load of every node over a text, in two orders.

    Args:
        grammar: the network.
        text: searched up to the first analysis of each sentence, or the bound.
        after: the order to be judged, or one for each sentence.
        costs: of an attempt by type of arc, such as `Costs.seconds`; 1 for a type it lacks.
        before: the order to start from; the grammar's own unless given.
        bounds: of each sentence.
    """
    each = [after] * len(text) if isinstance(after, Order) else list(after)
    table = np.zeros((2, len(text), len(grammar.states)))
    number_of = {name: number for number, name in enumerate(grammar.states)}
    for row, sentence in enumerate(text):
        for side, order in enumerate((before, each[row])):
            for arc, count in attempts(grammar, sentence, order=order, bounds=bounds).items():
                table[side, row, number_of[arc.state]] += count * costs.get(arc.type, 1.0)
    sums = table.sum(axis=1)
    nodes = [NodeLoad(name, float(sums[0, i]), float(sums[1, i])) for name, i in number_of.items() if sums[:, i].any()]
    nodes.sort(key=lambda node: -node.before)
    spent = table[1].sum(axis=1), table[0].sum(axis=1)
    return Loads(tuple(nodes), ratio(*spent), typical(*spent), len(text))


def ratio(after: Floats, before: Floats, *, level: float = 0.95) -> Figure:
    """Σ after / Σ before with its interval by sentence: a figure of π whose loss is one and whose units the other."""
    return figure(tally(Judgements.of(after, before), np.ones(len(after))), level=level, bounded=False)


def typical(after: Floats, before: Floats, *, level: float = 0.95) -> Typical:
    """The geometric mean of after/before.

    >>> result = typical(np.array([1.0, 2.0, 4.0]), np.array([2.0, 4.0, 4.0]))
    >>> round(result.value, 3), round(result.low, 2), round(result.high, 2)
    (0.63, 0.23, 1.7)
    """
    logs = np.log(after / before)
    if not len(logs):
        return Typical(None, 0.0, inf)
    middle = float(logs.mean())
    if len(logs) == 1:
        return Typical(exp(middle), 0.0, inf)
    spread = float(logs.std(ddof=1))
    if spread < 1e-12:  # equal ratios: the two imagined sentences of `Typical`
        spread = log(2) * sqrt(2 / (len(logs) + 1))
    half = float(student_quantile((1 + level) / 2, len(logs) - 1)) * spread / sqrt(len(logs))
    return Typical(exp(middle), exp(middle - half), exp(middle + half))
