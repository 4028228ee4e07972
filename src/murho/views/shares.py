"""The shares of the error of a chain: a waterfall from what is lost on the right input to what is lost in fact.

>>> from murho.core.case import Answers, Cases
>>> from murho.measures import measure
>>> from murho.pipeline.runs.shares import shared_out
>>> suite = Cases(["1", "2", "3", "4"], [""] * 4, [("yes",), ("no",), ("yes",), ("no",)])
>>> right = [{"heard": ["yes"]}, {"heard": ["no"]}, {"heard": ["no"]}, {"heard": ["yes"]}]
>>> said = Answers(suite.ids, [("yes",), ("yes",), ("no",), ("no",)], extras={"on_references": right})
>>> [(bar.name, bar.start, bar.end) for bar in waterfall(shared_out(measure("labels"), suite, said, ["heard"]))]
[('behind heard', 0.0, 0.5), ('heard alone', 0.5, 0.75), ('both together', 0.75, 0.5), \
('whole chain', 0.0, 0.5)]
"""

from dataclasses import dataclass

from murho.core.case import ON_REFERENCES
from murho.core.comparison import Difference
from murho.core.errors import InputError
from murho.pipeline.runs.content import UNITS, content_of_run
from murho.pipeline.runs.shares import Shares, Suffering, Term, shares_if_any
from murho.pipeline.runs.show import labels_of_words
from murho.pipeline.scoring.content_words import ContentWords
from murho.sheets.numbers import several
from murho.views.evidence import Evidence


@dataclass(frozen=True)
class Bar:
    """A step of the waterfall; values are of π."""

    name: str
    note: str
    start: float
    end: float
    low: float
    """The ends of the interval of what it adds, seen from where it starts."""
    high: float
    points: Difference | None
    """What it adds; None for the whole."""
    share: Difference | None
    """Of the loss of the whole."""
    cases: int


def waterfall(shares: Shares) -> list[Bar]:
    """The terms in their order, and the whole; empty where there is nothing to divide by."""
    last, whole = shares.last.stage, shares.whole
    if whole.value is None or shares.own.points.value is None:
        return []
    bars = [_bar(f"behind {last}", f"what is lost on the references of {last}", 0.0, shares.own)]
    for step in reversed(shares.steps):
        right = f"{several(step.alone.cases, 'case')} that what follows has right on its references"
        wrong = f"{several(step.both.cases, 'case')} that what follows has wrong on them, too"
        bars.append(_bar(f"{step.stage} alone", right, bars[-1].end, step.alone))
        together = "both together" if len(shares.steps) == 1 else f"{step.stage} and what follows together"
        bars.append(_bar(together, wrong, bars[-1].end, step.both))
    note = several(shares.cases, "case")
    return [*bars, Bar("whole chain", note, 0.0, whole.value, whole.low, whole.high, None, None, shares.cases)]


def _bar(name: str, note: str, start: float, term: Term) -> Bar:
    points = term.points
    added = points.value or 0.0
    ends = (start + points.low, start + points.high)
    return Bar(name, note, start, start + added, *ends, points, term.share, term.cases)


@dataclass(frozen=True)
class Shared:
    """All that is shown of the shares of the error under one measure."""

    shares: Shares
    bars: list[Bar]
    classes: list[Suffering]
    unhurt: int
    """Classes that are not listed because they cost nothing."""
    notes: list[str]
    bounded: bool


def _shares(evidence: Evidence) -> list[Shared]:
    """The shares of the error under each measure of the whole chain; none where nothing was asked on references."""
    if ON_REFERENCES not in evidence.answers.extras:  # which is quick
        return []
    found = [
        (shares_if_any(evidence.run, measure, evidence.reading, evidence.missing), measure)
        for measure in evidence.measures
        if measure.stage is None
    ]
    return [_shared(one, measure.bounded) for one, measure in found if one is not None]


def _shared(found: Shares, bounded: bool) -> Shared:
    classes = suffering(found)
    return Shared(found, waterfall(found), classes, len(found.classes) - len(classes), notes(found), bounded)


@dataclass(frozen=True)
class Hit:
    """How often words that carry units are hit, and others."""

    measure: str
    found: ContentWords
    source: str
    """How words that carry a unit were told."""
    reading: str


@dataclass(frozen=True)
class Chain:
    """What a page tells of a chain."""

    shared: list[Shared]
    """Shares of its error, under each measure of the whole."""
    hit: list[Hit]
    """Words that carry units and others, under each measure of the words of a stage."""


def chain(evidence: Evidence) -> Chain | None:
    """What is told of a chain by its stages; None where there is nothing."""
    told = Chain(_shares(evidence), _hit(evidence))
    return told if told.shared or told.hit else None


def _hit(evidence: Evidence) -> list[Hit]:
    """Words that carry units and others, under each measure of words at a stage; none where nobody knows which do.

    Labels of words tell, if the cases have any; else the values of their units.
    """
    found = []
    for measure in evidence.measures:
        if measure.stage is None or not measure.word_rows:
            continue
        what = next(iter(sorted(labels_of_words(evidence.run))), UNITS)
        try:
            counted = content_of_run(evidence.run, measure, what, evidence.reading, evidence.missing)
        except InputError:
            continue  # the cases do not tell which words carry a unit
        told = (
            "Words of the values of its units carry them." if what == UNITS else f"The label {what} tells them apart."
        )
        found.append(Hit(repr(measure), counted, told, reading(counted)))
    return found


def notes(shares: Shares) -> list[str]:
    """What a reader has to know besides: what was left out, what failed on references, what rests on little."""
    told = []
    if shares.left_out:
        told.append(f"{several(shares.left_out, 'case')} left out: nothing was asked on references of a stage")
    for step in shares.steps:
        if step.undefined:
            told.append(f"{several(step.undefined, 'answer')} to references of {step.stage} undefined")
    flags = [flag for step in shares.steps for flag in step.due.flags]
    return [*told, *dict.fromkeys(flags)]


def suffering(shares: Shares) -> list[Suffering]:
    """The classes of units that lose more, or less, than on references; those that cost most first."""
    return [one for one in shares.classes if one.cost]


def reading(found: ContentWords) -> str:
    """Whether both kinds of words are hit alike, in a sentence."""
    d = found.difference
    if d.value is None:
        return "One kind of words does not occur: nothing can be compared."
    if d.low > 0:
        return "Words that carry units are misrecognised more often than others."
    if d.high < 0:
        return "Words that carry units are misrecognised less often than others."
    return "Nothing shows that words that carry units are misrecognised more or less often than others."
