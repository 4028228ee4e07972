"""Robust verdicts in the terminal: sentences, the vertices, and where each of several systems is best."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.pipeline.comparing.result import BestUnder
from murho.sheets.console import escape, explained, table
from murho.sheets.legible import percent
from murho.sheets.names import Name
from murho.views.choices import MapRow, at_least, rows, sentences, told_instance

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

    from murho.core.robustness import Robustness

MOST_COLUMNS = 5
"""More classes do not fit beside each other; the page and `--json` have all."""


def show_robust(found: "Robustness", console: "Console") -> None:
    """Print the verdict, what it rests on, and the differences at the vertices."""
    verdict, *others = sentences(found)
    console.print(f"  [bold]robust: {escape(verdict)}[/]", soft_wrap=True)
    for line in others:
        console.print(f"  {escape(line)}", soft_wrap=True)
    console.print(_vertices(rows(found), found.classes))


def show_regions(best: Sequence[BestUnder], console: "Console") -> None:
    """Print for what share of the choices each system is the best."""
    made = table(["system"], ["best for"], gap=2)
    for one in best:
        made.add_row(Name(one.system, ""), percent(one.region.share))
    console.print(made)
    for one in best:
        if instance := told_instance(one):
            console.print(f"  {escape(one.system)} for instance with {instance}", soft_wrap=True)


def _vertices(shown: Sequence[MapRow], classes: Sequence[str]) -> "Table":
    first = max(0, len(classes) - MOST_COLUMNS)
    names = [classes[0] if first else None, *classes[first:]] if first else list(classes)
    kept = [0, *range(first, len(classes))] if first else list(range(len(classes)))
    made = table(["at least so wrong"], [name[:18] for name in at_least([str(name) for name in names])], gap=2)
    for row in shown:
        cells = [row.cells[j] for j in kept]
        made.add_row(row.name, *(f"{cell.difference:+.4f} {_letter(cell.better)}" for cell in cells))
    more = f"; {first - 1} classes more are in --json" if first > 1 else ""
    return explained(made, f"B − A among cases at least so important; a letter: who is shown to be better{more}")


def _letter(better: str | None) -> str:
    return {"A": "A", "B": "B", "equal": "="}.get(better or "", " ")
