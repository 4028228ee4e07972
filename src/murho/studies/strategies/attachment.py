"""What an order of arcs costs in accuracy: the first tree that it leads to, against the gold one.

The order of a grammar's arcs is also its preference among analyses: a search in another order finds another one first.
"""

from collections.abc import Mapping

from murho.atn.dependencies import NotATreeError, tree
from murho.atn.network import Grammar, Order
from murho.atn.parsing import parse
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.studies.strategies.held_out import HeldOut
from murho.studies.strategies.texts import BOUNDS

OWN = "the grammar's own"


def attachment(grammar: Grammar, pool: HeldOut) -> Mapping[str, Figure]:
    """Unlabelled attachment errors of the first trees, by order: a share of the words, with its interval by sentence.

    Of every order the same sentences count: those for which each led to a tree within the bound.
    """
    orders = {OWN: [grammar.order] * len(pool.sentences), **pool.orders}
    wrong = {name: [_wrong(grammar, pool, row, each[row]) for row in range(len(each))] for name, each in orders.items()}
    kept = [row for row in range(len(pool.sentences)) if all(each[row] is not None for each in wrong.values())]
    words = [len(pool.heads[row]) for row in kept]
    return {
        name: figure(tally(Judgements.of([each[row] or 0 for row in kept], words), [1.0] * len(kept)))
        for name, each in wrong.items()
    }


def _wrong(grammar: Grammar, pool: HeldOut, row: int, order: Order) -> int | None:
    """Words with a wrong head in the first tree; None where there is no tree."""
    gold = pool.heads[row]
    found = parse(grammar, pool.sentences[row], order=order, bounds=BOUNDS)
    if not found.analyses:
        return None
    try:
        heads = tree(found.analyses[0], len(gold))
    except NotATreeError:
        return None
    return sum(head != right for (head, _), right in zip(heads, gold, strict=True))
