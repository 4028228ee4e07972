"""A measure of one stage of a chain: `words@heard` judges what the stage `heard` said by what it ought to say.

Which answers and references those are is for whoever judges (`Answers.at_stage`, `Cases.at_stage`); given them, it
judges as the measure inside.

>>> from murho.measures.text.words import words
>>> measure = At(words(costs="sclite"), "heard")
>>> measure, measure.stage, measure.judge([("no to bonn",)], [("so to bonn",)]).loss.tolist()
(words(costs='sclite')@heard, 'heard', [1])
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.core.shifting import Shifting
from murho.measures.interface import Titles
from murho.measures.text.lattice import Step
from murho.measures.wrapping import Wrapping

if TYPE_CHECKING:
    from murho.core.case import Cases


@dataclass(frozen=True, repr=False)
class At(Wrapping):
    """The measure inside, of what one stage says."""

    stage: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        if not self.stage.isidentifier():
            raise UsageError(f"{self.measure!r}@{self.stage}: a stage has a name, as in words@heard")
        if self.measure.stage is not None:
            raise UsageError(f"{self!r}: one stage is judged at a time; write {self.measure!r}")

    def __repr__(self) -> str:
        return f"{self.measure!r}@{self.stage}"

    @property
    def titles(self) -> Titles:
        """The titles of the measure inside, with the name of the stage."""
        title, loss, accuracy = self.measure.titles
        return Titles(f"{title}, as {self.stage}", loss, accuracy)

    @property
    def set_shifting(self) -> Shifting | None:
        """That of the measure inside."""
        return self.measure.set_shifting

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside."""
        return self.measure.judge(references, answers)

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside."""
        return self.measure.judge_cases(cases, answers)

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of the measure inside."""
        return self.measure.aligned(references, answers)

    @property
    def explaining(self) -> bool:
        """Whether the measure inside does."""
        return self.measure.explaining

    def explained(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[str]]:
        """What the measure inside says."""
        return self.measure.explained(references, answers)
