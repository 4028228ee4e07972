"""A figure that another distribution brings: its options, its JSON, its table, its section and its argument."""

import json
import shutil
import sys
from pathlib import Path

import pytest

import murho
import murho.cli.show  # so that it is put back afterwards
from murho import figures
from murho.cli import status
from murho.core.errors import UsageError

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
SOURCE = ROOT / "examples" / "plugs" / "src" / "murho_example_plugs" / "lengths.py"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> murho.Run:
    """A run of texts, where a distribution is installed that brings the figure of docs/extending.md."""
    package = tmp_path / "installed" / "murho_example_plugs"
    package.mkdir(parents=True)
    shutil.copy(SOURCE, package / "lengths.py")
    (package / "__init__.py").write_text("")
    metadata = tmp_path / "installed" / "murho_example_plugs-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: murho-example-plugs\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[murho.figures]\nlengths = murho_example_plugs.lengths:FIGURE\n")
    monkeypatch.syspath_prepend(tmp_path / "installed")
    shelf = figures.Shelf("figure", "murho.figures", "FIGURE", "murho.figures", figures.FigureKind)
    monkeypatch.setattr(figures, "SHELF", shelf)
    monkeypatch.delitem(sys.modules, "murho.cli.show")  # which has the options of before
    monkeypatch.chdir(tmp_path)
    cases = [{"id": text, "expression": text, "reference": [text]} for text in ("to bonn", "yes", "on the next day")]
    return murho.run(cases, str.upper, measures="words", folder="run")


def test_the_page_shows_the_file() -> None:
    assert f"```python\n# my_lengths.py\n{SOURCE.read_text(encoding='utf-8')}```" in PAGE


def test_it_has_options_a_table_and_json(run: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["show", "run", "--lengths"]) == 0
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["length", "of", "answers", "in", "words"] in lines
    assert ["all", "3", "2.333333", "4"] in lines
    assert status(["show", "run", "--lengths", "--shortest", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["lengths"] == {"answers": 2, "mean": 3.0, "longest": 4}
    assert status(["show", "run", "--json"]) == 0
    assert "lengths" not in json.loads(capsys.readouterr().out)
    assert status(["show", "run", "--shortest", "2"]) == 2
    assert capsys.readouterr().err == "--shortest goes with --lengths\n"


def test_it_is_an_argument_in_python(run: murho.Run) -> None:
    found = run.show(lengths=True, shortest=2)
    assert found.as_json()["lengths"] == {"answers": 2, "mean": 3.0, "longest": 4}
    assert found.frame(view="lengths").to_pylist()[0]["value"] == 2
    with pytest.raises(UsageError, match=r"^shortest= goes with lengths=True$"):
        run.show(shortest=2)


def test_it_is_a_section_of_the_report(run: murho.Run, tmp_path: Path) -> None:
    run.report(tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    assert '<li><a href="#lengths">Length of answers</a></li>' in page
    assert '<h2 id="lengths-title">Length of answers</h2>' in page


def test_it_is_listed_with_where_it_comes_from(run: murho.Run, capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["list", "figures", "--json"]) == 0
    listed = {record["name"]: record for record in json.loads(capsys.readouterr().out)["figures"]}
    assert listed["lengths"]["source"] == "murho-example-plugs"
    assert listed["efficiency"]["source"] == "murho"
    assert [option["name"] for option in listed["lengths"]["options"]] == ["lengths", "shortest"]
