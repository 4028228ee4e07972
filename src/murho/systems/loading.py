"""Finding the function that `module:attribute` names."""

import inspect
from collections.abc import Callable
from typing import Any

from murho.core.errors import UsageError
from murho.plugs import import_attribute, is_name
from murho.systems.kinds import Kind


def load(spec: str) -> Callable[..., Any]:
    """The callable called `module:attribute`; the working directory can be imported from, the attribute be dotted.

    >>> load("json:decoder.JSONDecoder.decode").__name__
    'decode'

    Raises:
        UsageError: there is no such module or attribute, it does not import, or it cannot be called.
    """
    if not is_name(spec):
        raise UsageError(f"{spec!r} does not name a function; write module:attribute, as in my_parser:parse")
    found = import_attribute(spec)
    if inspect.isclass(found):
        raise UsageError(f"{spec} is a class; name a function, or a method of an instance made in the module")
    if isinstance(found, Kind):
        raise UsageError(f"{spec} is a kind of system; write what it has to know behind it: '{spec}:...'")
    if not callable(found):
        kind = type(found).__name__
        raise UsageError(f"{spec} is of type {kind} and cannot be called; name a function of one expression")
    return found  # type: ignore[no-any-return]
