"""π alongside what an answer takes: money, else tokens, else time, of each system that was compared.

>>> import murho
>>> from murho.pipeline.comparing.result import Mean, Spending, Spent
>>> one = murho.score("labels", ["a"] * 100, ["a"] * 80 + ["b"] * 20).figure
>>> shown = sheet(Spending("seconds", "", 100, 0.95, [Spent("runs/new", one, Mean(0.2, 0.1, 0.3, 100), False)]))
>>> shown.title, shown.rows[0].cells[2:]
('π against time of an answer', (0.2, '100 ms to 300 ms', 'no'))
"""

from math import isfinite, log10
from pathlib import PurePath
from typing import TYPE_CHECKING

from murho.figures import ComparedSubject, FigureKind
from murho.sheets import Column, Picture, Sheet, SheetRow, legible, numbers

if TYPE_CHECKING:
    from murho.pipeline.comparing.result import Mean, Spending, Spent
    from murho.sheets.drawing.scatter import Point

_TITLES = {"cost": "cost of an answer", "tokens": "tokens of an answer", "seconds": "time of an answer"}
_OTHERS = {
    "seconds": "; time is shown, for not every system gives tokens or money",
    "tokens": "; tokens are shown, for not every system has a price",
}


def spent(subject: ComparedSubject) -> "Spending | None":
    """What was asked for, or what services were; pages have it of all systems that give it."""
    if subject.found.efficiency is not None or not subject.on_pages:
        return subject.found.efficiency
    from murho.pipeline.comparing.spending import spending

    return spending(subject.sides, subject.measure, subject.reading, subject.missing)


def sheet(found: "Spending") -> Sheet:
    """A line for each system, and the picture: down is better, left is cheaper or quicker."""
    title = title_of(found)
    kind = "duration" if found.of == "seconds" else "amount"
    return Sheet(
        f"π against {title}",
        f"each system on the {legible.count(found.cases)} cases that all were asked",
        (
            Column("system", "name"),
            Column("π", "figure"),
            Column(title, kind),
            Column("interval"),
            Column("beaten in both"),
        ),
        [
            SheetRow((one.system, one.figure, _rounded(found, one.cost.value), ends_of(found, one.cost), _beaten(one)))
            for one in found.systems
        ],
        picture=_picture(found),
        caption="beaten in both: another system costs no more and errs no more, and is better in one of the two, as "
        f"measured. The cost of an answer is the mean over those that give it{_OTHERS.get(found.of, '')}",
        explanation=f"Down is better, left is {'quicker' if found.of == 'seconds' else 'cheaper'}; strokes are "
        f"{100 * found.level:g} % intervals, and the axis to the right is logarithmic.",
    )


def _beaten(one: "Spent") -> str:
    return "yes" if one.beaten else "no"


def title_of(found: "Spending") -> str:
    """What it is that answers take, with the currency of money.

    >>> from murho.pipeline.comparing.result import Spending
    >>> title_of(Spending("cost", "EUR", 9, 0.95, [])), title_of(Spending("seconds", "", 9, 0.95, []))
    ('cost of an answer (EUR)', 'time of an answer')
    """
    return _TITLES[found.of] + (f" ({found.currency})" if found.currency else "")


def amount_of(found: "Spending", value: float) -> str:
    """A mean, legibly.

    >>> from murho.pipeline.comparing.result import Spending
    >>> amount_of(Spending("seconds", "", 9, 0.95, []), 0.2), amount_of(Spending("tokens", "", 9, 0.95, []), 1234.56)
    ('200 ms', '1,234.6')
    """
    return legible.duration(value) if found.of == "seconds" else legible.amount(_rounded(found, value))


def _rounded(found: "Spending", value: float) -> float:
    """A mean; of tokens with one decimal."""
    return round(value, 1) if found.of == "tokens" and value >= 1 else value


def ends_of(found: "Spending", mean: "Mean") -> str:
    """The interval of a mean; a dash where nothing bounds it."""
    if not isfinite(mean.high):
        return legible.NO_VALUE
    return f"{amount_of(found, mean.low)} to {amount_of(found, mean.high)}"


def _picture(found: "Spending") -> Picture | None:
    """π upwards, what an answer takes to the right; None where no system has both above nothing."""
    from murho.sheets.drawing.scatter import Plot

    known = [one for one in found.systems if one.figure.value is not None and one.cost.value > 0]
    if not known:
        return None
    plot = Plot(
        "π against what an answer takes",
        f"{title_of(found)}, less is better",
        "π, lower is better",
        unit="",
        diagonal=False,
        x_written=lambda value: amount_of(found, value),
        noted=False,
    )
    names = [PurePath(one.system).name for one in known]
    if len(set(names)) < len(names):
        names = [one.system for one in known]
    points = [_point(found, one, name) for one, name in zip(known, names, strict=True)]
    return Picture("scatter", (points, plot, None))


def _point(found: "Spending", one: "Spent", name: str) -> "Point":
    from murho.sheets.drawing.scatter import Point

    figure, cost = one.figure, one.cost
    value = 0.0 if figure.value is None else figure.value
    ends = None
    if isfinite(cost.high) and cost.low < cost.high:
        # A mean that may be nothing reaches down without end on this axis; a tenth of it says so.
        ends = log10(max(cost.low, cost.value / 10)), log10(cost.high)
    title = f"{name}: π {numbers.fraction(value)}, {amount_of(found, cost.value)}"
    heights = None if figure.interval is None else (figure.low, figure.high)
    return Point(log10(cost.value), value, name, x_ends=ends, y_ends=heights, told=title)


FIGURE = FigureKind(make=spent, name="spending", title="π against cost", sheet=sheet, of="comparison", place=200)
