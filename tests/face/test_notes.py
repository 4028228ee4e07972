"""What there is to know of a result before it is believed: every surface shows all of it."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from html import unescape
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status
from murho.face.result import Result

COUNTED = {"undefined": "undefined", "open": "open case", "missing_answers": "without an answer",
           "unmatched_answers": "without a case"}  # fmt: skip
"""Fields of the JSON that hold what a note says in words."""


STOPPED = """
import os, sys
import murho

cases = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["a"]} for i in range(60)]
murho.run(cases, lambda text: os._exit(3) if text == "e30" else "a", folder=sys.argv[1])
"""


def stopped(folder: Path) -> murho.Run:
    """A run of 60 cases whose system took the whole process down after 30."""
    assert subprocess.run([sys.executable, "-c", STOPPED, folder], check=False).returncode == 3
    return murho.open(folder)


def with_open_cases(folder: Path) -> murho.Run:
    """A run in which nobody has said what three of the cases mean, and the system fails on others."""
    cases: list[dict[str, Any]] = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["a"]} for i in range(20)]
    cases += [{"id": f"o{i}", "expression": f"o{i}"} for i in range(3)]
    return murho.run(cases, lambda text: None if text in ("e3", "e4") else "a", folder=folder)


def guessed(folder: Path) -> Result:
    """A score of a table whose columns were guessed, with few cases and a few clusters."""
    table = folder / "log.csv"
    folder.mkdir()
    rows = "".join(f"{label},{said},c{i % 2}\n" for i, (label, said) in enumerate(zip("abab", "aabb", strict=True)))
    table.write_text(f"true_intent,predicted_intent,user_id\n{rows}")
    return murho.score("labels", table)


def of_run(make: Callable[[Path], murho.Run]) -> Callable[[Path], Result]:
    return lambda folder: make(folder).show()


def compared(folder: Path) -> Result:
    cases = [{"id": f"q{i}", "expression": f"e{i}", "reference": ["a"]} for i in range(5)]
    folder.mkdir()
    before = murho.run(cases, lambda text: "a", folder=folder / "a")
    return before.compare(murho.run(cases, lambda text: "b" if text == "e1" else "a", folder=folder / "b"))


def trusted(folder: Path) -> Result:
    return with_open_cases(folder).trust()


MADE: dict[str, tuple[Callable[[Path], Result], tuple[str, ...]]] = {
    "stopped": (of_run(stopped), ("show", "made")),
    "open": (of_run(with_open_cases), ("show", "made")),
    "run": (with_open_cases, ("show", "made")),
    "guessed": (guessed, ("score", "labels", "made/log.csv")),
    "compared": (compared, ("compare", "made/a", "made/b")),
    "trusted": (trusted, ("trust", "made")),
}


@pytest.fixture(params=list(MADE))
def made(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[Result, tuple[str, ...]]:
    """A result, and the command that prints the same."""
    monkeypatch.chdir(tmp_path)
    make, command = MADE[request.param]
    return make(Path("made")), command


def plain(text: str) -> str:
    """The text without tags, on one line."""
    return " ".join(unescape(re.sub(r"<(?!wbr)[^>]*>", " ", text.replace("<wbr>", ""))).split())


def test_every_surface_shows_every_note(
    made: tuple[Result, tuple[str, ...]], capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    result, command = made
    notes = [" ".join(note.split()) for note in result.remarks]
    assert notes, "there is something to know of each of these"
    result.save("result.md")
    result.save("result.json")
    assert status([*command]) == 0
    printed = capsys.readouterr()
    assert status([*command, "--json"]) == 0
    objects = [json.loads(capsys.readouterr().out), json.loads(Path("result.json").read_text())]
    surfaces = {
        "terminal": plain(printed.out + printed.err),
        "notebook": plain(result._repr_html_()),
        "Markdown": plain(re.sub(r"\\(.)", r"\1", Path("result.md").read_text("utf-8"))),
    }
    for note in notes:
        for name, text in surfaces.items():
            assert note in text, name
        for found in objects:
            assert any(map(lambda text, note=note: note in text, texts(found))) or counted(found, note)  # type: ignore[misc]


def texts(found: Any) -> list[str]:
    """All texts in a JSON value."""
    if isinstance(found, dict | list):
        parts = found.values() if isinstance(found, dict) else found
        return [text for part in parts for text in texts(part)]
    return [" ".join(found.split())] if isinstance(found, str) else []


def counted(found: Any, note: str) -> bool:
    """Whether a field that is not 0 says what the note does."""
    figures = found.get("figures", {"": found}).values() if isinstance(found, dict) else []
    fields = [name for name, words in COUNTED.items() if words in note]
    return any(figure.get(name) for figure in figures for name in fields)


def test_a_stopped_run_says_so_in_python(tmp_path: Path) -> None:
    run = stopped(tmp_path / "half")
    scores = run.show()
    (note,) = scores.notes
    answered = 60 - scores.main.missing_answers
    assert note == (
        f"not complete: {answered} of 60 cases are answered, the others count as undefined here; the same run, started "
        "again, goes on with it"
    )
    run.report(tmp_path / "page.html")
    assert f"Not complete: {answered} of 60 cases" in (tmp_path / "page.html").read_text("utf-8")
