"""The geometry of scales and of whiskers on them.

Positions are per cent of the drawing's width (or height), so that it stretches with the page.

>>> scale = Scale.over([0.08, 0.31])
>>> scale.top, scale.ticks, scale.at(0.1)
(0.4, (0.0, 0.1, 0.2, 0.3, 0.4), 25.0)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, isfinite, log10
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from murho.core.comparison import Difference
    from murho.core.figure import Figure

_STEPS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.25, 0.5)


@dataclass(frozen=True)
class Scale:
    """A linear scale from 0 to a round number."""

    top: float
    ticks: tuple[float, ...]

    @classmethod
    def over(cls, values: Iterable[float], *, bounded: bool = True) -> Scale:
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


def scale_of(figures: Iterable[Figure], *, bounded: bool) -> Scale:
    """The scale on which all of these figures fit with their intervals."""
    ends = [_ends(figure.value, figure)[1] for figure in figures if figure.value is not None]
    return Scale.over(ends or [1.0], bounded=bounded)


def _ends(value: float, figure: Figure) -> tuple[float, float]:
    """The ends of the interval, or the value itself where there is none."""
    return figure.interval or (value, value)


def whisker(figure: Figure, scale: Scale, whole: Figure | None = None) -> Whisker | None:
    """The whisker of a figure, with the value of the whole beside it; None where there is no value."""
    if figure.value is None:
        return None
    reference = None if whole is None or whole.value is None else scale.at(whole.value)
    low, high = _ends(figure.value, figure)
    return Whisker(scale.at(low), scale.at(figure.value), scale.at(high), reference)


def widest(found: Iterable[Difference]) -> float:
    """The end of a scale, from minus that to that, which holds these differences and their intervals."""
    ends = [abs(end) for one in found if one.value is not None for end in (one.low, one.high)]
    return Scale.over(ends or [1.0], bounded=max(ends, default=1.0) <= 1).top


def shift(difference: Difference, top: float) -> Whisker | None:
    """The whisker of a difference on a scale from -top to top, with a line at 0."""
    if difference.value is None:
        return None

    def at(value: float) -> float:
        return round(50 + 50 * min(max(value / top, -1.0), 1.0), 2)

    return Whisker(at(difference.low), at(difference.value), at(difference.high), 50.0)
