"""Shifting: the seven relations and what μ1, μ2, μ3 make of them."""

from collections.abc import Callable
from typing import Any

import pytest

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import RELATIONS, Shifting, mu1, mu2, mu3, relation
from murho.core.shifting import shifting as read

NAMES: dict[str, Callable[..., Any]] = {"mu1": mu1, "mu2": mu2, "mu3": mu3}


@pytest.mark.parametrize(
    ("answer", "correct", "expected"),
    [
        ("a", "a", "equal"),
        ("ab", "ba", "equal"),
        ("", "", "equal"),
        ("", "a", "empty"),
        ("a", "ab", "some"),
        ("ab", "a", "more"),
        ("ab", "bc", "overlap"),
        ("a", "b", "disjoint"),
        ("ab", "cd", "disjoint"),
        ("a", "", "disjoint"),
    ],
)
def test_relations(answer: str, correct: str, expected: str) -> None:
    assert relation(frozenset(answer), frozenset(correct)) == expected


@pytest.mark.parametrize("correct", ["", "a", "ab"])
def test_undefined_is_its_own_relation_even_where_nothing_was_to_be_understood(correct: str) -> None:
    assert relation(UNDEFINED, frozenset(correct)) == "undefined"


def test_mu1_is_right_or_wrong() -> None:
    assert [mu1().value(r) for r in RELATIONS] == [0, 1, 1, 1, 1, 1, 1]


def test_mu2_forgives_failing() -> None:
    assert [mu2(0.25).value(r) for r in RELATIONS] == [0, 0.25, 1, 1, 1, 1, 1]


def test_mu3_grades_in_the_order_of_the_paper() -> None:
    assert [mu3(0.1, 0.2, 0.3, 0.4, 0.5).value(r) for r in RELATIONS] == [0, 0.1, 0.2, 0.3, 0.4, 0.5, 1]


def test_the_defaults_of_mu3_rise() -> None:
    values = [mu3().value(r) for r in RELATIONS]
    assert values == sorted(set(values))


@pytest.mark.parametrize("delta", [0, 1, -0.1, 1.5, float("nan"), float("inf")])
@pytest.mark.parametrize("build", [mu2, lambda d: mu3(0.1, 0.2, d, 0.4, 0.5)])
def test_deltas_lie_strictly_between_0_and_1(build: Callable[[float], Shifting], delta: float) -> None:
    with pytest.raises(UsageError, match="strictly between"):
        build(delta)


@pytest.mark.parametrize("shifting", [mu1(), mu2(), mu2(0.125), mu3(), mu3(0.1, 0.2, 0.3, 0.4, 0.5)])
def test_a_shifting_reads_back_as_it_prints(shifting: Shifting) -> None:
    assert read(repr(shifting)) == shifting
    again = notation.read(repr(shifting), NAMES, what="shifting")
    assert again == shifting
    assert hash(again) == hash(shifting)


def test_shiftings_compare_by_what_they_say() -> None:
    assert mu2(0.5) == mu2(delta=0.5)
    assert mu2(0.5) != mu2(0.25)
    assert len({mu1(), mu1(), mu2(), mu2(0.5), mu3()}) == 3
