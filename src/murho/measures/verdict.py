"""What is judged without a right answer written out: verdicts of people, and whether a sentence is accepted.

Verdicts: what people say of an answer, as a loss; nobody has to have written down what is right.

The verdicts are the relations that μ3 tells apart, and `right` and `wrong` for `equal` and `disjoint`. A case counts
the mean of its verdicts, or what was ruled where people differ. Who cannot say is counted, and in no divisor; so is a
case of which nobody said anything.

>>> said = [({"evaluator": "anna", "verdict": "right"}, {"evaluator": "ben", "verdict": "some"}), ("cannot say",)]
>>> judged = verdict().judge([("equal",)] * 2, said)
>>> judged.loss.tolist(), judged.units.tolist(), judged.labels["verdict"]
([0.15, 0.0], [1, 0], ['several', 'cannot say'])

Acceptance: does a grammar take well-formed sentences, and leave ill-formed ones?

A reference that is not empty says that the sentence is well-formed; an empty one, that it means nothing because it is
not. The system accepts a sentence by any answer that is not empty, and rejects it by an empty one; ⊥ is neither, and
always wrong.

>>> taken, left = ("accepted",), ()
>>> judged = acceptance().judge([("good",), ("good",), (), (), ()], [taken, left, taken, left, UNDEFINED])
>>> judged.loss.tolist()
[0, 1, 1, 0, 1]
>>> [int(part.sum()) for part in (judged.counts["covered"], judged.counts["overgenerated"])]
[1, 1]
>>> judged.labels["outcome"]
['accepted', 'missed', 'overgenerated', 'rejected', 'undefined']
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import MeaningError, UsageError, as_written
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.core.shifting import RELATIONS, Shifting, mu3
from murho.measures.interface import Counts, Criterion, Measure, Record
from murho.plugs import option

CANNOT_SAY = "cannot say"
_ALSO = {"right": "equal", "wrong": "disjoint"}
NAMES = (*RELATIONS, CANNOT_SAY)


def named(text: object) -> str | None:
    """The verdict of this name; None where there is none.

    >>> named("wrong"), named("some"), named("best")
    ('disjoint', 'some', None)
    """
    result = _ALSO.get(text, text) if isinstance(text, str) else None
    return result if result in NAMES else None


@dataclass(frozen=True)
class verdict(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """The mean of what people said of the answer, by a shifting; the reference is not looked at."""

    kind = "verdict"
    one_file_format = "verdicts"
    shifting: Shifting = option(factory=mu3, type="shifting", help="How wrong an answer of each verdict is.")

    def __post_init__(self) -> None:
        if not isinstance(self.shifting, Shifting) or self.shifting.distance is not None:
            raise UsageError(f"verdict: shifting is {self.shifting!r}; write mu1, mu2(0.5) or mu3(...)")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `verdict` is `several` where people differ."""
        every = [[] if answer is UNDEFINED else list(answer) for answer in answers]
        said = [[_verdict(one, i) for one in answer if not _rules(one)] for i, answer in enumerate(every)]
        ruled = [[_verdict(one, i) for one in answer if _rules(one)] for i, answer in enumerate(every)]
        holds = [held or names for held, names in zip(ruled, said, strict=True)]
        told = [[name for name in names if name != CANNOT_SAY] for names in holds]
        losses = [[self.shifting.value(name) for name in names] for names in told]
        pairs = [len(names) * (len(names) - 1) // 2 for names in said]
        alike = [sum(n * (n - 1) // 2 for n in Counter(names).values()) for names in said]
        return Judgements.of(
            [sum(values) / len(values) if values else 0.0 for values in losses],
            [int(bool(values)) for values in losses],
            {
                "verdicts": [len(names) for names in said],
                "cannot_say": [names.count(CANNOT_SAY) for names in said],
                "pairs": pairs,
                "alike": alike,
            },
            undefined=np.array([answer is UNDEFINED for answer in answers], bool),
            labels={"verdict": [_all_say(names) for names in holds]},
        )

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Per cent: of two people who judged a case, how often both said the same; of verdicts, `cannot say`."""
        return {
            "agreement": Criterion(counts["alike"], counts["pairs"]),
            "cannot-say": Criterion(counts["cannot_say"], counts["verdicts"]),
        }


def _all_say(names: Sequence[str]) -> str:
    """The verdict that all gave; `several` where they differ."""
    return "none" if not names else names[0] if len({*names}) == 1 else "several"


def _rules(meaning: Meaning) -> bool:
    return isinstance(meaning, dict) and bool(meaning.get("ruling"))


def _verdict(meaning: Meaning, place: int) -> str:
    text = meaning.get("verdict") if isinstance(meaning, dict) else meaning
    if (result := named(text)) is None:
        known = ", ".join((*NAMES, *_ALSO))
        raise MeaningError(place, "answer", f"answer {as_written(meaning)} is no verdict", f"give one of {known}")
    return result


MEASURE_VERDICT = Record(
    make=verdict,
    name="verdict",
    title="Verdicts of people",
    loss="loss by people's verdicts",
    accuracy="accuracy by people's verdicts",
    example="verdict",
)


@dataclass(frozen=True)
class acceptance(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if a well-formed sentence is accepted and an ill-formed one rejected, else 1."""

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `outcome` tells what happened."""
        wellformed = np.array([len(reference) > 0 for reference in references], bool)
        undefined = np.array([answer is UNDEFINED for answer in answers], bool)
        accepted = np.array([answer is not UNDEFINED and len(answer) > 0 for answer in answers], bool)
        counts = {
            "wellformed": wellformed,
            "covered": wellformed & accepted,
            "illformed": ~wellformed,
            "overgenerated": ~wellformed & accepted,
        }
        names = {(True, True): "accepted", (True, False): "missed", (False, True): "overgenerated"}
        outcomes = [
            "undefined" if failed else names.get((good, accepts), "rejected")
            for good, accepts, failed in zip(wellformed.tolist(), accepted.tolist(), undefined.tolist(), strict=True)
        ]
        loss = (wellformed != accepted) | undefined  # who fails on an ill-formed sentence has not rejected it
        return Judgements.of(loss, counts=counts, undefined=undefined, labels={"outcome": outcomes})

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """Per cent: of the well-formed sentences, those accepted; of the ill-formed ones, those accepted too."""
        return {
            "coverage": Criterion(counts["covered"], counts["wellformed"]),
            "overgeneration": Criterion(counts["overgenerated"], counts["illformed"]),
        }


MEASURE_ACCEPTANCE = Record(
    make=acceptance,
    name="acceptance",
    title="Acceptance",
    loss="wrongly accepted or rejected",
    accuracy="rightly accepted or rejected",
    example="acceptance",
)
