"""A profile of any axes, as shares of the expressions: its cells in the order of their classes, and as a matrix.

>>> import numpy as np
>>> from murho.core.judgement import Judgements
>>> from murho.core.profile import profile
>>> judged = Judgements.of([0, 1, 1, 0])
>>> shown = shares(profile(judged, np.ones(4), {"loss": judged.loss, "day": ["mon", "mon", "tue", "mon"]}))
>>> [(cell.names, cell.share, cell.cases) for cell in shown.cells]
[(['0', 'mon'], 0.5, 2), (['1', 'mon'], 0.25, 1), (['1', 'tue'], 0.25, 1)]
>>> shown.matrix
Matrix(down='loss', across='day', columns=['mon', 'tue'], rows=[('0', [0.5, 0.0]), ('1', [0.25, 0.25])])
"""

from dataclasses import dataclass
from typing import Any

from murho.core.ledger import group_name
from murho.core.profile import Profile

WIDEST = 200
"""Columns of a matrix, at most."""


@dataclass(frozen=True)
class Cell:
    """An occupied cell."""

    names: list[str]
    """Its class on each axis."""
    share: float
    """Of the expressions."""
    cases: int
    performance: float | None
    """π; None where there is nothing to divide by."""


@dataclass(frozen=True)
class Matrix:
    """Shares of the expressions over two axes, the one with more classes downwards."""

    down: str
    across: str
    columns: list[str]
    rows: list[tuple[str, list[float]]]


@dataclass(frozen=True)
class Shares:
    """What is shown of a profile."""

    axes: list[str]
    cells: list[Cell]
    matrix: Matrix | None
    """Of two axes; None where it has more than `WIDEST` columns, which nobody could look at."""


def shares(profile: Profile) -> Shares:
    """What is shown of a profile."""
    rank = [{name: place for place, name in enumerate(profile.classes(axis))} for axis in profile.axes]
    ordered = sorted(profile.cells, key=lambda key: [places[name] for places, name in zip(rank, key, strict=True)])
    cells = [
        Cell(
            [class_name(value) for value in key],
            float(profile.share(key)),
            profile.cells[key].cases,
            profile.cells[key].performance,
        )
        for key in ordered
    ]
    return Shares(list(profile.axes), cells, _matrix(profile) if len(profile.axes) == 2 else None)


def _matrix(profile: Profile) -> Matrix | None:
    classes = {axis: profile.classes(axis) for axis in profile.axes}
    down, across = sorted(profile.axes, key=lambda axis: -len(classes[axis]))
    if len(classes[across]) > WIDEST:
        return None
    turned = down != profile.axes[0]
    rows = []
    for row in classes[down]:
        keys = [(column, row) if turned else (row, column) for column in classes[across]]
        rows.append((class_name(row), [float(profile.share(key)) for key in keys]))
    return Matrix(down, across, list(map(class_name, classes[across])), rows)


def class_name(value: Any) -> str:
    """What a class of an axis is called.

    >>> class_name(0.30000000000000004), class_name(None)
    ('0.3', '(none)')
    """
    return f"{value:.4g}" if isinstance(value, float) else group_name(value)
