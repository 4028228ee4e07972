"""Sheets in the terminal: title and sentence in a line, the table, what follows from it, the notes."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from murho.sheets import Sheet, SheetRow
from murho.sheets.console import FEW, bar, escape, table
from murho.sheets.names import Name
from murho.sheets.writing import NAMES, cells, facts, headings, value_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

NARROWEST = 6
"""Places that a column takes at least."""
BAR = 10
"""How many places a bar for 1 takes."""


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
        console.print(_table(sheet) if sheet.narrow is None else _fitting(sheet, sheet.narrow, console))
        for line in _below(sheet):
            console.print(f"[dim]{escape(line)}[/]", soft_wrap=True)
    if sheet.facts:
        line = ", ".join(f"{name} {text}" for name, text in facts(sheet))
        console.print(f"  {escape(line)}", soft_wrap=True)
    for sentence in sheet.conclusions:
        console.print(f"  {escape(sentence)}", soft_wrap=True)
    for note in sheet.notes:
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
    show_sheets((section for section in sheet.sections if section.rank == 1), console)
    if sheet.signature:
        console.print(f"[dim]{escape(sheet.signature)}[/]", soft_wrap=True, highlight=False)


def _fitting(sheet: Sheet, narrow: Sheet, console: "Console") -> "Table":
    """The table of the sheet, or that of the narrow one where the terminal has no room for its columns."""
    if len(sheet.columns) >= console.width / NARROWEST:  # which need not be measured
        return _table(narrow)
    made = _table(sheet)
    needed = console.measure(made, options=console.options.update(width=10_000)).minimum
    return made if needed <= console.width else _table(narrow)


def _table(sheet: Sheet) -> "Table":
    left = next((place for place, column in enumerate(sheet.columns) if column.kind not in NAMES), len(sheet.columns))
    names = [column.heading for column in sheet.columns[:left]]
    figures = [text for column in sheet.columns[left:] for text in headings(column)]
    barred = [place for place, column in enumerate(sheet.columns) if column.bar]
    made = table(names, [*figures, *([""] * len(barred))])
    for row in _shown(sheet):
        texts = [text for column, cell in zip(sheet.columns, row.cells, strict=True) for text in cells(column, cell)]
        drawn = [bar(_share(sheet, row, place), BAR) for place in barred]
        named = [_name(row, text) for text in texts[:left]]
        shown = [f"[bold]{escape(text)}[/]" if row.strong and text else escape(text) for text in texts[left:]]
        if _is_few(row):
            last = drawn or shown
            last[-1] += " !"
        made.add_row(*named, *shown, *drawn)
    return made


def _shown(sheet: Sheet) -> Sequence[SheetRow]:
    """The rows that are listed."""
    return sheet.rows if sheet.most is None else sheet.rows[: sheet.most]


def _below(sheet: Sheet) -> list[str]:
    """What explains the table, and says what is left out of it."""
    shown = _shown(sheet)
    more = len(sheet.rows) - len(shown) + sheet.left_out
    lines = [sheet.caption] if sheet.caption else []
    lines += [f"and {more} more: --json names all"] if more else []
    return [*lines, *([FEW] if any(map(_is_few, shown)) else [])]


def _name(row: SheetRow, text: str) -> "str | Name":
    if row.strong:
        return f"[bold]{escape(text)}[/]"
    return Name("  " * row.depth + text)


def _share(sheet: Sheet, row: SheetRow, place: int) -> float | None:
    value, kind = value_of(sheet.columns[place], row.cells[place])
    return getattr(value, "value", None) if kind == "figure" else value


def _is_few(row: SheetRow) -> bool:
    """Whether a figure in the row rests on little."""
    return any(getattr(cell, "flags", ()) for cell in row.cells)
