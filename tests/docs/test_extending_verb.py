"""A newcomer takes the verb of docs/extending.md as it stands there, installs it, and the commands run."""

import re
import shlex
from pathlib import Path

import pytest

import murho
from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
EXAMPLE = ROOT / "examples" / "plugs"
SECTION = PAGE.partition("\n## Your own verb\n")[2].partition("\n## ")[0]
[(NAME, TEXT)] = re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
[TOML] = re.findall(r"^```toml\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)
[COMMANDS] = [block.splitlines() for block in re.findall(r"^```sh\n(.*?)^```", SECTION, re.MULTILINE | re.DOTALL)]


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a run, where the verb of the page is installed as its entry point says."""
    monkeypatch.chdir(tmp_path)
    Path(NAME).write_text(TEXT, encoding="utf-8")
    metadata = tmp_path / "newcomer-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: newcomer\nVersion: 1.0\n")
    verb, command = re.findall(r'^(\w+) = "[\w.]+:(\w+)"', TOML, re.MULTILINE)[0]
    (metadata / "entry_points.txt").write_text(f"[murho.verbs]\n{verb} = {Path(NAME).stem}:{command}\n")
    monkeypatch.syspath_prepend(tmp_path)
    cases = [
        {"expression": "to bonn", "reference": ["bonn"]},
        {"expression": "to ulm", "reference": ["ulm"], "weight": 0.5},
        {"expression": "to berlin", "reference": ["berlin"], "weight": 0.75},
    ]
    murho.run(cases, {"to bonn": "bonn", "to ulm": "bonn"}.get, measures="labels", folder="chrf-run")
    return tmp_path


def test_the_page_has_what_the_package_has_in_30_lines() -> None:
    text = (EXAMPLE / "src" / "murho_example_plugs" / "worst.py").read_text(encoding="utf-8")
    assert text == TEXT
    assert TOML in (EXAMPLE / "pyproject.toml").read_text(encoding="utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 30


@pytest.mark.usefixtures("installed")
def test_the_commands_of_the_page_run(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    printed = []
    for command in COMMANDS:
        assert shlex.split(command)[0] == "murho"
        assert status(shlex.split(command)[1:]) == 0, command
        printed.append(capsys.readouterr().out)
    all_of_them, the_worst, described = printed
    assert all_of_them == "0.75  to berlin  ⊥\n0.50  to ulm  ['bonn']\n"
    assert the_worst == "0.75  to berlin  ⊥\n"
    assert "Print the cases of RUN, a folder, that cost the most" in described


@pytest.mark.usefixtures("installed")
def test_it_is_listed_under_its_distribution(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["--help"]) == 0
    line = TEXT.splitlines()[0].strip('"')
    assert f"\nVerbs of newcomer:\n  worst     {line}\n" in capsys.readouterr().out


@pytest.mark.usefixtures("installed")
def test_an_error_is_one_line_with_its_status(capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert status(["worst", "nothing-here"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("nothing-here")
    assert error.count("\n") == 1
