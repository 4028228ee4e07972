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

from murho.core.errors import UsageError
from murho.measures.interface import SHELF, Measure, Record
from murho.measures.naming import read_value
from murho.plugs import Option, close_to, options_of

Path = tuple[str, ...]
"""The fields that lead to the value that has an option; nothing where it is the measure itself."""


def configured(how: Measure, chosen: Mapping[str, str]) -> Measure:
    """The measure with these options, as they are typed.

    Raises:
        UsageError: it has no such option, or not with this value.
    """
    (found,) = all_configured([how], chosen)
    return found


def all_configured(hows: Sequence[Measure], chosen: Mapping[str, str], shown: str = "") -> list[Measure]:
    """The measures, each with those of the options that it has; `shown` is what an error puts before their names.

    Raises:
        UsageError: none of them has one of the options, or not with this value.
    """
    for name in chosen:
        if all(_path(how, name) is None for how in hows):
            raise _unknown(name, hows, shown)
    return [_with_all(how, chosen) for how in hows]


def chosen_or_not(how: Measure, name: str) -> bool:
    """Whether the measure has this option, with another value than by default."""
    option = next((one for one in how.options if one.name == name), None)
    return option is not None and getattr(how, name) != option.default


def _with_all(how: Measure, chosen: Mapping[str, str]) -> Measure:
    paths = {name: path for name in chosen if (path := _path(how, name)) is not None}
    for name in sorted(paths, key=lambda name: len(paths[name])):  # rules, before what is to be chosen of them
        how = _having(how, _path(how, name) or (), name, chosen[name])
    return how


def _options(value: Any) -> tuple[Option, ...]:
    return value.options if isinstance(value, Measure) else options_of(type(value))


def _path(value: Any, name: str) -> Path | None:
    """Where the nearest option of this name is."""
    if any(one.name == name for one in _options(value)):
        return ()
    for field in fields(value) if is_dataclass(value) else ():
        inner = getattr(value, field.name)
        if is_dataclass(inner) and not isinstance(inner, type) and (path := _path(inner, name)) is not None:
            return (field.name, *path)
    return None


def _having(value: Any, path: Path, name: str, text: str) -> Any:
    if path:
        return replace(value, **{path[0]: _having(getattr(value, path[0]), path[1:], name, text)})
    option = next(one for one in _options(value) if one.name == name)
    read = option.read(text, _reader(option.type))
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


def _unknown(name: str, hows: Sequence[Measure], shown: str) -> UsageError:
    having = [record.name for record in SHELF.all() if _has(record, name)]
    if having:
        several = "measures" if len(having) > 1 else "measure"
        return UsageError(
            f"{shown}{name}: only for the {several} {', '.join(having)}, not {', '.join(map(repr, hows))}"
        )
    known = {one.name for how in hows for one in _reachable(how)}
    near = close_to(name, known)
    hint = f"did you mean {near}?" if near else f"known: {', '.join(sorted(known)) or 'none'}"
    return UsageError(f"{shown}{name}: no option of {', '.join(map(repr, hows))}; {hint}")


def _has(record: Record, name: str) -> bool:
    if any(one.name == name for one in record.options):
        return True
    try:
        return not record.around and _path(record.make(), name) is not None
    except TypeError:  # one that cannot be made without its options
        return False


def _reachable(value: Any) -> list[Option]:
    inner = [getattr(value, field.name) for field in fields(value)] if is_dataclass(value) else []
    return [
        *_options(value),
        *(one for held in inner if is_dataclass(held) and not isinstance(held, type) for one in _reachable(held)),
    ]
