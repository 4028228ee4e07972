"""Times as the bars of a histogram on a logarithmic scale, as markup for a page with the style of the reports.

>>> geometry(Counts([1, 0, 2], [-1.0, 0.0, 1.0, 2.0])).marks
[(0.0, '100 ms'), (33.33, '1 s'), (66.67, '10 s'), (100.0, '100 s')]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor
from typing import NamedTuple

from murho.sheets.legible import count, duration


@dataclass(frozen=True)
class Counts:
    """How many times fall into each class."""

    counts: Sequence[int]
    edges: Sequence[float]
    """Of the classes, as powers of ten of seconds: one more than classes."""


class Bar(NamedTuple):
    """A bar, in per cent of the drawing."""

    left: float
    width: float
    height: float
    title: str


class Geometry(NamedTuple):
    """The bars, and the ticks below them: per cent from the left, name."""

    bars: list[Bar]
    marks: list[tuple[float, str]]


def geometry(times: Counts) -> Geometry:
    """The bars of classes that hold anything."""
    first, last = times.edges[0], times.edges[-1]
    width, highest = 100 / len(times.counts), max(times.counts)
    bars = [
        Bar(
            round(i * width, 3),
            round(width * 0.92, 3),
            round(100 * number / highest, 2),
            f"{duration(10**left)} to {duration(10**right)}: {count(number)}",
        )
        for i, (number, left, right) in enumerate(zip(times.counts, times.edges[:-1], times.edges[1:], strict=True))
        if number
    ]
    powers = range(ceil(first), floor(last) + 1)
    return Geometry(
        bars, [(round(100 * (power - first) / (last - first), 2), duration(10.0**power)) for power in powers]
    )


def draw(times: Counts) -> str:
    """The markup of the bars."""
    bars, marks = geometry(times)
    drawn = "".join(
        f'<rect x="{bar.left}%" y="{100 - bar.height:g}%" width="{bar.width}%" height="{bar.height}%">'
        f"<title>{bar.title}</title></rect>"
        for bar in bars
    )
    ticks = "".join(f'<span style="left:{at}%;transform:translateX(-{at}%)">{text}</span>' for at, text in marks)
    return (
        f'<div class="plot low"><div class="side"></div><svg aria-hidden="true">{drawn}</svg>'
        f'<div class="below"><div class="ticks" aria-hidden="true">{ticks}</div></div></div>'
    )
