"""Plugs: measures, weightings, formats and kinds of systems, each of which says everything about itself in one record.

A plug stands in one file, with its record beside it under a name that its `Shelf` knows (`MEASURE`, `FORMAT`...):

    @dataclass(frozen=True, repr=False)
    class labels(Measure):
        ...

    MEASURE = Record(make=labels, name="labels", aliases=("accuracy",), title="Labels", ...)

A file that holds several plugs has a record for each, whose names begin alike: `FORMAT_SRT`, `FORMAT_VTT`. A shelf
finds plugs in a package of murho's, by the names in the text of its files, and in what else is installed: an entry
point of the shelf's group names a record. Lists, options of the command line, help, titles and suggestions are made
from the records; nothing else lists plugs. A file is imported when its plug is asked for by name, all of them only for
a list, another name, or a suggestion.

What the rest of murho needs to know of a plug (does the measure align? is it bounded?) is a member of its interface,
with a default. So a new plug touches one file, and nothing is imported that was not requested.

Code that nobody installed as a plug is named `module:attribute`, see `import_attribute`. It is imported where somebody
types it, and never because the record of a run names it, since a run may come from a stranger: there a stand-in takes
its place, with the facts that the record holds. What is installed as a plug is trusted.
"""

import importlib
import importlib.util
import os
import re
import sys
from collections.abc import Callable, Iterable
from dataclasses import MISSING, dataclass, field, fields, is_dataclass, replace
from functools import cache, cached_property
from itertools import chain
from typing import Any, ClassVar, Generic, TypeVar

from murho.core import notation
from murho.core.errors import UsageError, describe_error
from murho.installed import entry_points

