"""What a person says of a case, a verdict on the answer or what the case means, and what several people agree on.

The verdicts are the relations that μ3 tells apart, so that a verdict has a loss under any shifting; "cannot say" has
none, and is counted in no divisor.

>>> loss("some"), loss("disjoint"), loss("cannot say")
(0.3, 1.0, None)

Agreement has coefficients by class, cases to settle, each person's steadiness and pace.

>>> both = [Judgement(0, "q1", "anna", "equal"), Judgement(0, "q1", "ben", "some"),
...         Judgement(1, "q2", "anna", "disjoint"), Judgement(1, "q2", "ben", "disjoint")]
>>> agreed = agreement(both)
>>> agreed.cases, agreed.percent, round(agreed.alpha, 2)
(2, 50.0, 0.4)
>>> [conflict.id for conflict in conflicts(both, {})]
['q1']
"""

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import median
from typing import Any, NamedTuple

import numpy as np

from murho.core.estimate import USUAL_LEVEL
from murho.core.meaning import UNDEFINED, Answered, Meanings, canonical
from murho.core.raters import alpha, alpha_interval, alpha_of_label, cohen, percent
from murho.core.shifting import Shifting, mu3
from murho.measures.verdict import CANNOT_SAY, NAMES

__all__ = ["CANNOT_SAY", "NAMES", "OFFERED", "VERDICT", "Judgement", "Verdict", "loss", "offered"]
VERDICT = "verdict"
"""The measure that verdicts are judgements under."""


class Verdict(NamedTuple):
    """One of the things to say of an answer, as it is offered."""

    name: str
    title: str
    example: str
    """What a request and an answer to it look like, where it is the right verdict."""
    key: str


OFFERED = (
    Verdict(
        "equal",
        "Right",
        "All that it can mean, and nothing else. “Open on Friday?”: this Friday, or every Friday.",
        "1",
    ),
    Verdict("some", "Right, but not all", "Something is missing. “Open on Friday?”: this Friday only.", "2"),
    Verdict(
        "more", "All of it, and something wrong", "“Open on Friday?”: this Friday, every Friday, or Saturday.", "3"
    ),
    Verdict("overlap", "Partly right, partly wrong", "“Open on Friday?”: this Friday, or Saturday.", "4"),
    Verdict("disjoint", "Wrong", "Nothing of it is meant. “Open on Friday?”: Saturday.", "5"),
    Verdict(CANNOT_SAY, "I cannot say", "The request cannot be understood, or it takes knowledge that you lack.", "6"),
)
_OF_EMPTY = (
    Verdict("equal", "Right: it means nothing here", "“Tell me a joke”, to a library.", "1"),
    Verdict("empty", "Wrong: it means something", "“Open on Friday?”", "2"),
    OFFERED[-1],
)
_OF_NO_ANSWER = (Verdict("undefined", "It gave no answer", "It crashed, or took too long.", "1"), OFFERED[-1])


def offered(answer: Answered) -> tuple[Verdict, ...]:
    """The verdicts that an answer can get.

    >>> [verdict.name for verdict in offered(())]
    ['equal', 'empty', 'cannot say']
    """
    if answer is UNDEFINED:
        return _OF_NO_ANSWER
    return OFFERED if answer else _OF_EMPTY


def loss(verdict: str, shifting: Shifting | None = None) -> float | None:
    """How wrong an answer is that got this verdict; None for "cannot say"."""
    return None if verdict == CANNOT_SAY else (shifting or mu3()).value(verdict)


