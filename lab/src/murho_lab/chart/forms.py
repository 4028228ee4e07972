"""The forms of a word as a grammar lists them: `(no) sorry, good morning|evening`.

>>> forms("(no) sorry, good morning|evening")
[('no', 'sorry'), ('sorry',), ('good', 'morning'), ('good', 'evening')]
"""

import re
from itertools import product

from murho.core.errors import InputError

MOST = 1000
"""Forms that one line may stand for."""
_WORD = re.compile(r"\(([^()]*)\)|([^()\s]+)")


def forms(text: str) -> list[tuple[str, ...]]:
    """All forms that a list stands for, each as its words.

    Raises:
        InputError: an empty form, parentheses without their other half, too many forms.
    """
    results: list[tuple[str, ...]] = []
    for form in text.split(","):
        results += _expanded(form.strip())
    if len(results) > MOST:
        raise InputError(f"{len(results):,} forms", f"write them on several lines; {MOST:,} are the most for one")
    return list(dict.fromkeys(results))


def _expanded(form: str) -> list[tuple[str, ...]]:
    choices: list[list[tuple[str, ...]]] = []
    at, several = 0, 1
    while at < len(form):
        match = _WORD.match(form, at)
        if match is None:
            raise InputError(f"the parentheses in {form!r}", "write (word) around what may be left out, no deeper")
        optional = match[1] is not None
        alternatives = [tuple(words.split()) for words in (match[1] if optional else match[2]).split("|")]
        if () in alternatives:
            raise InputError(f"an empty word in {form!r}", "write a word on both sides of |, and in parentheses")
        choices.append(alternatives + [()] * optional)
        several *= len(choices[-1])
        if several > MOST:
            raise InputError(f"{form!r} stands for too many forms", f"{MOST:,} are the most; write several")
        at = len(form) - len(form[match.end() :].lstrip())
    expanded = [sum(choice, ()) for choice in product(*choices)]
    if () in expanded or not expanded:
        raise InputError("an empty form", "write a word before, behind and between commas")
    return expanded
