"""Single faults that can be planted in a module: another operator, a number beside, a condition turned round.

>>> for fault in faults("def least(a, b):\\n    return a if a <= b else b\\n"):
...     print(fault.kind, planted("def least(a, b):\\n    return a if a <= b else b\\n", fault).splitlines()[1].strip())
return return None
condition return a if not (a <= b) else b
comparison return a if a < b else b
comparison return a if a > b else b

Left alone is what cannot change a figure, or only by a crash that any test sees: annotations, decorators, assertions,
texts, types, `strict=` of `zip`, sums of texts and lists.
"""

import ast
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple


class Fault(NamedTuple):
    """Bytes `start` to `end` of a source replaced."""

    line: int
    kind: str
    start: int
    end: int
    new: str


class Change(NamedTuple):
    """The lines of a module that differ, without their indentation."""

    was: str
    now: str


_COMPARED: dict[type[ast.cmpop], tuple[str, ...]] = {
    ast.Lt: ("<=", ">="),
    ast.LtE: ("<", ">"),
    ast.Gt: (">=", "<="),
    ast.GtE: (">", "<"),
    ast.Eq: ("!=",),
    ast.NotEq: ("==",),
    ast.In: ("not in",),
    ast.NotIn: ("in",),
    ast.Is: ("is not",),
    ast.IsNot: ("is",),
}
_COMPARISON = re.compile(r"not\s+in\b|is\s+not\b|[<>=!]=|[<>]|\bin\b|\bis\b")
_CALCULATED: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "/"),
    ast.Div: ("/", "*"),
    ast.FloorDiv: ("//", "/"),
    ast.Mod: ("%", "*"),
    ast.Pow: ("**", "*"),
    ast.BitAnd: ("&", "|"),
    ast.BitOr: ("|", "&"),
    ast.LShift: ("<<", ">>"),
    ast.RShift: (">>", "<<"),
}
_SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
_DROPPED = {"sorted", "reversed", "abs", "round", "set"}


def faults(source: str) -> list[Fault]:
    """All of them, in the order of the source."""
    found = list(_Module(source).within(ast.parse(source), inside=False))
    return sorted(set(found), key=lambda one: (one.start, one.end, one.kind, one.new))


def planted(source: str, fault: Fault) -> str:
    """The source with the fault in it."""
    code = source.encode()
    return (code[: fault.start] + fault.new.encode() + code[fault.end :]).decode()


def change(source: str, other: str) -> Change:
    """Which lines differ.

    >>> change("a = 1\\nif a:\\n    b = 2\\n", "a = 1\\nif a:\\n    b = 3\\n")
    Change(was='b = 2', now='b = 3')
    """
    was, now = source.splitlines(), other.splitlines()
    while was and now and was[0] == now[0]:
        del was[0], now[0]
    while was and now and was[-1] == now[-1]:
        del was[-1], now[-1]
    return Change(*("\n".join(line.strip() for line in lines) for lines in (was, now)))


