"""The randomisation test against brute force, McNemar, and its own exact form."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from murho.core import randomisation
from murho.core.randomisation import randomisation_test

cluster = st.tuples(st.integers(0, 4), st.integers(1, 5), st.integers(0, 4), st.integers(1, 5))


def brute_force(rows: list[tuple[int, int, int, int]]) -> float:
    def difference(swaps: tuple[bool, ...]) -> float:
        sides = [row[2:] + row[:2] if swap else row for row, swap in zip(rows, swaps, strict=True)]
        num_a, den_a, num_b, den_b = (sum(column) for column in zip(*sides, strict=True))
        return abs(num_b / den_b - num_a / den_a)

    observed = difference((False,) * len(rows))
    extreme = [difference(swaps) >= observed - 1e-9 for swaps in product((False, True), repeat=len(rows))]
    return sum(extreme) / len(extreme)


@given(st.lists(cluster, min_size=1, max_size=8))
def test_all_swaps_are_those_of_brute_force(rows: list[tuple[int, int, int, int]]) -> None:
    found = randomisation_test(*map(list, zip(*rows, strict=True)))
    assert found.exact
    assert found.p_value == pytest.approx(brute_force(rows))


@pytest.mark.parametrize(
    ("only_a", "only_b", "neither"), [(5, 1, 6), (22, 99, 800), (0, 0, 10), (7, 7, 0), (400, 300, 9)]
)
def test_yes_no_losses_of_equal_weight_give_mcnemars_exact_test(only_a: int, only_b: int, neither: int) -> None:
    a = [1.0] * only_a + [0.0] * (only_b + neither)
    b = [0.0] * only_a + [1.0] * only_b + [0.0] * neither
    one = [1.0] * len(a)
    expected = stats.binomtest(only_a, only_a + only_b).pvalue if only_a + only_b else 1.0
    assert randomisation_test(a, one, b, one).p_value == pytest.approx(expected, rel=1e-9)


def test_random_swaps_come_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(4)
    den = rng.integers(1, 4, 14).astype(float)
    a, b = rng.integers(0, 3, 14).astype(float), rng.integers(0, 4, 14).astype(float)
    exact = randomisation_test(a, den, b, den)
    monkeypatch.setattr(randomisation, "_ENUMERATE", 1)
    drawn = randomisation_test(a, den, b, den, resamples=40_000)
    assert (exact.exact, drawn.exact, drawn.resamples) == (True, False, 40_000)
    assert drawn.p_value == pytest.approx(exact.p_value, abs=4 * (exact.p_value / 40_000) ** 0.5)


def test_random_swaps_with_unequal_denominators_come_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    columns = [rng.integers(low, high, 12).astype(float) for low, high in ((0, 3), (3, 9), (1, 4), (3, 9))]
    exact = randomisation_test(*columns)
    monkeypatch.setattr(randomisation, "_ENUMERATE", 1)
    assert randomisation_test(*columns, resamples=40_000).p_value == pytest.approx(exact.p_value, abs=0.01)


def test_a_p_value_is_never_0() -> None:
    one = np.ones(3000)
    assert 0 < randomisation_test(one, one, 0 * one, one).p_value < 1e-300
    weight = np.exp(np.random.default_rng(1).standard_normal(3000))
    assert randomisation_test(weight, weight, 0 * weight, weight, resamples=999).p_value == 0.001


def test_systems_that_agree_differ_by_chance() -> None:
    assert randomisation_test([1, 0, 2], [3, 3, 3], [1, 0, 2], [3, 3, 3]).p_value == 1


def test_p_values_of_equal_systems_are_uniform() -> None:
    """At most α of them at or below α, over 400 samples with weights of their own."""
    rng = np.random.default_rng(12)
    found = []
    for seed in range(400):
        weight = np.exp(rng.standard_normal(60))
        a, b = weight * (rng.random(60) < 0.3), weight * (rng.random(60) < 0.3)
        found.append(randomisation_test(a, weight, b, weight, resamples=499, seed=seed).p_value)
    for level in (0.05, 0.2, 0.5):
        assert np.mean(np.array(found) <= level) <= level + 3 * (level * (1 - level) / 400) ** 0.5
        assert np.mean(np.array(found) <= level) >= level - 3.5 * (level * (1 - level) / 400) ** 0.5


def test_order_of_clusters_leaves_no_trace() -> None:
    rng = np.random.default_rng(2)
    weight = np.exp(rng.standard_normal(200))
    columns = [weight * rng.random(200), weight, weight * rng.random(200), weight]
    shuffle = rng.permutation(200)
    found = randomisation_test(*columns, seed=3)
    assert found == randomisation_test(*(column[shuffle] for column in columns), seed=3)


def test_very_many_different_clusters_get_fewer_swaps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(randomisation, "_WORK", 1 << 25)
    rng = np.random.default_rng(5)
    weight = np.exp(rng.standard_normal(20_000))
    found = randomisation_test(weight * rng.random(20_000), weight, weight * rng.random(20_000), weight)
    assert found.resamples == (1 << 25) // 20_000
