"""Sheets in the terminal: title and sentence in a line, the table, what follows from it, the notes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from murho.sheets import Sheet, SheetRow
from murho.sheets.console import FEW, bar, escape, table
from murho.sheets.names import Name
from murho.sheets.writing import NAMES, cells, facts, flags_of, headings, part_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NARROWEST = 6
"""Places that a column takes at least."""
BAR = 10
"""How many places a bar for 1 takes."""
GAP = 2
"""Between columns."""
SHORTEST_NAME, LONGEST_ROOM = 10, 30
"""Places that names have at least, folded; and at most what bars leave them."""


def show_sheets(sheets: Iterable[Sheet], console: "Console") -> None:
    """Print one sheet after the other, a blank line before each."""
    for sheet in sheets:
        show_sheet(sheet, console)


def show_sheet(sheet: Sheet, console: "Console", *, gap: bool = True) -> None:
    """Print a sheet and its sections, but for those of a lower rank; with a `gap` a blank line before it."""
    if gap:
        console.print()
    is_left_out = sheet.rows and not _shown(sheet)
    sentence = f"{len(sheet.rows)} rows: --json has them" if is_left_out else sheet.sentence
    sentence = f"  {escape(sentence)}" if sentence else ""
    title = sheet.title if sheet.is_named else sheet.title[:1].lower() + sheet.title[1:]
    console.print(f"[bold]{escape(title)}[/]{sentence}", soft_wrap=True)
    if _shown(sheet):
        width = console.width
        console.print(_table(sheet, width) if sheet.narrow is None else _narrow_or_whole(sheet, sheet.narrow, console))
        for line in _below(sheet):
            console.print(f"[dim]{escape(line)}[/]", soft_wrap=True)
    if sheet.facts:
        line = ", ".join(f"{name} {text}" for name, text in facts(sheet))
        console.print(f"  {escape(line)}", soft_wrap=True)
    for sentence in sheet.conclusions:
        console.print(f"  {escape(sentence)}", soft_wrap=True)
    for note in sheet.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    for line in _items(sheet):
        console.print(line, soft_wrap=True)
    show_sheets((section for section in sheet.sections if section.rank == 1), console)
    for line in sheet.signature.splitlines():
        console.print(f"[dim]{escape(line)}[/]", soft_wrap=True, highlight=False)


def _narrow_or_whole(sheet: Sheet, narrow: Sheet, console: "Console") -> "Table":
    """The table of the sheet, or that of the narrow one where the terminal has no room for its columns."""
    if len(sheet.columns) >= console.width / NARROWEST:  # which need not be measured
        return _table(narrow, console.width)
    made = _table(sheet, console.width)
    needed = console.measure(made, options=console.options.update(width=10_000)).minimum
    return made if needed <= console.width else _table(narrow, console.width)


def _table(sheet: Sheet, width: int) -> "Table":
    left = next((place for place, column in enumerate(sheet.columns) if column.kind not in NAMES), len(sheet.columns))
    rows = _shown(sheet)
    kept, barred = _fitting(sheet, rows, left, width)
    names = [column.heading for column in sheet.columns[:left]]
    figures = [text for place in kept for text in headings(sheet.columns[place])]
    made = table(names, [*figures, *([""] * len(barred))])
    for row in rows:
        texts = [cells(column, cell) for column, cell in zip(sheet.columns, row.cells, strict=True)]
        drawn = [bar(part_of(row.cells[place]), BAR) for place in barred]
        named = [_name(row, text) for (text,) in texts[:left]]
        shown = [escape(text) for place in kept for text in texts[place]]
        if row.strong:
            shown = [f"[bold]{text}[/]" if text else text for text in shown]
        if flags_of(row):
            last = drawn or shown
            last[-1] += " !"
        made.add_row(*named, *shown, *drawn)
    return made


def _shown(sheet: Sheet) -> Sequence[SheetRow]:
    """The rows that are listed."""
    rows = [row for row in sheet.rows if sheet.deepest is None or row.depth <= sheet.deepest]
    return rows if sheet.most is None else rows[: sheet.most]


def _below(sheet: Sheet) -> list[str]:
    """What explains the table, and says what is left out of it."""
    shown = _shown(sheet)
    more = (0 if sheet.most is None else max(0, len(sheet.rows) - sheet.most)) + sheet.left_out
    lines = [sheet.caption] if sheet.caption else []
    lines += [f"and {more} more: --json names all"] if more else []
    return [*lines, *([FEW] if any(map(flags_of, shown)) else [])]


def _fitting(sheet: Sheet, rows: Sequence[SheetRow], left: int, width: int) -> tuple[list[int], list[int]]:
    """The places of the columns of figures for which a terminal has room, and the one that a bar is drawn of.

    Of a sheet whose columns differ in rank a figure is whole or not there: the bar goes first, then the columns of the
    highest rank, whose room may do for the bar.
    """
    kept = list(range(left, len(sheet.columns)))
    barred = [place for place in kept if sheet.columns[place].bar][:1]
    ranks = sorted({sheet.columns[place].rank for place in kept}, reverse=True)
    if len(ranks) < 2:
        return kept, barred
    each = [[cells(sheet.columns[place], row.cells[place]) for row in rows] for place in range(len(sheet.columns))]
    wide = {place: _width([headings(sheet.columns[place]), *each[place]]) for place in kept}
    name = min(LONGEST_ROOM, max((2 * row.depth + len(texts[0]) for row, texts in zip(rows, each[0], strict=True))))

    def needed(room: int, bars: int = 0) -> int:
        return room + sum(wide[place] + GAP for place in kept) + bars * (BAR + GAP)

    for rank in ranks[:-1]:
        if needed(min(name, SHORTEST_NAME)) > width:
            kept = [place for place in kept if sheet.columns[place].rank < rank]
    return kept, barred if needed(name, len(barred)) <= width else []


def _width(rows: Sequence[Sequence[str]]) -> int:
    """The places that the texts of a column take, or of two with a gap between them."""
    from rich.cells import cell_len

    columns = list(zip(*rows, strict=True))
    return sum(max(map(cell_len, column)) for column in columns) + GAP * (len(columns) - 1)


def _items(sheet: Sheet) -> Iterator[str]:
    """The lines of what rows count, below the path of the row; each is listed once."""
    path, listed = list[str](), set[str]()
    for row in sheet.rows:
        path[row.depth :] = [str(row.cells[0]) if row.depth else sheet.title]
        items = [item for item in row.items if item.id not in listed]
        listed.update(item.id for item in items)
        if items:
            yield f"\n[bold]{escape('/'.join(path))}[/]"
        for item in items:
            sign = "" if item.is_right is None else "[green]✓[/] " if item.is_right else "[red]✗[/] "
            note = f"  [dim]{escape(item.note)}[/]" if item.note else ""
            outcome = f"  {escape(item.outcome)}" if item.outcome else ""
            yield f"  {sign}{escape(item.id)}  {escape(item.text)}{note}{outcome}"


def _name(row: SheetRow, text: str) -> "str | Name":
    if row.strong:
        return f"[bold]{escape(text)}[/]"
    return Name("  " * row.depth + text)
