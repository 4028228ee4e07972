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

`slu` forgives part of a wrong value, as SLU-F1 does (Bastianelli and others 2020): a given unit whose
attribute is among the gold ones pairs with the closest of them, and the distance of their values, once by words and
once by characters, counts as error on both sides.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.alignment import count_texts, count_tokens
from murho.measures.criteria import Counts, Criterion
from murho.measures.units.reading import OfUnits
from murho.measures.units.unit_rows import Pair, WithRows, apart, as_bag, unit_rows


@dataclass(frozen=True, repr=False)
class slots(WithRows):  # noqa: N801  a measure is typed and printed in lower case
    """Wrong and missing units against the units of both sides; 1 − π is F1."""

    bounded = True
    fixed_units = False

    @property
    def without_intent(self) -> bool:
        """Of a command with its intent it judges the entities, unless units are chosen by name."""
        return not self.only

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case (or unit) with counts correct, gold, given; of several references the one of least loss."""
        if self.rows == "units":
            return unit_rows(references, answers, self.read, _pairs, _counted)
        rows = [self._best(reference, answer, i) for i, (reference, answer) in enumerate(_both(references, answers))]
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
        said = Counter(_said(self, answer, index))
        given = said.total()
        options = [Counter(self.read(meaning, index, "reference")) for meaning in reference] or [Counter()]
        scored = [((gold & said).total(), gold.total(), given) for gold in options]
        return min(scored, key=lambda score: (score[1] + score[2] - 2 * score[0], -score[1]))


def _pairs(gold: Sequence[str], said: Sequence[str]) -> list[Pair]:
    return apart(as_bag(gold, said))


def _counted(pair: Pair) -> tuple[float, float, dict[str, int]]:
    """Loss, units and counts of a unit that both sides have, or of one that stands alone."""
    sides = [side is not None for side in pair]
    both = all(sides)
    return sum(sides) % 2, sum(sides), {"correct": int(both), "gold": int(sides[0]), "given": int(sides[1])}


def _both(references: Sequence[Meanings], answers: Sequence[Answered]) -> list[tuple[Meanings, Answered]]:
    return list(zip(references, answers, strict=True))


def _said(how: OfUnits, answer: Answered, index: int) -> list[str]:
    return [] if answer is UNDEFINED or not answer else how.read(answer[0], index, "answer")


@dataclass(frozen=True, repr=False)
class slu(OfUnits):  # noqa: N801
    """1 − SLU-F1: slots whose values are graded by distance; `distance` is words, characters or both (added up)."""

    distance: str = "both"

    bounded = False  # a distance by words can exceed 1
    fixed_units = False

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.distance not in ("words", "characters", "both"):
            raise UsageError(f"slu: no distance {self.distance!r}; known: words, characters, both")

    @property
    def without_intent(self) -> bool:
        """Of a command with its intent it judges the entities, unless units are chosen by name."""
        return not self.only

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the first reference counts, as in the official scorer."""
        distances = {"words": (word_distance,), "characters": (character_distance,)}.get(
            self.distance, (word_distance, character_distance)
        )
        loss, total = np.zeros(len(references)), np.zeros(len(references))
        for i, (reference, answer) in enumerate(_both(references, answers)):
            gold = self.read(reference[0], i, "reference") if reference else []
            said = _said(self, answer, i)
            for distance in distances:
                matched, wrong = _graded(gold, said, distance)
                loss[i] += wrong
                total[i] += wrong + 2 * matched
        return Judgements.of(loss, total, undefined=[answer is UNDEFINED for answer in answers])


def _graded(gold: Sequence[str], said: Sequence[str], distance: Callable[[str, str], float]) -> tuple[int, float]:
    """Pairs of one attribute, and the errors of both sides: unpaired units and twice the distances of the pairs."""
    left = [unit.partition(":")[::2] for unit in gold]
    matched, wrong = 0, 0.0
    for attribute, value in (unit.partition(":")[::2] for unit in said):
        near = [(distance(other, value), place) for place, (name, other) in enumerate(left) if name == attribute]
        if near:
            apart, place = min(near)
            left.pop(place)
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
