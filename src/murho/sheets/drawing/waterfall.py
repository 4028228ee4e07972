"""The geometry of a waterfall: bars that begin where the one before ends, with the interval of what each adds.

Positions are per cent of the drawing's width, so that it stretches with the page.

>>> drawn = waterfall([Span(0.0, 0.25, 0.2, 0.3), Span(0.25, 0.2, 0.1, 0.3)])
>>> drawn.bars[1].left, drawn.bars[1].width, drawn.bars[1].end, drawn.bars[1].less
(66.67, 16.66, 66.67, True)
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.sheets import Span
from murho.sheets.drawing.whiskers import Scale


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
    """Where the bar before ends; None of the first, and of a total."""
    is_total: bool


@dataclass(frozen=True)
class Waterfall:
    """The bars from above, and the ticks of the scale."""

    bars: list[Bar]
    marks: list[tuple[float, str]]


def waterfall(spans: Sequence[Span]) -> Waterfall:
    """The bars on one scale from 0; what lies beyond it lies on its edge."""
    ends = [end for span in spans for end in (span.start, span.end, span.high)]
    scale = Scale.over(ends, bounded=max(ends, default=1.0) <= 1)
    bars = list[Bar]()
    for span in spans:
        start, end, low, high = map(scale.at, (span.start, span.end, max(span.low, 0.0), span.high))
        before = bars[-1].end if bars and not span.is_total else None
        width = round(abs(end - start), 2)
        bars.append(Bar(min(start, end), width, end, low, high, span.end < span.start, before, span.is_total))
    return Waterfall(bars, scale.marks)
