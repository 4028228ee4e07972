"""Meanings: what a system takes an expression to mean, and what it ought to mean.

A system maps an expression to a *set* of meanings, because expressions are ambiguous, or to ⊥, because systems
fail (Guida and Mauri 1984, section 2). Three things must never be confused:

- `("a", "b")` a set of meanings: the expression can be read in these ways;
- `()`         the empty set: the expression means nothing in the domain, and the system says so;
- `UNDEFINED`  ⊥: the system gave no answer. It crashed, timed out, or gave up.

A meaning is whatever JSON can say: a string (a label, a text), a list of `"attribute:value"` units, an object.

>>> meaning_set([{"act": "renew", "item": 7}, {"item": 7.0, "act": "renew"}])  # one meaning, written twice
frozenset({'{"act":"renew","item":7}'})
>>> UNDEFINED
UNDEFINED
>>> bool(UNDEFINED)
Traceback (most recent call last):
TypeError: UNDEFINED is neither true nor false; compare with `is UNDEFINED`
"""

import json
from collections.abc import Iterable
from enum import Enum
from json.encoder import encode_basestring
from typing import Any, Final, Literal

Meaning = Any
"""Any JSON value: str, int, float, bool, None, list or dict with string keys."""

Meanings = tuple[Meaning, ...]
"""A set of meanings in the order given; order and repetition carry no meaning of their own."""


class Undefined(Enum):
    """The type of ⊥, which has one value."""

    UNDEFINED = "⊥"

    def __repr__(self) -> str:
        return "UNDEFINED"

    def __bool__(self) -> bool:
        raise TypeError("UNDEFINED is neither true nor false; compare with `is UNDEFINED`")


UNDEFINED: Final = Undefined.UNDEFINED
Answered = Meanings | Literal[Undefined.UNDEFINED]


DEEPEST = 400
"""Levels of a value, at most: fewer than Python can walk, whichever it is, so that distances can walk it, too."""


def canonical(meaning: Meaning) -> str:
    """One text for each meaning: keys sorted, lists kept in order, numbers that are equal written alike.

    >>> canonical({"b": [2, 1.0], "a": None})
    '{"a":null,"b":[2,1]}'
    """
    # Most meanings are texts, and need no walk.
    if type(meaning) is str:
        return encode_basestring(meaning)
    try:
        return json.dumps(_plain(meaning, DEEPEST), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    except RecursionError:
        raise ValueError("the value is nested too deeply") from None


def _plain(value: Meaning, levels: int) -> Meaning:
    """The value with whole floats as integers; ValueError or TypeError where it is no JSON, or has more levels."""
    if not levels:
        raise ValueError("the value is nested too deeply")
    if isinstance(value, float):
        if value != value or value in (float("inf"), float("-inf")):
            raise ValueError(f"{value} is not a JSON number")
        # JSON has one kind of number: 2.0 and 2 are one meaning.
        return int(value) if value.is_integer() else value
    if isinstance(value, dict):
        if not all(isinstance(key, str) for key in value):
            raise TypeError("the keys of a meaning must be strings")
        return {key: _plain(item, levels - 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item, levels - 1) for item in value]
    if value is None or isinstance(value, str | int):
        return value
    raise TypeError(f"{type(value).__name__} is not a JSON value")


def in_order(meanings: Iterable[Meaning]) -> Meanings:
    """A set that comes without an order, in one: by canonical text. Where the first counts, it is the same everywhere.

    >>> in_order({"it's", "a"})
    ('a', "it's")
    """
    return tuple(sorted(meanings, key=canonical))


def meaning_set(meanings: Iterable[Meaning]) -> frozenset[str]:
    """The set as such, each meaning in its canonical text."""
    return frozenset(map(canonical, meanings))
