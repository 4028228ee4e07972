"""Sheets in the terminal: title and sentence in a line, the table, what follows from it, the notes."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from murho.sheets import Sheet, SheetRow
from murho.sheets.console import FEW, bar, escape, explained, table
from murho.sheets.names import Name
from murho.sheets.writing import NAMES, cells, facts, headings, part_of

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

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
    sentence = f"  {escape(sheet.sentence)}" if sheet.sentence else ""
    console.print(f"[bold]{escape(sheet.title[:1].lower() + sheet.title[1:])}[/]{sentence}", soft_wrap=True)
    if sheet.rows:
        console.print(_table(sheet, console.width))
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


def _table(sheet: Sheet, width: int) -> "Table":
    left = next((place for place, column in enumerate(sheet.columns) if column.kind not in NAMES), len(sheet.columns))
    rows = [row for row in sheet.rows if sheet.deepest is None or row.depth <= sheet.deepest]
    rows = rows if sheet.most is None else rows[: sheet.most]
    kept, barred = _fitting(sheet, rows, left, width)
    names = [column.heading for column in sheet.columns[:left]]
    figures = [text for place in kept for text in headings(sheet.columns[place])]
    made = table(names, [*figures, *([""] * len(barred))])
    few = False
    for row in rows:
        is_few = _is_few(sheet, row)
        few |= is_few
        texts = [cells(column, cell) for column, cell in zip(sheet.columns, row.cells, strict=True)]
        drawn = [bar(part_of(row.cells[place]), BAR) for place in barred]
        named = [_name(row, text) for (text,) in texts[:left]]
        shown = [escape(text) for place in kept for text in texts[place]]
        if row.strong:
            shown = [f"[bold]{text}[/]" if text else text for text in shown]
        if is_few:
            last = drawn or shown
            last[-1] += " !"
        made.add_row(*named, *shown, *drawn)
    below = [sheet.caption] if sheet.caption else []
    below += [f"and {len(sheet.rows) - len(rows)} more: --json names all"] if _are_cut(sheet, rows) else []
    below += [FEW] if few else []
    return explained(made, "\n".join(below)) if below else made


def _are_cut(sheet: Sheet, rows: Sequence[SheetRow]) -> bool:
    return sheet.most is not None and len(rows) == sheet.most < len(sheet.rows)


def _fitting(sheet: Sheet, rows: Sequence[SheetRow], left: int, width: int) -> tuple[list[int], list[int]]:
    """The places of the columns of figures for which a terminal has room, and the one that a bar is drawn of.

    Of a sheet whose columns differ in rank a figure is whole or not there: the bar goes first, then the columns of the
    highest rank.
    """
    kept = list(range(left, len(sheet.columns)))
    barred = [place for place in kept if sheet.columns[place].bar][:1]
    ranks = sorted({sheet.columns[place].rank for place in kept}, reverse=True)
    if len(ranks) < 2:
        return kept, barred
    each = [[cells(sheet.columns[place], row.cells[place]) for row in rows] for place in range(len(sheet.columns))]
    wide = {place: _width([headings(sheet.columns[place]), *each[place]]) for place in kept}
    name = min(LONGEST_ROOM, max((2 * row.depth + len(texts[0]) for row, texts in zip(rows, each[0], strict=True))))

    def needed(room: int) -> int:
        return room + sum(wide[place] + GAP for place in kept) + len(barred) * (BAR + GAP)

    if needed(name) > width:
        barred = []
    for rank in ranks[:-1]:
        if needed(min(name, SHORTEST_NAME)) > width:
            kept = [place for place in kept if sheet.columns[place].rank < rank]
    return kept, barred


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


def _is_few(sheet: Sheet, row: SheetRow) -> bool:
    """Whether a figure in the row rests on little."""
    return any(getattr(cell, "flags", ()) for cell in row.cells)
