"""A scatter of points with the fitted line, as an SVG that stands alone, in light and dark.

>>> from murho.core.regression import fit
>>> points = [Point(48.8, 46.7), Point(65.7, 61.9), Point(84.9, 79.8, "widest beam")]
>>> line = fit(*zip(*[p[:2] for p in points]), level=0.95)
>>> drawing = scatter(points, Plot("Table 2", "word accuracy", "concept accuracy"), line)
>>> drawing.startswith("<svg"), drawing.count("<circle"), "widest beam" in drawing
(True, 3, True)
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite, log10, sqrt
from typing import NamedTuple

from murho.core.regression import Ends, Line
from murho.sheets.legible import legible, short

WIDTH, HEIGHT = 640, 520
LEFT, RIGHT, TOP, BOTTOM = 62, 18, 46, 58
NAMES = 40
"""More points than this are not named on the drawing, only when pointed at."""


class Point(NamedTuple):
    """One point; its area shows `weight`, its whiskers the intervals."""

    x: float
    y: float
    name: str = ""
    weight: float = 1
    x_ends: Ends | None = None
    y_ends: Ends | None = None
    told: str = ""
    """What is said of it where it is pointed at; its name and coordinates, unless given."""


@dataclass(frozen=True)
class Plot:
    """What stands around the points."""

    title: str
    x_name: str
    y_name: str
    unit: str = "%"
    diagonal: bool = True
    """Draw the line on which both are the same."""
    least: float | None = None
    """Points below are drawn on the edge; without it the axes reach to the last point."""
    x_written: Callable[[float], str] | None = None
    """How a tick is written; with it the axis is logarithmic, and coordinates are decimal logarithms."""
    y_written: Callable[[float], str] | None = None
    """The same, of the other axis."""
    noted: bool = True
    """Say slope and correlation of the line on the drawing."""


def draw(value: tuple[Sequence[Point], Plot, Line | None]) -> str:
    """The scatter of a `murho.sheets.Picture`."""
    return scatter(*value)


def scatter(points: Sequence[Point], plot: Plot, line: Line | None = None) -> str:
    """The SVG: points by area, names where there is room, the line with the band that it may run in, the diagonal.

    Texts are escaped; nothing is fetched. Points beyond `plot.least` are drawn as triangles on the edge.
    """
    across = _axis([end for p in points for end in (p.x, *(p.x_ends or ()))], plot.least, plot.x_written)
    up = _axis([end for p in points for end in (p.y, *(p.y_ends or ()))], plot.least, plot.y_written)
    frame = _Frame(across, up)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" class="scatter" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" '
        f'aria-label="{_text(_spoken(points, plot, line))}">',
        f"<style>{_STYLE}</style>",
        f'<rect class="ground" width="{WIDTH}" height="{HEIGHT}"/>',
        f'<text class="title" x="{LEFT}" y="22">{_text(short(plot.title, 44))}</text>',
        *_axes(frame, plot),
    ]
    if plot.diagonal:
        parts += _diagonal(frame, plot)
    if line is not None:
        parts += _line(frame, line, points)
    parts += _points(frame, points)
    parts += _names(frame, points, plot)
    if line is not None and plot.noted:
        parts.append(f'<text class="note" x="{WIDTH - RIGHT}" y="22" text-anchor="end">{_text(fitted(line))}</text>')
    return "".join([*parts, "</svg>\n"])


def fitted(line: Line) -> str:
    """The line in words: slope and correlation with their intervals.

    >>> from murho.core.regression import fit
    >>> fitted(fit([1, 2, 3, 4, 6], [2, 3, 5, 5, 9], level=0.95))
    'slope 1.36 [0.84, 1.89], r 0.978 [0.703, 0.999]'
    """
    slope = f"slope {_number(line.slope, 2)}"
    if all(map(isfinite, line.slope_interval)):
        slope += f" [{_number(line.slope_interval[0], 2)}, {_number(line.slope_interval[1], 2)}]"
    if line.r is None:
        return slope
    low, high = line.r_interval
    return f"{slope}, r {_number(line.r, 3)} [{_number(low, 3)}, {_number(high, 3)}]"


def _number(value: float, digits: int) -> str:
    text = f"{value:.{digits}f}"
    while digits < 6 and abs(value) < 1 and abs(float(text)) == 1:  # what is not 1 is not shown as 1
        digits += 1
        text = f"{value:.{digits}f}"
    return text.replace("-", "−")


def _text(text: str) -> str:
    from html import escape

    return escape(legible(text))


def _spoken(points: Sequence[Point], plot: Plot, line: Line | None) -> str:
    behind = f"; fitted line: {fitted(line)}" if line is not None else ""
    return f"{plot.title}: {plot.y_name} against {plot.x_name}, {len(points)} points{behind}"


@dataclass(frozen=True)
class _Axis:
    low: float
    high: float
    ticks: tuple[tuple[float, str], ...]
    """Where each is, and what is written there."""


def _axis(values: Iterable[float], least: float | None, written: Callable[[float], str] | None) -> _Axis:
    """A scale that holds the values with some room around them; ticks in steps of 1, 2 or 5 times a power of ten."""
    known = [value for value in values if isfinite(value)] or [0.0, 1.0]
    low, high = min(known), max(known)
    if least is not None:
        low, high = max(low, least), max(high, least)
    room = (high - low) * 0.05 or abs(high) * 0.1 or 1.0
    low, high = low - room, high + room
    if written is not None:
        return _Axis(low, high, tuple((log10(value), written(value)) for value in _round_between(10**low, 10**high)))
    step = 10.0 ** floor(log10((high - low) / 4))
    step *= next(k for k in (1, 2, 5, 10) if (high - low) / (step * k) <= 8)
    values = [round(k * step, 10) for k in range(ceil(low / step), floor(high / step) + 1)]
    return _Axis(low, high, tuple((value, _tick(value)) for value in values))


def _round_between(low: float, high: float) -> list[float]:
    """Round numbers for a logarithmic axis: as many as have room.

    >>> _round_between(0.8, 30), _round_between(3, 9e6), _round_between(41, 59)
    ([1.0, 2.0, 5.0, 10.0, 20.0], [10.0, 100.0, 1000.0, 10000.0, 100000.0, 1000000.0], [45.0, 50.0, 55.0])
    """
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    for steps in ((1,), (1, 2, 5), (1, 1.5, 2, 3, 4, 5, 6, 7, 8, 9)):
        found = [float(f"{k}e{power}") for power in powers for k in steps if low <= float(f"{k}e{power}") <= high]
        if len(found) >= 3:
            return found
    step = 10.0 ** floor(log10((high - low) / 2))
    step *= next(k for k in (5, 2, 1) if (high - low) / (step * k) >= 2)
    return [round(k * step, 12) for k in range(ceil(low / step), floor(high / step) + 1)]


@dataclass(frozen=True)
class _Frame:
    across: _Axis
    up: _Axis

    @property
    def left(self) -> float:
        """Where the upward axis stands: long ticks need room, in the large letters of a phone too."""
        return max(LEFT, 24 + 9.5 * max((len(text) for _, text in self.up.ticks), default=0))

    def x(self, value: float) -> float:
        share = (value - self.across.low) / (self.across.high - self.across.low)
        return round(self.left + min(1, max(0, share)) * (WIDTH - self.left - RIGHT), 1)

    def y(self, value: float) -> float:
        share = (value - self.up.low) / (self.up.high - self.up.low)
        return round(HEIGHT - BOTTOM - min(1, max(0, share)) * (HEIGHT - TOP - BOTTOM), 1)

    def inside(self, p: Point) -> bool:
        return self.across.low <= p.x <= self.across.high and self.up.low <= p.y <= self.up.high


def _axes(frame: _Frame, plot: Plot) -> list[str]:
    left, bottom, right = frame.left, HEIGHT - BOTTOM, WIDTH - RIGHT
    parts = []
    for tick, text in frame.across.ticks:
        at = frame.x(tick)
        parts.append(f'<line class="grid" x1="{at}" x2="{at}" y1="{TOP}" y2="{bottom}"/>')
        parts.append(f'<text class="tick" x="{at}" y="{bottom + 18}" text-anchor="middle">{_text(text)}</text>')
    for tick, text in frame.up.ticks:
        at = frame.y(tick)
        parts.append(f'<line class="grid" x1="{left}" x2="{right}" y1="{at}" y2="{at}"/>')
        parts.append(f'<text class="tick" x="{left - 8}" y="{at + 4}" text-anchor="end">{_text(text)}</text>')
    parts.append(f'<path class="axis" d="M{left} {TOP}V{bottom}H{right}"/>')
    units = [f", {plot.unit}" if plot.unit and written is None else "" for written in (plot.x_written, plot.y_written)]
    middle = (TOP + bottom) / 2
    parts.append(
        f'<text class="name" x="{(left + right) / 2}" y="{HEIGHT - 14}" text-anchor="middle">'
        f"{_text(short(plot.x_name, 60) + units[0])}</text>"
    )
    parts.append(
        f'<text class="name" transform="translate(16 {middle}) rotate(-90)" text-anchor="middle">'
        f"{_text(short(plot.y_name, 50) + units[1])}</text>"
    )
    return parts


def _tick(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _diagonal(frame: _Frame, plot: Plot) -> list[str]:
    low, high = max(frame.across.low, frame.up.low), min(frame.across.high, frame.up.high)
    if low >= high:
        return []
    x1, y1, x2, y2 = frame.x(low), frame.y(low), frame.x(high), frame.y(high)
    return [
        f'<line class="same" x1="{x1}" x2="{x2}" y1="{y1}" y2="{y2}"><title>{_text(plot.y_name)} = '
        f"{_text(plot.x_name)}</title></line>"
    ]


def _line(frame: _Frame, line: Line, points: Sequence[Point]) -> list[str]:
    """The line as far as the points reach, in its band."""
    reach = [min(max(p.x, frame.across.low), frame.across.high) for p in points]
    steps = [min(reach) + (max(reach) - min(reach)) * k / 40 for k in range(41)]
    parts = []
    ends = [line.band(x) for x in steps]
    if all(isfinite(end) for pair in ends for end in pair):
        above = [f"{frame.x(x)},{frame.y(high)}" for x, (_, high) in zip(steps, ends, strict=True)]
        below = [f"{frame.x(x)},{frame.y(low)}" for x, (low, _) in zip(steps, ends, strict=True)]
        parts.append(f'<polygon class="band" points="{" ".join([*above, *reversed(below)])}"/>')
    start, end = _clipped(frame, line, steps[0]), _clipped(frame, line, steps[-1])
    parts.append(f'<line class="fit" x1="{start[0]}" y1="{start[1]}" x2="{end[0]}" y2="{end[1]}"/>')
    return parts


def _clipped(frame: _Frame, line: Line, x: float) -> tuple[float, float]:
    """An end of the line, moved along it to where it leaves the frame."""
    y = line.at(x)
    if line.slope and not frame.up.low <= y <= frame.up.high:
        y = min(max(y, frame.up.low), frame.up.high)
        x = (y - line.intercept) / line.slope
    return frame.x(x), frame.y(y)


def _points(frame: _Frame, points: Sequence[Point]) -> list[str]:
    largest = _largest(points)
    parts = []
    for p in sorted(points, key=lambda p: -p.weight):
        x, y = frame.x(p.x), frame.y(p.y)
        for ends, flat in ((p.x_ends, True), (p.y_ends, False)):
            if ends is not None:
                first, last = (frame.x(end) if flat else frame.y(end) for end in ends)
                where = (
                    f'x1="{first}" x2="{last}" y1="{y}" y2="{y}"'
                    if flat
                    else f'x1="{x}" x2="{x}" y1="{first}" y2="{last}"'
                )
                parts.append(f'<line class="whisker" {where}/>')
        title = f"<title>{_text(_hint(p))}</title>"
        if frame.inside(p):
            parts.append(
                f'<circle class="point" cx="{x}" cy="{y}" r="{_radius(p, largest, len(points))}">{title}</circle>'
            )
        else:
            parts.append(f'<path class="beyond" d="M{x - 4} {y - 3}h8l-4 7z">{title}</path>')
    return parts


def _radius(p: Point, largest: float, count: int) -> float:
    """The area is as large as the weight, though never too small to be seen."""
    least, most = (1.4, 18) if count > NAMES else (3.5, 10)
    return round(max(least, most * sqrt(p.weight / largest)), 2)


def _hint(p: Point) -> str:
    if p.told:
        return p.told
    name = f"{p.name}: " if p.name else ""
    weight = f", {p.weight:,g}" if p.weight != 1 else ""
    return f"{name}{p.x:.1f}, {p.y:.1f}{weight}"


def _names(frame: _Frame, points: Sequence[Point], plot: Plot) -> list[str]:
    """Names beside their points, wherever they hit no other and no point, else left out; last the diagonal's."""
    largest = _largest(points)
    places = [(frame.x(p.x), frame.y(p.y), _radius(p, largest, len(points))) for p in points]
    taken: list[_Box] = [(x - r, y - r, x + r, y + r) for x, y, r in places]
    parts = []
    if sum(bool(p.name) for p in points) <= NAMES:
        for p, (x, y, r) in zip(points, places, strict=True):
            off = 0.7 * r + 3
            beside = [(x + dx * off, y + dy) for dy in (-off, off + 9, 4) for dx in (1, -1)]
            parts += _label("label", short(p.name, 28), beside, taken)
    low, high = max(frame.across.low, frame.up.low), min(frame.across.high, frame.up.high)
    if plot.diagonal and low < high:
        along = [low + (high - low) * k / 20 for k in range(19, 0, -1)]
        parts += _label("tick", "equal", [(frame.x(one) - 7, frame.y(one) - 2) for one in along], taken, "end")
    return parts


