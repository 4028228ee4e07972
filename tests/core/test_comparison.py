"""Paired differences."""

from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from murho.core.comparison import compare, holm
from murho.core.errors import UsageError

fraction = st.integers(0, 8).map(lambda x: x / 8)
cluster = st.tuples(fraction, st.integers(1, 8), fraction, st.integers(1, 8))


def table(only_a: int, only_b: int, same: int) -> list[list[float]]:
    a = [1.0] * only_a + [0.0] * (only_b + same)
    b = [0.0] * only_a + [1.0] * only_b + [0.0] * same
    return [a, [1.0] * len(a), b, [1.0] * len(a)]


def test_plain_pairs_have_nearly_bonett_and_prices_interval() -> None:
    """Bonett and Price (2012), equation for the adjusted Wald interval of paired proportions."""
    found = compare(*table(60, 40, 900))
    p12, p21 = 61 / 1002, 41 / 1002
    half = stats.norm.ppf(0.975) * ((p12 + p21 - (p12 - p21) ** 2) / 1002) ** 0.5
    assert (found.value, found.pairs, found.clusters) == (pytest.approx(-0.02), 1000, 1000)
    assert (found.low, found.high) == pytest.approx((p21 - p12 - half, p21 - p12 + half), abs=5e-4)
    assert found.flags == ()


def test_pairing_is_what_makes_a_difference_certain() -> None:
    """Two systems that fail on the same cases, save for a few that one of them gets right."""
    hard = np.arange(1000) % 2 == 0
    better = hard & (np.arange(1000) % 40 != 0)
    found = compare(hard * 1.0, np.ones(1000), better * 1.0, np.ones(1000))
    assert found.value == -0.025
    assert found.high < 0
    assert found.p_value < 1e-6
    assert 1.96 * (2 * 0.25 / 1000) ** 0.5 > 0.025  # unpaired, the same difference would be noise


def test_systems_that_never_differ_may_still_differ_a_little() -> None:
    found = compare(*table(0, 0, 100))
    assert found.value == 0
    assert found.low == -found.high
    assert found.high >= (1 - 0.025 ** (1 / 100)) * (1 - 1e-12)
    assert found.p_value == 1
    assert found.flags == ("the systems differ on none of 100 cases: the interval is what that leaves possible",)


@given(st.lists(cluster, min_size=1, max_size=25), st.booleans())
def test_an_interval_has_width_holds_its_value_and_stays_in_range(rows: list[tuple[float, ...]], bounded: bool) -> None:
    num_a, den_a, num_b, den_b = (np.array(column) for column in zip(*rows, strict=True))
    found = compare(num_a * den_a, den_a, num_b * den_b, den_b, bounded=bounded, resamples=99)
    assert found.value == pytest.approx(found.pi_b - found.pi_a, abs=1e-12)
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert not bounded or -1 <= found.low <= found.high <= 1
    assert 0 < found.p_value <= 1


@given(st.lists(cluster, min_size=1, max_size=12))
def test_swapping_the_systems_turns_the_sign(rows: list[tuple[float, ...]]) -> None:
    num_a, den_a, num_b, den_b = (np.array(column) for column in zip(*rows, strict=True))
    one = compare(num_a * den_a, den_a, num_b * den_b, den_b)
    two = compare(num_b * den_b, den_b, num_a * den_a, den_a)
    assert (two.value, two.low, two.high) == pytest.approx((-one.value, -one.high, -one.low), abs=1e-9)
    assert two.p_value == pytest.approx(one.p_value)


def test_denominators_may_differ_between_the_systems() -> None:
    """As with F1, whose denominator counts what the system found."""
    rng = np.random.default_rng(7)
    gold = rng.integers(1, 5, 300)
    found_a, found_b = gold + rng.integers(-1, 2, 300), gold + rng.integers(0, 2, 300)
    wrong_a, wrong_b = rng.binomial(gold, 0.3), rng.binomial(gold, 0.2)
    change = compare(wrong_a, gold + found_a, wrong_b, gold + found_b, pairs=300)
    assert change.value == pytest.approx(
        wrong_b.sum() / (gold + found_b).sum() - wrong_a.sum() / (gold + found_a).sum()
    )
    assert change.low < change.value < change.high
    assert change.high - change.low < 0.06


def test_a_single_cluster_says_nothing() -> None:
    found = compare([3], [10], [1], [10], pairs=10)
    assert (found.low, found.high) == (-1, 1)
    assert found.flags == ("only 1 cluster: how much clusters differ is unknown",)
    assert found.p_value == 1


def test_few_clusters_and_few_moves_are_flagged() -> None:
    assert compare([3, 4, 1], [9, 9, 9], [2, 4, 1], [9, 9, 9], pairs=27).flags == (
        "only 3 clusters",
        "the systems differ on only 1 clusters: read the interval as a rough one",
    )


def test_without_weight_there_is_no_difference() -> None:
    found = compare([0.0], [0.0], [1.0], [2.0], bounded=False)
    assert (found.value, found.low, found.high, found.pi_a, found.pi_b) == (None, -inf, inf, None, 0.5)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        compare([1, 2], [1, 1], [1], [1])


def test_holm_is_statsmodels() -> None:
    """Holm (1979); the values are those of R's p.adjust(c(.01, .02, .03, .04, .05), "holm") and of ties."""
    assert holm([0.01, 0.02, 0.03, 0.04, 0.05]) == pytest.approx([0.05, 0.08, 0.09, 0.09, 0.09])
    assert holm([0.5, 0.01, 0.5]) == pytest.approx([1, 0.03, 1])
    assert holm([]) == []


@given(st.lists(st.floats(0, 1), max_size=12))
def test_holm_never_lowers_a_p_value_and_keeps_the_order(p_values: list[float]) -> None:
    adjusted = holm(p_values)
    assert all(p <= q <= 1 for p, q in zip(p_values, adjusted, strict=True))
    assert sorted(adjusted) == [adjusted[i] for i in sorted(range(len(p_values)), key=lambda i: p_values[i])]
