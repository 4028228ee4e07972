"""Words that matter: how a recogniser fares on keywords, and on rare and new words.

Keywords: how often the words that matter are found, missed, and heard where nobody said them.

A keyword is a word, or several in a row. Where it stands in the reference it is a hit if the alignment has exactly it
in the same place, else a miss; where it stands in the answer without being a hit it is a false alarm.

    precision = hits / (hits + false alarms)    recall = hits / (hits + misses)
    F1 = 2·hits / (2·hits + misses + false alarms)

>>> from murho.measures import measure
>>> spotted = Spotting([("bonn",), ("new", "york")], level=0.95)
>>> references, answers = ["to new york", "bonn please"], ["to new york", "born to bonn please"]
>>> for steps in measure("words").aligned([(text,) for text in references], [(text,) for text in answers]):
...     spotted.add(steps)
>>> [(row.keyword, row.hits, row.misses, row.false_alarms) for row in spotted.rows()]
[('bonn', 1, 0, 0), ('new york', 1, 0, 0)]
>>> round(1 - spotted.total().f1.value, 2), spotted.total().f1.n
(1.0, 2)

Errors by how frequent a word is: rare words are where recognisers fail, and where the content often is.

>>> from murho.measures import measure
>>> book = ByFrequency(level=0.95)
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
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.errors import InputError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.tally import tallies
from murho.formats.opening import Path, text_lines
from murho.measures.text.lattice import Step

Keyword = tuple[str, ...]


def read_keywords(path: Path) -> list[tuple[int, str]]:
    """The keywords of a file, one a line, each with the number of its line.

    Blank lines, and those that start with `#`, are passed over. Raises InputError where there is none.
    """
    lines = [(number, line.strip()) for number, line in text_lines(path)]
    keywords = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not keywords:
        raise InputError("no keyword at all", "write one word, or several in a row, on each line", path=path)
    return keywords


@dataclass(frozen=True)
class Spotted:
    """How one keyword, or all of them, came through; the figures are losses, 1 − what their names say."""

    keyword: str
    hits: int
    misses: int
    false_alarms: int
    precision: Figure
    recall: Figure
    f1: Figure

    def as_json(self) -> dict[str, Any]:
        """Counts, and precision, recall and F1 as fractions with their intervals."""
        fields: dict[str, Any] = {
            "keyword": self.keyword,
            "hits": self.hits,
            "misses": self.misses,
            "false_alarms": self.false_alarms,
        }
        for name, loss in (("precision", self.precision), ("recall", self.recall), ("f1", self.f1)):
            fields[name] = None if loss.value is None else 1 - loss.value
            fields[f"{name}_interval"] = None if loss.interval is None else [1 - loss.high, 1 - loss.low]
        return fields


class Spotting:
    """Finds keywords in alignments, one utterance after the other; what was found elsewhere is added with `+=`."""

    def __init__(self, keywords: Iterable[Sequence[str]], level: float):
        self.keywords: list[Keyword] = list(dict.fromkeys(map(tuple, keywords)))
        self._number = {keyword: number for number, keyword in enumerate(self.keywords)}
        # The lengths of keywords by their first word: one look dismisses nearly every word of a text.
        self._first: dict[str, set[int]] = {}
        for keyword in self.keywords:
            self._first.setdefault(keyword[0], set()).add(len(keyword))
        self.level = level
        self.clusters: list[str | None] = []
        """The cluster of each utterance."""
        self.columns = [array("q") for _ in range(5)]
        """Utterance, keyword, hits, misses, false alarms: a row for each keyword of each utterance that has it."""

    def add(self, steps: Sequence[Step], cluster: str | None = None) -> None:
        """Look through one more utterance."""
        in_reference, in_answer = (self._places(steps, side) for side in (1, 2))
        utterance = len(self.clusters)
        self.clusters.append(cluster)
        for keyword in sorted(in_reference.keys() | in_answer.keys()):
            here, there = in_reference.get(keyword, set()), in_answer.get(keyword, set())
            # Where both sides have it in the same columns of the alignment it is a hit.
            values = utterance, keyword, len(here & there), len(here - there), len(there - here)
            for column, value in zip(self.columns, values, strict=True):
                column.append(value)

    def __iadd__(self, other: "Spotting") -> "Spotting":
        before = len(self.clusters)
        self.clusters += other.clusters
        self.columns[0].extend(utterance + before for utterance in other.columns[0])
        for mine, theirs in zip(self.columns[1:], other.columns[1:], strict=True):
            mine.extend(theirs)
        return self

    def _places(self, steps: Sequence[Step], side: int) -> dict[int, set[tuple[int, ...]]]:
        """The columns of the alignment in which each keyword stands, in the reference (1) or the answer (2)."""
        tokens = [
            (column, str(step[side]))
            for column, step in enumerate(steps)
            if step[side] is not None and not (step.operation == "=" and None in step)  # optional, and left out
        ]
        occurrences: dict[int, set[tuple[int, ...]]] = {}
        for start, (_, token) in enumerate(tokens):
            for length in self._first.get(token, ()):
                some = tokens[start : start + length]
                number = self._number.get(tuple(word for _, word in some))
                if number is not None:
                    occurrences.setdefault(number, set()).add(tuple(column for column, _ in some))
        return occurrences

    def rows(self) -> list[Spotted]:
        """How each keyword came through, in the order given."""
        return self._spotted(np.array(self.columns[1], np.int64), [" ".join(keyword) for keyword in self.keywords])

    def total(self) -> Spotted:
        """How all keywords together came through."""
        return self._spotted(np.zeros(len(self.columns[1]), np.int64), ["all"])[0]

    def _spotted(self, codes: np.ndarray[Any, np.dtype[np.int64]], names: list[str]) -> list[Spotted]:
        case, _, hits, misses, alarms = (np.array(column, np.int64) for column in self.columns)

        def figures(loss: Any, units: Any) -> list[Figure]:
            rows = Judgements.of(loss, units, case=case)
            weights = np.ones(len(self.clusters))
            sums = tallies(rows, weights, self.clusters, codes, len(names))
            return [figure(tally, level=self.level) for tally in sums]

        counts = [np.bincount(codes, column, len(names)).astype(np.int64).tolist() for column in (hits, misses, alarms)]
        return [
            Spotted(*row)
            for row in zip(
                names,
                *counts,
                figures(alarms, hits + alarms),
                figures(misses, hits + misses),
                figures(misses + alarms, 2 * hits + misses + alarms),
                strict=True,
            )
        ]


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

    def __init__(self, frequencies: Mapping[str, int] | None = None, *, level: float):
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
