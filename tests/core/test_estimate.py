"""Estimates: what was done is said, nothing is ever ±0, what is shaky is flagged."""

from itertools import pairwise
from math import inf

import numpy as np
import pytest
from scipy import stats

from murho.core.comparison import difference, infer
from murho.core.errors import UsageError
from murho.core.estimate import METHODS, Estimate, estimate, own_level, simultaneous_p
from murho.core.moments import Moments, exact


def of(num: list[float], den: list[float], squares: list[float] | None = None) -> Moments:
    whole = Moments()
    for i, (n, d) in enumerate(zip(num, den, strict=True)):
        whole += Moments.of_cluster(exact(float(n)), exact(float(d)), None if squares is None else exact(squares[i]))
    return whole


YES_NO = of([1] * 20 + [0] * 80, [1] * 100)


def test_plain_accuracy_has_the_effective_size_of_its_cases() -> None:
    found = estimate(YES_NO, level=0.95)
    assert (found.value, found.n, found.clusters, found.flags) == (0.2, 100, 100, ())
    assert found.effective_n == pytest.approx(100)
    wilson = stats.binomtest(20, 100).proportion_ci(method="wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high), abs=0.003)


def test_wilson_by_name_is_the_textbook_formula() -> None:
    found = estimate(YES_NO, method="wilson", level=0.9)
    wilson = stats.binomtest(20, 100).proportion_ci(0.9, "wilson")
    assert (found.low, found.high) == pytest.approx((wilson.low, wilson.high))


def test_linearised_is_the_ratio_estimators_t_interval() -> None:
    num, den = [3, 0, 4, 1, 7, 2], [10, 8, 12, 9, 11, 10]
    found = estimate(of(num, den), method="linearised", bounded=False, level=0.95)
    ratio = sum(num) / sum(den)
    variance = 6 / 5 * sum((n - ratio * d) ** 2 for n, d in zip(num, den, strict=True)) / sum(den) ** 2
    half = stats.t.ppf(0.975, 5) * variance**0.5
    assert (found.low, found.high) == pytest.approx((max(0, ratio - half), ratio + half))
    assert found.method == "linearised, t with 5 degrees of freedom"


def test_korn_graubard_of_plain_cases_is_nearly_clopper_and_pearsons() -> None:
    found = estimate(YES_NO, method="korn-graubard", level=0.95)
    exact_ends = stats.binomtest(20, 100).proportion_ci()
    assert (found.low, found.high) == pytest.approx((exact_ends.low, exact_ends.high), abs=0.003)
    assert found.high - found.low > exact_ends.high - exact_ends.low


def test_weights_shrink_the_effective_size_after_kish() -> None:
    weight = [1.0, 2.0, 4.0, 8.0] * 25
    loss = ([0.0] * 3 + [1.0]) * 12 + [0.0, 1.0, 0.0, 0.0] * 13
    moments = of([w * x for w, x in zip(weight, loss, strict=True)], weight, [w * w for w in weight])
    kish = sum(weight) ** 2 / sum(w * w for w in weight)
    assert estimate(moments, level=0.95).effective_n <= kish * (1 + 1e-9)


def test_clusters_that_fail_together_count_as_one_case() -> None:
    found = estimate(of([10] * 12 + [0] * 28, [10] * 40), n=400, level=0.95)
    assert found.effective_n == pytest.approx(40, rel=0.03)
    assert (found.n, found.clusters) == (400, 40)


def test_clusters_alike_count_by_their_cases() -> None:
    num = [3, 2, 4, 3, 2, 4, 3, 3] * 10
    found = estimate(of(num, [10] * 80), n=800, level=0.95)
    assert found.effective_n >= 800


def test_graded_losses_may_be_surer_than_right_and_wrong() -> None:
    graded = estimate(of([0.2, 0.3, 0.25, 0.35, 0.15] * 200, [1] * 1000), level=0.95)
    yes_no = estimate(of([1] * 250 + [0] * 750, [1] * 1000), level=0.95)
    assert graded.value == yes_no.value == 0.25
    assert graded.high - graded.low < 0.3 * (yes_no.high - yes_no.low)


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize(
    ("num", "den"),
    [
        ([0], [1]),
        ([1], [1]),
        ([30], [100]),
        ([0] * 50, [1] * 50),
        ([1] * 50, [1] * 50),
        ([0.1, 0.2, 0.33, 0.7], [1, 2, 3.3, 7]),
        ([0.5] * 30, [1] * 30),
        ([3, 3], [10, 10]),
        ([1, 0], [1, 1e-9]),
        ([1e-9] + [0] * 20, [1] * 21),
    ],
)
def test_no_interval_is_ever_without_width(num: list[float], den: list[float], method: str, bounded: bool) -> None:
    found = estimate(of(num, den), method=method, bounded=bounded, level=0.95)
    assert found.value is not None
    assert 0 <= found.low <= found.value <= found.high <= (1 if bounded else inf)
    assert found.high - found.low > (0 if method == "linearised" else 1e-3)


def test_one_cluster_says_nearly_nothing_and_says_so() -> None:
    found = estimate(of([30], [100]), n=100, level=0.95)
    assert found.low < 0.01
    assert found.high > 0.99
    assert found.flags == ("only 1 cluster: how much clusters differ is unknown",)


def test_linearised_falls_back_and_says_so() -> None:
    found = estimate(of([0] * 20, [1] * 20), method="linearised", level=0.95)
    assert found.method == "score interval, effective size by Kish, since the linearised interval has no width"
    assert found.high > 0.1


def test_counts_may_pass_one() -> None:
    found = estimate(of([12, 9, 15, 11] * 5, [10] * 20), bounded=False, level=0.95)
    assert found.value == 1.175
    assert found.high > found.value > found.low > 1


def test_without_a_denominator_nothing_is_known() -> None:
    nothing = "nothing to estimate: the denominator is 0"
    assert estimate(Moments(), level=0.95) == Estimate(None, 0, 1, 0.95, "none", 0, 0, 0, (nothing,), nothing)
    assert estimate(Moments(), bounded=False, level=0.95).high == inf


@pytest.mark.parametrize(
    ("moments", "flags"),
    [
        (of([1] * 3 + [0] * 97, [1] * 100), ("rests on only 3.0 effective errors: read the interval as a rough one",)),
        (
            of([1] * 97 + [0] * 3, [1] * 100),
            ("rests on only 3.0 effective right answers: read the interval as a rough one",),
        ),
        (of([0] * 100, [1] * 100), ("no error in 100 cases: the upper end is what that leaves possible",)),
        (of([1] * 100, [1] * 100), ("nothing right in 100 cases: the lower end is what that leaves possible",)),
    ],
)
def test_few_errors_are_flagged(moments: Moments, flags: tuple[str, ...]) -> None:
    assert estimate(moments, level=0.95).flags == flags


def test_few_clusters_are_flagged() -> None:
    assert estimate(of([30, 40, 35, 41], [100] * 4), n=400, level=0.95).flags[0] == "only 4 clusters"
    heavy = of([300, 1, 2, 1, 2, 1, 1, 2, 1, 2, 1, 2], [1000] + [5] * 11)
    assert estimate(heavy, n=1055, level=0.95).flags[0] == "only 12 clusters, which weigh as 1.1 even ones"


@pytest.mark.parametrize("errors", [1, 3, 30, 100])
def test_errors_in_few_clusters_are_flagged(errors: int) -> None:
    found = estimate(of([errors] * 3 + [0] * 97, [100] * 100), n=10_000, level=0.95)
    assert found.flags[0].startswith("rests on only ")


def test_small_losses_in_few_cases_are_flagged() -> None:
    found = estimate(of([0.1] * 9 + [0] * 3, [1] * 12), bounded=False, level=0.95)
    assert any(flag.endswith("read the interval as a rough one") for flag in found.flags)


@pytest.mark.parametrize("level", [0, 1, -0.1, 95, float("nan"), 1e-10, 1e-320, 1 - 1e-16])
def test_a_level_outside_0_and_1_is_refused(level: float) -> None:
    with pytest.raises(UsageError, match="confidence level"):
        estimate(YES_NO, level=level)


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(UsageError, match=r"unknown interval method 'wald'; give one of auto, score"):
        estimate(YES_NO, method="wald", level=0.95)


def test_losses_above_units_are_refused_when_bounded() -> None:
    with pytest.raises(UsageError, match="bounded=False"):
        estimate(of([12], [10]), level=0.95)


# Several figures at once: the level of each, and p that agree with it.


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
    found = estimate(SOME, family=30, level=0.95)
    wider = estimate(SOME, level=own_level(0.95, 30))
    assert found.simultaneous == (wider.low, wider.high)
    assert (found.low, found.high) == (estimate(SOME, level=0.95).low, estimate(SOME, level=0.95).high)
    assert estimate(SOME, level=0.95).simultaneous is None


@pytest.mark.parametrize("method", ["score", "wilson", "korn-graubard", "linearised"])
def test_more_figures_make_every_kind_of_interval_longer(method: str) -> None:
    ends = [estimate(SOME, method=method, family=figures, level=0.95).simultaneous for figures in (2, 5, 30, 1000)]
    for inner, outer in pairwise(one for one in ends if one is not None):
        assert outer[0] <= inner[0] < inner[1] < outer[1]
    assert None not in ends


def test_what_has_no_interval_has_no_simultaneous_one() -> None:
    assert estimate(WRONG, family=3, level=0.95).simultaneous is None
    assert estimate(Moments(), family=3, level=0.95).simultaneous is None
    assert estimate(SOME, family=3, effect=0, level=0.95).simultaneous == (0.12, 0.12), "all of a population"


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
