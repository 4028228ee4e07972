"""Sheets as HTML, and the pages that they stand on: all that comes from data is made legible and escaped.

`section` draws a sheet as a section of a page, `write_page` fills a template and writes it as one file.
"""

import base64
import hashlib
import re
from collections.abc import Callable, Mapping, Sequence
from importlib import resources
from typing import Any, NamedTuple
from urllib.parse import quote

from murho.formats.opening import Path, plain_suffix
from murho.formats.saving import writing
from murho.sheets import Column, Sheet, SheetItem, SheetRow, legible, numbers
from murho.sheets.drawing import draw
from murho.sheets.drawing.waterfall import Bar, Waterfall, waterfall
from murho.sheets.drawing.whiskers import Scale, Whisker, shift, whisker, widest
from murho.sheets.glossary import explain
from murho.sheets.printing import browser, printed
from murho.sheets.writing import NAMES, cells, ends_of, facts, flags_of, headings, part_of, value_of
from murho.store.belonging import refuse_files_of_a_run
from murho.version import __version__

MOST = 200
"""Rows of a table that a page lists."""


def write_page(path: Path, template: str, **context: Any) -> None:
    """Write the page that a template makes of `context` as one file, which appears whole or not at all.

    `path` may end in `.gz` or `.zst`, or be `-` for standard output; one that ends in `.pdf` is printed by a browser.
    What UTF-8 cannot hold is written as an escape.

    Raises OutputError where the file cannot be written, UsageError where a run is made of that file, and for a PDF
    where no browser is installed.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "texts.html")
    >>> write_page(path, "sheets.html", name="Novels & news", eyebrow="", headline=[], sheets=[], signature="")
    >>> [line for line in path.read_text(encoding="utf-8").splitlines() if "<title>" in line]
    ['<title>Novels &amp; news · murho</title>']
    """
    refuse_files_of_a_run(path)
    is_pdf = plain_suffix(str(path)) == ".pdf"
    if is_pdf:
        browser()  # before anything is made that could not be printed
    text = render(template, **context)
    made = printed(text) if is_pdf else text.encode("utf-8", "backslashreplace")
    with writing(path) as file:
        file.write(made)


def write_sheets(path: Path, name: str, sheets: Sequence[Sheet]) -> None:
    """Write sheets as one page, each a section of it, as `write_page` does."""
    write_page(path, "figures.html", name=name, figures=sheets)


def render(page: str, tools: Mapping[str, Callable[..., Any]] | None = None, **context: Any) -> str:
    """A page by its template; style and script are the package's own, and no other script may run.

    The template is given `context`, and the `version` of the package; `tools` are filters that it has besides.
    """
    from markupsafe import Markup

    style, script = _packaged("report.css"), _packaged("report.js")
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    template = _environment(tools or {}).get_template(page)
    given = {"version": __version__, **context}
    return str(template.render(style=Markup(style), script=Markup(script), policy=digest, **given))


def _packaged(name: str) -> str:
    return (resources.files("murho.sheets") / "templates" / name).read_text(encoding="utf-8")


