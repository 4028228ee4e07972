"""The arithmetic of intervals: textbook values, arrays against single estimates, soundness without errors."""

import subprocess
import sys
from decimal import Decimal, localcontext
from math import exp, lgamma, log
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as some
from numpy.typing import NDArray
from scipy import optimize, stats

from murho.core import intervals
from murho.core.estimate import estimate
from murho.core.intervals import (
    Evidence,
    clip,
    critical,
    cube_root,
    doubts,
    effective_size,
    exact_binomial,
    exact_poisson,
    opposite,
    power,
    score,
    score_end,
    where,
)
from murho.core.moments import Moments
from murho.core.quantiles import normal_quantile


def test_score_end_is_wilsons_interval() -> None:
    """Newcombe (1998), Statistics in Medicine 17, table I, method 3: 81 of 263, 15 of 148, 0 of 20, 1 of 29."""
    z = normal_quantile(0.975)
    for errors, n, low, high in (
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ):
        ends = score_end(errors / n, n, z, True), score_end(errors / n, n, z, True, upper=True)
        assert [round(float(end), 4) for end in ends] == [low, high]


def test_exact_binomial_is_clopper_and_pearsons() -> None:
    """Newcombe (1998), method 5."""
    for errors, n, low, high in (
        (81, 263, 0.2527, 0.3676),
        (15, 148, 0.0578, 0.1617),
        (0, 20, 0, 0.1684),
        (1, 29, 0.0009, 0.1776),
    ):
        assert [round(end, 4) for end in exact_binomial(errors / n, n, 0.95)] == [low, high]


def test_exact_poisson_is_garwoods() -> None:
    for errors, n in ((0, 10), (3, 50), (40, 20)):
        low, high = exact_poisson(errors / n, n, 0.95)
        assert low * n == pytest.approx(stats.chi2.ppf(0.025, 2 * errors) / 2 if errors else 0)
        assert high * n == pytest.approx(stats.chi2.ppf(0.975, 2 * errors + 2) / 2)


def test_critical_rounds_degrees_of_freedom_down() -> None:
    found = critical(0.95, np.array([0.2, 1.9, 9.99, 10.0, 9.9999999999, 500.5]))
    assert found == pytest.approx(stats.t.ppf(0.975, [1, 1, 9, 10, 10, 500]))


@pytest.mark.parametrize("bounded", [True, False])
@pytest.mark.parametrize("kind", ["cases", "clusters", "graded", "rare"])
def test_arrays_give_what_single_estimates_give(kind: str, bounded: bool) -> None:
    """So that the simulation of coverage speaks for `estimate`."""
    rng = np.random.default_rng(3)
    shape = (60, 25)
    size = rng.integers(5, 21, shape) if kind == "clusters" else np.ones(shape, int)
    weight = np.exp(rng.standard_normal(shape))
    loss = rng.random(shape) if kind == "graded" else rng.binomial(size, 0.03 if kind == "rare" else 0.2)
    num, den, square = weight * loss, weight * size, weight**2 * size
    ratio = num.sum(axis=1) / den.sum(axis=1)
    of = Evidence.of_sums(
        num.sum(axis=1),
        den.sum(axis=1),
        *(((num - ratio[:, None] * den) ** degree).sum(axis=1) for degree in (2, 3, 4)),
        *(power.sum(axis=1) for power in (num**2, num * den, den**2, den**4, square)),
        np.full(len(num), num.shape[1]),
        bounded,
    )
    sizes = effective_size(of, 0.9)
    low, high = score(of, sizes, 0.9)
    for i in range(len(num)):
        single = estimate(moments(num[i], den[i], square[i]), level=0.9, bounded=bounded)
        assert single.effective_n == pytest.approx(sizes[i], rel=1e-9)
        assert (single.value, single.low, single.high) == pytest.approx(
            (ratio[i], low[i], high[i]), rel=1e-9, abs=1e-12
        )


def test_skewness_is_adjusted_for_small_samples() -> None:
    """As scipy does without bias; the skewness of a mean is smaller by the root of n."""
    loss = np.array([0.0, 0.1, 0.1, 0.2, 0.3, 0.9, 1.0])
    e = loss - loss.mean()
    sums = (e**2).sum(), (e**3).sum(), (e**4).sum(), (loss**2).sum(), loss.sum()
    of = Evidence.of_sums(loss.sum(), 7.0, *sums, 7.0, 7.0, 7.0, 7)
    assert of.adjusted_skewness * 7**0.5 == pytest.approx(stats.skew(loss, bias=False))


def hall_solved(skewness: float, quantile: float) -> float:
    """Where Hall's transformation of a studentised estimate is `quantile`, by search."""
    g = skewness

    def transformed(t: float) -> float:
        return t + g * t**2 / 3 + g**2 * t**3 / 27 + g / 6 - quantile

    return float(optimize.brentq(transformed, -50, 50, xtol=1e-14))


