"""What holds of all measures over sequences: nothing said, nothing to say, several references."""

import pytest

from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures import measure
from murho.measures.text.words import words


@pytest.mark.parametrize("reference", [("",), (), (" ",)])
@pytest.mark.parametrize(
    ("answer", "insertions"), [(("",), 0), ((), 0), (UNDEFINED, 0), (("uh",), 1), (("uh huh",), 2)]
)
def test_a_reference_without_words_adds_nothing_to_the_divisor(
    reference: Meanings, answer: Answered, insertions: int
) -> None:
    judged = words().judge([reference], [answer])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([insertions], [0])
    assert judged.counts["insertions"].tolist() == [insertions]


@pytest.mark.parametrize("name", ["concepts", "concept_bag"])
@pytest.mark.parametrize("reference", [([],), ("",), ()])
def test_a_reference_without_units_too(name: str, reference: Meanings) -> None:
    judged = measure(name).judge([reference] * 2, [(["a:1"],), ([],)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([1, 0], [0, 0])


@pytest.mark.parametrize("answer", [UNDEFINED, (), ("",)])
def test_saying_nothing_deletes_everything(answer: Answered) -> None:
    judged = words().judge([("to bonn",)], [answer])
    assert (judged.loss.tolist(), judged.counts["deletions"].tolist()) == ([2], [2])
    assert judged.undefined.tolist() == [answer is UNDEFINED]


def test_the_first_answer_is_judged() -> None:
    assert words().judge([("to bonn",)], [("to berlin", "to bonn")]).loss.tolist() == [1]


def test_the_nearest_reference_counts() -> None:
    judged = words().judge([("to berlin please", "to bonn"), ("a",)], [("to bonn",), ("b",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1], [2, 1])


def test_of_references_equally_near_the_longest_counts_then_the_first() -> None:
    judged = words().judge([("to", "to bonn now", "to bonn please")], [("to bonn",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([1], [3])


def test_a_case_without_references_among_some_with_several() -> None:
    judged = words().judge([("a", "b"), (), ("c",)], [("b",), ("x",), ("c",)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1, 0], [1, 0, 1])
