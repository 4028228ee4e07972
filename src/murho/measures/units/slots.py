"""Slots: precision, recall and F1 of semantic units, where π = 1 − F1.

F1 is a ratio of sums like any other, `2·right / (gold + given)`, so its loss is `gold + given − 2·right` in units of
`gold + given`. The units depend on the answer: what needs an importance fixed in advance declines this measure.

>>> judged = slots().judge([(["date:today", "time:noon"],)], [(["date:today"],)])
>>> judged.loss.tolist(), judged.units.tolist(), {name: int(column[0]) for name, column in judged.counts.items()}
([1], [3], {'correct': 1, 'gold': 2, 'given': 1})
>>> {name: round(float(c.scale * c.part[0] / c.whole[0]), 1) for name, c in slots().criteria(judged.counts).items()}
{'precision': 100.0, 'recall': 50.0, 'f1': 66.7}

`only`, `without` and `rows="units"` are those of `murho.measures.units.concepts`; a wrong value has two rows then, for
the unit that was missed and for the one that was made up, so that each attribute has its own precision and recall.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.criteria import Counts, Criterion
from murho.measures.interface import Record
from murho.measures.units.unit_rows import Pair, WithRows, apart, as_bag, unit_rows


@dataclass(frozen=True)
class slots(WithRows):  # noqa: N801  a measure is typed and printed in lower case
    """Wrong and missing units against the units of both sides; 1 − π is F1."""

    fixed_units = False

    @property
    def without_intent(self) -> bool:
        """Whether it judges the entities alone of a command with its intent: unless units are chosen by name."""
        return not self.only

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case (or unit) with counts correct, gold, given; of several references the one of least loss."""
        if self.rows == "units":
            return unit_rows(references, answers, self.read, _pairs, _counted)
        pairs = zip(references, answers, strict=True)
        rows = [self._best(reference, answer, i) for i, (reference, answer) in enumerate(pairs)]
        correct, gold, given = np.array(rows, np.int64).reshape(-1, 3).T
        counts = {"correct": correct, "gold": gold, "given": given}
        undefined = [answer is UNDEFINED for answer in answers]
        return Judgements.of(gold + given - 2 * correct, gold + given, counts, undefined=undefined)

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Precision, recall and F1, in percent."""
        correct, gold, given = counts["correct"], counts["gold"], counts["given"]
        return {
            "precision": Criterion(correct, given),
            "recall": Criterion(correct, gold),
            "f1": Criterion(2 * correct, gold + given),
        }

    def _best(self, reference: Meanings, answer: Answered, index: int) -> tuple[int, int, int]:
        answered = Counter(self.answered(answer, index))
        given = answered.total()
        options = [Counter(self.read(meaning, index, "reference")) for meaning in reference] or [Counter()]
        scored = [((gold & answered).total(), gold.total(), given) for gold in options]
        # The least loss; of equals the reference with the most units.
        return min(scored, key=lambda score: (score[1] + score[2] - 2 * score[0], -score[1]))


def _pairs(gold: Sequence[str], given: Sequence[str]) -> list[Pair]:
    return apart(as_bag(gold, given))


def _counted(pair: Pair) -> tuple[float, float, dict[str, int]]:
    """Loss, units and counts of a unit that both sides have, or of one that stands alone."""
    sides = [side is not None for side in pair]
    both = all(sides)
    return sum(sides) % 2, sum(sides), {"correct": int(both), "gold": int(sides[0]), "given": int(sides[1])}


MEASURE = Record(
    make=slots,
    name="slots",
    aliases=("f1", "slot_f1"),
    title="Slots",
    loss="1 − F1",
    accuracy="slot F1",
    example="slots(without='intent')",
)
