"""The bootstrap by cluster."""

import numpy as np
import pytest

from murho.core.bootstrap import bootstrap, moments_of, resampled
from murho.core.errors import UsageError
from murho.core.estimate import estimate
from murho.core.moments import Moments

RNG = np.random.default_rng(8)
WORDS = RNG.integers(3, 20, 400).astype(float)
ERRORS = RNG.binomial(WORDS.astype(int), RNG.beta(1, 5, 400)).astype(float)


def test_it_agrees_with_the_other_methods_on_plenty() -> None:
    found = bootstrap(ERRORS, WORDS, seed=1, bounded=False, n=400)
    plain = estimate(moments_of(ERRORS, WORDS), method="linearised", bounded=False)
    assert found.value == plain.value
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.006)
    assert found.method == "bootstrap by cluster, BCa, 2000 resamples"


def test_a_seed_gives_the_same_again() -> None:
    assert bootstrap(ERRORS, WORDS, seed=5) == bootstrap(ERRORS, WORDS, seed=5)
    assert bootstrap(ERRORS, WORDS, seed=5) != bootstrap(ERRORS, WORDS, seed=6)


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
    found = bootstrap(num, den)
    assert found.high - found.low > 0.05
    assert found.method.endswith("since the bootstrap interval has no width")


def test_one_error_is_enough_for_an_interval_that_holds_the_value() -> None:
    found = bootstrap([1] + [0] * 99, [1] * 100)
    assert found.low <= found.value == 0.01 <= found.high


def test_many_clusters_with_a_weight_of_their_own() -> None:
    weight = np.exp(np.random.default_rng(3).standard_normal(3000))
    found = bootstrap(weight * (np.arange(3000) % 5 == 0), weight, resamples=300)
    plain = estimate(moments_of(weight * (np.arange(3000) % 5 == 0), weight))
    assert (found.low, found.high) == pytest.approx((plain.low, plain.high), abs=0.02)


def test_moments_of_columns_are_those_of_clusters() -> None:
    one_by_one = sum(
        (Moments.of_cluster(int(n), int(d), int(d * d)) for n, d in zip(ERRORS, WORDS, strict=True)), Moments()
    )
    assert moments_of(ERRORS, WORDS) == one_by_one


def test_wrong_use_is_refused() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        bootstrap([1, 2], [3])
    with pytest.raises(UsageError, match="too few"):
        bootstrap(ERRORS, WORDS, resamples=10)


def test_no_weight_means_no_value() -> None:
    assert bootstrap([0.0, 0.0], [0.0, 0.0]).value is None


@pytest.mark.slow
def test_coverage_on_plenty() -> None:
    """1,000 samples of 60 utterances at a word error rate near .2: within 3 % of 95."""
    rng = np.random.default_rng(9)
    inside = 0
    for seed in range(1000):
        words = rng.integers(3, 20, 60)
        errors = rng.binomial(words, rng.beta(1, 4, 60))
        found = bootstrap(errors, words, seed=seed, resamples=1000)
        inside += found.low <= 0.2 <= found.high
    assert 920 <= inside <= 980
