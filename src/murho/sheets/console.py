"""The console, and what all tables of the terminal have in common: inert texts, columns, bars."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, cast

from murho.sheets.plain import TAG, PlainConsole, nothing_draws, width

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

EIGHTHS = ("", "▏", "▎", "▍", "▌", "▋", "▊", "▉")
FEW = "! rests on little: see the flags with --json"
"""What the sign behind a bar or a name means, below a table that has it."""


def console() -> "Console":
    """What is printed goes here: to rich where it is drawn, else to `plain`, which writes the same."""
    return cast("Console", PlainConsole()) if nothing_draws() else drawing()


def drawing(stderr: bool = False) -> "Console":
    """A console as wide as the terminal, which finds nothing to colour and no emoji in what it is given."""
    from rich.console import Console

    # Of 0 columns rich would print nothing of a table, and it would cut one that goes to a file at 80.
    unknown = os.environ.get("COLUMNS", "").isdigit() and not int(os.environ["COLUMNS"])
    to_file = not stderr and nothing_draws()
    return Console(stderr=stderr, highlight=False, emoji=False, width=width() if unknown or to_file else None)


def inert(text: Any) -> str:
    """Text from data on one line, with nothing that the terminal would act on.

    What cannot be printed is written as Python writes it, so that it can be searched for; `legible.legible` writes it
    as pages do.

    >>> inert("a[b]\x1b[31m")
    'a[b]\\\\x1b[31m'
    """
    return "".join(sign if sign.isprintable() else ascii(sign)[1:-1] for sign in str(text))


def escape(text: Any) -> str:
    """Text from data, with nothing that the terminal or the markup would act on.

    >>> escape("a[b]\x1b[31m")
    'a\\\\[b]\\\\x1b[31m'
    """
    plain = TAG.sub(r"\1\1\\\2", inert(text))
    # A backslash at the end would make the tag behind it a text.
    return f"{plain}\\" if plain.endswith("\\") and not plain.endswith("\\\\") else plain


def bar(value: float | None, width: int = 20) -> str:
    """A bar for a fraction; full from 1 on, and nothing where there is no value.

    >>> bar(0.3, 5), bar(2.0, 5), bar(None)
    ('█▌', '█████', '')
    """
    if value is None:
        return ""
    eighths = round(min(max(value, 0.0), 1.0) * width * 8)
    return "█" * (eighths // 8) + EIGHTHS[eighths % 8]


def table(
    names: Sequence[str], figures: Sequence[str] = (), *, gap: int | None = None, least: int = 0, whole: bool = False
) -> "Table":
    """A table without rules, whose columns are headed by texts from data.

    Columns of `names` stand on the left and fold unless they are to stay `whole`; the first of them is at least `least`
    places wide. Columns of `figures` are never folded. One without a heading holds bars and runs from the left.

    `gap` counts the blanks behind a column; where none is said one blank stands on either side of it, which is the same
    but on a screen that is too narrow for the figures.

    >>> grid = table(["speaker"], ["errors"])
    >>> grid.add_row("anna", "3")
    >>> console().print(grid)
    speaker  errors
    anna          3
    """
    from rich.table import Table

    padding = (0, 1) if gap is None else (0, gap, 0, 0)
    made = Table(box=None, pad_edge=False, header_style="bold", padding=padding)
    for place, name in enumerate(names):
        made.add_column(
            escape(name),
            overflow="ellipsis" if whole else "fold",
            no_wrap=whole,
            min_width=None if place else least or None,
        )
    for name in figures:
        made.add_column(escape(name), justify="right" if name else "left", no_wrap=True)
    return made


def explained(made: "Table", caption: str) -> "Table":
    """The table with a line below it that explains a sign or says what is left out."""
    made.caption, made.caption_justify = caption, "left"
    return made
