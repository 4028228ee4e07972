"""Structures judged as semantic units: a mapping file turns them into units, another measure judges these.

`mapped(concepts, 'sil.map')` maps the answers; `side` may be `references` or `both` as well. The notation of the file
is told in `murho.measures.units.mapping`.

>>> import pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "sil.map")
>>> _ = file.write_text("no=true -> dm_marker:no\\nto.city -> goalcity\\nlower goalcity")
>>> from murho.measures.units.concepts import concepts
>>> how = mapped(concepts(), str(file))
>>> how.judge([(["dm_marker:no", "goalcity:bonn"],)], [({"no": True, "to": {"city": "Berlin"}},)]).loss.tolist()
[1]
"""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.errors import InputError, MeaningError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures.units.mapping import UnitMap, mapping
from murho.measures.wrapping import Wrapping

SIDES = {"answers": ("answer",), "references": ("reference",), "both": ("reference", "answer")}


@dataclass(frozen=True, repr=False)
class mapped(Wrapping):  # noqa: N801  a measure is typed and printed in lower case
    """The measure inside, of the units that a mapping file makes of the meanings."""

    file: str
    side: str = "answers"

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.kind != "units":
            raise UsageError(f"mapped: {self.measure!r} judges no semantic units; take concepts, slots or frames")
        if self.side not in SIDES:
            raise UsageError(f"mapped: side={self.side!r}; known: {', '.join(SIDES)}")

    @property
    def files(self) -> tuple[str, ...]:
        """The mapping, and what the measure inside reads."""
        return (self.file, *super().files)

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """The rows of the measure inside."""
        read, sides = mapping(self.file), SIDES[self.side]
        if "reference" in sides:
            references = [_units(read, meanings, i, "reference") for i, meanings in enumerate(references)]
        if "answer" in sides:
            answers = [a if a is UNDEFINED else _units(read, a, i, "answer") for i, a in enumerate(answers)]
        return self.measure.judge(references, answers)


def _units(read: UnitMap, meanings: Meanings, index: int, side: str) -> Meanings:
    try:
        return tuple(map(read, meanings))
    except InputError as error:
        raise MeaningError(index, side, f"{side}: {error.found}", error.todo) from None
