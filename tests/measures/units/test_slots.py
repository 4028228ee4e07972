"""Slots: F1 as a ratio of sums, and SLU-F1."""

import pytest

from murho import score
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.core.tally import tally
from murho.measures.units.slots import character_distance, frames, slots, slu, word_distance


def f1(judged: Judgements) -> float:
    value = tally(judged, [1.0] * len(judged)).performance
    assert value is not None
    return 1 - value


def test_f1_over_all_cases() -> None:
    judged = slots().judge([(["a:1", "b:1"],), (["c:1"],)], [(["a:1"],), (["c:1", "d:1"],)])
    assert f1(judged) == pytest.approx(2 * 2 / (3 + 3))


def test_units_depend_on_the_answer() -> None:
    assert not slots().fixed_units
    judged = slots().judge([(["a:1"],)] * 3, [(["a:1"],), (), UNDEFINED])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 1, 1], [2, 1, 1])


def test_nothing_on_both_sides_adds_nothing() -> None:
    judged = slots().judge([([],), ()], [([],), UNDEFINED])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0, 0], [0, 0])


def test_of_several_references_the_one_with_the_least_loss() -> None:
    judged = slots().judge([(["a:1", "b:1"], ["a:2"])], [(["a:2"],)])
    assert (judged.loss.tolist(), judged.counts["gold"].tolist()) == ([0], [1])


def test_of_equally_wrong_references_the_longest() -> None:
    """Two units are missed of three, or one is missed and one made up: the loss is 2 both times, 4 units or 2."""
    references = (["a:1", "b:2", "c:3"], ["d:4"])
    for pair in (references, references[::-1]):
        judged = slots().judge([pair], [(["a:1"],)])
        assert (judged.loss.tolist(), judged.units.tolist()) == ([2], [4])
    assert score("slots", [list(references)], [["a:1"]]).value == 0.5


def test_slu_forgives_part_of_a_wrong_value() -> None:
    """One of four words is wrong: a quarter of an error on each side, beside the two true positives of F1."""
    judged = slu("words").judge([(["date:the first of may"],)], [(["date:the first of june"],)])
    assert (judged.loss.tolist(), judged.units.tolist()) == ([0.5], [2.5])


def test_slu_adds_both_distances() -> None:
    gold, said = [(["date:may"],)], [(["date:day"],)]
    words_, characters_, both = (slu(which).judge(gold, said) for which in ("words", "characters", "both"))
    assert both.loss[0] == words_.loss[0] + characters_.loss[0] == pytest.approx(2 + 2 / 3)
    assert both.units[0] == words_.units[0] + characters_.units[0]


def test_slu_pairs_a_unit_with_the_nearest_of_its_attribute_in_the_order_given() -> None:
    gold = ["time:nine", "time:ten", "date:ten"]
    exact_first = slu("characters").judge([(gold,)], [(["time:ten", "time:nine"],)])
    assert exact_first.loss.tolist() == [1]
    greedy = slu("characters").judge([(["time:abcd"],)], [(["time:abcx", "time:abcd"],)])
    assert greedy.loss.tolist() == [2 * 0.25 + 1]


def test_slu_values_may_hold_colons() -> None:
    assert slu().judge([(["time:10:30"],)], [(["time:10:30"],)]).loss.tolist() == [0]


def test_a_distance_by_words_can_exceed_1_and_one_by_characters_cannot() -> None:
    assert word_distance("may", "the first of june") == 4
    assert character_distance("may", "the first of may") == 13 / 16
    assert (word_distance("", ""), character_distance("", "")) == (0, 0)
    assert not slu().bounded


def test_precision_recall_and_f1_stand_beside_the_value() -> None:
    result = score("slots", [["a:1", "b:1"], ["c:1"]], [["a:1"], ["c:1", "d:1", "e:1"]])
    found = result.as_json()
    assert found["precision"] == pytest.approx(100 * 2 / 4)
    assert found["recall"] == pytest.approx(100 * 2 / 3)
    assert found["f1"] == pytest.approx(100 * (1 - found["value"])) == pytest.approx(100 * 4 / 7)
    assert set(found["intervals"]) == {"precision", "recall", "f1"}
    assert all(low <= found[name] <= high for name, (low, high) in found["intervals"].items())


def test_each_attribute_has_its_own_precision() -> None:
    gold, said = ["date:today", "time:noon"], ["date:monday", "time:noon", "time:night"]
    by = score("slots", [gold], [said], by=["attribute"]).as_json()["by"]["attribute"]
    assert {name: (one["precision"], one["recall"]) for name, one in by.items()} == {
        "date": (0, 0),
        "time": (50, 100),
    }


def test_what_has_nothing_to_divide_by_has_no_precision() -> None:
    found = score("slots", [["a:1"]], [[]]).as_json()
    assert (found["precision"], found["recall"], found["f1"]) == (None, 0, 0)


# Frames: the exact match of a bag of units.


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
