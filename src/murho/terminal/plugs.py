"""Plugs in the terminal: a table of those of one kind, with what can be chosen of each."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.plugs import Plug
from murho.sheets.console import escape, table
from murho.views.plugs import plug_line

if TYPE_CHECKING:
    from rich.console import Console


def show_plugs(title: str, plugs: Sequence[Plug], console: "Console", options: bool = False) -> None:
    """Print a table of plugs; with `options` what can be chosen of each stands below it."""
    made = table(["name", "also", "", "from"], gap=2)
    made.title, made.title_justify, made.title_style = title, "left", "bold"
    for plug in map(plug_line, plugs):
        made.add_row(f"[bold]{escape(plug.name)}[/]", *map(escape, (", ".join(plug.aliases), plug.title, plug.source)))
        if not options:
            continue
        made.add_row("", "", escape(plug.help), "")
        for option in plug.options:
            chosen = f" ({option.default})" if option.default else ""
            made.add_row(f"  {escape(option.name)}", escape(option.type), escape(f"{option.help}{chosen}"), "")
        if plug.example:
            made.add_row("", "", f"[dim]{escape(plug.example)}[/]", "")
    console.print(made)
    console.print()
