"""Texts compared by their strategies, in the terminal: the table of the paper, the matrix, discrepancy and distance."""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import TYPE_CHECKING

from murho.core.comparison import Difference
from murho.sheets.console import escape, table
from murho.sheets.numbers import fraction, several
from murho_lab.atn.efficiency.penetrance import Average
from murho_lab.atn.texts.comparison import Comparison
from murho_lab.atn.texts.course import Course
from murho_lab.atn.texts.view import Matrix, Orders, Pair, matrix, orders, pairs

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table


def show_course(course: Course, console: "Console") -> None:
    """Print the orders of two texts, one above the other, as many columns abreast as there is room."""
    shown = orders(course)
    console.print(f"[bold]orders of the arcs[/], above {escape(shown.names[0])}, below {escape(shown.names[1])}")
    note = "head: number of parses; empty: unchanged, in the first column since the grammar's own order"
    rows = f"{len(shown.rows)} of {several(shown.changing, 'row')} that change"
    console.print(f"[dim]{note}; {rows}[/]", soft_wrap=True)
    names = ["", "", "", *(part for row in shown.rows for part in (row.node, f"← {row.arrival}"))]
    first = max(map(len, names))
    columns = [_column(shown, index) for index in range(len(shown.parses))]
    for abreast in _fitting(columns, console.width - first):
        widths = [max(map(len, column)) for column in abreast]
        console.print()
        for number, name in enumerate(names):
            cells = "  ".join(column[number].ljust(width) for column, width in zip(abreast, widths, strict=True))
            style = "bold" if number < 3 else "dim" if number % 2 == 0 else ""
            console.print(f"{name:{first}}  {cells}".rstrip(), style=style, markup=False, highlight=False)


def _column(shown: Orders, place: int) -> list[str]:
    """One sentence: its number, the parses of both texts, and the order of both at every node."""
    parses = [f"-{count}" if count else "" for count in shown.parses[place]]
    return [f"S{place + 1}", *parses, *(part for row in shown.rows for part in (row.above[place], row.below[place]))]


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


def show_texts(compared: Comparison, console: "Console") -> None:
    """Print what the texts are, the matrix of penetrances, then discrepancy and distances of every pair."""
    shown = matrix(compared)
    letters = [_letter(number) for number in range(len(shown.names))]
    for j, name in enumerate(shown.names):
        unfinished = shown.cells[j][j].unfinished
        left = f", {unfinished} left out because a search met its bound" if unfinished else ""
        counts = f"{several(shown.sentences[j], 'sentence')}, {shown.accepted[j]} with an analysis{left}"
        console.print(f"[bold]{letters[j]}[/]  {escape(name)}: {counts}", soft_wrap=True)
    console.print()
    console.print(_matrix_table(shown, letters))
    console.print()
    console.print(_pair_table(pairs(compared), letters))
    console.print("[dim]left out: each sentence of T left out of what it is searched with[/]", soft_wrap=True)


def _matrix_table(shown: Matrix, letters: Sequence[str]) -> "Table":
    made = _table("penetrance p(Σ, T)", *(f"T = {letter}" for letter in letters))
    for letter, row in zip(letters, shown.cells, strict=True):
        made.add_row(f"Σ of {letter}", *map(_average, row))
    made.add_row("its own, sentence left out", *map(_average, shown.left_out))
    made.add_row("the grammar's order", *map(_average, shown.grammar_order))
    return made


def _pair_table(shown: Sequence[Pair], letters: Sequence[str]) -> "Table":
    made = _table("T, T'", "p(Σ_T,T) − p(Σ_T',T)", "left out", "Kendall", "Jensen-Shannon")
    for pair in shown:
        differences = map(_difference, (pair.in_sample, pair.left_out))
        distances = map(fraction, (pair.kendall, pair.jensen_shannon))
        made.add_row(f"{letters[pair.own]}, {letters[pair.other]}", *differences, *distances)
    return made


def _letter(number: int) -> str:
    return ascii_uppercase[number] if number < len(ascii_uppercase) else f"T{number + 1}"


def _table(name: str, *figures: str) -> "Table":
    """A table whose figures have an interval behind them, which is folded where there are many texts."""
    made = table([name], whole=True)
    for figure in figures:
        made.add_column(escape(figure), justify="right")
    return made


def _average(average: Average) -> str:
    return escape(f"{fraction(average.value)} [{average.low:.3f}, {average.high:.3f}]")


def _difference(difference: Difference) -> str:
    return escape(f"{fraction(difference.value)} [{difference.low:+.3f}, {difference.high:+.3f}]")
