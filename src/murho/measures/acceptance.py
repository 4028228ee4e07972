"""Acceptance: does a grammar take well-formed sentences, and leave ill-formed ones?

A reference that is not empty says that the sentence is well-formed; an empty one, that it means nothing because it is
not. The system accepts a sentence by any answer that is not empty, and rejects it by an empty one; ⊥ is neither, and
always wrong.

>>> taken, left = ("accepted",), ()
>>> judged = acceptance().judge([("good",), ("good",), (), (), ()], [taken, left, taken, left, UNDEFINED])
>>> judged.loss.tolist()
[0, 1, 1, 0, 1]
>>> [int(part.sum()) for part in (judged.counts["covered"], judged.counts["overgenerated"])]
[1, 1]
>>> judged.labels["outcome"]
['accepted', 'missed', 'overgenerated', 'rejected', 'undefined']
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.criteria import Counts, Criterion
from murho.measures.interface import Measure, Record


@dataclass(frozen=True)
class acceptance(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if a well-formed sentence is accepted and an ill-formed one rejected, else 1."""

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `outcome` tells what happened."""
        wellformed = np.array([len(reference) > 0 for reference in references], bool)
        undefined = np.array([answer is UNDEFINED for answer in answers], bool)
        accepted = np.array([answer is not UNDEFINED and len(answer) > 0 for answer in answers], bool)
        counts = {
            "wellformed": wellformed,
            "covered": wellformed & accepted,
            "illformed": ~wellformed,
            "overgenerated": ~wellformed & accepted,
        }
        names = {(True, True): "accepted", (True, False): "missed", (False, True): "overgenerated"}
        outcomes = [
            "undefined" if failed else names.get((good, accepts), "rejected")
            for good, accepts, failed in zip(wellformed.tolist(), accepted.tolist(), undefined.tolist(), strict=True)
        ]
        loss = (wellformed != accepted) | undefined  # who fails on an ill-formed sentence has not rejected it
        return Judgements.of(loss, counts=counts, undefined=undefined, labels={"outcome": outcomes})

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Per cent: of the well-formed sentences, those accepted; of the ill-formed ones, those accepted too."""
        return {
            "coverage": Criterion(counts["covered"], counts["wellformed"]),
            "overgeneration": Criterion(counts["overgenerated"], counts["illformed"]),
        }


MEASURE = Record(
    make=acceptance,
    name="acceptance",
    title="Acceptance",
    loss="wrongly accepted or rejected",
    accuracy="rightly accepted or rejected",
    example="acceptance",
)
