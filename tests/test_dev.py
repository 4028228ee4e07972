"""What `dev.py` installs: for the example what murho needs, for the tests all; and when it need not be done again."""

import re
import runpy
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent


def pinned(name: str) -> dict[str, str]:
    """The entries of a lock file with their hashes, by name, version and marker."""
    text = (ROOT / name).read_text("utf-8")
    return {entry.partition(" \\\n")[0]: entry for entry in re.split(r"\n(?=\S)", text.strip())}


def names(entries: dict[str, str]) -> set[str]:
    return {entry.partition("==")[0] for entry in entries}


def test_the_base_is_a_part_of_the_whole_lock() -> None:
    base, whole = pinned("requirements-base.lock"), pinned("requirements.lock")
    assert {entry: whole.get(entry) for entry in base} == base, "python3 dev.py lock resolves both"
    assert all("--hash=sha256:" in hashes for hashes in base.values())


def test_the_base_is_what_murho_needs_and_no_more() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    needed = {re.split(r"[><=]", one)[0] for one in project["project"]["dependencies"]}
    base = names(pinned("requirements-base.lock"))
    assert needed | {"setuptools"} <= base
    assert not base & {"spacy", "polars", "lxml", "pytest", "mypy", "ruff", "playwright", "hypothesis"}
    assert len(base) < 20


@pytest.fixture
def chores(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """A checkout of what is installed from, whose commands are noted and not run."""
    for name in ("dev.py", "pyproject.toml", "requirements.lock", "requirements-base.lock", "requirements-models.lock"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "lab").mkdir()
    shutil.copy(ROOT / "lab" / "pyproject.toml", tmp_path / "lab")
    monkeypatch.setenv("MURHO_VENV", "env")
    found = runpy.run_path(str(tmp_path / "dev.py"))
    found["PYTHON"].parent.mkdir(parents=True)
    found["PYTHON"].touch()
    found["said"] = []
    here = found["install"].__globals__
    here["run"] = lambda *command: found["said"].append([str(part) for part in command])
    return found


def locks(chores: dict[str, Any]) -> list[str]:
    """The lock files that were installed since this was asked last."""
    said = [Path(word).name for command in chores["said"] for word in command if word.endswith(".lock")]
    chores["said"].clear()
    return said


def test_what_is_installed_and_when(chores: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    install = chores["install"]
    install(everything=False)
    assert chores["said"][0][-3:-1] == ["--require-hashes", "-r"]
    assert locks(chores) == ["requirements-base.lock"]
    install(everything=False)
    assert locks(chores) == []
    install()
    assert locks(chores) == ["requirements.lock", "requirements-models.lock"]
    for everything in (True, False):
        install(everything=everything)
        assert locks(chores) == [], "what is there is enough"
    with chores["BASE"].open("a") as file:
        file.write("# changed\n")
    install(everything=False)
    assert locks(chores) == ["requirements-base.lock"]
    assert "tools" not in capsys.readouterr().out.splitlines()[-1]


def test_whatever_is_installed_from_a_lock_has_its_hashes(chores: dict[str, Any]) -> None:
    chores["install"]()
    from_locks = [command for command in chores["said"] if "-r" in command]
    assert len(from_locks) == 2
    assert all("--require-hashes" in command for command in from_locks)


def test_the_example_asks_for_the_base_and_the_tests_for_all(chores: dict[str, Any]) -> None:
    chores["example"]()
    assert locks(chores) == ["requirements-base.lock"]
    chores["test"]("-k", "nothing")
    assert locks(chores) == ["requirements.lock", "requirements-models.lock"]
