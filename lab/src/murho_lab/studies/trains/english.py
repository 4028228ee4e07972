"""What English says anyway: a part of the general language model that comes with pocketsphinx.

A caller may say words that a training text of a task does not have, and say them one after the other as English does.
Of the general model, of news and dictation, the likeliest words are taken, and of the pairs and triples of them those
that tell something: which are said often, and not as often as shorter ones let expect. How much they tell is what is
lost by leaving them out (Stolcke, "Entropy-based pruning of backoff language models", 1998, without the change of the
back-off weight).
"""

from collections.abc import Iterable
from math import log

import numpy as np
from numpy.typing import NDArray

from murho_lab.speech.model import bundled
from murho_lab.speech.trie import Floats, Ints, Trie, read
from murho_lab.studies.trains.language_model import END, START, Model, of_probabilities

WORDS = 20_000
"""How many of the likeliest words are taken."""
LEAST = 3e-7
"""What a pair or triple tells at least, in nats for each word of English."""


def model(wanted: Iterable[str]) -> Model:
    """Words, pairs and triples of general English.

    Args:
        wanted: further words that are taken where English has them.

    Raises:
        UsageError: pocketsphinx is not installed.
        InputError: its model is in another form than that of 5.0.
    """
    general = read(bundled().language)
    numbers = {word: number for number, word in enumerate(general.words)}
    alone = general.alone.logarithms.copy()
    taken = np.zeros(len(alone), bool)
    taken[np.argsort(-alone, kind="stable")[:WORDS]] = True
    taken[[numbers[word] for word in {*wanted, START, END} if word in numbers]] = True
    # A sentence begins as often as one ends.
    alone[numbers[START]] = alone[numbers[END]]
    known = _Known(general, alone)
    pairs, triples = (
        taken[grams.words].all(1) & (tells > LEAST)
        for grams, tells in ((general.pairs, known.of_pairs()), (general.triples, known.of_triples()))
    )
    # A triple needs the pair that it begins with, which has its back-off weight.
    there, at = known.found(general.triples.words[triples, :2])
    pairs[at[there]] = True
    taken[numbers[START]] = False
    kept = ((general.alone, taken), (general.pairs, pairs), (general.triples, triples))
    probabilities = {
        tuple(general.words[number] for number in gram): float(10**logarithm)
        for grams, mask in kept
        for gram, logarithm in zip(grams.words[mask].tolist(), grams.logarithms[mask].tolist(), strict=True)
    }
    return of_probabilities(probabilities, 3)


class _Known:
    """How much the n-grams of a model tell."""

    def __init__(self, general: Trie, alone: Floats):
        self.general, self.alone = general, alone
        keys = self._keys(general.pairs.words)
        self._order = np.argsort(keys)
        self._keys_in_order = keys[self._order]

    def found(self, pairs: Ints) -> tuple[NDArray[np.bool_], Ints]:
        """Whether the model has each pair, and where."""
        keys = self._keys(pairs)
        at = np.minimum(np.searchsorted(self._keys_in_order, keys), len(self._order) - 1)
        return self._keys_in_order[at] == keys, self._order[at]

    def of_pairs(self) -> Floats:
        """What each pair tells."""
        said = self.general.pairs
        first, second = said.words.T
        expected = self.general.alone.lost[first] + self.alone[second]
        return _telling(self.alone[first] + said.logarithms, said.logarithms - expected)

    def of_triples(self) -> Floats:
        """What each triple tells; nothing if the model lacks the pair that it begins with."""
        said = self.general.triples
        begins, at = self.found(said.words[:, :2])
        lost = np.where(begins, self.general.pairs.lost[at], 0.0)
        begun = np.where(begins, self.general.pairs.logarithms[at], -np.inf)
        ends, after = self.found(said.words[:, 1:])
        _, second, third = said.words.T
        alone = self.general.alone.lost[second] + self.alone[third]
        expected = lost + np.where(ends, self.general.pairs.logarithms[after], alone)
        return _telling(self.alone[said.words[:, 0]] + begun + said.logarithms, said.logarithms - expected)

    def _keys(self, pairs: Ints) -> Ints:
        return pairs[:, 0] * len(self.alone) + pairs[:, 1]


def _telling(said: Floats, more: Floats) -> Floats:
    """From logarithms to base 10: how often it is said, times how much more (or less) than expected, in nats."""
    return np.abs(more) * log(10) * 10**said
