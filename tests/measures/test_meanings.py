"""Meanings: whole sets under μ1, μ2, μ3, and the one measure that takes any of them."""

from collections.abc import Callable
from typing import Any

import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import RELATIONS, mu1, mu2, mu3, mu4
from murho.measures import measure
from murho.measures.distances.distance import edit_distance, exact_distance, json_distance, units_distance
from murho.measures.distances.sets import set_distance
from murho.measures.meanings import any_of, graded, meanings, relations

ONE_OF_EACH: list[tuple[Meanings, Answered]] = [
    (("a", "b"), ("b", "a")),
    (("a",), UNDEFINED),
    (("a",), ()),
    (("a", "b"), ("a",)),
    (("a",), ("a", "b")),
    (("a", "b"), ("b", "c")),
    (("a",), ("c",)),
]
REFERENCES, ANSWERS = zip(*ONE_OF_EACH, strict=True)


def test_each_of_the_seven_relations() -> None:
    assert tuple(relations(REFERENCES, ANSWERS)) == RELATIONS
    judged = meanings().judge(REFERENCES, ANSWERS)
    assert judged.labels["relation"] == list(RELATIONS)
    assert {name: int(judged.counts[name].sum()) for name in RELATIONS} == dict.fromkeys(RELATIONS, 1)


@pytest.mark.parametrize("shifting", [mu1(), mu2(0.25), mu3(0.1, 0.2, 0.3, 0.4, 0.5)])
def test_losses_are_those_of_the_shifting(shifting) -> None:
    judged = meanings(shifting).judge(REFERENCES, ANSWERS)
    assert judged.loss.tolist() == [shifting.value(name) for name in RELATIONS]
    assert judged.units.tolist() == [1] * 7
    assert (judged.counts["correct"].sum(), judged.counts["total"].sum(), judged.undefined.sum()) == (1, 7, 1)


def test_sets_are_compared_as_meanings_not_as_texts() -> None:
    judged = meanings().judge(
        [({"a": 1, "b": [1, 2]},), ({"a": [1, 2]},), (1,)], [({"b": [1.0, 2], "a": 1},), ({"a": [2, 1]},), (True,)]
    )
    assert judged.loss.tolist() == [0, 1, 1]


def test_repetition_does_not_matter() -> None:
    assert meanings().judge([("a",)], [("a", "a")]).loss.tolist() == [0]


def test_out_of_domain_is_understood_by_saying_so() -> None:
    judged = meanings(mu3()).judge([()] * 3, [(), UNDEFINED, ("a",)])
    assert judged.labels["relation"] == ["equal", "undefined", "disjoint"]


def test_any_of_accepts_one_right_meaning_among_others() -> None:
    judged = any_of().judge(REFERENCES, ANSWERS)
    assert judged.loss.tolist() == [0, 1, 1, 0, 0, 0, 1]
    assert judged.counts["correct"].tolist() == [1, 0, 0, 1, 1, 1, 0]
    assert any_of().judge([(), ()], [(), ("a",)]).loss.tolist() == [0, 1]


def test_mu4_grades_what_is_disjoint() -> None:
    right = [({"a": 1, "b": 2},), ({"a": 1, "b": 2},), (), ({"a": 1},), ({"a": 1}, {"a": 2})]
    said = [({"a": 1, "b": 3},), UNDEFINED, ({"a": 1},), ({"a": 2},), ({"a": 1},)]
    how = meanings(shifting=mu4("json", 0.1, 0.2, 0.3, 0.4, 0.6))
    assert how.judge(right, said).loss.tolist() == pytest.approx([0.8, 0.1, 1, 1, 0.3])
    assert repr(how) == "meanings(shifting=mu4('json', 0.1, 0.2, 0.3, 0.4, 0.6))"
    assert measure(repr(how)) == how
    bags = meanings(shifting=mu4("units")).judge([(["a", "b"],)] * 2, [(["b", "a"],), (["b", "c"],)])
    assert bags.loss.tolist() == pytest.approx([0, 0.85])
    with pytest.raises(UsageError, match="no distance 'miles'; known: json"):
        meanings(shifting=mu4("miles"))


# Graded: distances between meanings, and between sets of them.


