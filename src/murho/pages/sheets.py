"""A page of sections, each with paragraphs, drawings and tables in any order."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho.formats.opening import Path
from murho.pages.rendering import write_page
from murho.views.sheets import Cell, Grid, Heading, Legend, Links

SHADES = 7
"""Steps of the colours that the style sheet has for shaded cells."""


@dataclass(frozen=True)
class Drawing:
    """An SVG as it stands, and what to say below it."""

    svg: str
    caption: str


Part = str | Heading | Grid | Drawing | Legend | Links
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
    write_page(
        path,
        "sheets.html",
        name=title,
        eyebrow=eyebrow,
        headline=headline,
        sheets=[(sheet, [_kind_and_part(one) for one in sheet.parts]) for sheet in sheets],
        signature=signature,
        classes=shade_classes,
    )


def shade_classes(cell: Cell) -> str:
    """The classes of a cell in the style sheet.

    >>> shade_classes(Cell("0.5", shade=0.5)), shade_classes(Cell("–"))
    ('kept s3', '')
    """
    if cell.shade is None:
        return ""
    return f"kept s{min(SHADES - 1, max(0, round(cell.shade * (SHADES - 1))))}"


def _kind_and_part(part: Part) -> tuple[str, object]:
    from markupsafe import Markup

    if isinstance(part, Drawing):
        return "drawing", (Markup(part.svg), part.caption)
    return {Grid: "grid", Heading: "heading", Legend: "legend", Links: "links"}.get(type(part), "text"), part
