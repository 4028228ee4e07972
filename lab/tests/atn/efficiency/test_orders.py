"""Orders that minimise expected cost."""

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho_lab.atn import bundled, grammar
from murho_lab.atn.efficiency.failing import Failing
from murho_lab.atn.efficiency.orders import expected_cost, random_order
from murho_lab.atn.strategies import Strategies

ALTERNATIVES = st.lists(st.tuples(st.floats(0.01, 1), st.floats(0.1, 100)), min_size=1, max_size=5)


@given(ALTERNATIVES)
def test_p_over_cost_is_optimal_where_exactly_one_is_right(arcs: list[tuple[float, float]]) -> None:
    def wasted(order: list[tuple[float, float]]) -> float:
        return sum(p * sum(cost for _, cost in order[:place]) for place, (p, _) in enumerate(order))

    best = min(wasted(list(order)) for order in permutations(arcs))
    assert wasted(sorted(arcs, key=lambda arc: -arc[0] / arc[1])) == pytest.approx(best)


@given(ALTERNATIVES)
def test_p_over_cost_is_optimal_for_independent_alternatives(arcs: list[tuple[float, float]]) -> None:
    def expected(order: list[tuple[float, float]]) -> float:
        total, reached = 0.0, 1.0
        for p, cost in order:
            total, reached = total + reached * cost, reached * (1 - p)
        return total

    best = min(expected(list(order)) for order in permutations(arcs))
    assert expected(sorted(arcs, key=lambda arc: -arc[0] / arc[1])) == pytest.approx(best)


def test_an_arc_that_fails_dearly_comes_later() -> None:
    nets = grammar("(S (PUSH A T (TO E)) (CAT b T (TO E))) (E (POP 'x T)) (A (CAT a T (TO AE))) (AE (POP 'a T))")
    push, cat = nets.states["S"].arcs
    learned = Strategies(nets, {(None, push): 3.0, (None, cat): 2.0})
    assert expected_cost(learned, Failing(nets)).start == (push, cat)
    assert expected_cost(learned, Failing(nets, {"PUSH": 4.0})).start == (cat, push)


def test_a_random_order_has_every_arc_once() -> None:
    nets, _ = bundled("ud")
    order, again, other = random_order(nets, 1), random_order(nets, 1), random_order(nets, 2)
    assert order == again != other
    for arc in nets.arcs:
        row = nets.states[arc.target].arcs if arc.target else ()
        assert sorted(one.index for one in order.after[arc.index]) == [one.index for one in row]
