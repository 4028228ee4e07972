"""The study in the terminal."""

from typing import TYPE_CHECKING

from murho.core.figure import Figure
from murho.sheets.drawing.scatter import fitted
from murho.sheets.numbers import p_value
from murho_lab.studies.slurp import shown
from murho_lab.studies.slurp.study import Study
from murho_lab.studies.slurp.words_concepts import CONCEPTS, WORDS, View, reading

if TYPE_CHECKING:
    from rich.console import Console


def show(study: Study, console: "Console") -> None:
    """Print every table, then the comparisons, then word accuracy against concept accuracy."""
    from rich.table import Table

    for title, rows in study.tables.items():
        # The title says which way its figures are to be read.
        right = "1 − π" in title or "accuracy" in title
        names = list(dict.fromkeys(name for columns in rows.values() for name in columns))
        table = Table(box=None, pad_edge=False, header_style="bold")
        table.add_column("", overflow="fold")
        for name in names:
            table.add_column(name, justify="right", no_wrap=True)
        for row, columns in rows.items():
            table.add_row(row, *(_cell(columns[name], right) if name in columns else "" for name in names))
        console.print(title, style="bold", markup=False, soft_wrap=True)
        console.print(table)
        console.print()
    for name, d in study.comparisons.items():
        value = "–" if d.value is None else f"{100 * d.value:+.2f}"
        text = f"{name}: {value} points of error, [{100 * d.low:+.2f}, {100 * d.high:+.2f}], p {p_value(d.p_value)}"
        console.print(f"{text}, {d.pairs} pairs in {d.clusters} sentences", markup=False, soft_wrap=True)
    for view in study.words_concepts.views.values():
        console.print()
        _show_view(view, console)
    console.print()
    for sentence in reading(study.words_concepts):
        console.print(sentence, markup=False)
    console.print(study.signature, style="dim", soft_wrap=True)


def _show_view(view: View, console: "Console") -> None:
    from rich.table import Table

    head, rows = shown.table(view)
    line = f"  {fitted(view.line)}" if view.line is not None else ""
    console.print(f"{view.title}: {CONCEPTS} against {WORDS}{line}", markup=False, soft_wrap=True)
    if rows:
        table = Table(box=None, pad_edge=False, header_style="bold")
        for index, name in enumerate(head):
            table.add_column(name, justify="right" if index else "left", no_wrap=True)
        for row in rows:
            table.add_row(*row)
        console.print(table)


def _cell(figure: Figure, right: bool) -> str:
    """A percentage with half the width of its interval; `right` shows 1 − π."""
    if figure.value is None:
        return "–"
    value = 1 - figure.value if right else figure.value
    return f"{100 * value:.2f} ±{50 * (figure.high - figure.low):.2f}"
