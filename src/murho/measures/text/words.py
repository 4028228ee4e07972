"""Words: the errors of a recogniser.

    WA = 100 · (1 − (W_S + W_I + W_D) / W) %        W: words in the reference; Levenshtein, equal costs

In murho's terms `1 − π` with loss = errors and units = words of the reference (after the 1996 paper on a spoken train
time-table system). Insertions can make the errors outnumber the words: π is not bounded by 1.

>>> judged = words().judge([("i want to go to berlin",), ("",)], [("want to go to bonn",), ("uh",)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["insertions"].tolist()
([2, 1], [6, 0], [0, 1])
>>> loosely = words(costs="sclite", normalize="no_punctuation")
>>> loosely.judge([("{ On the / At } coast",)], [("on the, coast",)]).loss.tolist()
[0]

Empty references, ⊥ and several references: `murho.measures.sequences`. Phonemes are words of a text in which blanks
divide them. docs/words.md tells which error is counted where several alignments cost the same, and how others count.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Record
from murho.measures.sequences import Compared
from murho.measures.text.options import OfWords, Rates
from murho.measures.text.word_weights import word_weights
from murho.plugs import option


@dataclass(frozen=True)
class words(OfWords, Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Word errors against words of the reference; with `weights` each word counts as much as a file says."""

    weights: str = option("", type="file", help="Words and their weights: each counts as much as the file says.")

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
        weigh = word_weights(self.weights, fold=self.folds_case)
        loss, units = np.zeros((2, len(compared.answers)))
        for i, (reference, answer) in enumerate(zip(compared.references, compared.answers, strict=True)):
            for step in self.steps(reference, answer):
                weight = weigh(str(step.answer if step.reference is None else step.reference))
                units[i] += weight if step.operation != "I" else 0
                loss[i] += weight if step.operation != "=" else 0
        return loss, units


MEASURE = Record(
    make=words,
    name="words",
    aliases=("wer", "word_error_rate"),
    title="Words",
    loss="word error rate",
    accuracy="word accuracy",
    example="words(costs='sclite')",
)
