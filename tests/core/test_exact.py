"""Exact sums, against fractions, where it is easy to be wrong."""

from fractions import Fraction

import numpy as np
import pytest

from murho.core.exact import rounded_totals, total, totals


def test_a_sum_that_doubles_lose() -> None:
    assert total([1e16, 1.0, -1e16]) == 1
    assert 1e16 + 1.0 - 1e16 != 1  # `sum` itself compensates from Python 3.12 on


@pytest.mark.parametrize(
    "values",
    [
        [0.1, 0.2, 0.3],
        [1e300, 1.0, -1e300, 1e-300],
        [5e-324, 5e-324],
        [1.7976931348623157e308, 1.7976931348623157e308],
        [2.0**900, 2.0**-1],
        [2.0**-900, 2.0**-1],
        [-0.1, 0.1],
        [2.0**53, 1.0, 1.0],
        [0.0, -0.0],
        [-1.5, -2.5, 3.25],
    ],
)
def test_equal_to_the_sum_of_fractions(values: list[float]) -> None:
    assert total(values) == sum(map(Fraction, values))


@pytest.mark.parametrize(
    "values",
    [
        [2**60 + 1, 1],
        [2**63 - 1, 2**63 - 1, 1],
        [-(2**63), -(2**63), 2**63 - 1],
        [2**53 + 1, -1, -(2**53)],
        [-(2**60) - 3, 2, 2**26, -(2**26) - 1, 2**52 - 1],
    ],
)
def test_integers_beyond_those_that_doubles_are(values: list[int]) -> None:
    assert total(values) == sum(values)
    codes, column = np.array([1, 0] * len(values)), np.repeat(np.array(values, np.int64), 2)
    assert totals(codes, column, 2) == [sum(values)] * 2
    assert rounded_totals(codes, column, 2).tolist() == [float(sum(values))] * 2


def test_whole_sums_are_integers_on_every_way_to_them() -> None:
    assert [type(total(values)) for values in ([1.0, 2.0], [0.5, 0.5], [2.0**950, 2.0**-950, -(2.0**-950)])] == [
        int
    ] * 3


def test_groups_are_apart_and_may_be_empty() -> None:
    codes, values = np.array([2, 0, 2]), np.array([0.1, 1.0, 0.2])
    assert totals(codes, values, 4) == [1, 0, Fraction(0.1) + Fraction(0.2), 0]
    assert rounded_totals(codes, values, 4).tolist() == [1.0, 0.0, 0.1 + 0.2, 0.0]


def test_no_value_at_all() -> None:
    none = np.zeros(0)
    assert total([]) == 0
    assert totals(none.astype(np.int64), none, 2) == [0, 0]
    assert rounded_totals(none.astype(np.int64), none, 2).tolist() == [0.0, 0.0]
    assert totals(none.astype(np.int64), none, 0) == []


def test_any_shape() -> None:
    assert total(np.full((2, 3), 0.5)) == 3


@pytest.mark.parametrize("wrong", [float("nan"), float("inf"), float("-inf")])
def test_only_finite_numbers_can_be_summed(wrong: float) -> None:
    with pytest.raises(ValueError, match="finite"):
        total([1.0, wrong])


@pytest.mark.parametrize("groups", [1, 2])
def test_many_values_near_the_largest(groups: int) -> None:
    """The more values, the narrower the limbs: their sums must stay below 2^53."""
    count, below = 2**18 - 1, np.nextafter(1.0, 0.0)
    found = totals(np.zeros(count, np.int64), np.full(count, below), groups)
    assert found == [Fraction(below) * count, 0][:groups]
