"""Probes before the statements of functions, which tell that they are executed.

>>> print(probed("def least(a, b):\\n    if a <= b:\\n        return a\\n    return b\\n", first=7).text)
from murho_probe import executed as _executed
def least(a, b):
    _executed(7)
    if a <= b:
        _executed(8)
        return a
    _executed(9)
    return b
<BLANKLINE>
"""

import ast
from collections.abc import Iterator
from typing import Any, NamedTuple


class Probed(NamedTuple):
    """A source with probes, and the probe of each line; there is none for what runs on import."""

    text: str
    probes: dict[int, int]


def probed(source: str, first: int = 0) -> Probed:
    """Probes before each statement of each function, numbered from `first`."""
    lines = source.splitlines(keepends=True)
    module = ast.parse(source)
    probes: dict[int, int] = {}
    before: dict[int, str] = {}
    for statement in _statements(module, inside=False):
        start, text = statement.lineno, lines[statement.lineno - 1]
        if text[: statement.col_offset].isspace() and not text.lstrip().startswith("elif"):  # else as what is around it
            before[start] = f"{text[: statement.col_offset]}_executed({first + len(before)})\n"
            probes.update(dict.fromkeys(range(start, _end(statement) + 1), first + len(before) - 1))
    rest = [one for one in module.body if not _is_text(one) and not _is_future(one)]
    if before:
        before[_begin(rest[0])] = "from murho_probe import executed as _executed\n"
    return Probed("".join(before.get(number, "") + line for number, line in enumerate(lines, 1)), probes)


def _statements(node: ast.AST, inside: bool) -> Iterator[ast.stmt]:
    """The statements of functions, those around others first."""
    for child in ast.iter_child_nodes(node):
        is_scope = isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        if inside and isinstance(child, ast.stmt) and not is_scope and not _is_text(child):
            yield child
        yield from _statements(child, (inside and not isinstance(child, ast.ClassDef)) or _is_function(child))


def _is_function(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _is_future(node: ast.AST) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"


def _begin(node: Any) -> int:
    return min([node.lineno, *(one.lineno for one in getattr(node, "decorator_list", ()))])


def _end(node: ast.stmt) -> int:
    return node.end_lineno or node.lineno
