"""Performance beside efficiency: π and what an answer costs, of several systems, on the cases that all were asked.

Money where every system tells it in one currency, else tokens where every system tells these, else time. Either figure
has an interval by whole clusters; that of the cost is the mean ± Student's t, and has no width where all cost the same.

>>> found = mean_of([1.0, 3.0, 2.0, 2.0], ["a", "b", "c", "d"], 0.95)
>>> found.value, round(found.low, 3), round(found.high, 3)
(2.0, 0.701, 3.299)
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf, isfinite, sqrt
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.figure import Figure
from murho.core.intervals import critical
from murho.measures import Measure
from murho.pipeline.runs.compare import Side, answered, asked_of_all
from murho.pipeline.runs.comparison import Comparison, known_ends
from murho.pipeline.runs.efficiency import currency_of, is_of_a_service, together
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import weigh
from murho.pipeline.scoring.reading import Reading
from murho.store import Run

KINDS: Mapping[str, Sequence[str]] = {"cost": ("cost",), "tokens": ("tokens_in", "tokens_out"), "seconds": ("seconds",)}
"""What may be told, the most telling first, and the columns that it is the sum of."""
_UNTOLD = "what an answer takes is not told: not all systems give money in one currency, tokens or time for these cases"


@dataclass(frozen=True)
class Mean:
    """What an answer takes on average."""

    value: float
    low: float
    high: float
    answers: int
    """That tell it."""

    def as_json(self) -> dict[str, Any]:
        """The fields that `--json` prints."""
        return {"mean": self.value, "interval": known_ends(self.value, self.low, self.high), "answers": self.answers}


@dataclass(frozen=True)
class Spent:
    """One of the systems."""

    system: str
    figure: Figure
    """π on the cases that all were asked."""
    cost: Mean
    beaten: bool
    """Whether another one costs no more and errs no more, and is better in one of the two."""


@dataclass(frozen=True)
class Spending:
    """All of them, in the order given."""

    of: str
    """`cost`, `tokens` or `seconds`."""
    currency: str
    cases: int
    level: float
    systems: Sequence[Spent]

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        told = [
            {
                "system": one.system,
                "value": one.figure.value,
                "interval": None if one.figure.interval is None else list(one.figure.interval),
                "an_answer": one.cost.as_json(),
                "beaten": one.beaten,
            }
            for one in self.systems
        ]
        currency = {"currency": self.currency} if self.currency else {}
        return {"of": self.of, **currency, "cases": self.cases, "level": self.level, "systems": told}


def spending(sides: Sequence[Side], measure: Measure, reading: Reading, missing: str = "shared") -> Spending | None:
    """What these systems make of the cases that all of them were asked, and what it takes them.

    None where they share no case, or there is nothing that all of them tell.

    Raises:
        InputError: a case has another reference in one of them.
    """
    cases = asked_of_all(sides, missing, measure.stage)
    if not len(cases):
        return None
    every = [side.answers().for_cases(cases.ids) for side in sides]
    currencies = {currency_of(side.record) for side in sides}
    clusters = _clusters(cases)
    for kind, columns in KINDS.items():
        found = (mean_of(_column(answers, columns), clusters, reading.level) for answers in every)
        means = [one for one in found if one is not None]
        if len(means) == len(sides) and (kind != "cost" or len(currencies) == 1):
            break
    else:
        return None
    rho = weigh(reading.weight, cases)
    figures = []
    for side in sides:
        book = Book(measure, replace(reading, by=(), criteria=False).over(cases))
        book.add(cases, answered(side, measure, cases, {})[1], weights=rho)
        figures.append(book.figure())
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
    known = [i for i, value in enumerate(values) if value is not None and isfinite(value) and value >= 0]
    if not known:
        return None
    column = np.array([values[i] for i in known], np.float64)
    mean = float(column.mean())
    number: dict[Hashable, int] = {}
    codes = [number.setdefault(clusters[i], len(number)) for i in known]
    groups = len(number)
    if groups < 2:
        return Mean(mean, 0.0, inf, len(known))
    off = np.bincount(codes, column - mean, groups)
    error = sqrt(groups / (groups - 1) * float((off**2).sum())) / len(known)
    half = float(critical(level, groups - 1)) * error
    return Mean(mean, max(0.0, mean - half), mean + half, len(known))


def _is_beaten(own: tuple[float, float], pairs: Sequence[tuple[float, float]]) -> bool:
    return any(other != own and other[0] <= own[0] and other[1] <= own[1] for other in pairs)


def _column(answers: Answers, names: Sequence[str]) -> list[float | None]:
    """What each answer took: the sum of these columns, and of a chain those of all stages."""
    if names == ("seconds",):
        return list(answers.seconds or [None] * len(answers))
    found = [list(column) for name, column in answers.extras.items() if name.rpartition(":")[2] in names]
    return [together(row) for row in zip(*found, strict=True)] if found else [None] * len(answers)


def _clusters(cases: Cases) -> list[Hashable]:
    names = cases.clusters or [None] * len(cases)
    return [(name,) if group is None else group for name, group in zip(cases.ids, names, strict=True)]
