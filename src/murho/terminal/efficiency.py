"""What answers took, in the terminal."""

from typing import TYPE_CHECKING

from murho.pipeline.runs.efficiency import Efficiency
from murho.terminal.console import escape, table
from murho.views.efficiency import HEADINGS, growing, notes, rows

if TYPE_CHECKING:
    from rich.console import Console


def show_efficiency(found: Efficiency, console: "Console") -> None:
    """Print time, tokens and money of an answer, and of all together."""
    console.print()
    made = table(["an answer takes"], HEADINGS)
    for row in rows(found):
        made.add_row(escape(row.name), *map(escape, row.values))
    console.print(made)
    if found.growth is not None:
        console.print(escape(growing(found.growth)), soft_wrap=True)
    for note in notes(found):
        console.print(f"  [yellow]note[/]  {escape(note)}", soft_wrap=True)
