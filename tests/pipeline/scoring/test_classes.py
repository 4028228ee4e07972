"""Precision, recall and F1 by label, against scikit-learn's definition worked out by hand."""

from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.columns import Coded
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered
from murho.measures import measure
from murho.measures.labels import FAILED, NOTHING, labels
from murho.pipeline.scoring.classes import Classes, ClassScore

LABELS = measure("labels")


def book(gold: Sequence[str], said: Sequence[Answered], rho: Sequence[float]) -> Classes:
    found = Classes()
    found.add(LABELS, LABELS.judge([(name,) for name in gold], said), rho)
    return found


def test_the_sums_are_weighed() -> None:
    found = book(["a", "a", "b", "b"], [("a",), ("b",), ("b",), UNDEFINED], [1.0, 0.5, 0.25, 0.25]).as_json(0.95)
    a, b, failed = found["classes"]
    assert (a["precision"], a["recall"], a["f1"]) == (1.0, 1 / 1.5, 2 / 2.5)
    assert (b["precision"], b["recall"], b["f1"]) == (0.25 / 0.75, 0.5, 0.5 / 1.25)
    assert (failed["label"], failed["precision"], failed["recall"]) == ("⊥", 0.0, None)
    assert found["confusion"] == [
        {"gold": "a", "given": "b", "importance": 0.5},
        {"gold": "b", "given": "⊥", "importance": 0.25},
    ]


def plainly(rows: Sequence[tuple[str, str, float]]) -> list[ClassScore]:
    """The slow twin: every sum by itself."""
    names = {name for gold, given, _ in rows for name in (gold, given)}
    scores = [
        ClassScore(
            name,
            right=sum(rho for gold, given, rho in rows if gold == given == name),
            given=sum(rho for _, given, rho in rows if given == name),
            gold=sum(rho for gold, _, rho in rows if gold == name),
        )
        for name in names
    ]
    return sorted(scores, key=lambda score: (-score.gold, score.label))


GOLD = ["a", "a", "b", "b", "b", "c", None]
SAID = ["a", "b", "b", "b", None, UNDEFINED, "a"]
JUDGED = labels().judge(
    [() if gold is None else (gold,) for gold in GOLD],
    [UNDEFINED if said is UNDEFINED else () if said is None else (said,) for said in SAID],
)


def classes(rho: Sequence[float], rows: Judgements = JUDGED) -> Classes:
    found = Classes()
    found.add(LABELS, rows, rho)
    return found


@pytest.mark.parametrize("rho", [[1.0] * 7, [1, 0.5, 0.25, 0.25, 1, 0, 1]])
def test_each_class_by_a_plain_computation(rho: list[float]) -> None:
    shown_gold = [NOTHING if gold is None else gold for gold in GOLD]
    shown_said = [FAILED if said is UNDEFINED else NOTHING if said is None else str(said) for said in SAID]
    scores = classes(rho).scores()
    assert scores == plainly(list(zip(shown_gold, shown_said, rho, strict=True)))
    for score in scores:
        assert score.precision == (score.right / score.given if score.given else None)
        assert score.recall == (score.right / score.gold if score.gold else None)
        if score.right:
            assert score.f1 == pytest.approx(2 / (1 / score.precision + 1 / score.recall))


def test_classes_come_by_falling_weight_of_gold() -> None:
    assert [score.label for score in classes([1.0] * 7).scores()] == ["b", "a", "c", NOTHING, FAILED]


def test_confusions_come_by_falling_weight_then_in_the_order_of_the_suite() -> None:
    assert classes([0.25, 1, 1, 1, 1, 0.5, 1]).confusions() == [
        ("a", "b", 1.0), ("b", NOTHING, 1.0), (NOTHING, "a", 1.0), ("c", FAILED, 0.5)
    ]  # fmt: skip


def test_a_class_never_seen_has_no_figures() -> None:
    empty = ClassScore("x", 0, 0, 0)
    assert (empty.precision, empty.recall, empty.f1) == (None, None, None)
    assert ClassScore("x", 0, 1, 1).f1 == 0


def test_micro_average_is_accuracy() -> None:
    scores = classes([1.0] * 7).scores()
    assert sum(s.right for s in scores) / sum(s.gold for s in scores) == pytest.approx(1 - np.mean(JUDGED.loss))


def test_confusion_of_coded_labels_is_that_of_names() -> None:
    names, gold, given = ("a", "b", "c"), np.array([0, 1, 1, 2, 0]), np.array([0, 2, 2, 1, 1])
    coded = {"gold": Coded(gold, names), "given": Coded(given, ("a", "b", "c", "d"))}
    plain = {name: list(column) for name, column in coded.items()}
    of_codes, of_names = (
        classes([1, 0.5, 0.25], Judgements.of(np.ones(5), case=[0, 0, 1, 1, 2], labels=labels))
        for labels in (coded, plain)
    )
    assert of_codes.confusions() == of_names.confusions() == [("b", "c", 1.5), ("c", "b", 0.5), ("a", "b", 0.25)]
    assert of_codes.scores() == of_names.scores()


rows = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from([0.25, 0.5, 1.0])))


@given(rows, st.integers(0, 10))
def test_batches_add_up_to_the_whole(rows: list[tuple[str, str, float]], cut: int) -> None:
    parts = Classes()
    for part in (rows[:cut], rows[cut:]):
        judged = LABELS.judge([(gold,) for gold, _, _ in part], [(said,) for _, said, _ in part])
        parts.add(LABELS, judged, [rho for _, _, rho in part])
    assert parts.scores() == plainly(rows)


def test_other_measures_know_no_classes() -> None:
    with pytest.raises(UsageError, match="words knows no classes"):
        Classes().add(measure("words"), measure("words").judge([("a",)], [("a",)]), [1.0])


def test_averages_of_parts_are_those_of_the_whole() -> None:
    gold, said = list("aaabbbccab"), [("a",), ("b",), ("a",), ("b",), UNDEFINED, ("b",), ("x",), ("c",), ("a",), ("b",)]
    clusters = ["d", None, "d", None, "e", "e", None, "d", None, "e"]
    rho = np.array([0.5, 1.0] * 5)
    measure = labels()
    whole, parts = Classes(), Classes()
    whole.add(measure, measure.judge([(one,) for one in gold], said), rho, None, clusters)
    for cut in (slice(6, 10), slice(0, 6)):
        part = Classes()
        part.add(measure, measure.judge([(one,) for one in gold[cut]], said[cut]), rho[cut], None, clusters[cut])
        parts += part
    found = whole.averages(0.95)
    assert found == parts.averages(0.95)
    assert found is not None
    assert (found.labels, whole.alone, len(whole.clusters)) == (4, 4, 2)


def test_rows_finer_than_cases_have_no_averages() -> None:
    rows = Judgements.of(np.array([0, 1]), case=np.array([0, 0]), labels={"gold": ["a", "a"], "given": ["a", "b"]})
    sums = Classes()
    sums.add(labels(), rows, [1.0])
    assert (sums.averages(0.95), "averages" in sums.as_json(0.95)) == (None, False)
