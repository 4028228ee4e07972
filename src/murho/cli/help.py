"""The help of each verb as it is printed, written beforehand in `help_pages/`, since click takes long to import.

A file is named after what is typed, `score.txt`, `suite run.txt`, and holds what click says in 80 columns, which is the
most that murho uses. Narrower terminals get theirs from click, and so does a page that lists formats or kinds of
systems where others have installed some. `python3 dev.py help` writes the pages; a test holds them to the commands.
"""

import os
import sys

TYPE_CHECKING = False  # as in `murho`: a page is printed at once, without `typing`
if TYPE_CHECKING:
    from collections.abc import Sequence

PAGES = os.path.join(os.path.dirname(__file__), "help_pages")
COLUMNS = 80


def page(commands: "Sequence[str]") -> str | None:
    """What `murho COMMAND... --help` prints; None where that is not written."""
    if not all(name.isalpha() for name in commands) or _columns() < COLUMNS:
        return None
    try:
        with open(os.path.join(PAGES, f"{' '.join(commands)}.txt"), encoding="utf-8") as file:
            text = file.read()
    except FileNotFoundError:
        return None
    from murho.installed import may_bring

    lists = {"[murho.formats]": "module:attribute", "[murho.systems]": "Kinds: "}
    return None if any(mark in text and may_bring(group) for group, mark in lists.items()) else text


def _columns() -> int:
    """As `shutil.get_terminal_size` finds them, by which click goes."""
    try:
        columns = int(os.environ["COLUMNS"])
    except (KeyError, ValueError):
        columns = 0
    if columns <= 0 and sys.__stdout__ is not None:
        try:
            columns = os.get_terminal_size(sys.__stdout__.fileno()).columns
        except (ValueError, OSError):
            columns = 0
    return columns if columns > 0 else COLUMNS
