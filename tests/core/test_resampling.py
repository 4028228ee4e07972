"""The bootstrap by cluster."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from murho.core import resampling
from murho.core.errors import UsageError
from murho.core.estimate import estimate
from murho.core.moments import Moments
from murho.core.resampling import bootstrap, moments_of, randomisation_test, resampled

RNG = np.random.default_rng(8)
WORDS = RNG.integers(3, 20, 400).astype(float)
ERRORS = RNG.binomial(WORDS.astype(int), RNG.beta(1, 5, 400)).astype(float)


def test_it_agrees_with_the_other_methods_on_plenty() -> None:
    found = bootstrap(ERRORS, WORDS, seed=1, bounded=False, n=400, level=0.95)
    plain = estimate(moments_of(ERRORS, WORDS), method="linearised", bounded=False, level=0.95)
    assert found.value == plain.value
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.006)
    assert found.method == "bootstrap by cluster, BCa, 2000 resamples"


def test_a_seed_gives_the_same_again() -> None:
    assert bootstrap(ERRORS, WORDS, seed=5, level=0.95) == bootstrap(ERRORS, WORDS, seed=5, level=0.95)
    assert bootstrap(ERRORS, WORDS, seed=5, level=0.95) != bootstrap(ERRORS, WORDS, seed=6, level=0.95)


def test_drawing_equal_clusters_together_leaves_the_distribution_alone() -> None:
    """Against row indices drawn one by one; 4,000 resamples, differences within a few standard errors."""
    num, den = np.repeat([0.0, 1.0, 3.0], [70, 20, 10]), np.repeat([5.0, 5.0, 8.0], [70, 20, 10])
    together = resampled(num, den, 4000, 1)
    rows = np.random.default_rng(2).integers(0, 100, (4000, 100))
    alone = num[rows].sum(axis=1) / den[rows].sum(axis=1)
    assert together.mean() == pytest.approx(alone.mean(), abs=4 * alone.std() / 4000**0.5)
    assert together.std() == pytest.approx(alone.std(), rel=0.06)
    for tail in (0.025, 0.25, 0.75, 0.975):
        assert np.quantile(together, tail) == pytest.approx(np.quantile(alone, tail), abs=0.15 * alone.std())


@pytest.mark.parametrize(
    ("num", "den"), [([0] * 30, [1] * 30), ([1] * 30, [1] * 30), ([3], [9]), ([0.3, 0.6, 0.9], [1, 2, 3]), ([0], [1])]
)
def test_where_resamples_do_not_move_the_score_interval_steps_in(num: list[float], den: list[float]) -> None:
    found = bootstrap(num, den, level=0.95)
    assert found.high - found.low > 0.05
    assert found.method.endswith("since the bootstrap interval has no width")


def test_one_error_is_enough_for_an_interval_that_holds_the_value() -> None:
    found = bootstrap([1] + [0] * 99, [1] * 100, level=0.95)
    assert found.low <= found.value == 0.01 <= found.high


def test_many_clusters_with_a_weight_of_their_own() -> None:
    weight = np.exp(np.random.default_rng(3).standard_normal(3000))
    found = bootstrap(weight * (np.arange(3000) % 5 == 0), weight, resamples=300, level=0.95)
    plain = estimate(moments_of(weight * (np.arange(3000) % 5 == 0), weight), level=0.95)
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.02)


def test_moments_of_columns_are_those_of_clusters() -> None:
    one_by_one = sum(
        (Moments.of_cluster(int(n), int(d), int(d * d)) for n, d in zip(ERRORS, WORDS, strict=True)), Moments()
    )
    assert moments_of(ERRORS, WORDS) == one_by_one


def test_wrong_use_is_refused() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        bootstrap([1, 2], [3], level=0.95)
    with pytest.raises(UsageError, match="too few"):
        bootstrap(ERRORS, WORDS, resamples=10, level=0.95)


def test_no_weight_means_no_value() -> None:
    assert bootstrap([0.0, 0.0], [0.0, 0.0], level=0.95).value is None


@pytest.mark.slow
def test_coverage_on_plenty() -> None:
    """1,000 samples of 60 utterances at a word error rate near .2: within 3 % of 95."""
    rng = np.random.default_rng(9)
    inside = 0
    for seed in range(1000):
        words = rng.integers(3, 20, 60)
        errors = rng.binomial(words, rng.beta(1, 4, 60))
        found = bootstrap(errors, words, seed=seed, resamples=1000, level=0.95)
        inside += found.low <= 0.2 <= found.high
    assert 920 <= inside <= 980


# The randomisation test against brute force, McNemar, and its own exact form.


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
    monkeypatch.setattr(resampling, "_ENUMERATE", 1)
    drawn = randomisation_test(a, den, b, den, resamples=40_000)
    assert (exact.exact, drawn.exact, drawn.resamples) == (True, False, 40_000)
    assert drawn.p_value == pytest.approx(exact.p_value, abs=4 * (exact.p_value / 40_000) ** 0.5)


def test_random_swaps_with_unequal_denominators_come_near_the_exact_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    rng = np.random.default_rng(6)
    columns = [rng.integers(low, high, 12).astype(float) for low, high in ((0, 3), (3, 9), (1, 4), (3, 9))]
    exact = randomisation_test(*columns)
    monkeypatch.setattr(resampling, "_ENUMERATE", 1)
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
    monkeypatch.setattr(resampling, "_WORK", 1 << 25)
    rng = np.random.default_rng(5)
    weight = np.exp(rng.standard_normal(20_000))
    found = randomisation_test(weight * rng.random(20_000), weight, weight * rng.random(20_000), weight)
    assert found.resamples == (1 << 25) // 20_000
