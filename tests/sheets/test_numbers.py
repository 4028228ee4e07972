"""Numbers such that a program reads them back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import murho
from murho.sheets.numbers import (
    fraction,
    hundredths,
    interval,
    interval_in_hundredths,
    number,
    printed,
    several,
)


def test_what_is_not_there_is_a_dash() -> None:
    nothing = murho.score("words", [""], [""]).figure
    assert [fraction(None), hundredths(None), interval_in_hundredths(None), interval(nothing)] == ["–"] * 4


@given(st.floats(0, 1))
def test_the_gate_sees_the_fraction_that_is_printed(value: float) -> None:
    assert float(fraction(value)) == printed(value)


def test_an_interval_has_the_decimals_of_its_value() -> None:
    figure = murho.score("labels", ["a", "b", "b", "c"], ["a", "a", "b", "c"]).figure
    assert interval(figure) == f"[{figure.low:.4f}, {figure.high:.4f}]"
    assert interval_in_hundredths([88.4, 89.857]) == "[88.40, 89.86]"


@pytest.mark.parametrize(
    ("value", "text"),
    [(12.0, "12"), (10**20, "1" + "0" * 20), (0.1 + 0.2, "0.3"), (12345.25, "12345.25"), (-0.5, "-0.5")],
)
def test_a_sum_is_written_as_it_is_typed(value: float, text: str) -> None:
    assert number(value) == text


def test_one_is_singular() -> None:
    assert [several(count, "pair") for count in (0, 1, 2)] == ["0 pairs", "1 pair", "2 pairs"]
