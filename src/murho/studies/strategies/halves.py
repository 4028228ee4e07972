"""Learned on one part of a text and tested on another: held-out halves, and what a beginning teaches.

The paper's figures are in sample. Here each genre is cut in two by documents (by blocks of sentences, where there are
none); every sentence is searched with the strategies of the half that it is not in.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.atn.efficiency.penetrance import Average, Searched, discrepancy, finished, penetrance, searched
from murho.atn.network import Order
from murho.atn.strategies import Strategies, adapt
from murho.atn.texts.comparison import Learned
from murho.core.comparison import Difference
from murho.studies.strategies.texts import BOUNDS, Language

BLOCK = 10
"""Neighbouring sentences that stay together where a text has no documents, or very few; fewer of a short text."""
STEPS = (0, 5, 10, 20, 40, 80)


@dataclass(frozen=True)
class Halves:
    """One genre under several strategies, on the same sentences."""

    genre: str
    figures: Mapping[str, Average]
    differences: Mapping[str, Difference]
    """Learned on the other half, less each of the rest."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        return {
            "figures": {name: one.as_json() for name, one in self.figures.items()},
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
    """Sentences from the beginning."""
    figures: tuple[Average, ...]
    """Of the second half, with strategies from so many sentences."""
    foreign: Average | None
    """With as many sentences of another genre as the whole beginning has; None where there is no other."""
    difference: Difference | None
    """The whole beginning less the foreign strategies."""
    online: Mapping[str, Average]
    """The second half, learning on while it is read; by the factor of forgetting."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        d = self.difference
        return {
            "learned": list(self.learned),
            "figures": [one.as_json() for one in self.figures],
            "foreign": None if self.foreign is None else self.foreign.as_json(),
            "difference": None if d is None else {"value": d.value, "interval": [d.low, d.high], "p_value": d.p_value},
            "online": {name: one.as_json() for name, one in self.online.items()},
        }


def folds(learned: Learned) -> list[list[int]]:
    """The rows of two halves, whole documents in one of them, in turn."""
    documents = learned.text.documents
    block = min(BLOCK, max(1, len(learned) // 8))
    named = len(set(documents)) >= 8
    keys = [documents[row] if named else str(row // block) for row in range(len(learned))]
    place = {key: number for number, key in enumerate(dict.fromkeys(keys))}
    return [[row for row, key in enumerate(keys) if place[key] % 2 == half] for half in (0, 1)]


def crossed(learned: Learned, order_of: Any) -> list[Order]:
    """For each sentence the order that `order_of(strategies)` makes of the half that it is not in."""
    halves = folds(learned)
    orders = [order_of(learned.part(half)) for half in halves]
    place = {row: 1 - number for number, half in enumerate(halves) for row in half}
    return [orders[place[row]] for row in range(len(learned))]


def halves(language: Language) -> list[Halves]:
    """Every genre of a language."""
    return [_halves(language, genre) for genre in language.genres]


def _halves(language: Language, genre: str) -> Halves:
    learned = language.genres[genre]
    rows = folds(learned)
    own = [learned.part(half).order() for half in rows]
    place = {row: number for number, half in enumerate(rows) for row in half}
    tested = {
        "the other half": _searched(learned, orders=crossed(learned, Strategies.order)),
        "the same half, in sample": _searched(learned, orders=[own[place[row]] for row in range(len(learned))]),
        "the grammar's order": _searched(learned),
    }
    foreign = _foreign(language, genre, min(map(len, rows)))
    if foreign is not None:
        tested["as much of other genres"] = _searched(learned, order=foreign.order())
    kept = finished(*tested.values())
    figures = {name: penetrance(one, kept) for name, one in tested.items()}
    first, *rest = tested
    return Halves(genre, figures, {name: discrepancy(tested[first], tested[name], kept) for name in rest})


def continuation(language: Language, genre: str) -> Continuation:
    """How the second half of a text is read by what its beginning teaches."""
    learned = language.genres[genre]
    middle = len(learned) // 2
    rest = learned.take(list(range(middle, len(learned))))
    counts = tuple(sorted({*(count for count in STEPS if count < middle), middle}))
    tested = [_searched(rest, order=learned.part(list(range(count))).order()) for count in counts]
    foreign = _foreign(language, genre, middle)
    far = None if foreign is None else _searched(rest, order=foreign.order())
    online = {f"{factor:g}": _online(learned.part(list(range(middle))), rest, factor) for factor in (1.0, 0.98, 0.9)}
    kept = finished(*tested, *online.values(), *([far] if far else []))
    return Continuation(
        genre,
        counts,
        tuple(penetrance(one, kept) for one in tested),
        penetrance(far, kept) if far else None,
        discrepancy(tested[-1], far, kept) if far else None,
        {name: penetrance(one, kept) for name, one in online.items()},
    )


def _online(strategies: Strategies, text: Learned, factor: float) -> Searched:
    found = [parsed for parsed, _ in adapt(strategies, text.text.sentences, forgetting=factor, bounds=BOUNDS)]
    return Searched(
        np.array([one.penetrance or 0.0 for one in found]),
        np.array([one.choices for one in found], np.int64),
        np.array([one.on_solution for one in found], np.int64),
        np.array([one.undefined is None for one in found], bool),
        np.array([bool(one.analyses) for one in found], bool),
    )


def _foreign(language: Language, genre: str, count: int) -> Strategies | None:
    """Strategies from so many sentences of the other genres, an equal share of each as far as they reach."""
    others = [one for name, one in language.genres.items() if name != genre]
    if not others:
        return None
    each = -(-count // len(others))
    total = others[0].part(list(range(min(each, len(others[0])))))
    for one in others[1:]:
        total = total + one.part(list(range(min(each, len(one)))))
    return total


def _searched(learned: Learned, *, order: Order | None = None, orders: Sequence[Order] | None = None) -> Searched:
    return searched(learned.strategies.grammar, learned.text.sentences, order=order, orders=orders, bounds=BOUNDS)
