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


def test_equal_weights_have_mid_p_mcnemars_p() -> None:
    """Fagerland, Lydersen and Laake (2013), equation 3: the binomial tails, the observed table counted half."""
    for only_a, only_b, same in ((9, 2, 30), (8, 1, 3), (12, 5, 60), (7, 0, 93)):
        found = compare(*table(only_a, only_b, same), level=0.95)
        moved, fewer = only_a + only_b, min(only_a, only_b)
        mid = 2 * stats.binom.cdf(fewer, moved, 0.5) - stats.binom.pmf(fewer, moved, 0.5)
        assert found.resamples == 0, "all halves are enumerated"
        assert found.p_value == pytest.approx(mid, abs=0.5 ** (only_a + only_b + same - 1) + 1e-12)
    drawn = compare(*table(60, 40, 900), level=0.95)
    assert drawn.p_value == pytest.approx(2 * stats.binom.cdf(40, 100, 0.5) - stats.binom.pmf(40, 100, 0.5), abs=0.008)
    assert (drawn.low, drawn.high) == pytest.approx((-0.0396, -0.0004), abs=2e-3), "the plain interval of pairs"
    assert (drawn.value, drawn.pairs, drawn.clusters, drawn.flags) == (pytest.approx(-0.02), 1000, 1000, ())


def test_clusters_that_are_alike_are_all_counted() -> None:
    """Also where there is nothing to divide by."""
    found = compare([1.0, 0.5], [2.0, 1.0], [0.0, 0.0], [0.0, 0.0], counts=np.array([3, 4]), level=0.95)
    assert (found.value, found.clusters, found.pi_a, found.pi_b) == (None, 7, 0.5, None)


def test_plain_moves_have_students_interval() -> None:
    """Cases alike in weight whose differences are normal: halves, and t with n - 1 degrees of freedom, agree."""
    gain = np.random.default_rng(4).normal(-0.1, 1, 400)
    found = compare(np.zeros(400) + 9, np.ones(400), gain + 9, np.ones(400), bounded=False, level=0.95)
    plain = stats.ttest_1samp(gain, 0)
    assert (found.low, found.high) == pytest.approx(tuple(plain.confidence_interval()), abs=0.012)
    assert found.p_value == pytest.approx(plain.pvalue, abs=0.01)


def test_few_clusters_have_students_interval() -> None:
    gain = np.array([-0.3, -0.1, -0.25, 0.05, -0.2])
    found = compare(np.full(5, 0.5), np.ones(5), gain + 0.5, np.ones(5), level=0.95)
    plain = stats.ttest_1samp(gain, 0)
    assert (found.low, found.high) == pytest.approx(tuple(plain.confidence_interval()))
    assert found.p_value == pytest.approx(plain.pvalue)
    assert found.flags == ("only 5 cases",)


columns_of = st.lists(
    st.tuples(fraction, st.sampled_from([0.0, 0.01, 1.0, 3.0, 70.0]), fraction, st.sampled_from([0.5, 1.0])),
    min_size=1,
    max_size=40,
)


@given(columns_of, st.sampled_from([0.5, 0.8, 0.9, 0.95, 0.99, 0.9999]), st.booleans())
def test_p_is_at_most_alpha_exactly_where_the_interval_leaves_0_out(
    rows: list[tuple[float, ...]], level: float, bounded: bool
) -> None:
    wrong_a, rho, wrong_b, part = (np.array(column) for column in zip(*rows, strict=True))
    columns = wrong_a * rho, rho, wrong_b * part * rho, part * rho
    found = compare(*columns, level=level, bounded=bounded, resamples=199)
    assert (found.p_value <= 1 - level) == (not found.low <= 0 <= found.high)
    mirrored = compare(*columns[2:], *columns[:2], level=level, bounded=bounded, resamples=199)
    if found.value is not None:
        assert (mirrored.value, mirrored.low, mirrored.high) == (-found.value, -found.high, -found.low)
        assert mirrored.p_value == found.p_value
        assert found.low <= found.value <= found.high
        assert found.low < found.high, "never ±0"
        assert not bounded or -1 <= found.low <= found.high <= 1
        turned = compare(*(column[::-1] for column in columns), level=level, bounded=bounded, resamples=199)
        assert (turned.low, turned.high, turned.p_value) == pytest.approx((found.low, found.high, found.p_value))


