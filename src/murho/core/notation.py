"""Values that are typed as they print: `mu3(0.1, 0.2, 0.3, 0.4, 0.7)`, `frequency('count')`, `labels`.

Measures, shiftings and weightings are frozen values whose repr reads back. This module reads that notation: calls of
known names, with literals or such calls as arguments; a bare name is a call without arguments. Nothing else is
evaluated.

>>> from murho.core.shifting import mu1, mu2
>>> read("mu2(delta=0.25)", {"mu1": mu1, "mu2": mu2}, what="shifting")
mu2(0.25)
>>> read("mu4", {"mu1": mu1, "mu2": mu2}, what="shifting")
Traceback (most recent call last):
murho.core.errors.UsageError: no shifting 'mu4'; known: mu1, mu2
"""

import ast
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields
from typing import Any

from murho.core.errors import UsageError


def read(text: str, names: Mapping[str, Callable[..., Any]], *, what: str) -> Any:
    """The value that `text` denotes; `names` are the only things it can call, `what` is what errors call them."""
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise UsageError(f"{what} {text!r} cannot be read; write it like {_example(names)}") from None
    return _value(tree, names, what, text)


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
    parts = []
    for field in fields(value):
        own = getattr(value, field.name)
        default = field.default if field.default_factory is MISSING else field.default_factory()
        if default is MISSING:
            parts.append(repr(own))
        elif own != default:
            parts.append(f"{field.name}={own!r}")
    name = type(value).__name__
    return f"{name}({', '.join(parts)})" if parts else name


def split(text: str, sign: str) -> list[str]:
    """The parts of a text that `sign` divides, outside brackets and quotes.

    >>> split("lower|map('a|b.tsv')", "|")
    ['lower', "map('a|b.tsv')"]
    """
    parts, depth, quote = [""], 0, ""
    for character in text:
        if quote:
            quote = "" if character == quote else quote
        elif character in "'\"":
            quote = character
        depth += (character in "([{") - (character in ")]}") if not quote else 0
        if character == sign and not depth and not quote:
            parts.append("")
        else:
            parts[-1] += character
    return parts


def _value(node: ast.expr, names: Mapping[str, Callable[..., Any]], what: str, text: str) -> Any:
    match node:
        case ast.Name(name):
            return _call(name, (), {}, names, what)
        case ast.Call(ast.Name(name), arguments, keywords) if all(k.arg for k in keywords):
            positional = tuple(_value(argument, names, what, text) for argument in arguments)
            named = {str(k.arg): _value(k.value, names, what, text) for k in keywords}
            return _call(name, positional, named, names, what)
    try:
        return ast.literal_eval(node)
    except (ValueError, TypeError, SyntaxError, MemoryError):
        raise UsageError(f"{what} {text!r} cannot be read; write it like {_example(names)}") from None


def _call(
    name: str, positional: tuple[Any, ...], named: dict[str, Any], names: Mapping[str, Callable[..., Any]], what: str
) -> Any:
    if name not in names:
        raise UsageError(f"no {what} {name!r}; known: {', '.join(names)}")
    try:
        return names[name](*positional, **named)
    except TypeError as error:
        raise UsageError(f"{what} {name}: {error}") from None


def _example(names: Mapping[str, Callable[..., Any]]) -> str:
    return f"{next(iter(names))} or {next(iter(names))}(...)"
