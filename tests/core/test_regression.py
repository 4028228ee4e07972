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
    found = fit(x, y, **more)  # type: ignore[arg-type]
    assert found is not None
    return found


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("n", [4, 6, 25, 400])
def test_it_is_scipys(n: int, seed: int) -> None:
    draw = np.random.default_rng([n, seed])
    x = draw.normal(60, 15, n)
    y = 3 + (seed - 2.5) * x + draw.normal(0, 4, n)
    ours, theirs = fitted(x, y), stats.linregress(x, y)
    t = stats.t.ppf(0.975, n - 2)
    assert (ours.slope, ours.intercept, ours.r) == pytest.approx((theirs.slope, theirs.intercept, theirs.rvalue))
    assert ours.slope_interval == pytest.approx((theirs.slope - t * theirs.stderr, theirs.slope + t * theirs.stderr))
    depth = t * theirs.intercept_stderr
    assert ours.intercept_interval == pytest.approx((theirs.intercept - depth, theirs.intercept + depth))
    assert ours.r_interval == pytest.approx(tuple(stats.pearsonr(x, y).confidence_interval(0.95)))
    assert ours.band(0.0) == pytest.approx(ours.intercept_interval)


def test_weights_count_points_that_tell_more() -> None:
    """Whole weights move the line as repeated points do; the intervals stay those of as many points."""
    x, y, w = [1.0, 2, 3, 4, 6], [2.0, 3, 5, 4, 9], [1, 3, 2, 1, 4]
    ours = fitted(x, y, weights=w)
    repeated = stats.linregress(np.repeat(x, w), np.repeat(y, w))
    assert (ours.slope, ours.intercept, ours.r) == pytest.approx((repeated.slope, repeated.intercept, repeated.rvalue))
    design = np.array([[1.0, value] for value in x])
    left = np.array(y) - design @ [ours.intercept, ours.slope]
    variance = np.linalg.inv(design.T @ np.diag(w) @ design) * (left**2 @ np.array(w)) / 3
    half = stats.t.ppf(0.975, 3) * np.sqrt(np.diag(variance))
    assert ours.intercept_interval == pytest.approx((ours.intercept - half[0], ours.intercept + half[0]))
    assert ours.slope_interval == pytest.approx((ours.slope - half[1], ours.slope + half[1]))


def test_clusters_are_a_sandwich() -> None:
    """The variance over whole clusters, written out with matrices."""
    draw = np.random.default_rng(5)
    group = np.repeat(np.arange(12), 5)
    x = draw.normal(size=60) + draw.normal(size=12)[group]
    y = x + draw.normal(size=60) + draw.normal(size=12)[group]
    ours = fitted(x, y, clusters=group.tolist())
    design = np.column_stack([np.ones(60), x])
    left = y - design @ [ours.intercept, ours.slope]
    bread = np.linalg.inv(design.T @ design)
    scores = np.array([design[group == c].T @ left[group == c] for c in range(12)])
    variance = 12 / 11 * bread @ (scores.T @ scores) @ bread
    half = stats.t.ppf(0.975, 11) * np.sqrt(np.diag(variance))
    assert ours.intercept_interval == pytest.approx((ours.intercept - half[0], ours.intercept + half[0]))
    assert ours.slope_interval == pytest.approx((ours.slope - half[1], ours.slope + half[1]))
    at = np.array([1.0, 2.5])
    far = stats.t.ppf(0.975, 11) * np.sqrt(at @ variance @ at)
    assert ours.band(2.5) == pytest.approx((ours.at(2.5) - far, ours.at(2.5) + far))
    assert ours.clusters == 12


def test_the_interval_of_r_over_clusters_is_that_of_the_jackknife() -> None:
    draw = np.random.default_rng(8)
    group = np.repeat(np.arange(300), 3)
    shared = draw.normal(size=(2, 300))[:, group]
    x, y = shared[0] + draw.normal(size=900), shared[0] + shared[1] + draw.normal(size=900)
    ours = fitted(x, y, clusters=group.tolist())
    without = [np.arctanh(np.corrcoef(x[group != c], y[group != c])[0, 1]) for c in range(300)]
    error = np.sqrt(299 / 300 * np.sum((without - np.mean(without)) ** 2))
    half = np.arctanh(ours.r_interval[1]) - np.arctanh(ours.r or 0)
    assert half == pytest.approx(error * stats.t.ppf(0.975, 299), rel=0.02)


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


def test_the_intervals_hold_what_they_promise_with_clusters_and_not_without() -> None:
    slope, r = shares_covered(True, 600, 1)
    assert 0.91 < slope <= 0.985
    assert 0.91 < r <= 0.985
    assert max(shares_covered(False, 300, 2)) < 0.85


def test_few_points() -> None:
    assert fit([], []) is None
    assert fit([1], [2]) is None
    assert fit([2, 2, 2], [1, 2, 3]) is None
    two = fitted([0, 2], [1, 5])
    assert (two.slope, two.intercept, two.r) == (2, 1, 1)
    assert (two.slope_interval, two.r_interval, two.band(1)) == ((-inf, inf), (-1, 1), (-inf, inf))
    assert two.as_json()["slope_interval"] is None
    assert "only 2 points" in two.flags[0]
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
        fit(x, y, **more)  # type: ignore[arg-type]


values = st.integers(-1000, 1000).map(float)


@given(st.lists(st.tuples(values, values, st.integers(0, 5)), min_size=3, max_size=30), st.booleans())
def test_every_interval_holds_its_value_and_has_width(points: list[tuple[float, float, int]], clustered: bool) -> None:
    x, y, group = zip(*points, strict=True)
    found = fit(x, y, clusters=group if clustered else None)
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
