"""The shares of the error of a chain: a waterfall from what is lost on the right input to what is lost in fact.

How the terms are reckoned stands in `murho.figures.shares.sharing`.

>>> from murho.core.case import Answers, Cases
>>> from murho.figures.shares.sharing import shared_out
>>> from murho.measures import measure
>>> suite = Cases(["1", "2", "3", "4"], [""] * 4, [("yes",), ("no",), ("yes",), ("no",)])
>>> right = [{"heard": ["yes"]}, {"heard": ["no"]}, {"heard": ["no"]}, {"heard": ["yes"]}]
>>> said = Answers(suite.ids, [("yes",), ("yes",), ("no",), ("no",)], extras={"on_references": right})
>>> [(row.cells[0], row.cells[1][:2]) for row in waterfall(shared_out(measure("labels"), suite, said, ["heard"]))]
[('behind heard', (0.0, 0.5)), ('heard alone', (0.5, 0.75)), ('both together', (0.75, 0.5)), \
('whole chain', (0.0, 0.5))]
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.core.errors import UsageError
from murho.figures import FigureKind, Subject
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetCell, SheetRow, Span
from murho.sheets.numbers import p_value, several
from murho.sheets.terms import Term
from murho.sheets.writing import cells

if TYPE_CHECKING:
    from murho.figures.shares.sharing import Shares, Suffering
    from murho.figures.shares.sharing import Term as Part
    from murho.measures import Measure


def of_chains(measures: "Sequence[Measure]") -> "list[Measure]":
    """Those of the measures that judge a whole chain.

    Raises:
        UsageError: there is none.
    """
    if whole := [measure for measure in measures if measure.stage is None]:
        return whole
    measure = measures[0]
    raise UsageError(f"{measure!r}: shares are of the whole chain; name a measure of it, as in -m concepts")


def shares_of(subject: Subject) -> "Shares":
    """What each stage of a chain adds to its error, and which units suffer first.

    Raises:
        UsageError: the measure judges a stage, not the chain.
        InputError: no stage has references on which those behind it answered.
    """
    from murho.figures.shares.sharing import shares

    of_chains([subject.measure])
    return shares(subject.run, subject.measure, subject.reading, subject.missing)


def is_reported(subject: Subject) -> bool:
    """Whether the measure is of a whole chain that was asked on references of a stage."""
    from murho.core.case import ON_REFERENCES

    return subject.measure.stage is None and ON_REFERENCES in subject.answers.extras


def sheet(found: "Shares") -> Sheet:
    """The terms that add up to the error, what is due to each stage, and the classes of units."""
    last = found.last.stage
    columns = (Column("part of the error", "name"), Column("", "span"), Column("π", "difference"))
    return Sheet(
        "Shares of the error",
        f"from what is lost when {last} is right to what is lost in fact",
        (*columns, Column("of the error", "part"), Column("cases", "count")),
        waterfall(found),
        [f"due to {step.stage} in all: {difference(step.due)}" for step in found.steps],
        notes(found),
        caption=f"alone: what follows is right on the references of {last}; together: it is wrong on them, too",
        explanation="A bar is what a part adds to π, or takes away; the line through its end is the interval of that. "
        "What follows may have answers wrong even on the right input: there less may be lost than without the fault.",
        terms=TERMS,
        sections=_classes(found),
    )


def waterfall(found: "Shares") -> list[SheetRow]:
    """The terms in their order, and the whole; empty where there is nothing to divide by."""
    last, whole = found.last.stage, found.whole
    if whole.value is None or found.own.points.value is None:
        return []
    rows, end = [_row(f"behind {last}", f"what is lost on the references of {last}", 0.0, found.own)], _end(found.own)
    for step in reversed(found.steps):
        right = f"{several(step.alone.cases, 'case')} that what follows has right on its references"
        rows.append(_row(f"{step.stage} alone", right, end, step.alone))
        end += _end(step.alone)
        wrong = f"{several(step.both.cases, 'case')} that what follows has wrong on them, too"
        together = "both together" if len(found.steps) == 1 else f"{step.stage} and what follows together"
        rows.append(_row(together, wrong, end, step.both))
        end += _end(step.both)
    span = Span(0.0, whole.value, whole.low, whole.high, is_total=True)
    total = ("whole chain", span, SheetCell(whole, "figure"), "", found.cases)
    return [*rows, SheetRow(total, strong=True)]


def _row(name: str, note: str, start: float, part: "Part") -> SheetRow:
    points = part.points
    span = Span(start, start + _end(part), start + points.low, start + points.high)
    return SheetRow((name, span, points, part.share, part.cases), note=note)


def _end(part: "Part") -> float:
    return part.points.value or 0.0


def notes(found: "Shares") -> list[str]:
    """What a reader has to know besides: what was left out, what failed on references, what rests on little."""
    notes = []
    if found.left_out:
        notes.append(f"{several(found.left_out, 'case')} left out: nothing was asked on references of a stage")
    for step in found.steps:
        if step.undefined:
            notes.append(f"{several(step.undefined, 'answer')} to references of {step.stage} undefined")
    flags = [flag for step in found.steps for flag in step.due.flags]
    return [*notes, *dict.fromkeys(flags)]


def suffering(found: "Shares") -> "list[Suffering]":
    """The classes of units that lose more, or less, than on references; those that cost most first."""
    return [unit_class for unit_class in found.classes if unit_class.cost]


def difference(found: object) -> str:
    """A difference in words: its value, its interval, its p."""
    value, ends = cells(Column("", "difference"), found)
    return f"{value} {ends}, p {p_value(getattr(found, 'p_value', None))}"


def _classes(found: "Shares") -> list[Sheet]:
    if not found.classes:
        return []
    last, shown = found.last.stage, suffering(found)
    rest = len(found.classes) - len(shown)
    columns = (
        Column("class of units", "name"),
        Column("units", "amount"),
        Column(f"{last} right", "fraction"),
        Column("in fact", "fraction"),
        Column("more", "difference"),
        Column("costs π", "signed"),
    )
    rows = [SheetRow((one.name, one.units, one.right, one.heard, one.more, one.cost)) for one in shown]
    explanation = (
        f"Errors per unit of the class, on what {last} ought to have said and in fact. The last column is what the "
        "class adds to π; all of them add up to what is due to the stages."
    )
    caption = f"{rest} more of the classes cost nothing" if rest else ""
    return [Sheet("Which units suffer first", "", columns, rows, caption=caption, explanation=explanation)]


TERMS = (
    Term(
        "part of the error",
        "Of a chain of systems, what each stage adds: its own error on right input, and what it inherits.",
        "",
        "docs/chains.md",
        ("stage", "chain", "costs π"),
    ),
)

FIGURE = FigureKind(
    make=shares_of,
    name="shares",
    title="Shares of the error",
    sheet=sheet,
    options=(
        Option(
            "shares",
            "yes or no",
            False,
            "What each stage of a chain adds to its error, and which units suffer first.",
        ),
    ),
    place=250,
    reported=is_reported,
    suits=of_chains,
    each_measure=True,
    terms=TERMS,
)
