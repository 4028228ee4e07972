"""Graded: how far apart two sets of meanings are, by a distance between their elements, under the best assignment.

It refines the case that μ3 leaves at 1: a wrong answer may still be nearly right (Guida and Mauri 1984, section 4).
`meanings(mu4(...))` refines μ3 by the same distances. As a whole `graded` refines neither μ2 nor μ3: ⊥ costs 1 unless
`undefined` says otherwise, and half of the right meanings cost 0.5, whatever δ. Meanings at distance 0 are one meaning,
here as in the label `relation`: with `units`, lists that differ in their order alone.

>>> frame = graded("units")
>>> frame.judge([(["intent:set", "date:today"],)], [(["intent:set", "date:monday"],)]).loss.tolist()
[0.5]
>>> frame.judge([(["intent:set", "date:today"],)], [(["date:today", "intent:set"],)]).labels["relation"]
['equal']
>>> graded().judge([({"a": 1, "b": 2},)], [({"a": 1, "b": 3},)]).loss.tolist()
[0.5]

The distances are those of `murho.measures.distances`; in Python any function of two meanings may be given.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.distances.distance import Between, Distance
from murho.measures.distances.naming import named
from murho.measures.distances.sets import as_one, counted, explained, set_distance
from murho.measures.interface import Measure, Record
from murho.measures.meanings import relations
from murho.plugs import option


@dataclass(frozen=True)
class graded(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """Mean distance under the best assignment of answered to correct meanings; ⊥ costs `undefined` (1 by default)."""

    distance: str | Between = option(
        "json", positional=True, always=True,
        help="json compares objects key by key and lists by edits; units lists as bags, set as sets; edit texts by "
        "characters; number(scale=1, tolerance=0), date(scale=30), tree (brackets), dependencies(labelled=True), "
        "logic (logical forms), structure (with shared values); exact is 0 or 1.",
    )  # fmt: skip
    undefined: float = option(1.0, help="What a failure costs, above 0 and up to 1.")

    def __post_init__(self) -> None:
        if isinstance(self.distance, str):
            try:
                named(self.distance)
            except UsageError as error:
                raise UsageError(f"graded: {error}") from None
        elif not callable(self.distance):
            raise UsageError(f"graded: {self.distance!r} is no distance; name one, or give a function of two meanings")
        if not 0 < self.undefined <= 1:
            raise UsageError(f"graded: undefined={self.undefined} is not in (0, 1]")

    @property
    def _distance(self) -> Distance:
        return named(self.distance) if isinstance(self.distance, str) else Distance(self.distance)

    explaining = True

    def explained(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[str]]:
        """What differs under the best assignment, by the distance."""
        pairs = zip(references, answers, strict=True)
        return [explained(self._distance, reference, answer) for reference, answer in pairs]

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `relation` is that of the whole sets."""
        between = self._distance.between
        both = [as_one(self._distance, *pair) for pair in zip(references, answers, strict=True)]
        references, answers = [right for right, _ in both], [said for _, said in both]
        related = relations(references, answers)
        loss = [
            self.undefined
            if answer is UNDEFINED
            else 0.0
            if same == "equal"
            else set_distance(reference, answer, between)
            for reference, answer, same in zip(references, answers, related, strict=True)
        ]
        correct = np.array(loss) == 0
        undefined = np.array([answer is UNDEFINED for answer in answers])
        counts = {"correct": correct, "total": np.ones(len(related)), "undefined": undefined}
        counts |= counted(self._distance, references, answers)
        return Judgements.of(loss, counts=counts, undefined=undefined, labels={"relation": related})


MEASURE = Record(
    make=graded,
    name="graded",
    title="Meanings, graded",
    loss="mean distance",
    accuracy="closeness",
    example="graded('units', undefined=0.5)",
)
