"""A page of sections, each with paragraphs, drawings and tables in any order."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho import __version__
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.report.html.rendering import render

SHADES = 7


@dataclass(frozen=True)
class Cell:
    """One cell of a table."""

    text: str
    below: str = ""
    """A second, smaller line."""
    shade: float | None = None
    """From 0, pale, to 1, deep."""
    strong: bool = False

    @property
    def classes(self) -> str:
        """For the style sheet."""
        if self.shade is None:
            return ""
        return f"kept s{min(SHADES - 1, max(0, round(self.shade * (SHADES - 1))))}"


@dataclass(frozen=True)
class Grid:
    """A table; each row begins with its name."""

    head: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Cell | str]]]
    kind: str = "figures"
    """figures: numbers to the right; heat: shaded cells; course: a dense table of short marks."""
    caption: str = ""

    @property
    def cells(self) -> list[tuple[str, list[Cell]]]:
        """The rows, every cell a `Cell`."""
        return [(name, [Cell(one) if isinstance(one, str) else one for one in row]) for name, row in self.rows]


@dataclass(frozen=True)
class Drawing:
    """An SVG as it stands, and what to say below it."""

    svg: str
    caption: str


@dataclass(frozen=True)
class Heading:
    """A title within a section."""

    text: str


@dataclass(frozen=True)
class Links:
    """Other pages in the same folder: file and what it is."""

    before: str
    pages: Sequence[tuple[str, str]]


Part = str | Heading | Grid | Drawing | Links
"""A string is a paragraph."""


@dataclass(frozen=True)
class Sheet:
    """A section."""

    name: str
    """For links: letters, digits and hyphens."""
    title: str
    parts: Sequence[Part]


def write_sheets(
    path: Path, title: str, eyebrow: str, headline: Sequence[str], sheets: Sequence[Sheet], signature: str
) -> None:
    """Write one page that needs no network.

    Raises OutputError where it cannot be written.
    """
    from markupsafe import Markup

    def part(one: Part) -> tuple[str, object]:
        if isinstance(one, Drawing):
            return "drawing", (Markup(one.svg), one.caption)
        return {Grid: "grid", Heading: "heading", Links: "links"}.get(type(one), "text"), one

    text = render(
        "sheets.html",
        name=title,
        eyebrow=eyebrow,
        headline=headline,
        sheets=[(sheet, [part(one) for one in sheet.parts]) for sheet in sheets],
        signature=signature,
        version=__version__,
    )
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
