"""Whether the errors of a run hit the words that carry units as often as the others (`content_words`)."""

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING

from murho.core.errors import InputError, UsageError
from murho.figures import FigureKind, Subject
from murho.figures.shares import difference
from murho.plugs import Option
from murho.sheets import Column, Sheet, SheetRow
from murho.sheets.numbers import several
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.case import Cases
    from murho.measures import Measure
    from murho.pipeline.scoring.content_words import ContentWords, Flags

UNITS = "units"
"""Words carry what the values of the case's units say."""


def judging_words(measures: "Sequence[Measure]") -> "list[Measure]":
    """Those of the measures that judge words one by one.

    Raises:
        UsageError: there is none.
    """
    if of_words := [measure for measure in measures if measure.word_rows]:
        return of_words
    raise UsageError(f"{measures[0]!r} does not judge words one by one; take words, or words@heard of a stage")


def content_of(subject: Subject, content: str | None = None) -> "ContentWords":
    """Errors on words that carry units and on others, under a measure of words.

    Args:
        subject: the run under the measure.
        content: which words carry a unit, see `carrying`; by default those that a label of words tells apart, where
            there are labels, else the words of the units' values.

    Raises:
        InputError: of no case is known which words carry something.
    """
    from murho.pipeline.runs.show import judged, labels_of_words
    from murho.pipeline.scoring.content_words import content_words
    from murho.pipeline.scoring.judge import weigh
    from murho.pipeline.scoring.reading import refuse_sample

    run, reading = subject.run, subject.reading
    refuse_sample(run.record, run.path, "what carries units")
    cases, rows = judged(run, subject.measure.finer(), subject.missing)
    flags = carrying(cases, content or min(labels_of_words(run), default=UNITS))
    found = content_words(cases, rows, flags, weigh(reading.weight, cases), level=reading.level, seed=reading.seed)
    if found.left_out == len(cases):
        labels = f"a label of words ({', '.join(sorted(cases.labels))}) or " if cases.labels else ""
        todo = f"name {labels}a file of words"
        raise InputError("of no case is known which words carry a unit", todo, path=str(run.path))
    return found


def carrying(cases: "Cases", what: str) -> "Flags":
    """Which words of the references carry a unit.

    Args:
        cases: with the references whose words are meant.
        what: `units`, the words of the units' values; the name of a label of words, those that have one other than O;
            or a file of words (`read_words`), those and the words of the values.

    Raises:
        InputError: it is none of these.
    """
    from murho.pipeline.scoring.content_words import by_label, by_units, read_words

    if what in cases.labels:
        return by_label(cases, what)
    if what == UNITS:
        return by_units(cases)
    if os.path.exists(what):
        return by_units(cases, read_words(what))
    known = ", ".join([UNITS, *sorted(cases.labels)])
    raise InputError(f"{what!r} is no label of words and no file", f"give {known}, or a file of words", path=cases.path)


def sheet(found: "ContentWords") -> Sheet:
    """How often both kinds of words are hit, the difference, and what it says."""
    columns = (Column("words of the reference", "name"), Column("words", "amount"), Column("hit", "amount"))
    rows = [
        SheetRow((name, figure.denominator, figure.numerator, figure))
        for name, figure in (("carry a unit", found.carrying), ("all others", found.others))
    ]
    left = f"{several(found.left_out, 'case')} left out: which words carry a unit is not known"
    return Sheet(
        "Words that carry units",
        "how often words of the reference are substituted or deleted",
        (*columns, Column("share", "figure")),
        rows,
        [f"difference {difference(found.difference)}", reading(found)],
        [left] if found.left_out else (),
        terms=TERMS,
    )


def reading(found: "ContentWords") -> str:
    """Whether both kinds of words are hit alike, in a sentence."""
    d = found.difference
    if d.value is None:
        return "one kind of words does not occur: nothing can be compared"
    if d.low > 0:
        return "words that carry units are misrecognised more often than others"
    if d.high < 0:
        return "words that carry units are misrecognised less often than others"
    return "nothing shows that words that carry units are misrecognised more or less often than others"


TERMS = (
    Term(
        "words that carry a unit",
        "The words of a reference that say what is meant, a place or a date, apart from those in between.",
        "",
        "docs/chains.md",
        ("words of the reference", "carry a unit", "content words"),
    ),
)

FIGURE = FigureKind(
    make=content_of,
    name="content",
    title="Words that carry units",
    sheet=sheet,
    options=(
        Option(
            "content",
            "what",
            None,
            "Whether errors of words hit those that carry units: `units` takes the words of their values, LABEL those "
            "with a label other than O, FILE lists `unit<TAB>words`, or words.",
        ),
    ),
    place=260,
    reported=lambda subject: subject.measure.stage is not None and subject.measure.word_rows,
    suits=judging_words,
    each_measure=True,
    terms=TERMS,
)
