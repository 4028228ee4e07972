"""A newcomer takes formats and systems of docs/extending.md as they stand there, and the commands run."""

import re
import shlex
from pathlib import Path

import pytest

from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "examples" / "plugs" / "src" / "murho_example_plugs"
SECTIONS = {
    title: text
    for title, text in re.findall(r"^## (.*)\n((?:(?!## ).*\n)*)", PAGE, re.MULTILINE)
    if title in ("Your own format", "Your own kind of system")
}
FILES = dict(re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", "".join(SECTIONS.values()), re.MULTILINE | re.DOTALL))
COMMANDS = [
    line
    for block in re.findall(r"^```sh\n(.*?)^```", "".join(SECTIONS.values()), re.MULTILINE | re.DOTALL)
    for line in block.splitlines()
]


@pytest.mark.parametrize("name", ["prompts", "echo"])
def test_the_page_has_what_the_package_has_in_30_lines(name: str) -> None:
    text = (PACKAGE / f"{name}.py").read_text(encoding="utf-8")
    assert FILES[f"my_{name}.py"] == text
    assert len([line for line in text.splitlines() if line.strip()]) <= 30


def test_the_commands_of_the_page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        Path(name).write_text(text, encoding="utf-8")
    Path("said.prompts").write_text("anna-01 to berlin please\nbert-02 yes\n")
    Path("heard.prompts").write_text("bert-02 yes\nanna-01 to bonn please\n")
    Path("heard.trn").write_text("to bonn please (anna-01)\nyes (bert-02)\n")
    Path("said.jsonl").write_text('{"id": "1", "expression": "to bonn", "reference": ["to bonn"]}\n')
    Path("my_recogniser.py").write_text("def recognise(expression):\n    return expression\n")
    printed = {}
    for command in COMMANDS:
        assert shlex.split(command)[0] == "murho"
        assert status(shlex.split(command)[1:]) == 0, command
        printed[command] = capsys.readouterr().out
    scored, aligned, own, echoed, polite, _ = printed.values()
    assert "25.00" in scored or "0.2500" in scored
    assert "anna" in scored
    assert "BERLIN" in aligned or "berlin" in aligned
    assert all("0.0000" in text for text in (own, echoed)), "both say what they hear"
    assert "1.0000" in polite
    page = Path("report.html").read_text(encoding="utf-8")
    assert "--system &#39;my_echo:echo:you said ...&#39;" in page


def test_a_mistake_in_a_file_of_ones_own_format_names_its_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_prompts.py").write_text(FILES["my_prompts.py"], encoding="utf-8")
    Path("said.prompts").write_text("anna-01 to berlin\n\n")
    assert status(["score", "words", "said.prompts", "said.prompts", "--format", "my_prompts:prompts"]) == 1
    assert capsys.readouterr().err == "said.prompts:2: a blank line; write an id and then words\n"


def test_without_dots_there_is_nothing_to_echo(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("my_echo.py").write_text(FILES["my_echo.py"], encoding="utf-8")
    Path("said.jsonl").write_text('{"id": "1", "expression": "to bonn", "reference": ["to bonn"]}\n')
    assert status(["run", "said.jsonl", "--system", "my_echo:echo:", "-m", "words", "-o", "run"]) == 2
    assert "echo: has no place for what was heard" in capsys.readouterr().err
    arguments = ["run", "said.jsonl", "--system", "my_echo:echo:...", "-m", "words", "-o", "run", "--workers", "2"]
    assert status(arguments) == 2
    assert "leave --workers and --timeout out" in capsys.readouterr().err
