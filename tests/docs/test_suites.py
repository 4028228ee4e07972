"""The sessions of docs/suites.md print what the page says, on the files of examples/suites."""

import re
import shlex
import shutil
from pathlib import Path

import pytest

from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "suites.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ murho (.*)\n((?:.*\n)*?)```", PAGE)
SHOWN = [line.split("  ")[0] for line in re.findall(r"^    murho (show run.*|compare run.*)$", PAGE, re.MULTILINE)]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    shutil.copytree(ROOT / "examples" / "suites", tmp_path, dirs_exist_ok=True)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path


def test_the_page_shows_what_is_printed(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One after the other: the last ones show the runs of the first."""
    assert len(SESSIONS) == 4
    for command, printed in SESSIONS:
        assert status(shlex.split(command)) == 0
        found = [line.rstrip() for line in capsys.readouterr().out.splitlines() if not line.startswith("murho|")]
        assert "\n".join(found) == printed.rstrip("\n"), command


def test_the_other_commands_run(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name, trees in (("run", "parsed.conllu"), ("other-run", "small.conllu")):
        assert status(["suite", "run", "small.xml", "--system", trees, "-o", name]) == 0
    assert len(SHOWN) == 6
    for command in SHOWN:
        assert status(shlex.split(command)) == 0, command


def test_the_lines_of_json_are_a_suite(folder: Path) -> None:
    lines = re.findall(r'^    (\{"id".*\})$', PAGE, re.MULTILINE)
    (folder / "two.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert len(lines) == 2
    assert status(["suite", "check", "two.jsonl"]) == 0