_Box = tuple[float, float, float, float]


def _label(
    kind: str, text: str, places: Sequence[tuple[float, float]], taken: list[_Box], anchor: str = ""
) -> list[str]:
    """The text at the first of these places where it hits nothing; the places are its start, or its end in turn."""
    wide = 6.2 * len(text)
    for number, (x, y) in enumerate(places if text else ()):
        side = anchor or ("start", "end")[number % 2]
        left = x if side == "start" else x - wide
        box = (left, y - 10, left + wide, y + 3)
        inside = left >= LEFT + 2 and box[2] <= WIDTH - 4 and box[1] >= TOP - 8 and box[3] < HEIGHT - BOTTOM
        if inside and not any(_meet(box, other) for other in taken):
            taken.append(box)
            return [f'<text class="{kind}" x="{x:.1f}" y="{y:.1f}" text-anchor="{side}">{_text(text)}</text>']
    return []


def _largest(points: Sequence[Point]) -> float:
    """The weight that has the largest dot; where all are equal, more than any has."""
    weights = [p.weight for p in points] or [1]
    return max(weights) * (5 if max(weights) == min(weights) else 1)


def _meet(one: _Box, other: _Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


_STYLE = (
    ".scatter{--ground:#fff;--ink:#1b1f24;--muted:#59616c;--line:#d8dce2;--accent:#1d5fa6;--warm:#9a3412;"
    'max-width:100%;height:auto;font-family:system-ui,"Segoe UI",Roboto,"Liberation Sans","DejaVu Sans",sans-serif}'
    "@media screen and (prefers-color-scheme:dark){.scatter{--ground:#14171b;--ink:#e6e9ed;--muted:#a3abb6;"
    "--line:#343a43;--accent:#7fb2ec;--warm:#ffa27a}}"
    ".scatter .ground{fill:var(--ground)}"
    ".scatter text{fill:var(--ink);font-size:12px}.scatter .title{font-size:15px;font-weight:650}"
    ".scatter .tick,.scatter .note{fill:var(--muted)}"
    ".scatter .label{font-size:11px;paint-order:stroke;stroke:var(--ground);stroke-width:3px}"
    ".scatter .axis{fill:none;stroke:var(--muted)}"
    ".scatter .grid{stroke:var(--line);stroke-width:1}"
    ".scatter .same{stroke:var(--muted);stroke-width:1;stroke-dasharray:4 4}"
    ".scatter .band{fill:var(--warm);fill-opacity:.16}.scatter .fit{stroke:var(--warm);stroke-width:2}"
    ".scatter .point{fill:var(--accent);fill-opacity:.55;stroke:var(--accent);stroke-width:1}"
    ".scatter .whisker{stroke:var(--accent);stroke-width:1.5;stroke-opacity:.5}"
    ".scatter .beyond{fill:none;stroke:var(--accent)}"
)
