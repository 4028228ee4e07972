r"""What is written where no terminal draws it: the same signs without rich, whose import takes longer than a score.

>>> unmarked(r"[bold]words[/]  [0.1, 0.2], \[red]")
'words  [0.1, 0.2], [red]'
>>> print(*lines(Grid(("criterion", "", "interval"), [("correct", "90.94", "[88.60, 92.80]")])), sep="\n")
criterion               interval
correct    90.94  [88.60, 92.80]
"""

import os
import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

GAP = "  "
"""Between columns."""
TAG = re.compile(r"(\\*)(\[[a-z#/@][^[]*?\])")
"""What rich reads as a tag, with the backslashes before it."""
ENDLESS = 10_000
"""Columns of what is no terminal: tables go to a file whole."""
_NARROW = "–−π⊥"
"""Signs beyond ASCII that are one place wide; of others rich has the tables."""


@dataclass
class Grid:
    """A table of short texts without markup: names on the left, then columns that end on the right."""

    headings: Sequence[str]
    rows: list[Sequence[str]] = field(default_factory=list)
    caption: str = ""
    whole: int = 1
    """So many of the columns are not folded on a narrow screen."""

    def __rich__(self) -> "Table":
        from murho.sheets.console import escape, explained, table

        made = table(self.headings[:1], whole=True)
        for place, heading in enumerate(self.headings[1:], 1):
            made.add_column(escape(heading), justify="right", no_wrap=place < self.whole)
        for row in self.rows:
            made.add_row(*map(escape, row))
        return explained(made, self.caption) if self.caption else made


class PlainConsole:
    """A console that writes texts and grids by itself, and leaves to rich whatever is more than that."""

    def __init__(self, otherwise: "Console | None" = None):
        self._rich = otherwise

    def __getattr__(self, name: str) -> Any:
        """What else a console of rich can do."""
        return getattr(self._drawing(), name)

    def print(self, *shown: Any, soft_wrap: bool = False, **more: Any) -> None:
        """Write a line of markup or a grid; other things are drawn."""
        text = self._text(shown, soft_wrap)
        if text is None:
            self._drawing().print(*shown, soft_wrap=soft_wrap, **more)
        else:
            sys.stdout.write(text)
            sys.stdout.flush()

    def _text(self, shown: Sequence[Any], soft_wrap: bool) -> str | None:
        if not shown:
            return "\n"
        (first, *rest) = shown
        if rest:
            return None
        if isinstance(first, str) and soft_wrap:
            return f"{unmarked(first)}\n"
        if not isinstance(first, Grid) or first.caption:
            return None
        texts = [*first.headings, *(cell for row in first.rows for cell in row)]
        if not all(sign.isascii() or sign in _NARROW for text in texts for sign in text):
            return None
        drawn = lines(first)
        return "".join(f"{line}\n" for line in drawn) if len(drawn[0]) <= width() else None

    def _drawing(self) -> "Console":
        if self._rich is None:
            from murho.sheets.console import drawing

            self._rich = drawing()
        return self._rich


def lines(grid: Grid) -> list[str]:
    """The lines of a grid, all of one length, the headings first."""
    rows = [grid.headings, *grid.rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        GAP.join([row[0].ljust(widths[0]), *(cell.rjust(w) for cell, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]


def unmarked(markup: str) -> str:
    """A text without the tags of rich's markup, as it looks where there are no colours."""
    if "[" not in markup:
        return markup
    parts, position = [], 0
    for tag in TAG.finditer(markup):
        before, (slashes, odd) = markup[position : tag.start()], divmod(len(tag[1]), 2)
        parts += [before.replace("\\[", "["), "\\" * slashes, tag[2] if odd else ""]
        position = tag.end()
    return "".join([*parts, markup[position:].replace("\\[", "[")])


def nothing_draws() -> bool:
    """Whether standard output is no terminal, and nobody asks for colours all the same; else rich decides."""
    asked = {"FORCE_COLOR", "TTY_COMPATIBLE", "JUPYTER_COLUMNS"} & os.environ.keys()
    return not asked and "IPython" not in sys.modules and not sys.stdout.isatty()


def width() -> int:
    """The columns of the output: what COLUMNS says, else the terminal's; a file or a pipe has no edge to cut at.

    COLUMNS=0 stands for a terminal whose width nobody knew.
    """
    columns = os.environ.get("COLUMNS", "")
    if columns.isdigit() and int(columns):
        return int(columns)
    if not columns and nothing_draws():
        return ENDLESS
    for stream in (0, 1, 2):
        try:
            return os.get_terminal_size(stream).columns or 80
        except OSError:
            continue
    return 80
