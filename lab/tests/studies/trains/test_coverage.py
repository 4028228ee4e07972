"""Coverage: concept accuracy on what was said, over dialogues."""

import pytest

from murho.core.case import Cases
from murho_lab.studies.trains.coverage import coverage

UNITS = {"a": ["x:1", "y:2"], "b": ["x:1"], "c": []}


def test_coverage_is_concept_accuracy() -> None:
    cases = Cases(
        ["1", "2", "3"],
        list("abc"),
        [(UNITS[text],) for text in "abc"],
        clusters=["p", "q", "q"],
        features={"half": ["x", "x", "y"]},
    )
    found = coverage(lambda text: UNITS[text][:1] + ["z:3"] * (text == "c"), cases)
    assert found.value == pytest.approx(2 / 3)
    assert found.figure.estimate.clusters == 2
    assert coverage(UNITS.__getitem__, cases).value == 0
    by_half = coverage(lambda text: UNITS[text][:1], cases, by=["half"]).by["half"]
    assert {half: (one.numerator, one.denominator) for half, one in by_half.items()} == {"x": (1, 3), "y": (0, 0)}
