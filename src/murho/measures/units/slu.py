"""SLU-F1: slots whose values may be nearly right (Bastianelli and others, "SLURP", EMNLP 2020).

A given unit whose attribute is among the gold ones pairs with the closest of them, and the distance of their values,
once by words and once by characters, counts as error on both sides.

>>> judged = slu("words").judge([(["date:next monday", "time:noon"],)], [(["date:monday"],)])
>>> judged.loss.tolist(), judged.units.tolist()
([2.0], [4.0])
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.alignment import count_texts, count_tokens
from murho.measures.interface import Record
from murho.measures.units.reading import OfUnits
from murho.plugs import option


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


MEASURE = Record(
    make=slu,
    name="slu",
    aliases=("slu_f1",),
    title="Slots, graded",
    loss="1 − SLU-F1",
    accuracy="SLU-F1",
    example="slu(distance='words')",
)
