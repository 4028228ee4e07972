"""The geometry of the small drawings: scales, whiskers, the running value, the histogram of times.

Positions are per cent of the drawing's width (or height), so that it stretches with the page.

>>> scale = Scale.over([0.08, 0.31])
>>> scale.top, scale.ticks, scale.at(0.1)
(0.4, (0.0, 0.1, 0.2, 0.3, 0.4), 25.0)
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10

import numpy as np
from numpy.typing import NDArray

from murho.core.figure import Figure
from murho.report.html import legible

_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)
MOST_POINTS = 300


@dataclass(frozen=True)
class Scale:
    """A linear scale from 0 to a round number."""

    top: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, values: Iterable[float], *, bounded: bool = True) -> "Scale":
        """The tightest round scale that holds the values, in at most five steps; of bounded measures at most 0..1."""
        highest = max((v for v in values if isfinite(v)), default=1.0)
        if bounded and highest > 0.8:
            return cls(1.0, (0.0, 0.25, 0.5, 0.75, 1.0))
        size = 10.0 ** max(0, ceil(log10(highest / 2.5))) if highest > 2.5 else 1.0
        step = next((s * size for s in _STEPS if s * size * 5 >= highest), size)
        steps = max(1, ceil(highest / step - 1e-9))
        return cls(round(step * steps, 10), tuple(round(step * i, 10) for i in range(steps + 1)))

    def at(self, value: float) -> float:
        """Where a value lies, in per cent; what is beyond the scale lies on its edge."""
        return round(100 * min(max(value / self.top, 0.0), 1.0), 2) if isfinite(value) else 100.0

    @property
    def marks(self) -> list[tuple[float, str]]:
        """Positions and names of the ticks."""
        return [(self.at(tick), f"{tick:g}") for tick in self.ticks]


@dataclass(frozen=True)
class Whisker:
    """A value with its interval on a scale."""

    low: float
    value: float
    high: float
    reference: float | None = None
    """Where the value of the whole lies."""


def whisker(figure: Figure, scale: Scale, whole: float | None = None) -> Whisker | None:
    """The whisker of a figure; None where there is no value."""
    if figure.value is None:
        return None
    reference = None if whole is None else scale.at(whole)
    return Whisker(scale.at(figure.low), scale.at(figure.value), scale.at(figure.high), reference)


@dataclass(frozen=True)
class Running:
    """π_i over the first i cases: a line, and the interval of the whole."""

    points: str
    """Of a polyline in a box of 100 by 100, the origin above left."""
    marks: list[tuple[float, str]]
    """Of the vertical axis: per cent from below, name."""
    low: float
    high: float
    value: float
    cases: int


def running(num: NDArray[np.float64], den: NDArray[np.float64], whole: Figure, bounded: bool) -> Running | None:
    """The running value in the order of the cases; `num` and `den` (cases,) are ρ·loss and ρ·units of each."""
    if whole.value is None or len(num) < 2:
        return None
    tops, bottoms = np.cumsum(num), np.cumsum(den)
    at = np.flatnonzero(bottoms > 0)
    at = at[np.unique(np.linspace(0, len(at) - 1, min(len(at), MOST_POINTS)).round().astype(np.int64))]
    values = tops[at] / bottoms[at]
    settled = values[at >= min(len(num) // 2, max(20, len(num) // 50))]  # the first few may swing beyond any scale
    scale = Scale.over([*settled.tolist(), whole.high], bounded=bounded)
    pairs = zip(at.tolist(), values.tolist(), strict=True)
    points = " ".join(f"{100 * i / (len(num) - 1):.5g},{100 - 100 * value / scale.top:.4g}" for i, value in pairs)
    ends = scale.at(whole.low), scale.at(whole.high), scale.at(whole.value)
    return Running(points, scale.marks, *ends, cases=len(num))


@dataclass(frozen=True)
class Bar:
    """A bar of a histogram, in per cent of the drawing."""

    left: float
    width: float
    height: float
    title: str


@dataclass(frozen=True)
class Times:
    """How long answers took."""

    bars: list[Bar]
    marks: list[tuple[float, str]]
    summary: list[tuple[str, str]]


def times(seconds: Sequence[float | None]) -> Times | None:
    """A histogram of answer times over a logarithmic scale, with the usual quantiles; None where none are recorded."""
    known = np.array([s for s in seconds if s is not None and isfinite(s) and s >= 0], np.float64)
    if len(known) < 2:
        return None
    shown = np.maximum(known, 1e-7)
    first, last = floor(log10(shown.min()) * 2) / 2, ceil(log10(shown.max()) * 2 + 1e-9) / 2
    heights, edges = np.histogram(
        np.log10(shown), bins=max(8, min(40, round((last - first) * 12))), range=(first, last)
    )
    width = 100 / len(heights)
    bars = [
        Bar(
            round(i * width, 3),
            round(width * 0.92, 3),
            round(100 * height / heights.max(), 2),
            f"{legible.duration(10**left)} to {legible.duration(10**right)}: {legible.count(height)}",
        )
        for i, (height, left, right) in enumerate(zip(heights.tolist(), edges[:-1], edges[1:], strict=True))
        if height
    ]
    powers = range(ceil(first), floor(last) + 1)
    marks = [(round(100 * (power - first) / (last - first), 2), legible.duration(10.0**power)) for power in powers]
    quantiles = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "longest": 1.0}
    summary = [(name, legible.duration(float(np.quantile(known, q)))) for name, q in quantiles.items()]
    summary.append(("together", legible.duration(float(known.sum()))))
    return Times(bars, marks, summary)
