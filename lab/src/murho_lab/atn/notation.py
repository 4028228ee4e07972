"""S-expressions with their places: the notation in which Woods wrote his networks.

`;` starts a comment, `'x` is `(QUOTE x)`, and `"..."` is an atom that may hold anything, with `\\"` and `\\\\` inside.

>>> (state,) = read("(S/ ; the start\\n  (CAT DET T (TO S/DET)))")
>>> state.line, state.items[1].line, str(state)
(1, 2, '(S/ (CAT DET T (TO S/DET)))')
>>> read("(S/ (CAT DET", path="toy.atn")
Traceback (most recent call last):
murho.core.errors.InputError: toy.atn:1: column 5: this parenthesis is never closed; write ) where it ends
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NoReturn

from murho.core.errors import InputError

DEEPEST = 100
"""Levels of parentheses that a grammar may nest."""
_TOKEN = re.compile(
    r"""\s+|;[^\n]*|(?P<open>\()|(?P<close>\))|(?P<quote>')|"(?P<string>(?:[^"\\]|\\.)*)"|(?P<atom>[^\s()";]+)"""
)
_SPECIAL = re.compile(r"""[\s()";]|^'|^$""")


@dataclass(frozen=True, slots=True)
class Atom:
    """A name, a word, a sign, and where it stands; lines and columns count from 1, 0 is a grammar made in Python."""

    text: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        return atom_text(self.text)


@dataclass(frozen=True, slots=True)
class Group:
    """A list in parentheses."""

    items: tuple["Expression", ...]
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        if is_quotation(self):
            return f"'{self.items[1]}"
        return f"({' '.join(map(str, self.items))})"


Expression = Atom | Group


def is_quotation(expression: Expression) -> bool:
    """Whether this is `'x`, that is `(QUOTE x)`."""
    if not isinstance(expression, Group) or len(expression.items) != 2:
        return False
    first = expression.items[0]
    return isinstance(first, Atom) and first.text == "QUOTE"


@lru_cache(maxsize=10_000)
def atom_text(text: str) -> str:
    """An atom as it has to be written to be read back.

    >>> atom_text("dog"), atom_text("("), atom_text("at least")
    ('dog', '"("', '"at least"')
    """
    if not _SPECIAL.search(text):
        return text
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def read(text: str, *, path: str | None = None) -> list[Group]:
    """The lists of a text, in order.

    Raises:
        InputError: a parenthesis without its other half, an atom outside of any list, lists nested too deeply.
    """
    groups: list[Group] = []
    open_groups: list[tuple[list[Expression], int, int]] = []
    quotes: list[int] = []  # how many groups were open at each ' that waits for what it quotes
    line, line_start, at = 1, 0, 0

    def wrong(found: str, todo: str, line: int, column: int) -> NoReturn:
        raise InputError(f"column {column}: {found}", todo, path=path, line=line)

    def complete(expression: Expression) -> None:
        while quotes and quotes[-1] == len(open_groups):  # ''x is quoted twice
            quotes.pop()
            quoted = (Atom("QUOTE", expression.line, expression.column), expression)
            expression = Group(quoted, expression.line, expression.column)
        if open_groups:
            open_groups[-1][0].append(expression)
        elif isinstance(expression, Group) and not is_quotation(expression):
            groups.append(expression)
        else:
            wrong(f"{str(expression)!r} outside of a list", "write (STATE arc ...)", expression.line, expression.column)

    while at < len(text):
        token = _TOKEN.match(text, at)
        column = at - line_start + 1
        if token is None:
            wrong("a quotation mark that is never closed", 'write " where it ends', line, column)
        if token["open"]:
            open_groups.append(([], line, column))
            if len(open_groups) > DEEPEST:
                wrong(f"more than {DEEPEST} levels of parentheses", "is this a grammar?", line, column)
        elif token["close"]:
            if not open_groups:
                wrong("a closing parenthesis too many", "take it out", line, column)
            if quotes and quotes[-1] == len(open_groups):
                wrong("nothing is quoted before this parenthesis", "write 'NAME or '(...)", line, column)
            items, *opened_at = open_groups.pop()
            complete(Group(tuple(items), *opened_at))
        elif token["quote"]:
            quotes.append(len(open_groups))
        elif token["atom"] is not None:
            complete(Atom(token["atom"], line, column))
        elif token["string"] is not None:
            complete(Atom(re.sub(r"\\(.)", r"\1", token["string"], flags=re.DOTALL), line, column))
        breaks = text.count("\n", at, token.end())
        if breaks:
            line += breaks
            line_start = text.rindex("\n", at, token.end()) + 1
        at = token.end()
    if open_groups:
        _, first, column = open_groups[-1]
        wrong("this parenthesis is never closed", "write ) where it ends", first, column)
    if quotes:
        wrong("nothing is quoted at the end", "write 'NAME or '(...)", line, at - line_start + 1)
    return groups


def written(value: Any) -> Expression:
    """Nested Python lists of strings as an expression, for grammars built in Python.

    >>> str(written(["POP", ["BUILDQ", ["S", "+"], "SUBJ"], "T"]))
    '(POP (BUILDQ (S +) SUBJ) T)'
    """
    if isinstance(value, Atom | Group):
        return value
    if isinstance(value, str):
        if value.startswith("'") and len(value) > 1:
            return Group((Atom("QUOTE"), Atom(value[1:])))
        return Atom(value)
    if isinstance(value, Sequence | Iterable):
        return Group(tuple(written(item) for item in value))
    raise InputError(f"{value!r} in a grammar", "build it of strings and lists of strings")
