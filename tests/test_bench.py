"""A run of the benchmarks that was stopped goes on where it was."""

import subprocess
import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture
def bench() -> Any:
    """`bench/run.py`."""
    spec = spec_from_file_location("bench_run", ROOT / "bench" / "run.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_what_was_measured_whole_is_kept_with_its_conditions(bench: Any, tmp_path: Path) -> None:
    asked = []

    def first(quick: bool) -> Iterator[str]:
        asked.append(("first", quick))
        yield "- a row"

    def second(quick: bool) -> Iterator[str]:
        asked.append(("second", quick))
        yield "- another"
        if len(asked) < 3:
            raise KeyboardInterrupt
        yield "- a third"

    bench.SECTIONS = {"First": first, "Second": second}
    with pytest.raises(KeyboardInterrupt):
        list(bench.lines(True, tmp_path / "measured"))
    assert [file.name for file in (tmp_path / "measured").iterdir()] == ["0.txt"]
    found = list(bench.lines(True, tmp_path / "measured"))
    assert asked == [("first", True), ("second", True), ("second", True)]
    assert found == list(bench.lines(True, tmp_path / "measured"))
    text = "\n".join(found)
    assert text.count("- a row") == text.count("- a third") == 1
    assert text.count(" before, ") == text.count("; load ") == 2


TYPED = """
import subprocess, sys
from pathlib import Path
from tempfile import TemporaryDirectory
import typed

with TemporaryDirectory() as folder:
    typed.write(Path(folder), 20)
    for one in typed.typed(Path(folder)):
        if 100 in one.sizes:
            done = subprocess.run(one.murho, cwd=folder, capture_output=True, text=True)
            print(done.returncode, one.what, done.stderr)
"""


@pytest.mark.slow
def test_what_is_typed_runs() -> None:
    done = subprocess.run([sys.executable, "-c", TYPED], cwd=ROOT / "bench", capture_output=True, text=True, check=True)
    told = done.stdout.splitlines()
    assert len(told) > 15
    assert {line for line in told if not line.startswith("0 ")} == set(), done.stdout
