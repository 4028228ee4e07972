"""Texts compared by their strategies: p(Σ_i, T_j), the penetrance of every text under the strategies of every text.

The *discrepancy* of two texts is p(Σ_T, T) − p(Σ_T', T): what it costs to expect the one while reading the other. All
strategies of a column are compared on the same sentences, those that every search finished within the bound.

p(Σ_T, T) flatters: each sentence was among those that taught how to read it. Beside it stands the same with each
sentence *left out* of what it is searched with.

>>> from murho_lab.atn import bundled
>>> toy, lexicon = bundled("english")
>>> def text(name, *lines): return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))
>>> asked = text("asked", "what did he see", "who saw mary", "which book did mary read")
>>> told = text("told", "the man slept", "he saw the dog in the park")
>>> both = compare_texts(toy, [asked, told])
>>> [[round(both.penetrance(i, j).value, 2) for j in (0, 1)] for i in (0, 1)]
[[0.92, 0.46], [0.51, 0.87]]
>>> round(both.discrepancy(1, 0).value, 2), round(both.left_out(0).value, 2)
(0.42, 0.82)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.comparison import Difference
from murho_lab.atn.efficiency.penetrance import Average, Searched, discrepancy, finished, penetrance, searched
from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.network import Grammar
from murho_lab.atn.parsing import parse
from murho_lab.atn.strategies import Counts, Strategies, ways
from murho_lab.atn.texts.distances import between_arcs, kendall
from murho_lab.atn.texts.text import Text

Tell = Callable[[str], object]
"""Told what is about to be done."""


@dataclass(frozen=True, eq=False)
class Learned:
    """A text, and what it teaches."""

    text: Text
    strategies: Strategies
    passages: tuple[Counts, ...]
    """What each sentence teaches; nothing without an analysis."""
    unfinished: int
    """Sentences whose search met its bound."""

    def __len__(self) -> int:
        return len(self.text)

    def part(self, rows: Sequence[int]) -> Strategies:
        """What some of its sentences teach."""
        counts: Counts = {}
        for row in rows:
            for key, count in self.passages[row].items():
                counts[key] = counts.get(key, 0) + count
        accepted = sum(bool(self.passages[row]) for row in rows)
        return Strategies(self.strategies.grammar, counts, len(rows), accepted, self.strategies.smoothing)

    def take(self, rows: Sequence[int], name: str | None = None) -> "Learned":
        """The text of some of its sentences."""
        passages = tuple(self.passages[row] for row in rows)
        return Learned(self.text.take(rows, name), self.part(rows), passages, 0)

    def accepted(self) -> "Learned":
        """Without the sentences that have no analysis within the bound."""
        return self.take([row for row, passages in enumerate(self.passages) if passages])


def learn_text(grammar: Grammar, text: Text, *, bounds: Bounds = USUAL) -> Learned:
    """Learn from a text, sentence by sentence, in the grammar's own order."""
    parses = [parse(grammar, sentence, bounds=bounds) for sentence in text.sentences]
    passages = tuple(ways(parsed.analyses) for parsed in parses)
    unfinished = sum(parsed.undefined is not None for parsed in parses)
    learned = Learned(text, Strategies(grammar), passages, unfinished)
    return Learned(text, learned.part(range(len(text))), passages, unfinished)


