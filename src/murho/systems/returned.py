"""What a Python function returned, read as a set of meanings or as ⊥.

| returned                          | taken as                            |
|-----------------------------------|-------------------------------------|
| None, `UNDEFINED`                 | ⊥                                   |
| list, tuple, set, frozenset       | the set of its elements             |
| str, dict, int, float, bool       | the set of this one meaning         |
| a NumPy scalar, a NumPy array     | its Python value, by the rules above |
| anything else; what JSON cannot say | ⊥, with the reason                |

>>> meanings_of(["hours", {"act": "renew"}])
('hours', {'act': 'renew'})
>>> meanings_of("hours"), meanings_of([]), meanings_of(None)
(('hours',), (), UNDEFINED)
>>> meanings_of([float("nan")])
Traceback (most recent call last):
murho.systems.returned.NotMeaningsError: a meaning must be JSON: nan is not a JSON number
"""

import inspect
import json
from collections.abc import Iterable
from typing import Any

import numpy as np

from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical

_LONGEST = 500
"""Characters of a failure text; what a system said about itself can be of any length."""


class NotMeaningsError(Exception):
    """What came back is neither a set of meanings nor ⊥."""


def meanings_of(returned: Any) -> Answered:
    """The set of meanings, or ⊥, that a function meant by what it returned.

    Raises:
        NotMeaningsError: it returned something else; the text says what.
    """
    if type(returned) is str:
        return (plain(returned),)
    if returned is None or returned is UNDEFINED:
        return UNDEFINED
    if isinstance(returned, list | tuple):
        return all_plain(returned)
    if isinstance(returned, set | frozenset):
        return tuple(sorted(all_plain(returned), key=canonical))
    if isinstance(returned, str | dict | int | float):
        return (plain(returned),)
    if isinstance(returned, np.ndarray | np.generic):
        value = returned.tolist()
        if not isinstance(value, np.generic):
            return meanings_of(value)
    if inspect.iscoroutine(returned):
        returned.close()
        raise NotMeaningsError("returned a coroutine; declare the function with `async def`")
    kind = type(returned).__name__
    raise NotMeaningsError(f"returned a value of type {kind}; return None, one meaning, or a list of meanings")


def all_plain(meanings: Iterable[Any]) -> Meanings:
    """`plain` of each."""
    return tuple(map(plain, meanings))


def plain(meaning: Any) -> Meaning:
    """The meaning as plain JSON values, and a copy: what the system does with its own later does not reach it.

    Raises:
        NotMeaningsError: JSON cannot say it.
    """
    try:
        if type(meaning) is str:
            if not meaning.isascii():
                meaning.encode()
            return meaning
        text = canonical(meaning)
        text.encode()
        return json.loads(text)
    except Exception as error:
        raise NotMeaningsError(f"a meaning must be JSON: {error}") from None


def describe_error(error: BaseException) -> str:
    """An exception in one line, as in `ValueError: no such date`.

    >>> describe_error(ValueError("no such\\n date")), describe_error(KeyError())
    ('ValueError: no such date', 'KeyError')
    """
    if isinstance(error, NotMeaningsError):
        return shortened(str(error))
    try:
        text = str(error)
    except Exception:
        text = "(its text cannot be shown)"
    return shortened(f"{type(error).__name__}: {text}" if text else type(error).__name__)


def shortened(text: str, longest: int = _LONGEST) -> str:
    """One line, and not more of it than can be shown.

    >>> shortened("a  b\\nc", 3)
    'a b...'
    """
    line = " ".join(text[: 4 * longest].split())
    line = line.encode(errors="backslashreplace").decode()
    return line if len(line) <= longest else line[:longest] + "..."
