"""The fitted line against scipy's, its coverage, and what it does where there is little to fit."""

from math import inf, isfinite

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from murho.core.errors import UsageError
from murho.core.regression import Line, fit


def fitted(x: object, y: object, **more: object) -> Line:
    found = fit(x, y, **{"level": 0.95, **more})  # type: ignore[arg-type]
    assert found is not None
    return found


def twin(x: object, y: object, w: object, group: object, at: list[float]) -> tuple[float, float]:
    """Variance and degrees of freedom of at'(intercept, slope), written out with dense matrices.

    The variance is CR3's with (I - H_gg)^-1; the degrees are those of CR2, with (I - H_gg)^-1/2, where all points
    scatter alike once they are multiplied by √w.
    """
    root, groups, c = np.sqrt(np.asarray(w, float)), np.asarray(group), np.asarray(at)
    design = root[:, None] * np.column_stack([np.ones(len(root)), x])
    bread = np.linalg.inv(design.T @ design)
    hat = np.eye(len(root)) - design @ bread @ design.T
    left = hat @ (root * np.asarray(y))
    variance, columns = 0.0, []
    for name in np.unique(groups):
        its = groups == name
        values, vectors = np.linalg.eigh(hat[np.ix_(its, its)])
        third, second = (vectors @ np.diag(values**power) @ vectors.T for power in (-1.0, -0.5))
        variance += float(c @ bread @ design[its].T @ third @ left[its]) ** 2
        columns.append(hat[:, its] @ second @ design[its] @ bread @ c)
    gram = np.array(columns) @ np.array(columns).T
    return variance, float(np.trace(gram) ** 2 / (gram**2).sum())


@pytest.mark.parametrize("shape", ["points", "weighted points", "clusters", "weighted, uneven clusters"])
def test_the_intervals_are_those_of_dense_matrices(shape: str) -> None:
    draw = np.random.default_rng(len(shape))
    group = np.repeat(np.arange(12), draw.integers(1, 9, 12) if "uneven" in shape else 5)
    n = len(group)
    x = 60 + draw.normal(size=n) + 5 * draw.normal(size=12)[group]
    y = x + draw.normal(size=n) + 3 * draw.normal(size=12)[group]
    w = draw.uniform(0.2, 3, n) if "weighted" in shape else np.ones(n)
    clusters = group.tolist() if "clusters" in shape else None
    ours = fitted(x, y, weights=w, clusters=clusters)
    theirs = np.polyfit(x, y, 1, w=np.sqrt(w))
    assert (ours.slope, ours.intercept) == pytest.approx(tuple(theirs))
    for at, found, value in (
        ([0.0, 1.0], ours.slope_interval, ours.slope),
        ([1.0, 0.0], ours.intercept_interval, ours.intercept),
        ([1.0, 63.5], ours.band(63.5), ours.at(63.5)),
    ):
        variance, degrees = twin(x, y, w, group if clusters else np.arange(n), at)
        half = stats.t.ppf(0.975, degrees) * np.sqrt(variance)
        assert found == pytest.approx((value - half, value + half), rel=1e-6)
    variance, degrees = twin(x, y, w, group if clusters else np.arange(n), [0.0, 1.0])
    assert ours.freedom.slope == pytest.approx(degrees)
    assert ours.p_value == pytest.approx(2 * stats.t.sf(abs(ours.slope) / np.sqrt(variance), degrees))


@pytest.mark.parametrize("n", [4, 7, 25, 400])
def test_line_and_correlation_are_scipys(n: int) -> None:
    """So are the intervals where points are too few to see more."""
    draw = np.random.default_rng(n)
    x = draw.normal(60, 15, n)
    y = 3 + 1.5 * x + draw.normal(0, 4, n)
    ours, theirs = fitted(x, y), stats.linregress(x, y)
    assert (ours.slope, ours.intercept, ours.r) == pytest.approx((theirs.slope, theirs.intercept, theirs.rvalue))
    assert ours.band(0.0) == pytest.approx(ours.intercept_interval)
    t = stats.t.ppf(0.975, n - 2)
    like_theirs = pytest.approx((theirs.slope - t * theirs.stderr, theirs.slope + t * theirs.stderr))
    assert (ours.slope_interval == like_theirs) == (n < 8)
    assert (ours.r_interval == pytest.approx(tuple(stats.pearsonr(x, y).confidence_interval(0.95)))) == (n < 8)
    assert bool(ours.flags) == (n < 8)
    assert n >= 8 or ours.p_value == pytest.approx(theirs.pvalue)


