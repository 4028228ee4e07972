"""What README.md says is done as it says: commands run in order, Python examples, JSON lines, links."""

import doctest
import json
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from murho import formats

ROOT = Path(__file__).resolve().parent.parent
README = ROOT / "README.md"
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
SHELL = ("sh", "bash", "shell", "console")


def blocks(*languages: str) -> Iterator[str]:
    """The text of the fenced blocks in these languages."""
    for language, text in FENCED.findall(README.read_text(encoding="utf-8")):
        if language in languages:
            yield text


def lines(*starts: str) -> list[str]:
    """The lines of shell blocks that start with a command; a prompt before it and continuations are seen through."""
    text = "".join(blocks(*SHELL)).replace("\\\n", " ")
    plain = [line.strip().removeprefix("$ ") for line in text.splitlines()]
    return [line for line in plain if line.split(" ")[0] in starts]


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what the commands need, and the bundled example run."""
    copy = tmp_path_factory.mktemp("checkout")
    for name in ("examples", "docs", "README.md"):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(source, copy / name)
    done = shell("murho run --config examples/library/murho.toml", copy)
    assert done.returncode == 0, done.stderr
    return copy


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run a line as a shell would, with the commands of this environment first."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environment = {**os.environ, "PATH": path, "COLUMNS": "80"}
    return subprocess.run(
        line, shell=True, cwd=folder, env=environment, capture_output=True, text=True, timeout=900, check=False
    )


def test_the_two_commands_exist() -> None:
    """They are not run here: this test itself runs inside one of them."""
    named = [shlex.split(line)[1:] for line in lines("python3") if "dev.py" in line]
    chores = runpy.run_path(str(ROOT / "dev.py"))
    assert {"example", "test"} <= {words[1] for words in named}
    for words in named:
        assert (ROOT / words[0]).is_file()
        assert callable(chores[words[1]]), f"dev.py has no chore {words[1]}"


def commands(of_parsers: bool) -> list[str]:
    """Those that are run here, of parsers, which take seconds to load, or all others."""
    return [line for line in lines("murho", "python3") if "dev.py" not in line and ("spacy:" in line) is of_parsers]


@pytest.mark.parametrize("of_parsers", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_commands(checkout: Path, of_parsers: bool) -> None:
    assert {line.split(" ")[0] for line in commands(of_parsers)} == ({"murho"} if of_parsers else {"murho", "python3"})
    for line in commands(of_parsers):
        for name in re.findall(r"(?<!\S)[\w./-]+\.(?:jsonl|conllu|trn|py)(?!\S)", line.partition(">")[0]):
            assert (checkout / name).exists(), f"{line}: there is no {name}"
        done = shell(line, checkout)
        passed = (0, 100) if "--fail-above" in line else (0,)
        assert done.returncode in passed, f"{line}\n{done.stderr}"
        assert done.stdout or ">" in line, line
        assert "Traceback" not in done.stderr
        for name in re.findall(r" (?:-o|>) (\S+)", line):
            assert (checkout / name).exists(), f"{line} leaves {name}"


@pytest.mark.parametrize("text", list(blocks("python", "py", "pycon")))
def test_python(text: str) -> None:
    assert ">>>" in text, "an example is a session, so that what it gives is tested"
    said: list[str] = []
    session = doctest.DocTestParser().get_doctest(text, {"__name__": "__main__"}, "README.md", "README.md", 0)
    result = doctest.DocTestRunner(verbose=False).run(session, out=said.append)
    assert not result.failed, "".join(said)


@pytest.mark.parametrize(
    "line", [line for text in blocks("json", "jsonl") for line in text.splitlines() if line.strip()]
)
def test_json_lines(line: str) -> None:
    row: dict[str, Any] = json.loads(line)
    jsonschema.validate(row, formats.schema("answer" if "answer" in row else "case"))


def test_links_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)#\s]+)", README.read_text(encoding="utf-8"))
    missing = [link for link in links if "://" not in link and not (ROOT / link).exists()]
    assert not missing


def test_the_example_leaves_a_report(checkout: Path) -> None:
    done = shell("murho report example-run -o example-run/report.html", checkout)
    assert done.returncode == 0, done.stderr
    assert (checkout / "example-run" / "report.html").stat().st_size > 10_000


def test_the_example_fills_the_seven_classes(checkout: Path) -> None:
    """Real answers fall into each of μ3's classes at least a few times."""
    done = shell("murho show example-run -m 'meanings(shifting=mu3())' --json", checkout)
    counts = json.loads(done.stdout)["counts"]
    relations = ("equal", "undefined", "empty", "some", "more", "overlap", "disjoint")
    assert all(counts[name] >= 3 for name in relations), counts
