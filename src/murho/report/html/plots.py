"""Drawings as a page: each with the figures that it shows, below what they say."""

from collections.abc import Sequence
from dataclasses import dataclass

from murho import __version__
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.report.html.rendering import render


@dataclass(frozen=True)
class Section:
    """A drawing, what there is to say about it, and its figures."""

    name: str
    """For links: letters, digits and hyphens."""
    title: str
    note: str
    svg: str
    """As `murho.report.scatter` draws it; it is put into the page as it stands."""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = ()
    """Tables start with a name; the rest are figures."""


def write_plots(
    path: Path, title: str, eyebrow: str, reading: Sequence[str], sections: Sequence[Section], signature: str
) -> None:
    """Write one page that needs no network.

    Raises OutputError where it cannot be written.
    """
    from markupsafe import Markup

    text = render(
        "plots.html",
        name=title,
        eyebrow=eyebrow,
        reading=reading,
        sections=[(section, Markup(section.svg)) for section in sections],
        signature=signature,
        version=__version__,
    )
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))
