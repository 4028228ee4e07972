"""The tutorials do what they say: their commands are run in order, beside what they print.

Output follows its commands in a block of its own; `...` stands for lines that are left out. The tutorial of services
has a test of its own, for it needs a server (`tests/examples/test_service.py`).
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = ("tutorial-intents.md", "tutorial-speech.md", "tutorial-logs.md", "tutorial-gate.md")
BLOCKS = re.compile(r"```sh\n(.*?)```(?:\n\n```text\n(.*?)```)?", re.DOTALL)
GATE_FAILED = 100


def unlike(said: str, shown: str) -> str:
    """The first passage of what is shown that does not stand in what was said, in this order; empty if all do."""
    rest = "\n" + "\n".join(line.rstrip() for line in said.splitlines()) + "\n"
    for passage in shown.split("...\n"):
        wanted = "\n".join(line.rstrip() for line in passage.strip("\n").splitlines())
        if not wanted:
            continue
        before, found, rest = rest.partition(f"\n{wanted}\n")
        if not found:
            return f"{wanted}\n--- not in ---\n{before}"
        rest = "\n" + rest
    return ""


@pytest.mark.slow
@pytest.mark.parametrize("name", PAGES)
def test_a_tutorial_runs_as_written(name: str, tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples", tmp_path / "examples", ignore=shutil.ignore_patterns("__pycache__"))
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    blocks = BLOCKS.findall((ROOT / "docs" / name).read_text("utf-8"))
    assert len(blocks) >= 3
    for commands, shown in blocks:
        said = ""
        for line in commands.splitlines():
            done = subprocess.run(
                line, shell=True, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
            )
            assert done.returncode in ((0, GATE_FAILED) if "--fail-if-worse" in line else (0,)), (line, done.stderr)
            said += done.stdout + done.stderr
        assert not (missing := unlike(said, shown)), missing


@pytest.mark.parametrize(
    ("shown", "found"),
    [("a\n...\nc\n", ""), ("b\nc\n", ""), ("c\n...\na\n", "a"), ("a\nc\n", "a\nc"), ("...\nd\n", "d")],
    ids=["left out", "end", "order", "together", "absent"],
)
def test_passages_are_looked_for_in_order(shown: str, found: str) -> None:
    assert unlike("a\nb\nc\n", shown).partition("\n---")[0] == found


def test_every_row_of_who_comes_has_a_tutorial() -> None:
    readme = (ROOT / "README.md").read_text("utf-8")
    for name in (*PAGES, "services.md#ten-minutes"):
        assert f"docs/{name}" in readme
