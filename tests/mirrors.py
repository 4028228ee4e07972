"""Which tests are about which module: `python tests/mirrors.py` puts tests/mirrors.toml right, as far as it can.

Tests mirror modules: src/murho/a/b.py is tested by tests/a/test_b.py, a package by the file named after it, in it or
above it. What is tested elsewhere stands in mirrors.toml, with the files that test it: a module by itself, or a folder
with the reason. `faults` compares the list with what is there; each of its lines says what to do.
"""

import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
LIST = ROOT / "tests" / "mirrors.toml"
TESTS = {"src/murho": "tests", "lab/src/murho_lab": "lab/tests"}
"""The folder of the tests of each package."""
_DEFINITION = re.compile(r"^(?:async )?(?:def|class) ", re.MULTILINE)
_TEST = re.compile(r"^ *(?:async )?def test_", re.MULTILINE)
_IMPORT = re.compile(r"^ *(?:from|import) +(\w+(?:\.\w+)*)(?: +import +(\([^)]*\)|[^\n]*))?", re.MULTILINE)
_STARTED = re.compile(r"""with_name\("(\w+\.py)"\)""")
_ROOTS = {"murho": "src/murho", "murho_lab": "lab/src/murho_lab", "tests": "tests"}


def listed() -> dict[str, Any]:
    """mirrors.toml: `modules`, each with its files, and `folders`, each with `tests` and the reason, `because`."""
    return tomllib.loads(LIST.read_text("utf-8"))


def mirrored(module: str) -> list[str]:
    """The files either of which mirrors a module.

    >>> mirrored("src/murho/core/tally.py"), mirrored("src/murho/core/sums/__init__.py")
    (['tests/core/test_tally.py'], ['tests/core/sums/test_sums.py', 'tests/core/test_sums.py'])
    """
    package = next(package for package in TESTS if module.startswith(f"{package}/"))
    tests, path = Path(TESTS[package]), Path(module).relative_to(package)
    if path.stem != "__init__":
        return [str(tests / path.parent / f"test_{path.stem}.py")]
    name = path.parent.name or Path(package).name
    return list(dict.fromkeys(str(tests / folder / f"test_{name}.py") for folder in (path.parent, path.parent.parent)))


def unmirrored() -> list[str]:
    """The modules that have a function or a class, and no test file of their own."""
    return [
        module
        for package in TESTS
        for module in sorted(str(path.relative_to(ROOT)) for path in (ROOT / package).rglob("*.py"))
        if _DEFINITION.search(_text(module)) and not any((ROOT / file).is_file() for file in mirrored(module))
    ]


def faults(modules: dict[str, list[str]], folders: dict[str, dict[str, Any]]) -> list[str]:
    """What is wrong with a list, one line for each fault; none if it is right."""
    missing = unmirrored()
    lines = [
        f"add   {_line(module, guess(module))}"
        for module in missing
        if module not in modules and not any(module.startswith(f"{folder}/") for folder in folders)
    ]
    for module, files in modules.items():
        if module not in missing:
            lines.append(f'delete "{module}": {_why_not(module)}')
            continue
        lines += [f'change "{module}": {fault}' for fault in _faults_of_files(files, [module])]
    for folder, entry in folders.items():
        inside = [module for module in missing if module.startswith(f"{folder}/") and module not in modules]
        if not inside:
            lines.append(f'delete folder "{folder}": every module in it has tests of its own, or is listed by itself')
        if not entry.get("because"):
            lines.append(f'change folder "{folder}": say why, because = "..."')
        lines += [f'change folder "{folder}": {fault}' for fault in _faults_of_files(entry.get("tests", []), inside)]
    return lines


def guess(module: str) -> list[str]:
    """The test files that may be meant: those that import it, else those of the modules that import it."""
    near = [file for file in _test_files() if module in imported(file)]
    if not near:
        importers = [other for package in TESTS for other in _modules(package) if module in imported(other)]
        near = [file for other in importers for file in mirrored(other) if (ROOT / file).is_file()]
    beside = [file for file in near if Path(file).parent == Path(mirrored(module)[0]).parent]
    return sorted(set(beside or near), key=lambda file: (len(imported(file)), file))[:2]


