"""What is shown of a result: panels of a head, facts, flags and tables, in a notebook or as a page.

>>> panel = Panel("words", "π", "0.222", "95 % 0.044 to 0.592", flags=["only 2 cases"])
>>> "<b>0.222</b>" in fragment([panel]), "<script" in fragment([panel])
(True, False)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from murho.sheets import Column, Sheet, SheetCell, SheetRow
from murho.sheets.drawing.whiskers import Scale, Whisker, scale_of, whisker
from murho.sheets.legible import amount, count, fraction

if TYPE_CHECKING:
    from murho.core.comparison import Difference
    from murho.core.figure import Figure
    from murho.views.said_and_meant import Pair

MOST = 30
"""Lines of a table that are shown; the frame has them all."""


@dataclass(frozen=True)
class Row:
    """A line of a table."""

    name: str
    cells: Sequence[str]
    drawing: Whisker | None = None
    few: bool = False
    """It rests on little."""


@dataclass(frozen=True)
class Table:
    """Figures by group."""

    head: Sequence[str]
    """What the names are, and what stands in each column."""
    rows: Sequence[Row]
    drawn: bool = False
    """A column of drawings comes last."""
    left_out: int = 0


@dataclass(frozen=True)
class Aligned:
    """An utterance, word under word."""

    id: str
    errors: str
    """How much of it is wrong, in words."""
    pairs: Sequence[Pair]
    direction: str = "ltr"
    """How the words follow each other."""


@dataclass(frozen=True)
class Panel:
    """One result: what it is called, the figure, what it rests on."""

    title: str
    symbol: str = ""
    value: str = ""
    interval: str = ""
    drawing: Whisker | None = None
    facts: Sequence[tuple[str, str]] = ()
    flags: Sequence[str] = ()
    tables: Sequence[Table] = ()
    aligned: Sequence[Aligned] = ()
    link: str = ""
    """A page that was written of it."""
    signature: str = ""
    sheet: Sheet | None = None
    """What there is to see of a figure, in place of all of these."""

    @classmethod
    def of(cls, sheet: Sheet) -> Panel:
        """The panel of a sheet."""
        return cls(sheet.title, sheet=sheet)

    def as_sheet(self) -> Sheet:
        """All of it as a sheet, but for drawings and aligned words."""
        if self.sheet is not None:
            return self.sheet
        head = f"{self.symbol} = {self.value}, {self.interval}".removesuffix(", ") if self.value else ""
        facts = [(name, SheetCell(text, "text")) for name, text in self.facts]
        links = (f"written to {self.link}",) if self.link else ()
        return Sheet(
            self.title,
            head,
            conclusions=links,
            notes=self.flags,
            facts=facts,
            sections=[_sheet_of(table) for table in self.tables],
            signature=self.signature,
        )


def _sheet_of(table: Table) -> Sheet:
    first, *others = table.head
    columns = (Column(first, "name"), *(Column(name, "text") for name in others))
    rows = [SheetRow((row.name, *row.cells)) for row in table.rows]
    return Sheet(first or "figures", columns=columns, rows=rows, left_out=table.left_out)


def notes_of(panels: Sequence[Panel]) -> list[str]:
    """What panels say that a reader has to know, each once."""

    def of_sheet(sheet: Sheet) -> list[str]:
        return [*sheet.notes, *(note for section in sheet.sections for note in of_sheet(section))]

    return list(dict.fromkeys(note for panel in panels for note in of_sheet(panel.as_sheet())))


def fragment(panels: Sequence[Panel]) -> str:
    """The panels for a notebook, with their style, without a script."""
    from murho.sheets.page import render

    return render("notebook.html", panels=panels)


def write_page(path: str, name: str, panels: Sequence[Panel]) -> None:
    """Write the panels as one page that needs no network.

    Raises:
        OutputError: it cannot be written.
    """
    from murho.sheets.page import write_page as write_template

    write_template(path, "view.html", name=name, panels=panels)


def interval(estimate: Figure | Difference) -> str:
    """The ends of an interval."""
    from murho.core.comparison import Difference

    unknown = estimate.value is None if isinstance(estimate, Difference) else estimate.interval is None
    return _ends(None if unknown else (estimate.low, estimate.high))


def _ends(ends: tuple[float, float] | None) -> str:
    return "–" if ends is None else f"{fraction(ends[0])} to {fraction(ends[1])}"


def slices(by: Mapping[str, Mapping[str, Figure]], whole: Figure, bounded: bool, symbol: str) -> list[Table]:
    """A table for each feature, all on one scale with the whole as a line in them."""
    scale = scale_of((figure for groups in by.values() for figure in groups.values()), bounded=bounded)
    return [_slice(feature, groups, whole, scale, symbol) for feature, groups in by.items()]


def _slice(feature: str, groups: Mapping[str, Figure], whole: Figure, scale: Scale, symbol: str) -> Table:
    from murho.core.ledger import group_order

    several = any(figure.simultaneous_interval for figure in groups.values())
    heaviest = set(sorted(groups, key=lambda name: -groups[name].importance)[:MOST])
    rows = [
        Row(
            name,
            (
                fraction(figure.value)
                if figure.value is not None or not figure.numerator
                else f"{amount(figure.numerator)} / 0",
                interval(figure),
                *([_ends(figure.simultaneous_interval)] if several else []),
                count(figure.n),
                count(figure.undefined) if figure.undefined else "",
            ),
            whisker(figure, scale, whole),
            bool(figure.flags),
        )
        for name in sorted(heaviest, key=group_order)
        for figure in [groups[name]]
    ]
    head = (feature, symbol, "interval", *(["simultaneous"] if several else []), "cases", "⊥")
    return Table(head, rows, True, len(groups) - len(rows))
