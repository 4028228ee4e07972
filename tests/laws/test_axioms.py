"""The axioms of a shifting: values in [0,1], 0 exactly between equals, 1 reached by some pair (1984, section 3)."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.meaning import UNDEFINED, canonical, meaning_set
from murho.core.shifting import mu1, mu2, mu3
from murho.measures import Measure
from murho.measures.distances.distance import json_distance, units_distance
from murho.measures.distances.sets import set_distance
from murho.measures.meanings import graded, meanings

delta = st.floats(0, 1, exclude_min=True, exclude_max=True)
shifting = st.one_of(st.just(mu1()), st.builds(mu2, delta), st.builds(mu3, delta, delta, delta, delta, delta))
graded_by = st.builds(graded, st.sampled_from(["json", "edit", "exact"]), st.floats(0.01, 1))
measure = st.one_of(st.builds(meanings, shifting), graded_by)
meaning = st.one_of(
    st.sampled_from(["a", "b", 1, 1.0, None, "hours", ["a", "b"], ["b", "a"], []]),
    st.dictionaries(st.sampled_from("xy"), st.sampled_from(["a", 1, 2, ["a"], {"z": 1}]), max_size=2),
)
meaning_tuple = st.lists(meaning, max_size=4).map(tuple)


@given(measure, st.one_of(st.just(UNDEFINED), meaning_tuple), meaning_tuple)
def test_in_the_unit_interval_and_zero_between_equals_only(mu: Measure, answer: Any, correct: tuple[Any, ...]) -> None:
    loss = mu.judge([correct], [answer]).loss[0]
    equal = answer is not UNDEFINED and meaning_set(answer) == meaning_set(correct)
    assert 0 <= loss <= 1
    assert (loss == 0) == equal


@given(measure)
def test_one_is_reached(mu: Measure) -> None:
    assert mu.judge([("a",)], [("b",)]).loss.tolist() == [1.0]


@given(meaning_tuple, meaning_tuple, st.sampled_from(["json", "units", "edit", "exact"]))
def test_the_order_and_the_side_of_the_sets_do_not_matter(
    one: tuple[Any, ...], two: tuple[Any, ...], distance: str
) -> None:
    there = graded(distance).judge([one], [two]).loss[0]
    back = graded(distance).judge([two[::-1]], [one[::-1]]).loss[0]
    assert there == pytest.approx(back, abs=1e-12)


def bag_set(meanings: tuple[Any, ...]) -> frozenset[str]:
    return meaning_set(tuple(sorted(one, key=canonical) if isinstance(one, list) else one for one in meanings))


@given(meaning_tuple, meaning_tuple)
def test_by_units_zero_is_between_equal_bags_only_and_the_label_agrees(
    answer: tuple[Any, ...], correct: tuple[Any, ...]
) -> None:
    judged = graded("units").judge([correct], [answer])
    equal = bag_set(answer) == bag_set(correct)
    assert (judged.loss[0] == 0) == equal == (judged.labels["relation"] == ["equal"])


@given(st.lists(st.sampled_from("abc")), st.lists(st.sampled_from("abc")))
def test_units_are_compared_as_bags(one: list[str], two: list[str]) -> None:
    assert (units_distance(one, two) == 0) == (sorted(one) == sorted(two))


@given(meaning_tuple)
def test_nothing_against_something_costs_all(correct: tuple[Any, ...]) -> None:
    assert set_distance((), correct, json_distance) == float(bool(correct))
