"""How whoever calls writes an argument: `columns=` in Python, `--columns` on the command line.

An error that says what to do names arguments, and the same error is met in Python and on the command line. So it asks
here how they are written; a command says so for as long as it runs, and without a command it is Python that calls.

>>> argument("columns"), argument("robust", True), argument("format", "csv")
('columns=', 'robust=True', "format='csv'")
>>> with written_as({"measures": "--measure"}):
...     argument("measures"), argument("all_pairs", True), argument("format", "csv"), argument("worst", 0)
('--measure', '--all-pairs', '--format csv', '--worst 0')
"""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from murho.core.errors import shortened

_command: Mapping[str, str] | None = None
"""The options of the command that runs by the names of arguments. One for the process, since threads are part of it."""
_NOTHING = object()
LONGEST = 100
"""Characters of a value that are shown."""


def argument(name: str, value: object = _NOTHING) -> str:
    """An argument, and the value that is meant, as whoever calls writes them."""
    if _command is None:
        return f"{name}=" if value is _NOTHING else f"{name}={shortened(repr(value), LONGEST)}"
    option = _command.get(name) or f"--{name.replace('_', '-')}"
    return option if value is _NOTHING or value is True else f"{option} {shortened(str(value), LONGEST)}"


def setting(name: str) -> str:
    """What stands before the value of an argument.

    >>> f"{setting('columns')}reference=gold"
    'columns=reference=gold'
    """
    return f"{name}=" if _command is None else f"{argument(name)} "


def is_offered(name: str) -> bool:
    """Whether whoever calls can give this argument: a command has not all that Python has."""
    return _command is None or name in _command


def by_command() -> bool:
    """Whether a command of the command line calls."""
    return _command is not None


@contextmanager
def written_as(options: Mapping[str, str]) -> Iterator[None]:
    """While this lasts, a command calls whose options are called so; those that are missing are called as arguments."""
    global _command
    before, _command = _command, options
    try:
        yield
    finally:
        _command = before
