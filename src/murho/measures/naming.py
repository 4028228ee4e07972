"""Measures by what is typed: names, other names that people bring, options, measures around measures.

>>> measure("oracle(wer, 2)"), measure("meanings(shifting=mu2(0.25))")
(oracle(words, n=2), meanings(shifting=mu2(0.25)))
>>> measure("wrds")
Traceback (most recent call last):
murho.core.errors.UsageError: no measure 'wrds'; did you mean words? known: acceptance, any_of, breaks, characters, \
concept_bag, concepts, cpwer, dependencies, frames, graded, labels, links, mapped, meanings, mer, oracle, sentences, \
slots, slu, spider_exact, sql, verdict, wil, words
"""

import re
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.shifting import mu1, mu2, mu3, mu4
from murho.measures.interface import SHELF, Measure
from murho.plugs import Plug, import_attribute, is_name

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
    found: Measure = value
    if stages:
        from murho.measures.staged import At

        for stage in reversed(stages):  # of several, `At` refuses the second
            found = At(found, stage)
    return found


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
