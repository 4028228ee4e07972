"""The files that a system is made of: a module, and every module of the user's own that it imports, directly or not.

Modules are found as Python finds them, by their names in the folders of a search path, and nothing is imported. What is
installed, the standard library and murho are no part of it: they are what a system stands on. The package that is
itself named as the system is part of it wherever it lies.

>>> import pathlib, tempfile
>>> here = pathlib.Path(tempfile.mkdtemp())
>>> _ = (here / "rules.py").write_text("import json, hours")
>>> _ = (here / "hours.py").write_text("import rules")
>>> list(of_module("rules", [Place(str(here))]).files)
['hours.py', 'rules.py']
"""

import os
import re
import site
import sys
import sysconfig
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.machinery import PathFinder
from typing import NamedTuple

from murho.systems import imports
from murho.systems.imports import Import

MOST = 5000
"""Files of one system that are looked at; what is beyond them is told."""
_INSTALLED = re.compile(r"[/\\](site|dist)-packages[/\\]")


@dataclass
class Sources:
    """Files, each by the name that it is called by, and what was found amiss."""

    files: dict[str, str] = field(default_factory=dict)
    """The path of each file by its name, which is the same wherever the folder lies."""
    notes: list[str] = field(default_factory=list)

    def add(self, other: "Sources") -> None:
        """Take in what another holds; of two files of one name the second is called by its path."""
        for name, path in other.files.items():
            same = self.files.setdefault(name, path)
            if os.path.realpath(same) != os.path.realpath(path):
                self.files[path] = path
        self.notes += [note for note in other.notes if note not in self.notes]


class Place(NamedTuple):
    """A folder where modules are sought; `label` stands before the names of the files that are found there."""

    folder: str
    label: str = ""


class Module(NamedTuple):
    """A module or package: its name, its file (none of a namespace package), and where the modules below it are."""

    name: str
    file: str | None
    shown: str
    below: tuple[Place, ...] = ()


def search_path(*first: Place) -> list[Place]:
    """Where a function of this process, or of one that is started for it, finds modules: here, then as Python does."""
    folders = [place.folder for place in first] + [os.getcwd(), *(entry or os.getcwd() for entry in sys.path)]
    labels = {os.path.abspath(place.folder): place.label for place in reversed(first)}
    return [Place(folder, labels.get(folder, "")) for folder in dict.fromkeys(map(os.path.abspath, folders))]


def of_module(name: str, path: Sequence[Place], file: str | None = None, *, as_program: bool = False) -> Sources:
    """The files of a module by its dotted name; none where it is not found.

    Args:
        name: as it is imported.
        path: where it is sought.
        file: the file that it is known to be of, since it has been imported.
        as_program: it is run with `-m`: of a package `__main__` counts.
    """
    home = name.partition(".")[0]
    # What comes with murho is of its version, and what another Python is to run of its own comes with that.
    comes_with_it = home == "murho" or (as_program and home in sys.stdlib_module_names)
    walk = _Walk(path, home="" if comes_with_it else home)
    if file is not None:
        walk.begin(_of_file(file, name, path))
    for one in (name, *([f"{name}.__main__"] if as_program else ())):
        walk.import_all(Import(one), None)
    return walk.result()


def of_script(file: str, label: str, path: Sequence[Place] = ()) -> Sources:
    """The files of a script: it, and what it imports from the folder where it lies, or from `path`.

    `label` is the folder as it is written, with a slash behind it.
    """
    folder = os.path.dirname(os.path.abspath(file))
    walk = _Walk([Place(folder, label), *path], home="")
    walk.begin(Module("__main__", file, label + os.path.basename(file)))
    return walk.result()


def of_code(text: str, path: Sequence[Place]) -> Sources:
    """The files that are imported by a text of Python, as in `python -c`."""
    walk = _Walk(path, home="")
    for one in imports.told_by(text).imports:
        walk.import_all(one, None)
    return walk.result()


def of_folder(folder: str, shown: str) -> Sources:
    """All files below a folder, but for those that programs put there by themselves."""
    result = Sources()
    for inside, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if name != "__pycache__" and not name.startswith("."))
        for name in sorted(names):
            file = os.path.join(inside, name)
            if len(result.files) >= MOST:
                result.notes.append(f"{shown}: more than {MOST} files; those beyond are not looked at")
                return result
            if os.path.isfile(file):
                relative = os.path.relpath(file, folder).replace(os.sep, "/")
                result.files[f"{shown.rstrip('/')}/{relative}"] = file
    return result


