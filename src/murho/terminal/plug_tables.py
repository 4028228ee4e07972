"""Plugs as the tables of the documentation, in Markdown.

>>> from murho.measures import SHELF
>>> print(measure_table([SHELF.named("labels")]))
| typed | also | judges | π | π is called | 1 − π |
|---|---|---|---|---|---|
| `labels` | `accuracy` | label | 0 if the label is right, else 1. | error rate | accuracy |
"""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from murho.plugs import Plug
from murho.views.plugs import default_of

if TYPE_CHECKING:
    from murho.measures import Record
    from murho.weighting import Record as Weighing


def measure_table(records: "Iterable[Record]") -> str:
    """The table of measures in Markdown, for docs/measures.md."""
    rows = [
        (_code(record.name), _codes(record.aliases), record.kind, record.help, record.loss, record.accuracy)
        if not record.around
        else (_code(record.example), _codes(record.aliases), "as inside", record.help, "as inside", "as inside")
        for record in records
    ]
    return _markdown(("typed", "also", "judges", "π", "π is called", "1 − π"), rows)


def weighting_table(records: "Iterable[Weighing]") -> str:
    """The table of weightings in Markdown, for docs/measures.md."""
    rows = [(_code(record.name), record.help, _code(record.example)) for record in records]
    return _markdown(("typed", "ρ", "as in"), rows)


def option_table(records: Iterable[Plug]) -> str:
    """All options of plugs in Markdown, those of the same meaning once.

    >>> from murho.measures import SHELF
    >>> print(option_table([SHELF.named("meanings")]))
    | option | of | | by default |
    |---|---|---|---|
    | `shifting` | `meanings` | How wrong each relation of the sets is: mu1, mu2(0.5), mu3(...). | `mu1()` |
    """
    names_of: dict[tuple[str, str, str], list[str]] = {}
    for record in records:
        for option in record.options:
            chosen = default_of(option)
            default = _code(chosen) if chosen else ""
            names_of.setdefault((option.name, option.help, default), []).append(record.name)
    rows = [(_code(name), _codes(names), text, default) for (name, text, default), names in sorted(names_of.items())]
    return _markdown(("option", "of", "", "by default"), rows)


def _code(text: str) -> str:
    return f"`{text}`"


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(_code, names))


def _markdown(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, *rows]
    table = ["| " + " | ".join(cell.replace("|", "\\|") for cell in line) + " |" for line in lines]
    table.insert(1, "|" + "---|" * len(head))
    return "\n".join(line.replace("|  |", "| |").replace("|  |", "| |") for line in table)
