"""Every heading of a report or of a table in the terminal is a term that `murho explain` knows, or an everyday word."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from murho.core.errors import UsageError
from murho.figures import terms
from murho.figures.efficiency import QUANTITIES
from murho.measures import SHELF
from murho.sheets.glossary import explain
from murho.views.names import RELATIONS

ROOT = Path(__file__).parents[2] / "src" / "murho"
PLAIN = {
    "%", "≥", "all", "also", "average", "for instance", "from", "in fact", "less is better", "name", "of", "part",
    "reads", "μ \\ ρ", "coverage and competence",
}  # fmt: skip
"""What nobody has to look up."""


def said(path: Path) -> Iterator[str]:
    """The headings in a module of the terminal: what a table is made with, and lists called `heads`."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "table":
            parts: list[ast.expr] = node.args[:2]
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Column":
            parts = node.args[:1]
        elif isinstance(node, ast.Assign) and "heads" in (getattr(target, "id", "") for target in node.targets):
            parts = [node.value]
        else:
            continue
        for part in parts:
            yield from (one.value for one in ast.walk(part) if isinstance(one, ast.Constant) and type(one.value) is str)


def written(path: Path) -> Iterator[str]:
    """The headings in a template: of tables and of lists of figures, without what is filled in."""
    text = re.sub(r"\{[{%#].*?[}%#]\}", "…", path.read_text("utf-8"), flags=re.DOTALL)
    for _, inside in re.findall(r"<(th|dt)\b[^>]*>(.*?)</\1>", text, re.DOTALL):
        yield from re.split(r"<[^>]*>|…", inside)


def headings() -> set[str]:
    found = [
        heading for room in ("terminal", "figures") for path in (ROOT / room).rglob("*.py") for heading in said(path)
    ]
    found += [heading for path in (ROOT / "sheets" / "templates").glob("*.html") for heading in written(path)]
    return {stripped for heading in found if (stripped := heading.strip(" ,:\\\n"))}


def is_known(heading: str) -> bool:
    try:
        explain(heading, terms())
    except UsageError:
        return heading.partition(",")[0] in PLAIN or SHELF.find(heading.casefold()) is not None
    return True


def test_every_heading_is_explained() -> None:
    found = headings()
    assert {"beaten in both", "false alarms", "p Holm", "of the variance of π", "interval", "given instead"} <= found
    assert sorted(heading for heading in found if not is_known(heading)) == []


@pytest.mark.parametrize(
    "word",
    [
        "own noise", "beaten", "right at least once", "right always", "confusion", "effective errors", "outcome",
        "score interval", "latency", "cost", "memory", "own_noise", "variance_within_cases", "agreement_with_itself",
        "mean", "median", "90 %", "99 %", "most", "together", *QUANTITIES, *QUANTITIES.values(),
        *(name for name, _ in RELATIONS.values()),
    ],
)  # fmt: skip
def test_what_reports_and_json_say_is_explained(word: str) -> None:
    assert explain(word, terms()).plain


def test_a_term_has_one_meaning_and_a_page_that_is_there() -> None:
    names = [name.casefold() for one in terms() for name in (one.term, *one.also)]
    assert len(set(names)) == len(names)
    assert all(one.plain.endswith(".") for one in terms())
    assert [one.page for one in terms() if one.page and not (ROOT.parents[1] / one.page).exists()] == []
