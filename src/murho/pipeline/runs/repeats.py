"""What repeated askings say of a run: how it varies, whether it is ever right, always, and of one mind with itself."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join
from murho.core.estimate import Estimate, estimate
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, meaning_set
from murho.core.moments import Moments
from murho.core.repetition import Variation, always, at_least_once, difference, variation
from murho.measures import Measure
from murho.pipeline.runs.repeating import REPETITION, case_of, repetitions
from murho.pipeline.runs.show import answers_to, each_judged
from murho.pipeline.scoring.judge import weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.store import Run
from murho.weighting import Weighting


@dataclass(frozen=True)
class Repeats:
    """What is told of a run whose cases were asked several times."""

    askings: int
    """Of each case."""
    level: float
    variation: Variation | None
    """None where there is nothing to divide by, or too little was asked."""
    once: Estimate
    """The share of cases, by importance, to which one answer at least is right: loss 0."""
    every: Estimate
    """The share to which all are."""
    agreement: Estimate
    """The share of pairs of answers to the same case that are the same answer; ⊥ is one, too."""
    once_in: Sequence[float]
    """The share of which one at least is right of the first 1, 2... askings, by all that could have been the first."""
    always_in: Sequence[float]
    """The share of which all of these are right."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        told: dict[str, Any] = {"askings": self.askings}
        if (found := self.variation) is not None:
            told |= {
                "variance_between_cases": found.between,
                "variance_within_cases": found.within,
                "margin": found.margin(self.level),
                "margin_with_one_more_repetition": found.margin(self.level, askings=self.askings + 1),
                "margin_with_as_many_questions_on_new_cases": found.margin(self.level, cases=1 + 1 / self.askings),
                "own_noise": found.noise(self.level),
            }
        shares = {"right_at_least_once": self.once, "right_always": self.every, "agreement_with_itself": self.agreement}
        told |= {name: _as_json(one) for name, one in shares.items()}
        return {**told, "right_at_least_once_in": list(self.once_in), "right_always_in": list(self.always_in)}


def _as_json(one: Estimate) -> dict[str, Any]:
    known = one.value is not None and one.undetermined is None
    return {"value": one.value, "interval": [one.low, one.high] if known else None}


class _Asked(NamedTuple):
    """Some cases of a run, judged."""

    cases: Cases
    rows: Judgements
    rho: NDArray[np.float64]

    def sums(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """ρ·loss and ρ·units of each case."""
        loss, units = (np.bincount(self.rows.case, one, len(self.cases)) for one in (self.rows.loss, self.rows.units))
        return self.rho * loss, self.rho * units

    def bases(self) -> list[str]:
        """The cases of which these are askings."""
        numbers = self.cases.features.get(REPETITION) or [1] * len(self.cases)
        return [case_of(name, number or 1) for name, number in zip(self.cases.ids, list(numbers), strict=True)]


def repeats_of(run: Run, measure: Measure, reading: Reading, missing: str = "undefined") -> Repeats | None:
    """What repeated askings say; None of a run whose cases are asked once."""
    if (askings := repetitions(run.record)) < 2:
        return None
    numbers, clusters = dict[str, int](), dict[str, int]()
    case, cluster, num, den = list[int](), list[int](), list[NDArray[np.float64]](), list[NDArray[np.float64]]()
    weight, right, said = dict[int, float](), defaultdict[int, list[bool]](list), defaultdict[int, list[int]](list)
    for asked in _each(run, measure, reading.weight, missing):
        loss, units = asked.sums()
        num.append(loss)
        den.append(units)
        wrong = np.bincount(asked.rows.case, asked.rows.loss, len(asked.cases)) > 0
        answers = answers_to(run, asked.cases).answers
        groups = asked.cases.clusters or [None] * len(asked.cases)
        for row, base in enumerate(asked.bases()):
            place = numbers.setdefault(base, len(numbers))
            case.append(place)
            cluster.append(clusters.setdefault(groups[row] or base, len(clusters)))
            weight[place] = float(asked.rho[row])
            right[place].append(not wrong[row])
            answer = answers[row]
            said[place].append(hash(None if answer is UNDEFINED else meaning_set(answer)))
    cluster_of = dict(zip(case, cluster, strict=True))

    def share(values: dict[int, float]) -> Estimate:
        sums = defaultdict[int, list[float]](lambda: [0.0, 0.0])
        for place, value in values.items():
            both = sums[cluster_of[place]]
            both[0] += weight[place] * value
            both[1] += weight[place]
        moments = (Moments.of_cluster(*map(Fraction, both)) for both in sums.values())
        return estimate(sum(moments, Moments()), n=len(values), level=reading.level)

    def curve(drawn: Any) -> list[float]:
        known = {place: (sum(one), len(one)) for place, one in right.items()}
        found = []
        for size in range(1, askings + 1):
            some = {place: drawn(*of, size) for place, of in known.items() if of[1] >= size}
            total = sum(weight[place] for place in some)
            found.append(sum(weight[place] * value for place, value in some.items()) / total if total else 0.0)
        return found

    return Repeats(
        askings=askings,
        level=reading.level,
        variation=variation(_joined(num), _joined(den), np.array(case, np.int64), np.array(cluster, np.int64)),
        once=share({place: float(any(one)) for place, one in right.items()}),
        every=share({place: float(all(one)) for place, one in right.items()}),
        agreement=share({place: _agreeing(one) for place, one in said.items() if len(one) > 1}),
        once_in=curve(at_least_once),
        always_in=curve(always),
    )


def own_noise(a: Run, b: Run, measure: Measure, weight: Weighting, level: float) -> float | None:
    """± by which the difference of two runs would differ if both were asked the same again; None where nobody knows.

    It rests on the askings that both have.
    """
    if min(repetitions(a.record), repetitions(b.record)) < 2:
        return None
    before: dict[str, tuple[float, float]] = {}
    for asked in _each(a, measure, weight, "undefined"):
        loss, units = (column.tolist() for column in asked.sums())
        before |= dict(zip(asked.cases.ids, zip(loss, units, strict=True), strict=True))
    numbers, case = dict[str, int](), list[int]()
    pairs: list[tuple[float, float, float, float]] = []
    for asked in _each(b, measure, weight, "undefined"):
        loss, units = (column.tolist() for column in asked.sums())
        for row, (name, base) in enumerate(zip(asked.cases.ids, asked.bases(), strict=True)):
            if name in before:
                case.append(numbers.setdefault(base, len(numbers)))
                pairs.append((*before[name], loss[row], units[row]))
    if not pairs:
        return None
    one, two, three, four = np.array(pairs, np.float64).T
    place = np.array(case, np.int64)
    found = difference((one, two), (three, four), place, place)
    return None if found is None else found.noise(level)


def _each(run: Run, measure: Measure, weight: Weighting, missing: str) -> Iterator[_Asked]:
    if weight.whole_suite:
        parts = list(each_judged(run, [measure], missing))
        rho = weigh(weight, join([cases for cases, _ in parts]))
        for cases, (rows,) in parts:
            yield _Asked(cases, rows, rho[: len(cases)])
            rho = rho[len(cases) :]
        return
    for cases, (rows,) in each_judged(run, [measure], missing):
        yield _Asked(cases, rows, weigh_part(weight, cases))


def _joined(parts: list[NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.concatenate(parts) if parts else np.zeros(0)


def _agreeing(said: Sequence[int]) -> float:
    """The share of pairs that are the same."""
    pairs = len(said) * (len(said) - 1) / 2
    return sum(said[i] == said[j] for i in range(len(said)) for j in range(i)) / pairs
