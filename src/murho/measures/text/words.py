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
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from murho.core.case import labels_of_rows
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.interface import Record
from murho.measures.text.options import ByErrors, Rates
from murho.measures.text.word_rows import JudgesWords, WordRow, as_rows, counted
from murho.measures.text.word_weights import NO_WEIGHTS, WordWeights, word_weights
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases

Labels = dict[str, list[str | None]]
"""The label of each row, by the name of the labels."""


@dataclass(frozen=True)
class words(JudgesWords, ByErrors, Rates):  # noqa: N801  a measure is typed and printed in lower case
    """Word errors against words of the reference; with `weights` each word counts as much as a file says."""

    weights: str = option("", type="file", help="Words and their weights: each counts as much as the file says.")

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the measure reads."""
        return (*super().files, *([self.weights] if self.weights else []))

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units, every word counted once.

        Raises:
            UsageError: words weigh by their labels, which cases have (`judge_cases`).
        """
        if self.weights:  # the counts of the kernel do not tell which words were lost
            return _by_case(self._by_word(references, answers, placed=False), answers)
        compared = self.compare(references, answers)
        return compared.judged(compared.counts.errors, compared.counts.units)

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """One row per case as `judge` has it, each word weighing by the labels that the cases give it as well.

        Raises:
            InputError: the cases have no such labels.
        """
        if not self._weights.labels:
            return self.judge(cases.meant, answers)
        return _by_case(self._by_word(cases.meant, answers, cases), answers)

    def judge_words(
        self, references: Sequence[Meanings], answers: Sequence[Answered], cases: "Cases | None" = None
    ) -> Judgements:
        """A row for each word of the reference and each that was inserted."""
        return self._by_word(references, answers, cases)

    @property
    def _weights(self) -> WordWeights:
        return word_weights(self.weights, fold=self.folds_case) if self.weights else NO_WEIGHTS

    def _by_word(
        self,
        references: Sequence[Meanings],
        answers: Sequence[Answered],
        cases: "Cases | None" = None,
        placed: bool = True,
    ) -> Judgements:
        """Rows read off the alignment, step by step."""
        weights = self._weights
        if cases is not None:
            weights.check(cases)
        elif weights.labels and len(references):
            todo = "score cases that have them"
            raise UsageError(f"{self.weights}: words weigh by their labels of {weights.labels[0]!r}; {todo}")
        rows = list(self.steps_of_words(references, answers, placed=placed))
        judged = as_rows(rows, counted(rows, "SDI"), counted(rows, "SD="), answers)
        if not self.weights:
            return judged
        labels: Labels = {} if cases is None else {name: labels_of_rows(cases, judged, name) for name in weights.labels}
        return _weighed(rows, weights, labels, answers)


def _by_case(rows: Judgements, answers: Sequence[Answered]) -> Judgements:
    """One row for each case, for those without any word as well."""
    return replace(rows.by_case(len(answers)), undefined=np.array([answer is UNDEFINED for answer in answers], bool))


def _weighed(rows: Sequence[WordRow], weights: WordWeights, labels: Labels, answers: Sequence[Answered]) -> Judgements:
    """What is lost and what there is to lose, each word by its weight."""
    loss, units = np.zeros((2, len(rows)))
    for at, (_, _, (operation, reference, answer)) in enumerate(rows):
        weight = weights(
            str(answer if reference is None else reference), {name: column[at] for name, column in labels.items()}
        )
        units[at] = weight if operation != "I" else 0
        loss[at] = weight if operation != "=" else 0
    return as_rows(rows, loss, units, answers)


MEASURE = Record(
    make=words,
    name="words",
    aliases=("wer", "word_error_rate"),
    title="Words",
    loss="word error rate",
    accuracy="word accuracy",
    example="words(costs='sclite')",
)
