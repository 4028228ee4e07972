"""Where the probes stand, and that a module with probes is the same program."""

import ast
from pathlib import Path

import pytest

from .probing import probed

SOURCE = Path(__file__).resolve().parents[2] / "src" / "murho"

MODULE = '''"""A module."""

from __future__ import annotations

FIRST = 1


@cached
def told(a):
    """Texts have none."""
    if a:
        return [
            a,
        ]
    elif not a:
        b = 2
    with a as c, c:
        class Inner:
            d = 3
            def e(self): return 4
'''


def test_each_line_has_the_probe_of_its_statement() -> None:
    text, probes = probed(MODULE, first=10)
    assert probes == {11: 10, 12: 11, 13: 11, 14: 11, 15: 10, 16: 12, 17: 13, 18: 13, 19: 13, 20: 13}
    lines = text.splitlines()
    assert lines[4] == "from murho_probe import executed as _executed"
    assert [lines[i + 1].strip() for i, line in enumerate(lines) if "_executed(" in line] == [
        "if a:",
        "return [",
        "b = 2",
        "with a as c, c:",
    ]


def test_what_has_no_functions_has_no_probes() -> None:
    assert probed("FIRST = 1\n") == ("FIRST = 1\n", {})


@pytest.mark.parametrize("room", ["pipeline", "measures"])
def test_without_the_probes_it_is_what_it_was(room: str) -> None:
    for path in sorted((SOURCE / room).rglob("*.py")):
        source = path.read_text("utf-8")
        text = probed(source).text
        rest = "".join(line for line in text.splitlines(keepends=True) if "_executed" not in line)
        assert rest == source
        ast.parse(text)
