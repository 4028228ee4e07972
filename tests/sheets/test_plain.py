"""What no terminal draws is what rich would have written."""

import contextlib
import io
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console
from rich.markup import escape as escape_of_rich
from rich.text import Text

from murho.sheets.console import escape, inert
from murho.sheets.plain import Grid, PlainConsole, lines, unmarked

MARKED = st.text(alphabet="ab[]/\\ #1.", max_size=14)


def by_rich(shown: object, width: int = 80) -> str:
    out = Console(file=io.StringIO(), width=width, highlight=False, emoji=False)
    out.print(shown, soft_wrap=isinstance(shown, str))
    return out.file.getvalue()  # type: ignore[attr-defined, no-any-return]


@given(text=MARKED)
def test_escaped_text_comes_out_as_it_was(text: str) -> None:
    assert escape(text) == escape_of_rich(inert(text))
    marked = f"[bold]{escape(text)}[/]  π"
    assert unmarked(marked) == Text.from_markup(marked, emoji=False).plain


@pytest.mark.parametrize(
    "grid",
    [
        Grid(["criterion", "", "interval"], [["correct", "90.94", "[88.60, 92.80]"], ["match errors", "9.06", "–"]]),
        Grid(["criterion", "", "interval", "never a break"], [["f", "1.00", "[0.50, 1.00]", "0.20"]], whole=3),
    ],
    ids=["criteria", "floors"],
)
def test_a_grid_is_the_table_of_rich(grid: Grid, capsys: pytest.CaptureFixture[str]) -> None:
    assert "".join(f"{line}\n" for line in lines(grid)) == by_rich(grid)
    PlainConsole().print(grid)
    assert capsys.readouterr().out == by_rich(grid)


def test_what_does_not_fit_or_is_explained_is_left_to_rich(capsys: pytest.CaptureFixture[str]) -> None:
    drawing = Console(file=io.StringIO(), width=20)
    plain = PlainConsole(drawing)
    wide = Grid(["a"], [["漢字"]])
    for shown in (wide, Grid(["a"], [["b"]], caption="why"), "wrapped where it is long, and folded"):
        plain.print(shown)
    assert capsys.readouterr().out == ""
    assert drawing.file.getvalue().count("\n") >= 6  # type: ignore[attr-defined]
    assert plain.width == 20
    plain.print()
    assert capsys.readouterr().out == "\n"


def test_a_file_gets_wide_tables_whole(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both the tables that are written here and those of rich; a terminal of so many columns folds them."""
    from murho.sheets.console import console, table

    wide = "which measures how well a system understands what people ask it, and how sure that is, " * 3
    made = table([wide, "n"])
    made.add_row(wide, "1")
    for columns, whole in ((None, True), ("80", False)):
        if columns is None:
            monkeypatch.delenv("COLUMNS", raising=False)
        else:
            monkeypatch.setenv("COLUMNS", columns)
        with (tmp_path / "out.txt").open("w+", encoding="utf-8") as file:
            with contextlib.redirect_stdout(file):
                console().print(made)
                console().print(Grid((wide, "n"), [(wide, "1")]))
            file.seek(0)
            lines = file.read().splitlines()
        assert (sum(wide.strip() in line for line in lines) == 4) is whole
        assert (max(map(len, lines)) <= 80) is not whole
