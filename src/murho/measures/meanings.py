"""Meanings: whole sets of meanings against the correct set, by a shifting μ.

Order, repetition and the order of an object's keys do not matter; see `murho.core.shifting` for μ1, μ2, μ3.

>>> from murho.core.shifting import mu3
>>> judged = meanings(shifting=mu3()).judge([({"a": 1}, {"b": 2}), ()], [({"b": 2},), UNDEFINED])
>>> judged.loss.tolist(), judged.labels["relation"]
([0.3, 0.1], ['some', 'undefined'])
>>> any_of().judge([("x", "y")], [("y",)]).loss.tolist()
[0.0]
"""

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from murho.core.errors import MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings, meaning_set
from murho.core.shifting import RELATIONS, Shifting, mu1, relation


@dataclass(frozen=True)
class meanings:  # noqa: N801  a measure is typed and printed in lower case
    """μ of the answered set against the correct set; the whole sets are compared."""

    shifting: Shifting = field(default_factory=mu1)
    bounded = True
    fixed_units = True
    kind = "json"

    def __post_init__(self) -> None:
        if not isinstance(self.shifting, Shifting):
            raise UsageError(f"{self.shifting!r} is not a shifting; write mu1, mu2(0.5) or mu3(...)")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `relation` names which of the seven relations holds."""
        found = relations(references, answers)
        values = self.shifting.values
        return _judged(np.array([values[name] for name in found], np.float64), found)


@dataclass(frozen=True, repr=False)
class any_of:  # noqa: N801
    """0 if at least one correct meaning is among the answered ones (or both sets are empty), else 1."""

    bounded = True
    fixed_units = True
    kind = "json"

    def __repr__(self) -> str:
        return "any_of"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case."""
        found = relations(references, answers)
        return _judged(np.array([name in ("undefined", "empty", "disjoint") for name in found], np.float64), found)


def relations(references: Sequence[Meanings], answers: Sequence[Answered]) -> list[str]:
    """The relation of each answer to its correct set."""
    found = []
    for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
        given = answer if answer is UNDEFINED else _set(answer, i, "answer")
        found.append(relation(given, _set(reference, i, "reference")))
    return found


def _set(meanings_of: Meanings, index: int, side: str) -> frozenset[str]:
    try:
        return meaning_set(meanings_of)
    except (TypeError, ValueError) as error:
        raise MeaningError(index, side, f"{side}: {error}", "a meaning is a JSON value") from None


def _judged(loss: np.ndarray, found: list[str]) -> Judgements:
    names = np.array(found, dtype=object)
    undefined = names == "undefined"
    counts = {"correct": loss == 0, "total": np.ones(len(found)), **{n: names == n for n in RELATIONS}}
    return Judgements.of(loss, counts=counts, undefined=undefined, labels={"relation": found})