def test_a_variance_is_that_of_leaving_out_whole_clusters() -> None:
    draw = np.random.default_rng(2)
    group = np.repeat(np.arange(9), 4)
    x, y = draw.normal(size=(2, 9))[:, group] + 0.3 * draw.normal(size=(2, 36))
    w = draw.uniform(0.5, 2, 36)
    ours = fitted(x, y, weights=w, clusters=group.tolist())
    without = [np.polyfit(x[group != c], y[group != c], 1, w=np.sqrt(w[group != c]))[0] for c in range(9)]
    assert ours.covariance[1] == pytest.approx(np.sum((np.array(without) - ours.slope) ** 2))


def test_weights_count_points_that_tell_more() -> None:
    """Whole weights move the line as repeated points do."""
    x, y, w = [1.0, 2, 3, 4, 6], [2.0, 3, 5, 4, 9], [1, 3, 2, 1, 4]
    ours = fitted(x, y, weights=w)
    repeated = stats.linregress(np.repeat(x, w), np.repeat(y, w))
    assert (ours.slope, ours.intercept, ours.r) == pytest.approx((repeated.slope, repeated.intercept, repeated.rvalue))


@given(st.integers(0, 10_000), st.sampled_from([0.5, 0.9, 0.95, 0.99]))
def test_p_is_small_exactly_where_the_interval_leaves_0_out(seed: int, level: float) -> None:
    draw = np.random.default_rng(seed)
    x = draw.normal(size=24)
    found = fitted(x, draw.uniform(0, 0.6) * x + draw.normal(size=24), clusters=[*range(12)] * 2, level=level)
    assert found.p_value is not None
    assert (found.p_value <= 1 - level) == (not found.slope_interval[0] < 0 < found.slope_interval[1])


def test_what_one_cluster_decides_alone_is_told() -> None:
    x, y = [0.0] * 9 + [1.0], [1.0, 2, 3, 4, 5, 1, 2, 3, 4, 9]
    found = fitted(x, y)
    assert "one of the points alone decides" in found.flags[0]
    classical = stats.linregress(x, y)
    assert np.sqrt(found.covariance[1]) == pytest.approx(classical.stderr)
    assert found.r_interval == (-1, 1)
    assert not any("alone" in flag for flag in fitted([0.0] * 8 + [1.0, 1.5], y).flags)


def test_few_clusters_are_flagged_below_8() -> None:
    draw = np.random.default_rng(1)
    x, y = draw.normal(size=24), draw.normal(size=24)
    assert "only 6 clusters" in fitted(x, y, clusters=[*range(6)] * 4).flags[0]
    assert fitted(x, y, clusters=[*range(8)] * 3).flags == ()


def test_the_interval_of_r_is_that_of_the_jackknife() -> None:
    draw = np.random.default_rng(8)
    group = np.repeat(np.arange(30), 3)
    shared = draw.normal(size=(2, 30))[:, group]
    x, y = shared[0] + draw.normal(size=90), shared[0] + shared[1] + draw.normal(size=90)
    ours = fitted(x, y, clusters=group.tolist())
    without = [np.arctanh(np.corrcoef(x[group != c], y[group != c])[0, 1]) for c in range(30)]
    error = np.sqrt(np.sum((without - np.arctanh(ours.r or 0)) ** 2))
    half = np.arctanh(ours.r_interval[1]) - np.arctanh(ours.r or 0)
    assert half == pytest.approx(error * stats.t.ppf(0.975, ours.freedom.slope))


