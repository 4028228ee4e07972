"""Labels: classification, its confusion, and each class by itself."""

import numpy as np
import pytest

from murho.core.coded import Coded
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures.labels import FAILED, NOTHING, ClassScore, confusion, labels, per_class

GOLD = ["a", "a", "b", "b", "b", "c", None]
SAID = ["a", "b", "b", "b", None, UNDEFINED, "a"]
JUDGED = labels().judge(
    [() if g is None else (g,) for g in GOLD],
    [UNDEFINED if s is UNDEFINED else () if s is None else (s,) for s in SAID],
)


def test_right_if_it_is_one_of_the_references() -> None:
    judged = labels().judge([("a", "b"), ("a", "b"), ("a", "b")], [("b",), ("c",), ("c", "a")])
    assert judged.loss.tolist() == [0, 1, 1]
    assert judged.labels == {"gold": ["b", "a", "a"], "given": ["b", "c", "c"]}


def test_where_nothing_is_right_only_nothing_is() -> None:
    judged = labels().judge([(), (), (), ("a",)], [(), ("a",), UNDEFINED, ()])
    assert judged.loss.tolist() == [0, 1, 1, 1]
    assert judged.labels["given"] == [NOTHING, "a", FAILED, NOTHING]
    assert judged.labels["gold"] == [NOTHING, NOTHING, NOTHING, "a"]


def test_counts() -> None:
    assert {name: int(column.sum()) for name, column in JUDGED.counts.items()} == {
        "correct": 3,
        "total": 7,
        "undefined": 1,
    }


def test_confusion_is_weighed_and_sorted() -> None:
    assert next(iter(confusion(JUDGED).items())) == (("b", "b"), 2)
    weighed = confusion(JUDGED, [1, 0.5, 0.25, 0.25, 1, 1, 1])
    assert (weighed["a", "b"], weighed["b", "b"], weighed[NOTHING, "a"]) == (0.5, 0.5, 1)
    assert sum(weighed.values()) == 5


@pytest.mark.parametrize("weights", [None, [1, 0.5, 0.25, 0.25, 1, 0, 1]])
def test_each_class_by_a_plain_computation(weights: list[float] | None) -> None:
    rho = [1.0] * len(GOLD) if weights is None else weights
    shown_gold = [NOTHING if g is None else g for g in GOLD]
    shown_said = [FAILED if s is UNDEFINED else NOTHING if s is None else s for s in SAID]
    found = {score.label: score for score in per_class(JUDGED, weights)}
    assert set(found) == {*shown_gold, *shown_said}
    for name, score in found.items():
        rows = list(zip(shown_gold, shown_said, rho, strict=True))
        right = sum(w for g, s, w in rows if g == s == name)
        given = sum(w for _, s, w in rows if s == name)
        gold = sum(w for g, _, w in rows if g == name)
        assert (score.right, score.given, score.gold) == (right, given, gold)
        assert score.precision == (right / given if given else None)
        assert score.recall == (right / gold if gold else None)
        if right:
            assert score.f1 == pytest.approx(2 / (given / right + gold / right))


def test_classes_come_by_falling_weight_of_gold() -> None:
    assert [score.label for score in per_class(JUDGED)] == ["b", "a", "c", NOTHING, FAILED]


def test_a_class_never_seen_has_no_figures() -> None:
    empty = ClassScore("x", 0, 0, 0)
    assert (empty.precision, empty.recall, empty.f1) == (None, None, None)
    assert ClassScore("x", 0, 1, 1).f1 == 0


def test_micro_average_is_accuracy() -> None:
    scores = per_class(JUDGED)
    assert sum(s.right for s in scores) / sum(s.gold for s in scores) == pytest.approx(1 - np.mean(JUDGED.loss))


def test_confusion_of_coded_labels_is_that_of_names() -> None:
    names, gold, given = ("a", "b", "c"), np.array([0, 1, 1, 2, 0]), np.array([0, 2, 2, 1, 1])
    coded = {"gold": Coded(gold, names), "given": Coded(given, ("a", "b", "c", "d"))}
    plain = {name: list(column) for name, column in coded.items()}
    rows = [Judgements.of(np.ones(5), case=[0, 0, 1, 1, 2], labels=labels) for labels in (coded, plain)]
    for weights in (None, [1, 0.5, 0.25]):
        assert confusion(rows[0], weights) == confusion(rows[1], weights)
