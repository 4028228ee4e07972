"""What an attempt of each type of arc costs, in seconds, measured on this machine with this grammar.

A calibration run searches sentences in the grammar's own order and in random ones, which mix the types of arcs in other
proportions, each search cut off after some hundred or thousand attempts. The least time of several repetitions is
regressed on the numbers of attempts of each type, on the words, and on a constant; no coefficient may be negative, and
errors count relative to the time. Intervals come from resampling whole sentences. The cost of an attempt is a mean over
those that fail at once and those that cross, with the tests and actions of this grammar.
"""

import random
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError
from murho_lab.atn.efficiency.orders import random_order
from murho_lab.atn.engine import Bounds, Search
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Arc, Grammar, Order

LEAST_SHARE = 0.1
"""A type whose cost is estimated below this share of the mean attempt is taken to cost this much."""
_CUTS = (200, 500, 1000, 2000)
_Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Cost:
    """Seconds of one attempt, or of one word, or of a sentence."""

    value: float
    low: float
    high: float
    attempts: int
    """How many of them the calibration run made."""

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {"seconds": self.value, "interval": [self.low, self.high], "attempts": self.attempts}


@dataclass(frozen=True)
class Costs:
    """The costs of a grammar's arcs on this machine, in seconds."""

    types: Mapping[str, Cost]
    word: Cost
    sentence: Cost
    explained: float
    """The share of the variance of time that the linear combination explains."""
    sentences: int
    searches: int
    level: float

    @property
    def mean(self) -> float:
        """The mean seconds of an attempt, whatever the type of its arc."""
        attempts = sum(cost.attempts for cost in self.types.values())
        return sum(cost.value * cost.attempts for cost in self.types.values()) / attempts

    @property
    def seconds(self) -> dict[str, float]:
        """Seconds of an attempt by type; none below a tenth of the mean, so that none divides to infinity."""
        return {name: max(cost.value, LEAST_SHARE * self.mean) for name, cost in self.types.items()}

    def of(self, arc: Arc) -> float:
        """Seconds of one attempt of an arc; that of the mean attempt for a type the calibration never met."""
        return self.types[arc.type].value if arc.type in self.types else self.mean

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {
            "types": {name: cost.as_json() for name, cost in self.types.items()},
            "word": self.word.as_json(),
            "sentence": self.sentence.as_json(),
            "explained": self.explained,
            "sentences": self.sentences,
            "searches": self.searches,
            "level": self.level,
        }


def calibrate(
    grammar: Grammar,
    text: Sequence[Sentence],
    *,
    most: int = 200,
    orders: int = 4,
    repetitions: int = 4,
    resamples: int = 500,
    level: float = 0.95,
    seed: int = 0,
) -> Costs:
    """Measure the costs of a grammar's arcs.

    Args:
        grammar: whose arcs.
        text: what to search; at most `most` sentences of it, at even steps.
        most: sentences of the text that are searched, 1 or more.
        orders: random orders beside the grammar's own.
        repetitions: of each search, of which the quickest counts.
        resamples: of the sentences, for the intervals.
        level: of the intervals.
        seed: of the random orders, the cuts and the resamples.

    Raises:
        InputError: there are fewer than two sentences.
    """
    if len(text) < 2:
        raise InputError(f"{len(text)} sentences to calibrate with", "give two or more, better a hundred")
    chosen = [text[i * len(text) // min(most, len(text))] for i in range(min(most, len(text)))]
    rng = random.Random(seed)
    tried: list[Order] = [grammar.order, *(random_order(grammar, rng.randrange(2**32)) for _ in range(orders))]
    types = list(dict.fromkeys(arc.type for arc in grammar.arcs))
    rows, times, groups = [], [], []
    for group, sentence in enumerate(chosen):
        for order in tried:
            bounds = Bounds(steps=rng.choice(_CUTS))
            counts = attempts(grammar, sentence, order=order, bounds=bounds)
            by_type = Counter[str]()
            for arc, count in counts.items():
                by_type[arc.type] += count
            rows.append([1, len(sentence.words), *(by_type[name] for name in types)])
            # The least time: whatever else the machine does can only add to it.
            times.append(min(_timed(grammar, sentence, order, bounds) for _ in range(repetitions)))
            groups.append(group)
    return _fitted(types, np.array(rows, float), np.array(times), np.array(groups), resamples, level, seed)


def attempts(
    grammar: Grammar, sentence: Sentence, *, order: Order | None = None, bounds: Bounds | None = None
) -> Counter[Arc]:
    """How often each arc is attempted up to the first analysis."""
    counts: Counter[Arc] = Counter()

    def count_attempt(what: str, arc: Arc | None, position: int, depth: int) -> None:
        if what == "try" and arc is not None:
            counts[arc] += 1

    next(iter(Search(grammar, sentence, order=order, bounds=bounds or Bounds(), trace=count_attempt)), None)
    return counts


def _timed(grammar: Grammar, sentence: Sentence, order: Order, bounds: Bounds) -> float:
    began = time.perf_counter()
    next(iter(Search(grammar, sentence, order=order, bounds=bounds)), None)
    return time.perf_counter() - began


def _fitted(
    types: Sequence[str], rows: _Floats, times: _Floats, groups: _Floats, resamples: int, level: float, seed: int
) -> Costs:
    from scipy.optimize import nnls

    sums = rows.sum(axis=0)
    used = np.flatnonzero(sums)  # a column that is 0 throughout has no coefficient
    # Both sides over the time, so that errors are relative: a long search must not outweigh a hundred short ones.
    scaled, ones = rows[:, used] / times[:, None], np.ones(len(times))
    coefficients = nnls(scaled, ones)[0]
    sentences = int(groups.max()) + 1
    of_group = [np.flatnonzero(groups == group) for group in range(sentences)]
    rng = np.random.default_rng(seed)
    drawn = []
    for _ in range(resamples):
        picked = np.concatenate([of_group[group] for group in rng.integers(0, sentences, sentences)])
        drawn.append(nnls(scaled[picked], ones[picked])[0])
    low, high = np.quantile(drawn, [(1 - level) / 2, (1 + level) / 2], axis=0)
    residuals = times - rows[:, used] @ coefficients
    explained = 1 - float((residuals**2).sum() / ((times - times.mean()) ** 2).sum())
    costs = {
        column: Cost(float(value), float(min(value, lo)), float(max(value, hi)), int(sums[column]))
        for column, value, lo, hi in zip(used.tolist(), coefficients, low, high, strict=True)
    }
    nothing = Cost(0.0, 0.0, 0.0, 0)
    by_type = {name: costs[column] for column, name in enumerate(types, 2) if column in costs}
    return Costs(by_type, costs.get(1, nothing), costs[0], explained, sentences, len(times), level)
