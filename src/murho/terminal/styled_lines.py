"""Lines made of texts that each have a style, printed as fast as plain ones where there is no colour."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console

Line = list[tuple[str, str]]
"""Texts with the style of each, an empty one where it has none."""


def print_line(line: Line, console: "Console") -> None:
    """Print one line, however long it is.

    >>> import io
    >>> from rich.console import Console
    >>> plain = Console(file=io.StringIO(), color_system=None, width=5)
    >>> print_line([("u1", "bold"), ("  [2] wrong", "")], plain)
    >>> plain.file.getvalue()
    'u1  [2] wrong\\n'
    """
    if console.color_system is None:  # without what a console does to a line, which would be most of the time
        console.file.write("".join(text for text, _ in line) + "\n")
        return
    from rich.text import Text

    console.print(Text.assemble(*line), soft_wrap=True)
