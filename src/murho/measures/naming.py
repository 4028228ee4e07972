"""Measures by what is typed: names, other names that people bring, options, measures around measures.

>>> measure("oracle(wer, 2)"), measure("meanings(shifting=mu2(0.25))")
(oracle(words, n=2), meanings(shifting=mu2(0.25)))
>>> measure("wrds")
Traceback (most recent call last):
murho.core.errors.UsageError: no measure 'wrds'; did you mean words? known: acceptance, any_of, breaks, characters, \
concept_bag, concepts, cpwer, dependencies, frames, graded, labels, links, mapped, meanings, mer, oracle, sentences, \
slots, slu, spider_exact, sql, verdict, wil, words

Options of measures that are chosen beside their names: `--costs sclite`, `--with n=3`.

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

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from importlib import import_module
from typing import Any

import numpy as np

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.shifting import mu1, mu2, mu3, mu4
from murho.core.spelling import argument
from murho.measures.interface import SHELF, Measure, Record, each_once
from murho.plugs import Option, Plug, close_to, import_attribute, is_name, options_of

EXAMPLE = "words or words(costs='sclite')"
_STAGE_INSIDE = re.compile(r"@\w+(?=\s*[,)])")


def measure(text: str) -> Measure:
    """The measure that `text` denotes, as typed on the command line.

    Raises:
        UsageError: it denotes none; the error says what may have been meant.
    """
    stages: list[str] = []
    inner, stage = parted(text)
    while stage is not None:
        stages.append(stage)
        text = inner
        inner, stage = parted(text)
    if text.isidentifier():
        value = notation.read(text, {}, what="measure", others=_make, example=EXAMPLE)
    else:
        value = _read(text)
    if not isinstance(value, Measure):
        raise UsageError(f"{text} is not a measure; write it like {EXAMPLE}")
    result: Measure = value
    if stages:
        from murho.measures.wrapping import At

        for stage in reversed(stages):  # of several, `At` refuses the second
            result = At(result, stage)
    return result


def parted(text: str) -> tuple[str, str | None]:
    """The notation of a measure without its stage, and the stage; None where it names none.

    >>> parted("words@heard"), parted("mapped(concepts, 'a@b')")
    (('words', 'heard'), ("mapped(concepts, 'a@b')", None))
    """
    measure, at, stage = text.rpartition("@")
    return (measure.strip(), stage.strip()) if at and stage.strip().isidentifier() else (text, None)


def read_value(text: str, what: str) -> Any:
    """A measure, or what else can stand between its brackets: a shifting, rules, plain values."""
    rules = {name: _late("dependencies.rules", name) for name in ("conll2018", "conll2017", "conllx")}
    names = {"mu1": mu1, "mu2": mu2, "mu3": mu3, "mu4": mu4, **rules, "each_word": _late("text.word_rows", "each_word")}
    return notation.read(text, names, what=what, others=_make, example=EXAMPLE)


def _read(text: str) -> Any:
    try:
        return read_value(text, "measure")
    except UsageError:
        if (inside := _STAGE_INSIDE.search(text)) is None:
            raise
        outside = text[: inside.start()] + text[inside.end() :]
        raise UsageError(f"{text}: a stage stands behind the whole measure; write {outside}{inside[0]}") from None


def fine_enough(measure: Measure, by: Iterable[str], labels: Iterable[str] = ()) -> Measure:
    """The measure itself, or with rows finer than a case where one of these features is a label of such rows.

    So it is where one of them is among the `labels` that cases give to words.

    >>> fine_enough(measure("concepts"), ["scenario"]), fine_enough(measure("concepts"), ["attribute"])
    (concepts, concepts(rows='units'))

    Raises:
        UsageError: labels of words are asked for, and the measure does not judge words one by one.
    """
    by = list(by)
    for name in (name for name in labels if name in by):
        if name in measure.finer_labels:
            raise UsageError(f"{name!r} labels words, and is what {measure!r} tells units by; rename the labels")
        if not measure.word_rows:
            known = ", ".join(record.name for record in SHELF.all() if getattr(record.make, "word_rows", False) is True)
            raise UsageError(f"{name!r} labels words, which {measure!r} does not judge one by one; take one of {known}")
        return measure.finer()
    return measure.finer() if set(measure.finer_labels).intersection(by) else measure


def _make(name: str) -> Callable[..., Any]:
    return _imported(name) if is_name(name) else SHELF.named(name).make


def _imported(spec: str) -> Callable[..., Any]:
    """What `module:name` makes: it names a record, or what makes a measure, or one that is made."""
    from murho.measures.adopted import called

    value = import_attribute(spec)
    if isinstance(value, Measure):
        return lambda: value
    make = value.make if isinstance(value, Plug) else value
    if not callable(make):
        todo = "name a class derived from murho.measures.Measure, or its record"
        raise UsageError(f"{spec} is no measure, but of type {type(value).__name__}; {todo}")
    return lambda *positional, **named: called(spec, make, positional, named)


def _late(module: str, name: str) -> Callable[..., Any]:
    """Rules of trees, or a measure that is no plug, imported when they are asked for."""

    def construct(*positional: Any, **named: Any) -> Any:
        return getattr(import_module(f"murho.measures.{module}"), name)(*positional, **named)

    return construct


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
