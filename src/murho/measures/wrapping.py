"""Measures around another measure: what they share, answers that are mapped first, cases of one stage.

What measures share that wrap another one: they are of its kind and report what it reports.

It is for the wrapping measure to say how it judges.

Answers of another make judged as if they were of the right one: a mapping file says how to read them.

`mapped(concepts, 'sil.map')` turns the structures of a parser into semantic units, see `murho.measures.units.mapping`;
`mapped(labels, 'engine.map')` finds the label in what an engine answers, see `murho.measures.label_mapping`;
`mapped(dependencies, 'own.map')` turns trees of another annotation into Universal Dependencies, see
`murho.measures.dependencies.mapping`. The answers are mapped; with `side` the `references`, or `both`.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "sil.map")
>>> _ = file.write_text("no=true -> dm_marker:no\\nto.city -> goalcity\\nlower goalcity")
>>> from murho.measures.units.concepts import concepts
>>> measure = mapped(concepts(), str(file))
>>> measure.judge([(["dm_marker:no", "goalcity:bonn"],)], [({"no": True, "to": {"city": "Berlin"}},)]).loss.tolist()
[1]

A measure of one stage of a chain: `words@heard` judges what the stage `heard` said by what it ought to say.

Which answers and references those are is for whoever judges (`Answers.at_stage`, `Cases.at_stage`); given them, it
judges as the measure inside.

>>> from murho.measures.text.words import words
>>> measure = At(words(costs="sclite"), "heard")
>>> measure, measure.stage, measure.judge([("no to bonn",)], [("so to bonn",)]).loss.tolist()
(words(costs='sclite')@heard, 'heard', [1])
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any, Self

from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import Shifting
from murho.measures.interface import SHELF, Counts, Criterion, Measure, Record, Titles
from murho.measures.text.lattice import Step
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases
    from murho.core.word_graph import WordGraph
    from murho.measures.dependencies.dependencies import dependencies


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


READERS = {
    "label": "label_mapping:label_map",
    "units": "units.mapping:mapping",
    "tree": "dependencies.mapping:tree_map",
}
"""What reads the file, by the kind of meaning that the measure inside judges."""
SEVERAL = ("label",)
"""Kinds of which one answer may hold several, or none: what reads the file then makes a tuple."""
SIDES = {"answers": ("answer",), "references": ("reference",), "both": ("reference", "answer")}


@dataclass(frozen=True)
class mapped(Wrapping):  # noqa: N801  a measure is typed and printed in lower case
    """The measure inside, of what a mapping file makes of the meanings."""

    file: str = option(
        type="file", help="How structures become labels or units, or trees other trees (docs/concepts.md)."
    )
    side: str = option("answers", choices=("answers", "references", "both"), help="What is mapped.")

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind not in READERS:
            known = ", ".join(record.name for record in SHELF.all() if record.kind in READERS)
            raise UsageError(
                f"mapped: {self.measure!r} judges neither labels nor semantic units nor trees; take one of {known}"
            )
        if self.side not in SIDES:
            raise UsageError(f"mapped: side={self.side!r}; known: {', '.join(SIDES)}")

    @property
    def over_files(self) -> "dependencies | None":
        """The measure inside, of mapped files."""
        return self.measure.over_files if self.measure.over_files is self.measure else None

    @property
    def mapping(self) -> tuple[str, str]:
        """Its file and its side."""
        return self.file, self.side

    @property
    def files(self) -> tuple[str, ...]:
        """The mapping, and what the measure inside reads."""
        return (self.file, *self.measure.files)

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside."""
        return self.measure.judge(*self._both(references, answers))

    def aligned(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[Step]]:
        """The alignment of what the meanings become."""
        return self.measure.aligned(*self._both(references, answers))

    def _both(
        self, references: Sequence[Meanings], answers: Sequence[Answered]
    ) -> tuple[Sequence[Meanings], Sequence[Answered]]:
        read, sides = self._reader(), SIDES[self.side]
        if "reference" in sides:
            references = [_mapped(read, meanings, i, "reference") for i, meanings in enumerate(references)]
        if "answer" in sides:
            answers = [a if a is UNDEFINED else _mapped(read, a, i, "answer") for i, a in enumerate(answers)]
        return references, answers

    def _reader(self) -> Callable[[Any], Meanings]:
        module, _, name = READERS[self.kind].partition(":")
        reader: Callable[[str], Callable[[Any], Any]] = getattr(import_module(f"murho.measures.{module}"), name)
        read = reader(self.file)
        return read if self.kind in SEVERAL else lambda meaning: (read(meaning),)


def _mapped(read: Callable[[Any], Meanings], meanings: Meanings, index: int, side: str) -> Meanings:
    try:
        return tuple(chain.from_iterable(map(read, meanings)))
    except InputError as error:
        raise MeaningError(index, side, f"{side}: {error.found}", error.todo) from None


MEASURE = Record(
    make=mapped,
    name="mapped",
    title="Mapped",
    around=True,
    example="mapped(concepts, 'sil.map')",
)


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
