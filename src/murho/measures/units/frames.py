"""Frames: right only if the whole bag of semantic units is; the exact match of an understanding.

The order of the units does not matter, how often one occurs does. Of several references any will do, of several answers
the first is judged, and ⊥ is never right. With `only` and `without` it is the match of a part: of the intents, of all
but the markers.

>>> judged = frames().judge([(["a:1", "b:2"],), (["a:1"],), ()], [(["b:2", "a:1"],), (["a:1", "c:3"],), ()])
>>> judged.loss.tolist()
[0, 1, 0]
>>> frames(only="a").judge([(["a:1"],)], [(["a:1", "c:3"],)]).loss.tolist()
[0]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.interface import Record
from murho.measures.units.reading import OfUnits


@dataclass(frozen=True)
class frames(OfUnits):  # noqa: N801  a measure is typed and printed in lower case
    """0 if all units are right and none is too many, else 1."""

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts correct, total, undefined."""
        correct = np.zeros(len(references), np.int64)
        undefined = np.array([answer is UNDEFINED for answer in answers], bool)
        for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
            right = [Counter(self.read(meaning, i, "reference")) for meaning in reference] or [Counter()]
            if answer is not UNDEFINED:
                correct[i] = Counter(self.read(answer[0], i, "answer") if answer else ()) in right
        counts = {"correct": correct, "total": np.ones_like(correct), "undefined": undefined}
        return Judgements.of(1 - correct, counts=counts, undefined=undefined)


MEASURE = Record(
    make=frames,
    name="frames",
    aliases=("frame_error_rate",),
    title="Frames",
    loss="frame error rate",
    accuracy="frame accuracy",
    example="frames(without='dm_marker')",
)
