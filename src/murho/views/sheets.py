"""What a page of sections is made of besides texts and drawings: tables, headings, links to pages beside it."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cell:
    """One cell of a table."""

    text: str
    below: str = ""
    """A second, smaller line."""
    shade: float | None = None
    """From 0, pale, to 1, deep."""
    strong: bool = False


@dataclass(frozen=True)
class Grid:
    """A table; each row begins with its name.

    >>> Grid(["", "n"], [("all", ["12"])]).cells
    [('all', [Cell(text='12', below='', shade=None, strong=False)])]
    """

    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell | str]]]
    kind: str = "figures"
    """figures: numbers to the right; heat: shaded cells; course: a dense table of short marks."""
    caption: str = ""
    folded: bool = False
    """Hidden behind its caption until a reader opens it."""

    @property
    def cells(self) -> list[tuple[str, list[Cell]]]:
        """The rows, every cell a `Cell`."""
        return [(name, [Cell(one) if isinstance(one, str) else one for one in row]) for name, row in self.rows]


@dataclass(frozen=True)
class Heading:
    """A title within a section."""

    text: str


@dataclass(frozen=True)
class Links:
    """Other pages in the same folder: file and what it is."""

    before: str
    pages: Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Legend:
    """What colours stand for: the class of a swatch in the style sheet, and its meaning."""

    marks: Sequence[tuple[str, str]]
