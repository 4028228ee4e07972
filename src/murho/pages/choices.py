"""Robust verdicts as a page: who is better for which choices of δ and ω, with the picture over both."""

from collections.abc import Sequence

from murho.core.robustness import Robustness
from murho.formats.opening import Path
from murho.pages.drawing.choices import picture
from murho.pages.drawing.regions import regions
from murho.pages.rendering import render, write_page
from murho.pipeline.comparing.result import Comparison
from murho.views.choices import choices, rows


def write_choices(compared: Sequence[Comparison], path: Path) -> None:
    """Write the robust verdicts of comparisons as one HTML file that needs no network, whole or not at all.

    Raises:
        OutputError: the file cannot be written.
    """
    shown = [choices(one) for one in compared]
    pictures = [[picture(pair.rows, pair.classes) for pair in one.pairs] for one in shown]
    maps = [regions(one.regions, one.classes) if one.regions else None for one in shown]
    write_page(path, "choices.html", shown=shown, pictures=pictures, maps=maps)


def drawn(found: Robustness) -> str:
    """The picture of one verdict, for any page with the style sheet of all pages."""
    return render("choices_picture.html", map=picture(rows(found), found.classes), spoken=found.verdict)
