"""What English says anyway: a part of the general language model that comes with pocketsphinx.

A caller may say words that a training text of a task does not have, and say them one after the other as English does.
Of the general model, of news and dictation, the likeliest words are taken, and of their pairs those that are likely.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any

from murho.core.errors import UsageError
from murho.speech import pronunciation
from murho.speech.model import INSTALL, bundled
from murho.studies.trains.language_model import END, START, Model, Words, of_probabilities

WORDS = 10_000
"""How many of the likeliest words are taken."""
PAIRED = 2_000
"""Among how many of them pairs are looked at."""
LEAST = 1e-3
"""How likely the second word of a pair is after the first, at least."""


def model(wanted: Iterable[str]) -> Model:
    """Words and pairs of words of general English.

    Args:
        wanted: further words that are taken, and paired, where English has them.

    Raises:
        UsageError: pocketsphinx is not installed.
    """
    ask = _asked()
    alone = {word: ask([word]) for word in (*pronunciation.of_file(bundled().dictionary), END)}
    likeliest = sorted((word for word, p in alone.items() if p), key=alone.__getitem__, reverse=True)
    known = sorted(word for word in set(wanted) if alone.get(word))
    paired = list(dict.fromkeys([*likeliest[:PAIRED], *known]))
    found: dict[Words, float] = {(word,): alone[word] for word in [*likeliest[:WORDS], *known]}
    for first in (START, *paired):
        if first != END:
            told = ((second, ask([second, first])) for second in paired)
            found.update(((first, second), p) for second, p in told if p > LEAST)
    return of_probabilities(found, 2)


@cache
def _asked() -> Any:
    """A function that tells how probable a word is in the general model: the word, the one before it, and so on."""
    try:
        from pocketsphinx import Config, LogMath, NGramModel
    except ImportError:
        raise UsageError(INSTALL) from None
    logarithms = LogMath()
    general = NGramModel(Config(lm=None), logarithms, bundled().language)
    return lambda words: logarithms.exp(general.prob(words))
