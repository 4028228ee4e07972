"""Pages of sections."""

from pathlib import Path

from murho.pages.sheets import Drawing, Sheet, shade_classes, write_sheets
from murho.views.sheets import Cell, Grid, Heading


def test_all_parts_are_there_and_escaped(tmp_path: Path) -> None:
    grid = Grid(["of", "a<b"], [("row", [Cell("1.5", "[1, 2]", 0.5, True), "2"])], "heat", "a caption")
    parts = ["a paragraph <i>", Heading("a heading"), grid, Drawing("<svg></svg>", "drawn")]
    path = tmp_path / "page.html"
    write_sheets(path, "A title", "eyebrow", ["said"], [Sheet("one", "First", parts)], "signature")
    html = path.read_text()
    assert "a paragraph &lt;i&gt;" in html
    assert "<h3>a heading</h3>" in html
    assert 'class="n kept s3"' in html
    assert "<b>1.5</b><small>[1, 2]</small>" in html
    assert "<svg></svg>" in html
    assert 'id="one"' in html


def test_shades_stay_in_range() -> None:
    assert [shade_classes(Cell("", shade=shade)) for shade in (None, 0.0, 1.0, 7.0, -1.0)] == [
        "", "kept s0", "kept s6", "kept s6", "kept s0",
    ]  # fmt: skip
