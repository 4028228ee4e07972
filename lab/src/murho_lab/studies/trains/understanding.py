"""Understanders: from words to units; what they make of transliterations and of what was heard, judged alike.

The grammar is murho's own chart parser with the grammar of this task. Any function from a text to a list of units, or
None where it cannot say, is one.

>>> grammar()("uh from bonn no ulm please")
['sourcecity:ulm']
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.figure import Figure
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered
from murho.measures import measure as measure_named
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import judge
from murho.pipeline.scoring.reading import Reading
from murho.weighting import weighting
from murho_lab.chart import TooLargeError, bundled
from murho_lab.chart.parsing import Parser

Understander = Callable[[str], list[str] | None]
"""The units of a text; None where it has no answer."""
Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Rate:
    """An error rate, and what it is made of."""

    figure: Figure
    sums: Floats
    """(dialogues, 2): errors and units of each dialogue, in the order in which they first come."""


@cache
def parser(name: str = "trains") -> Parser:
    """The chart parser with the grammar of a task."""
    return bundled(name)


def grammar(name: str = "trains") -> Understander:
    """The chart parser as an understander; None where the grammar's own rules of units refuse a structure."""

    def units(text: str) -> list[str] | None:
        try:
            return list(parser(name).parse(text).units or ())
        except (InputError, TooLargeError):
            return None

    return units


def answered(understand: Understander, cases: Cases, texts: Sequence[str | None]) -> Answers:
    """What is understood of a text for each case; ⊥ where there is no text, or no answer."""
    results = [None if text is None else understand(text) for text in texts]
    return Answers(cases.ids, [_meaning(units) for units in results])


def of_units(cases: Cases, found: Sequence[Sequence[str] | None]) -> Answers:
    """Units that were found for each case as answers; None is ⊥."""
    return Answers(cases.ids, [_meaning(units) for units in found])


def _meaning(units: Sequence[str] | None) -> Answered:
    return UNDEFINED if units is None else (list(units),)


def spoken_words(cases: Cases) -> Cases:
    """The cases with their transliterations as what an answer ought to be."""
    return Cases(cases.ids, cases.expressions, [(text,) for text in cases.texts], cases.clusters)


def heard_words(answers: Answers) -> list[str | None]:
    """The best text of each answer; None where the recogniser failed."""
    return [None if answer is UNDEFINED or not answer else str(answer[0]) for answer in answers.answers]


def of_words(cases: Cases, texts: Sequence[str | None]) -> Rate:
    """The word error rate of texts, in the order of the cases."""
    said = Answers(cases.ids, [UNDEFINED if text is None else (text,) for text in texts])
    return rate("words", spoken_words(cases), said)


def of_concepts(cases: Cases, answers: Answers) -> Rate:
    """The concept error rate of answers, in the order of the cases."""
    return rate("concepts", cases, answers)


def rate(measure: str, cases: Cases, answers: Answers) -> Rate:
    """The error rate, and the errors and units of each dialogue."""
    book = Book(measure_named(measure), Reading(weighting("constant"), criteria=False))
    rows = judge(measure_named(measure), cases, answers)
    book.add(cases, rows)
    return Rate(book.figure(), _by_dialogue(cases, rows))


def concept_sums(cases: Cases, answers: Answers) -> Floats:
    """(dialogues, 2): errors and units of each dialogue."""
    return _by_dialogue(cases, judge(measure_named("concepts"), cases, answers))


def _by_dialogue(cases: Cases, rows: Judgements) -> Floats:
    dialogue = dialogues(cases)[rows.case]
    sums = [np.bincount(dialogue, column) for column in (rows.loss, rows.units)]
    return np.column_stack(sums).astype(np.float64)


def dialogues(cases: Cases) -> NDArray[np.int64]:
    """(cases,): the number of each case's dialogue, in the order in which they first come."""
    numbers: dict[str | None, int] = {}
    return np.array([numbers.setdefault(name, len(numbers)) for name in cases.clusters or cases.ids], np.int64)
