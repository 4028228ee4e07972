"""The worst items: which ones, and what is said of them."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.store import Run
from murho.views.evidence import gather
from murho.views.worst import _differences, choose, worst


def test_worst_items_of_a_run_with_no_room(plain: Run) -> None:
    assert worst(gather(plain, None, None), 0).items == []


@given(
    st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=1, max_size=40),
    st.integers(0, 12),
)
def test_the_worst_are_chosen_by_cost(costs: list[float], most: int) -> None:
    chosen, tied, listed = choose(lambda: [np.array([costs[:7]]), np.array([costs[7:]])], most)
    found = [costs[i] for i in chosen]
    wrong = sorted((cost for cost in costs if cost), reverse=True)
    assert found == wrong[:most]
    assert len(set(chosen)) == len(chosen)
    if tied:
        assert costs.count(found[-1]) == tied > listed == found.count(found[-1])


def test_of_equally_bad_items_further_measures_decide() -> None:
    chosen, tied, _ = choose(lambda: [np.array([[1, 1, 1, 0], [0.2, 0.9, 0.5, 1.0]])], 2)
    assert (chosen, tied) == ([1, 2], 0)


def test_what_differs_is_told_where_the_measure_explains() -> None:
    right, said = ({"a": 1, "b": 2},), ({"a": 1, "b": 3},)
    assert _differences(measure("graded"), right, said) == ["b: 3 instead of 2"]
    assert _differences(measure("labels"), ("a",), ("b",)) == []
    for nothing in (UNDEFINED, ()):
        assert _differences(measure("graded"), right, nothing) == []
