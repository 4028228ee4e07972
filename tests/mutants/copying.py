"""A copy of the checkout, in which faults are planted, and how its tests are run; the checkout itself is left alone."""

import os
import shutil
from compileall import compile_dir
from pathlib import Path
from py_compile import PycInvalidationMode

_LEFT_OUT = (".git", ".venv*", "__pycache__", ".*_cache", ".hypothesis", "example-run", "build", "*.egg-info")
PYTEST = (
    "-q",
    "-m",
    "not slow",
    "-p",
    "no:cacheprovider",
    "-p",
    "no:murho",
    "--hypothesis-seed=0",
    "--ignore=tests/mutants",
)
"""Arguments of every run: the fast tests, the same each time, without those of what plants the faults."""


def copied(root: Path, copy: Path) -> None:
    """Everything but what is made of it."""
    shutil.copytree(root, copy, ignore=shutil.ignore_patterns(*_LEFT_OUT))
    # by their contents: a fault may have as many bytes as what it replaces, and come within the same second
    for source in ("src", "lab/src"):
        compile_dir(copy / source, quiet=2, invalidation_mode=PycInvalidationMode.CHECKED_HASH)


def surroundings(root: Path, copy: Path) -> dict[str, str]:
    """The environment in which the tests of a copy see its source and the data, and leave nothing behind."""
    return {
        "PYTHONPATH": os.pathsep.join([str(copy / "src"), str(copy / "lab" / "src")]),
        "MURHO_DATA": os.environ.get("MURHO_DATA", str(root.parent / "shared" / "data")),
        "COLUMNS": "400",
        "TMPDIR": str(copy.parent),
    }
