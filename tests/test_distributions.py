"""murho and its laboratory as they are installed: versions pinned to each other, and a wheel that stays small."""

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
    command = [sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", str(ROOT)]
    subprocess.run([*command, "-w", str(tmp_path)], check=True, timeout=600)
    (wheel,) = tmp_path.glob("murho-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        unpacked = sum(entry.file_size for entry in archive.infolist())
        names = archive.namelist()
    assert unpacked <= project(".")["tool"]["murho"]["limits"]["wheel_bytes"]
    assert any(name.startswith("murho/suites/bundled/") for name in names)
    assert not [name for name in names if name.startswith("murho_lab")]