def reached(file: str) -> set[str]:
    """The modules to which the imports of a test file lead, those of its folder's conftest.py included.

    What all tests share, tests/conftest.py, leads everywhere, and so is left out.
    """
    shared = str(Path(file).with_name("conftest.py"))
    waiting = [file, shared] if (ROOT / shared).is_file() and str(Path(file).parent) not in TESTS.values() else [file]
    seen = set[str]()
    while waiting:
        path = waiting.pop()
        if path not in seen:
            seen.add(path)
            waiting += _led_to(path)
    return seen


@cache
def imported(file: str) -> frozenset[str]:
    """The modules that a file imports, or starts as programs, wherever in it, as paths."""
    names, started = set[str](), _STARTED.findall(_text(file))
    for module, parts in _IMPORT.findall(_text(file)):
        names.update((module, *(f"{module}.{part}" for part in re.findall(r"\w+", parts))))
    beside = (str(Path(file).with_name(name)) for name in started)
    return frozenset((*beside, *(path for name in names for path in _path_of(name))))


@cache
def _led_to(file: str) -> frozenset[str]:
    """What a file imports, and what is found by name from there: plugs of a package, and those of the laboratory."""
    if file == "src/murho/installed.py":
        project = tomllib.loads((ROOT / "lab" / "pyproject.toml").read_text("utf-8"))["project"]
        plugs = [plug for group in project["entry-points"].values() for plug in group.values()]
        return frozenset(path for plug in plugs for path in _path_of(plug.partition(":")[0]))
    inside = (ROOT / file).parent.glob("*.py") if file.endswith("/__init__.py") else ()
    return imported(file) | {str(path.relative_to(ROOT)) for path in inside}


def main() -> None:
    """Delete what is listed wrongly, add what is missing with a guess, and print what is left to do by hand."""
    found = listed()
    modules, folders, missing = found["modules"], found["folders"], unmirrored()
    right = {module: [file for file in modules[module] if _has_tests(file)] for module in missing if module in modules}
    for module in missing:
        if not right.get(module) and not any(module.startswith(f"{folder}/") for folder in folders):
            right[module] = guess(module)
    head = LIST.read_text("utf-8").partition("[modules]\n")[0]
    LIST.write_text(f"{head}[modules]\n" + "".join(f"{_line(*entry)}\n" for entry in sorted(right.items())), "utf-8")
    print(*faults(right, folders), sep="\n")


def _why_not(module: str) -> str:
    own = next((file for file in mirrored(module) if (ROOT / file).is_file()), None)
    if own:
        return f"it has {own}"
    return "it has neither function nor class" if (ROOT / module).is_file() else "there is no such module"


def _faults_of_files(files: list[str], modules: list[str]) -> Iterator[str]:
    if not files:
        yield "name the files that test it"
    for file in files:
        if not _has_tests(file):
            yield f"{file} holds no tests; name another"
        elif modules and not reached(file) & set(modules):
            yield f"the imports of {file} do not lead to it; name another"


def _has_tests(file: str) -> bool:
    return (ROOT / file).is_file() and _TEST.search(_text(file)) is not None


def _line(module: str, files: list[str]) -> str:
    return f"{json.dumps(module)} = {json.dumps(files)}"


@cache
def _text(file: str) -> str:
    return (ROOT / file).read_text("utf-8")


def _modules(package: str) -> list[str]:
    return [str(path.relative_to(ROOT)) for path in sorted((ROOT / package).rglob("*.py"))]


@cache
def _test_files() -> list[str]:
    return [file for tests in TESTS.values() for file in _modules(tests) if Path(file).name.startswith("test_")]


@cache
def _path_of(name: str) -> list[str]:
    """The file of a module of ours by its dotted name; none where it is no such module."""
    package, *parts = name.split(".")
    if package not in _ROOTS:
        return []
    stem = "/".join((_ROOTS[package], *parts))
    return [file for file in (f"{stem}.py", f"{stem}/__init__.py") if (ROOT / file).is_file()]


if __name__ == "__main__":
    main()
