"""The study in the terminal."""

import sys
from functools import partial
from typing import TYPE_CHECKING

from murho.sheets.console import escape
from murho_lab.studies.trains.shown import TITLE, tables
from murho_lab.studies.trains.study import Study

if TYPE_CHECKING:
    from rich.console import Console


def on_terminal(what: str, done: int, of: int) -> None:
    """Tell on standard error how far it is, where that is a terminal."""
    if sys.stderr.isatty():
        print(f"\r\033[K{what}: {done} of {of}", end="", file=sys.stderr, flush=True)


def show(study: Study, console: "Console") -> None:
    """Print the tables."""
    from rich.table import Table

    say = partial(console.print, highlight=False, markup=False, soft_wrap=True)
    say(TITLE, style="bold")
    for shown in tables(study):
        table = Table(box=None, pad_edge=False, header_style="bold")
        for index, name in enumerate(shown.grid.head):
            table.add_column(name, justify="right" if index else "left", no_wrap=True)
        for name, cells in shown.grid.cells:
            table.add_row(escape(name), *(escape(cell.text) for cell in cells))
        say(f"\n{shown.title}", style="bold")
        console.print(table)
        say(shown.note)
    for line in study.missing:
        say(f"\nleft out: {line}")
    say("")
    say(study.signature, style="dim")
