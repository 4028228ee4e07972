"""Orders beyond the paper: random ones, and those that minimise expected cost.

When is it best to try arcs in falling order of p/c, probability over cost? Let exactly one arc of a node be right, arc
i with probability p_i, and let c_i be what it costs to try arc i in vain. The right arc costs the same wherever it
stands; an order adds the costs of those before it: W = Σ_i p_i · Σ_{j before i} c_j. Swap two neighbours, a before b: W
changes by p_a·c_b − p_b·c_a, which is not negative just when p_a/c_a ≥ p_b/c_b. So an order that cannot be bettered by
such a swap falls in p/c; and since every order leads to that one by swaps of which none makes it worse, it is optimal.
The same swap proves the rule for alternatives that succeed independently of each other, tried until the first success:
then p_i is the chance that i succeeds and c_i its expected cost.

It is not optimal where c_i depends on which arc is right (an arc that the next word rules out fails at once, the same
arc on an ambiguous word after a long search), where an arc is right often but only together with what was chosen before
(p given the arc of arrival alone is a coarse guess), and for the mean of penetrances: a mean of ratios is not the ratio
of choices in all. Nor does it help at nodes off the accepted way, where every arc fails anyhow.

Costs may be those of a single attempt by type of arc (`murho_lab.atn.efficiency.costs`, as in
`Strategies.order(costs)`) or those of the whole search below an arc that fails (`murho_lab.atn.efficiency.failing`),
which the proof asks for.

>>> from murho_lab.atn import bundled
>>> from murho_lab.atn.efficiency.failing import failing
>>> from murho_lab.atn.strategies import learn
>>> toy, lexicon = bundled("english")
>>> text = [lexicon.sentence(line) for line in ("what did he see", "the man slept", "who saw mary")]
>>> learned = learn(toy, text)
>>> order = expected_cost(learned, failing(toy, text, [None, learned.order()]))
>>> [arc.label for arc in learned.order().start], [arc.label for arc in order.start]
(['PUSH NPQ/', 'PUSH NP/', 'CAT AUX', 'PUSH NP/'], ['PUSH NPQ/', 'PUSH NP/', 'CAT AUX', 'PUSH NP/'])
"""

import random

from murho_lab.atn.efficiency.failing import Failing
from murho_lab.atn.network import Arc, Grammar, Order
from murho_lab.atn.strategies import Strategies


def expected_cost(strategies: Strategies, costs: Failing) -> Order:
    """The order of falling probability over the cost of failing, for every arc of arrival."""
    grammar = strategies.grammar

    def ordered(arrival: Arc | None, state: str) -> tuple[Arc, ...]:
        arcs = grammar.states[state].arcs if state else ()
        shares = strategies.shares_at(arrival.index if arrival else None, state) if state else []
        worth = [p / costs.of(arrival, arc) for p, arc in zip(shares, arcs, strict=True)]
        return tuple(arcs[index] for index in sorted(range(len(arcs)), key=lambda index: -worth[index]))

    return Order(
        ordered(None, grammar.start),
        tuple(ordered(arc, arc.target) for arc in grammar.arcs),
        tuple(ordered(arc, arc.below) for arc in grammar.arcs),
    )


def random_order(grammar: Grammar, seed: int = 0) -> Order:
    """Every row of arcs shuffled by itself."""
    rng = random.Random(seed)

    def shuffled(state: str) -> tuple[Arc, ...]:
        arcs = list(grammar.states[state].arcs) if state else []
        rng.shuffle(arcs)
        return tuple(arcs)

    return Order(
        shuffled(grammar.start),
        tuple(shuffled(arc.target) for arc in grammar.arcs),
        tuple(shuffled(arc.below) for arc in grammar.arcs),
    )
