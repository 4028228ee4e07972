"""Performance beside efficiency: π and what an answer costs, of several systems, on the cases that all were asked.

Money where every system tells it in one currency, else tokens where every system tells these, else time. Either figure
has an interval by whole clusters; that of the cost is the mean ± Student's t, and has no width where all cost the same.

>>> found = mean_of([1.0, 3.0, 2.0, 2.0], ["a", "b", "c", "d"], 0.95)
>>> found.value, round(found.low, 3), round(found.high, 3)
(2.0, 0.701, 3.299)
"""

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import inf, nan, sqrt

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.columns import AT_ONCE, picked
from murho.core.compact import Compact
from murho.core.exact import total
from murho.core.intervals import critical
from murho.measures import Measure
from murho.pipeline.comparing.columns import batches, columns_wanted
from murho.pipeline.comparing.result import Comparison, Mean, Spending, Spent
from murho.pipeline.comparing.sides import Side, answered, asked_of_all
from murho.pipeline.runs.resources import currency_of, is_of_a_service, together
from murho.pipeline.runs.show import passing_answers
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.store import Run

Floats = NDArray[np.float64]
Piece = tuple[Floats, NDArray[np.bool_]]
"""What some answers that follow took, (n,), NaN where one tells nothing; and which of them begin another cluster."""

KINDS: Mapping[str, Sequence[str]] = {"cost": ("cost",), "tokens": ("tokens_in", "tokens_out"), "seconds": ("seconds",)}
"""What may be told, the most telling first, and the columns that it is the sum of."""
_UNTOLD = "what an answer takes is not told: not all systems give money in one currency, tokens or time for these cases"


def spending(sides: Sequence[Side], measure: Measure, reading: Reading, missing: str = "shared") -> Spending | None:
    """What these systems make of the cases that all of them were asked, and what it takes them.

    None where they share no case, or there is nothing that all of them tell.

    Raises:
        InputError: a case has another reference in one of them.
    """
    columns = columns_wanted(sides[0], sides[1], measure, reading, missing) if len(sides) == 2 else None
    cases = asked_of_all(sides, missing, measure.stage) if columns is None else columns.cases
    if not len(cases):
        return None
    if columns is None:
        every = [side.answers().for_cases(cases.ids) for side in sides]
    else:
        every = [passing_answers(run, cases) for run in columns.columns.runs]
    currencies = {currency_of(side.record) for side in sides}
    order, fresh = (None, _fresh(cases)) if columns is not None else _together(cases)
    for kind, names in KINDS.items():
        found = (_mean(partial(_pieces, answers, names, order, fresh), reading.level) for answers in every)
        means = [one for one in found if one is not None]
        if len(means) == len(sides) and (kind != "cost" or len(currencies) == 1):
            break
    else:
        return None
    books = [Book(measure, replace(reading, by=(), criteria=False).over(cases)) for _ in sides]
    if columns is None:
        rho = weigh(reading.weight, cases)
        for side, book in zip(sides, books, strict=True):
            book.add(cases, answered(side, measure, cases, {})[1], weights=rho)
    else:
        for some, (rows,) in batches(columns.columns, columns.wanted):
            rho = weigh_part(reading.weight, some)
            for book, judged in zip(books, rows, strict=True):
                book.add(some, judged, weights=rho)
    figures = [book.figure() for book in books]
    pairs = [
        (inf if figure.value is None else figure.value, mean.value) for figure, mean in zip(figures, means, strict=True)
    ]
    return Spending(
        kind,
        currencies.pop() if kind == "cost" else "",
        len(cases),
        reading.level,
        [
            Spent(str(side.path), figure, mean, _is_beaten(own, pairs))
            for side, figure, mean, own in zip(sides, figures, means, pairs, strict=True)
        ],
    )


def with_spending(
    found: Comparison, sides: Sequence[Side], measure: Measure, reading: Reading, missing: str, asked: bool
) -> Comparison:
    """The comparison with what answers take, where that is asked for, or all of its sides are runs of services.

    Where it is asked for and cannot be told, a note says so.
    """
    if not asked and not all(isinstance(side, Run) and is_of_a_service(side) for side in sides):
        return found
    told = spending(sides, measure, reading, missing)
    if asked and told is None:
        pairs = [replace(pair, notes=(*pair.notes, _UNTOLD)) for pair in found.compared]
        return replace(found, compared=pairs)
    return replace(found, efficiency=told)