def file_of(name: str, path: Sequence[Place]) -> str | None:
    """The file of a module by its dotted name."""
    module = _Walk(path, home=name.partition(".")[0]).find(name)
    return None if module is None else module.file


def declared(file: str, attribute: str) -> Sources:
    """The files that `NAME.files = [...]` names in a module, where NAME is the attribute or what it is an attribute of.

    A folder stands for all that is in it.

    >>> import tempfile
    >>> with tempfile.NamedTemporaryFile("w", suffix=".py") as module:
    ...     _ = module.write("def parse(text): ...\\nparse.files = ['model.bin']\\n")
    ...     module.flush()
    ...     declared(module.name, "parse").files, declared(module.name, "other").files
    ({'model.bin': 'model.bin'}, {})
    """
    parts = attribute.split(".")
    names = {".".join(parts[:end]) for end in range(1, len(parts) + 1)}
    result = Sources()
    for name, line, files in imports.read(file).declared:
        if name in names and files is None:
            result.notes.append(
                f"{file}: line {line}: {name}.files is no list of texts; write the names of files there"
            )
        for one in files or () if name in names else ():
            result.add(of_folder(one, one) if os.path.isdir(one) else Sources({one: one}))
            if not os.path.exists(one):
                result.notes.append(f"{file}: line {line}: {name}.files names {one}, which is not there")
    return result


class _Walk:
    """From module to module along imports."""

    def __init__(self, path: Sequence[Place], home: str):
        self._path, self._home = path, home
        self._modules: dict[str, Module | None] = {}
        self._todo: list[Module] = []
        self._found = Sources()
        self._listed: dict[str, frozenset[str]] = {}

    def begin(self, module: Module) -> None:
        """Start with a module that has been found."""
        self._modules[module.name] = module
        self._take(module)

    def result(self) -> Sources:
        """All that is reached, by name."""
        while self._todo:
            module = self._todo.pop()
            text = imports.read(str(module.file))
            if text.trouble:
                self._found.notes.append(f"{module.shown}: {text.trouble}; what it imports is not known")
            for one in text.imports:
                self.import_all(one, module)
        return Sources(dict(sorted(self._found.files.items())), sorted(self._found.notes))

    def import_all(self, one: Import, importer: Module | None) -> None:
        """Reach what an import imports: the module, the packages above it, and those of its names that are modules."""
        name = _absolute(one.module, importer)
        module = self.find(name) if name else None
        if module is None:
            return
        names: Iterable[str] = one.names
        if "*" in names:
            names = imports.read(module.file).public if module.file else ()
        for inner in names if module.below else ():
            self.find(f"{module.name}.{inner}")

    def find(self, name: str) -> Module | None:
        """A module of the user's own by its dotted name; it and the packages above it are reached by that."""
        if name not in self._modules:
            above, _, last = name.rpartition(".")
            package = self.find(above) if above else None
            module = None
            if package is not None or not above:
                module = _sought(name, last, self._path if package is None else package.below, self._listed)
                if module is None and not above:
                    module = _found_otherwise(name)
            self._modules[name] = module if module is not None and self._is_own(module) else None
            if self._modules[name] is not None:
                self._take(self._modules[name])
        return self._modules[name]

    def _take(self, module: Module | None) -> None:
        if module is None or module.file is None or module.shown in self._found.files:
            return
        if len(self._found.files) >= MOST:
            note = f"{self._home or 'the script'}: more than {MOST} modules; those beyond are not looked at"
            self._found.notes += [note] if note not in self._found.notes else []
            return
        self._found.files[module.shown] = module.file
        if module.file.endswith((".py", ".pyw")) or module.name == "__main__":
            self._todo.append(module)

    def _is_own(self, module: Module) -> bool:
        if module.name.partition(".")[0] == self._home:
            return True
        return not is_installed(module.file or module.below[0].folder)


def _absolute(name: str, importer: Module | None) -> str:
    """The full name of a module; empty for a relative one that leads nowhere."""
    rest = name.lstrip(".")
    level = len(name) - len(rest)
    if not level:
        return name
    if importer is None or importer.name == "__main__":
        return ""
    package = importer.name.split(".") if importer.below else importer.name.split(".")[:-1]
    kept = package[: len(package) - (level - 1)]
    return ".".join([*kept, *([rest] if rest else [])]) if kept else ""