class _Module:
    def __init__(self, source: str):
        self.code = source.encode()
        self.starts = [0]
        for line in self.code.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def span(self, node: ast.AST) -> tuple[int, int]:
        """Where a node begins and ends, in bytes."""
        return (
            self.starts[node.lineno - 1] + node.col_offset,  # type: ignore[attr-defined]
            self.starts[node.end_lineno - 1] + node.end_col_offset,  # type: ignore[attr-defined]
        )

    def text(self, node: ast.AST) -> str:
        start, end = self.span(node)
        return self.code[start:end].decode()

    def within(self, node: ast.AST, inside: bool) -> Iterator[Fault]:
        """The faults of a node and of all in it; `inside` a function there are more, outside are types and tables."""
        yield from self.of(node, inside)
        for name, child in ast.iter_fields(node):
            if name in ("annotation", "returns", "decorator_list", "type_params"):
                continue
            for one in child if isinstance(child, list) else [child]:
                if isinstance(one, ast.AST) and not self.is_left(one):
                    yield from self.within(one, inside or isinstance(node, ast.FunctionDef | ast.Lambda))

    def is_left(self, node: ast.AST) -> bool:
        """Whether nothing is planted in it; the places of what is in an f-string are wrong before Python 3.12."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ("isinstance", "cast"):
            return True
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING":
            return True
        return isinstance(node, ast.Assert | ast.JoinedStr) or (isinstance(node, ast.keyword) and node.arg == "strict")

    def fault(self, node: ast.AST, kind: str, new: str, span: tuple[int, int] | None = None) -> Fault:
        start, end = span or self.span(node)
        line = self.code[:start].count(b"\n") + 1
        return Fault(line, kind, start, end, new)

    def of(self, node: ast.AST, inside: bool) -> Iterator[Fault]:
        """The faults of a node itself."""
        match node:
            case ast.Compare():
                sides = [node.left, *node.comparators]
                for operator, left, right in zip(node.ops, sides, sides[1:], strict=False):
                    span = self.between(left, right, _COMPARISON)
                    for new in _COMPARED[type(operator)]:
                        yield self.fault(node, "comparison", new, span)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _CALCULATED:
                old, new = _CALCULATED[type(operator)]
                is_type = isinstance(operator, ast.BitOr | ast.BitAnd) and not inside
                if not is_type and not _is_sequence(left) and not _is_sequence(right):
                    span = self.between(left, right, re.compile(re.escape(old)))
                    yield self.fault(node, "arithmetic", new, span)
            case ast.AugAssign(target=target, op=operator, value=value) if type(operator) in _CALCULATED:
                old, new = _CALCULATED[type(operator)]
                if not _is_sequence(value):
                    yield self.fault(node, "arithmetic", new, self.between(target, value, re.compile(re.escape(old))))
            case ast.BoolOp(op=operator, values=values):
                old, new = ("and", "or") if isinstance(operator, ast.And) else ("or", "and")
                for left, right in pairwise(values):
                    span = self.between(left, right, re.compile(rf"\b{old}\b"))
                    yield self.fault(node, "condition", new, span)
            case ast.UnaryOp(op=ast.Not() | ast.USub(), operand=operand):
                kind = "condition" if isinstance(node.op, ast.Not) else "arithmetic"
                start, end = self.span(node)[0], self.span(operand)[0]
                old = self.code[start:end].decode()
                yield self.fault(node, kind, old.replace("not", "", 1).replace("-", "", 1).lstrip(), (start, end))
            case ast.Constant(value=bool(value)):
                yield self.fault(node, "constant", str(not value))
            case ast.Constant(value=int(value)):
                yield self.fault(node, "constant", str(value + 1))
                if value:
                    yield self.fault(node, "constant", str(value - 1))
            case ast.Constant(value=float(value)):
                yield self.fault(node, "constant", repr(value * 1.25 if value else 1.0))
            case ast.Return(value=ast.expr() as value):
                if not (isinstance(value, ast.Constant) and value.value is None):
                    yield self.fault(node, "return", "return None")
            case ast.Slice():
                yield from (self.fault(end, "slice", "") for end in (node.lower, node.upper) if end is not None)
            case ast.Expr(value=ast.Call()) | ast.Raise():
                yield self.fault(node, "dropped", "pass")
            case ast.Break():
                yield self.fault(node, "loop", "continue")
            case ast.Continue():
                yield self.fault(node, "loop", "break")
            case ast.Call(func=ast.Name(id=name), args=arguments):
                if name in _SWAPPED:
                    yield self.fault(node, "call", _SWAPPED[name], self.span(node.func))
                elif name in _DROPPED and len(arguments) == 1 and not isinstance(arguments[0], ast.Starred):
                    yield self.fault(node, "call", f"({self.text(arguments[0])})")
        if isinstance(node, ast.If | ast.IfExp | ast.While):
            yield from self.turned_round(node.test)
        for test in getattr(node, "ifs", ()):
            yield from self.turned_round(test)

    def turned_round(self, test: ast.expr) -> Iterator[Fault]:
        if not isinstance(test, ast.Constant):
            yield self.fault(test, "condition", f"not ({self.text(test)})")

    def between(self, left: ast.AST, right: ast.AST, operator: re.Pattern[str]) -> tuple[int, int]:
        """Where the operator stands."""
        start, end = self.span(left)[1], self.span(right)[0]
        found = operator.search(self.code[start:end].decode())
        if found is None:
            raise LookupError(f"no {operator.pattern} before byte {end}")
        return start + found.start(), start + found.end()


def _is_sequence(node: ast.AST) -> bool:
    """A text or a list as it is written: to take one from another crashes at once."""
    literal = ast.JoinedStr | ast.List | ast.ListComp | ast.Tuple | ast.Dict | ast.DictComp
    return isinstance(node, literal) or (isinstance(node, ast.Constant) and isinstance(node.value, str | bytes))
