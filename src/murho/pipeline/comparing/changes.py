"""What changed from A to B, case by case: which cases B fixes, which it breaks, and which stay as they were.

Of two runs of one suite that were judged, cases and answers go by when they are looked at, and of each case some bytes
are held; of other sides all of it.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.compact import Compact, Named
from murho.measures import Measure
from murho.pipeline.comparing.columns import batches, columns_wanted
from murho.pipeline.comparing.sides import Side, answered, asked_of_both
from murho.pipeline.runs.show import passing_answers
from murho.pipeline.scoring.judge import terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading

Floats = NDArray[np.float64]

KINDS = ("broken", "worse", "fixed", "better", "wrong", "right")
"""In the order of what is worth reading first."""


@dataclass(frozen=True, eq=False)
class Changes:
    """The cases that both were asked, and what A and B made of them."""

    cases: Cases
    answers: tuple[Answers, Answers]
    cost: Compact
    """ρ·(loss in B − loss in A) of each case: above 0, B costs more."""
    rho: Compact
    """ρ of each case."""
    kinds: Named
    """Of each case: `fixed` (a loss in A, none in B), `broken` (the other way round), `better` and `worse` (a loss in
    both, but less or more of it in B), `wrong` (the same loss in both), `right` (no loss in either).
    """


def changes(a: Side, b: Side, measure: Measure, reading: Reading, missing: str = "shared") -> Changes:
    """What changed from A to B under a measure; the arguments are those of `murho.pipeline.comparing.compare.compare`.

    Raises:
        InputError: the two share no case, or a case has another reference in one of them.
    """
    cost, held, codes = Compact(), Compact(), Compact()

    def add(rho: Floats, before: Floats, after: Floats) -> None:
        held.add(rho)
        cost.add(rho * (after - before))
        codes.add(_codes(before, after))

    if (found := columns_wanted(a, b, measure, reading, missing)) is not None:
        columns, cases = found.columns, found.cases
        for some, ((ours, theirs),) in batches(columns, found.wanted):
            add(weigh_part(reading.weight, some), _by_case(ours, len(some)), _by_case(theirs, len(some)))
        answers = passing_answers(columns.runs[0], cases), passing_answers(columns.runs[1], cases)
    else:
        cases, _ = asked_of_both(a, b, missing, measure.stage)
        rho = weigh(reading.weight, cases)
        one, other = (answered(side, measure, cases, {}) for side in (a, b))
        add(rho, *(_by_case(terms(measure, rows, rho), len(cases)) for _, rows in (one, other)))
        answers = one[0], other[0]
    return Changes(cases, answers, cost, held, Named(codes, KINDS))


def _codes(before: Floats, after: Floats) -> NDArray[np.int64]:
    """What became of cases by their losses in A and in B, as numbers in `KINDS`.

    >>> [KINDS[code] for code in _codes(np.array([1, 0, 2, 1, 1, 0.0]), np.array([0, 1, 1, 2, 1, 0.0]))]
    ['fixed', 'broken', 'better', 'worse', 'wrong', 'right']
    """
    same = np.where(before != 0, KINDS.index("wrong"), KINDS.index("right"))
    less = np.where(after != 0, KINDS.index("better"), KINDS.index("fixed"))
    more = np.where(before != 0, KINDS.index("worse"), KINDS.index("broken"))
    return np.where(before == after, same, np.where(after < before, less, more))


def _by_case(rows: Any, cases: int) -> Floats:
    return np.bincount(rows.case, rows.loss, cases).astype(np.float64)
