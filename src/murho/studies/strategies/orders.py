"""Ways of ordering arcs compared, on sentences that taught nothing about themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.atn.efficiency.costs import Costs, attempts
from murho.atn.efficiency.load import Typical, ratio, typical
from murho.atn.efficiency.orders import random_order
from murho.atn.efficiency.penetrance import Average, Searched, discrepancy, finished, penetrance, searched
from murho.atn.lexicon import Sentence
from murho.atn.network import Grammar, Order
from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.core.judgement import Floats
from murho.studies.strategies.held_out import HeldOut
from murho.studies.strategies.texts import BOUNDS

RANDOM = 5
"""Random orders, of which the mean is shown."""


@dataclass(frozen=True)
class Ordered:
    """One way of ordering arcs, on held-out sentences."""

    name: str
    penetrance: Average
    gain: Difference | None
    """Penetrance less that of the first order; None for the first."""
    choices: Figure
    """Choices over those of the first order."""
    typical: Typical
    """The same of a typical sentence."""
    seconds: Figure
    """The same for time, by the measured costs of all attempts."""
    unfinished: float
    """Sentences whose search met its bound in this order; none of these is in the figures of any order."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        gain = self.gain
        return {
            "name": self.name,
            "penetrance": self.penetrance.as_json(),
            "gain": None if gain is None else {"value": gain.value, "interval": [gain.low, gain.high]},
            "choices": self.choices.as_json(),
            "typical_choices": self.typical.as_json(),
            "seconds": self.seconds.as_json(),
            "unfinished": self.unfinished,
        }


def orders(grammar: Grammar, pool: HeldOut, costs: Costs) -> list[Ordered]:
    """All of them; the first is the grammar's own."""
    own = [grammar.order] * len(pool.sentences)
    runs: dict[str, list[list[Order]]] = {"the grammar's own": [own]}
    runs["random"] = [[random_order(grammar, seed)] * len(own) for seed in range(RANDOM)]
    runs |= {name: [each] for name, each in pool.orders.items()}
    found: dict[str, list[Searched]] = {}
    spent: dict[str, Floats] = {}
    for name, several in runs.items():
        found[name] = [searched(grammar, pool.sentences, orders=each, bounds=BOUNDS) for each in several]
        spent[name] = np.mean([_spent(grammar, pool.sentences, each, costs) for each in several], axis=0)
    kept = finished(*(one for several in found.values() for one in several))
    averaged = {name: _mean(several) for name, several in found.items()}
    first = next(iter(averaged))
    return [
        Ordered(
            name,
            penetrance(one, kept),
            None if name == first else discrepancy(one, averaged[first], kept),
            ratio(one.choices[kept].astype(float), averaged[first].choices[kept].astype(float)),
            typical(one.choices[kept].astype(float), averaged[first].choices[kept].astype(float)),
            ratio(spent[name][kept], spent[first][kept]),
            float(np.mean([(~each.finished).sum() for each in found[name]])),
        )
        for name, one in averaged.items()
    ]


def _spent(grammar: Grammar, sentences: Sequence[Sentence], each: Sequence[Order], costs: Costs) -> Floats:
    """Seconds of each sentence by the measured costs."""
    rows = []
    for sentence, order in zip(sentences, each, strict=True):
        counts = attempts(grammar, sentence, order=order, bounds=BOUNDS)
        rows.append(sum(count * costs.of(arc) for arc, count in counts.items()))
    return np.array(rows)


def _mean(several: Sequence[Searched]) -> Searched:
    """Searches in several orders as one: the mean of each sentence."""
    if len(several) == 1:
        return several[0]
    first = several[0]
    return Searched(
        np.mean([one.penetrance for one in several], axis=0),
        np.mean([one.choices for one in several], axis=0),
        first.on_solution,
        first.finished,
        first.accepted,
    )
