import io
from pathlib import Path

import pytest
from rich.console import Console

from murho_lab.studies.simulation import Tables, each, on_terminal, written

TABLES = Tables(
    "seed 1, 20 samples a cell",
    {"cells_held": 2, "largest": 5.5},
    ("shape", "clusters"),
    [("flat", [("even", "30"), ("odd", "100")]), ("rare", [("heavy *", "5")])],
)


def test_a_page_has_a_heading_a_table_and_a_line_for_each() -> None:
    assert TABLES.markdown(["# Shapes\n"]).splitlines() == [
        "# Shapes", "", "- cells held: 2", "- largest: 5.5",
        "", "### Flat", "", "| shape | clusters |", "|---|---|", "| even | 30 |", "| odd | 100 |",
        "", "### Rare", "", "| shape | clusters |", "|---|---|", "| heavy * | 5 |",
    ]  # fmt: skip


def test_the_terminal_has_the_same_with_names_to_the_left_and_numbers_to_the_right() -> None:
    out = io.StringIO()
    TABLES.show(Console(file=out, width=60))
    assert [line.rstrip() for line in out.getvalue().splitlines()] == [
        "seed 1, 20 samples a cell", "cells held: 2", "largest: 5.5",
        "flat", "shape clusters", "even        30", "odd        100",
        "rare", "shape   clusters", "heavy *        5",
    ]  # fmt: skip


def test_a_cell_has_a_stream_of_its_own_whatever_others_draw() -> None:
    told: list[tuple[int, int]] = []
    few = list(each([1, 1], 3, lambda n, rng: rng.random(n)[-1], lambda *done: told.append(done)))
    many = list(each([5, 1], 3, lambda n, rng: rng.random(n)[-1]))
    assert few[1] == many[1] != few[0]
    assert told == [(1, 2), (2, 2)]


def test_nothing_is_told_where_nobody_looks(capsys: pytest.CaptureFixture[str]) -> None:
    on_terminal(1, 2)
    assert capsys.readouterr().err == ""


def test_a_page_makes_its_folder(tmp_path: Path) -> None:
    assert written("é\n", str(tmp_path / "new"), "page.md") == [str(tmp_path / "new/page.md")]
    assert (tmp_path / "new/page.md").read_bytes() == "é\n".encode()