def test_intervals_of_moves_one_way_are_not_too_sure() -> None:
    """Where little moved, or all alike, halves have no spread; the ends are Wilson's then."""
    lost = compare(*table(3, 0, 997), level=0.95)
    t = stats.t.ppf(0.975, 999)
    wilson = (0.003 + t**2 / 2000 + t * (0.003 * 0.997 / 1000 + t**2 / 4e6) ** 0.5) / (1 + t**2 / 1000)
    assert lost.low == pytest.approx(-wilson)
    assert lost.high == 0
    everywhere = compare(*table(40, 0, 0), level=0.95)
    assert (everywhere.low, everywhere.value) == (-1, -1)
    assert everywhere.high == pytest.approx(-1 / (1 + stats.t.ppf(0.975, 39) ** 2 / 40))
    shift = compare(
        np.full(60, 0.5), np.ones(60), np.full(60, 0.5) - np.linspace(0.2, 0.3, 60), np.ones(60), level=0.95
    )
    assert shift.high - shift.low < 0.02, "a steady gain is known well"


def test_p_has_no_floor_where_halves_are_drawn() -> None:
    """The tail is continued as a normal one, and still agrees with the interval."""
    gain = np.random.default_rng(4).normal(-0.3, 1, 400)
    found = compare(np.zeros(400) + 9, np.ones(400), gain + 9, np.ones(400), bounded=False, resamples=999, level=0.95)
    assert found.p_value == pytest.approx(stats.ttest_1samp(gain, 0).pvalue, rel=9)
    assert 0 < found.p_value < 1e-6


def test_only_the_heaviest_clusters_have_coins() -> None:
    """Beyond those the rest is normal: ends as the linearised ones, and Zipf's heavy head still counts as few."""
    rng = np.random.default_rng(5)
    rho = rng.permutation(np.arange(1, 20_001) ** -0.5)
    a, b = rng.random(20_000) < 0.2, rng.random(20_000) < 0.19
    found = compare(rho * a, rho, rho * b, rho, level=0.95)
    deviation = rho * (b * 1.0 - a - found.value) / rho.sum()
    half = 1.96 * np.sqrt((deviation**2).sum())
    assert (found.low, found.high) == pytest.approx((found.value - half, found.value + half), rel=0.04)
    assert found.resamples == 9999


def test_pairing_is_what_makes_a_difference_certain() -> None:
    """Two systems that fail on the same cases, save for a few that one of them gets right."""
    hard = np.arange(1000) % 2 == 0
    better = hard & (np.arange(1000) % 40 != 0)
    found = compare(hard * 1.0, np.ones(1000), better * 1.0, np.ones(1000), level=0.95)
    assert found.value == -0.025
    assert found.high < 0
    assert found.p_value < 1e-6
    assert 1.96 * (2 * 0.25 / 1000) ** 0.5 > 0.025  # unpaired, the same difference would be noise


def test_systems_that_never_differ_may_still_differ_a_little() -> None:
    found = compare(*table(0, 0, 100), level=0.95)
    assert found.value == 0
    assert found.low == -found.high
    assert found.high >= (1 - 0.025 ** (1 / 100)) * (1 - 1e-12)
    assert found.p_value == 1
    assert found.flags == ("the systems differ on none of 100 cases: the interval is what that leaves possible",)


@given(st.lists(cluster, min_size=1, max_size=25), st.booleans())
def test_an_interval_has_width_holds_its_value_and_stays_in_range(rows: list[tuple[float, ...]], bounded: bool) -> None:
    num_a, den_a, num_b, den_b = (np.array(column) for column in zip(*rows, strict=True))
    found = compare(num_a * den_a, den_a, num_b * den_b, den_b, bounded=bounded, resamples=99, level=0.95)
    assert found.value == pytest.approx(found.pi_b - found.pi_a, abs=1e-12)
    assert found.low <= found.value <= found.high
    assert found.low < found.high
    assert not bounded or -1 <= found.low <= found.high <= 1
    assert 0 < found.p_value <= 1


