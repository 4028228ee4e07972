"""Ways of ordering arcs compared, on sentences that taught nothing about themselves."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.core.judgement import Floats
from murho_lab.atn.efficiency.costs import Costs, attempts
from murho_lab.atn.efficiency.load import Typical, ratio, typical
from murho_lab.atn.efficiency.orders import random_order
from murho_lab.atn.efficiency.penetrance import Average, Searched, discrepancy, finished, penetrance, searched
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order
from murho_lab.studies.strategies.held_out import HeldOut
from murho_lab.studies.strategies.texts import BOUNDS

RANDOM = 5
"""How many random orders are searched in; their mean is shown."""


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
    """Choices over those of the first order for a typical sentence: the geometric mean of the ratios."""
    seconds: Figure
    """Time over that of the first order, by the measured costs of all attempts."""
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
    """All ways of ordering arcs on the same sentences, those that every order finishes; the first is the grammar's own.

    `costs` are those of single attempts, by which time is reckoned.
    """
    own = [grammar.order] * len(pool.sentences)
    runs: dict[str, list[list[Order]]] = {"the grammar's own": [own]}
    # Several, of which the mean is shown: one alone may be lucky.
    runs["random"] = [[random_order(grammar, seed)] * len(own) for seed in range(RANDOM)]
    runs |= {name: [each] for name, each in pool.orders.items()}
    searches: dict[str, list[Searched]] = {}
    spent: dict[str, Floats] = {}
    for name, several in runs.items():
        searches[name] = [searched(grammar, pool.sentences, orders=each, bounds=BOUNDS) for each in several]
        # By the costs of attempts, so that orders compare without the noise of a clock.
        spent[name] = np.mean([_spent(grammar, pool.sentences, each, costs) for each in several], axis=0)
    # The same sentences for all orders: one that gives up on the hard ones would seem to gain.
    mask = finished(*(search for several in searches.values() for search in several))
    averaged = {name: _mean(several) for name, several in searches.items()}
    first = next(iter(averaged))
    return [
        Ordered(
            name,
            penetrance(search, mask),
            None if name == first else discrepancy(search, averaged[first], mask),
            ratio(search.choices[mask].astype(float), averaged[first].choices[mask].astype(float)),
            typical(search.choices[mask].astype(float), averaged[first].choices[mask].astype(float)),
            ratio(spent[name][mask], spent[first][mask]),
            float(np.mean([(~each.finished).sum() for each in searches[name]])),
        )
        for name, search in averaged.items()
    ]


def _spent(grammar: Grammar, sentences: Sequence[Sentence], each: Sequence[Order], costs: Costs) -> Floats:
    """Seconds (sentences,) of the search of each sentence, by the measured costs of its attempts."""
    rows = []
    for sentence, order in zip(sentences, each, strict=True):
        counts = attempts(grammar, sentence, order=order, bounds=BOUNDS)
        rows.append(sum(count * costs.of(arc) for arc, count in counts.items()))
    return np.array(rows)


def _mean(several: Sequence[Searched]) -> Searched:
    """Searches in several orders as one, with the mean penetrance and choices of each sentence."""
    if len(several) == 1:
        return several[0]
    first = several[0]
    return Searched(
        np.mean([search.penetrance for search in several], axis=0),
        np.mean([search.choices for search in several], axis=0),
        first.on_solution,
        first.finished,
        first.accepted,
    )