def _environment(tools: Mapping[str, Callable[..., Any]]) -> Any:
    """Jinja with everything escaped, and made legible first."""
    from jinja2 import Environment, PackageLoader, StrictUndefined
    from markupsafe import Markup, escape

    def breakable(text: str) -> Markup:
        """The text with places to break a line behind signs that join words."""
        return Markup(re.sub(r"([_+/.|:])", r"\1<wbr>", str(escape(legible.legible(text)))))

    def seen(value: Any) -> Any:
        return legible.legible(value) if isinstance(value, str) and not isinstance(value, Markup) else value

    environment = Environment(
        loader=PackageLoader("murho.sheets", "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=seen,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {
        "fraction": legible.fraction,
        "signed": legible.signed,
        "percent": legible.percent,
        "count": legible.count,
        "amount": legible.amount,
        "fold": legible.fold,
        "short": legible.short,
        "text": legible.as_text,
        "listed": legible.listed,
        "p_value": numbers.p_value,
        "breakable": breakable,
        "whisker": whisker,
        "drawn": drawn,
        "branches": branches,
        "facts": lambda sheet: facts(sheet, eye=True),
        "sentence": sentence,
        "asked": asked,
        **tools,
    }
    environment.globals |= {"explained": lambda term: explain(term) if isinstance(term, str) else term}
    return environment


class DrawnCell(NamedTuple):
    """A cell of a table in HTML, or what is drawn in it."""

    text: str = ""
    sort: Any = None
    """What it is sorted by, where that is not its text."""
    strong: bool = False
    is_name: bool = False
    whisker: Whisker | None = None
    fall: Bar | None = None
    """A bar of a waterfall."""
    bar: float | None = None
    """How much of a bar is filled, between 0 and 1."""
    parts: Sequence[tuple[str, float, float]] = ()
    """How classes share a bar: the name of each, where it begins, and how wide it is, in per cent."""
    is_drawing: bool = False
    few: bool = False
    """It rests on little, which the row says."""


class DrawnRow(NamedTuple):
    """A row of a table in HTML."""

    place: int
    cells: Sequence[DrawnCell]
    depth: int
    note: str
    cases: Sequence[tuple[str, str]]
    few: Sequence[str]
    """Why a figure in it rests on little; empty where none does."""
    groups: "Sequence[DrawnGroup]" = ()
    """What it counts, one by one."""


class DrawnGroup(NamedTuple):
    """Items of a row with what they have in common, each with the markup of its picture."""

    name: str
    is_folded: bool
    items: Sequence[tuple[SheetItem, Any]]


class Branch(NamedTuple):
    """A row of a tree with those below it."""

    row: DrawnRow
    children: "list[Branch]"


class Head(NamedTuple):
    """The head of a column; that of drawings has the ticks of their scale."""

    text: str
    is_name: bool = False
    is_drawing: bool = False
    marks: Sequence[tuple[float, str]] = ()


class DrawnSheet(NamedTuple):
    """The texts and the geometry that the template of a sheet puts into tags."""

    heads: Sequence[Head]
    rows: Sequence[DrawnRow]
    left_out: int
    picture: Any
    """The markup of the picture; None where there is none."""


def drawn(sheet: Sheet, most: int = MOST) -> DrawnSheet:
    """What there is to draw of a sheet, of whose rows at most so many are listed."""
    from markupsafe import Markup

    shown = sheet.rows if sheet.is_tree else sheet.rows[:most]
    falls = _falls(sheet, shown)
    values = [value_of(column, cell) for row in shown for column, cell in zip(sheet.columns, row.cells, strict=True)]
    ends = [end for value, kind in values if kind == "figure" for end in ends_of(value) or ()]
    scale = Scale.over(ends or [1.0], bounded=max(ends, default=1.0) <= 1)
    heads = [head for place, column in enumerate(sheet.columns) for head in _heads(column, scale, falls, not place)]
    rows = [_row(sheet, place, row, scale, falls) for place, row in enumerate(shown)]
    picture = None if sheet.picture is None else Markup(draw(sheet.picture))
    return DrawnSheet(heads, rows, len(sheet.rows) - len(shown) + sheet.left_out, picture)


def sentence(text: str) -> str:
    """A text as a sentence: a capital first, but for a Greek letter, and a full stop last.

    >>> sentence("each case was asked twice")
    'Each case was asked twice.'
    """
    whole = text[:1].upper() + text[1:] if text[:1].isascii() else text
    return whole if whole.endswith((".", "?", "!", ":")) else f"{whole}."


def _falls(sheet: Sheet, rows: Sequence[SheetRow]) -> Waterfall | None:
    """The waterfall of a column of spans; None where there is no such column."""
    places = [place for place, column in enumerate(sheet.columns) if column.kind == "span"]
    return waterfall([row.cells[places[0]] for row in rows]) if places else None


def asked(chosen: Sequence[tuple[str, str]]) -> str:
    """What stands behind `#cases?` in an address that filters by features or sides, or searches (`q`).

    >>> asked([("scenario", "a&b"), ("correct", "c")])
    'scenario=a%26b&correct=c'
    """
    pairs = ((legible.legible(name), legible.legible(value)) for name, value in chosen)
    return "&".join(f"{quote(name, safe='')}={quote(value, safe='')}" for name, value in pairs)


def _heads(column: Column, scale: Scale, falls: Waterfall | None, is_first: bool) -> list[Head]:
    heads = [Head(text, column.kind in NAMES or is_first) for text in headings(column)]
    if column.kind == "figure":
        return [*heads, Head("", is_drawing=True, marks=scale.marks)]
    if column.kind == "shift":
        return [*heads, Head("", is_drawing=True, marks=((0, "B better"), (100, "B worse")))]
    if column.kind == "span" and falls is not None:
        heads.append(Head("", is_drawing=True, marks=falls.marks))
    return [*heads, Head("", is_drawing=True)] if column.bar or column.kind == "parts" else heads


def _row(sheet: Sheet, place: int, row: SheetRow, scale: Scale, falls: Waterfall | None) -> DrawnRow:
    made = list[DrawnCell]()
    for across, (column, cell) in enumerate(zip(sheet.columns, row.cells, strict=True)):
        value, kind = value_of(column, cell)
        flags = bool(getattr(value, "flags", ()))
        is_figure = column.kind in ("figure", "shift")
        for number, text in enumerate(cells(column, cell, eye=True)):
            strong = row.strong or (is_figure and not number)
            few_here = flags and number == 1
            made.append(DrawnCell(text, _order(value, number, kind), strong, kind in NAMES, few=few_here))
        if is_figure:
            line = None
            if kind == "figure" and value not in (None, ""):
                line = whisker(value, scale, sheet.whole)
            elif kind == "shift" and value not in (None, ""):
                line = shift(value, widest(each.cells[across] for each in sheet.rows))
            made.append(DrawnCell(whisker=line, is_drawing=True))
        if kind == "span" and falls is not None:
            made.append(DrawnCell(fall=falls.bars[place], is_drawing=True))
        if kind == "parts":
            made.append(DrawnCell(parts=_parts(value), is_drawing=True))
        if column.bar and not is_figure:
            made.append(DrawnCell(bar=part_of(cell), is_drawing=True))
    return DrawnRow(place, made, row.depth, row.note, row.cases, flags_of(row), _groups(row.items))


def _parts(numbers: Mapping[str, int]) -> list[tuple[str, float, float]]:
    """How classes share a bar, in their order."""
    found, start, whole = [], 0.0, max(1, sum(numbers.values()))
    for name, number in numbers.items():
        width = 100 * number / whole
        found.append((name, round(start, 2), round(width, 2)))
        start += width
    return found


def _groups(items: Sequence[SheetItem]) -> list[DrawnGroup]:
    """The items by what they have in common, those first that are not folded."""
    from markupsafe import Markup

    groups: dict[tuple[bool, str], list[tuple[SheetItem, Any]]] = {}
    for item in items:
        picture = None if item.picture is None else Markup(draw(item.picture))
        groups.setdefault((item.folded, item.group), []).append((item, picture))
    return [DrawnGroup(name, folded, members) for (folded, name), members in sorted(groups.items(), key=_folded)]


def _folded(group: tuple[tuple[bool, str], Any]) -> bool:
    return group[0][0]


def branches(rows: Sequence[DrawnRow]) -> list[Branch]:
    """The rows of a tree, each with those below it."""
    made, open_ones = list[Branch](), list[Branch]()
    for row in rows:
        branch = Branch(row, [])
        del open_ones[row.depth :]
        (open_ones[-1].children if open_ones else made).append(branch)
        open_ones.append(branch)
    return made


def _order(value: Any, place: int, kind: str) -> Any:
    """What a cell is sorted by: numbers as such, nothing below them, names in their own order."""
    if isinstance(value, str):
        return None
    if kind == "ratio" and value is not None:
        return -1 if part_of(value) is None else part_of(value)
    ends = ends_of(value) if place and hasattr(value, "value") else None
    number = value if not hasattr(value, "value") else (ends or (None, None))[1] if place else value.value
    return -1 if number is None else number if isinstance(number, int | float) else None
