"""Held-out sentences: of all genres, each with the orders that the half of its genre teaches which it is not in.

What an order of arcs costs in accuracy is told by the first tree that it leads to, against the gold one: the order of a
grammar's arcs is also its preference among analyses, and a search in another order finds another one first.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho_lab.atn.dependencies import NotATreeError, tree
from murho_lab.atn.efficiency.costs import Costs
from murho_lab.atn.efficiency.failing import failing
from murho_lab.atn.efficiency.orders import expected_cost, random_order
from murho_lab.atn.lexicon import Sentence
from murho_lab.atn.network import Grammar, Order
from murho_lab.atn.parsing import parse
from murho_lab.atn.strategies import Strategies
from murho_lab.atn.texts.comparison import Learned
from murho_lab.studies.strategies.halves import crossed, folds
from murho_lab.studies.strategies.texts import BOUNDS, Language

MOST = 320
"""Sentences that are timed and reordered: of each genre as many, at even steps."""
PAPER = "by arc of arrival"
OWN = "the grammar's own"


@dataclass(frozen=True, eq=False)
class HeldOut:
    """Sentences, and by way of ordering the order of arcs that each sentence is searched in."""

    sentences: list[Sentence]
    orders: dict[str, list[Order]]
    """By way of ordering, an order for each sentence."""
    heads: list[tuple[int, ...]]
    """The gold heads of each sentence."""


def held_out(language: Language, costs: Costs) -> HeldOut:
    """The held-out sentences of a language, with every learned order that is compared; `costs` weigh the attempts."""
    sentences: list[Sentence] = []
    orders: dict[str, list[Order]] = {}
    heads: list[tuple[int, ...]] = []
    makers: Mapping[str, Callable[[Strategies], Order]] = {
        "most frequent, whatever the arrival": lambda strategies: strategies.order(arrivals=False),
        PAPER: lambda strategies: strategies.order(),
        "p over the cost of an attempt": lambda strategies: strategies.order(costs.seconds),
    }
    # As many of each, or the largest genre would speak for the language.
    most = MOST // len(language.genres)
    for learned in language.genres.values():
        count = min(most, len(learned))
        # Over the whole genre: no document is left out because it stands late in its file.
        rows = [i * len(learned) // count for i in range(count)]
        sentences += [learned.text.sentences[row] for row in rows]
        heads += [learned.text.heads[row] for row in rows]
        for name, make in makers.items():
            # Learned from all sentences of the other half, though only some are searched.
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
        # Several, for in one order many arcs never fail, and their cost stays unknown.
        tried = [None, strategies.order(), *(random_order(grammar, seed) for seed in range(3))]
        made.append(expected_cost(strategies, failing(grammar, few, tried, unit=costs.seconds, bounds=BOUNDS)))
    other_half = {row: 1 - number for number, half in enumerate(halves) for row in half}
    return [made[other_half[row]] for row in range(len(learned))]


def attachment(grammar: Grammar, pool: HeldOut) -> Mapping[str, Figure]:
    """Unlabelled attachment errors of the first trees, by order: a share of the words, with its interval by sentence.

    Of every order the same sentences count: those for which each led to a tree within the bound.
    """
    orders = {OWN: [grammar.order] * len(pool.sentences), **pool.orders}
    wrong = {name: [_wrong(grammar, pool, row, each[row]) for row in range(len(each))] for name, each in orders.items()}
    rows = [row for row in range(len(pool.sentences)) if all(each[row] is not None for each in wrong.values())]
    words = [len(pool.heads[row]) for row in rows]
    # In these rows no order lacks a tree: `or 0` only says so to the types.
    return {
        name: figure(tally(Judgements.of([each[row] or 0 for row in rows], words), [1.0] * len(rows)), level=0.95)
        for name, each in wrong.items()
    }


def _wrong(grammar: Grammar, pool: HeldOut, row: int, order: Order) -> int | None:
    """How many words have a wrong head in the first tree; None where no tree is found within the bound."""
    gold = pool.heads[row]
    result = parse(grammar, pool.sentences[row], order=order, bounds=BOUNDS)
    if not result.analyses:
        return None
    try:
        heads = tree(result.analyses[0], len(gold))
    # An analysis need not give every word one head.
    except NotATreeError:
        return None
    return sum(head != right for (head, _), right in zip(heads, gold, strict=True))
