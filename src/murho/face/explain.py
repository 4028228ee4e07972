"""What `murho.align` gives of measures that say in words what differs: a case, its answer, and sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from murho.core.meaning import UNDEFINED
from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.sheets.frame import arrow
from murho.sheets.legible import as_text
from murho.sheets.numbers import several

if TYPE_CHECKING:
    import pyarrow as pa

    from murho.pipeline.aligning.explanation import Explained

SHOWN = 10
"""Cases that are shown in a notebook."""
TYPES = {"id": "string", "loss": "float64", "units": "float64", "reference": "string", "answer": "string"}


@dataclass(frozen=True, eq=False, repr=False)
class Explanations(Result):
    """Cases with their answers, and what differs between them."""

    usual: ClassVar[str] = "alignments"
    measure: str
    explained: Sequence[Explained]

    def __len__(self) -> int:
        return len(self.explained)

    def __iter__(self) -> Iterator[Explained]:
        return iter(self.explained)

    def __getitem__(self, place: int) -> Explained:
        return self.explained[place]

    def __repr__(self) -> str:
        wrong = sum(one.wrong for one in self.explained)
        return f"<Explanations by {self.measure}: {several(len(self), 'case')}, {wrong} wrong>"

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints."""
        return {"measure": self.measure, "alignments": [one.as_json() for one in self.explained]}

    def table(self) -> pa.Table:
        """A row for each difference, and one for each case without any."""
        rows = [(one, text) for one in self.explained for text in one.differences or ("",)]
        columns: dict[str, list[Any]] = {name: [getattr(one, name) for one, _ in rows] for name in list(TYPES)[:3]}
        columns["reference"] = [as_text(list(one.correct)) for one, _ in rows]
        columns["answer"] = [None if one.answered is UNDEFINED else as_text(list(one.answered)) for one, _ in rows]
        return arrow({**columns, "difference": [text for _, text in rows]}, {**TYPES, "difference": "string"})

    def panels(self) -> list[Panel]:
        """The first cases, with what differs."""
        left = len(self) - SHOWN
        flags = [f"{left} more are not shown; .frame() has them"] if left > 0 else []
        rows = [Row(one.id, ("; ".join(one.differences),)) for one in self.explained[:SHOWN]]
        return [Panel(repr(self)[1:-1], flags=flags, tables=[Table(("case", "what differs"), rows)])]
