"""The picture of where each of several systems is best: a slice of the cones of δ and ω through all their vertices.

Rows and columns are those of the picture of two systems (`choices`): in the middle of each cell lies its vertex, with
the number of the best system; between them both are mixed, evenly from one to the next. Colours are the style sheet's.

>>> from murho.core.dominance import Region, beyond
>>> answers = [0, 1, 6], [1, 1, 5]
>>> best = [BestUnder("ab"[i], Region(0.5, 0), tuple(map(tuple, beyond(ranks, [0, 0, 0], 1).tolist())))
...         for i, ranks in enumerate(answers)]
>>> drawn = regions(best, ["all"])
>>> [node.who for node in drawn.nodes], drawn.marks[0]
(['1', '=', '=', '=', '=', '2'], ('g0', '1', 'a'))
>>> print(drawn.spoken)
1, a, is best at 1 of 6 vertices; 2, b, at 1; several alike at 4
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

import numpy as np

from murho.core.dominance import THRESHOLDS, best_between
from murho.pages.drawing.choices import HIGH, LEFT, TOP, heads, wide_of
from murho.pipeline.comparing.result import BestUnder
from murho.views.choices import row_name

COLOURS = 6
"""In the style sheet; more systems share them, and are told apart by their numbers."""
_STEP = 2
"""Pixels that are drawn as one."""


class Area(NamedTuple):
    """A stretch of one row of pixels in which one system is the best."""

    x: int
    y: int
    width: int
    colour: str


class Node(NamedTuple):
    """A vertex."""

    x: int
    y: int
    who: str
    """The number of the system that is best here, `=` where several are."""
    title: str


@dataclass(frozen=True)
class Regions:
    """All of the picture; lengths are pixels."""

    width: int
    height: int
    step: int
    areas: list[Area]
    nodes: list[Node]
    names: list[tuple[int, str]]
    """The middle of each row, and its threshold."""
    heads: list[tuple[int, str]]
    """The middle of each column, and its class."""
    marks: list[tuple[str, str, str]]
    """Colour, number and name of each system."""
    spoken: str


def regions(best: Sequence[BestUnder], classes: Sequence[str]) -> Regions:
    """The picture of these systems."""
    tables = [np.array(one.beyond, np.int64) for one in best]
    wide, rows = wide_of(classes), len(THRESHOLDS)
    down = np.clip((np.arange(0, rows * HIGH, _STEP) + _STEP / 2) / HIGH - 0.5, 0, rows - 1)
    right = np.clip((np.arange(0, len(classes) * wide, _STEP) + _STEP / 2) / wide - 0.5, 0, len(classes) - 1)
    at_vertices = best_between(tables, range(rows), range(len(classes)))
    areas = [
        Area(LEFT + start * _STEP, TOP + i * _STEP, length * _STEP, _colour(who))
        for i, line in enumerate(best_between(tables, down, right).tolist())
        for start, length, who in _runs(line)
    ]
    nodes = [
        Node(LEFT + j * wide + wide // 2, TOP + k * HIGH + HIGH // 2, _number(int(at_vertices[k, j])),
             _told(best, k, j, classes[j]))
        for k in range(rows) for j in range(len(classes))
    ]  # fmt: skip
    names = [(TOP + k * HIGH + HIGH // 2, row_name(name)) for k, name in enumerate(THRESHOLDS)]
    marks = [(_colour(place), str(place + 1), one.system) for place, one in enumerate(best)]
    size = LEFT + wide * len(classes), TOP + HIGH * rows
    return Regions(*size, _STEP, areas, nodes, names, heads(classes), marks, _spoken(best, nodes))


def _runs(line: Sequence[int]) -> list[tuple[int, int, int]]:
    """Where each stretch of one value begins, how long it is, and the value."""
    found, start = [], 0
    for value, held in groupby(line):
        length = sum(1 for _ in held)
        found.append((start, length, value))
        start += length
    return found


def _colour(system: int) -> str:
    return "level" if system < 0 else f"g{system % COLOURS}"


def _number(system: int) -> str:
    return "=" if system < 0 else str(system + 1)


def _told(best: Sequence[BestUnder], threshold: int, place: int, name: str) -> str:
    counts = ", ".join(f"{i}: {one.beyond[threshold][place]:,}" for i, one in enumerate(best, 1))
    return f"at least {THRESHOLDS[threshold]}, ω from {name} on, cases by system: {counts}"


def _spoken(best: Sequence[BestUnder], nodes: Sequence[Node]) -> str:
    def times(who: str) -> int:
        return sum(node.who == who for node in nodes)

    told = [f"{i}, {one.system}, at {times(str(i))}" for i, one in enumerate(best, 1)]
    told[0] = f"1, {best[0].system}, is best at {times('1')} of {len(nodes)} vertices"
    return "; ".join([*told, *([f"several alike at {times('=')}"] if times("=") else [])])
