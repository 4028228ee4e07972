"""Meanings: whole sets of meanings against the correct set, by a shifting μ.

Order, repetition and the order of an object's keys do not matter; see `murho.core.shifting` for μ1, μ2, μ3.

>>> from murho.core.shifting import mu3
>>> judged = meanings(shifting=mu3()).judge([({"a": 1}, {"b": 2}), ()], [({"b": 2},), UNDEFINED])
>>> judged.loss.tolist(), judged.labels["relation"]
([0.3, 0.1], ['some', 'undefined'])

Any of several meanings: right if one of the correct ones is among those answered.

>>> any_of().judge([("x", "y")], [("y",)]).loss.tolist()
[0.0]

Graded: how far apart two sets of meanings are, by a distance between their elements, under the best assignment.

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

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings, meaning_set
from murho.core.shifting import RELATIONS, Shifting, mu1, relation
from murho.measures.distances.distance import Between, Distance
from murho.measures.distances.naming import named
from murho.measures.distances.sets import as_one, counted, explained, set_distance
from murho.measures.interface import Measure, Record, Titles
from murho.plugs import option


@dataclass(frozen=True)
class meanings(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """μ of the answered set against the correct set; the whole sets are compared."""

    shifting: Shifting = option(
        factory=mu1,
        type="shifting",
        always=True,
        help="How wrong each relation of the sets is: mu1, mu2(0.5), mu3(...), mu4(...).",
    )

    def __post_init__(self) -> None:
        if not isinstance(self.shifting, Shifting):
            raise UsageError(f"{self.shifting!r} is not a shifting; write mu1, mu2(0.5), mu3(...) or mu4(...)")
        if self.shifting.distance is not None:
            try:
                named(self.shifting.distance)
            except UsageError as error:
                raise UsageError(f"{self.shifting!r}: {error}") from None

    @property
    def titles(self) -> Titles:
        """Understood, where a case is right or wrong; a graded shifting makes a loss, which is called by its name."""
        titles = super().titles
        if set(self.shifting.values.values()) <= {0.0, 1.0}:
            return titles
        return titles._replace(loss=f"weighted loss under {self.shifting.name.replace('mu', 'μ')}", accuracy="not lost")

    @property
    def known_as(self) -> tuple[str, bool]:
        """Its accuracy under a shifting of right and wrong, else its loss."""
        _, loss, accuracy = self.titles
        return (accuracy, False) if accuracy != "not lost" else (loss, True)

    @property
    def set_shifting(self) -> Shifting:
        """Its shifting."""
        return self.shifting

    @property
    def notes(self) -> tuple[str, ...]:
        """Where the values of the shifting fall."""
        return () if self.shifting.note is None else (self.shifting.note,)

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `relation` names which of the seven relations holds."""
        bounded: dict[str, np.ndarray] = {}
        if self.shifting.distance is not None:
            distance = named(self.shifting.distance)
            both = [as_one(distance, *pair) for pair in zip(references, answers, strict=True)]
            references, answers = [right for right, _ in both], [said for _, said in both]
        related = relations(references, answers)
        if self.shifting.distance is not None:
            bounded |= counted(distance, references, answers)
        far = disjoint_distances(self.shifting, related, references, answers)
        values = [self.shifting.value(name, distance) for name, distance in zip(related, far, strict=True)]
        return judged(np.array(values, np.float64), related, bounded)

    @property
    def explaining(self) -> bool:
        """Under a shifting that looks at a distance it tells differences by it."""
        return self.shifting.distance is not None

    def explained(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[str]]:
        """What differs under the best assignment, by the distance of the shifting."""
        if self.shifting.distance is None:
            return super().explained(references, answers)
        distance = named(self.shifting.distance)
        pairs = zip(references, answers, strict=True)
        return [explained(distance, reference, answer) for reference, answer in pairs]


def relations(references: Sequence[Meanings], answers: Sequence[Answered]) -> list[str]:
    """The relation of each answer to its correct set."""
    related = []
    for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
        given = answer if answer is UNDEFINED else _set(answer, i, "answer")
        related.append(relation(given, _set(reference, i, "reference")))
    return related


def disjoint_distances(
    shifting: Shifting,
    related: Sequence[str],
    references: Sequence[Meanings],
    answers: Sequence[Answered],
    between: Between | None = None,
) -> list[float]:
    """The distance of each disjoint pair, where the shifting looks at it; 1 of all else, and if nothing is right.

    `between` is the distance of two meanings, where the one that the shifting names is not one of `graded`'s.
    """
    if shifting.distance is None:
        return [1.0] * len(related)
    between = between or named(shifting.distance).between
    return [
        set_distance(right, said, between) if name == "disjoint" and right and said is not UNDEFINED else 1.0
        for name, right, said in zip(related, references, answers, strict=True)
    ]


def _set(meanings_of: Meanings, index: int, side: str) -> frozenset[str]:
    try:
        return meaning_set(meanings_of)
    except (TypeError, ValueError) as error:
        raise MeaningError(index, side, f"{side}: {error}", "a meaning is a JSON value") from None


def judged(loss: np.ndarray, related: list[str], more: Mapping[str, np.ndarray] | None = None) -> Judgements:
    """Judgements with these losses and relations, and what else is counted."""
    names = np.array(related, dtype=object)
    undefined = names == "undefined"
    counts = {
        "correct": loss == 0,
        "total": np.ones(len(related)),
        **{n: names == n for n in RELATIONS},
        **(more or {}),
    }
    return Judgements.of(loss, counts=counts, undefined=undefined, labels={"relation": related})


MEASURE_MEANINGS = Record(
    make=meanings,
    name="meanings",
    title="Meanings",
    loss="misunderstood",
    accuracy="understood",
    example="meanings(shifting=mu2(0.5))",
)


@dataclass(frozen=True)
class any_of(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if at least one correct meaning is among the answered ones (or both sets are empty), else 1."""

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case."""
        related = relations(references, answers)
        return judged(np.array([name in ("undefined", "empty", "disjoint") for name in related], np.float64), related)


MEASURE_ANY_OF = Record(
    make=any_of,
    name="any_of",
    title="Meanings, any right one",
    loss="misunderstood",
    accuracy="understood",
    example="any_of",
)


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


MEASURE_GRADED = Record(
    make=graded,
    name="graded",
    title="Meanings, graded",
    loss="mean distance",
    accuracy="closeness",
    example="graded('units', undefined=0.5)",
)
