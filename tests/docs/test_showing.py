"""The sessions of docs/showing.md print what the page says, on the files of examples/spoken."""

import re
import shlex
from pathlib import Path

import pytest

from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "showing.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ murho (.*)\n((?:.*\n)*?)```", PAGE)


@pytest.mark.parametrize(("command", "printed"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_the_page_shows_what_is_printed(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples" / "spoken")
    monkeypatch.setenv("COLUMNS", "80")
    assert status(shlex.split(command)) == 0
    found = [line.rstrip() for line in capsys.readouterr().out.splitlines() if not line.startswith("murho|")]
    assert "\n".join(found).strip("\n") == printed.strip("\n")


def test_there_are_sessions() -> None:
    assert len(SESSIONS) == 4
