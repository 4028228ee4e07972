"""What the tests of the face share: the command line inside this process, and the bundled example, run once."""

import contextlib
import io
import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import murho
from murho.cli import status

ROOT = Path(__file__).resolve().parents[2]
CASES = "examples/library/cases.jsonl"
SYSTEM = "examples.library.desk:understand"
MEASURES = ["meanings", "meanings(shifting=mu3())"]
SPOKEN = (Path("examples/spoken/said.trn"), Path("examples/spoken/heard.trn"))
PARSED = (Path("examples/parsing/gold.conllu"), Path("examples/parsing/system.conllu"))
Told = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def at_root(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """The examples are named as from the root of the checkout; temporary folders, which may stay, are pytest's."""
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path_factory.mktemp("temporary")))


@pytest.fixture
def told() -> Told:
    """What `murho ... --json` prints."""

    def run(*arguments: Any) -> dict[str, Any]:
        out = io.StringIO()
        with contextlib.redirect_stdout(out):
            left = status([*map(str, arguments), "--json"])
        assert left == 0
        found: dict[str, Any] = json.loads(out.getvalue())
        return found

    return run


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> murho.Run:
    """The bundled example under two measures."""
    folder = tmp_path_factory.mktemp("runs") / "desk"
    with contextlib.chdir(ROOT):
        return murho.run(CASES, SYSTEM, measures=MEASURES, folder=folder)


@pytest.fixture(scope="session")
def part(tmp_path_factory: pytest.TempPathFactory) -> murho.Run:
    """Fewer cases of it, a third of them answered otherwise."""

    def hasty(expression: str) -> Any:
        from examples.library.desk import understand

        return None if len(expression) % 3 == 0 else understand(expression)

    folder = tmp_path_factory.mktemp("runs") / "part"
    with contextlib.chdir(ROOT):
        return murho.run(CASES, hasty, limit=150, folder=folder)