@dataclass(frozen=True)
class Judgement:
    """What one person said of one case."""

    place: int
    """Of the case in the suite."""
    id: str
    evaluator: str
    verdict: str | None = None
    reference: Meanings | None = None
    """What it means; None where nothing was said about it, () where it means nothing here."""
    seconds: float | None = None
    comment: str = ""
    cause: str | None = None
    """Of a wrong answer, by the taxonomy of `murho.core.causes`."""
    repeat: bool = False
    """It was asked once more, to see whether the person says the same."""
    ruling: bool = False
    """It is what the owner says holds where people differ, and nobody's judgement."""

    def as_json(self) -> dict[str, Any]:
        """A line of `--export`."""
        return {
            "id": self.id,
            "evaluator": self.evaluator,
            **({} if self.verdict is None else {"verdict": self.verdict}),
            **({} if self.reference is None else {"reference": list(self.reference)}),
            "seconds": self.seconds,
            "comment": self.comment,
            **({} if self.cause is None else {"cause": self.cause}),
            **({"repeat": True} if self.repeat else {}),
            **({"ruling": True} if self.ruling else {}),
        }


@dataclass(frozen=True)
class Agreement:
    """The agreement of people on the cases that at least two of them judged."""

    cases: int
    percent: float | None
    """Of pairs of people, how many percent said the same, each case counted alike."""
    alpha: float | None
    """Krippendorff's α."""
    interval: tuple[float, float] | None
    """Of α, over the cases; it says nothing of other people."""
    by_class: Mapping[str, float | None]
    """α of each verdict against all others."""
    pairs: Sequence[tuple[str, str, int, float | None]]
    """Two people, how many cases both judged, Cohen's κ."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "cases": self.cases,
            "percent": self.percent,
            "alpha": self.alpha,
            "alpha_interval": None if self.interval is None else list(self.interval),
            "by_class": dict(self.by_class),
            "pairs": [{"evaluators": [a, b], "cases": n, "cohen_kappa": kappa} for a, b, n, kappa in self.pairs],
        }


def label(said: Judgement) -> str:
    """What of a judgement has to agree: the verdict, or the set of meanings where there is none."""
    if said.verdict is not None:
        return said.verdict
    return "{" + ", ".join(sorted(set(map(canonical, said.reference or ())))) + "}"


def agreement(judgements: Iterable[Judgement]) -> Agreement:
    """The agreement on these judgements; verdicts are compared with verdicts, and meanings with meanings.

    What a person was asked once more is left out.
    """
    of_unit: dict[tuple[int, bool], dict[str, str]] = defaultdict(dict)
    for said in judgements:
        if not said.repeat:
            of_unit[said.place, said.verdict is None][said.evaluator] = label(said)
    units = [given for given in of_unit.values() if len(given) >= 2]
    names = sorted({one for given in units for one in given.values()})
    at = {name: number for number, name in enumerate(names)}
    table = np.zeros((len(units), len(names)), np.int64)
    for row, given in enumerate(units):
        for one in given.values():
            table[row, at[one]] += 1
    verdicts = [name for name in names if not name.startswith("{")]
    return Agreement(
        len(units),
        percent(table) if units else None,
        alpha(table) if units else None,
        alpha_interval(table, USUAL_LEVEL) if units else None,
        {name: alpha_of_label(table, at[name]) for name in verdicts},
        _pairs(units, at),
    )


def _pairs(units: Sequence[Mapping[str, str]], at: Mapping[str, int]) -> list[tuple[str, str, int, float | None]]:
    people = sorted({name for given in units for name in given})
    results = []
    for first, second in combinations(people, 2):
        both = [(given[first], given[second]) for given in units if first in given and second in given]
        table = np.zeros((len(at), len(at)), np.int64)
        for one, other in both:
            table[at[one], at[other]] += 1
        if both:
            results.append((first, second, len(both), cohen(table)))
    return results


@dataclass(frozen=True)
class Conflict:
    """A case of which people said different things, and which nobody has settled."""

    place: int
    id: str
    judgements: Sequence[Judgement]
    """One of each person, in an order that tells nothing of who they are."""


def conflicts(judgements: Iterable[Judgement], settled: Mapping[int, Judgement]) -> list[Conflict]:
    """The cases that have to be settled, by their places.

    Who writes what is meant says no more of the answer than who does not:

    >>> wrong = Judgement(0, "q1", "anna", "disjoint")
    >>> [len(conflicts([wrong, Judgement(0, "q1", "ben", verdict, ("a",))], {})) for verdict in ("disjoint", "equal")]
    [0, 1]
    """
    of_case: dict[int, list[Judgement]] = defaultdict(list)
    for said in judgements:
        if not said.repeat and said.place not in settled:
            of_case[said.place].append(said)
    return [
        Conflict(place, given[0].id, sorted(given, key=_shuffled))
        for place, given in sorted(of_case.items())
        if any(len({*said} - {None}) > 1 for said in zip(*map(_content, given), strict=True))
    ]


def _content(said: Judgement) -> tuple[str | None, str | None]:
    """The verdict and the meanings of a judgement, each to be compared with another."""
    meant = None if said.reference is None else label(Judgement(said.place, said.id, "", None, said.reference))
    return said.verdict, meant


def _shuffled(said: Judgement) -> str:
    return hashlib.sha256(f"{said.id}\0{said.evaluator}".encode("utf-8", "surrogatepass")).hexdigest()


@dataclass(frozen=True)
class PersonsWork:
    """What one person did."""

    name: str
    judged: int
    seconds: float | None
    """The median time of a case."""
    repeated: int
    """Cases that the person was asked twice."""
    steady: int
    """Of these, how many the person judged alike."""
    cannot_say: int

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return dict(vars(self))


def people_of(judgements: Iterable[Judgement]) -> list[PersonsWork]:
    """What each person did, by name."""
    by_name: dict[str, list[Judgement]] = defaultdict(list)
    for said in judgements:
        by_name[said.evaluator].append(said)
    return [_work(name, given) for name, given in sorted(by_name.items())]


def _work(name: str, given: Sequence[Judgement]) -> PersonsWork:
    first = {said.place: label(said) for said in given if not said.repeat}
    again = [(first[said.place], label(said)) for said in given if said.repeat and said.place in first]
    times = [said.seconds for said in given if said.seconds is not None]
    return PersonsWork(
        name,
        len(first),
        median(times) if times else None,
        len(again),
        sum(one == other for one, other in again),
        sum(said.verdict == "cannot say" for said in given if not said.repeat),
    )


def holding(judgements: Iterable[Judgement], settled: Mapping[int, Judgement]) -> list[Judgement]:
    """The judgements that count: of a case that was settled, that which holds; else all that is no repetition.

    >>> both = [Judgement(0, "q1", "anna", "equal"), Judgement(0, "q1", "ben", "some")]
    >>> [one.evaluator for one in holding(both, {0: Judgement(0, "q1", "owner", "more")})]
    ['owner']
    """
    return [judgement for judgement in judgements if not judgement.repeat and judgement.place not in settled] + list(
        settled.values()
    )


def meant(judgements: Iterable[Judgement], settled: Mapping[int, Judgement]) -> dict[int, Judgement]:
    """By place a judgement whose meanings hold: all who wrote some wrote the same, or it was settled.

    >>> both = [Judgement(0, "q1", "anna", None, ("a",)), Judgement(0, "q1", "ben", None, ("b",))]
    >>> meant(both, {}), meant(both, {0: both[1]})[0].reference
    ({}, ('b',))
    """
    of_case: dict[int, list[Judgement]] = defaultdict(list)
    for said in holding(judgements, settled):
        if said.reference is not None:
            of_case[said.place].append(said)
    return {
        place: given[0] for place, given in sorted(of_case.items()) if len({_content(one)[1] for one in given}) == 1
    }


def losses(judgements: Iterable[Judgement], settled: Mapping[int, Judgement]) -> dict[int, float]:
    """By place how wrong the answer is by people's verdicts: their mean, or that of whose judgement holds.

    >>> losses([Judgement(0, "q1", "anna", "equal"), Judgement(0, "q1", "ben", "disjoint")], {})
    {0: 0.5}
    """
    of_case: dict[int, list[float]] = defaultdict(list)
    for said in holding(judgements, settled):
        if said.verdict is not None and (value := loss(said.verdict)) is not None:
            of_case[said.place].append(value)
    return {place: sum(values) / len(values) for place, values in sorted(of_case.items())}
