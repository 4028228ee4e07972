"""A running value as a line over the interval of the whole, as markup for a page with the style of the reports.

Positions are per cent of the drawing's width (or height), so that it stretches with the page.

>>> curve = Curve("π so far", [(0, 1.0), (1, 0.5), (2, 0.25)], 3, "expressions", 0.25, (0.1, 0.5))
>>> geometry(curve).points, 'aria-label="π so far, ending at 0.250"' in draw(curve)
('0,-100 50,0 100,50', True)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from murho.sheets.drawing.whiskers import Scale
from murho.sheets.legible import count, fraction


@dataclass(frozen=True)
class Curve:
    """A value after the first so many of some things."""

    name: str
    points: Sequence[tuple[int, float]]
    """i, and the value over the first i + 1."""
    length: int
    """How many things there are."""
    things: str
    """What these are called."""
    whole: float
    """The value over all of them."""
    ends: tuple[float, float] | None
    """The interval of that."""
    bounded: bool = True
    """It is 1 at most."""


class Geometry(NamedTuple):
    """Where the line and the band run, in a box of 100 by 100 whose origin is above left."""

    points: str
    """Of a polyline."""
    marks: list[tuple[float, str]]
    """Of the vertical axis: per cent from below, name."""
    low: float
    high: float
    value: float
    """Of the whole and its interval, in per cent from below."""


def geometry(curve: Curve) -> Geometry:
    """The line on the tightest scale; the first few values set none, as they may swing beyond any."""
    first = min(curve.length // 2, max(20, curve.length // 50))
    settled = [value for i, value in curve.points if i >= first]
    low, high = curve.ends or (curve.whole, curve.whole)
    scale = Scale.over([*settled, high], bounded=curve.bounded)
    last = curve.length - 1
    points = " ".join(f"{100 * i / last:.5g},{100 - 100 * value / scale.top:.4g}" for i, value in curve.points)
    return Geometry(points, scale.marks, scale.at(low), scale.at(high), scale.at(curve.whole))


def draw(curve: Curve) -> str:
    """The markup of the line."""
    at = geometry(curve)
    names = "".join(f'<span style="bottom:{place}%">{text}</span>' for place, text in at.marks)
    axes = "".join(f'<line class="axis" x2="100" y1="{100 - y:g}" y2="{100 - y:g}"/>' for y, _ in at.marks)
    return (
        f'<div class="plot" role="img" aria-label="{escape(curve.name)}, ending at {fraction(curve.whole)}">'
        f'<div class="side" aria-hidden="true">{names}</div>'
        f'<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">{axes}'
        f'<rect class="band" y="{100 - at.high:g}" width="100" height="{at.high - at.low:g}"/>'
        f'<line class="whole" x2="100" y1="{100 - at.value:g}" y2="{100 - at.value:g}"/>'
        f'<polyline points="{at.points}"/></svg>'
        f'<div class="below" aria-hidden="true"><span>1</span><span>{escape(curve.things)}</span>'
        f"<span>{count(curve.length)}</span></div></div>"
    )
