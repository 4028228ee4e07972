"""What a Python function returned, read as a set of meanings or as ⊥.

| returned                          | taken as                            |
|-----------------------------------|-------------------------------------|
| None, `UNDEFINED`                 | ⊥                                   |
| list, tuple, set, frozenset       | the set of its elements             |
| str, dict, int, float, bool       | the set of this one meaning         |
| a NumPy array or scalar           | its Python value, as above          |
| anything else; what JSON cannot say | ⊥, with the reason                |
| a whole number of over 4,300 digits | ⊥: neither files nor Python hold it |

>>> meanings_of(["hours", {"act": "renew"}])
('hours', {'act': 'renew'})
>>> meanings_of("hours"), meanings_of([]), meanings_of(None)
(('hours',), (), UNDEFINED)
>>> meanings_of([float("nan")])
Traceback (most recent call last):
murho.systems.coerce.NotMeaningsError: a meaning must be JSON: nan is not a JSON number
"""

import inspect
import math
from collections.abc import Iterable
from typing import Any

import numpy as np

from murho.core.errors import describe_error as describe
from murho.core.errors import shortened
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, in_order
from murho.core.stopping import is_the_users

_DEEPEST = 100
"""Levels of lists and objects in a meaning; all that work on meanings can go so deep."""
_LONGEST = 4300
"""Characters of a whole number, a minus among them; neither Python nor msgspec, which reads files, takes more."""
_NUMBERS = -(10 ** (_LONGEST - 1)) + 1, 10**_LONGEST - 1


class NotMeaningsError(Exception):
    """What came back is neither a set of meanings nor ⊥."""


def meanings_of(returned: Any) -> Answered:
    """The set of meanings, or ⊥, that a function meant by what it returned.

    Raises:
        NotMeaningsError: it returned something else, or a value whose own methods raise; the text says what.
    """
    if type(returned) is str:
        return (plain(returned),)
    try:
        return _taken(returned)
    except NotMeaningsError:
        raise
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt) and is_the_users(error):  # it may come while a long answer is copied
            raise
        raise NotMeaningsError(f"returned a value that cannot be read: {describe(error)}") from None


def _taken(returned: Any) -> Answered:
    if returned is None or returned is UNDEFINED:
        return UNDEFINED
    if isinstance(returned, list | tuple):
        return all_plain(returned)
    if isinstance(returned, set | frozenset):
        return in_order(all_plain(returned))
    if isinstance(returned, str | dict | int | float):
        return (plain(returned),)
    if isinstance(returned, np.ndarray | np.generic):
        value = returned.tolist()
        if not isinstance(value, np.generic):  # a number of more than 64 bits is none of Python's
            return meanings_of(value)
    if inspect.iscoroutine(returned):
        returned.close()
        raise NotMeaningsError("returned a coroutine; declare the function with `async def`")
    kind = type(returned).__name__
    raise NotMeaningsError(f"returned a value of type {kind}; return None, one meaning, or a list of meanings")


def all_plain(meanings: Iterable[Any]) -> Meanings:
    """Each meaning as plain JSON values, and a copy.

    Raises:
        NotMeaningsError: JSON cannot say one of them.
    """
    return tuple(map(plain, meanings))


def plain(meaning: Any, *, depth: int = 0) -> Meaning:
    """The meaning as plain JSON values, and a copy: what the system does with its own later does not reach it.

    Raises:
        NotMeaningsError: JSON cannot say it, or it is nested more than 100 deep.
    """
    if type(meaning) is str:
        if not (meaning.isascii() or _is_utf8(meaning)):
            raise NotMeaningsError("a meaning must be JSON: half of a surrogate pair, which UTF-8 has not")
        return meaning
    if meaning is None or isinstance(meaning, bool):
        return meaning
    if isinstance(meaning, dict):
        if depth == _DEEPEST:
            raise NotMeaningsError(f"a meaning is nested more than {_DEEPEST} deep")
        return {_key(key): plain(value, depth=depth + 1) for key, value in meaning.items()}
    if isinstance(meaning, list | tuple):
        if depth == _DEEPEST:
            raise NotMeaningsError(f"a meaning is nested more than {_DEEPEST} deep")
        return [plain(value, depth=depth + 1) for value in meaning]
    if isinstance(meaning, str):  # of a subclass, numpy.str_ for one
        return plain(str.__str__(meaning))
    if isinstance(meaning, int):
        number = int(meaning)
        if not _NUMBERS[0] <= number <= _NUMBERS[1]:
            raise NotMeaningsError(
                f"a meaning holds a whole number of more than {_LONGEST:,} digits; give it as a string"
            )
        return number
    if isinstance(meaning, float):
        if not math.isfinite(meaning):
            raise NotMeaningsError(f"a meaning must be JSON: {float(meaning)} is not a JSON number")
        return float(meaning)
    if isinstance(meaning, np.generic) and not isinstance(value := meaning.item(), np.generic):
        return plain(value, depth=depth)
    raise NotMeaningsError(f"a meaning must be JSON: {type(meaning).__name__} is not a JSON value")


def _key(key: Any) -> str:
    if not isinstance(key, str):
        raise NotMeaningsError(f"a meaning must be JSON: its keys must be strings, not {type(key).__name__}")
    return plain(key)  # type: ignore[no-any-return]


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def describe_error(error: BaseException) -> str:
    """An exception in one line; what came back and is no meaning is described by its text alone.

    >>> describe_error(ValueError("no such\\n date")), describe_error(NotMeaningsError("returned a coroutine"))
    ('ValueError: no such date', 'returned a coroutine')
    """
    return shortened(str(error)) if isinstance(error, NotMeaningsError) else describe(error)
