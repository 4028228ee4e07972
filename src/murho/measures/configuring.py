"""Options of measures that are chosen beside their names: `--costs sclite`, `--with n=3`.

An option is looked for in the measure, then in what it holds: the measure that it wraps, the rules of trees. So the
options of the innermost can be chosen, too:

>>> from murho.measures import measure
>>> configured(measure("oracle(words)"), {"costs": "sclite", "n": "2"})
oracle(words(costs='sclite'), n=2)
>>> configured(measure("dependencies"), {"punctuation": "drop"})
dependencies(rules=conll2018(punctuation='drop'))
>>> configured(measure("labels"), {"costs": "sclite"})
Traceback (most recent call last):
murho.core.errors.UsageError: costs: only for the measures characters, mer, sentences, wil, words, not labels
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any

import numpy as np

from murho.core.errors import UsageError
from murho.core.spelling import argument
from murho.measures.interface import SHELF, Measure, Record, each_once
from murho.measures.naming import read_value
from murho.plugs import Option, close_to, options_of

Path = tuple[str, ...]
"""The fields that lead to the value that has an option; nothing where it is the measure itself."""


def configured(measure: Measure, chosen: Mapping[str, Any]) -> Measure:
    """The measure with these options: texts as they are typed, or values of Python's.

    >>> from murho.measures import measure
    >>> configured(measure("words"), {"costs": (4, 3, 3), "optional": True, "split": "cjk", "alternates": None})
    words(costs=(4, 3, 3), optional=True, split='cjk')

    Raises:
        UsageError: it has no such option, or not with this value.
    """
    (result,) = all_configured([measure], chosen)
    return result


def all_configured(measures: Sequence[Measure], chosen: Mapping[str, Any]) -> list[Measure]:
    """The measures, each once, with those of the options that it has.

    An option that is None stays as it is.

    Raises:
        UsageError: none of them has one of the options, or not with this value.
    """
    for name in chosen:
        if all(_path(measure, name) is None for measure in measures):
            raise _unknown(name, measures)
    given = {name: as_typed(value) for name, value in chosen.items() if value is not None}
    return each_once([_with_all(measure, given) for measure in measures])


def as_typed(value: Any) -> Any:
    """A value of Python's as it would be typed, so that it is checked as what is typed; others as they are.

    >>> as_typed(True), as_typed(0.5), as_typed(["date", "time"]), as_typed((4, 3, 3))
    ('yes', '0.5', 'date, time', '4, 3, 3')
    """
    if isinstance(value, bool | np.bool_):
        return "yes" if value else "no"
    if isinstance(value, int | float | np.number):
        return str(value)
    if isinstance(value, list | tuple):
        plain = all(isinstance(one, str | int | float) and not set(str(one)) & set(",'\"()") for one in value)
        return ", ".join(map(str, value)) if plain else tuple(value)
    return value


def chosen_or_not(measure: Measure, name: str) -> bool:
    """Whether the measure has this option, with another value than by default."""
    option = next((option for option in measure.options if option.name == name), None)
    return option is not None and getattr(measure, name) != option.default


def _with_all(measure: Measure, chosen: Mapping[str, Any]) -> Measure:
    paths = {name: path for name in chosen if (path := _path(measure, name)) is not None}
    for name in sorted(paths, key=lambda name: len(paths[name])):  # rules, before what is to be chosen of them
        measure = _having(measure, _path(measure, name) or (), name, chosen[name])
    return measure


def _options(value: Any) -> tuple[Option, ...]:
    kind: Any = type(value)
    return value.options if isinstance(value, Measure) else options_of(kind)


def _path(value: Any, name: str) -> Path | None:
    """The fields that lead to the nearest option of this name; None where there is none."""
    if any(option.name == name for option in _options(value)):
        return ()
    for field in fields(value) if is_dataclass(value) else ():
        inner = getattr(value, field.name)
        if is_dataclass(inner) and not isinstance(inner, type) and (path := _path(inner, name)) is not None:
            return (field.name, *path)
    return None


def _having(value: Any, path: Path, name: str, given: Any) -> Any:
    if path:
        return replace(value, **{path[0]: _having(getattr(value, path[0]), path[1:], name, given)})
    option = next(option for option in _options(value) if option.name == name)
    read = option.read(given, _reader(option.type)) if isinstance(given, str) else given
    return value.having(**{name: read}) if isinstance(value, Measure) else replace(value, **{name: read})


def _reader(kind: str) -> Any:
    """What reads values of a type that is none of the plain ones."""
    if kind == "shifting":
        from murho.core.shifting import shifting

        return shifting
    if kind == "rules":
        from murho.measures.dependencies.rules import rules_named

        return rules_named
    return lambda text: read_value(text, kind)


def _unknown(name: str, measures: Sequence[Measure]) -> UsageError:
    called = argument(name).rstrip("=")
    having = [record.name for record in SHELF.all() if _has(record, name)]
    if having:
        several = "measures" if len(having) > 1 else "measure"
        return UsageError(f"{called}: only for the {several} {', '.join(having)}, not {', '.join(map(repr, measures))}")
    known = {option.name for measure in measures for option in _reachable(measure)}
    near = close_to(name, known)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(sorted(known)) or 'none'}"
    return UsageError(f"{called}: no option of {', '.join(map(repr, measures))}; {hint}")


def _has(record: Record, name: str) -> bool:
    if any(option.name == name for option in record.options):
        return True
    try:
        return not record.around and _path(record.make(), name) is not None
    except TypeError:  # one that cannot be made without its options
        return False


def _reachable(value: Any) -> list[Option]:
    inner = [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else []
    return [
        *_options(value),
        *(
            option
            for field_value in inner
            if is_dataclass(field_value) and not isinstance(field_value, type)
            for option in _reachable(field_value)
        ),
    ]
