"""What a kind of system says of itself: one record, `SYSTEM`, beside what answers.

A system is named by its kind and what the kind has to know, `cmd:./parser --fast`; a Python function needs no kind,
`my_parser:parse`; a kind that nobody installed is named as its record is, `mymodule:echo:what it has to know`.

>>> named("cmd:./parser --fast")[0].title, named("my_parser:parse")[0].title, named("said.jsonl")
('Command', 'Python function', None)
>>> sorted(set(SHELF.names()) - {'atn', 'chart', 'sphinx'})  # those of the laboratory, where it is installed
['cmd', 'conllu', 'function', 'http', 'https', 'openai', 'recorded', 'spacy', 'udpipe']
"""

import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from murho.core.errors import UsageError
from murho.core.spelling import argument
from murho.installed import LABORATORY_SYSTEMS, WITHOUT_LABORATORY
from murho.plugs import Plug, Shelf, import_attribute, import_module, is_name
from murho.systems.interface import System

if TYPE_CHECKING:
    from murho.systems.closure import Sources

FUNCTION = "function"
"""The kind whose name is not written."""
_IN_FULL = "kind:"
"""Written before the name of a kind, it says that nothing else is meant."""
_IMPORTED = re.compile(r"([^\W\d][\w.]*):([^\W\d][\w.]*):(.*)", re.DOTALL)
_USUAL: dict[str, Any] = {"workers": 1, "timeout": None, "batch": None}
"""How a system is asked unless somebody says otherwise."""


def _no_files(_: str) -> tuple[str, ...]:
    return ()


def _nothing(_: Mapping[str, Any]) -> str:
    return ""


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Kind(Plug):
    """A kind of system. `make` is given what is written after the colon and, by name, what it `takes`.

    What it makes calls itself `kind` and what was written `spec` when it describes itself.
    """

    make: Callable[..., System]
    takes: tuple[str, ...] = ()
    """Which of `workers`, `timeout`, `batch`, `extra`, the options of `murho.systems.system`, `make` is given."""
    ignores: tuple[str, ...] = ()
    """Which of these make no difference. All others are refused where somebody asks for them."""
    why: str = "answers in this process, one case after the other"
    """Why it takes no `workers` or no `timeout`."""
    instead: str = ""
    """What to do instead, as the end of a sentence."""
    code: Callable[[str], "Iterable[str] | Sources"] = _no_files
    """The files that a system of this `spec` is made of: when they are edited it is another system.

    Those in Python stand for what they import, too. They are looked for when a run begins, never of a record.
    """
    asking: tuple[str, ...] = ()
    """Settings in a description that say how the system is asked, or what its files say already."""
    before: Callable[[Mapping[str, Any]], str] = _nothing
    """What was written before the `spec` of a description, besides the name of the kind."""
    is_service: bool = False
    """Its answers cost time and money elsewhere: what they take is told beside π."""
    is_bare: bool = False
    """Systems are named without the kind."""

    def system(self, rest: str, **asked: Any) -> System:
        """The system that is written so.

        Raises:
            UsageError: it is asked in a way that it does not take; `make` finds that nothing is called that.
        """
        free = [name for name in _USUAL if name not in (*self.takes, *self.ignores)]
        given = [name for name in free if asked.get(name, _USUAL[name]) != _USUAL[name]]
        if "batch" in given:
            raise UsageError(
                f"{self.typed({}, rest)}: only Python functions take batches; leave {argument('batch')} out"
            )
        if given:
            options = " and ".join(f"--{name}" for name in free if name != "batch")
            raise UsageError(f"{self.name}: {self.why}; leave {options} out{self.instead and f', {self.instead}'}")
        made = self.make(rest, **{name: value for name, value in asked.items() if name in self.takes})
        if self.source == "murho":
            return made
        if lacking := [name for name in ("describe", "answer", "__enter__", "__exit__") if not hasattr(made, name)]:
            raise UsageError(f"{self.name}: a {type(made).__name__} is no system; it lacks {', '.join(lacking)}")
        # A record of a run names the kind, and by that name it has to be found again.
        return made if made.describe().get("kind") in (self.name, "recorded") else Renamed(made, self.name)

    def typed(self, described: Mapping[str, Any], spec: str) -> str:
        """How a system is written, of its description; `spec` is the description's, or what is shown of it."""
        return spec if self.is_bare else f"{self.name}:{self.before(described)}{spec}"


