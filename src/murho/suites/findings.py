"""What is wrong or odd in a suite, each with its place, so that all of it can be told at once.

>>> print(Finding("the id '0001' stands twice", "give every realization an id of its own", "es.xml", 12))
es.xml:12: error: the id '0001' stands twice; give every realization an id of its own
"""

from collections.abc import Callable
from dataclasses import dataclass

from murho.core.errors import InputError


@dataclass(frozen=True)
class Finding:
    """One thing found, with its place."""

    found: str
    todo: str
    path: str | None = None
    line: int | None = None
    error: bool = True
    """Whether the suite cannot be used because of it; else it is a warning."""

    def __str__(self) -> str:
        location = ":".join(str(part) for part in (self.path, self.line) if part)
        return f"{location}{': ' if location else ''}{'error' if self.error else 'warning'}: {self.found}; {self.todo}"


Note = Callable[[str, str, int | None], None]
"""Told what was found, what to do, and the line."""


def raising(path: str | None) -> Note:
    """A note that stops at the first thing found."""

    def note(found: str, todo: str, line: int | None) -> None:
        raise InputError(found, todo, path=path, line=line)

    return note


def collecting(findings: list[Finding], path: str | None, *, error: bool = True) -> Note:
    """A note that adds what is found to a list."""

    def note(found: str, todo: str, line: int | None) -> None:
        findings.append(Finding(found, todo, path, line, error))

    return note
