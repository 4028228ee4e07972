"""The study in the terminal."""

from typing import TYPE_CHECKING

from murho.core.figure import Figure
from murho.studies.slurp.study import Study

if TYPE_CHECKING:
    from rich.console import Console


def show(study: Study, console: "Console") -> None:
    """Print every table, then the comparisons."""
    from rich.table import Table

    for title, rows in study.tables.items():
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
        text = f"{name}: {value} points of error, [{100 * d.low:+.2f}, {100 * d.high:+.2f}], p {d.p_value:.4f}"
        console.print(f"{text}, {d.pairs} pairs in {d.clusters} sentences", markup=False, soft_wrap=True)
    console.print(study.signature, style="dim", soft_wrap=True)


def _cell(figure: Figure, right: bool) -> str:
    """A percentage with half the width of its interval; `right` shows 1 − π."""
    if figure.value is None:
        return "–"
    value = 1 - figure.value if right else figure.value
    return f"{100 * value:.2f} ±{50 * (figure.high - figure.low):.2f}"
