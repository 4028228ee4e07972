"""The picture of where each of several systems is best: a slice of the cones of δ and ω through all their vertices.

Rows and columns are those of the picture of two systems (`choices`): in the middle of each cell lies its vertex, with
the number of the best system; between them both are mixed, evenly from one to the next. Colours are the style sheet's.

>>> from murho.core.dominance import beyond
>>> answers = [0, 1, 6], [1, 1, 5]
>>> best = [("ab"[i], tuple(map(tuple, beyond(ranks, [0, 0, 0], 1).tolist()))) for i, ranks in enumerate(answers)]
>>> drawing = draw((best, ["all"]))
>>> drawing.count("<title>"), drawing.count(">=</text>"), 'aria-label="1, a, is best at 1 of 6' in drawing
(6, 4, True)
"""

from collections.abc import Sequence
from itertools import groupby

import numpy as np

from murho.core.dominance import THRESHOLDS, best_between
from murho.sheets.drawing.choices import HIGH, LEFT, TOP, frame, framed, marked, wide_of

COLOURS = 6
"""In the style sheet; more systems share them, and are told apart by their numbers."""
LINE = 20
"""Height of a line of the legend."""
_STEP = 2
"""Pixels that are drawn as one."""

Best = tuple[str, Sequence[Sequence[int]]]
"""A system, and by threshold and class how many cases at least so important have an answer at least so wrong."""


def draw(value: tuple[Sequence[Best], Sequence[str]]) -> str:
    """The SVG of a `murho.sheets.Picture`: the systems in their order, and the classes of importance."""
    best, classes = value
    tables = [np.array(beyond, np.int64) for _, beyond in best]
    wide, rows = wide_of(classes), len(THRESHOLDS)
    down = np.clip((np.arange(0, rows * HIGH, _STEP) + _STEP / 2) / HIGH - 0.5, 0, rows - 1)
    right = np.clip((np.arange(0, len(classes) * wide, _STEP) + _STEP / 2) / wide - 0.5, 0, len(classes) - 1)
    at_vertices = best_between(tables, range(rows), range(len(classes))).tolist()
    areas = [
        f'<rect class="{_colour(system)}" x="{LEFT + start * _STEP}" y="{TOP + i * _STEP}" '
        f'width="{length * _STEP}" height="{_STEP}"/>'
        for i, line in enumerate(best_between(tables, down, right).tolist())
        for start, length, system in _runs(line)
    ]
    nodes = []
    for k, threshold in enumerate(THRESHOLDS):
        for j, name in enumerate(classes):
            counts = ", ".join(f"{i}: {beyond[k][j]:,}" for i, (_, beyond) in enumerate(best, 1))
            title = f"at least {threshold}, ω from {name} on, cases by system: {counts}"
            x, y = LEFT + j * wide + wide // 2, TOP + k * HIGH + HIGH // 2 + 4
            nodes.append(
                f"<g><title>{marked(title)}</title>"
                f'<text class="who" x="{x}" y="{y}">{_number(at_vertices[k][j])}</text></g>'
            )
    legend = [_mark(place, system) for place, (system, _) in enumerate(best)]
    spoken = _spoken([system for system, _ in best], [who for row in at_vertices for who in row])
    parts = [*frame(classes), '<g shape-rendering="crispEdges">', *areas, "</g>", *nodes, *legend]
    return framed(parts, classes, spoken, below=LINE * (len(best) + 1))


def _runs(line: Sequence[int]) -> list[tuple[int, int, int]]:
    """Where each stretch of one value begins, how long it is, and the value."""
    runs, start = [], 0
    for value, held in groupby(line):
        length = sum(1 for _ in held)
        runs.append((start, length, value))
        start += length
    return runs


def _mark(place: int, system: str) -> str:
    """A line of the legend: colour, number and name of a system."""
    y = TOP + HIGH * len(THRESHOLDS) + LINE * (place + 1)
    return (
        f'<rect class="{_colour(place)}" x="0" y="{y - 11}" width="16" height="13"/>'
        f'<text class="name" x="24" y="{y}">{_number(place)} {marked(system)}</text>'
    )


def _colour(system: int) -> str:
    return "level" if system < 0 else f"g{system % COLOURS}"


def _number(system: int) -> str:
    return "=" if system < 0 else str(system + 1)


def _spoken(systems: Sequence[str], at_vertices: Sequence[int]) -> str:
    parts = [f"{i + 1}, {system}, at {at_vertices.count(i)}" for i, system in enumerate(systems)]
    parts[0] = f"1, {systems[0]}, is best at {at_vertices.count(0)} of {len(at_vertices)} vertices"
    alike = sum(system < 0 for system in at_vertices)
    return "; ".join([*parts, *([f"several alike at {alike}"] if alike else [])])
