"""Commands whose figures are kept: reading them, running them, and telling what moved."""

import contextlib
import hashlib
import io
import json
import os
import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from murho.cli import status

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
OUTPUTS = HERE / "outputs"
DATA = Path(os.environ.get("MURHO_DATA", ROOT.parent / "shared" / "data"))

LARGE = 12_000
"""Characters of JSON beyond which lists and inner objects are kept as their sha256 only."""
SMALL = {False: 1_500, True: 500}
"""Characters of a value that is kept as it is within a large output: without, and with real data."""

FIGURES = ("value", "numerator", "denominator", "n")
"""What is kept of an inner object beside its sha256."""


@dataclass(frozen=True)
class Command:
    """A line of commands.toml."""

    name: str
    run: str
    status: int = 0
    after: tuple[str, ...] = ()
    files: tuple[str, ...] = ()
    json: bool = True
    slow: bool = False
    needs: str = ""

    @property
    def arguments(self) -> list[str]:
        """What stands behind `murho`."""
        return [*shlex.split(self.run), *(["--json"] if self.json else [])]

    @property
    def data(self) -> bool:
        """It reads real data."""
        return "data/" in self.run

    @property
    def path(self) -> Path:
        """Where its output is kept."""
        return OUTPUTS / f"{self.name}.json"

    @property
    def missing(self) -> str:
        """Why it cannot be run here, or nothing."""
        if self.data and not DATA.is_dir():
            return f"no real data at {DATA}; set MURHO_DATA"
        return f"no {self.needs}" if self.needs and find_spec(self.needs) is None else ""


class Moved(NamedTuple):
    """A figure that is not what it was; `ABSENT` where it was not, or is no more."""

    path: str
    was: Any
    now: Any

    def __str__(self) -> str:
        return f"{self.path}: {_brief(self.was)} -> {_brief(self.now)}"


class _Absent:
    def __repr__(self) -> str:
        return "(absent)"


ABSENT = _Absent()


def commands() -> dict[str, Command]:
    """All commands by name, in the order of the file."""
    rows = tomllib.loads((HERE / "commands.toml").read_text("utf-8"))["command"]
    listed = [Command(**{key: tuple(v) if isinstance(v, list) else v for key, v in row.items()}) for row in rows]
    found = {command.name: command for command in listed}
    if len(found) < len(listed):
        raise ValueError("commands.toml: a name stands there twice; names are files")
    return found


class Folder:
    """A folder to run commands in, each of them once, those first that it comes after."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._said: dict[str, dict[str, Any]] = {}
        for name, there in (("examples", ROOT / "examples"), ("inputs", HERE / "inputs"), ("data", DATA)):
            if there.is_dir():
                (path / name).symlink_to(there)

    def said(self, command: Command) -> dict[str, Any]:
        """What the command leaves behind, in the form in which it is kept."""
        if command.name not in self._said:
            for name in command.after:
                self.said(commands()[name])
            self._said[command.name] = self._run(command)
        return self._said[command.name]

    def _run(self, command: Command) -> dict[str, Any]:
        out, err = io.TextIOWrapper(io.BytesIO(), "utf-8"), io.StringIO()
        with contextlib.chdir(self.path), _imports_undone(), _columns():
            with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
                left = status(command.arguments)
            out.seek(0)
            text = out.read()
            files = {name: Path(name).read_text("utf-8").splitlines() for name in command.files if Path(name).exists()}
        if left != command.status:
            return {"command": command.run, "status": left, "error": err.getvalue().splitlines()}
        said: dict[str, Any] = {"command": command.run, "status": left}
        if command.json:
            said["json"] = steady(json.loads(text))
        if command.files:
            said["files"] = {name: steady(lines) for name, lines in files.items()}
        return {
            key: shortened(value, command.data) if key in ("json", "files") else value for key, value in said.items()
        }


@contextlib.contextmanager
def _imports_undone() -> Iterator[None]:
    """A system under evaluation is imported from the folder, which other tests shall not find."""
    paths, bytecode = list(sys.path), sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    try:
        yield
    finally:
        sys.path[:], sys.dont_write_bytecode = paths, bytecode
        for name in [name for name in sys.modules if name.partition(".")[0] == "examples"]:
            del sys.modules[name]


@contextlib.contextmanager
def _columns() -> Iterator[None]:
    before = os.environ.get("COLUMNS")
    os.environ["COLUMNS"] = "80"
    try:
        yield
    finally:
        os.environ.pop("COLUMNS") if before is None else os.environ.update(COLUMNS=before)


_FOLDERS = [
    os.path.dirname(str(spec.origin)) for name in ("murho", "murho_lab") if (spec := find_spec(name)) is not None
]
_TIMES = ("seconds", "started", "finished")
_UNSTEADY = {
    **{re.escape(folder): "(murho)" for folder in _FOLDERS},
    r"version:[^|\s]+": "version:*",
    r"\b\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)": "(time)",
    r"(?i)\b\w{3} \w{3} +\d+ \d\d:\d\d:\d\d \d{4}": "(time)",
}


def steady(value: Any) -> Any:
    """The value without what differs between machines, days and versions: nothing of it is a figure."""
    if isinstance(value, dict):
        return {
            key: "*" if key in ("versions", *_TIMES) and inner is not None else steady(inner)
            for key, inner in value.items()
        }
    if isinstance(value, list):
        return [steady(inner) for inner in value]
    if isinstance(value, str):
        for pattern, instead in _UNSTEADY.items():
            value = re.sub(pattern, instead, value)
    return value


def shortened(value: Any, real: bool) -> Any:
    """The value itself, or if it is large, or rests on real data, with sha256 in place of its long parts."""
    return _short(value, real, 0) if real or len(_canonical(value)) > LARGE else value


def _short(value: Any, real: bool, depth: int) -> Any:
    if not isinstance(value, dict | list):
        return value
    text = _canonical(value)
    numbers = isinstance(value, list) and all(isinstance(inner, int | float | None) for inner in value)
    quotes = real and isinstance(value, list) and not numbers  # texts of others are not kept here
    if len(text) <= SMALL[real] and not quotes and not (real and isinstance(value, dict)):
        return value
    if isinstance(value, dict) and depth < 3:
        return {key: _short(inner, real, depth + 1) for key, inner in value.items()}
    figures = {key: value[key] for key in FIGURES if key in value} if isinstance(value, dict) else {}
    return {**figures, "entries": len(value), "sha256": hashlib.sha256(text.encode()).hexdigest()}


def _canonical(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


def moved(was: Any, now: Any, path: str = "$") -> Iterator[Moved]:
    """Every place at which two values differ, to the last digit; 1 and 1.0 differ too."""
    if isinstance(was, dict) and isinstance(now, dict):
        for key in [*was, *(key for key in now if key not in was)]:
            place = f"{path}.{key}" if str(key).isidentifier() else f"{path}[{key!r}]"
            yield from moved(was.get(key, ABSENT), now.get(key, ABSENT), place)
    elif isinstance(was, list) and isinstance(now, list):
        for i in range(max(len(was), len(now))):
            yield from moved(*(side[i] if i < len(side) else ABSENT for side in (was, now)), f"{path}[{i}]")
    elif type(was) is not type(now) or was != now:
        yield Moved(path, was, now)


def _brief(value: Any) -> str:
    text = repr(value) if value is ABSENT else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 120 else f"{text[:117]}..."
