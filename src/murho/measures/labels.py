"""Labels: classification, and exact match of any single text.

The answer is right if it is one of the references. Of several answers the first, the system's best, is judged. An empty
reference set means that no label is right: then only the empty answer is.

>>> judged = labels().judge([("hours",), ("loans",), (), ("fees",)], [("hours",), ("hours",), (), UNDEFINED])
>>> judged.loss.tolist(), judged.counts["correct"].tolist(), judged.undefined.tolist()
([0, 1, 0, 1], [1, 0, 1, 0], [False, False, False, True])

Precision, recall and F1 of each label: `murho.pipeline.scoring.classes`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import eq

import numpy as np

from murho.core.errors import MeaningError, as_written
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.spelling import setting
from murho.measures.alignment import only_strings
from murho.measures.interface import Measure, Record

NOTHING = "∅"
"""Stands for the empty set where a label is shown."""
FAILED = "⊥"


@dataclass(frozen=True)
class labels(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if the label is right, else 1."""

    kind = "label"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the labels `gold` and `given` make the confusion."""
        wanted, said = only_strings(references), only_strings(answers)
        if wanted is not None and said is not None:
            return _of_strings(wanted, said)
        correct = np.zeros(len(references), np.int64)
        undefined = np.zeros(len(references), np.int64)
        gold: list[str] = []
        given: list[str] = []
        for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
            right = NOTHING if not reference else _label(reference[0], i, "reference")
            if answer is UNDEFINED:
                undefined[i] = 1
                label = FAILED
            elif not answer:
                correct[i] = not reference
                label = NOTHING
            else:
                correct[i] = answer[0] in reference
                label = _label(answer[0], i, "answer")
            # Of several right labels the one that was given, so that what is right lies on the diagonal.
            gold.append(label if correct[i] else right)
            given.append(label)
        counts = {"correct": correct, "total": np.ones_like(correct), "undefined": undefined}
        return Judgements.of(
            1 - correct, counts=counts, undefined=undefined == 1, labels={"gold": gold, "given": given}
        )


def _of_strings(right: Sequence[str], said: Sequence[str]) -> Judgements:
    """The rows where each case has one label on either side, as most have."""
    correct = np.fromiter(map(eq, right, said), np.int64, len(right))
    counts = {"correct": correct, "total": np.ones_like(correct), "undefined": np.zeros_like(correct)}
    return Judgements.of(1 - correct, counts=counts, labels={"gold": right, "given": said})


def _label(value: object, index: int, side: str) -> str:
    if isinstance(value, str):
        return value
    todo = 'a label is a string, as in ["hours"]'
    if isinstance(value, dict):
        todo += f"; where it stands in an object is said by {setting('map')}FILE (docs/concepts.md)"
    raise MeaningError(index, side, f"{side} {as_written(value)} is not a label", todo)


MEASURE = Record(
    make=labels,
    name="labels",
    aliases=("accuracy",),
    title="Labels",
    loss="error rate",
    accuracy="accuracy",
    example="labels",
)
