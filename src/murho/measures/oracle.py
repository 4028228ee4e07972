"""Oracle: of several answers the best one is judged, as if someone had known which to take.

A recogniser or a parser may give its n best answers. The other measures judge the first, its choice; `oracle(words)`
and `oracle(concepts, 5)` tell what could be reached by choosing better among all of them, or among the first five.

>>> from murho.measures.text.words import words
>>> said = ("want to go to bonn", "i want to go to berlin", "to berlin")
>>> [how.judge([("i want to go to berlin",)], [said]).loss.tolist() for how in (words(), oracle(words()))]
[[2], [0]]

Best is what has the least loss, of equals the most units, then what comes first. ⊥ and the empty set are judged as
they are.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.interface import Record
from murho.measures.text.lattice import Step
from murho.measures.wrapping import Wrapping
from murho.plugs import option

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class oracle(Wrapping):  # noqa: N801  a measure is typed and printed in lower case
    """The least loss that any of the first `n` answers has, of all where n is None."""

    n: int | None = option(None, help="How many answers it may choose from; by default all.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.n is not None and (not isinstance(self.n, int) or self.n < 1):
            raise UsageError(f"oracle: n={self.n!r}; give how many answers it may choose from, 1 or more")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside for the best answers."""
        judged, case, _, best = self._tried(references, answers)
        kept = judged.take(np.flatnonzero(np.isin(judged.case, best)))
        return replace(kept, case=case[kept.case])

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of the best answers."""
        _, _, tried, best = self._tried(references, answers)
        return self.measure.aligned(references, [tried[i] for i in best.tolist()])

    def _tried(
        self, references: Sequence[Meanings], answers: Sequence[Answered]
    ) -> tuple[Judgements, Integers, list[Answered], Integers]:
        """The judgements of every answer by itself, the case of each, the answers, and which is best of each case."""
        if len(references) != len(answers):
            raise ValueError(f"{len(references)} references for {len(answers)} answers")
        tried: list[Answered] = []
        owner: list[int] = []
        for i, answer in enumerate(answers):
            several = () if answer is UNDEFINED else answer[: self.n]
            tried += [(one,) for one in several] or [answer]
            owner += [i] * max(1, len(several))
        try:
            judged = self.measure.judge([references[i] for i in owner], tried)
        except MeaningError as error:
            raise MeaningError(owner[error.index], error.side, error.found, error.todo) from None
        case = np.array(owner, np.int64)
        loss, units = (np.bincount(judged.case, column, len(case)) for column in (judged.loss, judged.units))
        order = np.lexsort((-units, loss, case))  # which keeps the order of equals
        return judged, case, tried, order[np.diff(case[order], prepend=-1) > 0]


MEASURE = Record(
    make=oracle,
    name="oracle",
    title="Best of several answers",
    around=True,
    example="oracle(words, 5)",
)
