"""Measures around another measure: what they share, and a measure of one stage of a chain.

What measures share that wrap another one: they are of its kind and report what it reports.

It is for the wrapping measure to say how it judges.

A measure of one stage of a chain: `words@heard` judges what the stage `heard` said by what it ought to say.

Which answers and references those are is for whoever judges (`Answers.at_stage`, `Cases.at_stage`); given them, it
judges as the measure inside.

>>> from murho.measures.text.words import words
>>> measure = At(words(costs="sclite"), "heard")
>>> measure, measure.stage, measure.judge([("no to bonn",)], [("so to bonn",)]).loss.tolist()
(words(costs='sclite')@heard, 'heard', [1])
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Self

from murho.core.errors import UsageError
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.core.shifting import Shifting
from murho.measures.interface import Counts, Criterion, Measure, Titles
from murho.measures.text.lattice import Step

if TYPE_CHECKING:
    from murho.core.case import Cases
    from murho.core.word_graph import WordGraph


def _as_inside(name: str) -> Any:
    return property(lambda self: getattr(self.measure, name), doc=f"The `{name}` of the measure inside.")


@dataclass(frozen=True)
class Wrapping(Measure):
    """A measure around another measure."""

    measure: Measure

    bounded = _as_inside("bounded")
    fixed_units = _as_inside("fixed_units")
    kind = _as_inside("kind")
    files = _as_inside("files")
    notes = _as_inside("notes")
    linearised = _as_inside("linearised")
    finer_labels = _as_inside("finer_labels")
    word_rows = _as_inside("word_rows")
    whole_by_cases = _as_inside("whole_by_cases")
    reference_labels = _as_inside("reference_labels")
    aligning = _as_inside("aligning")
    unit = _as_inside("unit")
    folds_case = _as_inside("folds_case")
    tree_rules = _as_inside("tree_rules")
    equal_tokens = _as_inside("equal_tokens")
    without_intent = _as_inside("without_intent")
    stage = _as_inside("stage")

    def __post_init__(self) -> None:
        if isinstance(self.measure, Measure):
            return
        if not hasattr(self.measure, "judge"):
            raise UsageError(f"{type(self).__name__}: {self.measure!r} is not a measure; write it without quotes")
        from murho.measures.adopted import adopted

        object.__setattr__(self, "measure", adopted(self.measure))

    @property
    def inside(self) -> Measure:
        """The measure that it wraps."""
        return self.measure

    @property
    def titles(self) -> Titles:
        """The titles of the measure inside, with what is done to it."""
        title, loss, accuracy = self.measure.titles
        return Titles(f"{title}, {super().titles.title.lower()}", loss, accuracy)

    @property
    def countables(self) -> tuple[Countable, ...]:
        """What the measure inside counts."""
        return self.measure.countables

    def finer(self) -> Self:
        """The same around the finer measure."""
        return replace(self, measure=self.measure.finer())

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """The criteria of the measure inside."""
        return self.measure.criteria(counts)

    def floors(self, counts: Counts) -> Mapping[str, Counts]:
        """The floors of the measure inside."""
        return self.measure.floors(counts)

    def tokens_of(self, text: str) -> tuple[str, ...]:
        """The tokens of a text, as the measure inside makes them."""
        return self.measure.tokens_of(text)

    def in_graph(self, reference: Any, graph: "WordGraph") -> str:
        """The text in a word graph that the measure inside finds least wrong."""
        return self.measure.in_graph(reference, graph)


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
