"""Types teach: a type checker finds what is misspelt, and lets pass what is of one's own."""

import re
from collections import Counter
from pathlib import Path

from mypy import api

import murho

from ..docs import type_names

ROOT = Path(__file__).resolve().parents[2]
CALLS = Path(__file__).with_name("typed_calls.txt")
"""Lines with a remark hold the mistake that it names; no name of Python's, so that nobody runs them."""


def test_the_names_are_those_of_the_shelves() -> None:
    assert type_names.FILE.read_text("utf-8") == type_names.text(), "python3 dev.py types writes them"


def test_a_type_checker_finds_what_is_misspelt(tmp_path: Path) -> None:
    calls = tmp_path / "calls.py"
    calls.write_text(text := CALLS.read_text("utf-8"), "utf-8")
    wanted = Counter[tuple[int, str]]()
    for number, line in enumerate(text.splitlines(), 1):
        wanted.update((number, kind) for kind in line.partition("# wrong: ")[2].split())
    found, complaint, _ = api.run([str(calls), "--config-file", str(ROOT / "pyproject.toml")])
    assert not complaint
    errors = re.findall(rf"{calls.name}:(\d+): error: .*\[([\w-]+)\]", found)
    assert Counter((int(number), kind) for number, kind in errors) == wanted, found


def test_help_shows_short_types() -> None:
    from inspect import signature

    parameters = signature(murho.score).parameters
    assert parameters["measure"].annotation == "MeasureName | Measure"
    assert max(len(str(one.annotation)) for one in parameters.values()) < 40
