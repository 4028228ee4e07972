"""Where words are lost: the word accuracy of groups of utterances, by voice, by length, and by what the model knows."""

from collections.abc import Collection, Mapping, Sequence
from itertools import cycle, islice

from murho.core.case import Cases
from murho_lab.speech.synthesis import VOICES
from murho_lab.studies.trains import understanding
from murho_lab.studies.trains.understanding import Rate

SHORT, LONG = 2, 6
"""Words of an utterance that is short, at most, and of one that is long, at least."""


def groups(said: Sequence[str], known: Collection[str]) -> dict[str, list[int]]:
    """The rows of each group of utterances; `known` are the words that the recogniser may hear.

    >>> groups(["yes", "to bonn"], {"yes", "to"})["with unknown words"]
    [1]
    """
    results: dict[str, list[int]] = {voice: [] for voice in VOICES}
    for row, (text, voice) in enumerate(zip(said, islice(cycle(VOICES), len(said)), strict=True)):
        words = text.split()
        length = "1 and 2" if len(words) <= SHORT else "3 to 5" if len(words) < LONG else "6 and more"
        unknown = "with unknown words" if not set(words).issubset(known) else "without unknown words"
        for name in (voice, f"{length} words", unknown):
            results.setdefault(name, []).append(row)
    return {name: rows for name, rows in results.items() if rows}


def by_group(cases: Cases, texts: Sequence[str | None], known: Collection[str]) -> Mapping[str, Rate]:
    """The word error rate of texts that were heard, in the order of the cases, by group."""
    return {
        name: understanding.of_words(cases.take(rows), [texts[row] for row in rows])
        for name, rows in groups(cases.texts, known).items()
    }
