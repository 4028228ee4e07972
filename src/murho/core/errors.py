"""What goes wrong, said once and in one form: `FILE:LINE: what was found; what to do`.

Every error that murho raises on purpose descends from `MurhoError`, so that one `except` catches them, and
carries the exit status of the command line: 1 an error, 2 wrong usage.

>>> raise InputError("no field 'id'", "give every case an id of its own", path="cases.jsonl", line=3)
Traceback (most recent call last):
murho.core.errors.InputError: cases.jsonl:3: no field 'id'; give every case an id of its own
"""

from collections.abc import Callable
from functools import wraps
from os import PathLike, fspath
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Value = TypeVar("Value")


class MurhoError(Exception):
    """The root of murho's errors."""

    exit_status = 1


class UsageError(MurhoError):
    """The call itself is wrong: an unknown measure, an option that does not fit."""

    exit_status = 2


class InputError(MurhoError):
    """What was read is wrong: it tells where, what was found, and what to do about it."""

    def __init__(self, found: str, todo: str, *, path: str | PathLike[str] | None = None, line: int | None = None):
        self.found, self.todo, self.line = found, todo, line
        self.path = None if path is None else fspath(path)
        super().__init__(found, todo)

    def __str__(self) -> str:
        location = "" if self.path is None else f"{self.path}: " if self.line is None else f"{self.path}:{self.line}: "
        return f"{location}{self.found}; {self.todo}"

    def at(self, path: str | PathLike[str] | None, line: int | None) -> "InputError":
        """This error with the file and line where it lies, for callers who know them only later."""
        return InputError(self.found, self.todo, path=path, line=line)


class ChangedError(InputError):
    """Files were changed while they were read: what was read before and what is there now are of two moments."""

    def __init__(self, path: str | PathLike[str]):
        super().__init__(
            "another murho writes to this run while it is read", "do this again when that one is done", path=path
        )
        self.args = (fspath(path),)  # what pickle calls the class with


def begun_anew(read: Callable[Given, Value]) -> Callable[Given, Value]:
    """A function that reads, and begins anew, once, where what it reads is changed meanwhile.

    >>> tries = []
    >>> @begun_anew
    ... def read():
    ...     tries.append("try")
    ...     if len(tries) < 2:
    ...         raise ChangedError("my-run")
    ...     return len(tries)
    >>> read()
    2
    """

    @wraps(read)
    def reading(*args: Given.args, **named: Given.kwargs) -> Value:
        try:
            return read(*args, **named)
        except ChangedError:
            return read(*args, **named)

    return reading


class MeaningError(InputError):
    """A reference or an answer that the measure cannot read; `index` is its place in the batch."""

    def __init__(self, index: int, side: str, found: str, todo: str):
        super().__init__(found, todo)
        self.args = index, side, found, todo  # what pickle calls the class with on the other side of a process pool
        self.index, self.side = index, side


_LONGEST = 500
"""Characters of a text about a failure; what a system or a library said can be of any length."""


def describe_error(error: BaseException) -> str:
    """An exception in one line, as in `ValueError: no such date`.

    >>> describe_error(ValueError("no such\\n date")), describe_error(KeyError())
    ('ValueError: no such date', 'KeyError')
    """
    kind = _name_of(type(error))
    try:
        text = str.__str__(str(error))  # a text of a kind of its own could raise later, where it is cut
    except BaseException:  # also what would end the program: nobody asked for that by printing an error
        # A stranger's exception may fail while it prints itself, and must not hide what went wrong.
        text = "(its text cannot be shown)"
    return shortened(f"{kind}: {text}" if text else kind)


def _name_of(kind: type) -> str:
    """The name of a class; asked of `type` itself, since a class of a kind of its own can refuse to tell its name."""
    return _NAME.__get__(kind)  # type: ignore[no-any-return]


_NAME = type.__dict__["__name__"]


def as_written(value: object) -> str:
    """A value as Python writes it, for an error that names it; one that is nested too deeply for that is not shown.

    >>> as_written(["a", 1])
    "['a', 1]"
    """
    try:
        return repr(value)
    except RecursionError:
        return f"a {type(value).__name__} that is nested too deeply to show"


def shortened(text: str, longest: int = _LONGEST) -> str:
    """One line, and not more of it than can be shown.

    >>> shortened("a  b\\nc", 3)
    'a b...'
    """
    # Cut before it is split: a system may print megabytes. Four times as much, since white space shrinks.
    line = " ".join(text[: 4 * longest].split())
    # Half a surrogate pair could not be written to any file.
    line = line.encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else line[:longest] + "..."
