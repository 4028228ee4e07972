"""Scales."""

from hypothesis import given
from hypothesis import strategies as st

from murho.sheets.drawing.whiskers import Scale


@given(st.floats(1e-6, 1e6), st.booleans())
def test_a_scale_holds_its_values_in_few_steps(value: float, bounded: bool) -> None:
    value = min(value, 1.0) if bounded else value
    scale = Scale.over([value], bounded=bounded)
    assert scale.top >= value * (1 - 1e-9)
    assert 2 <= len(scale.ticks) <= 6
    assert scale.ticks[0] == 0
    assert scale.ticks[-1] == scale.top
    assert not bounded or scale.top <= 1
