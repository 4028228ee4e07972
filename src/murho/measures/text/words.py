"""Words and characters: the errors of a recogniser.

    WA = 100 · (1 − (W_S + W_I + W_D) / W) %        W: words in the reference; Levenshtein, equal costs

In murho's terms `1 − π` with loss = errors and units = words of the reference (after the 1996 paper on a spoken train
time-table system). Insertions can make the errors outnumber the words: π is not bounded by 1.

>>> judged = words().judge([("i want to go to berlin",), ("",)], [("want to go to bonn",), ("uh",)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["insertions"].tolist()
([2, 1], [6, 0], [0, 1])
>>> loosely = words(costs="sclite", normalize="no_punctuation")
>>> loosely.judge([("{ On the / At } coast",)], [("on the, coast",)]).loss.tolist()
[0]
>>> sentences().judge([("to bonn",), ("no",)], [("to bonn",), ("oh no no",)]).loss.tolist()
[0, 1]
>>> mer().judge([("no",)], [("oh no no",)]).units.tolist()
[3]

Empty references, ⊥ and several references: `murho.measures.sequences`. Phonemes are words of a text in which blanks
divide them. docs/words.md tells which error is counted where several alignments cost the same, and how others count.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.criteria import Criterion
from murho.measures.sequences import Compared
from murho.measures.text.options import SPLITS, Text, Texts
from murho.measures.text.word_weights import word_weights


class Rates(Texts):
    """A measure of errors by units of the reference, and what it reports besides."""

    def criteria(self, counts: Mapping[str, Any]) -> dict[str, Criterion]:
        """In percent, every word counted once: units of the reference that are correct, and match error rate."""
        errors = counts["substitutions"] + counts["deletions"] + counts["insertions"]
        return {
            "correct": Criterion(counts["hits"], counts["units"]),
            "match_errors": Criterion(errors, errors + counts["hits"]),
        }


@dataclass(frozen=True, repr=False)
class OfWords(Texts):
    """A measure of words, or of what `split` makes of a text."""

    split: str = "words"
    """`words`, at white space; `cjk`: characters of Chinese and Japanese, words of other scripts; `characters`,
    `graphemes` without white space."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.split not in SPLITS:
            raise UsageError(f"{type(self).__name__}: no split {self.split!r}; known: {', '.join(SPLITS)}")

    @property
    def tokens(self) -> str:
        """What is compared."""
        return self.split


@dataclass(frozen=True, repr=False)
class words(OfWords, Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Word errors against words of the reference; with `weights` each word counts as much as a file says."""

    weights: str = ""
    """A file of words and their weights: `murho.measures.text.word_weights`."""

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the measure reads."""
        return (*super().files, *([self.weights] if self.weights else []))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units, every word counted once."""
        compared = self.compare(references, answers)
        if not self.weights:
            return compared.judged(compared.counts.errors, compared.counts.units)
        return compared.judged(*self._weighed(compared))

    def _weighed(self, compared: Compared) -> tuple[np.ndarray, np.ndarray]:
        """The weight of what is lost, and of the reference: read off the alignment, step by step."""
        weigh = word_weights(self.weights, fold=self.costs == "sclite")
        loss, units = np.zeros((2, len(compared.answers)))
        for i, (reference, answer) in enumerate(zip(compared.references, compared.answers, strict=True)):
            for step in self.steps(reference, answer):
                weight = weigh(str(step.answer if step.reference is None else step.reference))
                units[i] += weight if step.operation != "I" else 0
                loss[i] += weight if step.operation != "=" else 0
        return loss, units


@dataclass(frozen=True, repr=False)
class characters(Rates):  # noqa: N801
    """Character errors against characters of the reference."""

    graphemes: bool = False
    """Characters as readers see them, marks with their letters, instead of Unicode's code points."""
    spaces: bool | None = None
    """White space between words is a character too; None: it is, but not where alternatives are read (sclite -c)."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.spaces and self._reads_alternates:
            raise UsageError("characters: white space cannot be counted where alternatives are read; give spaces=False")

    @property
    def tokens(self) -> str:
        """What is compared."""
        return "graphemes" if self.graphemes else "characters"

    def _tokenised(self, text: str) -> Text:
        counted = not self._reads_alternates if self.spaces is None else self.spaces
        return self._characters((" " if counted else "").join(text.split()))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.units)


@dataclass(frozen=True, repr=False)
class sentences(OfWords):  # noqa: N801
    """Sentence error: 1 for a sentence with any word error (⊥ is wrong whatever the reference), else 0."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """A sentence is a sentence, whatever was answered."""
        return True

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts correct and total."""
        compared = self.compare(references, answers)
        wrong = (compared.counts.errors > 0) | compared.undefined
        counts = {"correct": ~wrong, "total": np.ones(len(wrong), np.int64)}
        return Judgements.of(wrong, counts=counts, undefined=compared.undefined)


@dataclass(frozen=True, repr=False)
class mer(OfWords):  # noqa: N801
    """Match error rate: errors against hits and errors together (Morris, Maier and Green, Interspeech 2004)."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """Insertions are units too."""
        return False

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units (of the reference)."""
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.errors + compared.counts.hits)
