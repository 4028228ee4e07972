"""Texts compared by their strategies, in the terminal: the table of the paper, the matrix, discrepancy and distance."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from murho.atn.efficiency.penetrance import Average
from murho.atn.texts.comparison import Comparison
from murho.atn.texts.course import Course
from murho.report.terminal import escape, fraction, several

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show_course(table: Course, console: "Console") -> None:
    """The orders of two texts, sentence by sentence, one above the other, as many columns abreast as there is room."""
    console.print(f"[bold]orders of the arcs[/], above {escape(table.names[0])}, below {escape(table.names[1])}")
    note = "head: number of parses; empty: unchanged, in the first column since the grammar's own order"
    shown = f"{len(table.rows)} of {several(table.changing, 'row')} that change"
    console.print(f"[dim]{note}; {shown}[/]", soft_wrap=True)
    names = [(row.node, f"← {row.arrival or 'the start'}") for row in table.rows]
    first = max((len(part) for pair in names for part in pair), default=0)
    columns = [
        [f"S{number}", *(f"-{count}" if count else "" for count in pair)]
        + [part for row in table.rows for part in (row.upper[number - 1], row.lower[number - 1])]
        for number, pair in enumerate(zip(*table.parses, strict=True), 1)
    ]
    for abreast in _fitting(columns, console.width - first):
        widths = [max(map(len, column)) for column in abreast]
        lines = ["", "", "", *(part for pair in names for part in pair)]
        console.print()
        for number, line in enumerate(lines):
            cells = "  ".join(column[number].ljust(width) for column, width in zip(abreast, widths, strict=True))
            style = "bold" if number < 3 else "dim" if number > 3 and number % 2 == 0 else ""
            console.print(f"{line:{first}}  {cells}".rstrip(), style=style, markup=False, highlight=False)


def _fitting(columns: Sequence[list[str]], room: int) -> Iterator[list[list[str]]]:
    """Groups of neighbouring columns that have room beside each other; one at least."""
    group: list[list[str]] = []
    taken = 0
    for column in columns:
        width = max(map(len, column)) + 2
        if group and taken + width > room:
            yield group
            group, taken = [], 0
        group.append(column)
        taken += width
    if group:
        yield group


def show_texts(found: Comparison, console: "Console") -> None:
    """The matrix of penetrances, then discrepancy and distances of every pair."""
    every = range(len(found.texts))
    letters = [_letter(j) for j in every]
    for j in every:
        learned, whole = found.texts[j], found.penetrance(j, j)
        left = f", {whole.unfinished} left out because a search met its bound" if whole.unfinished else ""
        counts = f"{several(len(learned), 'sentence')}, {learned.strategies.accepted} with an analysis{left}"
        console.print(f"[bold]{letters[j]}[/]  {escape(learned.text.name)}: {counts}", soft_wrap=True)
    console.print()
    grid = _table("penetrance p(Σ, T)", *(f"T = {letter}" for letter in letters))
    for i in every:
        grid.add_row(f"Σ of {letters[i]}", *(_said(found.penetrance(i, j)) for j in every))
    grid.add_row("its own, sentence left out", *(_said(found.left_out(j)) for j in every))
    grid.add_row("the grammar's order", *(_said(found.grammar_order(j)) for j in every))
    console.print(grid)
    console.print()
    pairs = _table("T, T'", "p(Σ_T,T) − p(Σ_T',T)", "left out", "Kendall", "Jensen-Shannon")
    for j in every:
        for i in every:
            if i != j:
                cells = []
                for left_out in (False, True):
                    d = found.discrepancy(i, j, left_out=left_out)
                    cells.append(escape(f"{fraction(d.value)} [{d.low:+.3f}, {d.high:+.3f}]"))
                distances = fraction(float(found.kendall[i, j])), fraction(float(found.jensen_shannon[i, j]))
                pairs.add_row(f"{letters[j]}, {letters[i]}", *cells, *distances)
    console.print(pairs)
    console.print("[dim]left out: each sentence of T left out of what it is searched with[/]", soft_wrap=True)


def _letter(number: int) -> str:
    return ascii_uppercase[number] if number < len(ascii_uppercase) else f"T{number + 1}"


def _table(*columns: str) -> "Table":
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, header_style="bold")
    for place, name in enumerate(columns):
        grid.add_column(escape(name), justify="right" if place else "left", no_wrap=not place)
    return grid


def _said(average: Average) -> str:
    return escape(f"{fraction(average.value)} [{average.low:.3f}, {average.high:.3f}]")
