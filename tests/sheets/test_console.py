"""What all of the terminal has in common: texts from data are inert, tables keep their figures whole."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

import murho
from murho.core.comparison import compare
from murho.core.profile import profile
from murho.figures import difference
from murho.figures.profile import sheet
from murho.measures import measure
from murho.pipeline.comparing.compare import Compared, Comparison
from murho.sheets.console import bar, drawing, escape, explained, inert, table
from murho.sheets.terminal import show_sheet
from murho.terminal.score import show_score

Seen = Callable[..., str]
HOSTILE = ["[red]", "[/]", "[bold]x", "\x1b[31mred", "\x1b]8;;http://x\x07", "a\nb\r\tc", "\\", "x\\[red]", "\udc80",
           "[link=file:///x]", ":boom:", "\x9b31m", "\u202eabc", "[", "]]"]  # fmt: skip


def test_a_terminal_of_no_columns_shows_what_one_of_80_shows(seen: Seen) -> None:
    """COLUMNS=0 says that nobody knew the width; a table came out empty."""
    score = murho.score("labels", ["a"] * 4, ["a", "b"] * 2, features={"day": ["a" * 60, "x"] * 2})
    assert "aaaaaaaaaa" in seen(show_score, score, width=0) == seen(show_score, score, width=80)
    grid = explained(table(["speaker"], ["errors"]), "caption")
    grid.add_row("anna", "3")
    assert "anna" in seen(lambda console: console.print(grid), width=0)


@pytest.mark.parametrize("hostile", HOSTILE)
def test_data_is_inert(seen: Seen, hostile: str) -> None:
    """In names of features, groups, and runs; nothing is acted on, and something of it is to be seen."""
    score = murho.score("labels", ["a"] * 4, ["a", "b"] * 2, features={hostile: [hostile, "x"] * 2})
    shares = profile(
        measure("labels").judge([("a",)] * 2, [("a",), ("b",)]), [1, 1], {hostile: [hostile, "x"], "y": [1, 2]}
    )
    found = compare([1, 0, 1], [1, 1, 1], [0, 0, 1], [1, 1, 1], level=0.95)
    one = Compared(hostile, hostile, found, None, {hostile: {hostile: (found, 1.0)}}, 1, 2, 9, 0, 0)
    for text in (
        seen(show_score, score),
        seen(show_sheet, sheet(shares)),
        seen(show_sheet, sheet(shares), width=20),
        seen(show_sheet, difference.sheet(Comparison("labels", [one], "signature"))),
    ):
        assert all(sign.isprintable() or sign == "\n" for sign in text)
        flat = "".join(text.split())
        for part in (inert(hostile), hostile):
            if part.isascii() and part.isprintable() and "\\" not in part:
                assert "".join(part.split()) in flat


@given(text=st.text(max_size=12))
def test_inert_text_is_one_printable_line_and_markup_shows_itself(text: str) -> None:
    plain = inert(text)
    assert plain.isprintable() or not plain
    if text.isprintable():
        assert plain == text
    shown = Text.from_markup(escape(text), emoji=False).plain
    assert shown.rstrip("\\") == plain.rstrip("\\")


def test_a_bar_is_as_long_as_its_fraction() -> None:
    assert [bar(value) for value in (0, 0.5, 1, 7.0, None)] == ["", "█" * 10, "█" * 20, "█" * 20, ""]
    assert bar(1 / 16, 2) == "▏"


def test_names_fold_and_figures_do_not(seen: Seen) -> None:
    def lines(whole: bool, width: int) -> list[str]:
        made = table(["[b]name"], ["figure", ""], whole=whole)
        made.add_row("a wordy-or-two", "0.1234", "█")
        return seen(lambda grid, out: out.print(grid), explained(made, "below"), width=width).splitlines()

    heads, *rows = lines(False, 20)
    assert heads.split() == ["[b]name", "figure"]
    assert [row.rstrip() for row in rows] == ["a          0.1234  █", "wordy-or-", "two", "below"]
    assert lines(True, 30)[1].rstrip() == "a wordy-or-two  0.1234  █"
    assert "…" in lines(True, 20)[1]


def test_the_first_column_may_be_given_room(seen: Seen) -> None:
    made = table(["a", "b"], ["c"], gap=1, least=6)
    made.add_row("1", "2", "3")
    assert seen(lambda made, out: out.print(made), made).splitlines() == ["a      b c", "1      2 3"]


def test_a_console_neither_colours_numbers_nor_draws_what_is_spelt_out(seen: Seen) -> None:
    assert seen(lambda text, out: out.print(text), "12 :boom:") == "12 :boom:\n"
    assert drawing(stderr=True).stderr
