"""Systems that are given in Python: a function, what would be typed on the command line, or a `System`.

>>> def understand(expression):
...     return "hours" if "open" in expression else None
>>> system_of(understand).describe()["spec"]
'murho.face.systems:understand'
>>> system_of(3)
Traceback (most recent call last):
murho.core.errors.UsageError: system is a int; give a function of one expression, what --system takes as text, or a \
list of them, one stage after the other
"""

import hashlib
import inspect
import sys
from collections.abc import Callable, Mapping
from types import CodeType
from typing import Any

from murho.core.errors import UsageError
from murho.core.spelling import argument, by_command
from murho.face.given import is_path, one_of, path_of
from murho.plugs import import_attribute
from murho.systems import Function, System, compose, system
from murho.systems.naming import stage
from murho.systems.recorded import Extra

_TODO = "give a function of one expression, what --system takes as text, or a list of them, one stage after the other"


def stages_of(given: Any) -> list[tuple[str | None, Any]]:
    """The stages of a chain with their names, of a system that may be one; as text they may be `NAME=SYSTEM`."""
    if isinstance(given, Mapping):
        return [(str(name), one) for name, one in given.items()]
    several = list(given) if isinstance(given, list | tuple) else [given]
    return [stage(one) if isinstance(one, str) else (None, one) for one in several]


def specs_of(given: Any) -> list[str]:
    """What of it is written as on the command line."""
    return [str(one) for _, one in stages_of(given) if isinstance(one, str) or is_path(one)]


def system_of(
    given: Any,
    *,
    read: Callable[..., System] = system,
    carry: str = "best",
    on_references: bool = True,
    workers: int = 1,
    timeout: float | None = None,
    batch: int | None = None,
    extra: Extra | None = None,
) -> System:
    """The system that is given, of one stage or several; `read` makes those that are written.

    Raises:
        UsageError: it is none; or it cannot be asked so.
    """
    one_of(carry, ("best", "all"), "carry")
    stages = stages_of(given)
    if carry != "best" and len(stages) < 2:
        chain = argument("then") if by_command() else "a chain, a list of systems"
        raise UsageError(f"{argument('carry').rstrip('=')} goes with {chain}")
    asked = {"workers": workers, "timeout": timeout, "batch": batch}
    made = [_one(one, read, asked, extra) for _, one in stages]
    names = [name for name, _ in stages]
    if len(made) == 1 and not any(names):
        return made[0]
    return compose(*made, carry=carry, names=names, on_references=on_references)  # type: ignore[arg-type]


def _one(given: Any, read: Callable[..., System], asked: dict[str, Any], extra: Extra | None) -> System:
    if isinstance(given, str) or is_path(given):
        return read(path_of(given, "system"), **asked, extra=extra)
    if all(hasattr(given, name) for name in ("describe", "answer", "__enter__", "__exit__")):
        if asked != {"workers": 1, "timeout": None, "batch": None}:
            raise UsageError(
                "workers, timeout and batch are settings of a function or of a command; the system is made"
            )
        return given  # type: ignore[no-any-return]
    if inspect.isclass(given) or not callable(given):
        what = f"the class {given.__name__}" if inspect.isclass(given) else f"a {type(given).__name__}"
        raise UsageError(f"system is {what}; {_TODO}")
    if asked["workers"] == 1 and asked["timeout"] is None:
        return Given(given, batch=asked["batch"])
    return system(_importable(given), **asked)


def findable(given: Any) -> Any:
    """The same system, its functions named so that other processes find them.

    Raises:
        UsageError: they cannot, or a stage is a system that was made here.
    """
    if isinstance(given, Mapping):
        return {name: findable(one) for name, one in given.items()}
    if isinstance(given, list | tuple):
        return [findable(one) for one in given]
    if isinstance(given, str) or is_path(given):
        return given
    if inspect.isclass(given) or not callable(given):
        raise UsageError(
            f"a {type(given).__name__} is of this process; with an engine, name what workers make: 'module:function'"
        )
    return _importable(given)


def _importable(function: Callable[..., Any]) -> str:
    """Where other processes find a function.

    Raises:
        UsageError: they do not: it is one of a notebook, or was made in another function.
    """
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", "")
    spec = f"{module}:{name}"
    try:
        found = import_attribute(spec) if module not in (None, "__main__") and "<" not in name else None
    except UsageError:
        found = None
    if found is not function:
        raise UsageError(
            f"{name or type(function).__name__}: with workers or a time-out a function is asked in other processes, "
            "which cannot find this one; put it into a module, and name it 'module:function'"
        )
    return spec


class Given(Function):
    """A function of this process, which is another system when its text is another: also where it is in no file."""

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run; of a function that is in no file with a digest of its code."""
        described = super().describe()
        module = sys.modules.get(described["spec"].partition(":")[0])
        return described if getattr(module, "__file__", None) else {**described, "code": {"": _digest(self.function)}}


def _digest(function: Any) -> str:
    """A digest of the text of a function, of its bytecode where nobody has the text."""
    code = getattr(function, "__code__", None)
    try:
        text = inspect.getsource(function if code is not None else type(function))
    except (OSError, TypeError):
        text = repr(_compiled(code)) if code is not None else type(function).__qualname__
    return f"sha256:{hashlib.sha256(text.encode('utf-8', 'replace')).hexdigest()[:12]}"


def _compiled(code: CodeType) -> list[Any]:
    """What a function does, without where it stands."""
    constants = [_compiled(one) if isinstance(one, CodeType) else repr(one) for one in code.co_consts]
    return [code.co_code, code.co_names, code.co_varnames, constants]
