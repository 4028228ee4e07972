"""Plugs in the terminal, and as tables of the documentation.

>>> from murho.measures import SHELF
>>> print(measure_table([SHELF.named("labels")]))
| typed | also | judges | π | π is called | 1 − π |
|---|---|---|---|---|---|
| `labels` | `accuracy` | label | 0 if the label is right, else 1. | error rate | accuracy |
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from murho.plugs import Plug

if TYPE_CHECKING:
    from rich.console import Console

    from murho.measures import Record
    from murho.weighting import Record as Weighing


def show_plugs(title: str, plugs: Sequence[Plug], console: "Console", options: bool = False) -> None:
    """A table of plugs; with `options` what can be chosen of each stands below it."""
    from rich.table import Table

    from murho.report.terminal import escape

    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for name in ("name", "also", "", "from"):
        table.add_column(name, overflow="fold")
    for one in plugs:
        table.add_row(f"[bold]{escape(one.name)}[/]", *map(escape, (", ".join(one.aliases), one.title, one.source)))
        if options:
            table.add_row("", "", escape(one.help), "")
        for option in one.options if options else ():
            chosen = "" if option.default in (None, "", ()) else f" ({_shown(option.default)})"
            table.add_row(f"  {escape(option.name)}", escape(option.type), escape(f"{option.help}{chosen}"), "")
        if options and one.example not in ("", one.name):
            table.add_row("", "", f"[dim]{escape(one.example)}[/]", "")
    console.print(table)
    console.print()


def measure_table(records: "Iterable[Record]") -> str:
    """The table of measures in Markdown, for docs/measures.md."""
    rows = [
        (_code(one.name), _codes(one.aliases), one.kind, one.help, one.loss, one.accuracy)
        if not one.around
        else (_code(one.example), _codes(one.aliases), "as inside", one.help, "as inside", "as inside")
        for one in records
    ]
    return _markdown(("typed", "also", "judges", "π", "π is called", "1 − π"), rows)


def weighting_table(records: "Iterable[Weighing]") -> str:
    """The table of weightings in Markdown, for docs/measures.md."""
    rows = [(_code(one.name), one.help, _code(one.example)) for one in records]
    return _markdown(("typed", "ρ", "as in"), rows)


def option_table(records: Iterable[Plug]) -> str:
    """All options of plugs in Markdown, those of the same meaning once.

    >>> from murho.measures import SHELF
    >>> print(option_table([SHELF.named("meanings")]))
    | option | of | | by default |
    |---|---|---|---|
    | `shifting` | `meanings` | How wrong each relation of the sets is: mu1, mu2(0.5), mu3(...). | `mu1()` |
    """
    of: dict[tuple[str, str, str], list[str]] = {}
    for one in records:
        for option in one.options:
            default = "" if option.default in (None, "", ()) else _code(_shown(option.default))
            of.setdefault((option.name, option.help, default), []).append(one.name)
    rows = [(_code(name), _codes(names), text, default) for (name, text, default), names in sorted(of.items())]
    return _markdown(("option", "of", "", "by default"), rows)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _code(text: str) -> str:
    return f"`{text}`"


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(_code, names))


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, *rows]
    table = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    table.insert(1, "|" + "---|" * len(head))
    return "\n".join(line.replace("|  |", "| |").replace("|  |", "| |") for line in table)
