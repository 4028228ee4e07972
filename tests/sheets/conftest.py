"""What stands in a terminal of so many columns."""

import contextlib
import io
from collections.abc import Callable
from typing import Any

import pytest

from murho.sheets.console import console

Seen = Callable[..., str]


@pytest.fixture(scope="session")
def seen() -> Seen:
    """What a function prints of its arguments, escape sequences and all."""

    def printed(show: Any, *what: Any, width: int = 80) -> str:
        file = io.StringIO()
        with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(file):
            patch.setenv("COLUMNS", str(width))
            show(*what, console())
        return file.getvalue()

    return printed
