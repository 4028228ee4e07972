"""Verdicts of people as a measure: the loss of each, who cannot say, how many agree."""

import numpy as np
import pytest

from murho.core.errors import MeaningError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.shifting import RELATIONS, mu3
from murho.measures import measure
from murho.measures.verdict import acceptance, verdict


def test_a_verdict_costs_what_the_relation_does() -> None:
    rows = verdict().judge([("equal",)] * 7, [(name,) for name in RELATIONS])
    assert rows.loss.tolist() == [mu3().value(name) for name in RELATIONS]
    assert measure("verdict(mu2(0.5))").judge([()], [("undefined",)]).loss.tolist() == [0.5]


def test_a_case_counts_the_mean_and_who_cannot_say_is_in_no_divisor() -> None:
    said = [("right", "disjoint", "wrong"), ("cannot say", "wrong"), ("cannot say",), UNDEFINED, ()]
    rows = verdict().judge([("equal",)] * 5, said)
    assert rows.loss.tolist() == [2 / 3, 1, 0, 0, 0]
    assert rows.units.tolist() == [1, 1, 0, 0, 0]
    counts = {name: int(np.sum(column)) for name, column in rows.counts.items()}
    assert counts == {"verdicts": 6, "cannot_say": 2, "pairs": 4, "alike": 1}
    found = verdict().criteria(counts)
    assert (found["agreement"].part, found["agreement"].whole) == (1, 4)
    assert (found["cannot-say"].part, found["cannot-say"].whole) == (2, 6)
    assert rows.labels["verdict"] == ["several", "several", "cannot say", "none", "none"]


def test_two_who_cannot_say_say_the_same() -> None:
    rows = verdict().judge([("equal",)], [("cannot say", "cannot say", "wrong")])
    assert (rows.counts["pairs"].tolist(), rows.counts["alike"].tolist()) == ([3], [1])


@pytest.mark.parametrize("said", ["best", 7, None, {"evaluator": "anna"}])
def test_what_is_no_verdict_is_named(said: object) -> None:
    with pytest.raises(MeaningError) as refused:
        verdict().judge([("equal",)], [(said,)])  # type: ignore[list-item]
    assert "is no verdict" in str(refused.value.found)


def test_a_shifting_that_looks_at_meanings_is_refused() -> None:
    with pytest.raises(UsageError, match="shifting"):
        measure("verdict(mu4('json'))")


def test_coverage_and_overgeneration() -> None:
    references = [("good",)] * 3 + [()] * 3
    rows = acceptance().judge(references, [("a", "b"), (), UNDEFINED, ("x",), (), UNDEFINED])
    assert rows.loss.tolist() == [0, 1, 1, 1, 0, 1]
    found = acceptance().criteria({name: int(np.sum(column)) for name, column in rows.counts.items()})
    assert (found["coverage"].part, found["coverage"].whole) == (1, 3)
    assert (found["overgeneration"].part, found["overgeneration"].whole) == (1, 3)
    assert rows.labels["outcome"] == ["accepted", "missed", "undefined", "overgenerated", "rejected", "undefined"]


def test_notation() -> None:
    assert repr(measure("acceptance")) == "acceptance"
