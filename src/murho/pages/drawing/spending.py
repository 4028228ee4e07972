"""The picture of several systems: π upwards, what an answer takes to the right, each with its interval.

>>> import murho
>>> from murho.pipeline.comparing.result import Mean, Spending, Spent
>>> one = murho.score("labels", ["a"] * 100, ["a"] * 80 + ["b"] * 20).figure
>>> drawn = spending(Spending("seconds", "", 100, 0.95, [Spent("runs/new", one, Mean(0.2, 0.1, 0.3, 100), False)]))
>>> drawn.count("<circle"), "runs/new: π 0.200" in drawn, "200 ms" in drawn
(1, True, True)
"""

from math import isfinite, log10

from murho.pipeline.comparing.result import Spending, Spent
from murho.sheets.drawing.scatter import Plot, Point, scatter
from murho.sheets.legible import fraction
from murho.views.spending import amount_of, title_of


def spending(found: Spending, names: dict[str, str] | None = None) -> str:
    """An SVG that stands alone; systems whose answers take nothing, or that have no π, are not on it.

    `names` are short ones, by those of the systems.
    """
    known = [one for one in found.systems if one.figure.value is not None and one.cost.value > 0]
    plot = Plot(
        "π against what an answer takes",
        f"{title_of(found)}, less is better",
        "π, lower is better",
        unit="",
        diagonal=False,
        x_written=lambda value: amount_of(found, value),
        noted=False,
    )
    return scatter([_point(found, one, (names or {}).get(one.system, one.system)) for one in known], plot)


def _point(found: Spending, one: Spent, name: str) -> Point:
    figure, cost = one.figure, one.cost
    value = 0.0 if figure.value is None else figure.value
    ends = None
    if isfinite(cost.high) and cost.low < cost.high:
        # A mean that may be nothing reaches down without end on this axis; a tenth of it says so.
        ends = log10(max(cost.low, cost.value / 10)), log10(cost.high)
    told = f"{name}: π {fraction(value)}, {amount_of(found, cost.value)}"
    heights = None if figure.interval is None else (figure.low, figure.high)
    return Point(log10(cost.value), value, name, x_ends=ends, y_ends=heights, told=told)