@pytest.mark.parametrize(
    ("distance", "one", "two", "expected"),
    [
        (exact_distance, {"a": 1}, {"a": 1.0}, 0),
        (exact_distance, "a", "b", 1),
        (edit_distance, "kitten", "sitting", 3 / 7),
        (edit_distance, "", "ab", 1),
        (edit_distance, "", "", 0),
        (edit_distance, ["a", "b"], ["b"], 1 / 2),
        (edit_distance, [{"a": 1}], [{"a": 2}], 1),
        (edit_distance, "1", 1, 1),
        (edit_distance, "a", ["a"], 1),
        (units_distance, ["a", "b"], ["b", "a"], 0),
        (units_distance, ["a", "a"], ["a"], 1 / 2),
        (units_distance, ["a", "b"], ["a", "c", "d"], 2 / 3),
        (units_distance, [], [], 0),
        (units_distance, [], ["a"], 1),
        (units_distance, "a", "a", 0),
        (units_distance, "ab", "ba", 1),
        (json_distance, {"a": 1, "b": 2}, {"a": 1, "b": 3}, 1 / 2),
        (json_distance, {"a": 1, "b": 2}, {"a": 1, "c": 2}, 2 / 3),
        (json_distance, {"a": {"b": 1, "c": 2}}, {"a": {"b": 1, "c": 3}}, 1 / 2),
        (json_distance, {"a": ["x", "y"]}, {"a": ["x"]}, 1 / 2),
        (json_distance, {"a": "today"}, {"a": "monday"}, 1),
        (json_distance, {"a": None}, {}, 1),
        (json_distance, {}, {}, 0),
        (json_distance, {}, [], 1),
        (json_distance, "today", "monday", 1),
    ],
)
def test_distances(distance: Callable[[Any, Any], float], one: Any, two: Any, expected: float) -> None:
    assert distance(one, two) == pytest.approx(expected)
    assert distance(two, one) == pytest.approx(expected)


def test_meanings_pair_up_as_cheaply_as_they_can() -> None:
    correct = ({"a": 1, "b": 1}, {"a": 2, "b": 2})
    assert set_distance(correct, ({"a": 2, "b": 3}, {"a": 1, "b": 1}), json_distance) == 0.25
    assert set_distance(correct, ({"a": 2, "b": 3},), json_distance) == 0.75


def test_a_meaning_without_a_partner_costs_1() -> None:
    assert set_distance(("a",), ("a", "b", "c"), exact_distance) == pytest.approx(2 / 3)
    assert set_distance((), ("a",), exact_distance) == 1
    assert set_distance((), (), exact_distance) == 0


def test_repeated_meanings_count_once() -> None:
    assert set_distance(({"a": 1}, {"a": 1.0}), ({"a": 1},), json_distance) == 0


def test_failing_costs_what_it_is_said_to_cost() -> None:
    judged = graded(undefined=0.5).judge([("a",), (), ("a",)], [UNDEFINED, UNDEFINED, ()])
    assert judged.loss.tolist() == [0.5, 0.5, 1]
    assert judged.counts["undefined"].tolist() == [1, 1, 0]
    assert judged.labels["relation"] == ["undefined", "undefined", "empty"]


def test_correct_is_what_costs_nothing() -> None:
    judged = graded("units").judge([(["a", "b"],)] * 2, [(["b", "a"],), (["b"],)])
    assert (judged.loss.tolist(), judged.counts["correct"].tolist()) == ([0, 0.5], [1, 0])


def test_lists_of_the_same_units_are_one_meaning() -> None:
    turned = (["b", "a"],)
    both = (["a", "b"], ["c"])
    cases: list[tuple[Any, Any, float, str]] = [
        ((["a", "b"],), turned, 0, "equal"),
        ((["a", "b"], ["b", "a"]), turned, 0, "equal"),
        (both, turned, 0.5, "some"),
        (turned, both, 0.5, "more"),
        (both, (["b", "a"], ["d"]), 0.5, "overlap"),
        ((["a", "a", "b"],), turned, 1 / 3, "disjoint"),
        (({"x": ["a", "b"]},), ({"x": ["b", "a"]},), 1, "disjoint"),
        (turned, UNDEFINED, 1, "undefined"),
    ]
    judged = graded("units").judge([case[0] for case in cases], [case[1] for case in cases])
    assert judged.loss.tolist() == pytest.approx([case[2] for case in cases])
    assert judged.labels["relation"] == [case[3] for case in cases]
    assert graded("json").judge([(["a", "b"],)], [turned]).labels["relation"] == ["disjoint"], "elsewhere order counts"


@pytest.mark.parametrize("answer", [({1, 2},), ([{1}],), ([object()],)])
def test_units_that_are_no_json_are_refused_as_by_every_distance(answer: Any) -> None:
    told = []
    for distance in ("json", "units"):
        with pytest.raises(MeaningError) as error:
            graded(distance).judge([(["a"],)], [answer])
        told.append(str(error.value))
    assert told[0] == told[1]


def test_any_function_can_be_the_distance() -> None:
    def years(one: int, two: int) -> float:
        return min(1.0, abs(one - two) / 10)

    assert graded(years).judge([(1980, 1990)], [(1985, 1995)]).loss.tolist() == [0.5]


@pytest.mark.parametrize("outside", [-0.1, 1.5, float("nan")])
def test_a_distance_lies_in_the_unit_interval(outside: float) -> None:
    for answer in (("b",), ("b", "c")):
        with pytest.raises(UsageError, match=r"the distance gave .*; a distance lies in \[0, 1\]"):
            graded(lambda *_: outside).judge([("a",)], [answer])
