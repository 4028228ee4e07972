"""Plugs: measures, weightings, formats and kinds of systems, each of which says everything about itself in one record.

A plug stands in one file, with its record beside it under a name that its `Shelf` knows (`MEASURE`, `FORMAT`...):

    @dataclass(frozen=True, repr=False)
    class labels(Measure):
        ...

    MEASURE = Record(make=labels, name="labels", aliases=("accuracy",), title="Labels", ...)

A shelf finds plugs in a package of murho's, where the file is named after the plug, and in what else is installed: an
entry point of the shelf's group names a record. Lists, options of the command line, help, titles and suggestions are
made from the records; nothing else lists plugs. A file is imported when its plug is asked for by name, all of them only
for a list, another name, or a suggestion.

Code that nobody installed as a plug is named `module:attribute`, see `import_attribute`.
"""

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Generic, TypeVar

from murho.core import notation
from murho.core.errors import UsageError, describe_error

_NAMED = re.compile(rb'\bname="([^"]+)"')


@dataclass(frozen=True)
class Option:
    """One setting of a plug, as its help and the command line have it."""

    name: str
    type: str
    """`text`, `number`, `whole number`, `yes or no`, `file`, `names`, `numbers`, or what else to call it."""
    default: Any
    """None where it has to be given, or means something that `help` tells."""
    help: str
    choices: tuple[str, ...] = ()
    """All values it can have, where they are few."""

    def as_json(self) -> dict[str, Any]:
        """The fields, as `murho list --json` prints them."""
        default = self.default if isinstance(self.default, str | int | float | bool | None) else repr(self.default)
        chosen = {"choices": list(self.choices)} if self.choices else {}
        return {"name": self.name, "type": self.type, "default": default, "help": self.help, **chosen}

    def read(self, text: str, other: Callable[[str], Any] | None = None) -> Any:
        """The value that is typed as `text`; `other` reads it where the type is none of those above.

        >>> limit, names = Option("n", "whole number", None, "How many."), Option("only", "names", (), "Which.")
        >>> limit.read("3"), limit.read("none"), names.read("date"), names.read("date, time")
        (3, None, 'date', ('date', 'time'))

        Raises:
            UsageError: it is no such value.
        """
        if self.choices and text not in self.choices:
            raise UsageError(f"{self.name}: no {text!r}; known: {', '.join(self.choices)}")
        if self.default is None and text == "none":
            return None
        try:
            return _read(self.type, text, other)
        except ValueError:
            raise UsageError(f"{self.name}: {text!r} is no {self.type}; {self.help}") from None


@dataclass(frozen=True, kw_only=True)
class Plug:
    """What every record says; each shelf adds what its plugs have besides."""

    make: Callable[..., Any]
    """Makes the value that the name denotes, from its options."""
    name: str
    title: str
    """For people: a heading."""
    aliases: tuple[str, ...] = ()
    """Other names that people bring; results have `name`."""
    options: tuple[Option, ...] = ()
    """Those of `make`, where it is a dataclass whose fields say so (`option`); else given here."""
    example: str = ""
    """As it is typed."""
    source: str = "murho"
    """Where it comes from: `murho`, or the distribution that brought it."""

    def __post_init__(self) -> None:
        if not self.options:
            object.__setattr__(self, "options", options_of(self.make))

    @property
    def help(self) -> str:
        """What it does, in a line: the first of what is said of `make`."""
        return (getattr(self.make, "__doc__", None) or "").strip().partition("\n")[0]

    def as_json(self) -> dict[str, Any]:
        """The fields, as `murho list --json` prints them."""
        return {
            "name": self.name,
            "aliases": list(self.aliases),
            "title": self.title,
            "help": self.help,
            "source": self.source,
            "options": [one.as_json() for one in self.options],
            "example": self.example,
        }


def option(
    default: Any = MISSING,
    *,
    help: str,
    choices: tuple[str, ...] = (),
    type: str = "",
    factory: Any = MISSING,
    kw_only: bool = False,
    positional: bool = False,
    always: bool = False,
) -> Any:
    """A field of a dataclass that is an option, with its help; `default` and `factory` are as for `dataclasses.field`.

    `positional` and `always` tell how it is written (`core.notation.arguments`).

    >>> @dataclass(frozen=True)
    ... class close:
    ...     within: float = option(0.5, help="Distance that still counts as right.")
    >>> options_of(close)
    (Option(name='within', type='number', default=0.5, help='Distance that still counts as right.', choices=()),)
    """
    metadata = {"help": help, "choices": choices, "type": type, "positional": positional, "always": always}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata, kw_only=kw_only)
    if default is MISSING:
        return field(metadata=metadata, kw_only=kw_only)
    return field(default=default, metadata=metadata, kw_only=kw_only)


