"""A sheet on every surface: each draws all of it, with the same digits."""

import re
from io import StringIO

import pytest
from rich.console import Console

from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.tally import tally
from murho.face.panels import Panel, fragment
from murho.sheets import Column, Sheet, SheetCell, SheetRow
from murho.sheets.markdown import markdown
from murho.sheets.page import render
from murho.sheets.terminal import show_sheet

QUARTER = figure(tally(Judgements.of([1, 0, 0, 0]), [1, 1, 1, 1]), level=0.95)
SHEET = Sheet(
    "Words",
    "what was heard",
    (Column("speaker", "name"), Column("errors", "fraction"), Column("interval", "ends")),
    [SheetRow(("anna", 0.25, (0.125, 0.5))), SheetRow(("bo", None, None))],
    ["anna is better than bo"],
    ["only 2 speakers"],
    [("π", SheetCell(QUARTER, "figure")), ("asked", SheetCell(1234, "count")), ("median", SheetCell(0.25, "duration"))],
    sections=(Sheet("Heard by nobody", notes=["nothing was said"], signature="murho|b"),),
    signature="murho|a",
)


def on_terminal() -> str:
    out = StringIO()
    show_sheet(SHEET, Console(file=out, width=100))
    return out.getvalue()


def on_page() -> str:
    return re.sub(r"<[^>]*>", "\n", render("notebook.html", panels=[Panel.of(SHEET)]))


SURFACES = {
    "terminal": on_terminal,
    "markdown": lambda: markdown(SHEET).replace("\\", ""),
    "page": on_page,
    "notebook": lambda: re.sub(r"<[^>]*>", "\n", fragment([Panel.of(SHEET)])),
}


@pytest.mark.parametrize("surface", SURFACES)
def test_every_surface_has_all_of_it(surface: str) -> None:
    text = SURFACES[surface]()
    for part in ("what was heard", "anna", "0.2500", "anna is better than bo", "only 2 speakers", "250 ms"):
        assert part in text or part[0].upper() + part[1:] in text, part
    assert "nothing was said" in text
    assert text.index("murho|b") < text.index("murho|a"), "a section's own stands with it"


def test_a_terminal_has_facts_in_a_line() -> None:
    lines = on_terminal().splitlines()
    low, high = QUARTER.interval or (0, 0)
    assert lines[1] == "words  what was heard"
    assert lines[5] == f"  π 0.2500 [{low:.4f}, {high:.4f}], asked 1234, median 250 ms"
    assert lines[6:8] == ["  anna is better than bo", "  note  only 2 speakers"]


def test_markdown_has_facts_in_a_list() -> None:
    assert "- asked: 1234\n- median: 250 ms" in markdown(SHEET)


def test_a_page_has_the_interval_in_brackets_and_thousands_apart() -> None:
    low, high = QUARTER.interval or (0, 0)
    page = fragment([Panel.of(SHEET)])
    assert f"<dt>π</dt><dd>0.2500 ({low:.4f} to {high:.4f})</dd>" in page
    assert "<dt>asked</dt><dd>1,234</dd>" in page
