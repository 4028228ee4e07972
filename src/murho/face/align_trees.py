"""Trees of two files side by side, as `murho.align` gives them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from murho.face.panels import Panel, Row, Table
from murho.face.result import Result
from murho.measures.dependencies.dependencies import dependencies
from murho.pipeline.aligning.tree_alignment import Stretch, error_of, stretches
from murho.pipeline.scoring.files import score_files
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Pairing
from murho.sheets.frame import arrow
from murho.sheets.numbers import several
from murho.views.choice import chosen

if TYPE_CHECKING:
    import pyarrow as pa

SHOWN = 5
"""Stretches that are shown in a notebook."""
SIDE = ("form", "upos", "head", "deprel")
TYPES = {
    "id": "string",
    "place": "int64",
    "error": "string",
    **{f"{side}_{name}": "int64" if name == "head" else "string" for side in ("gold", "system") for name in SIDE},
}


@dataclass(frozen=True, eq=False, repr=False)
class AlignedTrees(Result):
    """Stretches of sentences that cover the same text, word by word."""

    usual = "alignments"
    measure: str
    stretches: Sequence[Stretch]
    made: dict[str, Any] = field(default_factory=dict)
    """What they were made of, for the page."""

    def __len__(self) -> int:
        return len(self.stretches)

    def __iter__(self) -> Iterator[Stretch]:
        return iter(self.stretches)

    def __getitem__(self, place: int) -> Stretch:
        return self.stretches[place]

    def __repr__(self) -> str:
        wrong = sum(one.errors for one in self.stretches)
        return f"<AlignedTrees by {self.measure}: {several(len(self), 'sentence')}, {several(wrong, 'wrong word')}>"

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints."""
        return {"measure": self.measure, "alignments": [one.as_json() for one in self.stretches]}

    def table(self) -> "pa.Table":
        """A row for each word, with what both sides say of it; a head is a place, counted from 1, 0 is the root."""
        columns: dict[str, list[Any]] = {name: [] for name in TYPES}
        for one in self.stretches:
            for place, row in enumerate(one.as_json()["places"], 1):
                sides = {f"{side}_{name}": (row[side] or {}).get(name) for side in ("gold", "system") for name in SIDE}
                for name, value in {"id": one.id, "place": place, "error": row["error"], **sides}.items():
                    columns[name].append(value)
        return arrow(columns, TYPES)

    def panels(self) -> list[Panel]:
        """The first stretches, word by word."""
        left = len(self) - SHOWN
        flags = [f"{left} more are not shown; .save('trees.html') draws them"] if left > 0 else []
        return [Panel(repr(self)[1:-1], flags=flags, tables=[_shown(one) for one in self.stretches[:SHOWN]])]

    def write_page(self, path: str, title: str = "") -> None:
        """Write the page of the scores and of all trees that were asked for."""
        from murho.pages.trees import write_trees

        made = self.made
        score = score_files(
            made["measure"],
            made["references"],
            made["answers"],
            Reading(level=made["level"]),
            Pairing(made["format"]),
        )
        write_trees(path, self.stretches, score, made["answers"], made["worst"])


def _shown(one: Stretch) -> Table:
    rows = []
    for number, place in enumerate(one.places, 1):
        sides = [
            side and f"{'–' if side.head is None else side.head + 1} {side.deprel}"
            for side in (place.gold, place.system)
        ]
        form = (place.gold or place.system).form  # type: ignore[union-attr]
        rows.append(Row(f"{number} {form}", (sides[0] or "–", sides[1] or "–", error_of(place) or "")))
    return Table((one.id, "gold", "system", "wrong"), rows)


def align_trees(
    measure: dependencies,
    format: str,
    references: str,
    answers: str,
    errors_only: bool,
    worst: int | None,
    rank: str,
    level: float,
) -> AlignedTrees:
    """The stretches of two files of trees, all of them or the worst."""
    shown = list(chosen(stretches(measure, references, answers, format), errors_only, worst, rank))
    made = {"measure": measure, "references": references, "answers": answers, "format": format}
    return AlignedTrees(repr(measure), shown, {**made, "level": level, "worst": worst})
