"""Texts compared by their strategies as a page: the cells of the comparison, the orders, the styles."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho_lab.atn import bundled
from murho_lab.atn.texts.comparison import compare_texts
from murho_lab.atn.texts.course import course
from murho_lab.atn.texts.page import course_grid, matrix_grid, write_texts
from murho_lab.atn.texts.text import Text
from murho_lab.atn.texts.view import discrepancy_in_words


@pytest.fixture(scope="module")
def made() -> tuple[Any, Any]:
    grammar, lexicon = bundled("english")

    def text(name: str, *lines: str) -> Text:
        return Text(name, tuple(map(lexicon.sentence, lines)), lines, ("",) * len(lines))

    asked = text("<asked>", "what did he see", "who saw mary", "which book did mary read")
    told = text("told", "the man slept", "he saw the dog in the park")
    return compare_texts(grammar, [asked, told]), course(grammar, asked, told, most=4)


def test_the_palest_cell_is_the_lowest_and_the_deepest_the_highest(made: tuple[Any, Any]) -> None:
    compared, _ = made
    grid = matrix_grid(compared)
    cells = [row for name, row in grid.cells if name.startswith("Σ ")]
    values = {compared.penetrance(i, j).value: cells[i][j] for i in (0, 1) for j in (0, 1)}
    assert values[min(values)].shade == 0
    assert values[max(values)].shade == 1
    assert [[cell.strong for cell in row] for row in cells] == [[True, False], [False, True]]
    assert [cell.text for cell in grid.cells[2][1]] == [f"{compared.left_out(j).value:.3f}" for j in (0, 1)]
    assert "Sentences: <asked>: 3; told: 2. Left out because a search met its bound: 0." in grid.caption


def test_orders_of_both_texts_stand_in_two_rows(made: tuple[Any, Any]) -> None:
    _, both = made
    grid = course_grid(both)
    assert grid.head[1].split("\n") == ["S1", f"−{both.parses[0][0]}", f"−{both.parses[1][0]}"]
    assert grid.head[3].split("\n")[2] == "·", "the second text has ended"
    assert [(name, tuple(row)) for name, row in grid.rows[:2]] == [
        (f"{both.rows[0].node} ← {both.rows[0].arrival or 'the start'}", both.rows[0].upper),
        ("", both.rows[0].lower),
    ]


def test_the_page(made: tuple[Any, Any], tmp_path: Path, read: Callable[[str], Any]) -> None:
    compared, both = made
    write_texts(tmp_path / "page.html", compared, both, {"grammar": "english", "steps": 10})
    page = read((tmp_path / "page.html").read_text(encoding="utf-8"))
    assert page.find("h1")[0].text == "Texts by their strategies"
    assert page.find("p", "eyebrow")[0].text == "2 texts"
    assert page.by_id("headline").find("p", "data")[0].text == discrepancy_in_words(compared)
    assert page.by_id("headline").find("pre")[0].text == "grammar:english steps:10"
    assert len(page.by_id("style").find("svg")) == 1
    assert [page.by_id(name).find("h2")[0].text for name in ("matrix", "orders", "style")] == [
        "Penetrance", "Orders, sentence by sentence", "Style",
    ]  # fmt: skip
