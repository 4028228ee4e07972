"""Slots as F1, as the measure of spoken-language understanding, and as whole frames.

Slots: precision, recall and F1 of semantic units, where π = 1 − F1.

F1 is a ratio of sums like any other, `2·right / (gold + given)`, so its loss is `gold + given − 2·right` in units of
`gold + given`. The units depend on the answer: what needs an importance fixed in advance declines this measure.

>>> judged = slots().judge([(["date:today", "time:noon"],)], [(["date:today"],)])
>>> judged.loss.tolist(), judged.units.tolist(), {name: int(column[0]) for name, column in judged.counts.items()}
([1], [3], {'correct': 1, 'gold': 2, 'given': 1})
>>> {name: round(float(c.scale * c.part[0] / c.whole[0]), 1) for name, c in slots().criteria(judged.counts).items()}
{'precision': 100.0, 'recall': 50.0, 'f1': 66.7}

`only`, `without` and `rows="units"` are those of `murho.measures.units.concepts`; a wrong value has two rows then, for
the unit that was missed and for the one that was made up, so that each attribute has its own precision and recall.

SLU-F1: slots whose values may be nearly right (Bastianelli and others, "SLURP", EMNLP 2020).

A given unit whose attribute is among the gold ones pairs with the closest of them, and the distance of their values,
once by words and once by characters, counts as error on both sides.

>>> judged = slu("words").judge([(["date:next monday", "time:noon"],)], [(["date:monday"],)])
>>> judged.loss.tolist(), judged.units.tolist()
([2.0], [4.0])

Frames: right only if the whole bag of semantic units is; the exact match of an understanding.

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
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.alignment import count_texts, count_tokens
from murho.measures.interface import Counts, Criterion, Record
from murho.measures.units.reading import OfUnits
from murho.measures.units.unit_rows import Pair, WithRows, apart, as_bag, unit_rows
from murho.plugs import option


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

    @property
    def countables(self) -> tuple[Countable, ...]:
        """The slots that are right, of those that were meant."""
        return (Countable("slot", of="gold", right="correct", per_case=False),)

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


MEASURE_SLOTS = Record(
    make=slots,
    name="slots",
    aliases=("f1", "slot_f1"),
    title="Slots",
    loss="1 − F1",
    accuracy="slot F1",
    example="slots(without='intent')",
)


@dataclass(frozen=True)
class slu(OfUnits):  # noqa: N801  a measure is typed and printed in lower case
    """1 − SLU-F1: slots whose values are graded by distance."""

    distance: str = option(
        "both",
        choices=("words", "characters", "both"),
        help="Values differ by words, by characters, or by both added up.",
    )

    bounded = False  # a distance by words can exceed 1
    fixed_units = False

    @property
    def without_intent(self) -> bool:
        """Whether it judges the entities alone of a command with its intent: unless units are chosen by name."""
        return not self.only

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.distance not in ("words", "characters", "both"):
            raise UsageError(f"slu: no distance {self.distance!r}; known: words, characters, both")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the first reference counts, as in the official scorer."""
        distances = {"words": (word_distance,), "characters": (character_distance,)}.get(
            self.distance, (word_distance, character_distance)
        )
        loss, total = np.zeros(len(references)), np.zeros(len(references))
        for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
            gold = self.read(reference[0], i, "reference") if reference else []
            given = self.answered(answer, i)
            for distance in distances:
                matched, wrong = _graded(gold, given, distance)
                loss[i] += wrong
                total[i] += wrong + 2 * matched
        return Judgements.of(loss, total, undefined=[answer is UNDEFINED for answer in answers])


def _graded(gold: Sequence[str], given: Sequence[str], distance: Callable[[str, str], float]) -> tuple[int, float]:
    """Pairs of one attribute, and the errors of both sides: unpaired units and twice the distances of the pairs."""
    left = [unit.partition(":")[::2] for unit in gold]
    matched, wrong = 0, 0.0
    for attribute, value in (unit.partition(":")[::2] for unit in given):
        near = [(distance(other, value), index) for index, (name, other) in enumerate(left) if name == attribute]
        if near:
            apart, index = min(near)
            left.pop(index)
            matched += 1
            wrong += 2 * apart
        else:
            wrong += 1
    return matched, wrong + len(left)


def word_distance(gold: str, given: str) -> float:
    """Word errors per word of the gold value; it can exceed 1."""
    counts = count_texts([gold], [given])
    return float(counts.errors[0]) / max(1, int(counts.units[0]))


def character_distance(gold: str, given: str) -> float:
    """Edits per character of the longer value, between 0 and 1."""
    edits = float(count_tokens([list(gold)], [list(given)]).errors[0])
    return edits / max(1, len(gold), len(given))


MEASURE_SLU = Record(
    make=slu,
    name="slu",
    aliases=("slu_f1",),
    title="Slots, graded",
    loss="1 − SLU-F1",
    accuracy="SLU-F1",
    example="slu(distance='words')",
)


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


MEASURE_FRAMES = Record(
    make=frames,
    name="frames",
    aliases=("frame_error_rate",),
    title="Frames",
    loss="frame error rate",
    accuracy="frame accuracy",
    example="frames(without='dm_marker')",
)
