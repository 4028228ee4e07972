"""Values that are typed as they print: `mu3(0.1, 0.2, 0.3, 0.4, 0.7)`, `frequency('count')`, `labels`.

Measures, shiftings and weightings are frozen values whose repr reads back, so what is typed on the command line, what
the record of a run holds and what Python prints are one notation. This module reads it: calls of known names, with
literals or such calls as arguments; a bare name is a call without arguments. Nothing else is evaluated. `module:name`
is a name too; it is for the caller to say what it means.

>>> from murho.core.shifting import mu1, mu2
>>> read("mu2(delta=0.25)", {"mu1": mu1, "mu2": mu2}, what="shifting")
mu2(0.25)
>>> read("mu4", {"mu1": mu1, "mu2": mu2}, what="shifting")
Traceback (most recent call last):
murho.core.errors.UsageError: no shifting 'mu4'; known: mu1, mu2
"""

import ast
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, fields, is_dataclass
from inspect import isfunction
from typing import Any

from murho.core.errors import UsageError

Make = Callable[..., Any]
MODULE_NAME = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")
"""A name of code: `module:attribute`, both of them dotted perhaps."""
# Behind no letter and no dot: a long dotted name would else be tried from each of its letters on.
_QUOTED_OR_NAME = re.compile(rf"""'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.]){MODULE_NAME.pattern}""", re.DOTALL)
DEEPEST = 50
"""Calls within calls; what is nested deeper means nothing, and could not be shown or compared in Python's stack."""
_SHOWN = 200
"""Characters of a text that an error shows."""


def read(
    text: str,
    names: Mapping[str, Make],
    *,
    what: str,
    others: Callable[[str], Make] | None = None,
    example: str = "",
) -> Any:
    """The value that `text` denotes; `names` are the only things it can call, `what` is what errors call them.

    A name that is not among them is put to `others`, which gives what it calls or raises UsageError. Errors show the
    `example`, or the first of the names.
    """
    plain, specs = _without_modules(text.strip())
    reading = _Reading(text, names, what, others, specs, example or f"{next(iter(names))} or {next(iter(names))}(...)")
    try:
        return reading.value(ast.parse(plain, mode="eval").body)
    # A NUL is a ValueError, text nested too deeply one of the last two.
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise reading.fault() from None


def module_names(text: str) -> list[str]:
    """Every `module:name` in a notation, outside quotes.

    >>> module_names("oracle(mine:chrf(n=3, file='c:d'), 2)")
    ['mine:chrf']
    """
    return list(_without_modules(text)[1].values())


def shown(value: Any) -> str:
    """The notation of a frozen dataclass: its name, fields without a default, and those that differ from theirs.

    >>> from dataclasses import dataclass
    >>> @dataclass(frozen=True)
    ... class band:
    ...     low: float
    ...     high: float = 1.0
    ...     closed: bool = True
    >>> shown(band(0.5, closed=False)), shown(band(0.5, 1.0))
    ('band(0.5, closed=False)', 'band(0.5)')
    """
    return call(type(value).__name__, arguments(value))


def call(name: str, parts: Sequence[str]) -> str:
    """A name with what stands between its brackets; without brackets where there is nothing."""
    return f"{name}({', '.join(parts)})" if parts else name


def arguments(value: Any) -> list[str]:
    """What stands between the brackets of the notation of a frozen dataclass.

    Fields are written with their names unless they have no default. The metadata of a field may ask for more:
    `positional` writes it without its name, `always` where it is as by default too.
    """
    parts = []
    for field in fields(value) if is_dataclass(value) else ():
        current = getattr(value, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        text = current.__qualname__ if isfunction(current) else repr(current)
        if default is MISSING or (
            field.metadata.get("positional") and (current != default or field.metadata["always"])
        ):
            parts.append(text)
        elif current != default or field.metadata.get("always"):
            parts.append(f"{field.name}={text}")
    return parts


def split(text: str, sign: str) -> list[str]:
    """The parts of a text that `sign` divides, outside brackets and quotes.

    >>> split("lower|map('a|b.tsv')", "|")
    ['lower', "map('a|b.tsv')"]
    """
    parts, start, depth, quote = [], 0, 0, ""
    for at, character in enumerate(text):
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        depth += (character in "([{") - (character in ")]}") if not quote else 0
        if character == sign and not depth and not quote:
            parts.append(text[start:at])
            start = at + 1
    return [*parts, text[start:]]


def _without_modules(text: str) -> tuple[str, dict[str, str]]:
    """The text with a plain name for each `module:name` outside quotes, and which name stands for which.

    A colon between names is no expression of Python, whose parser reads the rest.
    """
    specs: dict[str, str] = {}

    def plain(match: re.Match[str]) -> str:
        if match[0][0] in "'\"":
            return match[0]
        name = f"__module_{len(specs)}"
        specs[name] = match[0]
        return name

    return _QUOTED_OR_NAME.sub(plain, text), specs


class _Reading:
    """One reading of a text: what it may call, and how its errors are worded."""

    def __init__(
        self,
        text: str,
        names: Mapping[str, Make],
        what: str,
        others: Callable[[str], Make] | None,
        specs: Mapping[str, str],
        example: str,
    ):
        self.text, self.names, self.what = text, names, what
        self.others, self.specs, self.example = others, specs, example
        self.depth = 0

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Name(name):
                return self._call(name, (), {})
            case ast.Call(ast.Name(name), positional, keywords) if all(k.arg for k in keywords):
                self.depth += 1
                if self.depth > DEEPEST:
                    raise UsageError(f"a {self.what} nested more than {DEEPEST} deep; leave some of the layers out")
                values = tuple(map(self.value, positional))
                named = {str(k.arg): self.value(k.value) for k in keywords}
                self.depth -= 1
                return self._call(name, values, named)
        try:
            return ast.literal_eval(node)
        except (ValueError, TypeError, SyntaxError, MemoryError):
            raise self.fault() from None

    def _call(self, name: str, positional: tuple[Any, ...], named: dict[str, Any]) -> Any:
        name = self.specs.get(name, name)
        if name not in self.names and self.others is None:
            raise UsageError(f"no {self.what} {name!r}; known: {', '.join(self.names)}")
        make = self.names[name] if name in self.names or self.others is None else self.others(name)
        try:
            return make(*positional, **named)
        except TypeError as error:
            raise UsageError(f"{self.what} {name}: {error}") from None

    def fault(self) -> UsageError:
        text = self.text if len(self.text) <= _SHOWN else self.text[:_SHOWN] + "..."
        return UsageError(f"{self.what} {text!r} cannot be read; write it like {self.example}")