class Renamed:
    """A system that calls its kind otherwise than it is named: a record has to say how it is asked again."""

    def __init__(self, system: System, kind: str):
        self.system, self._kind = system, kind

    def describe(self) -> dict[str, Any]:
        """Its settings, with the kind as it is named."""
        return {**self.system.describe(), "kind": self._kind}

    def __enter__(self) -> "Renamed":
        self.system.__enter__()
        return self

    def __exit__(self, *exception: Any) -> None:
        self.system.__exit__(*exception)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.system, name)


SHELF: Shelf[Kind] = Shelf("kind of system", "murho.systems", "SYSTEM", "murho.systems", Kind)


def named(spec: str) -> tuple[Kind, str] | None:
    """The kind that a specification names, and what it says besides; None where it names none.

    murho's own kinds come first, then functions, then the kinds that are installed. What could be either of these is
    not guessed: `kind:echo:thing` is of the kind, `kind:function:echo:thing` is the function.

    Raises:
        UsageError: it could be either; there is no such kind; it is one of the laboratory, which is not installed.
    """
    word, colon, rest = spec.partition(":")
    if f"{word}:" == _IN_FULL and ":" in rest:
        word, _, rest = rest.partition(":")
        return SHELF.named(word), rest
    own = SHELF.own(word) if colon else None
    # `function:parse` is the function of a module that is called so: the kind of functions is never written.
    if own is not None and own.name == word != FUNCTION:
        return own, rest
    plugged = SHELF.brought(word) if colon else None
    imported = _IMPORTED.fullmatch(spec)
    attribute = "" if word.endswith(".py") else rest if is_name(spec) else imported[2] if imported else ""
    if plugged is None:
        if word in LABORATORY_SYSTEMS and colon and importlib.util.find_spec(word) is None:
            raise UsageError(f"{spec}: {WITHOUT_LABORATORY}")
        if attribute and not imported:
            return SHELF.named(FUNCTION), spec
        return (_imported(f"{word}:{attribute}"), imported[3]) if imported and attribute else None
    if not (attribute and _is_there(word, attribute)):
        return plugged, rest
    both = f"the installed kind {word} (of {plugged.source}) and attribute {attribute!r} of the module {word}"
    todo = "rename the module" if imported else f"'{_IN_FULL}{FUNCTION}:{spec}'"
    raise UsageError(f"{spec!r} could be {both}; write '{_IN_FULL}{spec}' or {todo}")


def kind_of(described: Mapping[str, Any]) -> Kind | None:
    """The kind of a system that describes itself so, if it is murho's or installed; nothing is imported for others."""
    name = described.get("kind")
    return SHELF.find(name) if isinstance(name, str) else None


def made_here(name: str) -> Kind | None:
    """The kind that a system of this process calls itself by."""
    if not is_name(name):
        return SHELF.find(name)
    return _imported(name) if name.partition(":")[0] in sys.modules else None


def _is_there(module: str, attribute: str) -> bool:
    """Whether a module of that name can be imported and has the attribute."""
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        if importlib.util.find_spec(module) is None:
            return False
    except (ImportError, ValueError):
        return False
    value: Any = import_module(module)
    for part in attribute.split("."):
        value = getattr(value, part, None)
    return value is not None


def _imported(spec: str) -> Kind:
    kind = import_attribute(spec)
    if not isinstance(kind, Kind):
        raise UsageError(f"{spec} is no kind of system but a {type(kind).__name__}; make it a murho.systems.Kind")
    return replace(kind, name=spec, source=spec.partition(":")[0])
