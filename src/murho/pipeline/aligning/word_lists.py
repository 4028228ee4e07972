"""Keywords and frequencies of words as alignments have them, whether a file lists them or they are given in Python.

>>> from murho.measures import measure
>>> keywords_of(["New York", "bonn"], measure("words(normalize='lower')"))
(('new', 'york'), ('bonn',))
>>> frequencies_of({"New": 3, "new": 4}, measure("words(normalize='lower')"))
{'new': 7}
"""

import hashlib
from collections.abc import Mapping, Sequence

from murho.core.errors import InputError, shortened
from murho.measures import Measure
from murho.measures.text.keywords import Keyword, read_frequencies, read_keywords
from murho.pipeline.sources import short_digest

Keywords = str | Sequence[str]
"""The path of a file with a keyword on each line, or the keywords."""
Frequencies = str | Mapping[str, int]
"""The path of a file with a word and a number on each line, or the numbers by word."""


def keywords_of(given: Keywords, measure: Measure) -> tuple[Keyword, ...]:
    """The keywords as the measure normalises and cuts them, for so they stand in alignments.

    Raises:
        InputError: there is no keyword, or nothing is left of one; that of a file with its line.
    """
    path = given if isinstance(given, str) else None
    lines = read_keywords(given) if isinstance(given, str) else [(None, text) for text in given]
    if not lines:
        raise InputError("no keyword at all", "give one at least, or leave keywords= away")
    keywords = []
    for number, text in lines:
        tokens = measure.tokens_of(text)
        if not tokens:
            todo = f"take it out, or normalise less: {measure!r}"
            raise InputError(f"nothing is left of the keyword {text!r}", todo, path=path, line=number)
        keywords.append(tokens)
    return tuple(keywords)


def frequencies_of(given: Frequencies, measure: Measure) -> dict[str, int]:
    """The frequencies by token, the words normalised and cut by the measure as in alignments.

    Raises:
        InputError: a frequency is no whole number from 0 on.
    """
    frequencies: dict[str, int] = {}
    by_word = read_frequencies(given) if isinstance(given, str) else given
    for word, count in by_word.items():  # several words may become one token: their counts add up
        if not isinstance(count, int) or isinstance(count, bool) or count < 0:
            found = f"the frequency of {shortened(repr(word), 60)} is {shortened(repr(count), 60)}"
            raise InputError(found, "give a whole number from 0 on")
        for token in measure.tokens_of(word):
            frequencies[token] = frequencies.get(token, 0) + count
    return frequencies


def signed(given: Keywords | Frequencies | None) -> str | None:
    """What signatures say of either: the digest of the file, or of the file that would list what was given.

    >>> signed(["bonn", "new york"])
    'sha256:b9bbdcf29605'
    """
    if given is None or isinstance(given, str):
        return short_digest(given) if given else None
    listed = [f"{word} {count}" for word, count in given.items()] if isinstance(given, Mapping) else given
    return "sha256:" + hashlib.sha256("".join(f"{line}\n" for line in listed).encode()).hexdigest()[:12]
