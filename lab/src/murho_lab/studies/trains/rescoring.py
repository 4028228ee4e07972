"""Rescoring by understanding: the parser chooses what was said from the word graph, instead of taking the best text.

The source's last wish was a concept accuracy beyond the word accuracy. What the parser understands completely, in few
pieces that matter, is likelier to have been said; how much likelier is tuned on the development half.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from itertools import product
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.comparison import Difference, compare
from murho.core.errors import InputError
from murho.core.word_graph import WordGraph
from murho_lab.chart import TooLargeError, graphs
from murho_lab.chart.parsing import Parsed
from murho_lab.chart.partial import Weights
from murho_lab.studies.trains import understanding
from murho_lab.studies.trains.understanding import Floats

GRID = ((1.0, 2.0, 4.0, 8.0), (0.5, 1.0, 2.0, 3.0, 5.0), (0.0, 0.2, 0.5, 1.0))
"""What is tried for a word that no piece covers, for a piece, and for a point of importance: in nats."""
WHEN = {
    "always": "always",
    "incomplete": "where the best text is not covered wholly",
    "completed": "where the best text is not covered wholly and a way through the graph is",
}
"""When the graph decides, and how it is said."""


@dataclass(frozen=True)
class Rescored:
    """What the parser makes of one utterance."""

    best: Parsed | None
    """Of the best text; None where the recogniser failed, or the grammar's rules of units refuse what it means."""
    found: Sequence[Parsed | None]
    """Of the graph, by the weights that are tried."""
    cut: float | None
    """Links that are less probable were left out of the graph; None where it is not looked at."""


@dataclass(frozen=True)
class Way:
    """How a graph is rescored."""

    weights: Weights
    when: str

    def chosen(self, best: Parsed | None, found: Parsed | None) -> Parsed | None:
        """Which of the two is taken: that of the best text, or that of the graph."""
        if found is None:
            return best
        if best is None or self.when == "always":
            return found
        return found if not best.complete and (found.complete or self.when == "incomplete") else best

    def as_json(self) -> dict[str, Any]:
        """Its parameters."""
        return {**asdict(self.weights), "when": self.when}


@dataclass(frozen=True)
class Tried:
    """A way, and the concept accuracy that it has on the development half, in percent."""

    way: Way
    ca: float


@dataclass(frozen=True)
class Tuned:
    """All ways that were tried on the development half."""

    tried: Sequence[Tried]
    best_text: float
    """Concept accuracy of the best texts there, in percent."""

    @property
    def chosen(self) -> Tried:
        """That with the highest concept accuracy, of equal ones the first."""
        return max(self.tried, key=lambda one: one.ca)

    def as_json(self) -> dict[str, Any]:
        """What was tried, and what was chosen."""
        return {
            "chosen": self.chosen.way.as_json(),
            "development": {"best_text": self.best_text, "rescored": self.chosen.ca},
            "tried": [{**one.way.as_json(), "ca": one.ca} for one in self.tried],
        }


def weights_tried() -> list[Weights]:
    """All weights of the grid."""
    return [Weights(*values) for values in product(*GRID)]


def rescored(
    found: Sequence[WordGraph | None], texts: Sequence[str | None], weights: Sequence[Weights]
) -> list[Rescored]:
    """What the parser makes of graphs and best texts, under each of these weights."""
    return [_rescored(graph, text, weights) for graph, text in zip(found, texts, strict=True)]


def _rescored(graph: WordGraph | None, text: str | None, weights: Sequence[Weights]) -> Rescored:
    parser = understanding.parser()
    best = None
    if text is not None:
        try:
            best = parser.parse(text)
        except (InputError, TooLargeError):
            best = None
    charted = None if graph is None else graphs.charted(parser, graph)
    if charted is None:
        return Rescored(best, [None] * len(weights), None)
    return Rescored(best, [graphs.understood(parser, charted, weight) for weight in weights], charted.cut)


def units(parsed: Iterable[Parsed | None]) -> list[list[str] | None]:
    """The units of analyses; None where there is none."""
    return [None if one is None else list(one.units or ()) for one in parsed]


def tuned(heard: Iterable[tuple[Cases, Sequence[WordGraph | None], Sequence[str | None]]]) -> Tuned:
    """The ways tried at some settings of the development half: cases with their graphs and best texts."""
    weights = weights_tried()
    ways = [Way(weight, when) for when in WHEN for weight in weights]
    sums = np.zeros((len(ways) + 1, 2))
    for cases, found, texts in heard:
        looked = rescored(found, texts, weights)
        chosen = [
            units(way.chosen(one.best, one.found[number % len(weights)]) for one in looked)
            for number, way in enumerate(ways)
        ]
        sums += _sums(cases, [*chosen, units(one.best for one in looked)])
    ca = (100 - 100 * sums[:, 0] / sums[:, 1]).tolist()
    return Tuned([Tried(way, value) for way, value in zip(ways, ca, strict=False)], ca[-1])


def _sums(cases: Cases, ways: Sequence[Sequence[list[str] | None]]) -> Floats:
    """(ways, 2): errors and units. Most ways choose the same for most utterances: what is chosen is judged once."""
    numbers: dict[tuple[int, tuple[str, ...] | None], int] = {}
    of_ways = [
        [
            numbers.setdefault((row, None if choice is None else tuple(choice)), len(numbers))
            for row, choice in enumerate(chosen)
        ]
        for chosen in ways
    ]
    rows = [row for row, _ in numbers]
    each = Cases(
        list(map(str, range(len(rows)))),
        [cases.expressions[row] for row in rows],
        [cases.references[row] for row in rows],
    )
    answers = understanding.of_units(each, [None if one is None else list(one) for _, one in numbers])
    summed: Floats = understanding.concept_sums(each, answers)[np.array(of_ways)].sum(1)
    return summed


def gain(best: Floats, chosen: Floats, utterances: int, seed: int = 0) -> Difference:
    """How much concept accuracy rescoring gains, as a fraction: (dialogues, 2) errors and units, summed over settings.

    >>> best, chosen = np.array([[4.0, 10], [5, 10], [3, 10]] * 4), np.array([[3.0, 10], [4, 10], [2, 10]] * 4)
    >>> round(gain(best, chosen, 12).value, 3)
    0.1
    """
    # The error rate of the best texts less that of what was chosen is the gain.
    return compare(*chosen.T, *best.T, pairs=utterances, bounded=False, seed=seed, level=0.95)
