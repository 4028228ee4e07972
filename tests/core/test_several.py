"""Several systems at once: p of all pairs, the intervals that go with them, ranks and groups."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.comparison import infer
from murho.core.several import ranking, simultaneous


def test_independent_comparisons_are_corrected_as_sidak_does() -> None:
    apart = np.eye(4)
    found = simultaneous([0.01, 0.05, 0.2, 1.0], apart, level=0.95, seed=3)
    assert found.p_values == pytest.approx([1 - (1 - p) ** 4 for p in (0.01, 0.05, 0.2, 1.0)], abs=0.004)
    assert found.own_level == pytest.approx(0.95 ** (1 / 4), abs=0.001)


def test_p_is_at_most_alpha_exactly_where_the_interval_leaves_0_out() -> None:
    """To the draw: at the level of each comparison's own interval its p just passes 0.05."""
    alpha = 1 - simultaneous([0.5, 0.5], np.eye(2), level=0.95, seed=3).own_level
    inside, outside = (
        simultaneous([alpha * (1 + by), 0.5], np.eye(2), level=0.95, seed=3).p_values[0] for by in (1e-9, -1e-9)
    )
    assert outside <= 0.05 < inside
    assert inside == pytest.approx(0.05 + 1e-5)


def test_no_p_is_less_than_one_in_the_draws() -> None:
    assert simultaneous([1e-30, 0.5], np.eye(2), level=0.95, seed=3).p_values[0] == 1e-5


def test_comparisons_that_are_one_need_no_correction() -> None:
    same = np.ones((3, 5)) * [1, -1, 2, 0, 3]
    found = simultaneous([0.03, 0.03, 0.03], same, level=0.9, seed=3)
    assert found.p_values == pytest.approx([0.03] * 3, abs=0.003)
    assert found.own_level == pytest.approx(0.9, abs=0.003)


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(2, 6))])
def test_simultaneous_p_and_intervals_agree(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one = np.ones(60)
    systems = [(rng.random(60) < rate) * 1.0 for rate in (0.2, 0.3, 0.45, 0.5)]
    pairs = [infer([systems[0], one, other, one], resamples=999) for other in systems[1:]]
    for level in (0.5, 0.9, 0.95, 0.99):
        found = simultaneous([p.p_value for p in pairs], [p.paired.deviation for p in pairs], level=level, seed=1)
        for pair, p in zip(pairs, found.p_values, strict=True):
            low, high = pair.interval(found.own_level)
            assert (p <= 1 - level) == (not low <= 0 <= high)
            assert p >= pair.p_value


def test_groups_may_overlap() -> None:
    """1 and 3 are told apart, and so are 2 and 4; 4 stands alone from 1 too."""
    apart = np.zeros((4, 4), bool)
    for i, j in ((0, 2), (1, 3), (0, 3)):
        apart[i, j] = apart[j, i] = True
    found = ranking(["w", "x", "y", "z"], [0.1, 0.2, 0.3, 0.4], apart)
    assert [one.groups for one in found] == [("a",), ("a", "b"), ("b", "c"), ("c",)]
    assert [one.rank_interval for one in found] == [(1, 2), (1, 3), (2, 4), (3, 4)]


def test_a_system_without_a_figure_comes_last() -> None:
    found = ranking(["none", "good"], [None, 0.2], np.zeros((2, 2), bool))
    assert [(one.system, one.value, one.rank_interval) for one in found] == [
        ("good", 0.2, (1, 2)),
        ("none", None, (1, 2)),
    ]


@given(st.integers(1, 7).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))))
def test_systems_share_a_letter_exactly_where_they_are_not_told_apart(chosen: tuple[int, set[tuple[int, int]]]) -> None:
    n, told = chosen
    apart = np.zeros((n, n), bool)
    for i, j in told:
        apart[i, j] = apart[j, i] = i != j
    found = ranking([str(i) for i in range(n)], [i / 10 for i in range(n)], apart)
    for i in range(n):
        for j in range(i + 1, n):
            assert bool(set(found[i].groups) & set(found[j].groups)) == (not apart[i, j])
