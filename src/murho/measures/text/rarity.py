"""Errors by how frequent a word is: rare words are where recognisers fail, and where the content often is.

>>> from murho.measures import measure
>>> book = ByFrequency()
>>> references, answers = ["the bonn train", "the late train"], ["the born train", "the train"]
>>> for steps in measure("words").aligned([(text,) for text in references], [(text,) for text in answers]):
...     book.add(steps)
>>> for row in book.rows():
...     print(row.name, row.different, row.words, row.substitutions, row.deletions, row.figure.value)
0 1 0 0 0 None
1 2 2 1 1 1.0
2–4 2 4 0 0 0.0

A word's frequency is how often the references have it, or what a file says, say the counts of the training data; then
class 0 holds the words that training has not seen. Substitutions and deletions are errors of the word of the reference;
insertions, and words wrongly given for others, belong to the class of the word that was given, and are counted beside.
"""

from array import array
from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.errors import InputError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tallies
from murho.formats.opening import Path, text_lines
from murho.measures.text.lattice import Step

EDGES = (0, 1, 2, 5, 10, 100, 1000, 10_000)
"""The least frequency of each class."""


def read_frequencies(path: Path) -> dict[str, int]:
    """How often each word of a file occurs: lines of a word, white space, and a whole number; `#` lines are comments.

    Raises InputError, with the line, for anything else, and for a word that occurs twice.
    """
    frequencies: dict[str, int] = {}
    for number, line in text_lines(path):
        word, *rest = line.split() or [""]
        counted = len(rest) == 1 and rest[0].isdecimal()
        if not word or (word.startswith("#") and not counted):
            continue
        if not counted:
            found_here = f"{line.strip()[:60]!r} is no word with its frequency"
            raise InputError(found_here, "write a word and a whole number, as in: berlin 42", path=path, line=number)
        if word in frequencies:
            raise InputError(f"{word!r} a second time", "give each word one frequency", path=path, line=number)
        frequencies[word] = int(rest[0])
    return frequencies


@dataclass(frozen=True)
class Class:
    """The words of one class of frequency."""

    name: str
    different: int
    """Different words, of the references and of the answers."""
    words: int
    """Words of the references."""
    substitutions: int
    deletions: int
    insertions: int
    """Words of this class that were inserted."""
    falsely_recognised: int
    """Words of this class that were given for others."""
    figure: Figure
    """(substitutions + deletions) / words, with its interval over utterances, or their clusters."""

    def as_json(self) -> dict[str, Any]:
        """The counts and the figure."""
        counts = ("different", "words", "substitutions", "deletions", "insertions", "falsely_recognised")
        loss = self.figure
        return {
            "frequency": self.name.replace("–", "-"),
            **{name: getattr(self, name) for name in counts},
            "value": loss.value,
            "interval": None if loss.interval is None else list(loss.interval),
            "flags": list(loss.flags),
        }


class ByFrequency:
    """Takes in alignments, with `+=` what others took in; classes are read at the end, when frequencies are known."""

    def __init__(self, frequencies: Mapping[str, int] | None = None, level: float = 0.95):
        self.given, self.level = frequencies, level
        self.number: dict[str, int] = {}
        self.clusters: list[str | None] = []
        self.case, self.word, self.wrong = array("q"), array("q"), array("b")
        # Words by operation; F are the words falsely recognised, the other side of S.
        self.counts: dict[str, Counter[int]] = {operation: Counter() for operation in "SDIF"}

    def add(self, steps: Sequence[Step], cluster: str | None = None) -> None:
        """Take in one more utterance."""
        for operation, reference, answer in steps:
            if operation != "I":
                self.case.append(len(self.clusters))
                self.word.append(self._numbered(answer if reference is None else reference))  # None: left out
                self.wrong.append(operation in "SD")
            if operation in "SD":
                self.counts[operation][self.word[-1]] += 1
            if operation in "SI":
                self.counts["F" if operation == "S" else "I"][self._numbered(answer)] += 1
        self.clusters.append(cluster)

    def __iadd__(self, other: "ByFrequency") -> "ByFrequency":
        before = len(self.clusters)
        # Words are numbered as they come, and come to each in another order.
        anew = [self._numbered(word) for word in other.number]
        self.clusters += other.clusters
        self.case.extend(utterance + before for utterance in other.case)
        self.word.extend(anew[word] for word in other.word)
        self.wrong.extend(other.wrong)
        for operation, bag in other.counts.items():
            for word, count in bag.items():
                self.counts[operation][anew[word]] += count
        return self

    def _numbered(self, word: object) -> int:
        return self.number.setdefault(str(word), len(self.number))

    def rows(self) -> list[Class]:
        """Each class that has any word, the rarest first."""
        word = np.array(self.word, np.int64)
        if self.given is None:
            frequency = np.bincount(word, minlength=len(self.number)).tolist()
        else:
            frequency = [self.given.get(name, 0) for name in self.number]
        of_word = np.array([bisect_right(EDGES, count) - 1 for count in frequency], np.int64)
        of_token = of_word[word]
        judged = Judgements.of(np.array(self.wrong), case=np.array(self.case, np.int64))
        sums = tallies(judged, np.ones(len(self.clusters)), self.clusters, of_token, len(EDGES))
        counted = {operation: _by_class(bag, of_word) for operation, bag in self.counts.items()}
        different = np.bincount(of_word, minlength=len(EDGES))
        words = np.bincount(of_token, minlength=len(EDGES))
        return [
            Class(
                _name(k),
                int(different[k]),
                int(words[k]),
                counted["S"][k],
                counted["D"][k],
                counted["I"][k],
                counted["F"][k],
                figure(sums[k], level=self.level),
            )
            for k in range(len(EDGES))
            if different[k]
        ]


def _by_class(bag: Mapping[int, int], of_word: np.ndarray[Any, np.dtype[np.int64]]) -> list[int]:
    """Counts of words added up by class."""
    sums = [0] * len(EDGES)
    for word, count in bag.items():
        sums[of_word[word]] += count
    return sums


def _name(k: int) -> str:
    if k + 1 == len(EDGES):
        return f"{EDGES[k]}+"
    return str(EDGES[k]) if EDGES[k + 1] == EDGES[k] + 1 else f"{EDGES[k]}–{EDGES[k + 1] - 1}"
