"""Discrepancy against distance: the line, its intervals from texts resampled, Mantel's test."""

import numpy as np
import pytest

from murho.core.quantiles import student_quantile
from murho.core.regression import fit
from murho_lab.studies.strategies.relation import _resampled, mantel, relation

PLACES = np.array([0.0, 1.0, 2.5, 4.0, 7.0, 7.5, 9.0, 12.0, 13.0, 17.0])
DISTANCE = abs(PLACES[:, None] - PLACES)
APART = 0.1 * DISTANCE + 0.2 * (np.add.outer(np.arange(10), np.arange(10)) % 3) * (DISTANCE > 0)


def test_the_points_are_the_pairs() -> None:
    both_ways = APART + np.triu(np.full((10, 10), 0.2), 1) - np.tril(np.full((10, 10), 0.2), -1)
    found = relation(DISTANCE, both_ways, resamples=50, permutations=99)
    assert (found.texts, found.permutations, len(found.pairs)) == (10, 99, 45)
    assert found.pairs[:3] == ((0, 1), (0, 2), (0, 3))
    assert found.x[:3] == (1.0, 2.5, 4.0)
    assert found.y == pytest.approx([APART[i, j] for i, j in found.pairs])
    assert found.as_json()["mantel"] == {"r": found.r, "p_value": found.p_value, "permutations": 99}
    assert found.line is not None
    assert found.as_json()["line"] == found.line.as_json()


def test_the_intervals_come_from_texts_resampled() -> None:
    """Beside a bootstrap of its own: the spread of slopes, Student's t with the texts less one."""
    found = relation(DISTANCE, APART, resamples=2000, permutations=9).line
    plain = fit(*(table[np.triu_indices(10, 1)] for table in (DISTANCE, APART)), level=0.95)
    assert found is not None
    assert plain is not None
    assert (found.slope, found.intercept, found.r) == (plain.slope, plain.intercept, plain.r)
    assert (found.clusters, found.method, found.flags) == (10, "texts resampled 2000 times, Student's t", ())
    rng = np.random.default_rng(99)
    slopes, correlations = [], []
    for _ in range(2000):
        drawn = rng.integers(0, 10, 10)
        pairs = [(drawn[i], drawn[j]) for i in range(10) for j in range(i + 1, 10) if drawn[i] != drawn[j]]
        x, y = (np.array([table[pair] for pair in pairs]) for table in (DISTANCE, APART))
        slopes.append(np.polyfit(x, y, 1)[0])
        correlations.append(np.corrcoef(x, y)[0, 1])
    half = float(student_quantile(0.975, 9)) * np.std(slopes, ddof=1)
    assert found.slope_interval == pytest.approx((found.slope - half, found.slope + half), abs=0.1 * half)
    assert found.r_interval == pytest.approx(np.quantile(correlations, [0.025, 0.975]), abs=0.03)
    assert found.freedom.slope == found.freedom.at(3.0) == 9
    assert found.p_value is not None
    assert (found.p_value <= 0.05) == (not found.slope_interval[0] < 0 < found.slope_interval[1])
    assert found.intercept_interval == found.band(0.0)
    low, high = found.band(found.mean_x)
    assert low < found.at(found.mean_x) < high


def test_few_texts_are_flagged_and_fewer_have_no_draws() -> None:
    nine = relation(DISTANCE[:9, :9], APART[:9, :9], resamples=200, permutations=9).line
    assert nine is not None
    assert nine.flags == ("only 9 texts",)
    plain = fit([1.0, 2.5, 1.5], [0.1, 0.3, 0.5], level=0.95)
    assert plain is not None
    three = _resampled(plain, DISTANCE[:3, :3], APART[:3, :3], 200, np.random.default_rng(0))
    assert three is plain  # most draws of three texts hold two of them, which have no spread


def test_the_correlation_and_how_often_it_is_reached() -> None:
    pairs = np.triu_indices(10, 1)
    r, p = mantel(DISTANCE, APART, permutations=999, rng=np.random.default_rng(1))
    assert r == pytest.approx(np.corrcoef(DISTANCE[pairs], APART[pairs])[0, 1])
    assert p < 0.01
    r, p = mantel(DISTANCE, -APART, permutations=999, rng=np.random.default_rng(1))
    assert r < 0
    assert p < 0.01
    rng = np.random.default_rng(5)
    noise = rng.normal(size=(10, 10))
    r, p = mantel(DISTANCE, noise + noise.T, permutations=999, rng=rng)
    order = [rng.permutation(10) for _ in range(999)]
    reached = [np.corrcoef(DISTANCE[pairs], (noise + noise.T)[np.ix_(o, o)][pairs])[0, 1] for o in order]
    assert p == pytest.approx(np.mean(np.abs(reached) >= abs(r)), abs=0.07)


def test_two_texts_or_no_spread_leave_nothing_to_test() -> None:
    flat = 1 - np.eye(4)
    rng = np.random.default_rng(0)
    assert mantel(DISTANCE[:2, :2], APART[:2, :2], permutations=9, rng=rng) == (0.0, 1.0)
    assert mantel(flat, DISTANCE[:4, :4], permutations=9, rng=rng) == (0.0, 1.0)
    assert mantel(DISTANCE[:4, :4], flat, permutations=9, rng=rng) == (0.0, 1.0)
    assert mantel(DISTANCE[:3, :3], APART[:3, :3], permutations=9, rng=rng)[0] != 0
