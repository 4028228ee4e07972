"""Sentences: whether there is any error in one.

>>> sentences().judge([("to bonn",), ("no",)], [("to bonn",), ("oh no no",)]).loss.tolist()
[0, 1]
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Record
from murho.measures.text.options import ByErrors


@dataclass(frozen=True)
class sentences(ByErrors):  # noqa: N801  a measure is typed and printed in lower case
    """Sentence error: 1 for a sentence with any word error (⊥ is wrong whatever the reference), else 0."""

    bounded = True

    @property
    def fixed_units(self) -> bool:
        """True: a sentence is one unit, whatever was answered."""
        return True

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts correct and total."""
        compared = self.compare(references, answers)
        wrong = (compared.counts.errors > 0) | compared.undefined
        counts = {"correct": ~wrong, "total": np.ones(len(wrong), np.int64)}
        return Judgements.of(wrong, counts=counts, undefined=compared.undefined)


MEASURE = Record(
    make=sentences,
    name="sentences",
    aliases=("sentence_error_rate",),
    title="Sentences",
    loss="sentence error rate",
    accuracy="sentence accuracy",
    example="sentences(normalize='lower')",
)
