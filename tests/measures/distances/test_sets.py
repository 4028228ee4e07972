"""What differs between meanings, in words."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.judgement import join_rows
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.measures.distances.distance import Distance
from murho.measures.distances.naming import named
from murho.measures.distances.sets import explained, set_distance, too_large


@pytest.mark.parametrize(
    ("name", "right", "said", "sentences"),
    [
        ("json", {"a": {"b": 1, "c": 2}, "d": 3}, {"a": {"b": 1, "c": 4}, "e": 5},
         ["a.c: 4 instead of 2", "missing d: 3", "additional e: 5"]),
        ("json", {"a": ["x", "y", "z"]}, {"a": ["x", "w"]}, ['a: element 2: "w" instead of "y", "z"']),
        ("json", ["x", "y"], ["y"], ['missing element 1: "x"']),
        ("json", 1, "1", ['"1" instead of 1']),
        ("json", {"a": 1.0}, {"a": 1}, []),
        ("units", ["a:1", "b:2"], ["b:2", "a:3"], ['missing "a:1"', 'additional "a:3"']),
        ("edit", "kitten", "sitting", ['"sitting" instead of "kitten"']),
        ("exact", ["a"], ["b"], ['["b"] instead of ["a"]']),
    ],
)  # fmt: skip
def test_sentences(name: str, right: Any, said: Any, sentences: list[str]) -> None:
    assert explained(named(name), (right,), (said,)) == sentences


def test_sets_are_told_as_they_are_paired() -> None:
    how = measure("meanings(mu4('json'))")
    right = ({"a": 1, "b": 1}, {"a": 2, "b": 2})
    told = how.explained([right] * 4, [({"a": 2, "b": 3}, {"a": 1, "b": 1}), right[1:], (), UNDEFINED])
    gone = 'missing meaning {"a":1,"b":1}'
    assert told == [["b: 3 instead of 2"], [gone], [gone, 'missing meaning {"a":2,"b":2}'], ["no answer"]]
    assert measure("graded").explained([()], [("x",)]) == [['additional meaning "x"']]
    assert (how.explaining, measure("meanings").explaining) == (True, False)


def test_of_large_sets_only_what_differs_is_paired() -> None:
    asked = []

    def apart(one: Any, other: Any) -> float:
        asked.append((one, other))
        return min(1.0, abs(one - other))

    right, said = tuple(range(2_000)), (*range(1, 2_000), 0.5, 9_999)
    assert set_distance(right, said, apart) == (0.5 + 1) / 2_001
    assert asked == [(0, 0.5), (0, 9_999)]
    assert [too_large(Distance(apart, metric=is_one), [right], [said]).tolist() for is_one in (True, False)] == [
        [False],
        [True],
    ]
    assert too_large(Distance(apart), [right], [right[:-1]]).tolist() == [False]
    measured = measure("graded").judge([(0,), right], [(0,), said]), measure("graded").judge([(0,)], [(0,)])
    assert "too_large" not in measured[1].counts
    assert join_rows([measured[1], measured[0]], [0, 1]).counts["too_large"].tolist() == [0, 0, 1]
    assert explained(Distance(apart), right, said) == ["0.5 instead of 0", "additional meaning 9999"]


@pytest.mark.parametrize(
    ("name", "right", "said"),
    [
        ("units", [[n, "b", "b"] for n in range(1_500)], [["b", n, "b"] for n in range(1_500)]),
        ("set", [[n, "b", "b"] for n in range(1_500)], [["b", n] for n in range(1_500)]),
        ("number", [*range(1_500)], [f"{n}.0" for n in range(1_500)]),
        ("date", [f"{n}-05-01" for n in range(1000, 2_500)], [f"{n}-05-01T00:00" for n in range(1000, 2_500)]),
    ],
)
def test_of_many_meanings_those_at_no_distance_are_still_one(name: str, right: list[Any], said: list[Any]) -> None:
    told = measure(f"graded({name!r})").judge([tuple(right)] * 2, [tuple(said), tuple(said[1:])])
    assert told.loss.tolist() == [0, 1 / 1_500]
    assert list(told.labels["relation"]) == ["equal", "some"]


def test_of_sets_that_have_too_many_pairs_none_is_paired() -> None:
    def refuse(one: Any, other: Any) -> float:
        raise AssertionError((one, other))

    right, said = tuple(range(3_000)), tuple(range(1_500, 4_500))
    assert set_distance(right, said, refuse) == 1_500 / 3_000
    bounded = Distance(refuse, beyond=refuse)
    assert too_large(bounded, [right, right], [said, right]).tolist() == [True, False]


@pytest.mark.slow
def test_lists_that_are_too_long_are_equal_or_not() -> None:
    long, other = [0, *[1] * 60_000, 3], [1, *[2] * 60_000, 4]
    near = [*long[:-2], 9, 3]
    for name, wrapped in (("edit", lambda one: one), ("json", lambda one: {"list": one})):
        judged = measure(f"graded({name!r})").judge(
            [(wrapped(long),)] * 3, [(wrapped(other),), (wrapped(long),), (wrapped(near),)]
        )
        assert judged.loss.tolist() == pytest.approx([1, 0, 1 / 60_002])
    assert len(named("edit").told(long, other)) == 1


MEMBERS = st.one_of(st.lists(st.sampled_from("abcd"), max_size=5), st.sampled_from(["a", 1]))


@given(MEMBERS, MEMBERS, MEMBERS)
def test_sets_have_a_metric(one: Any, two: Any, three: Any) -> None:
    between = named("set").between
    both = [set(side) if isinstance(side, list) else side for side in (one, two)]
    assert (between(one, two) == 0) == (both[0] == both[1])
    assert 0 <= between(one, two) == between(two, one) <= 1
    assert between(one, three) <= between(one, two) + between(two, three) + 1e-12
    assert between(["a", "b"], ["b", "c", "b"]) == pytest.approx(2 / 3)