_NAMED = re.compile(rb'\bname="([^"]+)"')
"""The name in a record, as it is written in its file."""


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
    metavar: str = ""
    """What stands for its value in the help of the command line; by default the type in capitals."""

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
    """A heading, for people."""
    aliases: tuple[str, ...] = ()
    """Other names that people bring; results have `name`."""
    options: tuple[Option, ...] = ()
    """Those of `make`, where it is a dataclass whose fields say so (`option`); else given here."""
    example: str = ""
    """How it is typed, on the command line or as a notation."""
    source: str = "murho"
    """Where it comes from: `murho`, or the distribution that brought it."""

    def __post_init__(self) -> None:
        if not self.options:
            # The record is frozen; its options are those of what it makes, told there once.
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
            "options": [setting.as_json() for setting in self.options],
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
    >>> [(option.name, option.type, option.default, option.help) for option in options_of(close)]
    [('within', 'number', 0.5, 'Distance that still counts as right.')]
    """
    metadata = {"help": help, "choices": choices, "type": type, "positional": positional, "always": always}
    if factory is not MISSING:
        return field(default_factory=factory, metadata=metadata, kw_only=kw_only)
    if default is MISSING:
        return field(metadata=metadata, kw_only=kw_only)
    return field(default=default, metadata=metadata, kw_only=kw_only)


_TYPES = {"bool": "yes or no", "int": "whole number", "float": "number", "str": "text"}


@cache
def options_of(make: Any) -> tuple[Option, ...]:
    """The fields of a dataclass that were made by `option`, in order."""
    options = []
    for entry in fields(make) if is_dataclass(make) else ():
        if "help" in entry.metadata:
            default = entry.default if entry.default_factory is MISSING else entry.default_factory()
            annotation = getattr(entry.type, "__name__", str(entry.type)).partition("|")[0].strip()
            kind = entry.metadata["type"] or _TYPES.get(annotation, annotation)
            options.append(
                Option(
                    entry.name,
                    kind,
                    None if default is MISSING else default,
                    entry.metadata["help"],
                    entry.metadata["choices"],
                )
            )
    return tuple(options)


_TRUTHS = {"yes": True, "true": True, "1": True, "no": False, "false": False, "0": False}


def _read(kind: str, text: str, other: Callable[[str], Any] | None) -> Any:
    """The value of an option of this type; ValueError where the text is none."""
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
    """What an error calls one of the plugs: `measure`."""
    package: str
    """The package of murho's that holds them."""
    attribute: str
    """The name of the record in a plug's file, or what the names of several begin with: `FORMAT`, `FORMAT_VTT`."""
    group: str
    """The group of entry points under which other distributions bring some."""
    kind: type[Plug] = Plug
    """The class of the records."""

    def own(self, name: str) -> P | None:
        """The record of this name, or with it among its other names, that is murho's own; None if there is none.

        Only those plugs are imported in whose file the name stands.
        """
        quoted = f'"{name}"'.encode(errors="surrogateescape")
        # A file with a record of this name first, and mostly alone; in others it may stand as an alias, or by chance.
        others = (module for module, text in self._texts.items() if quoted in text)
        for module in chain(self._modules.get(name, ()), others):
            for record in self._records(module):
                if name in (record.name, *record.aliases):
                    return record
        return None

    def brought(self, name: str) -> P | None:
        """The record of this name that another distribution brings; nothing is imported where no entry point has it."""
        if all(point.name != name for point in entry_points(self.group)):
            return None
        return next((record for record in self.installed if record.name == name), None)

    def find(self, name: str) -> P | None:
        """The record of this name, or with this among its other names; None if there is none."""
        if (own := self.own(name)) is not None:
            return own
        # Reversed, so that the first plug keeps another name that several have; and a name goes before all of these.
        known = {other: record for record in reversed(self.all()) for other in record.aliases}
        return (known | {record.name: record for record in self.all()}).get(name)

    def all(self) -> tuple[P, ...]:
        """Every record: murho's own by name, then those of others, which never take a name that is taken."""
        return self._all

    def names(self) -> list[str]:
        """The names of all plugs, found without importing any: those of murho's own, then of what is installed."""
        own = sorted(self._modules)
        return [*own, *sorted({point.name for point in entry_points(self.group)} - set(own))]

    def having(self, text: str) -> list[P]:
        """The records in whose file this text stands, and all that others brought; nothing else is imported."""
        modules = [module for module, found in self._texts.items() if text.encode() in found]
        return [*chain.from_iterable(map(self._records, modules)), *self.installed]

    def named(self, name: str) -> P:
        """The record of this name.

        Raises:
            UsageError: there is none; the error suggests what may have been meant.
        """
        record = self.find(name)
        if record is None:
            raise self.unknown(name)
        return record

    def unknown(self, name: str) -> UsageError:
        """The error for a name that nothing has."""
        known = [record.name for record in self.all()]
        names = {other: record.name for record in self.all() for other in (record.name, *record.aliases)}
        near = close_to(name.lower(), names)
        hint = f"did you mean {names[near]}? " if near else ""
        return UsageError(f"no {self.what} {name!r}; {hint}known: {', '.join(known)}")

    @cached_property
    def installed(self) -> tuple[P, ...]:
        """The records that entry points name; one that does not load is told of, and left out."""
        records: list[P] = []
        for point in sorted(entry_points(self.group), key=lambda point: point.name):
            brought = point.dist.name if point.dist else point.value
            try:
                record = point.load()
            except Exception as error:
                # Somebody else's plug is broken: murho goes on without it.
                _warn(f"{brought}: {self.what} {point.name!r} does not load: {describe_error(error)}")
                continue
            if isinstance(record, self.kind):
                records.append(replace(record, source=brought))  # type: ignore[arg-type]
            else:
                _warn(f"{brought}: {self.what} {point.name!r}: {point.value} is no record of a {self.what}")
        return tuple(records)

    @cached_property
    def _all(self) -> tuple[P, ...]:
        own = sorted(chain.from_iterable(map(self._records, self._texts)), key=lambda record: record.name)
        taken = {name for record in own for name in (record.name, *record.aliases)}
        others = []
        for record in self.installed:
            if record.name in taken:
                _warn(f"{record.source}: {self.what} {record.name!r} is left out: the name is taken")
            else:
                others.append(record)
                taken |= {record.name, *record.aliases}
        return (*own, *others)

    @cached_property
    def _modules(self) -> dict[str, list[str]]:
        """The modules of the package that hold a record of a name, by that name, as it is written in their files."""
        modules: dict[str, list[str]] = {}
        for module, text in self._texts.items():
            for start in self._starts(text):
                if match := _NAMED.search(text, start.end()):
                    modules.setdefault(match[1].decode(), []).append(module)
        return modules

    @cached_property
    def _texts(self) -> dict[str, bytes]:
        """The modules of the package that hold a record, with what stands in their files.

        A look into the text of a file spares importing it, and with it all that it needs.
        """
        texts: dict[str, bytes] = {}
        spec = importlib.util.find_spec(self.package)  # which imports less than the package would
        home = os.path.dirname(str(spec.origin)) if spec else ""
        for folder, _, names in os.walk(home):
            parts = os.path.relpath(folder, home).split(os.sep) if folder != home else []
            for name in names:
                if name.endswith(".py"):
                    with open(os.path.join(folder, name), "rb") as file:
                        text = file.read()
                    if self._starts(text):
                        last = [name[:-3]] if name != "__init__.py" else []
                        texts[".".join((self.package, *parts, *last))] = text
        return dict(sorted(texts.items()))

    def _records(self, module: str) -> list[P]:
        """The records in a module, which is imported for them."""
        values = vars(importlib.import_module(module))
        return [values[start[1].decode()] for start in self._starts(self._texts[module])]

    def _starts(self, text: bytes) -> list[re.Match[bytes]]:
        """Where in the text of a file records begin; group 1 is the name of each."""
        if f"\n{self.attribute}".encode() not in text:  # which is quick, and mostly enough
            return []
        return list(re.finditer(rf"^({self.attribute}(?:_[A-Z0-9_]+)?)(?:: .+?)? = ".encode(), text, re.MULTILINE))


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
        """What stands between the brackets of its notation, one text for each argument."""
        return notation.arguments(self)

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and vars(self) == vars(other)

    def __hash__(self) -> int:
        # A field may hold what has no hash, such as a mapping; values of one class are told apart by ==.
        return hash(type(self))

    @classmethod
    def typed_name(cls) -> str:
        """What stands before the bracket of its notation: the name of the class, or where others find it."""
        if cls.__module__.partition(".")[0] == "murho":
            return cls.__name__
        names = (record.name for record in cls.shelf.installed if record.make is cls)
        return next(names, f"{cls.__module__}:{cls.__qualname__}")

    @classmethod
    def record(cls) -> Plug | None:
        """The record that stands beside the class; None where there is none."""
        beside = vars(sys.modules[cls.__module__]).values()
        return next((value for value in beside if isinstance(value, Plug) and value.make is cls), None)


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
    value: Any = import_module(module_name)
    reached = module_name
    for attribute in attributes.split("."):
        try:
            value = getattr(value, attribute)
        except AttributeError:
            near = close_to(attribute, dir(value))
            hint = f"did you mean {near!r}?" if near else "check the name"
            raise UsageError(f"{spec}: {reached!r} has no {attribute!r}; {hint}") from None
        reached += f".{attribute}"
    return value


def import_module(name: str) -> Any:
    """A module of the working directory, or of what is installed.

    Raises:
        UsageError: there is none, or it does not import.
    """
    here = os.getcwd()
    # An installed command does not look into the working directory by itself.
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        if error.name and (name == error.name or name.startswith(f"{error.name}.")):
            found = f"no module {error.name!r} in the working directory or among what is installed"
            raise UsageError(f"{found}; go to its folder, or install it") from None
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; install what it needs") from error
    # A script that is imported by mistake may end the process.
    except (Exception, SystemExit) as error:
        raise UsageError(f"module {name!r} does not import: {describe_error(error)}; mend it first") from error
