"""π lies between its bounds, and only the proportions of ρ matter to it."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from murho.core.judgement import Judgements
from murho.core.tally import tally

unit = st.one_of(st.sampled_from([0.0, 0.1, 0.5, 1.0]), st.floats(1e-150, 1))
cases = st.lists(st.tuples(unit, unit), min_size=1, max_size=20)
ULP = 2**-52
"""Products of loss and importance are rounded once: what holds of π does so but for the last digit."""


def performance(pairs: list[tuple[float, float]], normalise: str = "importance") -> float | None:
    losses, weights = zip(*pairs, strict=True)
    return tally(Judgements.of(losses), weights, normalise=normalise).performance


@given(cases)
def test_between_the_least_and_the_largest_error(pairs: list[tuple[float, float]]) -> None:
    assume(any(weight for _, weight in pairs))
    found = performance(pairs)
    losses = [loss for loss, weight in pairs if weight]
    assert found is not None
    assert 0 <= found <= 1
    assert min(losses) * (1 - ULP) <= found <= max(losses) * (1 + ULP)


@given(cases)
def test_perfect_and_hopeless_systems_are_so_exactly(pairs: list[tuple[float, float]]) -> None:
    assume(any(weight for _, weight in pairs))
    assert performance([(0.0, weight) for _, weight in pairs]) == 0.0
    assert performance([(1.0, weight) for _, weight in pairs]) == 1.0


@given(cases, st.integers(-20, 0))
def test_halving_every_importance_changes_no_digit(pairs: list[tuple[float, float]], power: int) -> None:
    pairs = [(round(loss, 6), round(weight, 6)) for loss, weight in pairs]
    assert performance([(loss, weight * 2.0**power) for loss, weight in pairs]) == performance(pairs)


@given(cases, st.floats(0.001, 1))
def test_scaling_importance_changes_nothing(pairs: list[tuple[float, float]], factor: float) -> None:
    assume(any(weight for _, weight in pairs))
    assert performance([(loss, weight * factor) for loss, weight in pairs]) == pytest.approx(performance(pairs))


@given(cases)
def test_divided_by_the_number_of_expressions_it_is_never_larger(pairs: list[tuple[float, float]]) -> None:
    assume(any(weight for _, weight in pairs))
    by_importance, by_expressions = performance(pairs), performance(pairs, "expressions")
    assert by_importance is not None
    assert by_expressions is not None
    assert 0 <= by_expressions <= by_importance * (1 + ULP)
