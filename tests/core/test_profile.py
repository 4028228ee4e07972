"""The profile: shares by cell, over any number of axes."""

from fractions import Fraction

import numpy as np
import pytest

from murho.core.judgement import Judgements
from murho.core.profile import class_order, encode, profile

LOSS = np.array([0, 1, 1, 0, 0.5, 0])
RHO = np.array([1, 1, 0.5, 0.5, 1, 1])
JUDGED = Judgements.of(LOSS)
AXES = {"loss": LOSS, "weight": RHO}


def test_shares_of_cells() -> None:
    found = profile(JUDGED, RHO, AXES)
    assert found.axes == ("loss", "weight")
    assert (found.classes("loss"), found.classes("weight")) == ((0.0, 0.5, 1.0), (0.5, 1.0))
    sixth = Fraction(1, 6)
    assert found.matrix() == [[sixth, 2 * sixth], [0, sixth], [sixth, sixth]]
    assert found.share((0.5, 0.5)) == found.share(("never", "seen")) == 0
    assert found.expressions == 6


def test_performance_from_shares_alone() -> None:
    assert profile(JUDGED, RHO, AXES).performance() == Fraction(2, 5) == Fraction(0.5 + 1 + 0.5) / Fraction(5)


def test_each_cell_is_a_tally() -> None:
    cell = profile(JUDGED, RHO, AXES, clusters=["d"] * 6).cells[0.0, 1.0]
    assert (cell.cases, cell.importance, cell.closed.clusters) == (2, 2, 1)


def test_features_are_axes_too() -> None:
    found = profile(JUDGED, RHO, {"topic": ["b", None, "b", "a", "a", None], "loss": LOSS, "long": LOSS > 2})
    assert found.classes("topic") == ("a", "b", None)
    assert found.classes("long") == (False,)
    assert found.cells["a", 0.5, False].performance == 0.5


def test_no_axis_is_one_cell() -> None:
    found = profile(JUDGED, RHO, {})
    assert (found.cells[()].performance, found.share(())) == (0.4, 1)


def test_many_axes_of_many_classes() -> None:
    """Nine axes of a thousand classes each have more cells than a 64-bit integer can number."""
    rows = 1000
    axes = {f"axis{k}": [(i * (k + 1) + i // 7) % rows for i in range(rows)] for k in range(9)}
    found = profile(Judgements.of(np.zeros(rows)), np.ones(rows), axes)
    assert set(found.cells) == set(zip(*axes.values(), strict=True))
    assert all(found.classes(name) == tuple(sorted(set(column))) for name, column in axes.items())


def test_no_row() -> None:
    found = profile(Judgements.of([]), [], {"loss": [], "weight": []})
    assert (found.cells, found.classes("loss"), found.expressions) == ({}, (), 0)


def test_classes_are_sorted_numbers_texts_nothing() -> None:
    mixed = [None, "b", 10, "a", 2.5, Fraction(1, 3)]
    assert sorted(mixed, key=class_order) == [Fraction(1, 3), 2.5, 10, "a", "b", None]


@pytest.mark.parametrize(
    "column",
    [["x", "y", "x"], [3, 1, 3], np.array([0.1, 0.2, 0.1]), np.array([True, False, True]), np.array(["b", "a", "b"])],
)
def test_a_column_is_class_numbers_and_classes(column: list[object]) -> None:
    codes, classes = encode(column)
    assert [classes[code] for code in codes] == list(column)
    assert len(classes) == 2
