"""The whole run, on a house of two modules, of which its tests do not see all faults."""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]

MODULE = '''"""The greater of two.

>>> greater(2, 1)
2
"""


def greater(a: int, b: int) -> int:
    if a > b:
        return a
    return b


def unseen(a: int) -> int:
    return a + 3
'''
STARTED = """NUMBER = 5 - 3


def double(a: int) -> int:
    return a + a


if __name__ == "__main__":
    print(double(NUMBER))
"""
TESTS = """import subprocess
import sys

from murho.pipeline.great import greater

def test_greater():
    assert greater(1, 2) == 2

def test_a_program():
    started = [sys.executable, "-m", "murho.pipeline.started"]
    assert subprocess.run(started, capture_output=True, timeout=60).stdout.split() == [b"4"]

def test_that_fails_anyway():
    assert False
"""
SAME = """[[fault]]
path = "src/murho/pipeline/great.py"
was = "    if a > b:"
now = "    if a >= b:"
outcome = "same"
by = "either of two equals is the greater"
"""


@pytest.fixture
def house(tmp_path: Path) -> Path:
    """A checkout with one module, its tests, and a fault that nobody can see."""
    files = {
        "src/murho/__init__.py": "",
        "src/murho/pipeline/__init__.py": "",
        "src/murho/pipeline/great.py": MODULE,
        "src/murho/pipeline/started.py": STARTED,
        "tests/pipeline/test_great.py": TESTS,
        "tests/mutants/known.toml": SAME,
        "pytest.ini": "[pytest]\naddopts = --doctest-modules --import-mode=importlib\n",
    }
    for name, text in files.items():
        path = tmp_path / "house" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return tmp_path / "house"


def run(house: Path, *arguments: str) -> list[str]:
    command = [sys.executable, str(HERE / "run.py"), "--root", str(house), *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=100, check=True)
    return done.stdout.splitlines()


@pytest.mark.slow
def test_faults_are_drawn_planted_and_seen(house: Path) -> None:
    """One of each line: the condition and both results are seen, the sum that nobody reads is not."""
    said = run(house, "src/murho/pipeline/great.py", "--seed", "4")
    assert said[0] == "seed 4: 4 faults"
    outcomes = {line.split(":")[2]: line.split()[1] for line in said if "great.py:" in line and line[0].isdigit()}
    assert outcomes["15"] == "survived"
    assert outcomes["10"] == outcomes["11"] == "killed"
    assert outcomes["9"] in ("killed", "same")
    assert "share killed: " in "\n".join(said)
    assert "test_that_fails_anyway" not in "\n".join(said)
    assert (house / "src/murho/pipeline/great.py").read_text() == MODULE
    assert not (house / "tests/mutants/RESULTS.md").exists(), "written of whole rooms only"


@pytest.mark.slow
def test_what_a_test_starts_and_what_runs_on_import_are_seen_too(house: Path) -> None:
    said = run(house, "src/murho/pipeline/started.py", "--jobs", "1")
    assert [line for line in said if line.strip().startswith("#")] == 4 * [
        "  # tests/pipeline/test_great.py::test_a_program"
    ]


@pytest.mark.slow
def test_the_tests_are_run_once(house: Path) -> None:
    """To know what they execute: again only those whose file has changed."""
    path = house / "tests/pipeline/test_great.py"
    other = path.with_name("test_other.py")
    other.write_text("def test_nothing(): pass\n")
    arguments = ("src/murho/pipeline/great.py", "--seed", "4", "--jobs", "1")
    first = run(house, *arguments)
    assert first[1] == "running the tests once, to know what they execute"
    assert run(house, *arguments) == [first[0], *first[2:]]
    other.write_text("def test_seen():\n    from murho.pipeline.great import unseen\n    assert unseen(1) == 4\n")
    then = run(house, *arguments)
    assert then[1] == "running the changed tests once, to know what they execute"
    assert "  # tests/pipeline/test_other.py::test_seen" in then


@pytest.mark.slow
def test_the_seed_decides_and_what_was_killed_is_not_tried_again(house: Path) -> None:
    first = run(house, "--count", "2")
    rows = [json.loads(row) for row in (house / "tests/mutants/results.jsonl").read_text().splitlines()]
    assert len(rows) == 2
    assert f"share killed: {sum(row['outcome'] == 'killed' for row in rows)} of 2" in "\n".join(first)
    (house / "tests/pipeline/test_great.py").unlink()
    assert run(house, "--count", "2", "--again") == first
    page = (house / "tests/mutants/RESULTS.md").read_text()
    assert "--seed 1 --count 2`" in page
    assert all(f"src/murho/pipeline/great.py:{row['line']}" in page for row in rows if row["outcome"] == "survived")


@pytest.mark.slow
def test_a_change_elsewhere_draws_the_same_faults(house: Path) -> None:
    first = run(house, "src/murho/pipeline/great.py", "--count", "0")
    assert first[0] == "seed 1: 0 faults"
    code = "from run import *; print(*[(change(p.read_text(), planted(p.read_text(), d.fault))) for d in drawn(*a)])"
    begin = "import sys; sys.path.insert(0, sys.argv[1]); from pathlib import Path; root = Path(sys.argv[2]); "
    begin += "p = root / 'src/murho/pipeline/great.py'; a = (root, ['src/murho/pipeline/great.py'], 5); "
    command = [sys.executable, "-c", begin + code, str(HERE), str(house)]
    before = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    path = house / "src/murho/pipeline/great.py"
    path.write_text("# a line more\n" + MODULE)
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == before
    assert before.count("Change(") == 4


def test_what_is_known_to_survive_still_stands_in_the_source() -> None:
    """Where a line has changed, its entry of known.toml is to go."""
    for one in tomllib.loads((HERE / "known.toml").read_text("utf-8"))["fault"]:
        lines = [line.strip() for line in (ROOT / one["path"]).read_text("utf-8").splitlines()]
        was = [line.strip() for line in one["was"].strip().splitlines()]
        assert any(lines[i : i + len(was)] == was for i in range(len(lines))), one
        assert one["outcome"] in ("same", "survived"), one
        assert one["by"], one