def _sought(name: str, last: str, places: Iterable[Place], listed: dict[str, frozenset[str]]) -> Module | None:
    """A module in the first of some folders that has it; a namespace package is in all that have a folder of its name.

    As in Python a package goes before a module, and compiled code before source.
    """
    portions: list[Place] = []
    for folder, label in places:
        names = _names_in(folder, listed)
        inside = os.path.join(folder, last)
        if last in names and os.path.isdir(inside):
            if init := _file_of("__init__", inside, listed):
                below = Place(inside, f"{label}{last}/")
                return Module(name, os.path.join(inside, init), below.label + init, (below,))
            portions.append(Place(inside, f"{label}{last}/"))
        if file := _file_of(last, folder, listed):
            return Module(name, os.path.join(folder, file), label + file)
    return Module(name, None, "", tuple(portions)) if portions else None


def _file_of(last: str, folder: str, listed: dict[str, frozenset[str]]) -> str | None:
    """The name of the file of a module in a folder, if it is there."""
    names = _names_in(folder, listed)
    source = f"{last}.py" if f"{last}.py" in names else None
    # Compiled code has the version of its Python in its name, and a command may have another one.
    built = (name for name in names if name.startswith(f"{last}.") and name.endswith((".so", ".pyd")))
    return min(built, default=None) or source or (f"{last}.pyc" if f"{last}.pyc" in names else None)


def _names_in(folder: str, listed: dict[str, frozenset[str]]) -> frozenset[str]:
    if folder not in listed:
        try:
            listed[folder] = frozenset(os.listdir(folder))
        except OSError:
            listed[folder] = frozenset()
    return listed[folder]


def _found_otherwise(name: str) -> Module | None:
    """A module that is in no folder of the path, but that something installed knows of, as for editable installs."""
    for finder in sys.meta_path:
        own = finder is PathFinder or getattr(finder, "__module__", "").startswith("_frozen_importlib")
        find = None if own else getattr(finder, "find_spec", None)
        try:
            spec = find(name, None) if find is not None else None
        except Exception:  # what others have installed is no reason to end a run
            spec = None
        if spec is not None and spec.origin and os.path.isfile(spec.origin):
            file = os.path.basename(spec.origin)
            if spec.submodule_search_locations is None:
                return Module(name, spec.origin, file)
            return Module(name, spec.origin, f"{name}/{file}", (Place(os.path.dirname(spec.origin), f"{name}/"),))
    return None


def _of_file(file: str, name: str, path: Sequence[Place]) -> Module:
    """The module of a file that is known; without a name, that which the file has on the path."""
    full = os.path.abspath(file)
    inside = [place for place in path if full.startswith(os.path.join(place.folder, ""))]
    nearest = max(inside, key=lambda place: len(place.folder), default=None)
    shown = os.path.basename(full)
    package = shown.startswith("__init__.")
    if nearest is not None:
        inside_it = os.path.relpath(full, nearest.folder).replace(os.sep, "/")
        shown = nearest.label + inside_it
        parts = os.path.splitext(inside_it)[0].split("/")
        name = name or ".".join(parts[:-1] if package else parts)
    below = (Place(os.path.dirname(full), os.path.dirname(shown) + "/"),) if package else ()
    return Module(name, full, shown, below)


def is_installed(file: str) -> bool:
    """Whether a file is of a distribution that is installed, of the standard library, or of murho."""
    full = os.path.abspath(file)
    return _INSTALLED.search(full) is not None or full.startswith(_not_own())


@cache
def _not_own() -> tuple[str, ...]:
    named = sysconfig.get_paths()
    folders = [named[name] for name in ("stdlib", "platstdlib", "purelib", "platlib")]
    folders += [*site.getsitepackages(), site.getusersitepackages()]
    folders += [os.path.realpath(folder) for folder in folders]
    folders.append(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    return tuple(os.path.join(folder, "") for folder in dict.fromkeys(folders))


def folded(parts: Iterable[Sources]) -> Sources:
    """Several as one."""
    whole = Sources()
    for part in parts:
        whole.add(part)
    return whole


def environment_path(environment: Mapping[str, str] = os.environ) -> Iterator[Place]:
    """The folders that PYTHONPATH names."""
    for folder in filter(None, environment.get("PYTHONPATH", "").split(os.pathsep)):
        yield Place(os.path.abspath(folder))