@dataclass(frozen=True, eq=False)
class Comparison:
    """Texts under each other's strategies."""

    texts: tuple[Learned, ...]
    cells: tuple[tuple[Searched, ...], ...]
    """[i][j]: text j under the strategies of text i."""
    own_order: tuple[Searched, ...]
    """Each text in the order of the grammar."""
    others: tuple[Searched, ...]
    """Each text under its own strategies, each sentence left out of what it is searched with."""
    kendall: NDArray[np.float64]
    """(texts, texts)"""
    jensen_shannon: NDArray[np.float64]
    """(texts, texts), between all arcs."""
    level: float
    resamples: int

    @property
    def names(self) -> list[str]:
        """The names of the texts."""
        return [learned.text.name for learned in self.texts]

    def rows(self, j: int) -> NDArray[np.bool_]:
        """The sentences of text j that every search finished."""
        return finished(self.own_order[j], self.others[j], *(row[j] for row in self.cells))

    def penetrance(self, i: int, j: int) -> Average:
        """p(Σ_i, T_j): the penetrance of text j under the strategies of text i."""
        return penetrance(self.cells[i][j], self.rows(j), level=self.level)

    def grammar_order(self, j: int) -> Average:
        """The penetrance of text j in the order of the grammar."""
        return penetrance(self.own_order[j], self.rows(j), level=self.level)

    def left_out(self, j: int) -> Average:
        """The penetrance of text j under its own strategies, each sentence left out."""
        return penetrance(self.others[j], self.rows(j), level=self.level)

    def discrepancy(self, i: int, j: int, *, left_out: bool = False) -> Difference:
        """p(Σ_j, T_j) − p(Σ_i, T_j), paired by sentence; with `left_out` each sentence did not teach its own order."""
        own = self.others[j] if left_out else self.cells[j][j]
        return discrepancy(own, self.cells[i][j], self.rows(j), level=self.level, resamples=self.resamples)

    def as_json(self) -> dict[str, Any]:
        """The object that `murho atn compare --json` prints."""
        every = range(len(self.texts))
        figures = [[self.penetrance(i, j) for j in every] for i in every]
        apart = [[self.discrepancy(i, j) for j in every] for i in every]
        return {
            "texts": [
                {
                    "name": learned.text.name,
                    "sentences": len(learned),
                    "words": learned.text.words,
                    "accepted": learned.strategies.accepted,
                    "unfinished": learned.unfinished,
                }
                for learned in self.texts
            ],
            "penetrance": [[cell.value for cell in row] for row in figures],
            "discrepancy": apart[1][0].value,
            "discrepancy_interval": [apart[1][0].low, apart[1][0].high],
            "distance": {"kendall": float(self.kendall[0, 1]), "jensen_shannon": float(self.jensen_shannon[0, 1])},
            "figures": [[cell.as_json() for cell in row] for row in figures],
            "grammar_order": [self.grammar_order(j).as_json() for j in every],
            "left_out": [self.left_out(j).as_json() for j in every],
            "discrepancies": [
                [{"value": d.value, "interval": [d.low, d.high], "p_value": d.p_value} for d in row] for row in apart
            ],
            "distances": {"kendall": self.kendall.tolist(), "jensen_shannon": self.jensen_shannon.tolist()},
        }


def compare_texts(
    grammar: Grammar,
    texts: Sequence[Text | Learned],
    *,
    covered: bool = False,
    bounds: Bounds = USUAL,
    level: float = 0.95,
    resamples: int = 9999,
    tell: Tell | None = None,
) -> Comparison:
    """Learn from every text and search every text under the strategies of every other.

    Args:
        grammar: the same for all.
        texts: two or more.
        covered: leave out the sentences without an analysis within the bound, as the paper assumes; otherwise they
            count with penetrance 0.
        bounds: of each sentence.
        level: of the intervals.
        resamples: of the test of a discrepancy.
        tell: is told of each text searched.
    """
    learned_texts = [
        learned if isinstance(learned, Learned) else learn_text(grammar, learned, bounds=bounds) for learned in texts
    ]
    if covered:
        learned_texts = [learned.accepted() for learned in learned_texts]
    orders = [learned.strategies.order() for learned in learned_texts]

    def row(order: Any, name: str) -> tuple[Searched, ...]:
        if tell:
            tell(name)
        return tuple(searched(grammar, learned.text.sentences, order=order, bounds=bounds) for learned in learned_texts)

    cells = tuple(row(order, learned.text.name) for order, learned in zip(orders, learned_texts, strict=True))
    return Comparison(
        tuple(learned_texts),
        cells,
        row(None, "the grammar's order"),
        tuple(left_out(learned, bounds=bounds) for learned in learned_texts),
        _matrix(learned_texts, kendall),
        _matrix(learned_texts, between_arcs),
        level,
        resamples,
    )


def left_out(learned: Learned, *, bounds: Bounds = USUAL) -> Searched:
    """The text under its own strategies, each sentence left out of what it is searched with."""
    orders = [learned.strategies.without(passages).order() for passages in learned.passages]
    return searched(learned.strategies.grammar, learned.text.sentences, orders=orders, bounds=bounds)


def _matrix(learned: Sequence[Learned], distance: Callable[[Strategies, Strategies], float]) -> NDArray[np.float64]:
    distances = np.zeros((len(learned), len(learned)))
    for i, text in enumerate(learned):
        for j, other in enumerate(learned[:i]):
            distances[i, j] = distances[j, i] = distance(text.strategies, other.strategies)
    return distances
