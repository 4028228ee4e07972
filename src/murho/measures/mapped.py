"""Answers of another make judged as if they were of the right one: a mapping file says how to read them.

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
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from itertools import chain
from typing import TYPE_CHECKING, Any

from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.interface import SHELF, Record
from murho.measures.text.lattice import Step
from murho.measures.wrapping import Wrapping
from murho.plugs import option

if TYPE_CHECKING:
    from murho.measures.dependencies.dependencies import dependencies

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