@given(st.lists(cluster, min_size=1, max_size=12))
def test_swapping_the_systems_turns_the_sign(rows: list[tuple[float, ...]]) -> None:
    num_a, den_a, num_b, den_b = (np.array(column) for column in zip(*rows, strict=True))
    one = compare(num_a * den_a, den_a, num_b * den_b, den_b, level=0.95)
    two = compare(num_b * den_b, den_b, num_a * den_a, den_a, level=0.95)
    assert (two.value, two.low, two.high) == pytest.approx((-one.value, -one.high, -one.low), abs=1e-9)
    assert two.p_value == pytest.approx(one.p_value)


def test_denominators_may_differ_between_the_systems() -> None:
    """As with F1, whose denominator counts what the system found."""
    rng = np.random.default_rng(7)
    gold = rng.integers(1, 5, 300)
    found_a, found_b = gold + rng.integers(-1, 2, 300), gold + rng.integers(0, 2, 300)
    wrong_a, wrong_b = rng.binomial(gold, 0.3), rng.binomial(gold, 0.2)
    change = compare(wrong_a, gold + found_a, wrong_b, gold + found_b, pairs=300, level=0.95)
    assert change.value == pytest.approx(
        wrong_b.sum() / (gold + found_b).sum() - wrong_a.sum() / (gold + found_a).sum()
    )
    assert change.low < change.value < change.high
    assert change.high - change.low < 0.06


def test_a_single_cluster_says_nothing() -> None:
    found = compare([3], [10], [1], [10], pairs=10, level=0.95)
    assert (found.low, found.high) == (-1, 1)
    assert found.flags == ("only 1 cluster: how much clusters differ is unknown",)
    assert found.p_value == 1


def test_what_is_shaky_is_flagged() -> None:
    assert compare([3, 4, 1], [9, 9, 9], [2, 4, 1], [9, 9, 9], pairs=27, level=0.95).flags == ("only 3 clusters",)
    uneven = compare([9, *[0.1] * 20], [90, *[1] * 20], [8, *[0.3] * 20], [90, *[1] * 20], level=0.95)
    assert uneven.flags[0] == "only 21 cases, which weigh as 1.5 even ones"


def test_heavy_and_light_cases_that_disagree_are_flagged() -> None:
    """A fails on heavy cases, B on light ones: π is nearly the same, and next to nobody is exchangeable."""
    heavy = np.arange(300) % 10 == 0
    rho = np.where(heavy, 9.0, 1.0)
    light = ~heavy & (np.arange(300) % 3 == 1)
    found = compare(rho * (heavy & (np.arange(300) % 4 == 0)), rho, rho * light, rho, level=0.95)
    assert [flag.partition(":")[0] for flag in found.flags] == [
        "heavy and light cases tell different things of the systems"
    ]
    both = compare(rho * (np.arange(300) % 7 == 0), rho, rho * (np.arange(300) % 11 == 0), rho, level=0.95)
    assert both.flags == ()


def test_garbage_of_one_system_is_flagged() -> None:
    rng = np.random.default_rng(2)
    words = rng.integers(5, 15, 300)
    a, b = rng.poisson(0.2 * words), rng.poisson(0.15 * words)
    b = np.where(np.arange(300) % 40 == 0, 2 * words, b)
    found = compare(a, words, b, words, bounded=False, level=0.95)
    assert [flag.partition(" than")[0] for flag in found.flags] == ["a few cases speak much louder for one system"]
    assert compare(a, words, rng.poisson(0.2 * words), words, bounded=False, level=0.95).flags == ()


def test_without_weight_there_is_no_difference() -> None:
    found = compare([0.0], [0.0], [1.0], [2.0], bounded=False, level=0.95)
    assert (found.value, found.low, found.high, found.pi_a, found.pi_b) == (None, -inf, inf, None, 0.5)


def test_columns_of_different_length_are_refused() -> None:
    with pytest.raises(UsageError, match="differ in length"):
        compare([1, 2], [1, 1], [1], [1], level=0.95)


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