def mean_of(values: Sequence[float | None], clusters: Sequence[Hashable], level: float) -> Mean | None:
    """The mean of what is known, with its interval by clusters; None where nothing is.

    A single cluster says nothing of how far others are off: the interval then is without end.
    """
    order, fresh = _grouped(clusters)
    column = np.array([nan if value is None else value for value in values], np.float64)[order]
    return _mean(lambda: iter([(column, fresh.between(0, len(fresh)).astype(bool))]), level)


def _mean(pieces: Callable[[], Iterator[Piece]], level: float) -> Mean | None:
    """The same of values that go by twice, once for the mean and once for how far clusters are off."""
    answers, told = 0, Fraction(0)
    for values, _ in pieces():
        known = values[_is_known(values)]
        answers, told = answers + len(known), told + total(known)
    if not answers:
        return None
    mean = float(told / answers)
    groups, squares = 0, Fraction(0)
    off: Floats = np.zeros(1)
    there: NDArray[np.bool_] = np.zeros(1, bool)
    for values, fresh in pieces():
        rows, number = np.flatnonzero(_is_known(values)), np.cumsum(fresh)
        size = int(number[-1]) + 1
        # The first of these may be the cluster that the last piece ended with, and the last one may go on.
        last_off, last_there = off[-1], there[-1]
        off = np.bincount(number[rows], values[rows] - mean, size).astype(np.float64)
        there = np.bincount(number[rows], minlength=size) > 0
        off[0] += last_off
        there[0] |= last_there
        groups += int(np.count_nonzero(there[:-1]))
        squares += total(off[:-1] ** 2)
    groups, squares = groups + int(there[-1]), squares + total(off[-1:] ** 2)
    if groups < 2:
        return Mean(mean, 0.0, inf, answers)
    half = float(critical(level, groups - 1)) * sqrt(groups / (groups - 1) * float(squares)) / answers
    return Mean(mean, max(0.0, mean - half), mean + half, answers)


def _is_known(values: Floats) -> NDArray[np.bool_]:
    return np.isfinite(values) & (values >= 0)


def _is_beaten(own: tuple[float, float], pairs: Sequence[tuple[float, float]]) -> bool:
    return any(other != own and other[0] <= own[0] and other[1] <= own[1] for other in pairs)


def _pieces(answers: Answers, names: Sequence[str], order: NDArray[np.int64] | None, fresh: Compact) -> Iterator[Piece]:
    """What answers took, NaN where one tells nothing: the sum of these columns, of all stages; some thousand at a time.

    They come in an `order` in which clusters stand together: in their own, or as it says. Where none tells anything
    nothing comes.
    """
    if names == ("seconds",):
        columns = [] if answers.seconds is None else [answers.seconds]
    else:
        columns = [column for name, column in answers.extras.items() if name.rpartition(":")[2] in names]
    for start in range(0, len(answers) if columns else 0, AT_ONCE):
        stop = min(start + AT_ONCE, len(answers))
        rows = np.arange(start, stop) if order is None else order[start:stop]
        told = map(together, zip(*(picked(column, rows) for column in columns), strict=True))
        values = np.fromiter((nan if value is None else value for value in told), np.float64, stop - start)
        yield values, fresh.between(start, stop).astype(bool)


def _fresh(cases: Cases) -> Compact:
    """Whether each case begins another cluster than the case before is of, where the cases of each stand together."""
    found, last = Compact(), None
    for start in range(0, len(cases), AT_ONCE):
        stop = min(start + AT_ONCE, len(cases))
        names = [None] * (stop - start) if cases.clusters is None else list(cases.clusters[start:stop])
        found.add(np.array([name is None or name != before for before, name in pairwise([last, *names])], bool))
        last = names[-1]
    return found


def _together(cases: Cases) -> tuple[NDArray[np.int64], Compact]:
    """The order in which the cases of each cluster stand together, and what `_fresh` tells of that."""
    names = cases.clusters or [None] * len(cases)
    return _grouped([("alone", i) if name is None else ("cluster", name) for i, name in enumerate(names)])


def _grouped(clusters: Sequence[Hashable]) -> tuple[NDArray[np.int64], Compact]:
    number: dict[Hashable, int] = {}
    codes = np.array([number.setdefault(name, len(number)) for name in clusters], np.int64)
    order = np.argsort(codes, kind="stable")
    return order, Compact.of(np.diff(codes[order], prepend=-1) != 0)
