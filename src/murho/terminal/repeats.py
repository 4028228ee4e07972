"""What repeated askings say, in the terminal."""

from typing import TYPE_CHECKING

from murho.pipeline.runs.repeats import Repeats
from murho.terminal.console import escape
from murho.views.repeats import sentences

if TYPE_CHECKING:
    from rich.console import Console


def show_repeats(found: Repeats, console: "Console") -> None:
    """Print how far the system is of one mind with itself, and what more questions would buy."""
    console.print()
    for sentence in sentences(found):
        console.print(escape(sentence), soft_wrap=True)
