"""Graded: how far apart two sets of meanings are, by a distance between their elements.

Any distance in [0,1] between two representations extends to sets by best assignment: each correct meaning is paired
with at most one answered meaning so that the sum of distances is least, a meaning without a partner costs 1, and the
sum is divided by the larger of the two sizes. It is 0 iff the sets are equal (if the distance is 0 only between
equals), and it refines the case that μ3 leaves at 1: a wrong answer may still be nearly right (Guida and Mauri 1984,
section 4). `meanings(mu4(...))` refines μ3 by the same distances. As a whole `graded` refines neither μ2 nor μ3: ⊥
costs 1 unless `undefined` says otherwise, and half of the right meanings cost 0.5, whatever δ. With `units` a list is
written for a bag: lists that differ in their order alone are one meaning, here as in the label `relation`.

>>> frame = graded("units")
>>> frame.judge([(["intent:set", "date:today"],)], [(["intent:set", "date:monday"],)]).loss.tolist()
[0.5]
>>> frame.judge([(["intent:set", "date:today"],)], [(["date:today", "intent:set"],)]).labels["relation"]
['equal']
>>> graded().judge([({"a": 1, "b": 2},)], [({"a": 1, "b": 3},)]).loss.tolist()
[0.5]

Distances: `json` (default) compares objects key by key, lists by edits of their elements, anything else as equal or
not; `units` compares lists as bags, `edit` texts by characters and lists by elements, `exact` is 0 or 1. In Python any
function of two meanings may be given.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical
from murho.measures.alignment import count_tokens
from murho.measures.interface import Measure, Record
from murho.measures.meanings import as_bags, relations
from murho.plugs import option

Distance = Callable[[Meaning, Meaning], float]


@dataclass(frozen=True)
class graded(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """Mean distance under the best assignment of answered to correct meanings; ⊥ costs `undefined` (1 by default)."""

    distance: str | Distance = option(
        "json", choices=("json", "units", "edit", "exact"), positional=True, always=True,
        help="json compares objects key by key and lists by edits; units lists as bags; edit texts by characters; "
        "exact is 0 or 1.",
    )  # fmt: skip
    undefined: float = option(1.0, help="What a failure costs, above 0 and up to 1.")

    def __post_init__(self) -> None:
        if isinstance(self.distance, str) and self.distance not in DISTANCES:
            raise UsageError(f"graded: no distance {self.distance!r}; known: {', '.join(DISTANCES)}")
        if not 0 < self.undefined <= 1:
            raise UsageError(f"graded: undefined={self.undefined} is not in (0, 1]")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `relation` is that of the whole sets."""
        between = DISTANCES[self.distance] if isinstance(self.distance, str) else self.distance
        if self.distance == "units":  # μ is 0 iff both are equal, so equality is that of bags, too
            references, answers = as_bags(references), as_bags(answers)
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
        return Judgements.of(loss, counts=counts, undefined=undefined, labels={"relation": related})


def set_distance(correct: Meanings, answered: Meanings, between: Distance) -> float:
    """The distance of two sets under best assignment, in [0,1]; repeated meanings count once."""
    left = list({canonical(m): m for m in correct}.values())
    right = list({canonical(m): m for m in answered}.values())
    if not left or not right:
        return float(bool(left or right))
    if len(left) == len(right) == 1:  # the usual case, which need not wait for scipy
        return _checked(between(left[0], right[0]))
    from scipy.optimize import linear_sum_assignment

    table = np.array([[_checked(between(a, b)) for b in right] for a in left])
    paired = float(table[linear_sum_assignment(table)].sum())
    return (paired + abs(len(left) - len(right))) / max(len(left), len(right))


def _checked(value: float) -> float:
    if not 0 <= value <= 1:
        raise UsageError(f"graded: the distance gave {value}; a distance lies in [0, 1]")
    return float(value)


def exact_distance(correct: Meaning, answered: Meaning) -> float:
    """0 if the meanings are the same, else 1."""
    return float(canonical(correct) != canonical(answered))


def edit_distance(correct: Meaning, answered: Meaning) -> float:
    """Edits per element of the longer: characters of two texts, elements of two lists."""
    if type(correct) is not type(answered) or not isinstance(correct, str | list):
        return exact_distance(correct, answered)
    tokens = [list(v) if isinstance(v, str) else [canonical(item) for item in v] for v in (correct, answered)]
    return float(count_tokens([tokens[0]], [tokens[1]]).errors[0]) / max(1, len(tokens[0]), len(tokens[1]))


def units_distance(correct: Meaning, answered: Meaning) -> float:
    """The share of the larger of two lists of units that has no equal in the other, whatever the order."""
    if not isinstance(correct, list) or not isinstance(answered, list):
        return exact_distance(correct, answered)
    a, b = Counter(map(canonical, correct)), Counter(map(canonical, answered))
    return 1 - (a & b).total() / max(1, a.total(), b.total()) if a or b else 0.0


def json_distance(correct: Meaning, answered: Meaning) -> float:
    """Objects by the mean distance over all keys of both (a key that one lacks costs 1), lists by edits, or exactly."""
    if isinstance(correct, dict) and isinstance(answered, dict):
        keys = correct.keys() | answered.keys()
        # Sorted, because floats in another order add up to other digits, and a set has no order to rely on.
        costs = [
            json_distance(correct[key], answered[key]) if key in correct and key in answered else 1.0
            for key in sorted(keys)
        ]
        return sum(costs) / len(costs) if costs else 0.0
    if isinstance(correct, list) and isinstance(answered, list):
        return edit_distance(correct, answered)
    return exact_distance(correct, answered)


DISTANCES: dict[str, Distance] = {
    "json": json_distance,
    "units": units_distance,
    "edit": edit_distance,
    "exact": exact_distance,
}


MEASURE = Record(
    make=graded,
    name="graded",
    title="Meanings, graded",
    loss="mean distance",
    accuracy="closeness",
    example="graded('units', undefined=0.5)",
)
