"""The sessions of docs/dependencies.md print what the page says, on the files of examples/parsing."""

import json
import re
import shlex
from pathlib import Path

import pytest

from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
SESSIONS = re.findall(r"```console\n\$ murho (.*)\n((?:.*\n)*?)```", PAGE)
PLAIN = re.findall(r"^    murho (.*)$", PAGE, re.MULTILINE)


@pytest.mark.parametrize(("command", "printed"), SESSIONS, ids=[command for command, _ in SESSIONS])
def test_the_page_shows_what_is_printed(
    command: str, printed: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT / "examples" / "parsing")
    monkeypatch.setenv("COLUMNS", "80")
    assert status(shlex.split(command)) == 0
    found = [line.rstrip() for line in capsys.readouterr().out.splitlines() if not line.startswith("murho|")]
    assert "\n".join(found).strip("\n") == printed.strip("\n")


@pytest.mark.parametrize("command", PLAIN)
def test_the_other_commands_run(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("gold", "system"):
        text = (ROOT / "examples" / "parsing" / f"{name}.conllu").read_bytes()
        (tmp_path / f"{name}.conllu").write_bytes(text)
        (tmp_path / {"gold": "one.conllu", "system": "another.conllu"}[name]).write_bytes(text)
    monkeypatch.chdir(tmp_path)
    assert status(shlex.split(command)) == 0


def test_there_are_sessions() -> None:
    assert (len(SESSIONS), len(PLAIN)) == (3, 3)


def test_the_figures_of_both_rules_are_those_of_the_page(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    titles = {"LAS": "las", "CLAS": "clas", "UFeats": "ufeats", "Lemmas": "lemmas", "BLEX": "blex"}
    printed = re.findall(r"^\| (\w+) \| ([\d.]+) \| ([\d.]+) \|$", PAGE, re.MULTILINE)
    assert [row[0] for row in printed] == list(titles)
    files = [str(data / "conll17_es_pud" / f"{name}.conllu.gz") for name in ("00-gold-r2.0-test", "Stanford")]
    for place, rules in enumerate(("conll2017", "conll2018"), 1):
        assert status(["score", "dependencies", *files, "--rules", rules, "--json"]) == 0
        found = json.loads(capsys.readouterr().out)
        assert [f"{found[titles[row[0]]]['f1']:.2f}" for row in printed] == [row[place] for row in printed]
