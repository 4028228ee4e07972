"""Several figures at once: the level of each, and p that agree with it."""

from itertools import pairwise

import numpy as np
import pytest

from murho.core.comparison import difference, infer
from murho.core.estimate import estimate
from murho.core.family import own_level, simultaneous_p
from murho.core.moments import Moments

WRONG, RIGHT = Moments.of_cluster(1, 1), Moments.of_cluster(0, 1)
SOME = sum([WRONG] * 12 + [RIGHT] * 88, Moments())


def test_independent_intervals_at_their_own_level_hold_together_at_the_level_asked_for() -> None:
    for figures in (2, 30, 100_000):
        assert own_level(0.95, figures) ** figures == pytest.approx(0.95, rel=1e-9)
    assert own_level(0.95, 1) == own_level(0.95, 0) == 0.95


def test_it_asks_for_a_little_less_than_bonferroni() -> None:
    assert 1 - 0.05 / 30 > own_level(0.95, 30) > 1 - 0.0514 / 30


def test_p_of_many_is_what_chance_leaves() -> None:
    assert simultaneous_p(0.02, 1) == 0.02
    assert simultaneous_p(0.02, 3) == pytest.approx(1 - 0.98**3, rel=1e-12)
    assert simultaneous_p(1e-18, 30) == pytest.approx(3e-17, rel=1e-12), "small p keep their digits"
    assert simultaneous_p(1.0, 30) == 1.0


def test_a_simultaneous_interval_is_the_estimates_own_at_that_level() -> None:
    found = estimate(SOME, family=30)
    wider = estimate(SOME, level=own_level(0.95, 30))
    assert found.simultaneous == (wider.low, wider.high)
    assert (found.low, found.high) == (estimate(SOME).low, estimate(SOME).high)
    assert estimate(SOME).simultaneous is None


@pytest.mark.parametrize("method", ["score", "wilson", "korn-graubard", "linearised"])
def test_more_figures_make_every_kind_of_interval_longer(method: str) -> None:
    ends = [estimate(SOME, method=method, family=figures).simultaneous for figures in (2, 5, 30, 1000)]
    for inner, outer in pairwise(one for one in ends if one is not None):
        assert outer[0] <= inner[0] < inner[1] < outer[1]
    assert None not in ends


def test_what_has_no_interval_has_no_simultaneous_one() -> None:
    assert estimate(WRONG, family=3).simultaneous is None
    assert estimate(Moments(), family=3).simultaneous is None
    assert estimate(SOME, family=3, effect=0).simultaneous == (0.12, 0.12), "all of a population"


@pytest.mark.parametrize("seed", range(6))
def test_p_of_all_is_small_exactly_where_the_simultaneous_interval_leaves_0_out(seed: int) -> None:
    rng = np.random.default_rng(seed)
    clusters, groups = 40, 4
    rho = rng.lognormal(0, 0.5, clusters)
    before, after = rng.random((2, clusters)) < [[0.5], [0.2]]
    columns = [rho * before, rho, rho * after, rho]
    found = infer(columns)
    assert found is not None
    p = simultaneous_p(found.p_value, groups)
    for level in (0.5, 0.9, 0.95, 0.99, 1 - p * 1.0001, 1 - p * 0.9999):
        ends = difference(columns, found, level=own_level(level, groups))
        assert (p <= 1 - level) == (not ends.low <= 0 <= ends.high), level
