"""The cells of sheets as texts: every surface writes the same digits.

What a program may read back (a terminal, Markdown, LaTeX) has a point, a hyphen and no other sign between its digits;
what is written for the `eye`, on pages, has a true minus and thousands apart.

>>> from murho.sheets import Column, SheetCell, SheetRow
>>> written(0.25, "fraction"), written(-0.25, "signed", eye=True), written(None, "share"), written((0.1, 0.2), "ends")
('0.2500', '−0.2500', '–', '[0.1000, 0.2000]')
>>> cells(Column("time", "fraction"), SheetCell(0.25, "duration"))
['250 ms']
>>> written((2, 3), "ratio"), written((2000, 3000), "ratio", eye=True), written((0, 0), "ratio")
('2/3', '2,000 of 3,000', '–')
"""

from collections.abc import Callable, Sequence
from typing import Any

from murho.sheets import Column, Sheet, SheetCell, SheetRow, legible
from murho.sheets.legible import NO_VALUE
from murho.sheets.numbers import fraction, hundredths, interval_in_hundredths, number, p_value

PAIRS = ("figure", "difference", "shift", "part")
"""Kinds that take two columns: the value, and its interval."""
NAMES = ("name", "text")
"""Kinds that stand on the left."""


DRAWN = ("span", "parts")
"""Kinds that are no texts."""


def value_of(column: Column, cell: Any) -> tuple[Any, str]:
    """What a cell holds, and its kind."""
    return (cell.value, cell.kind) if isinstance(cell, SheetCell) else (cell, column.kind)


def headings(column: Column) -> list[str]:
    """The headings of the texts that `cells` gives."""
    if column.kind in DRAWN:
        return []
    return [column.heading, "interval"] if column.kind in PAIRS else [column.heading]


def cells(column: Column, cell: Any, *, eye: bool = False) -> list[str]:
    """The texts of a cell, one for each heading of its column."""
    value, kind = value_of(column, cell)
    if column.kind in DRAWN:
        return []
    if kind in PAIRS:
        return list(_pair(value, kind, eye))
    return [written(value, kind, eye=eye), *([""] if column.kind in PAIRS else [])]


def facts(sheet: Sheet, *, eye: bool = False) -> list[tuple[str, str]]:
    """The single values of a sheet, each with its name; of a figure with its interval behind it.

    >>> facts(Sheet("Times", facts=[("median", SheetCell(0.25, "duration"))]))
    [('median', '250 ms')]
    """
    found = []
    for name, cell in sheet.facts:
        text, *ends = cells(Column(name, cell.kind), cell, eye=eye)
        found.append((name, f"{text} ({ends[0]})" if ends and eye else " ".join([text, *ends])))
    return found


def flags_of(row: SheetRow) -> list[str]:
    """Why figures in a row rest on little, each reason once; nothing where none does."""
    held = (cell.value if isinstance(cell, SheetCell) else cell for cell in row.cells)
    return list(dict.fromkeys(flag for value in held for flag in getattr(value, "flags", ())))


def ends_of(value: Any) -> tuple[float, float] | None:
    """The interval of a figure, an estimate or a difference; None where nothing bounds its value.

    >>> from murho.core.estimate import estimate
    >>> from murho.core.moments import Moments
    >>> [round(end, 3) for end in ends_of(estimate(Moments.of_cluster(1, 1) + Moments.of_cluster(0, 1), level=0.95))]
    [0.003, 0.997]
    """
    if value is None or value.value is None:
        return None
    if not hasattr(value, "low") or getattr(value, "undetermined", None) is not None:
        return getattr(value, "interval", None)
    return (value.low, value.high) if abs(value.low) < float("inf") > abs(value.high) else None


def written(value: Any, kind: str, *, eye: bool = False) -> str:
    """A value of a kind that is not a pair."""
    if value == "" or kind in NAMES:
        return NO_VALUE if value is None else str(value)
    if value is None:
        return NO_VALUE
    text: str = _WRITTEN[kind](value, eye)
    return text.replace("-", "−") if eye and kind != "ends" else text


