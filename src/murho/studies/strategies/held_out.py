"""Held-out sentences: of all genres, each with the orders that the half of its genre teaches which it is not in."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from murho.atn.efficiency.costs import Costs
from murho.atn.efficiency.failing import failing
from murho.atn.efficiency.orders import expected_cost, random_order
from murho.atn.lexicon import Sentence
from murho.atn.network import Order
from murho.atn.strategies import Strategies
from murho.atn.texts.comparison import Learned
from murho.studies.strategies.halves import crossed, folds
from murho.studies.strategies.texts import BOUNDS, Language

MOST = 320
"""Sentences that are timed and reordered: of each genre as many, at even steps."""
PAPER = "by arc of arrival"


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Sentences, and for each way of ordering the order of each."""

    sentences: list[Sentence]
    orders: dict[str, list[Order]]
    heads: list[tuple[int, ...]]
    """Their gold heads."""


def held_out(language: Language, costs: Costs) -> HeldOut:
    """The sentences, with every order that is compared."""
    sentences: list[Sentence] = []
    orders: dict[str, list[Order]] = {}
    heads: list[tuple[int, ...]] = []
    makers: Mapping[str, Callable[[Strategies], Order]] = {
        "most frequent, whatever the arrival": lambda one: one.order(arrivals=False),
        PAPER: lambda one: one.order(),
        "p over the cost of an attempt": lambda one: one.order(costs.seconds),
    }
    most = MOST // len(language.genres)
    for learned in language.genres.values():
        count = min(most, len(learned))
        rows = [i * len(learned) // count for i in range(count)]
        sentences += [learned.text.sentences[row] for row in rows]
        heads += [learned.text.heads[row] for row in rows]
        for name, make in makers.items():
            each = crossed(learned, make)
            orders.setdefault(name, []).extend(each[row] for row in rows)
        each = _by_failing(learned, costs, most)
        orders.setdefault("p over the cost of failing", []).extend(each[row] for row in rows)
    return HeldOut(sentences, orders, heads)


def _by_failing(learned: Learned, costs: Costs, most: int) -> list[Order]:
    """Expected cost with the measured cost of whole searches that fail, gathered on the half that a sentence is not in.

    The half is searched in the grammar's order, in the learned one and in three random ones.
    """
    grammar = learned.strategies.grammar
    halves = folds(learned)
    made = []
    for half in halves:
        strategies = learned.part(half)
        few = [learned.text.sentences[row] for row in half[:: max(1, 2 * len(half) // most)]]
        tried = [None, strategies.order(), *(random_order(grammar, seed) for seed in range(3))]
        made.append(expected_cost(strategies, failing(grammar, few, tried, unit=costs.seconds, bounds=BOUNDS)))
    place = {row: 1 - number for number, half in enumerate(halves) for row in half}
    return [made[place[row]] for row in range(len(learned))]
