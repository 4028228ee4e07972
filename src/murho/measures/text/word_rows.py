"""Rows for words: each word of the reference judged by itself, and each word that was inserted.

A row says at which white-space word of the reference it stands, as that was before normalisation, so that what is known
of words (`murho.core.case`) tells errors apart. Of words that normalisation splits each part stands where the
word stood, of words that it joins what comes of them stands where the first did (`murho.measures.text.origins`).

The rows of a case add up to what a row for the whole case says.

>>> from murho.measures.text.words import words
>>> judged = each_word(words(normalize="fillers")).judge([("uh to bonn",)], [("please to born",)])
>>> list(zip(judged.word.tolist(), judged.loss.tolist(), judged.units.tolist()))
[(-1, 1, 0), (1, 0, 1), (2, 1, 1)]
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Self, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.case import INSERTED, NOWHERE
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.interface import Measure, Titles
from murho.measures.text.lattice import Step
from murho.measures.text.options import OfWords
from murho.measures.text.origins import Placed
from murho.measures.wrapping import Wrapping

if TYPE_CHECKING:
    from murho.core.case import Cases

COUNTED = {"substitutions": "S", "deletions": "D", "insertions": "I", "hits": "=", "units": "SD="}
"""The operations that each count counts."""


class WordRow(NamedTuple):
    """One step of an alignment."""

    case: int
    word: int
    """The word of the reference, from 0, at which it stands; INSERTED or NOWHERE."""
    step: Step


@dataclass(frozen=True)
class JudgesWords(OfWords):
    """A measure of words that can judge each of them by itself."""

    whole_by_cases = True
    word_rows = True

    @abstractmethod
    def judge_words(
        self, references: Sequence[Meanings], answers: Sequence[Answered], cases: "Cases | None" = None
    ) -> Judgements:
        """A row for each word; `cases` are those of the references, where more is known of them."""

    def finer(self) -> Measure:  # type: ignore[override]
        """The same, with a row for each word."""
        return each_word(self)

    def steps_of_words(
        self, references: Sequence[Meanings], answers: Sequence[Answered], *, placed: bool = True
    ) -> Iterator[WordRow]:
        """What became of each word, case by case.

        Where `placed` is false all words stand nowhere, which is quicker.
        """
        pairs, placer = self.compare(references, answers), self.placing()
        for case, (reference, text, answer) in enumerate(zip(references, pairs.references, pairs.answers, strict=True)):
            places: Iterator[int] | None = None
            if placed and len(reference) == 1:  # of several, nothing tells whose words labels would mean
                text, word_of = placer(reference[0])
                places = None if word_of is None else iter(word_of)
            for step in self.steps(text, answer):
                token, word = step.reference, NOWHERE
                if token is not None and places is not None:
                    word = next(places)
                elif isinstance(token, Placed):  # of alternatives each token knows its word
                    word = token.word
                yield WordRow(case, INSERTED if step.operation == "I" else word, step)


@dataclass(frozen=True)
class each_word(Wrapping):  # noqa: N801  a measure is typed and printed in lower case
    """The measure inside, with a row for each word."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not isinstance(self.measure, JudgesWords):
            raise UsageError(f"each_word: {self.measure!r} does not judge words one by one; take words or mer")

    @property
    def titles(self) -> Titles:
        """The titles of the measure inside."""
        return self.measure.titles

    def finer(self) -> Self:
        """The measure itself, whose rows are as fine as they get."""
        return self

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """A row for each word, with the counts of the measure inside."""
        return self._judges.judge_words(references, answers)

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """A row for each word of the references of these cases, weighed by their labels where the measure does."""
        return self._judges.judge_words(cases.meant, answers, cases)

    @property
    def _judges(self) -> JudgesWords:
        return cast("JudgesWords", self.measure)

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of the measure inside."""
        return self.measure.aligned(references, answers)


def counted(rows: Sequence[WordRow], operations: str) -> NDArray[np.int64]:
    """1 for the rows with one of these operations, 0 for others."""
    return np.array([row.step.operation in operations for row in rows], np.int64)


def as_rows(rows: Sequence[WordRow], loss: ArrayLike, units: ArrayLike, answers: Sequence[Answered]) -> Judgements:
    """The judgements of words, with these losses and units."""
    return Judgements.of(
        loss,
        units,
        {name: counted(rows, operations) for name, operations in COUNTED.items()},
        case=[row.case for row in rows],
        undefined=[answers[row.case] is UNDEFINED for row in rows],
        word=[row.word for row in rows],
    )
