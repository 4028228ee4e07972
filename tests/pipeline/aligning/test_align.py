"""Alignments of batches: what each knows of its case."""

import pytest

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED
from murho.measures import measure
from murho.pipeline.aligning.alignment_counts import align_batches

IDS = ["a", "b", "c"]
CASES = Cases(
    IDS,
    ["to bonn", "yes", "no"],
    [("to bonn",), ("yes",), ("no",)],
    clusters=["x", None, "y"],
    features={"topic": [["way", "city", "way"], [], None], "speaker": ["anna", "bo", None]},
)


def test_groups_failures_and_lines() -> None:
    answers = Answers(IDS, [("to born",), UNDEFINED, ("no",)], failures=[None, "crashed", None], lines=[3, 0, 5])
    first, second, third = align_batches(measure("words"), [(CASES, answers)], ["topic"], ["speaker", "age"])
    assert first.groups == {"topic": ("way", "city"), "speaker": ("anna",)}
    assert second.groups == {"topic": ("(none)",), "speaker": ("bo",)}
    assert third.groups == {"topic": ("(none)",), "speaker": ("(none)",)}
    assert [(one.id, one.undefined, one.failure) for one in (first, second, third)] == [
        ("a", False, None),
        ("b", True, "crashed"),
        ("c", False, None),
    ]
    assert [(one.cluster, one.line) for one in (first, second, third)] == [("x", 3), (None, None), ("y", 5)]
    assert [(one.errors, one.units) for one in (first, second, third)] == [(1, 2), (1, 1), (0, 1)]


def test_a_feature_that_is_asked_for_has_to_be_there() -> None:
    answers = Answers(IDS, [("to born",), ("yes",), ("no",)])
    (first, *_) = align_batches(measure("words"), [(CASES, answers)])
    assert (first.groups, first.failure, first.line) == ({}, None, None)
    with pytest.raises(InputError, match="age"):
        list(align_batches(measure("words"), [(CASES, answers)], ["age"]))
