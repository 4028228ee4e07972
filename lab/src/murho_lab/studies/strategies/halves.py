"""Learned on one part of a text and tested on another: held-out halves, and what a beginning teaches.

The paper's figures are in sample. Here each genre is cut in two by documents (by blocks of sentences, where there are
none); every sentence is searched with the strategies of the half that it is not in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.comparison import Difference
from murho_lab.atn.efficiency.penetrance import Average, Searched, discrepancy, finished, penetrance, searched
from murho_lab.atn.network import Order
from murho_lab.atn.strategies import Strategies, adapt
from murho_lab.atn.texts.comparison import Learned
from murho_lab.studies.strategies.texts import BOUNDS, Language

BLOCK = 10
"""Neighbouring sentences that stay together where a text has no documents, or very few; fewer of a short text."""
STEPS = (0, 5, 10, 20, 40, 80)


@dataclass(frozen=True)
class Halves:
    """One genre under several strategies, on the same sentences."""

    genre: str
    figures: Mapping[str, Average]
    """Average penetrance by the strategies that were searched with, those of the other half first."""
    differences: Mapping[str, Difference]
    """Penetrance with the strategies of the other half, less that with each of the rest."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {
            "figures": {name: average.as_json() for name, average in self.figures.items()},
            "other_half_less": {
                name: {"value": d.value, "interval": [d.low, d.high], "p_value": d.p_value}
                for name, d in self.differences.items()
            },
        }


@dataclass(frozen=True)
class Continuation:
    """What the beginning of a text teaches about its second half."""

    genre: str
    learned: tuple[int, ...]
    """How many sentences from the beginning were learned from, ascending; the last is all of the first half."""
    figures: tuple[Average, ...]
    """Average penetrance of the second half with strategies from each number of sentences in `learned`."""
    foreign: Average | None
    """Average penetrance with strategies from as many sentences of other genres as the first half has; None where
    there is no other genre."""
    difference: Difference | None
    """Penetrance with strategies from the whole first half, less that with the foreign ones."""
    online: Mapping[str, Average]
    """Average penetrance where learning goes on while the second half is read, by the factor of forgetting."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        d = self.difference
        return {
            "learned": list(self.learned),
            "figures": [average.as_json() for average in self.figures],
            "foreign": None if self.foreign is None else self.foreign.as_json(),
            "difference": None if d is None else {"value": d.value, "interval": [d.low, d.high], "p_value": d.p_value},
            "online": {name: average.as_json() for name, average in self.online.items()},
        }


def folds(learned: Learned) -> list[list[int]]:
    """The rows of two halves; documents, or blocks of sentences, go whole into one of them, in turn."""
    documents = learned.text.documents
    block = min(BLOCK, max(1, len(learned) // 8))
    # Of a few long documents the halves would not be alike: then blocks are dealt out.
    named = len(set(documents)) >= 8
    keys = [documents[row] if named else str(row // block) for row in range(len(learned))]
    number_of = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    # In turn, so that both halves run over the whole text.
    return [[row for row, key in enumerate(keys) if number_of[key] % 2 == half] for half in (0, 1)]


def crossed(learned: Learned, order_of: Any) -> list[Order]:
    """For each sentence the order that `order_of(strategies)` makes of the half that it is not in."""
    halves = folds(learned)
    orders = [order_of(learned.part(half)) for half in halves]
    other_half = {row: 1 - number for number, half in enumerate(halves) for row in half}
    return [orders[other_half[row]] for row in range(len(learned))]


def halves(language: Language) -> list[Halves]:
    """Every genre of a language under the strategies of its other half, and under those it is compared with."""
    return [_halves(language, genre) for genre in language.genres]


def _halves(language: Language, genre: str) -> Halves:
    learned = language.genres[genre]
    rows = folds(learned)
    own = [learned.part(half).order() for half in rows]
    half_of = {row: number for number, half in enumerate(rows) for row in half}
    tested = {
        "the other half": _searched(learned, orders=crossed(learned, Strategies.order)),
        "the same half, in sample": _searched(learned, orders=[own[half_of[row]] for row in range(len(learned))]),
        "the grammar's order": _searched(learned),
    }
    # No more than a half has, or their number would tell, not their genre.
    foreign = _foreign(language, genre, min(map(len, rows)))
    if foreign is not None:
        tested["as much of other genres"] = _searched(learned, order=foreign.order())
    # Only what every search finished, so that all figures are of the same sentences.
    mask = finished(*tested.values())
    figures = {name: penetrance(search, mask) for name, search in tested.items()}
    first, *rest = tested
    return Halves(genre, figures, {name: discrepancy(tested[first], tested[name], mask) for name in rest})


def continuation(language: Language, genre: str) -> Continuation:
    """How well the second half of a genre is searched with what its first half teaches, less or more of it."""
    learned = language.genres[genre]
    middle = len(learned) // 2
    rest = learned.take(list(range(middle, len(learned))))
    counts = tuple(sorted({*(count for count in STEPS if count < middle), middle}))
    tested = [_searched(rest, order=learned.part(list(range(count))).order()) for count in counts]
    foreign = _foreign(language, genre, middle)
    far = None if foreign is None else _searched(rest, order=foreign.order())
    # By each factor of forgetting: 1 forgets nothing.
    online = {f"{factor:g}": _online(learned.part(list(range(middle))), rest, factor) for factor in (1.0, 0.98, 0.9)}
    mask = finished(*tested, *online.values(), *([far] if far else []))
    return Continuation(
        genre,
        counts,
        tuple(penetrance(search, mask) for search in tested),
        penetrance(far, mask) if far else None,
        discrepancy(tested[-1], far, mask) if far else None,
        {name: penetrance(search, mask) for name, search in online.items()},
    )


def _online(strategies: Strategies, text: Learned, factor: float) -> Searched:
    results = [parsed for parsed, _ in adapt(strategies, text.text.sentences, forgetting=factor, bounds=BOUNDS)]
    return Searched(
        np.array([result.penetrance or 0.0 for result in results]),
        np.array([result.choices for result in results], np.int64),
        np.array([result.on_solution for result in results], np.int64),
        np.array([result.undefined is None for result in results], bool),
        np.array([bool(result.analyses) for result in results], bool),
    )


def _foreign(language: Language, genre: str, count: int) -> Strategies | None:
    """Strategies from so many sentences of the other genres, an equal share of each as far as they reach."""
    others = [text for name, text in language.genres.items() if name != genre]
    if not others:
        return None
    each = -(-count // len(others))  # rounded up, so that together they are no fewer than asked for
    total = others[0].part(list(range(min(each, len(others[0])))))
    for text in others[1:]:
        total = total + text.part(list(range(min(each, len(text)))))
    return total


def _searched(learned: Learned, *, order: Order | None = None, orders: Sequence[Order] | None = None) -> Searched:
    return searched(learned.strategies.grammar, learned.text.sentences, order=order, orders=orders, bounds=BOUNDS)
