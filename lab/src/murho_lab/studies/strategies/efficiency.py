"""Efficiency three ways, on sentences that taught nothing about themselves.

Load and time are ratios, after over before; penetrance is a difference. All are paired by sentence.
"""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.comparison import Difference
from murho.core.figure import Figure
from murho.core.judgement import Floats
from murho_lab.atn.efficiency.costs import Costs
from murho_lab.atn.efficiency.load import Loads, Typical, loads, ratio, typical
from murho_lab.atn.efficiency.penetrance import Average, discrepancy, finished, penetrance, searched
from murho_lab.atn.engine import Search
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order
from murho_lab.studies.strategies.held_out import PAPER, HeldOut
from murho_lab.studies.strategies.texts import BOUNDS

REPETITIONS = 3


@dataclass(frozen=True)
class ThreeWays:
    """The grammar's own order before, strategies learned on the other half after."""

    costs: Costs
    load: Loads
    time: Figure
    """Seconds after over seconds before, as a ratio of sums over all sentences."""
    typical_time: Typical
    """Seconds after over seconds before for a typical sentence: the geometric mean of the ratios."""
    seconds: tuple[float, float]
    """Seconds before and after, summed over all sentences."""
    before: Average
    """Average penetrance before."""
    after: Average
    """Average penetrance after."""
    gain: Difference
    """Penetrance after less penetrance before, paired by sentence."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {
            "costs": self.costs.as_json(),
            "load": self.load.as_json(),
            "time": {
                "ratio": self.time.as_json(),
                "typical": self.typical_time.as_json(),
                "seconds": list(self.seconds),
            },
            "penetrance": {
                "before": self.before.as_json(),
                "after": self.after.as_json(),
                "gain": {"value": self.gain.value, "interval": [self.gain.low, self.gain.high]},
            },
        }


def efficiency(grammar: Grammar, pool: HeldOut, costs: Costs) -> ThreeWays:
    """The grammar's order against the learned one, on the sentences that both finish within the bound."""
    before = searched(grammar, pool.sentences, bounds=BOUNDS)
    learned = pool.orders[PAPER]
    after = searched(grammar, pool.sentences, orders=learned, bounds=BOUNDS)
    mask = finished(before, after)
    sentences = [sentence for sentence, keep in zip(pool.sentences, mask, strict=True) if keep]
    orders = [order for order, keep in zip(learned, mask, strict=True) if keep]
    times = _times(grammar, sentences, orders)
    return ThreeWays(
        costs,
        loads(grammar, sentences, after=orders, costs={n: c.value for n, c in costs.types.items()}, bounds=BOUNDS),
        ratio(times[1], times[0]),
        typical(times[1], times[0]),
        (float(times[0].sum()), float(times[1].sum())),
        penetrance(before, mask),
        penetrance(after, mask),
        discrepancy(after, before, mask),
    )


def _times(grammar: Grammar, sentences: Sequence[Sentence], orders: Sequence[Order]) -> Floats:
    """Seconds (2, sentences) to the first analysis of each sentence, in the grammar's order and in the sentence's own.

    They are the least of `REPETITIONS` rounds over all sentences; the two orders take turns.
    """
    best = np.full((2, len(sentences)), np.inf)
    for _ in range(REPETITIONS):
        for row, (sentence, order) in enumerate(zip(sentences, orders, strict=True)):
            # In turns, so that whatever else the machine does falls on both.
            for side, tried in enumerate((None, order)):
                began = time.perf_counter()
                # The first analysis alone: going on would search everything in any order.
                next(iter(Search(grammar, sentence, order=tried, bounds=BOUNDS)), None)
                # The least: what disturbs a search only makes it longer.
                best[side, row] = min(best[side, row], time.perf_counter() - began)
    return best
