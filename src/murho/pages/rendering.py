"""The templates of pages filled, with what they show of views: maps, trees, sections of suites, what answers cost."""

from collections.abc import Callable
from typing import Any

from murho.formats.opening import Path
from murho.pages.drawing import colours, trees
from murho.sheets import page as sheet_page
from murho.views.phenomena import branch_name, coverage, outcome_told, right_by_frequency

FILTERS: dict[str, Callable[..., Any]] = {
    "tree": trees.tree,
    "outcome": outcome_told,
    "branch_name": branch_name,
    "coverage": coverage,
    "right_by_frequency": right_by_frequency,
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
