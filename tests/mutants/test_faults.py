"""Which faults there are in a line, and that each is one line of Python that says something else."""

import ast
from pathlib import Path

import pytest

from .faults import Change, change, faults, planted

SOURCE = Path(__file__).resolve().parents[2] / "src" / "murho"


def said(line: str) -> set[str]:
    """What a line of a function may become."""
    source = f"def made(a, b):\n    {line}\n"
    return {planted(source, fault).splitlines()[1].strip() for fault in faults(source) if fault.line == 2}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("c = a < b", {"c = a <= b", "c = a >= b"}),
        ("c = (a) >= (b)", {"c = (a) > (b)", "c = (a) < (b)"}),
        ("c = a == b != a", {"c = a != b != a", "c = a == b == a"}),
        ("c = a  not in b", {"c = a  in b"}),
        ("c = a is not None", {"c = a is None"}),
        ("c = a + b * a", {"c = a - b * a", "c = a + b / a"}),
        ("c = a // b", {"c = a / b"}),
        ("c -= b", {"c += b"}),
        ("c = a and b and c", {"c = a or b and c", "c = a and b or c"}),
        ("c = not a", {"c = a"}),
        ("c = -a", {"c = a"}),
        ("c = 5", {"c = 6", "c = 4"}),
        ("c = 0", {"c = 1"}),
        ("c = True", {"c = False"}),
        ("c = 0.5", {"c = 0.625"}),
        ("return a", {"return None"}),
        ("return None", set()),
        ("c = a[b:]", {"c = a[:]"}),
        ("made(a, b)", {"pass"}),
        ("raise a from b", {"pass"}),
        ("c = min(a)", {"c = max(a)"}),
        ("c = sorted(a, key=b)", {"c = (a)"}),
        ("c = set(one for one in a)", {"c = ((one for one in a))"}),
        ("c = [one for one in a if one]", {"c = [one for one in a if not (one)]"}),
        ("c = a if b else a", {"c = a if not (b) else a"}),
        ("for c in a: break", {"for c in a: continue"}),
        ("c = a['é'] < b", {"c = a['é'] <= b", "c = a['é'] >= b"}),
    ],
)
def test_each_kind(line: str, expected: set[str]) -> None:
    assert said(line) == expected


@pytest.mark.parametrize(
    "line",
    [
        "assert a < 5",
        "c: tuple[5 | 6] = b",
        "c = zip(a, b, strict=True)",
        "c = 'one' + a",
        "c = a + [b]",
        "c = f'{a + 5:5}'",
        "c = isinstance(a, int | float)",
        "'''A text.'''",
    ],
)
def test_left_alone(line: str) -> None:
    assert said(line) == set()


def test_types_are_no_sums() -> None:
    assert faults("Both = int | str\n\n@cached(size=5)\ndef made(a: int | None = None) -> int | None: ...\n") == []
    assert "return a & 1" in said("return a | 1")


def test_a_fault_of_many_lines_is_told_by_those_that_differ() -> None:
    source = "def made(a):\n    if a:\n        show(\n            a,\n        )\n    return 1\n"
    dropped = next(fault for fault in faults(source) if fault.kind == "dropped")
    assert change(source, planted(source, dropped)) == Change("show(\na,\n)", "pass")


@pytest.mark.parametrize("room", ["pipeline", "measures"])
def test_every_fault_is_python_and_another_program(room: str) -> None:
    for path in sorted((SOURCE / room).glob("*.py")):
        source = path.read_text("utf-8")
        was = ast.dump(ast.parse(source))
        for fault in faults(source)[::7]:
            assert ast.dump(ast.parse(planted(source, fault))) != was, (path, fault)
