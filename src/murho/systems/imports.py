"""What a Python file imports, told by its text: nothing of it is run.

Imports inside functions count, since they are made when something is asked; those that only type checkers follow do
not. Of imports by a function call, those are known whose module stands there as a text.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "rules.py")
>>> _ = path.write_text("import shop.hours\\ndef answer(text):\\n    from .words import known, other as another\\n")
>>> read(str(path)).imports
(Import(module='shop.hours', names=()), Import(module='.words', names=('known', 'other')))
"""

import ast
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, TypeGuard

_CALLS = ("import_module", "__import__")


class Import(NamedTuple):
    """One import; a relative one begins with its dots."""

    module: str
    names: tuple[str, ...] = ()
    """What is taken from the module: any of them may be a module, too."""


@dataclass(frozen=True)
class Text:
    """What the text of a module tells."""

    imports: tuple[Import, ...] = ()
    public: tuple[str, ...] = ()
    """The names in `__all__`, which `from package import *` imports where they are modules."""
    declared: tuple[tuple[str, int, tuple[str, ...] | None], ...] = ()
    """`NAME.files = [...]`: the name, the line, and the files; None where they do not stand there."""
    trouble: str = ""
    """Why it tells nothing."""


State = tuple[int, ...]


def state_of(path: str) -> State:
    """What tells that a file is another one, without reading it; empty where there is no file."""
    try:
        status = os.stat(path)
    except OSError:
        return ()
    return status.st_dev, status.st_ino, status.st_mtime_ns, status.st_ctime_ns, status.st_size


def read(path: str) -> Text:
    """What the text of a module tells, read again only where the file is another one now."""
    return _read(path, state_of(path))


@lru_cache(maxsize=20_000)
def _read(path: str, _: State) -> Text:
    try:
        with open(path, "rb") as file:
            return told_by(file.read())
    except OSError as error:
        return Text(trouble=f"cannot be read ({error.strerror})")


def told_by(text: bytes | str) -> Text:
    """What the text of a module tells.

    >>> told_by("import a; b = __import__('c')").imports
    (Import(module='a', names=()), Import(module='c', names=()))
    >>> told_by("import (")
    Text(imports=(), public=(), declared=(), trouble='line 1: invalid syntax')
    """
    try:
        tree = ast.parse(text)
    except SyntaxError as error:
        return Text(trouble=f"line {error.lineno}: {error.msg}" if error.lineno else str(error.msg))
    except (ValueError, RecursionError, MemoryError) as error:  # a null byte, or what is nested too deep
        return Text(trouble=str(error) or type(error).__name__)
    imports = list(_imports(tree.body))
    called = [call.encode() in text if isinstance(text, bytes) else call in text for call in _CALLS]
    imports += _called(tree) if any(called) else []
    assigned = [(target, node.value) for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    public = [_texts(value) for target, value in assigned if isinstance(target, ast.Name) and target.id == "__all__"]
    files = [(target.value, value) for target, value in assigned if _is_files(target)]
    return Text(
        tuple(imports),
        next((names for names in public if names is not None), ()),
        tuple((ast.unparse(name), value.lineno, _texts(value)) for name, value in files),
    )


def _is_files(target: ast.expr) -> TypeGuard[ast.Attribute]:
    return isinstance(target, ast.Attribute) and target.attr == "files"


def _imports(statements: Sequence[ast.stmt]) -> Iterator[Import]:
    """The imports among statements and inside of them, in order."""
    for node in statements:
        if isinstance(node, ast.Import):
            yield from (Import(alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield Import("." * node.level + (node.module or ""), tuple(alias.name for alias in node.names))
        elif isinstance(node, ast.If) and _last_name(node.test) == "TYPE_CHECKING":
            yield from _imports(node.orelse)
        else:
            for field in ("body", "handlers", "cases", "orelse", "finalbody"):
                yield from _imports(getattr(node, field, ()))


def _last_name(node: ast.expr) -> str | None:
    """The name, or of an attribute its last."""
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None


def _called(tree: ast.Module) -> Iterator[Import]:
    """The modules that are imported by a call, where their names stand there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and _last_name(node.func) in _CALLS:
            first = node.args[0] if node.args else None
            if isinstance(first, ast.Constant) and isinstance(first.value, str):
                yield Import(first.value)


def _texts(value: ast.expr) -> tuple[str, ...] | None:
    """The texts of a list that stands there, or the one text; None for anything else."""
    try:
        found = ast.literal_eval(value)
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        return None
    several = (found,) if isinstance(found, str) else found
    if not isinstance(several, list | tuple) or not all(isinstance(one, str) for one in several):
        return None
    return tuple(several)