@pytest.mark.parametrize("mirrored", [False, True])
@pytest.mark.parametrize("bounded", [False, True])
@pytest.mark.parametrize(
    ("dear", "cheap", "carriers"), [(40, 400, 48.35), (9, 160, 10.0), (8, 160, 8.82), (5, 150, 5.34)]
)
def test_the_end_away_from_the_skewness_comes_in_where_many_clusters_tell(
    dear: int, cheap: int, carriers: float, bounded: bool, mirrored: bool
) -> None:
    """Heavy cases are wrong, some light ones too: the upper end goes out after Hall, the lower one comes in as his."""
    if mirrored and not bounded:
        pytest.skip("only losses within their units have a mirror image")
    weight = np.r_[np.full(dear, 4.0), np.ones(cheap)]
    loss = np.r_[np.ones(dear), np.zeros(cheap)]
    of = evidence_of(weight * loss, weight, bounded)
    assert (of.skewness > 0, of.carriers) == (True, pytest.approx(carriers, abs=0.05))
    told = min(max((of.carriers - 8) / 2, 0.0), 1.0)  # from 8 carriers on, wholly from 10
    size = float(effective_size(of, 0.95))
    t = float(stats.t.ppf(0.975, int(min(of.even - 1, 2 * of.carriers / (1 - told * of.carriers / of.clusters)))))
    usual, p = float(stats.t.ppf(0.975, int(of.even - 1))), of.ratio
    expected = (1 - 2 * p if bounded else 1) / (size * p * (1 - p if bounded else 1)) ** 0.5
    g = max(of.adjusted_skewness, expected)
    # The studentised estimate is below `quantile` where π is above the estimate less as many standard errors.
    share = told * (1 - hall_solved(g, usual) / hall_solved(expected, usual))
    wilson = score_end(p, size, t, bounded)
    if mirrored:
        of = evidence_of(weight * (1 - loss), weight, bounded)
    low, high = (float(end) for end in score(of, size, 0.95))
    low, high = (1 - high, 1 - low) if mirrored else (low, high)
    assert low == pytest.approx(wilson + share * (p - wilson), rel=1e-9)
    assert (share > 0.005) == (carriers > 8)


def evidence_of(num: NDArray[np.float64], den: NDArray[np.float64], bounded: bool) -> Evidence:
    ratio = num.sum() / den.sum()
    powers = [float(((num - ratio * den) ** degree).sum()) for degree in (2, 3, 4)]
    sums = [float(power.sum()) for power in (num**2, num * den, den**2, den**4, den**2)]
    return Evidence.of_sums(float(num.sum()), float(den.sum()), *powers, *sums, len(num), bounded)


@pytest.mark.parametrize(("errors", "cases"), [(4, 100), (30, 100), (50, 100)])
def test_degrees_of_freedom_are_satterthwaites(errors: int, cases: int) -> None:
    """Twice the squared mean of the variance over its own variance, which the kurtosis of right and wrong tells."""
    of = evidence_of(np.repeat([1.0, 0.0], [errors, cases - errors]), np.ones(cases), True)
    kurtosis = float(stats.kurtosis(np.repeat([1.0, 0.0], [errors, cases - errors]), fisher=False))
    carriers = cases / kurtosis
    satterthwaite = 2 * cases / (kurtosis - 1) if kurtosis > 1 + 1e-9 else np.inf
    # The kurtosis of few is noise.
    assert of.carried_freedom == pytest.approx(min(cases - 1, satterthwaite if carriers > 10 else 2 * carriers))


def test_half_a_cluster_lost_as_a_whole_may_have_been_missed() -> None:
    """Graded losses that vary less than right and wrong do: size is π(1-π)·n/(n-1) over the variance and that half."""
    loss = np.tile([0.3, 0.5], 20)
    found = estimate(moments(loss, np.ones(40), np.ones(40)), level=0.95)
    missed = 0.5 * (0.24 - 0.01) / 0.24 * (0.6 / 40) ** 2
    assert found.effective_n == pytest.approx(0.24 * 40 / 39 / (0.01 / 39 + missed))


def moments(num: NDArray[np.float64], den: NDArray[np.float64], square: NDArray[np.float64]) -> Moments:
    from murho.core.moments import exact

    clusters = zip(num.tolist(), den.tolist(), square.tolist(), strict=True)
    return sum((Moments.of_cluster(exact(n), exact(d), exact(s)) for n, d, s in clusters), Moments())


@pytest.mark.parametrize("level", [0.5, 0.8, 0.9, 0.95, 0.99, 0.999])
@pytest.mark.parametrize("n", [1, 2, 3, 5, 10, 30, 100, 1000, 20000])
def test_without_errors_no_likely_truth_is_excluded(n: int, level: float) -> None:
    """The largest rate at which no error in n cases has a chance of more than α/2 lies inside."""
    none = sum([Moments.of_cluster(0, 1)] * n, Moments())
    largest = 1 - ((1 - level) / 2) ** (1 / n)
    assert estimate(none, level=level).high >= largest * (1 - 1e-12)
    assert estimate(none, level=level, bounded=False).high >= largest
    everything = sum([Moments.of_cluster(1, 1)] * n, Moments())
    assert estimate(everything, level=level).low <= (1 - largest) * (1 + 1e-12)


