"""Sheets: what there is to see of a figure, before any surface draws it.

A sheet is a title, a sentence, a table with kinds of columns, what follows from it, a drawing, notes. It is neutral:
the terminal (`murho.sheets.terminal`), pages and notebooks (`murho.sheets.page`) and Markdown (`murho.sheets.markdown`)
each draw every sheet in one place, so that what makes a sheet knows nothing of HTML or of colours, and a figure says
the same with the same digits wherever it is seen.

>>> columns = (Column("speaker", "name"), Column("words", "count"), Column("errors", "share"))
>>> sheet = Sheet("Speakers", "who was misheard", columns, [SheetRow(("anna", 120, 0.25))])
>>> from murho.sheets.markdown import markdown
>>> print(markdown(sheet))
## Speakers
<BLANKLINE>
Who was misheard.
<BLANKLINE>
| speaker | words | errors |
|---|---:|---:|
| anna | 120 | 25.0 % |
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from murho.sheets.terms import Term

KINDS = {
    "name": "a text from data, which may be long and is folded",
    "text": "a short text",
    "figure": "a `Figure`, `Estimate` or `Between`: its value, its interval, and on pages both on a scale",
    "difference": "a `Difference`: its value with a sign, and its interval",
    "shift": "a `Difference` of B from A: the same, and on pages both on a scale from better to worse",
    "part": "a `Difference` that is a part of a whole: its value and its interval in per cent",
    "span": "a `Span`, which is drawn on pages, and is nothing elsewhere",
    "ends": "the two ends of an interval, or None",
    "signed ends": "those of a difference, each with its sign",
    "range": "the first and the last of some places, as a pair",
    "parts": "a number for each class: pages draw how they share a bar, and it is nothing elsewhere",
    "vertex": "a `Vertex` of robust choice: a difference with its sign, and who is shown to be better",
    "significant": "a number with four digits that count",
    "fraction": "a number with four decimals",
    "thousandths": "a share of many, with three decimals, and a dot for 0",
    "signed": "such a number with its sign",
    "score": "a criterion or a parse score, with two decimals",
    "score_ends": "the two ends of its interval, or None",
    "p": "a p",
    "share": "a fraction in per cent",
    "count": "a whole number",
    "ratio": "how many of how many, as a pair",
    "amount": "a sum, whole or not",
    "duration": "seconds",
    "bytes": "an amount of memory",
}
"""What a column, or a single cell of it, can hold. None is drawn as a dash, and "" is left empty, whatever the kind."""


@dataclass(frozen=True)
class Column:
    """A column of a sheet."""

    heading: str
    kind: str = "text"
    """One of `KINDS`."""
    bar: bool = False
    """Terminals draw a bar beside it, and pages beside what is no figure, which they draw on a scale."""
    rank: int = 1
    """A narrow terminal leaves out first the bars and then the columns of the highest rank above 1."""


class Between(NamedTuple):
    """A value between the ends of its interval, of which there may be none."""

    value: float | None
    interval: tuple[float, float] | None


class Span(NamedTuple):
    """A bar of a waterfall: from where it starts to where it ends, with the ends of an interval."""

    start: float
    end: float
    low: float
    high: float
    is_total: bool = False
    """It sums up the others."""


@dataclass(frozen=True)
class SheetCell:
    """A cell of another kind than its column."""

    value: Any
    kind: str
    part: float | None = None
    """How much of a bar it fills, where its value does not say so."""


@dataclass(frozen=True)
class Picture:
    """A drawing of one of the kinds that `murho.sheets.drawing` knows."""

    kind: str
    """`scatter`, `waterfall`, `line`, `histogram`, `trees`, `choices`, `regions`."""
    value: Any
    """What is drawn, as the kind takes it."""
    caption: str = ""


@dataclass(frozen=True)
class SheetItem:
    """A single thing that a row counts, as a sentence."""

    id: str
    text: str
    is_right: bool | None = None
    """A sign in front of it says so; None where there is nothing to say."""
    outcome: str = ""
    """What became of it."""
    note: str = ""
    group: str = ""
    """What it has in common with those of its row that stand with it."""
    folded: bool = False
    """Pages have its group behind a line that opens."""
    picture: Picture | None = None


@dataclass(frozen=True)
class SheetRow:
    """A row: for each column a value of its kind, or a `SheetCell`."""

    cells: Sequence[Any]
    depth: int = 0
    """How far its name is set in below the row that it is a part of."""
    strong: bool = False
    """It sums up the others."""
    note: str = ""
    """What there is to know of this row, in small print."""
    items: Sequence[SheetItem] = ()
    """What it counts, one by one; of a tree what belongs to no row below it."""
    cases: Sequence[tuple[str, str]] = ()
    """Which cases it is about, by features or sides and their values: a page that lists all cases links to them."""


@dataclass(frozen=True)
class Sheet:
    """What there is to see of one figure."""

    title: str
    sentence: str = ""
    """What it is about, without a full stop."""
    columns: Sequence[Column] = ()
    rows: Sequence[SheetRow] = ()
    conclusions: Sequence[str] = ()
    """What follows from it, each a sentence without a full stop."""
    notes: Sequence[str] = ()
    """What a reader has to know before believing it; every surface shows all of them."""
    facts: Sequence[tuple[str, SheetCell]] = ()
    """Single values, each with its name."""
    picture: Picture | None = None
    caption: str = ""
    """Small print below the table, such as what its signs mean."""
    explanation: str = ""
    """How to read it, where there is room for that: not in the terminal."""
    terms: Sequence[str | Term] = ()
    """Words that pages explain on the spot: names in the glossary, or a figure's own."""
    whole: Any = None
    """The figure of the whole, which drawings of figures show as a line."""
    most: int | None = None
    """So many rows are enough where there is little room; None: all are shown everywhere."""
    is_tree: bool = False
    """Each row has those below it that are deeper: pages fold them."""
    deepest: int | None = None
    """Rows that are deeper are left out where there is little room."""
    left_out: int = 0
    """Rows that there are besides."""
    folded: bool = False
    """A page shows it when a reader opens it."""
    narrow: "Sheet | None" = None
    """What a terminal shows in its place where the columns have no room."""
    is_named: bool = False
    """Its title is a name from data, which stays as it is."""
    rank: int = 1
    """1 is shown everywhere, 2 where there is room: on pages, in notebooks and in Markdown, but not in the terminal."""
    sections: Sequence["Sheet"] = ()
    """Further sheets that belong to it."""
    signature: str = ""
    """How it was made, to be copied."""
