"""Refinement: what it takes, and the reasons against it."""

import pytest

from murho.core.errors import UsageError
from murho.core.refinement import refines

COARSE = {"a": 0.0, "b": 1.0, "c": 1.0, "d": 1.0}


@pytest.mark.parametrize(
    "fine",
    [
        COARSE,
        {"a": 0.0, "b": 0.5, "c": 1.0, "d": 1.0},
        {"a": 0.0, "b": 0.25, "c": 0.5, "d": 1.0},
        {"a": 0.0, "b": 1.0, "c": 0.001, "d": 0.001},
    ],
)
def test_parts_of_a_class_lie_above_the_class_below_and_reach_its_value(fine: dict[str, float]) -> None:
    assert refines(fine, COARSE).holds


@pytest.mark.parametrize(
    ("fine", "why"),
    [
        ({"a": 0.0, "b": 0.0, "c": 0.0, "d": 0.0}, "1 values cannot refine 2"),
        ({"a": 0.0, "b": 0.0, "c": 0.5, "d": 1.0}, "the finer value 0.0 joins a, b"),
        ({"a": 0.0, "b": 0.5, "c": 0.75, "d": 0.9}, "must keep it as its largest part, found 0.9"),
        ({"a": 0.0, "b": -0.5, "c": 1.0, "d": 1.0}, "part -0.5 of the class of value 1.0 must lie above 0.0"),
        ({"a": 0.5, "b": 1.0, "c": 1.0, "d": 1.0}, "the class of value 0.0 must keep it"),
    ],
)
def test_why_not(fine: dict[str, float], why: str) -> None:
    found = refines(fine, COARSE)
    assert not found.holds
    assert why in found.why


def test_nothing_lies_below_the_lowest_class() -> None:
    coarse = {"a": 0.5, "b": 0.5, "c": 1.0}
    assert refines({"a": 0.0, "b": 0.5, "c": 1.0}, coarse).holds


def test_an_empty_class_is_still_a_class() -> None:
    """The relation is between declared classes; leaving one out is another question, and refused."""
    with pytest.raises(UsageError, match=r"these differ: d$"):
        refines({"a": 0.0, "b": 1.0, "c": 1.0}, COARSE)
