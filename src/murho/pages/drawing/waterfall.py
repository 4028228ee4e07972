"""The geometry of a waterfall: bars that begin where the one before ends, with the interval of what each adds.

Positions are per cent of the drawing's width, so that it stretches with the page.

>>> from murho.views.shares import Bar
>>> ends = (0.0, 0.25, 0.2, 0.3), (0.25, 0.2, 0.1, 0.3)
>>> drawn = waterfall([Bar(name, "", *four, None, None, 4) for name, four in zip("ab", ends)])
>>> drawn.bars[1].left, drawn.bars[1].width, drawn.bars[1].end, drawn.bars[1].less
(66.67, 16.66, 66.67, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.sheets.drawing.whiskers import Scale
from murho.views import shares


@dataclass(frozen=True)
class Bar:
    """A bar with its interval."""

    left: float
    width: float
    end: float
    """Where what has been added up so far lies."""
    low: float
    high: float
    less: bool
    """It takes away."""
    before: float | None
    """Where the bar before ends; None of the first."""


@dataclass(frozen=True)
class Waterfall:
    """The bars from above, and the ticks of the scale."""

    bars: list[Bar]
    marks: list[tuple[float, str]]


def waterfall(bars: Sequence[shares.Bar], *, bounded: bool = True) -> Waterfall:
    """The bars on one scale from 0; what lies beyond it lies on its edge."""
    scale = Scale.over([end for bar in bars for end in (bar.start, bar.end, bar.high)], bounded=bounded)
    drawn = []
    previous = None
    for bar in bars:
        start, end, low, high = map(scale.at, (bar.start, bar.end, max(bar.low, 0.0), bar.high))
        width = round(abs(end - start), 2)
        drawn.append(Bar(min(start, end), width, end, low, high, bar.end < bar.start, previous))
        previous = end
    return Waterfall(drawn, scale.marks)