@pytest.mark.parametrize("correlation", [0.01, 0.05, 0.3, 0.9])
@pytest.mark.parametrize("clusters", [2, 5, 20, 200])
def test_without_errors_in_clusters_no_likely_truth_is_excluded(clusters: int, correlation: float) -> None:
    """Beta-binomial clusters of 5 to 20 cases."""
    sizes = np.random.default_rng(clusters).integers(5, 21, clusters).tolist()
    none = sum((Moments.of_cluster(0, size) for size in sizes), Moments())
    high = estimate(none, level=0.95).high
    for rate in np.linspace(0.0005, 0.9995, 2000).tolist():
        if sum(log_chance_of_none(size, rate, correlation) for size in sizes) > log(0.025):
            assert rate <= high


def log_chance_of_none(size: int, rate: float, correlation: float) -> float:
    pull = (1 - correlation) / correlation
    right = (1 - rate) * pull
    return lgamma(right + size) - lgamma(right) - lgamma(pull + size) + lgamma(pull)


def test_unequal_weights_without_errors_are_sound() -> None:
    """What decides is the number of cases; Kish's smaller number leaves room."""
    weight = np.exp(np.random.default_rng(1).standard_normal(80))
    high = estimate(moments(np.zeros(80), weight, weight**2), level=0.95).high
    assert (1 - high) ** 80 < 0.025
    assert exp(-high * 80) < 0.025


# One formula serves floats and arrays: both come out alike, and floats come out as floats.


SAMPLES: list[tuple[Any, ...]] = [
    # num, den, squares, cubes, fourths, num_num, num_den, den_den, den4, unit_square, clusters, bounded
    (0.12, 1.0, 0.0011, 1e-5, 2e-6, 0.0012, 0.0012, 0.01, 1e-6, 0.01, 100, True),
    (0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.05, 1.25e-4, 0.05, 20, True),
    (1.0, 1.0, 0.0, 0.0, 0.0, 0.05, 0.05, 0.05, 1.25e-4, 0.05, 20, True),
    (1.4, 1.0, 0.3, 0.05, 0.03, 0.5, 0.3, 0.2, 0.01, 0.02, 6, False),
    (0.5, 1.0, 0.0, 0.0, 0.0, 0.25, 0.5, 1.0, 1.0, 0.5, 1, True),
]


@pytest.mark.parametrize("sums", SAMPLES)
def test_an_interval_is_the_same_of_floats_and_of_arrays(sums: tuple[Any, ...]) -> None:
    one = Evidence.of_sums(*sums)
    many = Evidence.of_sums(*(np.array([value, value], float) for value in sums[:-1]), bounded=sums[-1])
    size, sizes = effective_size(one, 0.9), effective_size(many, 0.9)
    assert isinstance(size, float | int)
    assert sizes.tolist() == pytest.approx([size, size], rel=1e-13)
    for end, ends in zip(score(one, size, 0.9), score(many, sizes, 0.9), strict=True):
        assert isinstance(end, float | int)
        assert ends.tolist() == pytest.approx([end, end], rel=1e-12)
    assert {name: [doubt, doubt] for name, doubt in doubts(one, size).items()} == {
        name: np.broadcast_to(found, 2).tolist() for name, found in doubts(many, sizes).items()
    }


@given(some.floats(-1e100, 1e100).filter(lambda value: abs(value) > 1e-90))
def test_a_cube_root_is_the_nearest_double(value: float) -> None:
    with localcontext(prec=60):
        exact = Decimal(abs(value)) ** (Decimal(1) / 3)
    assert abs(cube_root(value)) == pytest.approx(float(exact), rel=2.3e-16)
    assert (cube_root(value) < 0) == (value < 0)


def test_small_things() -> None:
    assert (cube_root(0.0), cube_root(27.0), power(1e300, 1.5)) == (0.0, 3.0, float("inf"))
    assert (clip(3, 0, 1), clip(-3, 0, 1), clip(0.5, 0, 1)) == (1, 0, 0.5)
    assert where(np.array([True, False]), 1.0, 2.0).tolist() == [1.0, 2.0]
    assert opposite(np.array([True, False])).tolist() == [False, True]
    assert isinstance(np.float64(1), intervals.NUMBER)
    assert not isinstance(np.ones(()), intervals.NUMBER)
    assert intervals.square_root(np.array([4.0])).tolist() == [2.0]
    assert intervals.expm1(np.zeros(1)).tolist() == [0.0]


def test_a_figure_of_floats_imports_no_numpy() -> None:
    code = "import sys; from murho.core.estimate import estimate; from murho.core.moments import Moments\n"
    code += "estimate(sum([Moments.of_cluster(i % 3, 5) for i in range(40)], Moments()), level=0.95, bounded=False)\n"
    code += "print([name for name in ('numpy', 'scipy', 'statistics') if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
