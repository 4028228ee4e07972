"""murho and its laboratory as they are installed: versions pinned to each other, and a wheel that stays small."""

import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[1]


def project(path: str) -> dict[str, Any]:
    return tomllib.loads((ROOT / path / "pyproject.toml").read_text("utf-8"))


def test_the_versions_are_pinned_to_each_other() -> None:
    murho, lab = project(".")["project"], project("lab")["project"]
    assert lab["version"] == murho["version"]
    assert [need for need in lab["dependencies"] if need.startswith("murho")] == [
        f"murho[http,sql,suites]=={murho['version']}"
    ]
    assert murho["optional-dependencies"]["lab"] == [f"murho-lab=={lab['version']}"]


def test_murho_needs_nothing_that_only_studies_use() -> None:
    needs = [need for extra in project(".")["project"]["optional-dependencies"].values() for need in extra]
    assert not [need for need in needs if need.startswith(("scikit-learn", "sklearn", "pocketsphinx", "soundfile"))]


@pytest.mark.slow
def test_the_wheel_stays_small(tmp_path: Path) -> None:
    # Of a copy, since what an earlier build left beside the sources would be in the wheel, too.
    made = shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info")
    for folder in ("src", "docs"):
        shutil.copytree(ROOT / folder, tmp_path / "murho" / folder, ignore=made)
    for file in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / file, tmp_path / "murho")
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", tmp_path / "murho"]
    subprocess.run([*command, "-w", tmp_path], check=True, timeout=600)
    (wheel,) = tmp_path.glob("murho-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
        names = archive.namelist()
    assert unpacked <= project(".")["tool"]["murho"]["limits"]["wheel_bytes"]
    assert any(name.startswith("murho/suites/bundled/") for name in names)
    assert not [name for name in names if name.startswith("murho_lab")]
