"""The working directory of code that is called in this process: its own, as if it ran in a process of its own.

murho reads and writes files by the names that it was given, so that they are named from where it began.

>>> import tempfile
>>> before, elsewhere, own = os.getcwd(), os.path.realpath(tempfile.mkdtemp()), WorkingDirectory()
>>> with own:
...     os.chdir(elsewhere)
>>> os.getcwd() == before
True
>>> with own:
...     os.getcwd() == elsewhere
True
"""

import os
from contextlib import suppress


class WorkingDirectory:
    """Inside `with` it is the code's, which may change it; after it murho's again."""

    def __init__(self) -> None:
        self._own: str | None = None
        """Where the code went; None while it is where murho is."""
        self._before: str | None = None

    def __enter__(self) -> None:
        self._before = here()
        go_to(self._own)

    def __exit__(self, *_: object) -> None:
        now = here()
        self._own = None if now == self._before else now
        if now != self._before:
            go_to(self._before)


def here() -> str | None:
    """The working directory; None where it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None


def go_to(folder: str | None) -> None:
    """Make it the working directory, if it is there."""
    if folder is not None:
        with suppress(OSError):
            os.chdir(folder)