def interval(ends: Sequence[float] | None, eye: bool = False, signs: bool = False) -> str:
    """The ends of an interval; with `signs` each has one."""
    if ends is None:
        return NO_VALUE
    low, high = (_signed(end) if signs else fraction(end) for end in ends)
    return f"{low} to {high}".replace("-", "−") if eye else f"[{low}, {high}]"


def _pair(value: Any, kind: str, eye: bool) -> tuple[str, str]:
    if value is None or value == "":
        return (NO_VALUE if value is None else "", "")
    if kind == "part":
        ends = ends_of(value)
        if ends is None:
            return _percent(value.value, eye) if value.value is not None else NO_VALUE, ""
        low, high = (_hundred(end) for end in ends)
        between = f"{low} to {high} %".replace("-", "−") if eye else f"[{low}, {high}]"
        return _percent(value.value, eye), between
    signs = kind in ("difference", "shift")
    lost = getattr(value, "numerator", 0)
    if value.value is None and lost:  # there was nothing to lose, and something was lost all the same
        return f"{number(lost)} / 0", NO_VALUE
    text = written(value.value, "signed" if signs else "fraction", eye=eye)
    return text, interval(ends_of(value), eye, signs)


def part_of(cell: Any) -> float | None:
    """How much of a bar a cell fills; None where it is no number.

    >>> part_of((1, 4)), part_of((0, 0)), part_of(0.5), part_of(""), part_of(SheetCell(3, "count", part=0.75))
    (0.25, None, 0.5, None, 0.75)
    """
    if isinstance(cell, SheetCell):
        return part_of(cell.value) if cell.part is None else cell.part
    if type(cell) is tuple:
        return cell[0] / cell[1] if cell[1] else None
    number = getattr(cell, "value", cell)
    return number if isinstance(number, int | float) else None


def _ratio(part: int, whole: int, *, eye: bool) -> str:
    if not whole:
        return NO_VALUE
    return f"{legible.count(part)} of {legible.count(whole)}" if eye else f"{part}/{whole}"


def _signed(value: float) -> str:
    return f"{value:+.4f}"


def _hundred(value: float) -> str:
    return f"{100 * value:.1f}"


def _score_ends(ends: Sequence[float], eye: bool) -> str:
    return f"{hundredths(ends[0])} to {hundredths(ends[1])}" if eye else interval_in_hundredths(ends)


def _percent(value: float, eye: bool) -> str:
    return legible.percent(value) if eye else legible.percent(value).replace("−", "-")


def _range(value: tuple[int, int], eye: bool) -> str:
    first, last = value
    if first == last:
        return str(first)
    return f"{first} to {last}" if eye else f"{first}-{last}"


_LETTERS = {"A": "A", "B": "B", "equal": "="}
_WRITTEN: dict[str, Callable[[Any, bool], str]] = {
    "ends": lambda value, eye: interval(value, eye),
    "signed ends": lambda value, eye: interval(value, eye, signs=True),
    "range": lambda value, eye: _range(value, eye),
    "vertex": lambda value, eye: f"{_signed(value.difference)} {_LETTERS.get(value.better, '')}".rstrip(),
    "significant": lambda value, eye: f"{value:.4g}",
    "fraction": lambda value, eye: fraction(value),
    "thousandths": lambda value, eye: f"{value:.3f}" if value else "·",
    "signed": lambda value, eye: _signed(value),
    "score": lambda value, eye: hundredths(value),
    "score_ends": lambda value, eye: _score_ends(value, eye),
    "p": lambda value, eye: p_value(value),
    "share": _percent,
    "count": lambda value, eye: legible.count(value) if eye else str(value),
    "ratio": lambda value, eye: _ratio(*value, eye=eye),
    "amount": lambda value, eye: legible.amount(value) if eye else number(value),
    "duration": lambda value, eye: legible.duration(value),
    "bytes": lambda value, eye: legible.size(value),
}
