"""Laws that hold for every estimate, whatever the sums."""

from fractions import Fraction
from itertools import pairwise
from math import inf
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.estimate import METHODS, Estimate, estimate
from murho.core.moments import Moments

Rows = list[tuple[Fraction, Fraction, Fraction]]

weights = st.one_of(st.just(Fraction(1)), st.integers(1, 64).map(lambda w: Fraction(w, 8)))


@st.composite
def clusters(draw: st.DrawFn, most: int = 1) -> Rows:
    """num, den and Σρ²·units of each cluster; π of a cluster at most `most`."""
    rows = []
    for _ in range(draw(st.integers(1, 30))):
        weight, units = draw(weights), draw(st.integers(1, 12))
        loss = draw(
            st.one_of(st.integers(0, most * units), st.integers(0, 8 * most * units).map(lambda x: Fraction(x, 8)))
        )
        rows.append((weight * loss, weight * units, weight * weight * units))
    return rows


def moments(rows: Rows) -> Moments:
    return sum((Moments.of_cluster(*row) for row in rows), Moments())


def ends(found: Estimate) -> tuple[float, float]:
    return found.low, found.high


methods = st.sampled_from(sorted(METHODS))
LEVELS = (0.5, 0.8, 0.9, 0.95, 0.99, 0.999, 1 - 1e-6)
levels = st.sampled_from(LEVELS)


@given(clusters(), methods, levels)
def test_a_bounded_interval_holds_its_value_within_0_and_1(rows: Rows, method: str, level: float) -> None:
    found = estimate(moments(rows), method=method, level=level)
    assert 0 <= found.low <= found.value <= found.high <= 1
    assert found.low < found.high


@given(clusters(most=3), methods, levels)
def test_an_unbounded_interval_holds_its_value_above_0(rows: Rows, method: str, level: float) -> None:
    found = estimate(moments(rows), method=method, level=level, bounded=False)
    assert 0 <= found.low <= found.value <= found.high < inf
    assert found.low < found.high


@given(clusters(), methods, levels)
def test_right_is_the_mirror_image_of_wrong(rows: Rows, method: str, level: float) -> None:
    wrong = estimate(moments(rows), method=method, level=level)
    right = estimate(moments([(den - num, den, square) for num, den, square in rows]), method=method, level=level)
    assert right.value == pytest.approx(1 - wrong.value)
    assert ends(right) == pytest.approx((1 - wrong.high, 1 - wrong.low), abs=1e-6)
    assert right.effective_n == pytest.approx(wrong.effective_n, rel=1e-6)


@given(clusters(), st.integers(-20, 20))
def test_only_relative_weights_count(rows: Rows, power: int) -> None:
    scale = Fraction(2) ** power
    scaled = [(num * scale, den * scale, square * scale * scale) for num, den, square in rows]
    assert estimate(moments(scaled), level=0.95) == estimate(moments(rows), level=0.95)


@given(clusters(), st.randoms(use_true_random=False))
def test_order_leaves_no_trace(rows: Rows, random: Random) -> None:
    shuffled = random.sample(rows, len(rows))
    assert estimate(moments(shuffled), level=0.95) == estimate(moments(rows), level=0.95)


@given(clusters(most=3), methods, st.booleans())
def test_more_confidence_needs_a_longer_interval(rows: Rows, method: str, bounded: bool) -> None:
    if bounded:
        rows = [(min(num, den), den, square) for num, den, square in rows]
    whole = moments(rows)
    found = [ends(estimate(whole, method=method, level=level, bounded=bounded)) for level in LEVELS]
    for (low, high), (lower, higher) in pairwise(found):
        assert lower <= low + 1e-12
        assert higher >= high * (1 - 1e-12)
