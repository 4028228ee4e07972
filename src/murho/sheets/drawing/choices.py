"""The picture over (δ, ω): a cell for each vertex of the two cones, of which any choice is a mixture.

Thresholds of δ run downwards, from every error to the worst alone; classes of ω to the right, the heaviest last.

>>> from murho.core.robustness import Vertex
>>> drawing = draw(([Vertex("disjoint", "1", 9, 0.5, 0.1, 0.9, False)], ("1",), "A is better"))
>>> drawing.count("<rect"), 'class="a"' in drawing, ">A</text>" in drawing, "≥ disjoint: nothing right" in drawing
(1, True, True, True)
"""

from collections.abc import Iterable, Sequence
from html import escape

from murho.core.dominance import THRESHOLDS
from murho.core.robustness import Vertex
from murho.sheets.legible import legible

LEFT, TOP, HIGH = 270, 28, 36
_NARROW, _WIDE, _ROOM = 26, 80, 720
THRESHOLD_NAMES = {
    "undefined": "not right",
    "empty": "not right, nor ⊥",
    "some": "with a wrong or missing meaning",
    "more": "with a wrong meaning",
    "overlap": "wrong and incomplete",
    "disjoint": "nothing right",
}
"""What an answer is that is at least so wrong."""


def draw(value: tuple[Sequence[Vertex], Sequence[str], str]) -> str:
    """The SVG of a `murho.sheets.Picture`: the vertices, the classes of importance, and what they come to in words."""
    vertices, classes, verdict = value
    wide = wide_of(classes)
    largest = max((abs(vertex.difference) for vertex in vertices), default=0.0) or 1.0
    rows = dict.fromkeys(THRESHOLDS, 0)
    cells = []
    for vertex in vertices:
        x, y = LEFT + rows[vertex.relation] * wide, TOP + THRESHOLDS.index(vertex.relation) * HIGH
        rows[vertex.relation] += 1
        cells.append(_cell(vertex, x, y, wide, largest))
    return framed([*frame(classes), *cells], classes, verdict)


def frame(classes: Sequence[str]) -> list[str]:
    """The names of the rows and columns."""
    wide = wide_of(classes)
    middles = ((LEFT + place * wide + wide // 2, name) for place, name in enumerate(at_least(classes)))
    heads = [f'<text class="head" x="{x}" y="18">{marked(_short(name, wide))}</text>' for x, name in middles]
    rows = ((TOP + place * HIGH + HIGH // 2 + 4, name) for place, name in enumerate(THRESHOLDS))
    return [*heads, *(f'<text class="name" x="0" y="{y}">{marked(row_name(name))}</text>' for y, name in rows)]


def framed(parts: Iterable[str], classes: Sequence[str], spoken: str, below: int = 0) -> str:
    """An SVG as large as all cells, with some room below them."""
    width, height = LEFT + wide_of(classes) * len(classes), TOP + HIGH * len(THRESHOLDS) + below
    size = f'width="{width}" height="{height}" viewBox="0 0 {width} {height}"'
    return f'<svg class="choices" role="img" aria-label="{marked(spoken)}" {size}>{"".join(parts)}</svg>'


def wide_of(classes: Sequence[str]) -> int:
    """How wide a column is: as wide as there is room for."""
    return max(_NARROW, min(_WIDE, _ROOM // len(classes)))


def at_least(classes: Sequence[str]) -> list[str]:
    """What each column of a picture counts: cases of its class or a heavier one.

    >>> at_least(["low", "high"]), at_least(["1"])
    (['≥ low', '≥ high'], ['all cases'])
    """
    return ["all cases"] if len(classes) == 1 else [f"≥ {name}" for name in classes]


def row_name(threshold: str) -> str:
    """What a row of a picture counts: answers that are at least so wrong.

    >>> row_name("disjoint")
    '≥ disjoint: nothing right'
    """
    return f"≥ {threshold}: {THRESHOLD_NAMES[threshold]}"


def letter(vertex: Vertex) -> str:
    """Who is shown to be better; nothing where the sample does not show it."""
    return {"A": "A", "B": "B", "equal": "="}.get(vertex.better or "", "")


def marked(text: str) -> str:
    """Text from data, escaped."""
    return escape(legible(text))


def _cell(vertex: Vertex, x: int, y: int, wide: int, largest: float) -> str:
    side = "a" if vertex.difference > 0 else "b" if vertex.difference < 0 else "level"
    depth = round(0.15 + 0.85 * abs(vertex.difference) / largest, 3)
    title = f"at least {vertex.relation}, ω from {vertex.least_class} on: {vertex.difference:+.4f} "
    title += f"[{vertex.low:+.4f}, {vertex.high:+.4f}], {vertex.cases} cases"
    return (
        f'<g><title>{marked(title)}</title><rect class="{side}" x="{x + 1}" y="{y + 1}" width="{wide - 2}" '
        f'height="{HIGH - 2}" fill-opacity="{depth}"/><text class="who" x="{x + wide // 2}" '
        f'y="{y + HIGH // 2 + 4}">{letter(vertex)}</text></g>'
    )


def _short(name: str, wide: int) -> str:
    fits = max(2, wide // 7)
    return name if len(name) <= fits else f"{name[: fits - 1]}…"
