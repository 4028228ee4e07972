"""Who answers: what makes one system another, as a digest of it and of all files that it is made of.

A system is what it says of itself (`describe`), without how it is asked, and its files: those that its kind knows of
(`Kind.code`), those that the user declares. Every part of the answers is kept with this digest. A run goes on only with
the system that began it, or with one that the user has accepted, and then every figure mentions it: an edited system is
another system. Files are read, and never run; those that a record names are not even opened, for the record may be a
stranger's, and its digests are enough.

>>> from murho.systems.function import Function
>>> found = identity(Function("json:dumps"))
>>> found.spec, "json/encoder.py" in found.files, found.digest == identity(Function("json:dumps", batch=2)).digest
('json:dumps', True, True)
"""

import hashlib
import inspect
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from math import inf
from typing import Any

from murho.core.answered_by import HOW, of_record
from murho.core.errors import InputError
from murho.core.spelling import setting
from murho.formats.digest import ABSENT, digest
from murho.systems.closure import Sources, folded, is_installed, of_folder, of_module, search_path
from murho.systems.composed import Once
from murho.systems.function import Function
from murho.systems.imports import State, state_of
from murho.systems.interface import System
from murho.systems.kinds import Renamed, kind_of, made_here

UNREADABLE = "unreadable"
"""Stands in place of the digest of a file that may not be read."""
_PROGRAMS = ("cmd:", "conllu:")
"""Systems whose files are those that a command names, and so may be what it writes."""
_SHOWN = 3
"""Files of which an error says how they changed."""


@dataclass(frozen=True)
class Identity:
    """What a system is."""

    spec: str
    """As it is written."""
    settings: Any = field(repr=False)
    """What it says of itself, without how it is asked; of a chain with its stages."""
    files: Mapping[str, str] = field(default_factory=dict)
    """The digest of each file, shortened, by its name."""
    notes: tuple[str, ...] = ()
    """What could not be read, or not be understood."""

    @property
    def digest(self) -> str:
        """That of all of it, shortened."""
        told = json.dumps([self.settings, dict(self.files)], sort_keys=True)
        return f"sha256:{hashlib.sha256(told.encode('utf-8', 'surrogatepass')).hexdigest()[:12]}"

    def as_json(self) -> dict[str, Any]:
        """What the record of a run says of it."""
        return {"digest": self.digest, "spec": self.spec, "files": dict(self.files)}


LEFT_OUT = "!"
"""Stands before the name of a file or folder that is declared to be no part of a system."""
_AT_ONCE = 1 << 20
"""Bytes that are read at once."""


def identity(system: System, declared: Sequence[str] = ()) -> Identity:
    """What a system is, with the files and folders that the user declares to be part of it, or with `!` to be none.

    Raises:
        InputError: a file that is declared is not there, or cannot be read.
    """
    whole = _identity(system, system.describe())
    more = folded(_declared(path) for path in declared if not path.startswith(LEFT_OUT))
    files = {name: _digest_of(path, state_of(path)) for name, path in more.files.items()}
    parts = without({**whole.files, **files}, declared)
    return Identity(whole.spec, whole.settings, parts, (*whole.notes, *more.notes))


def without(files: Mapping[str, str], declared: Sequence[str]) -> dict[str, str]:
    """The files of a system but for those that are declared to be no part of it.

    >>> without({"serve.py": "sha256:1", "said.log": "sha256:2", "logs/1": "sha256:3"}, ["!said.log", "!logs"])
    {'serve.py': 'sha256:1'}
    """
    left_out = [path[len(LEFT_OUT) :] for path in declared if path.startswith(LEFT_OUT)]
    return {name: told for name, told in files.items() if not _is_among(name, left_out)}


def _is_among(name: str, files: Sequence[str]) -> bool:
    """Whether a file is one of these, or in one of these folders, however they are spelt."""
    return any(f"{os.path.abspath(name)}/".startswith(f"{os.path.abspath(file)}/") for file in files if file)


def wrote(system: System, who: Identity, declared: Sequence[str] = ()) -> dict[str, list[Any]]:
    """The files that a system names and has made since it was `who`, and how each begins: what it writes, as a log.

    Code that appears is no log, and what is declared is part of the system whoever wrote it.
    """
    named = identity(system, [path for path in declared if path.startswith(LEFT_OUT)]).files
    new = [name for name in named if name not in who.files and not name.endswith(".py")]
    return {name: beginning(name) for name in new if not _is_among(name, _own(declared))}


