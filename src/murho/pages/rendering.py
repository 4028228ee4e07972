"""The templates of pages filled, with what they show of views: maps, trees, sections of suites, what answers cost."""

from collections.abc import Callable, Sequence
from typing import Any

from murho.formats.opening import Path
from murho.measures.dependencies.word_pairs import Place
from murho.pages.drawing import colours
from murho.sheets import page as sheet_page
from murho.sheets.drawing import trees


def _tree(words: Sequence[Place], name: str) -> str:
    """The drawing of the words of gold and system as markup; empty where there are none."""
    from markupsafe import Markup

    return Markup(trees.tree(words, name))


FILTERS: dict[str, Callable[..., Any]] = {
    "tree": _tree,
    "hue": colours.hue,
    "step": colours.step,
    "legend": colours.legend,
}


def write_page(path: Path, template: str, **context: Any) -> None:
    """Write the page that a template makes of `context`, as `murho.sheets.page.write_page` does."""
    sheet_page.write_page(path, template, tools=FILTERS, **context)


def render(page: str = "report.html", **context: Any) -> str:
    """A page by its template."""
    return sheet_page.render(page, FILTERS, **context)
