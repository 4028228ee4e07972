"""Names from data in a table of the terminal: one that is too long for its column is parted where its words end.

>>> broken("structure/intraclause/verb phrase/child", 22)
['structure/intraclause/', '  verb phrase/child']
>>> broken("    subj#v#obj/subj#v#attr", 20)
['    subj#v#obj/', '      subj#v#attr']
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from murho.sheets.console import inert

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions
    from rich.measure import Measurement
    from rich.text import Text

_PART = re.compile(r"[^\s/]*(?:[/\s]+|$)")
"""A step of a path, or a word."""
_WORD = re.compile(r"[^\s/#_+,.:-]*(?:[/#_+,.:-]+|\s+|$)")
"""What such a part is made of, with the signs behind it."""
_HANG = 2
"""Columns by which the further lines of a name are indented."""


@dataclass(frozen=True)
class Name:
    """A name as a cell of a table; spaces before it indent all of its lines, `mark` stands behind it."""

    name: str
    mark: str = ""

    def __rich_console__(self, console: "Console", options: "ConsoleOptions") -> "Iterator[Text]":
        from rich.text import Text

        yield Text("\n".join(broken(self._text, options.max_width)), overflow="fold")

    def __rich_measure__(self, console: "Console", options: "ConsoleOptions") -> "Measurement":
        from rich.cells import cell_len
        from rich.measure import Measurement

        return Measurement(1, max(1, cell_len(self._text)))

    @property
    def _text(self) -> str:
        return inert(self.name) + self.mark


def broken(text: str, width: int) -> list[str]:
    """The lines of a name in a column of this width; a word that is wider stands on a line of its own, too wide."""
    from rich.cells import cell_len

    name = text.lstrip(" ")
    indent = " " * (len(text) - len(name))
    room = width - len(indent) - _HANG
    parts = ([part] if cell_len(part.rstrip()) <= room else _WORD.findall(part) for part in _PART.findall(name))
    lines: list[str] = [indent]
    for word in filter(None, chain.from_iterable(parts)):
        if cell_len((lines[-1] + word).rstrip()) > width and lines[-1].strip():
            lines[-1] = lines[-1].rstrip()
            lines.append(f"{indent}{' ' * _HANG}")
        lines[-1] += word
    return lines
