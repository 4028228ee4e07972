"""Frames: the exact match of a bag of units."""

import pytest

from murho.core.meaning import UNDEFINED
from murho.measures.units.frames import frames


@pytest.mark.parametrize(
    ("reference", "answer", "loss"),
    [
        ((["a:1", "b:2"],), (["b:2", "a:1"],), 0),
        ((["a:1", "b:2"],), (["a:1"],), 1),
        ((["a:1"],), (["a:1", "b:2"],), 1),
        ((["a:1"],), (["a:1", "a:1"],), 1),
        ((["a:1"], ["b:2"]), (["b:2"],), 0),
        ((["a:1"],), (["b:2"], ["a:1"]), 1),
        (([],), (), 0),
        ((), ([],), 0),
        ((), (["a:1"],), 1),
        (([],), UNDEFINED, 1),
        ((), UNDEFINED, 1),
    ],
)
def test_all_or_nothing(reference: tuple, answer: tuple, loss: int) -> None:
    judged = frames().judge([reference], [answer])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([loss], [1])
    assert judged.counts["correct"].tolist() == [1 - loss]
    assert judged.undefined.tolist() == [answer is UNDEFINED]


def test_the_match_of_a_part() -> None:
    gold, said = (["intent:book", "date:today"],), (["intent:book", "date:monday"],)
    assert frames().judge([gold], [said]).loss.tolist() == [1]
    assert frames(only="intent").judge([gold], [said]).loss.tolist() == [0]
    assert frames(without="intent").judge([gold], [said]).loss.tolist() == [1]