_TYPES = {"bool": "yes or no", "int": "whole number", "float": "number", "str": "text"}


def options_of(make: Any) -> tuple[Option, ...]:
    """The fields of a dataclass that were made by `option`, in order."""
    found = []
    for one in fields(make) if is_dataclass(make) else ():
        if "help" in one.metadata:
            default = one.default if one.default_factory is MISSING else one.default_factory()
            written = getattr(one.type, "__name__", str(one.type)).partition("|")[0].strip()
            kind = one.metadata["type"] or _TYPES.get(written, written)
            found.append(
                Option(
                    one.name,
                    kind,
                    None if default is MISSING else default,
                    one.metadata["help"],
                    one.metadata["choices"],
                )
            )
    return tuple(found)


_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def _read(kind: str, text: str, other: Callable[[str], Any] | None) -> Any:
    parts = [part.strip().strip("'\"") for part in text.strip().strip("()").split(",") if part.strip()]
    match kind:
        case "text" | "file":
            return text
        case "yes or no":
            if text.lower() not in _TRUTHS:
                raise ValueError
            return _TRUTHS[text.lower()]
        case "whole number":
            return int(text)
        case "number":
            return float(text)
        case "names":
            return parts[0] if len(parts) == 1 else tuple(parts)
        case "numbers":
            return tuple(map(float, parts))
        case "whole numbers":
            return tuple(map(int, parts))
        case "name or numbers":
            return tuple(map(int, parts)) if "," in text else text
    return text if other is None else other(text)


P = TypeVar("P", bound=Plug)


@dataclass(frozen=True, eq=False)
class Shelf(Generic[P]):
    """Where plugs of one sort are found."""

    what: str
    """One of them, as an error calls it: `measure`."""
    package: str
    """The package of murho's that holds them."""
    attribute: str
    """The name of the record in a plug's file."""
    group: str
    """The group of entry points under which other distributions bring some."""
    kind: type[Plug] = Plug
    """What a record is."""

    def own(self, name: str) -> P | None:
        """The same among murho's own; only those are imported in whose file the name stands."""
        quoted = f'"{name}"'.encode(errors="surrogateescape")
        for module in (*self._files.get(name, ()), *(module for module, text in self._texts.items() if quoted in text)):
            if name in ((found := self._record(module)).name, *found.aliases):
                return found
        return None

    def find(self, name: str) -> P | None:
        """The record of this name, or with this among its other names; None if there is none."""
        if (own := self.own(name)) is not None:
            return own
        known = {other: one for one in reversed(self.all()) for other in one.aliases}
        return (known | {one.name: one for one in self.all()}).get(name)

    def all(self) -> tuple[P, ...]:
        """Every record: murho's own by name, then those of others, which never take a name that is taken."""
        return self._all

    def names(self) -> list[str]:
        """The names of all plugs, found without importing any: those of murho's own, then of what is installed."""
        from importlib.metadata import entry_points

        own = sorted(
            found[1].decode() for text in self._texts.values() if (found := _NAMED.search(text, self._at(text)))
        )
        return [*own, *sorted({point.name for point in entry_points(group=self.group)} - set(own))]

    def named(self, name: str) -> P:
        """The record of this name.

        Raises:
            UsageError: there is none; the error suggests what may have been meant.
        """
        found = self.find(name)
        if found is None:
            raise self.unknown(name)
        return found

    def unknown(self, name: str) -> UsageError:
        """The error for a name that nothing has."""
        known = [one.name for one in self.all()]
        names = {other: one.name for one in self.all() for other in (one.name, *one.aliases)}
        near = close_to(name.lower(), names)
        hint = f"did you mean {names[near]}? " if near else ""
        return UsageError(f"no {self.what} {name!r}; {hint}known: {', '.join(known)}")

    @cached_property
    def installed(self) -> tuple[P, ...]:
        """The records that entry points name; one that does not load is told of, and left out."""
        from importlib.metadata import entry_points

        found: list[P] = []
        for point in sorted(entry_points(group=self.group), key=lambda one: one.name):
            brought = point.dist.name if point.dist else point.value
            try:
                one = point.load()
            except Exception as error:
                _warn(f"{brought}: {self.what} {point.name!r} does not load: {describe_error(error)}")
                continue
            if isinstance(one, self.kind):
                found.append(replace(one, source=brought))  # type: ignore[arg-type]
            else:
                _warn(f"{brought}: {self.what} {point.name!r}: {point.value} is no record of a {self.what}")
        return tuple(found)

    @cached_property
    def _all(self) -> tuple[P, ...]:
        own = sorted((self._record(module) for module in self._texts), key=lambda one: one.name)
        taken = {name for one in own for name in (one.name, *one.aliases)}
        others = []
        for one in self.installed:
            if one.name in taken:
                _warn(f"{one.source}: {self.what} {one.name!r} is left out: the name is taken")
            else:
                others.append(one)
                taken |= {one.name, *one.aliases}
        return (*own, *others)

    @cached_property
    def _files(self) -> dict[str, list[str]]:
        """The modules of the package that hold a record, by the last part of their name."""
        found: dict[str, list[str]] = {}
        for module in self._texts:
            found.setdefault(module.rpartition(".")[2], []).append(module)
        return found

    @cached_property
    def _texts(self) -> dict[str, bytes]:
        """The same modules, with what stands in their files.

        A look into the text of a file spares importing it, and with it all that it needs.
        """
        found: dict[str, bytes] = {}
        place = importlib.util.find_spec(self.package)  # which imports less than the package would
        home = os.path.dirname(str(place.origin)) if place else ""
        for folder, _, names in os.walk(home):
            parts = os.path.relpath(folder, home).split(os.sep) if folder != home else []
            for name in names:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), "rb") as file:
                        text = file.read()
                    if self._at(text) >= 0:
                        last = [name[:-3]] if name != "__init__.py" else []
                        found[".".join((self.package, *parts, *last))] = text
        return dict(sorted(found.items()))

    def _record(self, module: str) -> P:
        found: P = getattr(importlib.import_module(module), self.attribute)
        return found

    def _at(self, text: bytes) -> int:
        """Where in a file the record begins; -1 if there is none."""
        if f"\n{self.attribute}".encode() not in text:  # which is quick, and mostly enough
            return -1
        found = re.search(rf"^{self.attribute}(: .+?)? = ".encode(), text, re.MULTILINE)
        return found.start() if found else -1


