"""Penetrance: the choices that led to the solution over all choices made (Nilsson), averaged over a text.

    p(Σ, T) = 1/r · Σ_k p_k        (Ferrari and Stock 1980, section 5)

It is 1 − π with μ = 1 − p_k and ρ = 1, so its interval is that of every figure of murho, by sentence. Searches run up
to the first analysis and without memory of constituents: one that goes through everything makes the same choices in any
order, and one that remembers is spared the choices an order could have avoided. A sentence without an analysis counts
with 0. Two orders are compared on the sentences that both finished within the bound.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> text = [lexicon.sentence(line) for line in ("what did he see", "who saw mary", "which book did mary read")]
>>> own = searched(toy, text)
>>> after = searched(toy, text, order=learn(toy, text).order())
>>> round(penetrance(own).value, 3), round(penetrance(after).value, 3)
(0.435, 0.925)
>>> round(discrepancy(after, own).value, 3)
0.49
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.comparison import Difference, compare
from murho.core.errors import UsageError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho_lab.atn.engine import USUAL, Bounds
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.parsing import parse


@dataclass(frozen=True, eq=False)
class Searched:
    """A text searched in one order; every column has an entry for each sentence."""

    penetrance: NDArray[np.float64]
    choices: NDArray[np.int64]
    on_solution: NDArray[np.int64]
    finished: NDArray[np.bool_]
    """The search ended with an analysis, or without any, before it met a bound."""
    accepted: NDArray[np.bool_]
    """There is an analysis."""

    def __len__(self) -> int:
        return len(self.penetrance)

    def take(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> "Searched":
        """These sentences."""
        columns = (self.penetrance, self.choices, self.on_solution, self.finished, self.accepted)
        return Searched(*(column[rows] for column in columns))  # type: ignore[arg-type]


@dataclass(frozen=True)
class Average:
    """An average penetrance with its interval."""

    value: float | None
    """None of no sentence."""
    low: float
    high: float
    level: float
    sentences: int
    unfinished: int
    """Sentences left out, because a search met its bound."""
    unaccepted: int
    """Sentences without an analysis, which count with 0."""
    flags: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The fields that murho writes."""
        return {
            "value": self.value,
            "interval": None if self.value is None else [self.low, self.high],
            "level": self.level,
            "sentences": self.sentences,
            "unfinished": self.unfinished,
            "without_analysis": self.unaccepted,
            "flags": list(self.flags),
        }


def searched(
    grammar: Grammar,
    text: Iterable[Sentence],
    *,
    order: Order | None = None,
    orders: Sequence[Order] | None = None,
    bounds: Bounds = USUAL,
) -> Searched:
    """Search every sentence for its first analysis, in one order or, with `orders`, each in its own."""
    sentences = list(text)
    if orders is not None and len(orders) != len(sentences):
        raise UsageError(f"{len(orders)} orders for {len(sentences)} sentences; give one for each")
    each = orders if orders is not None else [order] * len(sentences)
    parses = [parse(grammar, s, order=o, bounds=bounds) for s, o in zip(sentences, each, strict=True)]
    return Searched(
        np.array([parsed.penetrance or 0.0 for parsed in parses], np.float64),
        np.array([parsed.choices for parsed in parses], np.int64),
        np.array([parsed.on_solution for parsed in parses], np.int64),
        np.array([parsed.undefined is None for parsed in parses], bool),
        np.array([bool(parsed.analyses) for parsed in parses], bool),
    )


def finished(*texts: Searched) -> NDArray[np.bool_]:
    """Which sentences were finished in all of these searches of one text."""
    rows: NDArray[np.bool_] = np.all([text.finished for text in texts], axis=0)
    return rows


def penetrance(text: Searched, rows: NDArray[np.bool_] | None = None, *, level: float = 0.95) -> Average:
    """The average over the sentences that were finished, or over `rows`, a choice of these."""
    chosen = text.finished if rows is None else rows
    average = turned(figure(tally(Judgements.of(1 - text.penetrance[chosen]), np.ones(int(chosen.sum()))), level=level))
    missing = int((~text.accepted[chosen]).sum())
    return replace(average, sentences=int(chosen.sum()), unfinished=int((~chosen).sum()), unaccepted=missing)


def turned(loss: Figure) -> Average:
    """1 − π of a figure of π."""
    value = None if loss.value is None else 1 - loss.value
    estimate = loss.estimate
    return Average(value, 1 - loss.high, 1 - loss.low, estimate.level, loss.n, 0, 0, estimate.flags)


def discrepancy(
    own: Searched,
    other: Searched,
    rows: NDArray[np.bool_] | None = None,
    *,
    level: float = 0.95,
    resamples: int = 9999,
    seed: int = 0,
) -> Difference:
    """The difference of two average penetrances of one text, p(own) − p(other), paired by sentence.

    `pi_a` and `pi_b` of the result are 1 − p of the two.
    """
    # A search that met its bound says nothing of the order: the pair is left out, not counted as 0.
    chosen = finished(own, other) if rows is None else rows
    units = np.ones(int(chosen.sum()))
    losses = [1 - side.penetrance[chosen] for side in (own, other)]
    return compare(losses[0], units, losses[1], units, level=level, resamples=resamples, seed=seed)
