"""What was said beside what was meant."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from murho.measures.text.words import words
from murho.views.said_and_meant import compared, drawn, parts

words_of = st.lists(st.sampled_from(["a", "b", "c"]), max_size=8)


@given(words_of, words_of)
def test_a_drawn_alignment_holds_both_sequences(reference: list[str], answer: list[str]) -> None:
    (steps,) = words().aligned([(" ".join(reference),)], [(" ".join(answer),)])
    pairs = drawn(steps)
    assert [pair.reference for pair in pairs if pair.operation != "I"] == reference
    assert [pair.answer for pair in pairs if pair.operation != "D"] == answer
    assert all((pair.operation == "=") == (pair.reference == pair.answer) for pair in pairs)


meaning = st.dictionaries(st.sampled_from("xyz"), st.integers(0, 2), max_size=3)


@given(st.lists(meaning, max_size=4), st.lists(meaning, max_size=4))
def test_compared_sets_are_marked_by_membership(correct: list[Any], answered: list[Any]) -> None:
    left, right = compared(correct, answered)
    assert sum(one.mark == "both" for one in left) == sum(one.mark == "both" for one in right)
    assert {one.mark for one in left} <= {"both", "missing"}
    assert {one.mark for one in right} <= {"both", "wrong"}
    assert not any(part.differs for one in left + right if one.mark == "both" for part in one.parts)


def test_a_part_that_is_said_twice_is_matched_twice_at_most() -> None:
    """What is wrong is compared with the nearest of the other side, part by part; each part of that is used once."""
    (left,), (right,) = compared([["a", "a", "b"]], [["a", "c", "a", "a"]])
    assert [(part.text, part.differs) for part in left.parts] == [("a", False), ("a", False), ("b", True)]
    assert [(part.text, part.differs) for part in right.parts] == [("a", False), ("c", True), ("a", False), ("a", True)]
    (alone,), nothing = compared([["a", "b"]], [])
    assert [part.differs for part in alone.parts] == [False, False]
    assert (alone.mark, nothing) == ("missing", [])


def test_the_nearest_of_the_other_side_is_compared() -> None:
    left, right = compared([{"x": 1, "y": 2}, {"z": 3}], [{"x": 1, "y": 3}, {"z": 3}])
    assert [(one.mark, [part.differs for part in one.parts]) for one in left] == [
        ("missing", [False, True]),
        ("both", [False]),
    ]
    assert [one.mark for one in right] == ["wrong", "both"]


def test_long_lists_and_many_parts_have_none() -> None:
    assert parts([str(i) for i in range(40)]) == [str(i) for i in range(40)]
    assert parts([str(i) for i in range(41)]) == []
    assert parts(["x" * 300, "y" * 300]) == ["x" * 300, "y" * 300]
    assert parts(["x" * 300, "y" * 301]) == []
    assert parts(["a", 1]) == []
    assert parts("text") == []
    assert parts({"a": 1}) == ["a: 1"]
