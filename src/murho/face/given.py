"""What Python callers give, read as the command line reads what is typed: one thing where a list belongs is that one.

Where a text could stand as well, a file is given as a `Path`, and a string is never taken for one.

>>> names("speaker", "by"), names(["speaker", "day"], "by"), names(None, "by")
(('speaker',), ('speaker', 'day'), ())
>>> names({"speaker", "day"}, "by")
Traceback (most recent call last):
murho.core.errors.UsageError: by is a set; give a name, or a list of names
"""

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from inspect import signature
from typing import TYPE_CHECKING, Any, TypeGuard

from murho.core.errors import UsageError, shortened
from murho.core.scale import Grades, scale
from murho.core.spelling import argument, is_offered
from murho.measures import Measure
from murho.measures import measure as measure_named
from murho.measures.adopted import adopted
from murho.measures.naming import all_configured
from murho.plugs import close_to
from murho.weighting import Weighting, weighting

if TYPE_CHECKING:
    from typing import Protocol

    from murho.engines import Engine
    from murho.face.names import WeightingName
    from murho.systems import System

    class Framed(Protocol):
        """A table of Polars or pandas."""

        @property
        def columns(self) -> Any: ...  # noqa: D102

    class Tabled(Protocol):
        """A table of Arrow or of Hugging Face."""

        @property
        def column_names(self) -> Any: ...  # noqa: D102

    Suite = str | os.PathLike[str] | Iterable[Mapping[str, Any]] | Mapping[str, Any] | Framed | Tabled
    """Cases: the path of a file, rows, columns by name, or a table."""
    Answering = str | os.PathLike[str] | Callable[..., Any] | System | Sequence[Any] | Mapping[str, Any]
    """What answers: a function, what `--system` takes, or a system that is made; several are a chain."""
    Weight = WeightingName | str | Weighting

Path = str | os.PathLike[str]
Measures = str | Measure | Sequence[str | Measure] | None
Names = str | Sequence[str] | None


def names(value: Any, called: str) -> tuple[str, ...]:
    """One name or several; none for None.

    Raises:
        UsageError: it is anything else.
    """
    found = [] if value is None else [value] if isinstance(value, str) else value
    if not isinstance(found, list | tuple):
        raise UsageError(f"{called} is a {type(value).__name__}; give a name, or a list of names")
    for one in found:
        if not isinstance(one, str):
            raise UsageError(f"{called} holds {shortened(repr(one), 60)}; give a name, or a list of names")
    return tuple(found)


def measures_of(value: Measures) -> list[Measure]:
    """One measure or several, named or made; none for None.

    Raises:
        UsageError: it is anything else, or no measure is called so.
    """
    if isinstance(value, Iterable) and not isinstance(value, str | list | tuple):
        raise UsageError(f"measures is a {type(value).__name__}; give a measure, or a list of measures")
    found = [] if value is None else list(value) if isinstance(value, list | tuple) else [value]
    return [measure_named(one) if isinstance(one, str) else adopted(one) for one in found]


def configured(measures: Sequence[Measure], options: Mapping[str, Any], verb: Callable[..., Any]) -> list[Measure]:
    """The measures, each with those of the options that it has.

    Raises:
        UsageError: none of them has one of the options; it may be an argument of the `verb` that is meant.
    """
    try:
        return all_configured(measures, options)
    except UsageError as error:
        own = [name for name, one in signature(verb).parameters.items() if one.kind in (one.KEYWORD_ONLY, 1)]
        own = [name for name in own if is_offered(name)]
        unknown = [name for name in options if str(error).startswith(f"{argument(name).rstrip('=')}: ")]
        near = close_to(unknown[0], own) if unknown and "did you mean" not in str(error) else None
        raise UsageError(f"{error}; or did you mean the argument {argument(near)}?") if near else error from None


def weighting_of(value: str | Weighting) -> Weighting:
    """A weighting, named or made."""
    return weighting(value) if isinstance(value, str) else value


def scale_of(value: str | Grades | None) -> Grades | None:
    """A scale, as it is written or made."""
    return scale(value) if isinstance(value, str) else value


def is_path(value: Any) -> "TypeGuard[os.PathLike[str]]":
    """A file, said to be one: a `Path`. A string may as well be a text."""
    return isinstance(value, os.PathLike)


def path_of(value: Any, called: str) -> str:
    """A path as a string.

    Raises:
        UsageError: it is anything else.
    """
    if not isinstance(value, str | os.PathLike):
        raise UsageError(f"{called} is a {type(value).__name__}; give a path")
    return str(os.fspath(value))


def written_path(value: Any) -> str:
    """The path of a file that is written, as a string.

    Raises:
        UsageError: it is anything else, or a file that a run is made of.
    """
    from murho.store.belonging import refuse_files_of_a_run

    name = path_of(value, "path")
    refuse_files_of_a_run(name)
    return name


def one_of(value: Any, known: Iterable[Any], called: str) -> None:
    """Refuse what is none of these.

    Raises:
        UsageError: it is none of them.
    """
    if value not in (choices := list(known)):
        raise UsageError(f"{argument(called, value)}; known: {', '.join(map(str, choices))}")


def at_least(value: Any, least: int, called: str) -> None:
    """Refuse what is no whole number from the least on; None passes.

    Raises:
        UsageError: it is none.
    """
    if value is not None and (not isinstance(value, int) or isinstance(value, bool) or value < least):
        raise UsageError(f"{argument(called, value)}; give a whole number from {least} on")


def engine_of(engine: Any) -> "Engine | None":
    """The engine that is given: its name, one that is made, or a `distributed.Client`; None where none is given.

    Raises:
        UsageError: it is none of these.
    """
    if engine is None:
        return None
    from murho.engines import Engine
    from murho.engines import engine as engine_named

    if isinstance(engine, str):
        engine = engine_named(engine)
    elif hasattr(engine, "submit") and hasattr(engine, "dashboard_link"):
        from murho.engines.dask import dask

        engine = dask(client=engine)
    if not isinstance(engine, Engine):
        raise UsageError(f"engine is a {type(engine).__name__}; give its name, 'dask', or a distributed.Client")
    return engine