def shares_covered(clusters: bool, draws: int, seed: int) -> tuple[float, float]:
    """How often the intervals of slope and r hold the truth: 40 clusters of 4 points that hang together."""
    draw = np.random.default_rng(seed)
    group = np.repeat(np.arange(40), 4)
    truth = 0.5 / np.sqrt(0.25 + 1)
    held = np.zeros(2)
    for _ in range(draws):
        x = draw.normal(size=40)[group]
        y = 0.5 * x + np.sqrt(0.7) * draw.normal(size=40)[group] + np.sqrt(0.3) * draw.normal(size=160)
        found = fitted(x, y, clusters=group.tolist() if clusters else None)
        held += (
            found.slope_interval[0] < 0.5 < found.slope_interval[1],
            found.r_interval[0] < truth < found.r_interval[1],
        )
    return held[0] / draws, held[1] / draws


@pytest.mark.slow
def test_the_intervals_hold_what_they_promise_with_clusters_and_not_without() -> None:
    slope, r = shares_covered(True, 600, 1)
    assert 0.93 < slope <= 0.985
    assert 0.93 < r <= 0.985
    assert max(shares_covered(False, 300, 2)) < 0.85


def test_few_points() -> None:
    assert fit([], [], level=0.95) is None
    assert fit([1], [2], level=0.95) is None
    assert fit([2, 2, 2], [1, 2, 3], level=0.95) is None
    two = fitted([0, 2], [1, 5])
    assert (two.slope, two.intercept, two.r) == (2, 1, 1)
    assert (two.slope_interval, two.r_interval, two.band(1)) == ((-inf, inf), (-1, 1), (-inf, inf))
    assert two.as_json()["slope_interval"] is None
    assert "only 2 points" in two.flags[1]
    three = fitted([0, 1, 2], [0, 1, 1])
    assert all(map(isfinite, three.slope_interval))
    assert three.r_interval == (-1, 1)


def test_points_on_a_line_leave_the_intervals_open() -> None:
    found = fitted([1, 2, 3, 4, 5, 6], [2.1, 4.1, 6.1, 8.1, 10.1, 12.1])
    assert found.r == pytest.approx(1)
    assert found.r_interval[0] < 0.99 <= found.r_interval[1] <= 1
    assert found.slope_interval[0] < 1.99 < 2.01 < found.slope_interval[1]
    assert "lie on the line" in found.flags[0]
    falling = fitted(range(12), range(12, 0, -1), clusters=list("abcdef" * 2))
    assert falling.r == -1
    assert falling.clusters == 6
    assert falling.r_interval[0] == -1 < falling.r_interval[1] < -0.3


def test_equal_heights_have_no_correlation() -> None:
    flat = fitted([1, 2, 3, 4], [7, 7, 7, 7])
    assert (flat.slope, flat.intercept, flat.r, flat.r_interval) == (0, 7, None, (-1, 1))
    assert flat.as_json()["r"] is None


@pytest.mark.parametrize(
    ("x", "y", "more"),
    [
        ([1, 2], [1], {}),
        ([1, 2], [1, float("nan")], {}),
        ([1, float("inf")], [1, 2], {}),
        ([1, 2], [1, 2], {"weights": [1, 0]}),
        ([1, 2], [1, 2], {"clusters": ["a"]}),
        ([1, 2], [1, 2], {"level": 95}),
        ([[1, 2]], [[1, 2]], {}),
    ],
)
def test_nonsense_is_refused(x: object, y: object, more: dict[str, object]) -> None:
    with pytest.raises(UsageError):
        fit(x, y, **{"level": 0.95, **more})  # type: ignore[arg-type]


values = st.integers(-1000, 1000).map(float)


@given(st.lists(st.tuples(values, values, st.integers(0, 5)), min_size=3, max_size=30), st.booleans())
def test_every_interval_holds_its_value_and_has_width(points: list[tuple[float, float, int]], clustered: bool) -> None:
    x, y, group = zip(*points, strict=True)
    found = fit(x, y, clusters=group if clustered else None, level=0.95)
    if found is None:
        assert len(set(x)) == 1
        return
    assert found.slope_interval[0] <= found.slope <= found.slope_interval[1]
    assert -1 <= found.r_interval[0] < found.r_interval[1] <= 1
    if found.r is not None:
        assert found.r_interval[0] <= found.r <= found.r_interval[1]
        assert found.slope_interval[0] < found.slope_interval[1]
    low, high = found.band(float(np.mean(x)))
    assert low <= found.at(float(np.mean(x))) <= high