class Notated:
    """A value that prints as it is typed, `words(costs='sclite')`, so that what is recorded of it can be read back.

    It is a frozen dataclass, as a rule. What is no part of murho and not installed as a plug prints with its module,
    `mymodule:chrf(n=3)`.
    """

    shelf: ClassVar[Shelf[Any]]

    def __init_subclass__(cls, **more: Any) -> None:
        super().__init_subclass__(**more)
        cls.__repr__ = cls.__repr__  # type: ignore[method-assign]  # its own, which @dataclass then does not replace

    def __repr__(self) -> str:
        return notation.call(self.typed_name(), self.arguments())

    def arguments(self) -> list[str]:
        """What stands between the brackets."""
        return notation.arguments(self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        return hash(type(self))

    @classmethod
    def typed_name(cls) -> str:
        """What stands before the bracket."""
        if cls.__module__.partition(".")[0] == "murho":
            return cls.__name__
        names = (one.name for one in cls.shelf.installed if one.make is cls)
        return next(names, f"{cls.__module__}:{cls.__qualname__}")

    @classmethod
    def record(cls) -> Plug | None:
        """The record that stands beside the class; None where there is none."""
        beside = vars(sys.modules[cls.__module__]).values()
        return next((one for one in beside if isinstance(one, Plug) and one.make is cls), None)


def _warn(text: str) -> None:
    import warnings

    warnings.warn(text, stacklevel=3)


def close_to(name: str, names: Iterable[str]) -> str | None:
    """The name that may have been meant."""
    from difflib import get_close_matches

    return next(iter(get_close_matches(name, list(names), 1)), None)


def is_name(spec: str) -> bool:
    """Whether the text has the form `module:attribute`."""
    return notation.MODULE_NAME.fullmatch(spec) is not None


def import_attribute(spec: str) -> Any:
    """What `module:attribute` names; the working directory can be imported from, the attribute be dotted.

    >>> import_attribute("json:decoder.JSONDecoder.decode").__name__
    'decode'

    Raises:
        UsageError: there is no such module or attribute, or it does not import.
    """
    module_name, _, attributes = spec.partition(":")
    found: Any = import_module(module_name)
    place = module_name
    for attribute in attributes.split("."):
        try:
            found = getattr(found, attribute)
        except AttributeError:
            near = close_to(attribute, dir(found))
            hint = f"did you mean {near!r}?" if near else "check the name"
            raise UsageError(f"{spec}: {place!r} has no {attribute!r}; {hint}") from None
        place += f".{attribute}"
    return found


def import_module(name: str) -> Any:
    """A module of the working directory, or of what is installed.

    Raises:
        UsageError: there is none, or it does not import.
    """
    here = os.getcwd()
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            found = f"no module {error.name!r} in the working directory or among what is installed"
            raise UsageError(f"{found}; go to its folder, or install it") from None
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; install what it needs") from error
    except (Exception, SystemExit) as error:
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; mend it first") from error
