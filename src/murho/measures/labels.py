"""Labels: classification, and exact match of any single text.

The answer is right if it is one of the references. Of several answers the first, the system's best, is judged. An empty
reference set means that no label is right: then only the empty answer is.

>>> judged = labels().judge([("hours",), ("loans",), (), ("fees",)], [("hours",), ("hours",), (), UNDEFINED])
>>> judged.loss.tolist(), judged.counts["correct"].tolist(), judged.undefined.tolist()
([0, 1, 0, 1], [1, 0, 1, 0], [False, False, False, True])
>>> [(c.label, c.precision, c.recall, c.f1) for c in per_class(judged) if c.label == "hours"]
[('hours', 0.5, 1.0, 0.6666666666666666)]
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from murho.core.coded import Coded
from murho.core.errors import MeaningError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
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
        correct = np.zeros(len(references), np.int64)
        undefined = np.zeros(len(references), np.int64)
        gold: list[str] = []
        given: list[str] = []
        for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
            right = NOTHING if not reference else _label(reference[0], i, "reference")
            if answer is UNDEFINED:
                undefined[i] = 1
                said = FAILED
            elif not answer:
                correct[i] = not reference
                said = NOTHING
            else:
                correct[i] = answer[0] in reference
                said = _label(answer[0], i, "answer")
            gold.append(said if correct[i] else right)
            given.append(said)
        counts = {"correct": correct, "total": np.ones_like(correct), "undefined": undefined}
        return Judgements.of(
            1 - correct, counts=counts, undefined=undefined == 1, labels={"gold": gold, "given": given}
        )


def _label(value: object, index: int, side: str) -> str:
    if isinstance(value, str):
        return value
    raise MeaningError(index, side, f"{side} {value!r} is not a label", 'a label is a string, as in ["hours"]')


@dataclass(frozen=True)
class ClassScore:
    """Precision, recall and F1 of one class, and the ρ-weighted sums behind them."""

    label: str
    right: float
    given: float
    gold: float

    @property
    def precision(self) -> float | None:
        """Of what was given this label, the share that is right."""
        return self.right / self.given if self.given else None

    @property
    def recall(self) -> float | None:
        """Of what deserves this label, the share that got it."""
        return self.right / self.gold if self.gold else None

    @property
    def f1(self) -> float | None:
        """The harmonic mean of both."""
        return 2 * self.right / (self.given + self.gold) if self.given + self.gold else None


def confusion(judgements: Judgements, weights: ArrayLike | None = None) -> Mapping[tuple[str, str], float]:
    """Σ ρ for each pair (gold, given) that occurs, most frequent first."""
    pairs: dict[tuple[str, str], float] = defaultdict(float)
    rho = np.ones(len(judgements)) if weights is None else np.asarray(weights, np.float64)[judgements.case]
    right, said = judgements.labels["gold"], judgements.labels["given"]
    if isinstance(right, Coded) and isinstance(said, Coded):
        mass = np.bincount(right.codes * len(said.names) + said.codes, rho)
        for place in np.flatnonzero(mass).tolist():
            pairs[right.names[place // len(said.names)], said.names[place % len(said.names)]] += float(mass[place])
        return dict(sorted(pairs.items(), key=lambda item: -item[1]))
    for gold, given, weight in zip(right, said, rho.tolist(), strict=True):
        pairs[gold, given] += weight
    return dict(sorted(pairs.items(), key=lambda item: -item[1]))


def per_class(judgements: Judgements, weights: ArrayLike | None = None) -> list[ClassScore]:
    """One score for each label, by falling Σ ρ of the gold labels; ⊥ and ∅ are listed as given labels too."""
    right: dict[str, float] = defaultdict(float)
    given_mass: dict[str, float] = defaultdict(float)
    gold_mass: dict[str, float] = defaultdict(float)
    for (gold, given), mass in confusion(judgements, weights).items():
        gold_mass[gold] += mass
        given_mass[given] += mass
        right[gold] += mass * (gold == given)
    names = sorted({**gold_mass, **given_mass}, key=lambda name: (-gold_mass[name], name))
    return [ClassScore(name, right[name], given_mass[name], gold_mass[name]) for name in names]


MEASURE = Record(
    make=labels,
    name="labels",
    aliases=("accuracy",),
    title="Labels",
    loss="error rate",
    accuracy="accuracy",
    example="labels",
)