def still_written(told: Any, named: Mapping[str, str], declared: Sequence[str] = ()) -> list[str]:
    """Of the files that a system names, those that it once `wrote`, as declared to be no part of it.

    Only what still begins with what it held then: a log grows, and a model that is another one is another system.
    """
    if not isinstance(told, dict):
        return []
    once = {name: was for name, was in told.items() if name in named and not _is_among(name, _own(declared))}
    return [f"{LEFT_OUT}{name}" for name, was in once.items() if _still_begins(name, was)]


def _own(declared: Sequence[str]) -> list[str]:
    return [path for path in declared if not path.startswith(LEFT_OUT)]


def _still_begins(name: str, was: Any) -> bool:
    return isinstance(was, list) and len(was) == 2 and type(was[0]) is int and was == beginning(name, was[0])


def beginning(path: str, most: int | None = None) -> list[Any]:
    """Of the first bytes of a file, by default all: how many they are, and their digest, shortened; of none nothing."""
    seen, left = hashlib.sha256(), inf if most is None else most
    try:
        with open(path, "rb") as file:
            while left and (data := file.read(int(min(left, _AT_ONCE)))):
                seen.update(data)
                left -= len(data)
            return [file.tell(), seen.hexdigest()[:12]]
    except OSError:
        return []


def _identity(system: Any, described: Mapping[str, Any]) -> Identity:
    while isinstance(system, Once | Renamed):
        system = system.system
    if isinstance(described.get("stages"), list):
        made = getattr(system, "stages", None) or [None] * len(described["stages"])
        return _chained(described, [_identity(*pair) for pair in zip(made, described["stages"], strict=True)])
    kind, spec = made_here(str(described.get("kind"))), str(described.get("spec"))
    found = system.files() if isinstance(system, Function) else kind.code(spec) if kind else Sources()
    sources = found if isinstance(found, Sources) else folded(map(_named, found))
    if not sources.files:
        sources.add(_of_class(system))
    files = {name: _digest_of(path, state_of(path)) for name, path in sources.files.items()}
    own = described.get("code")  # of a function that is in no file
    files |= {str(name) or spec: str(told) for name, told in own.items()} if isinstance(own, Mapping) else {}
    notes = [f"{name}: {told}; what is in it is not known" for name, told in files.items() if told == UNREADABLE]
    written = kind.typed(described, spec) if kind else spec if "spec" in described else str(described.get("kind"))
    return Identity(written, settings_of(described), files, (*sources.notes, *notes))


def _chained(described: Mapping[str, Any], stages: Sequence[Identity]) -> Identity:
    """What a chain is, of what its stages are; a file of theirs that another stage has otherwise is told apart."""
    files: dict[str, str] = {}
    for number, stage in enumerate(stages, 1):
        for name, told in stage.files.items():
            files[name if files.get(name, told) == told else f"stage {number}: {name}"] = told
    spec = " then ".join(stage.spec for stage in stages)
    notes = dict.fromkeys(note for stage in stages for note in stage.notes)
    return Identity(spec, settings_of(described), files, tuple(notes))


def settings_of(described: Any) -> Any:
    """What a system says of itself, without how it is asked, at any depth.

    >>> settings_of({"kind": "function", "spec": "rules:u", "isolated": True, "workers": 2, "timeout": 1.0})
    {'kind': 'function', 'spec': 'rules:u'}
    """
    if isinstance(described, list | tuple):
        return [settings_of(one) for one in described]
    if not isinstance(described, Mapping):
        return described
    kind = kind_of(described)
    left_out = {*HOW, "code", *(kind.asking if kind else ())}
    return {name: settings_of(value) for name, value in described.items() if name not in left_out}


def _named(path: str) -> Sources:
    """A file that a kind names, with what it imports if it is Python's."""
    if not path.endswith(".py") or not os.path.isfile(path):
        return Sources({_short(path): path} if os.path.isfile(path) else {})
    result = Sources({}, []) if is_installed(path) else of_module("", search_path(), path)
    result.files.setdefault(_short(path), path) if path not in result.files.values() else None
    return result


def _short(path: str) -> str:
    """A path as it is written; of one that the machine has given, the file's own name."""
    return os.path.basename(path) if os.path.isabs(path) else path


