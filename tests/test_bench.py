"""A run of the benchmarks that was stopped goes on where it was."""

import sys
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture
def bench() -> Any:
    """`bench/run.py`."""
    spec = spec_from_file_location("bench_run", Path(__file__).parents[1] / "bench" / "run.py")
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
    assert "typed" not in sys.modules
