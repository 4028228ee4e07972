"""Templates filled and written."""

import gzip
from pathlib import Path
from typing import Any

import pytest
from jinja2 import UndefinedError

from murho.formats.saving import OutputError
from murho.pages.rendering import render, write_page
from murho.version import __version__

EMPTY: dict[str, Any] = {"eyebrow": "", "headline": [], "sheets": [], "signature": "signed"}


def test_a_page_is_its_template_in_utf_8_and_says_which_version_made_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_page(path, "sheets.html", name="μ < ρ", **EMPTY)
    text = path.read_bytes().decode("utf-8")
    assert text == render("sheets.html", name="μ < ρ", **EMPTY)
    assert "<title>μ &lt; ρ · murho</title>" in text
    assert f"murho {__version__}" in text


def test_half_a_surrogate_is_written_so_that_a_page_can_hold_it(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_page(path, "sheets.html", name="a\ud83d", **EMPTY)
    assert "<title>a⟨U+D83D⟩ · murho</title>" in path.read_text(encoding="utf-8")


def test_a_page_is_compressed_as_its_suffix_says(tmp_path: Path) -> None:
    path = tmp_path / "page.html.gz"
    write_page(path, "sheets.html", name="small", **EMPTY)
    assert b"<title>small" in gzip.decompress(path.read_bytes())


def test_a_page_that_cannot_be_written_says_where(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="make the folder first"):
        write_page(tmp_path / "none" / "page.html", "sheets.html", name="", **EMPTY)


def test_nothing_is_written_of_a_page_whose_template_lacks_something(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    with pytest.raises(UndefinedError, match="is undefined"):
        write_page(path, "sheets.html", name="")
    assert not list(tmp_path.iterdir())
