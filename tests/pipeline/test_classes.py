"""Precision, recall and F1 by label, against scikit-learn's definition worked out by hand."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.measures import measure
from murho.measures.labels import per_class
from murho.pipeline.classes import Classes

LABELS = measure("labels")


def book(gold: Sequence[str], said: Sequence[Answered], rho: Sequence[float]) -> Classes:
    found = Classes()
    found.add(LABELS, LABELS.judge([(name,) for name in gold], said), rho)
    return found


def test_the_sums_are_weighed() -> None:
    found = book(["a", "a", "b", "b"], [("a",), ("b",), ("b",), UNDEFINED], [1.0, 0.5, 0.25, 0.25]).as_json()
    a, b, failed = found["classes"]
    assert (a["precision"], a["recall"], a["f1"]) == (1.0, 1 / 1.5, 2 / 2.5)
    assert (b["precision"], b["recall"], b["f1"]) == (0.25 / 0.75, 0.5, 0.5 / 1.25)
    assert (failed["label"], failed["precision"], failed["recall"]) == ("⊥", 0.0, None)
    assert found["confusion"] == [
        {"gold": "a", "given": "b", "importance": 0.5},
        {"gold": "b", "given": "⊥", "importance": 0.25},
    ]


rows = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("abc"), st.sampled_from([0.25, 0.5, 1.0])))


@given(rows, st.integers(0, 10))
def test_batches_add_up_to_the_whole(rows: list[tuple[str, str, float]], cut: int) -> None:
    parts = Classes()
    for part in (rows[:cut], rows[cut:]):
        judged = LABELS.judge([(gold,) for gold, _, _ in part], [(said,) for _, said, _ in part])
        parts.add(LABELS, judged, [rho for _, _, rho in part])
    whole = LABELS.judge([(gold,) for gold, _, _ in rows], [(said,) for _, said, _ in rows])
    assert parts.scores() == per_class(whole, [rho for _, _, rho in rows])


def test_other_measures_know_no_classes() -> None:
    with pytest.raises(UsageError, match="words knows no classes"):
        Classes().add(measure("words"), measure("words").judge([("a",)], [("a",)]), [1.0])
