"""Any of several meanings: right if one of the correct ones is among those answered.

>>> any_of().judge([("x", "y")], [("y",)]).loss.tolist()
[0.0]
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.interface import Measure, Record
from murho.measures.meanings import judged, relations


@dataclass(frozen=True)
class any_of(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if at least one correct meaning is among the answered ones (or both sets are empty), else 1."""

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case."""
        related = relations(references, answers)
        return judged(np.array([name in ("undefined", "empty", "disjoint") for name in related], np.float64), related)


MEASURE = Record(
    make=any_of,
    name="any_of",
    title="Meanings, any right one",
    loss="misunderstood",
    accuracy="understood",
    example="any_of",
)
