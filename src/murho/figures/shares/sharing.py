"""Shares of the error: what each stage of a chain adds to the loss of the whole, and which units suffer first.

Let L be the loss of a chain, and L(s) its loss had the stage s said what it ought to: what stands before s does not
matter then, so that L(s) is the loss of the stages behind s on the right input. With the stages s₁, s₂ ... sₘ that have
references, in their order,

    L = L(sₘ) + [L(sₘ₋₁) − L(sₘ)] + ... + [L − L(s₁)]

The first term is what the stages behind sₘ lose by themselves. Each difference is due to one stage, and is the sum of
two terms, by cases: those that the rest of the chain has right on what sₖ ought to have said, where the stage alone is
at fault; and those that the rest has wrong even then, where both are (the interaction). The latter may be negative:
what is lost already cannot be lost again, and a wrong word may even repair. Terms add up to L; all are of answers that
were given (docs/theory.md), so none of them rests on a stage that nobody has, such as a perfect parser of wrong words.

    shares(open_run("run"), measure("concepts")).steps[0].due.value
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.comparison import Difference
from murho.core.errors import InputError
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.measures import Measure
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import judge, terms, weigh
from murho.pipeline.scoring.pairs import paired
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import known_ends
from murho.store import Run

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Term:
    """A part of the loss of the whole."""

    kind: str
    """`own`: of the stages behind the last with references; `alone`: of a stage; `both`: of it and those behind it."""
    points: Difference
    """Of π."""
    share: Difference
    """Of the loss of the whole; the value is None where nothing is lost."""
    cases: int
    """How many it is about: all, those that the stages behind understand on the right input, the others."""

    def as_json(self) -> dict[str, Any]:
        """Its value and its share, with intervals."""
        return {"kind": self.kind, **_ends(self.points), "share": _ends(self.share), "cases": self.cases}


@dataclass(frozen=True)
class Step:
    """What is due to one stage."""

    stage: str
    right: Figure
    """π had the stage said what it ought to: L(s)."""
    undefined: int
    """How many answers to what it ought to have said are ⊥."""
    due: Difference
    """The loss that goes when the stage is right, what stands before it being right: the sum of both terms."""
    alone: Term
    both: Term

    def as_json(self) -> dict[str, Any]:
        """All of it, the terms in their order."""
        return {
            "stage": self.stage,
            "right": {"value": self.right.value, "interval": _interval(self.right), "undefined": self.undefined},
            "due": {**_ends(self.due), "p_value": self.due.p_value},
            "terms": [self.alone.as_json(), self.both.as_json()],
        }


@dataclass(frozen=True)
class Suffering:
    """A class of units: what is lost of it on the right input, and what in fact."""

    name: str
    units: float
    """Σ ρ·units of the class."""
    right: float | None
    """Errors per unit of the class had the last stage with references been right; None without units."""
    heard: float | None
    """Errors per unit in fact."""
    more: Difference
    """How much more that is; the value is None where the reference has no such unit, which was only made up."""
    cost: float
    """What this adds to π: the costs of all classes add up to what is due to the stages with references."""

    def as_json(self) -> dict[str, Any]:
        """Its rates and its cost."""
        rates = {"units": self.units, "right": self.right, "heard": self.heard}
        return {"class": self.name, **rates, "more": _ends(self.more), "cost": self.cost}


@dataclass(frozen=True)
class Shares:
    """The loss of a chain in terms that add up to it."""

    measure: str
    whole: Figure
    own: Term
    steps: tuple[Step, ...]
    """In the order of the chain."""
    classes: tuple[Suffering, ...]
    """Those that cost most first; none where the measure knows no classes."""
    cases: int
    left_out: int
    """Cases that were judged, but not asked about on references."""

    @property
    def last(self) -> Step:
        """The last stage that has references."""
        return self.steps[-1]

    def as_json(self) -> dict[str, Any]:
        """The object that `murho show --shares --json` prints."""
        return {
            "whole": {"value": self.whole.value, "interval": _interval(self.whole)},
            "own": self.own.as_json(),
            "steps": [step.as_json() for step in self.steps],
            "classes": [one.as_json() for one in self.classes],
            "cases": self.cases,
            "left_out": self.left_out,
        }


def _ends(found: Difference) -> dict[str, Any]:
    return {
        "value": found.value,
        "interval": known_ends(found.value, found.low, found.high),
        "flags": list(found.flags),
    }


def _interval(found: Figure) -> list[float] | None:
    return None if found.interval is None else list(found.interval)


def shares(run: Run, measure: Measure, reading: Reading | None = None, missing: str = "undefined") -> Shares:
    """The shares of the error of a saved run of a chain.

    Raises:
        InputError: no stage has references on which those behind it answered.
    """
    found = shares_if_any(run, measure, reading, missing)
    if found is None:
        todo = "name a stage (--system heard=SYSTEM --then SYSTEM), and give cases `references` of it"
        raise InputError("nothing was asked on the references of a stage", todo, path=str(run.path))
    return found


def shares_if_any(
    run: Run, measure: Measure, reading: Reading | None = None, missing: str = "undefined"
) -> Shares | None:
    """The same under a measure of the whole chain; None where no case was asked on references of every such stage."""
    cases, _ = judged(run, measure, missing)
    answers = run.answers().for_cases(cases.ids)
    stages = _in_order(run, answers)
    if not stages or not len(_asked(answers, stages)):
        return None
    return shared_out(measure, cases, answers, stages, reading)


def _asked(answers: Answers, stages: Sequence[str]) -> NDArray[np.int64]:
    """The positions of the cases for which is known what follows from the references of each of these stages."""
    return np.flatnonzero(np.logical_and.reduce([answers.on_references(stage)[1] for stage in stages]))


def _in_order(run: Run, answers: Answers) -> list[str]:
    """The stages on whose references was asked, in the order of the chain; that of recorded answers is their own."""
    found = answers.stages_given_right
    system = run.record.get("system", {})
    names = [stage.get("name") for stage in system.get("stages", ()) if isinstance(stage, dict)]
    return sorted(found, key=lambda name: names.index(name) if name in names else found.index(name))


def shared_out(
    measure: Measure, suite: Cases, answers: Answers, stages: Sequence[str], reading: Reading | None = None
) -> Shares:
    """The shares of the error, of cases and the answers to them in the same order; `stages` in that of the chain.

    >>> from murho.measures import measure
    >>> suite = Cases(["1", "2", "3", "4"], [""] * 4, [("yes",), ("no",), ("yes",), ("no",)])
    >>> right = [{"heard": ["yes"]}, {"heard": ["no"]}, {"heard": ["no"]}, {"heard": ["yes"]}]
    >>> said = Answers(suite.ids, [("yes",), ("yes",), ("no",), ("no",)], extras={"on_references": right})
    >>> found = shared_out(measure("labels"), suite, said, ["heard"])
    >>> found.whole.value, found.own.points.value, found.last.alone.points.value, found.last.both.points.value
    (0.5, 0.5, 0.25, -0.25)
    """
    reading = reading or Reading()
    rho = weigh(reading.weight, suite)
    known = _asked(answers, stages)
    if not len(known):
        todo = "look at one of them alone: give references of one stage only"
        raise InputError(f"no case was asked on the references of {' and '.join(stages)}", todo, path=answers.path)
    cases, rho = suite.take(known), rho[known]
    given = [answers, *(answers.on_references(stage)[0] for stage in stages)]
    sides = [_Side.of(measure, cases, one.for_cases(cases.ids), rho) for one in given]
    sharing = _Sharing(cases, rho, measure.bounded, reading, sides)
    steps = [
        Step(
            stage,
            sides[i].figure(measure, cases, rho, reading),
            sum(answer is UNDEFINED for answer in sides[i].answers.answers),
            sharing.difference(sides[i].loss, sides[i].units, sides[i - 1].loss, sides[i - 1].units),
            sharing.term("alone", i, sides[i].is_right),
            sharing.term("both", i, ~sides[i].is_right),
        )
        for i, stage in enumerate(stages, 1)
    ]
    return Shares(
        repr(measure),
        sides[0].figure(measure, cases, rho, reading),
        sharing.own(steps[-1].right),
        tuple(steps),
        tuple(_suffering(measure, sharing)),
        len(cases),
        len(suite) - len(cases),
    )


@dataclass(frozen=True)
class _Side:
    """One set of answers to the cases: those in fact, or those had a stage been right. Columns are (cases,)."""

    answers: Answers
    rows: Judgements
    loss: Floats
    units: Floats
    is_right: NDArray[np.bool_]

    @classmethod
    def of(cls, measure: Measure, cases: Cases, answers: Answers, rho: Floats) -> "_Side":
        rows = judge(measure, cases, answers)
        added = terms(measure, rows, rho)
        wrong = np.bincount(rows.case, rows.loss, len(cases)) > 0
        return cls(answers, rows, *_by_case(added, len(cases)), ~wrong)

    def figure(self, measure: Measure, cases: Cases, rho: Floats, reading: Reading) -> Figure:
        """π of these answers."""
        book = Book(measure, Reading(**reading.ends, criteria=False))
        book.add(cases, self.rows, weights=rho)
        return book.figure()


@dataclass(frozen=True)
class _Sharing:
    """What is shared out, and how intervals are made."""

    cases: Cases
    rho: Floats
    bounded: bool
    reading: Reading
    sides: Sequence[_Side]

    def difference(
        self,
        loss_a: Floats,
        units_a: Floats,
        loss_b: Floats,
        units_b: Floats,
        *,
        bounded: bool | None = None,
        at: NDArray[np.int64] | None = None,
    ) -> Difference:
        """Σρ·loss / Σρ·units of B less that of A, in whole clusters, of all cases or of those `at` these positions."""
        at = np.arange(len(self.cases)) if at is None else at
        sides = (Judgements.of(loss_a[at], units_a[at], case=at), Judgements.of(loss_b[at], units_b[at], case=at))
        bounds = self.bounded if bounded is None else bounded
        clusters = paired(self.cases, *sides, self.rho, bounded=bounds, seed=self.reading.seed)
        return clusters.difference(self.reading.level)

    def own(self, right: Figure) -> Term:
        """What the stages behind the last one with references lose by themselves: `right` is that figure."""
        last = self.sides[-1]
        nothing = np.zeros(len(self.cases))
        points = self.difference(nothing, last.units, last.loss, last.units)
        # One quantity has one interval, that of every π.
        points = replace(points, low=right.low, high=right.high, method=right.estimate.method, flags=right.flags)
        return Term("own", points, self._share(nothing, last, nothing == 0), len(self.cases))

    def term(self, kind: str, number: int, held: NDArray[np.bool_]) -> Term:
        """What the cases that are `held`, (cases,), add by the stage of this number, from 1, being as it is."""
        after, before = self.sides[number], self.sides[number - 1]
        points = self.difference(after.loss * held, after.units, before.loss * held, before.units)
        return Term(kind, points, self._share(self._scaled(after), before, held), int(held.sum()))

    def _share(self, less: Floats, side: _Side, held: NDArray[np.bool_]) -> Difference:
        """The part of the loss of the whole that is that of a side without `less`, (cases,)."""
        whole = self.sides[0].loss
        part = (self._scaled(side) - less) * held
        return self.difference(np.zeros(len(part)), whole, part, whole, bounded=False)

    def rate(self, loss: Floats, units: Floats) -> float | None:
        """Σρ·loss / Σρ·units; None where there is nothing to divide by."""
        weight = float((self.rho * units).sum())
        return float((self.rho * loss).sum()) / weight if weight else None

    def _scaled(self, side: _Side) -> Floats:
        """The losses of a side as if its units had the sum that those of the whole have."""
        one, whole = (float((self.rho * units).sum()) for units in (side.units, self.sides[0].units))
        return side.loss if one == whole or not one else side.loss * (whole / one)


def _by_case(rows: Judgements, cases: int, held: NDArray[np.bool_] | None = None) -> tuple[Floats, Floats]:
    """Sums of loss and units over the rows of each case, of those that are `held`."""
    weight = np.ones(len(rows.case)) if held is None else held.astype(np.float64)
    loss, units = (np.bincount(rows.case, column * weight, cases) for column in (rows.loss, rows.units))
    return loss.astype(np.float64), units.astype(np.float64)


def _suffering(measure: Measure, sharing: _Sharing) -> list[Suffering]:
    """The classes of units, those first that cost most."""
    sides = sharing.sides[0], sharing.sides[-1]
    fact, right = (_by_class(measure, sharing.cases, side) for side in sides)
    nothing = (np.zeros(len(sharing.cases)),) * 2
    classes = []
    for name in fact.keys() | right.keys():
        (loss, units), (was, were) = fact.get(name, nothing), right.get(name, nothing)
        weight = float((sharing.rho * units).sum())
        rates = sharing.rate(was, were), sharing.rate(loss, units)
        cost = (sharing.rate(loss, sides[0].units) or 0.0) - (sharing.rate(was, sides[1].units) or 0.0)
        having = np.flatnonzero((loss > 0) | (units > 0) | (was > 0) | (were > 0))
        if len(having):
            more = sharing.difference(was, were, loss, units, at=having)
            classes.append(Suffering(name, weight, *rates, more, cost))
    return sorted(classes, key=lambda one: (-one.cost, one.name))


def _by_class(measure: Measure, cases: Cases, side: _Side) -> dict[str, tuple[Floats, Floats]]:
    """Loss and units of each case, (cases,), by class: the attributes of units, or right labels; empty without any."""
    if measure.linearised is not None:
        return {}  # its rows are no parts of the value
    finer = "attribute" in measure.finer_labels
    rows = judge(measure.finer(), cases, side.answers) if finer else side.rows
    column = rows.labels.get("attribute" if finer else "gold", ())
    numbers = {name: number for number, name in enumerate(dict.fromkeys(column))}
    codes = np.array([numbers[name] for name in column], np.int64)
    return {name: _by_case(rows, len(cases), codes == number) for name, number in numbers.items()}
