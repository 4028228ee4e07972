"""Explanations: from files to what each answer says otherwise than its reference, in words, case by case.

>>> from murho.core.case import Answers
>>> from murho.measures import measure
>>> cases = Cases(["q1"], ["who is 30?"], [({"ask": "name", "age": 30},)])
>>> (one,) = explain_batches(measure("graded"), [(cases, Answers(["q1"], [({"ask": "name", "age": 40},)]))])
>>> one.id, one.loss, one.differences
('q1', 0.5, ['age: 40 instead of 30'])
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.errors import MeaningError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures import Measure
from murho.pipeline.scoring.judge import complaint, judge
from murho.pipeline.sources import Extra, Missing, Pairing, extra_of, formats_of, pairs_of


@dataclass(frozen=True)
class Explained:
    """A case and its answer, with what differs."""

    id: str
    expression: str
    loss: float
    units: float
    correct: Meanings
    answered: Answered
    failure: str | None
    """Why the answer was ⊥, where it is known."""
    differences: Sequence[str]
    """A sentence for each; none where nothing was lost."""

    @property
    def errors(self) -> float:
        """What was lost."""
        return self.loss

    @property
    def rate(self) -> float:
        """Loss by units."""
        return self.loss / self.units if self.units else float("inf") if self.loss else 0.0

    @property
    def wrong(self) -> bool:
        """Whether there is anything to look at."""
        return self.loss > 0

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints; ⊥ is null."""
        return {
            "id": self.id,
            "expression": self.expression,
            "loss": self.loss,
            "units": self.units,
            "reference": list(self.correct),
            "answer": None if self.answered is UNDEFINED else list(self.answered),
            **({"failure": self.failure} if self.failure else {}),
            "differences": list(self.differences),
        }


def explain_files(
    measure: Measure,
    references: str,
    answers: str,
    *,
    format_name: str | None = None,
    missing: Missing = "undefined",
    extra: Extra | None = None,
) -> Iterator[Explained]:
    """The cases of two files, one by one.

    Without `extra`, answers without a case are treated as is usual in the format of the answers.

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: an option does not fit the formats.
    """
    extra = extra or extra_of(answers, formats_of(references, answers, format_name)[1])
    pairs, _ = pairs_of(references, answers, Pairing(format_name, missing, extra), measure)
    return explain_batches(measure, pairs)


def explain_batches(measure: Measure, batches: Iterable[tuple[Cases, Answers]]) -> Iterator[Explained]:
    """The cases of matched batches, one by one.

    Raises:
        InputError: a case is open, or a meaning is of the wrong kind; its file and line are named.
    """
    for batch, given in batches:
        cases, answers = batch.at_stage(measure.stage), given.at_stage(measure.stage)
        rows = judge(measure, batch, given)
        loss, units = (np.bincount(rows.case, column, len(cases)).tolist() for column in (rows.loss, rows.units))
        wrong = [i for i, cost in enumerate(loss) if cost > 0]
        try:
            told = measure.explained([cases.meant[i] for i in wrong], [answers.answers[i] for i in wrong])
        except MeaningError as error:
            raise complaint(
                MeaningError(wrong[error.index], error.side, error.found, error.todo), cases, answers
            ) from None
        sentences = dict(zip(wrong, told, strict=True))
        for i, name in enumerate(cases.ids):
            yield Explained(
                str(name),
                cases.texts[i],
                loss[i],
                units[i],
                cases.meant[i],
                answers.answers[i],
                None if answers.failures is None else answers.failures[i],
                sentences.get(i, ()),
            )
