"""Oracle: of several answers the best one is judged, as if someone had known which to take.

A recogniser or a parser may give its n best answers. The other measures judge the first, its choice; `oracle(words)`
and `oracle(concepts, 5)` tell what could be reached by choosing better among all of them, or among the first five.

>>> from murho.measures.text.words import words
>>> answers = ("want to go to bonn", "i want to go to berlin", "to berlin")
>>> [measure.judge([("i want to go to berlin",)], [answers]).loss.tolist() for measure in (words(), oracle(words()))]
[[2], [0]]

Best is what has the least loss, of equals the most units, then what comes first. ⊥ and the empty set are judged as
they are.

An answer may be a word graph (`murho.formats.slf`): then it stands for all the texts in it, of which `words` and
`sentences` find the least wrong one. So `oracle(sentences)` tells how many graphs hold what was said. That text takes
the place of the graph, so that the measure inside, its normalisation and its alignment stay what they are. Every other
measure refuses a graph that comes first.

>>> graph = "VERSION=1.0\\nN=3 L=3\\nJ=0 S=0 E=1 W=to\\nJ=1 S=0 E=1 W=two\\nJ=2 S=1 E=2 W=bonn\\n"
>>> oracle(words()).judge([("to bonn please",)], [("two bonn", graph)]).loss.tolist()
[1]
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.formats.slf import is_word_graph, parse
from murho.measures.interface import Record
from murho.measures.text.lattice import Step
from murho.measures.wrapping import Wrapping
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases

Integers = NDArray[np.int64]
Judge = Callable[[Sequence[int], Sequence[Answered]], Judgements]
"""The judgements of answers, given the case that each is tried for."""


class Tried(NamedTuple):
    """Every answer judged by itself."""

    judged: Judgements
    case: Integers
    """The case of each answer."""
    tried: list[Answered]
    best: Integers
    """The index of the best answer of each case."""


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
        return _best(self._tried(references, answers, self._judge(references)))

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside for the best answers, judged by all that the cases say."""

        def judge(owner: Sequence[int], tried: Sequence[Answered]) -> Judgements:
            return self.measure.judge_cases(cases.take(owner), tried)

        return _best(self._tried(cases.meant, answers, judge))

    def _judge(self, references: Sequence[Meanings]) -> Judge:
        return lambda owner, tried: self.measure.judge([references[i] for i in owner], tried)

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of the best answers."""
        trial = self._tried(references, answers, self._judge(references))
        return self.measure.aligned(references, [trial.tried[i] for i in trial.best.tolist()])

    def _tried(self, references: Sequence[Meanings], answers: Sequence[Answered], judge: Judge) -> Tried:
        if len(references) != len(answers):
            raise ValueError(f"{len(references)} references for {len(answers)} answers")
        tried: list[Answered] = []
        owner: list[int] = []
        for i, answer in enumerate(answers):
            several = () if answer is UNDEFINED else self._spelt_out(answer[: self.n], references[i], i)
            # ⊥ and the empty set, which hold no answer to choose, are tried as they are.
            tried += [(meaning,) for meaning in several] or [answer]
            owner += [i] * max(1, len(several))
        try:
            judged = judge(owner, tried)
        except MeaningError as error:
            raise MeaningError(owner[error.index], error.side, error.found, error.todo) from None
        case = np.array(owner, np.int64)
        loss, units = (np.bincount(judged.case, column, len(case)) for column in (judged.loss, judged.units))
        order = np.lexsort((-units, loss, case))  # which keeps the order of equals
        return Tried(judged, case, tried, order[np.diff(case[order], prepend=-1) > 0])

    def _spelt_out(self, answer: Meanings, reference: Meanings, index: int) -> Meanings:
        """An answer with the best text of each word graph, for each reference, in the place of the graph."""
        if not any(map(is_word_graph, answer)):
            return answer
        spelt: list[Any] = []
        for meaning in answer:
            if not is_word_graph(meaning):
                spelt.append(meaning)
                continue
            try:
                graph = parse(meaning)
                spelt += [self.measure.in_graph(one, graph) for one in reference or ("",)]
            except InputError as error:
                raise MeaningError(index, "answer", error.found, error.todo) from None
            except ValueError as error:
                raise MeaningError(index, "answer", f"a word graph: {error}", "prune it where it is made") from None
        return tuple(spelt)


def _best(trial: Tried) -> Judgements:
    """The rows of the best answers."""
    rows = trial.judged.take(np.flatnonzero(np.isin(trial.judged.case, trial.best)))
    return replace(rows, case=trial.case[rows.case])


MEASURE = Record(
    make=oracle,
    name="oracle",
    title="Best of several answers",
    around=True,
    example="oracle(words, 5)",
)
