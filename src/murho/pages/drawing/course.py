"""The geometry of the course of a run: the line of the running value, the bars of the times.

Positions are per cent of the drawing's width (or height), so that it stretches with the page.
"""

from dataclasses import dataclass
from math import ceil, floor

from murho.core.figure import Figure
from murho.sheets import legible
from murho.sheets.drawing.whiskers import Scale
from murho.views.course import Running, Times


@dataclass(frozen=True)
class Line:
    """π over the first cases, and the interval of the whole."""

    points: str
    """Of a polyline in a box of 100 by 100, the origin above left."""
    marks: list[tuple[float, str]]
    """Of the vertical axis: per cent from below, name."""
    low: float
    high: float
    value: float
    cases: int


def line(running: Running | None, whole: Figure, *, bounded: bool) -> Line | None:
    """The line of the running value; None where there is none."""
    if running is None or whole.value is None:
        return None
    # the first few may swing beyond any scale
    first = min(running.cases // 2, max(20, running.cases // 50))
    settled = [value for i, value in running.points if i >= first]
    low, high = whole.interval or (whole.value, whole.value)
    scale = Scale.over([*settled, high], bounded=bounded)
    last = running.cases - 1
    points = " ".join(f"{100 * i / last:.5g},{100 - 100 * value / scale.top:.4g}" for i, value in running.points)
    ends = scale.at(low), scale.at(high), scale.at(whole.value)
    return Line(points, scale.marks, *ends, cases=running.cases)


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram."""

    left: float
    width: float
    height: float
    title: str


@dataclass(frozen=True)
class Histogram:
    """The bars of the times, on a logarithmic scale."""

    bars: list[Bar]
    marks: list[tuple[float, str]]
    summary: list[tuple[str, str]]


def histogram(times: Times | None) -> Histogram | None:
    """The bars of the times; None where there are none."""
    if times is None:
        return None
    first, last = times.edges[0], times.edges[-1]
    width, highest = 100 / len(times.counts), max(times.counts)
    bars = [
        Bar(
            round(i * width, 3),
            round(width * 0.92, 3),
            round(100 * count / highest, 2),
            f"{legible.duration(10**left)} to {legible.duration(10**right)}: {legible.count(count)}",
        )
        for i, (count, left, right) in enumerate(zip(times.counts, times.edges[:-1], times.edges[1:], strict=True))
        if count
    ]
    powers = range(ceil(first), floor(last) + 1)
    marks = [(round(100 * (power - first) / (last - first), 2), legible.duration(10.0**power)) for power in powers]
    summary = [(name, legible.duration(value)) for name, value in times.quantiles.items()]
    return Histogram(bars, marks, [*summary, ("together", legible.duration(times.together))])
