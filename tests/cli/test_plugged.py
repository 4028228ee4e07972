"""Verbs that other distributions bring: listed under their own heading, run by name, named where they are missing."""

from pathlib import Path

import pytest

from murho.cli import plugged, status

VERB = '''"""Greet whoever types it."""

import click

from murho.core.errors import UsageError


@click.command()
@click.argument("name")
def greet(name: str) -> int:
    """Greet NAME."""
    if name == "nobody":
        raise UsageError("nobody: give a name")
    click.echo(f"hello {name}")
    return 0


numbers = 3
'''


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of an installed distribution that brings two verbs, one of which has a name of murho's."""
    (tmp_path / "strange_verbs.py").write_text(VERB)
    metadata = tmp_path / "strange_pack-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: strange-pack\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text(
        "[console_scripts]\nother = strange_verbs:greet\n\n"
        "[murho.verbs]\ngreet = strange_verbs:greet\nscore = strange_verbs:greet\nodd = strange_verbs:numbers\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    return tmp_path


@pytest.mark.usefixtures("stranger")
def test_a_stranger_brings_a_verb(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["--help"]) == 0
    heading, verb = "\nVerbs of strange-pack:\n", "  greet     Greet whoever types it.\n"
    assert heading + verb in capsys.readouterr().out
    assert status(["greet", "Ada"]) == 0
    assert capsys.readouterr().out == "hello Ada\n"
    assert status(["greet", "nobody"]) == 2
    assert capsys.readouterr().err == "nobody: give a name\n"


@pytest.mark.usefixtures("stranger")
def test_a_verb_of_murho_stays_murhos(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["score", "--help"]) == 0
    assert "Greet" not in capsys.readouterr().out


@pytest.mark.usefixtures("stranger")
def test_what_is_no_command_is_an_error_that_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    assert status(["odd"]) == 2
    assert capsys.readouterr().err == "the verb 'odd': strange_verbs:numbers is no click command but a int\n"


def test_the_laboratory_has_a_heading_of_its_own() -> None:
    headings = plugged.headings({})
    assert list(headings["murho-lab"]) == ["atn", "chart", "study"]
    assert headings["murho-lab"]["study"] == "Reproduce the experiment of a source paper."


@pytest.mark.parametrize("verb", ["atn", "chart", "study"])
def test_without_the_laboratory_its_verbs_say_what_to_install(
    verb: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(plugged, "verbs", list)
    assert status([verb, "--help"]) == 2
    assert capsys.readouterr().err == (
        f"murho {verb}: murho-lab is not installed; from murho's sources: pip install ./lab (see murho --help)\n"
    )


@pytest.mark.parametrize("system", ["atn:english", "chart:greetings", "sphinx:en text=sentences.txt"])
def test_without_the_laboratory_its_systems_say_what_to_install(
    system: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr("murho.plugs.entry_points", lambda group: ())
    from murho.systems import kinds

    monkeypatch.setattr(kinds, "SHELF", kinds.Shelf("kind of system", "murho.systems", "SYSTEM", "murho.systems"))
    (tmp_path / "cases.jsonl").write_text('{"id": "1", "expression": "a", "reference": ["a"]}\n')
    arguments = ["run", str(tmp_path / "cases.jsonl"), "--system", system, "-o", str(tmp_path / "run")]
    assert status(arguments) == 2
    assert capsys.readouterr().err.startswith(
        f"{system}: murho-lab is not installed; from murho's sources: pip install"
    )
