"""Formats and kinds of systems on the command line: help, completion, what is installed."""

import os
from pathlib import Path

import pytest

from murho.cli import status
from murho.formats import FORMATS
from murho.systems import SHELF as KINDS

from .conftest import Command

PACKAGE = Path(__file__).resolve().parents[2] / "examples" / "plugs"


@pytest.fixture
def installed(here: Path) -> dict[str, str]:
    """An environment in which the example package is installed, as far as Python can tell."""
    info = here / "murho_example_plugs-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: murho-example-plugs\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[murho.formats]\nprompts = murho_example_plugs.prompts:prompts\n"
        "[murho.systems]\necho = murho_example_plugs.echo:echo\n"
    )
    path = [str(here), str(PACKAGE / "src"), *os.environ.get("PYTHONPATH", "").split(os.pathsep)]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, path))}


@pytest.mark.parametrize("verb", ["score", "align", "run", "check", "compare"])
def test_the_help_names_every_format(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert status([verb, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert ", ".join(FORMATS) in shown
    assert "{" not in shown.partition("--format")[2].partition(" --")[0]


@pytest.mark.parametrize("verb", [["run"], ["suite", "run"]])
def test_the_help_names_every_kind_of_system(verb: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert status([*verb, "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"Kinds: {', '.join(one.name for one in KINDS.all() if one.name != 'function')}." in shown


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("js", ["jsonl"]),
        ("stm,c", ["stm,conllu", "stm,conllx", "stm,csv", "stm,ctm"]),
        ("x", []),
        ("helsinki,lin", ["helsinki,lines"]),
    ],
)
def test_a_shell_completes_formats(murho: Command, typed: str, completed: list[str]) -> None:
    asked = {
        "_MURHO_COMPLETE": "bash_complete",
        "COMP_WORDS": f"murho score words a b --format {typed}",
        "COMP_CWORD": "6",
    }
    said = murho(env={**os.environ, **asked})
    assert said.out.split() == [f"plain,{word}" for word in completed]


@pytest.mark.parametrize(
    ("typed", "completed"),
    [
        ("--system c", ["plain,cmd:", "plain,conllu:", "plain,chart:"]),
        ("--system heard=sp", ["plain,heard=spacy:", "plain,heard=sphinx:"]),
        ("--system func", ["file,func"]),
        ("--with nor", ["plain,normalize="]),
        ("--with x", []),
    ],
)
def test_a_shell_completes_kinds_of_systems_and_options(murho: Command, typed: str, completed: list[str]) -> None:
    asked = {"_MURHO_COMPLETE": "bash_complete", "COMP_WORDS": f"murho run cases.jsonl {typed}", "COMP_CWORD": "4"}
    assert murho(env={**os.environ, **asked}).out.split() == completed


def test_a_format_that_is_installed(murho: Command, installed: dict[str, str], here: Path) -> None:
    (here / "said.prompts").write_text("anna-01 to berlin please\nbert-02 yes\n")
    (here / "heard.prompts").write_text("anna-01 to bonn please\nbert-02 yes\n")
    told = murho("score", "words", "said.prompts", "heard.prompts", "--json", "--by", "speaker", env=installed).json
    assert (told["value"], sorted(told["by"]["speaker"])) == (0.25, ["anna", "bert"])
    named = murho(
        "score", "words", "said.prompts", "heard.prompts", "--json", "--format", "prompts", env=installed
    ).json
    assert named["value"] == 0.25
    assert "trn, tsv, verdicts, vtt, whisper, prompts" in " ".join(murho("score", "--help", env=installed).out.split())
    line = murho("score", "words", "said.prompts", "heard.prompts", "--format", "promtps", env=installed).line(2)
    assert line.startswith("no format 'promtps'; did you mean prompts? known: bio, ")
    assert (
        murho("score", "words", "said.prompts", "heard.prompts")
        .line(2)
        .startswith("said.prompts: the name does not tell")
    )


@pytest.mark.slow
def test_a_run_of_a_kind_that_is_installed(
    murho: Command, told: Command, installed: dict[str, str], here: Path
) -> None:
    (here / "said.jsonl").write_text('{"id": "1", "expression": "to bonn", "reference": ["to bonn"]}\n')
    arguments = ["run", "said.jsonl", "--system", "echo:...", "-m", "words", "-o", "run", "--json"]
    assert murho(*arguments, env=installed).json["figures"]["words"]["value"] == 0.0
    again = murho(*arguments, env=installed)
    assert again.json["figures"]["words"]["value"] == 0.0
    assert "1 of 1 cases had been answered before" in again.err
    assert murho("report", "run", "-o", "here.html", env=installed).status == 0
    assert told("report", "run", "-o", "there.html").status == 0, "where the kind is not installed"
    for page in ("here.html", "there.html"):
        assert "--system echo:... -m words" in (here / page).read_text()
    assert told("show", "run", "--json").json["value"] == 0.0
    assert told(*arguments, "--overwrite").line(2).startswith("'echo:...' is not a system; ")


def test_to_open_a_run_nothing_is_imported(told: Command, here: Path) -> None:
    (here / "said.jsonl").write_text('{"id": "1", "expression": "to bonn", "reference": ["to bonn"]}\n')
    text = (PACKAGE / "src" / "murho_example_plugs" / "echo.py").read_text()
    (here / "mine.py").write_text(text + "\nprint('imported')\n")
    said = told("run", "said.jsonl", "--system", "mine:echo:...", "-m", "words", "-o", "run")
    assert "imported" in said.err + said.out
    for verb in (["show", "run"], ["report", "run", "-o", "report.html"]):
        said = told(*verb)
        assert said.status == 0
        assert "imported" not in said.out + said.err
    assert "--system mine:echo:... -m words" in (here / "report.html").read_text()
