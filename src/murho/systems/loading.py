"""Finding the function that `module:attribute` names."""

import importlib
import inspect
import os
import re
import sys
from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from murho.core.errors import UsageError
from murho.systems.returned import describe_error

_NAME = re.compile(r"[^\W\d][\w.]*:[^\W\d][\w.]*")


def is_name(spec: str) -> bool:
    """Whether the text has the form `module:attribute`."""
    return _NAME.fullmatch(spec) is not None


def load(spec: str) -> Callable[..., Any]:
    """The callable called `module:attribute`; the working directory can be imported from, the attribute be dotted.

    >>> load("json:decoder.JSONDecoder.decode").__name__
    'decode'

    Raises:
        UsageError: there is no such module or attribute, it does not import, or it cannot be called.
    """
    if not is_name(spec):
        raise UsageError(f"{spec!r} does not name a function; write module:attribute, as in my_parser:parse")
    module_name, _, attributes = spec.partition(":")
    found: Any = _import(module_name)
    place = module_name
    for attribute in attributes.split("."):
        try:
            found = getattr(found, attribute)
        except AttributeError:
            near = get_close_matches(attribute, dir(found), 1)
            hint = f"did you mean {near[0]!r}?" if near else "check the name"
            raise UsageError(f"{spec}: {place!r} has no {attribute!r}; {hint}") from None
        place += f".{attribute}"
    if inspect.isclass(found):
        raise UsageError(f"{spec} is a class; name a function, or a method of an instance made in the module")
    if not callable(found):
        kind = type(found).__name__
        raise UsageError(f"{spec} is of type {kind} and cannot be called; name a function of one expression")
    return found  # type: ignore[no-any-return]


def _import(name: str) -> Any:
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            found = f"no module {error.name!r} in the working directory or among what is installed"
            raise UsageError(f"{found}; go to its folder, or install it") from None
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; install what it needs") from error
    except (Exception, SystemExit) as error:
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; mend it first") from error
