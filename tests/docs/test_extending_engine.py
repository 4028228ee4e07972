"""A newcomer takes the engine of docs/extending.md as it stands there, and the commands run in real processes."""

import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGE = (
    (ROOT / "docs" / "extending.md")
    .read_text(encoding="utf-8")
    .partition("\n## Your own engine\n")[2]
    .partition("\n## ")[0]
)
PACKAGE = ROOT / "examples" / "plugs" / "src" / "murho_example_plugs"
FILES = dict(re.findall(r"^```python\n# (\w+\.py)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL))
COMMANDS = [
    line for block in re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]


def test_the_page_has_what_the_package_has() -> None:
    assert FILES["my_pool.py"] == (PACKAGE / "pool.py").read_text(encoding="utf-8")


@pytest.mark.slow
def test_the_commands_of_the_page_run(tmp_path: Path) -> None:
    (tmp_path / "my_pool.py").write_text(FILES["my_pool.py"], encoding="utf-8")
    (tmp_path / "my_desk.py").write_text("def answer(text):\n    return 'ab'[int(text) % 2]\n")
    rows = [{"id": f"q{i}", "expression": str(i), "reference": ["aab"[i % 3]]} for i in range(60)]
    said = [{"id": f"q{i}", "answer": ["ab"[i % 2]]} for i in range(60)]
    for name, lines in (("said.jsonl", rows), ("heard.jsonl", said)):
        (tmp_path / name).write_text("".join(json.dumps(line) + "\n" for line in lines))
    printed = []
    for command in COMMANDS:
        first, *rest = shlex.split(command)
        assert first == "murho"
        done = subprocess.run(
            [sys.executable, "-m", "murho", *rest], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stderr
        printed.append(done.stdout)
    scored, ran = printed
    assert "π = 0.5000" in scored
    assert "π = 0.5000" in ran
    assert json.loads((tmp_path / "pool-run" / "run.json").read_text())["system"]["engine"] == "my_pool:pool"
