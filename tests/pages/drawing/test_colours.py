"""Colours of maps."""

import pytest

from murho.pages.drawing.colours import hue, legend, step
from murho.views.maps import Cell


@pytest.mark.parametrize(
    ("cell", "of_shares", "colour"),
    [
        (Cell(0, 0.0, None, False, None), True, ""),
        (Cell(0, 0.0, None, False, None), False, ""),
        (Cell(3, 0.3, 0.0, False, 0.0), True, "kept"),
        (Cell(3, 0.3, 0.2, True, 1.0), True, "lost"),
        (Cell(3, 0.3, 0.0, False, 0.0), False, "lost"),
        (Cell(3, 0.3, None, False, None), False, ""),
        (Cell(3, 0.3, None, False, None), True, "kept"),
    ],
)
def test_what_a_cell_is_coloured_as(cell: Cell, of_shares: bool, colour: str) -> None:
    assert hue(cell, of_shares) == colour


def test_steps_and_their_legend() -> None:
    assert [step(value, True) for value in (0.0, 0.004, 0.005, 0.3, 0.35, 1.0)] == [0, 0, 1, 5, 6, 6]
    assert [step(value, False) for value in (None, 0.02, 0.5, 0.69, 0.7)] == [0, 1, 5, 5, 6]
    assert [text for _, text in legend(True)] == [
        "under 0.5 %",
        "0.5 % +",
        "2 % +",
        "5 % +",
        "10 % +",
        "20 % +",
        "35 % +",
    ]
    assert [number for number, _ in legend(False)] == [0, 1, 2, 3, 4, 5, 6]
