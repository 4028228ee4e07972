"""What a function of murho says of itself: its arguments with their types, defaults and help, and what it is for.

It is read off the function's file, as plugs are found by a look into theirs: a verb is made of it, and neither help nor
the completion of a shell imports what the function needs.

>>> trust = signature("trust")
>>> trust.summary
'Say how often the interval of a saved run holds, on data like its own.'
>>> [one.name for one in trust.arguments][:4], sorted(trust["margin"].types), trust["margin"].default
(['run', 'measures', 'weight', 'margin'], ['float'], None)
>>> trust["margin"].help
'Half the width that the interval is wanted to have; by default half of what it has.'
"""

import ast
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, get_args

import murho
from murho.face import choices

REQUIRED = object()
"""The default of what has to be given."""
_ARGUMENT = re.compile(r"    (\w+): (.*(?:\n {8,}.*)*)")
"""An entry of the section `Args:` of a docstring."""


@dataclass(frozen=True)
class Argument:
    """An argument of a function."""

    name: str
    types: frozenset[str]
    """What its annotation names, but for None: `bool`, `Path`, `Measures`."""
    choices: tuple[str, ...]
    """The values that it can have, where they are few."""
    default: Any
    positional: bool
    several: bool
    """It takes all positional arguments that are left."""
    help: str


@dataclass(frozen=True)
class Signature:
    """What a function says of itself."""

    arguments: tuple[Argument, ...]
    summary: str
    explanation: tuple[str, ...]
    """Paragraphs between the summary and the arguments."""
    options: str
    """What it says of `**options`; nothing where it takes none."""

    def __getitem__(self, name: str) -> Argument:
        return next(one for one in self.arguments if one.name == name)


@cache
def signature(verb: str) -> Signature:
    """The signature of `murho.VERB`."""
    path = os.path.join(murho.__path__[0], *murho._LATE[verb].split(".")) + ".py"
    with open(path, encoding="utf-8") as file:
        # The last of this name, those before it are overloads; and no more of it than its docstring, for that is quick.
        _, _, text = file.read().rpartition(f"\ndef {verb}(")
    head, docstring, *_ = text.split('"""')
    (function,) = ast.parse(f'def {verb}({head}"""{docstring}"""').body
    assert isinstance(function, ast.FunctionDef)
    text = ast.get_docstring(function) or ""
    head, _, rest = text.partition("\nArgs:\n")
    summary, *explanation = head.strip().split("\n\n")
    helps = {name: _sentence(text) for name, text in _ARGUMENT.findall(rest.partition("\n\n")[0])}
    return Signature(tuple(_arguments(function.args, helps)), summary, tuple(explanation), helps.get("options", ""))


def _sentence(text: str) -> str:
    """The help of an argument, in one line that begins with a capital."""
    line = re.sub('`"(.*?)"`', r"'\1'", " ".join(text.split()))  # a text in Python is quoted for a shell
    return line[:1].upper() + line[1:]


def _arguments(given: ast.arguments, helps: dict[str, str]) -> Iterator[Argument]:
    positional = [*given.posonlyargs, *given.args]
    defaults = [None] * (len(positional) - len(given.defaults)) + list(given.defaults)
    for one, default in zip(positional, defaults, strict=True):
        yield _argument(one, default, helps, positional=True)
    if given.vararg is not None:
        yield _argument(given.vararg, None, helps, positional=True, several=True)
    for one, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield _argument(one, default, helps)


def _argument(
    one: ast.arg, default: ast.expr | None, helps: dict[str, str], *, positional: bool = False, several: bool = False
) -> Argument:
    types, values = set[str](), tuple[str, ...]()
    for part in _alternatives(one.annotation):
        if isinstance(part, ast.Subscript) and ast.unparse(part.value) == "Literal":
            listed = ast.literal_eval(part.slice)
            values = listed if isinstance(listed, tuple) else (listed,)
        elif isinstance(part, ast.Name):
            values = get_args(getattr(choices, part.id, None)) or values
            types.add(part.id)
    value = REQUIRED if default is None else ast.literal_eval(default)
    return Argument(one.arg, frozenset(types), values, value, positional, several, helps.get(one.arg, ""))


def _alternatives(annotation: ast.expr | None) -> Iterator[ast.expr]:
    """The types that `|` joins."""
    if isinstance(annotation, ast.BinOp):
        yield from _alternatives(annotation.left)
        yield from _alternatives(annotation.right)
    elif annotation is not None:
        yield annotation
