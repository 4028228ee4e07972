"""Memory does not grow with the suite: four times the cases take what one takes, in processes of their own."""

import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parents[3]
SIZES = (40_000, 160_000)
MORE = 45
"""Megabytes that four times the cases may take more; held in memory they took 1.2 KB a case and more, 150 MB."""


@pytest.fixture(scope="module")
def memory() -> ModuleType:
    spec = spec_from_file_location("memory", ROOT / "bench" / "memory.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules["memory"] = module
    spec.loader.exec_module(module)
    return module


@pytest.mark.slow
def test_peak_memory_does_not_grow_with_the_number_of_cases(
    memory: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONPATH", str(ROOT / "src"))
    peaks: list[dict[str, float]] = []
    for size in SIZES:
        folder = tmp_path / str(size)
        folder.mkdir()
        memory.write(folder, size)
        peaks.append({name: memory.used(command, folder).megabytes for name, command in memory.commands().items()})
    grown = {name: round(peaks[1][name] - peaks[0][name]) for name in peaks[0]}
    assert {name: more for name, more in grown.items() if more > MORE} == {}, grown
    assert max(peaks[1].values()) < 300
