"""What changed from A to B, case by case: which cases B fixes, which it breaks, and which stay as they were."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.measures import Measure
from murho.pipeline.runs.compare import Side, answered, asked_of_both
from murho.pipeline.scoring.judge import terms, weigh
from murho.pipeline.scoring.reading import Reading

Floats = NDArray[np.float64]

KINDS = ("broken", "worse", "fixed", "better", "wrong", "right")
"""In the order of what is worth reading first."""


@dataclass(frozen=True, eq=False)
class Changes:
    """The cases that both were asked, and what A and B made of them."""

    cases: Cases
    answers: tuple[Answers, Answers]
    losses: tuple[Floats, Floats]
    """Loss of each case in A and in B, (cases,) both."""
    rho: Floats
    """ρ of each case."""
    kinds: list[str]
    """Of each case: `fixed` (a loss in A, none in B), `broken` (the other way round), `better` and `worse` (a loss in
    both, but less or more of it in B), `wrong` (the same loss in both), `right` (no loss in either).
    """

    @property
    def cost(self) -> Floats:
        """ρ·(loss in B − loss in A) of each case, (cases,): above 0, B costs more."""
        return self.rho * (self.losses[1] - self.losses[0])


def changes(a: Side, b: Side, measure: Measure, reading: Reading, missing: str = "shared") -> Changes:
    """What changed from A to B under a measure; the arguments are those of `murho.pipeline.runs.compare.compare`.

    Raises:
        InputError: the two share no case, or a case has another reference in one of them.
    """
    cases, _ = asked_of_both(a, b, missing, measure.stage)
    rho = weigh(reading.weight, cases)
    both = [answered(side, measure, cases, {}) for side in (a, b)]
    before, after = (_by_case(terms(measure, rows, rho), len(cases)) for _, rows in both)
    kinds = [kind(one, other) for one, other in zip(before.tolist(), after.tolist(), strict=True)]
    return Changes(cases, (both[0][0], both[1][0]), (before, after), rho, kinds)


def kind(before: float, after: float) -> str:
    """What became of a case by its loss in A and in B.

    >>> [kind(*losses) for losses in [(1, 0), (0, 1), (2, 1), (1, 2), (1, 1), (0, 0)]]
    ['fixed', 'broken', 'better', 'worse', 'wrong', 'right']
    """
    if before == after:
        return "wrong" if before else "right"
    if after < before:
        return "better" if after else "fixed"
    return "worse" if before else "broken"


def _by_case(rows: Any, cases: int) -> Floats:
    return np.bincount(rows.case, rows.loss, cases).astype(np.float64)
