"""The geometry of the picture over (δ, ω): a cell for each vertex of the two cones, of which any choice is a mixture.

>>> from murho.core.robustness import Vertex
>>> from murho.views.choices import MapRow
>>> drawn = picture([MapRow("disjoint", "nothing right", (Vertex("disjoint", "1", 9, 0.5, 0.1, 0.9, False),))], ("1",))
>>> drawn.cells[0].side, drawn.cells[0].letter, drawn.cells[0].depth, drawn.width, drawn.height
('a', 'A', 1.0, 350, 64)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.robustness import Vertex
from murho.views.choices import MapRow, at_least, row_name

LEFT, TOP, HIGH = 270, 28, 36
_NARROW, _WIDE, _ROOM = 26, 80, 720


@dataclass(frozen=True)
class Cell:
    """A vertex."""

    x: int
    y: int
    side: str
    """Who is better in the sample: `a`, `b`, or nothing."""
    depth: float
    """How much, from 0 to 1, the largest difference of the picture being 1."""
    letter: str
    """Who is shown to be better; nothing where the sample does not show it."""
    title: str


@dataclass(frozen=True)
class Picture:
    """All cells; lengths are pixels."""

    width: int
    height: int
    wide: int
    high: int
    cells: list[Cell]
    names: list[tuple[int, str]]
    """The middle of each row, and its threshold."""
    heads: list[tuple[int, str]]
    """The middle of each column, and its class."""


def picture(rows: Sequence[MapRow], classes: Sequence[str]) -> Picture:
    """Thresholds of δ downwards, from every error to the worst alone; classes of ω to the right, the heaviest last."""
    wide = wide_of(classes)
    largest = max((abs(cell.difference) for row in rows for cell in row.cells), default=0.0) or 1.0
    cells = [
        _cell(cell, LEFT + j * wide, TOP + i * HIGH, largest)
        for i, row in enumerate(rows)
        for j, cell in enumerate(row.cells)
    ]
    names = [(TOP + i * HIGH + HIGH // 2, row_name(row.name)) for i, row in enumerate(rows)]
    return Picture(LEFT + wide * len(classes), TOP + HIGH * len(rows), wide, HIGH, cells, names, heads(classes))


def wide_of(classes: Sequence[str]) -> int:
    """How wide a column is: as wide as there is room for."""
    return max(_NARROW, min(_WIDE, _ROOM // len(classes)))


def heads(classes: Sequence[str]) -> list[tuple[int, str]]:
    """The middle of each column, and its class."""
    wide = wide_of(classes)
    return [(LEFT + j * wide + wide // 2, _short(name, wide)) for j, name in enumerate(at_least(classes))]


def _cell(vertex: Vertex, x: int, y: int, largest: float) -> Cell:
    side = "a" if vertex.difference > 0 else "b" if vertex.difference < 0 else ""
    depth = round(0.15 + 0.85 * abs(vertex.difference) / largest, 3)
    letter = vertex.better if vertex.better in ("A", "B") else "=" if vertex.better else ""
    title = f"at least {vertex.relation}, ω from {vertex.least_class} on: {vertex.difference:+.4f} "
    return Cell(x, y, side, depth, letter, f"{title}[{vertex.low:+.4f}, {vertex.high:+.4f}], {vertex.cases} cases")


def _short(name: str, wide: int) -> str:
    fits = max(2, wide // 7)
    return name if len(name) <= fits else f"{name[: fits - 1]}…"
