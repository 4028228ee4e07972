"""How much of what is said is understood: concept accuracy on transliterations, whole dialogues as clusters.

The source calls it linguistic coverage; its own parser had 92.8 %.
"""

from collections.abc import Sequence

from murho.core.case import Answers, Cases
from murho.measures import measure as measure_named
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.weighting import weighting
from murho_lab.studies.trains.understanding import Understander, answered

SOURCE = 92.8
"""Concept accuracy of the source's parser on its own transliterations, in percent."""


def coverage(units: Understander, cases: Cases, measure: str = "concepts", by: Sequence[str] = ()) -> Score:
    """The concept error rate of what a system finds in transliterations, and that of the groups of these features."""
    return understood(cases, answered(units, cases, cases.texts), measure, by)


def understood(cases: Cases, answers: Answers, measure: str = "concepts", by: Sequence[str] = ()) -> Score:
    """The concept error rate of answers in the order of the cases."""
    book = Book(measure_named(measure), Reading(weighting("constant"), by, criteria=False))
    book.judge(cases, answers)
    return book.score()
