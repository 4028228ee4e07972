"""π so far while a run goes on, for the line of progress."""

from collections.abc import Mapping, Sequence

import numpy as np

from murho.measures import Measure
from murho.pipeline.runs.judging import Part
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import settled, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.store import Run
from murho.weighting import Weighting


class Course:
    """π of what was judged so far, under the first measure of a run."""

    def __init__(self, saved_run: Run, measures: Sequence[Measure], weight: Weighting):
        self._measure = measures[0] if measures else None
        self._weight = weight
        self._book = Book(measures[0], Reading(criteria=False)) if measures else None
        self._rho = None
        if measures and weight.whole_suite:
            cases = saved_run.cases()
            known = settled(measures[0], cases)
            # A relative frequency looks at all cases it is given: open ones, which are in no figure, are left out.
            self._rho = np.zeros(len(cases))
            self._rho[np.asarray(range(len(cases)) if known.places is None else known.places)] = weigh(weight, known)

    def add(self, judged: Mapping[str, Part]) -> None:
        """Take in what was judged last, by measure."""
        part = judged.get(repr(self._measure))
        if self._book is None or part is None or not len(part.cases):
            return
        rho = weigh_part(self._weight, part.cases) if self._rho is None else self._rho[np.asarray(part.cases.places)]
        self._book.add(part.cases, part.rows, weights=rho)

    @property
    def performance(self) -> float | None:
        """π of what was added; None before anything was, or without a measure."""
        return None if self._book is None else self._book.performance