def _of_class(system: Any) -> Sources:
    """The module of a class that was made by the user: the system is an object, and no kind knows its files."""
    made = inspect.unwrap(type(system)) if system is not None else object
    module = sys.modules.get(made.__module__)
    file = getattr(module, "__file__", None)
    if file is None or is_installed(file):
        return Sources()
    return of_module(made.__module__, search_path(), file)


def _declared(path: str) -> Sources:
    """A file, or a folder with all that is in it, that the user declares.

    Raises:
        InputError: it is not there.
    """
    if os.path.isdir(path):
        return of_folder(path, path)
    if not os.path.isfile(path):
        raise InputError("is no file and no folder", "check the name", path=path)
    return Sources({path: path})


@lru_cache(maxsize=20_000)
def _digest_of(path: str, state: State) -> str:
    """The digest of a file, shortened; made again only where the file is another one now."""
    if not state:
        return ABSENT
    try:
        return digest(path)[:19]
    except InputError:
        return UNREADABLE


# --- how a system differs from that of a record


def change(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """How the system of a record differs from that of a run: empty where it has answered in that run.

    >>> one, other = ({"systems": [{"digest": d, "files": {"rules.py": d}}]} for d in ("sha256:1", "sha256:2"))
    >>> change(one, other), change(one, one)
    ('rules.py was sha256:1, now sha256:2', '')
    """
    before, after = of_record(was), of_record(now)
    if not before or not after:
        return "" if was.get("system") == now.get("system") else settings_change(was.get("system"), now.get("system"))
    known, new = before[-1], after[-1]
    if new["digest"] is not None and new["digest"] in [entry.get("digest") for entry in before]:
        return ""
    settings = settings_of(was.get("system")), settings_of(now.get("system"))
    if settings[0] != settings[1]:
        return settings_change(*settings)
    declared = list(map(str, now.get("files") or ()))
    left_out = [*declared, *still_written(known.get("written"), known.get("files") or {}, declared)]
    old, files = (dict[str, Any](without(one.get("files") or {}, left_out)) for one in (known, new))
    if known.get("digest") is None:  # a file was known by the end of its name, and only a few were
        files = {name: _with_name(files, name, told) for name, told in old.items()}
    told, own = files_change(old, files), str(known.get("edited", ""))
    suspects = [name for name in files if files[name] != old.get(name) and (name not in old or f"{name} was " in own)]
    suspects = [name for name in suspects if not name.endswith(".py")]
    if not suspects or known.get("digest") is None or not any(kind in str(new.get("spec")) for kind in _PROGRAMS):
        return told
    return f"{told}; if the system itself writes {suspects[0]}, say so with {setting('files')}'{LEFT_OUT}{suspects[0]}'"


def _with_name(files: Mapping[str, str], name: str, told: str) -> str | None:
    """The digest of the file of that name in any folder: the one that is asked for, if any of them has it."""
    results = [digest for path, digest in files.items() if os.path.basename(path) == name]
    return told if told in results else next(iter(results), None)


def files_change(was: Mapping[str, Any], now: Mapping[str, Any]) -> str:
    """Which files of a system are others now, by their digests.

    >>> files_change({"a.py": "sha256:1", "b.py": "sha256:2"}, {"a.py": "sha256:1"})
    'b.py was sha256:2, now no part'
    """
    names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
    shown = [f"{name} was {was.get(name, 'no part')}, now {now.get(name, 'no part')}" for name in names[:_SHOWN]]
    more = len(names) - len(shown)
    return "; ".join([*shown, *([f"and {more} more files"] if more else [])])


def settings_change(was: Any, now: Any) -> str:
    """The first setting that differs; one that is missing is another than one that is null.

    >>> settings_change({"limit": 3, "seed": 0}, {"limit": 5, "seed": 0}), settings_change({}, {"seed": None})
    ('limit was 3, now 5', 'seed was missing, now null')
    """
    if isinstance(was, dict) and isinstance(now, dict):
        name = next(name for name in {**now, **was} if (name in was) != (name in now) or was[name] != now[name])
        before, after = (_brief(side[name]) if name in side else "missing" for side in (was, now))
        return f"{name} was {before}, now {after}"
    return f"was {_brief(was)}, now {_brief(now)}"


def _brief(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 100 else text[:97] + "..."
