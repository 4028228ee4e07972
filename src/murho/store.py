"""A run's folder: what was asked, what was answered, how it was judged.

    RUN/run.json                      settings, goal and domain, versions, digests, counts, figures, signature
    RUN/cases.parquet                 the suite as it was
    RUN/answers/part-00000.parquet    answers, written as the work goes on
    RUN/causes.json                   causes of failure that items were tagged with, if any
    RUN/judgements/NAME/...           one folder for each measure, `NAME/measure` tells which, `NAME/files` what it read

Every file appears whole or not at all, so a run killed at any moment leaves finished parts, and `murho run` with the
same arguments goes on behind them. The record comes first and marks the folder as a run. Answers can be judged again
without running the system; judgements can be weighed, sliced and compared again without judging.
"""

import hashlib
import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from murho.core.case import Answers, Cases, join
from murho.core.errors import InputError, MurhoError, UsageError
from murho.core.judgement import Judgements
from murho.core.signature import SCHEMA_VERSION
from murho.formats import parquet
from murho.formats.digest import ABSENT
from murho.formats.join import take_answers
from murho.formats.saving import writing

RECORD = "run.json"
SUITE = "cases.parquet"
CAUSES = "causes.json"
_SETTINGS = {"measures": list, "weight": str, "missing": str, "level": float, "method": str, "seed": int}
"""What a record says of how its figures are made, and the types."""

Found = TypeVar("Found")


@dataclass(frozen=True)
class Run:
    """The folder of one run."""

    path: Path
    _kept: dict[str, tuple[Any, Any]] = field(default_factory=dict, repr=False, compare=False)
    """What was read, with the state of the files it was read from."""

    @property
    def record(self) -> dict[str, Any]:
        """What run.json says."""
        return self._once("record", [self.path / RECORD], self._read_record)

    def _once(self, name: str, files: Sequence[Path], read: Callable[[], Found]) -> Found:
        """What `read` gives; read again only where one of the files is another one now."""
        state = [_state(file) for file in files]
        if name not in self._kept or self._kept[name][0] != state:
            self._kept[name] = state, read()
        return self._kept[name][1]  # type: ignore[no-any-return]

    def _read_record(self) -> dict[str, Any]:
        file = self.path / RECORD
        try:
            found = json.loads(file.read_bytes())
        except FileNotFoundError:
            raise InputError("no run here", f"name a folder that holds a {RECORD}", path=str(self.path)) from None
        except (OSError, ValueError) as error:
            raise InputError(f"cannot be read ({error})", "restore it, or run anew", path=str(file)) from None
        version = found.get("schema_version") if isinstance(found, dict) else None
        if version != SCHEMA_VERSION:
            wanted = f"this murho reads schema_version {SCHEMA_VERSION}; use the one that wrote it, or run anew"
            raise InputError(f"schema_version is {version!r}", wanted, path=str(file))
        settings = found.get("settings")
        for name, kind in _SETTINGS.items():
            if not isinstance(settings, dict) or not isinstance(settings.get(name), kind):
                raise InputError(f"lacks the setting {name!r}", "restore it, or run anew", path=str(file))
        return found  # type: ignore[no-any-return]

    def write_record(self, record: Mapping[str, Any]) -> None:
        """Replace run.json, whole or not at all."""
        with writing(str(self.path / RECORD)) as file:
            file.write(json.dumps({"schema_version": SCHEMA_VERSION, **record}, indent=2, ensure_ascii=False).encode())
            file.write(b"\n")

    def cases(self) -> Cases:
        """The whole suite; causes of failure that items were tagged with are its feature `cause`."""
        return self._once("cases", [self.path / SUITE, self.path / CAUSES], self._read_cases)

    def _read_cases(self) -> Cases:
        todo = "restore it, or begin anew with --overwrite"
        batches = _read(self.path / SUITE, lambda path: list(parquet.read_cases(path, saved=True)), todo)
        suite = join(batches or [Cases([], [], [])])
        tags = self.causes()
        return suite.with_feature("cause", [tags.get(name) for name in suite.ids]) if tags else suite

    def causes(self) -> dict[str, list[str]]:
        """The causes that items are tagged with, by id."""
        file = self.path / CAUSES
        if not file.exists():
            return {}
        found: dict[str, list[str]] = json.loads(_read(file, lambda path: Path(path).read_text("utf-8"), "restore it"))
        return found

    def tag(self, causes: Mapping[str, list[str]]) -> None:
        """Tag items with causes of failure; an item that is named again gets the new ones."""
        with writing(str(self.path / CAUSES)) as file:
            file.write(json.dumps({**self.causes(), **causes}, indent=1, ensure_ascii=False).encode())

    def answers(self) -> Answers:
        """All answers given so far, in the order in which they came; of a case that was asked again the last."""
        files = self.parts_of_answers()
        return self._once("answers", files, lambda: self.answers_of(files))

    def answers_of(self, files: Sequence[Path]) -> Answers:
        """The answers of some of the parts, as `answers`."""
        todo = "delete it, and the same `murho run` asks again for what it held"
        parts = [part for file in files for part in _read(file, lambda path: list(parquet.read_answers(path)), todo)]
        names = dict.fromkeys(name for part in parts for name in part.extras)

        def column(attribute: str) -> list[Any]:
            return [v for part in parts for v in (getattr(part, attribute) or [None] * len(part))]

        found = Answers(
            column("ids"),
            column("answers"),
            column("seconds"),
            column("failures"),
            {name: [v for p in parts for v in (p.extras.get(name) or [None] * len(p))] for name in names},
            path=str(self.path / "answers"),
        )
        last = {name: row for row, name in enumerate(found.ids)}
        return found if len(last) == len(found) else take_answers(found, sorted(last.values()))

    def add_answers(self, part: Answers) -> None:
        """Write one more part; it is there for good when this returns."""
        folder = self.path / "answers"
        folder.mkdir(exist_ok=True)
        parquet.write_answers(str(folder / f"part-{self.next_part:05}.parquet"), [part])

    @property
    def next_part(self) -> int:
        """The number of the part that is written next."""
        return max(map(number_of, self.parts_of_answers()), default=-1) + 1

    def parts_of_answers(self) -> list[Path]:
        """The files that hold the answers."""
        return sorted((self.path / "answers").glob("part-[0-9]*.parquet"))

    def write_judgements(
        self, measure: str, ids: Iterable[str], judgements: Judgements, files: Mapping[str, str] | None = None
    ) -> None:
        """Keep the judgements of a measure, and the digests of the files it read; what it judged before is replaced."""
        folder = self._judged(measure)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "files").unlink(missing_ok=True)  # of a measure that reads files, rows without it are made anew
        parquet.write_judgements(str(folder / "part-00000.parquet"), list(ids), judgements)
        (folder / "files").write_text(json.dumps(dict(files or {})), encoding="utf-8")
        (folder / "measure").write_text(measure, encoding="utf-8")

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str] | None = None) -> Judgements | None:
        """The rows of a measure in the order of the cases, or None if it has not judged this run.

        None, too, if one of its `files`, given with digests, is another now than when it judged; one that is no longer
        there says nothing.
        """
        file = self._judged(measure) / "part-00000.parquet"
        if not file.exists() or self._is_stale(measure, files or {}):
            return None
        todo = "delete it, and `murho judge` makes it anew"
        ids, rows = self._once(f"judgements {measure}", [file], lambda: _read(file, parquet.read_judgements, todo))
        place = {name: i for i, name in enumerate(cases.ids)}
        if unknown := [name for name in ids if name not in place]:
            raise InputError(f"judges {unknown[0]!r}, which is no case of this run", todo, path=str(file))
        case = np.array([place[name] for name in ids], np.int64)
        return replace(rows, case=case)

    def _is_stale(self, measure: str, files: Mapping[str, str]) -> bool:
        """Whether a measure judged by other files than these."""
        noted = self._judged(measure) / "files"
        try:
            read = json.loads(noted.read_bytes()) if files and noted.exists() else {}
        except ValueError:
            return True
        return any(digest not in (ABSENT, read.get(file)) for file, digest in files.items())

    def forget_judgements(self) -> None:
        """Remove the judgements of all measures, for answers that are about to change."""
        for pattern in ("judgements/*/part-*.parquet", "judgements/*/measure", "judgements/*/files"):
            for file in self.path.glob(pattern):
                file.unlink()

    def measures(self) -> list[str]:
        """The measures that have judged this run."""
        return [file.read_text(encoding="utf-8") for file in sorted(self.path.glob("judgements/*/measure"))]

    def _judged(self, measure: str) -> Path:
        tag = "".join(sign if sign.isalnum() else "-" for sign in measure).strip("-")[:40]
        return self.path / "judgements" / f"{tag}-{hashlib.sha256(measure.encode()).hexdigest()[:8]}"


def _state(file: Path) -> tuple[int, ...]:
    """What tells that a file is another one: every file of a run is replaced as a whole."""
    try:
        found = file.stat()
    except OSError:
        return ()
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(file: Path, read: Callable[[str], Found], todo: str) -> Found:
    """Read a file of a run; where that fails, say what to do about it in a run."""
    try:
        return read(str(file))
    except InputError as error:
        raise InputError(error.found, todo, path=str(file), line=error.line) from None


def number_of(part: Path) -> int:
    """The number of a part of the answers."""
    return int(part.stem.removeprefix("part-"))


def open_run(path: str | os.PathLike[str]) -> Run:
    """A run that exists."""
    run = Run(Path(path))
    run.record  # noqa: B018  a folder without a readable record is refused here, not later
    return run


@contextmanager
def alone(path: str | os.PathLike[str]) -> Iterator[None]:
    """The folder, made if it is not there, kept from other processes that would add to the same run.

    Raises:
        UsageError: another process is at work in it.
        MurhoError: it cannot be made.
    """
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise MurhoError(f"{path}: cannot be made ({error.strerror}); name a folder you may write to") from None
    with _locked(path):
        try:
            yield
        finally:
            with suppress(OSError):
                os.rmdir(path)  # where nothing came of it; a folder that holds something stays


@contextmanager
def _locked(path: str | os.PathLike[str]) -> Iterator[None]:
    try:
        import fcntl
    except ImportError:  # a system without such locks
        yield
        return
    folder = os.open(path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(folder)
        busy = f"{path}: another murho is at work on this run; wait until it is done, or choose another folder"
        raise UsageError(busy) from None
    except OSError:  # a file system without them
        pass
    try:
        yield
    finally:
        os.close(folder)


def begin(
    path: str | os.PathLike[str], record: Mapping[str, Any], cases: Iterable[Cases], *, overwrite: bool = False
) -> Run:
    """A new run, or the one that was begun in this folder with the same cases and the same system.

    The cases are read for a new run only, and before anything of an older one is removed. A run that has no answer yet
    is begun anew: nothing is lost.

    Raises:
        UsageError: the folder holds another run, or something else.
    """
    run = Run(Path(path))
    if not (run.path / RECORD).exists():
        if run.path.is_dir() and not all(_is_leftover(file) for file in run.path.iterdir()):
            raise UsageError(f"{path}: not empty, and not a run; name a new folder")
    elif run.parts_of_answers() and not overwrite:
        _same(run, record)
        if (run.path / SUITE).exists():
            return run
    suite = list(cases)
    run.path.mkdir(parents=True, exist_ok=True)
    if overwrite:
        _clear(run)
    run.write_record(record)
    parquet.write_cases(str(run.path / SUITE), suite)
    return run


def _is_leftover(file: Path) -> bool:
    """Something that was being written when murho was killed."""
    return file.name.startswith(".") and file.name.endswith(".part")


def _same(run: Run, record: Mapping[str, Any]) -> None:
    was, now = run.record, json.loads(json.dumps(record))
    for name in ("data", "system"):
        if _asked(was.get(name)) != _asked(now.get(name)):
            raise UsageError(
                f"{run.path}: holds a run with another {name} ({_change(was.get(name), now.get(name))}); "
                "choose another folder, or begin anew with --overwrite"
            )


HOW = ("workers", "timeout", "concurrency")
"""Settings of a system that say how it is asked, not what it is: a run may go on with others."""


def _asked(system: Any) -> Any:
    if isinstance(system, dict):
        return {name: _asked(value) for name, value in system.items() if name not in HOW}
    return [_asked(value) for value in system] if isinstance(system, list) else system


def signed_system(record: Mapping[str, Any]) -> str | None:
    """The system of a record as signatures name it: how it is called, and a digest of what it is and what it said.

    >>> record = {"system": {"kind": "function", "spec": "desk:answer", "workers": 4, "code": {"desk.py": "sha256:ab"}}}
    >>> signed_system(record)
    'function:desk:answer sha256:368d03a0eeda'
    """
    system = record.get("system")
    if not isinstance(system, dict):
        return None
    said = list(_dict(_dict(record.get("data")).get("answers")).values())  # recorded answers are no code, but differ
    made = hashlib.sha256(json.dumps([_asked(system), said], sort_keys=True).encode()).hexdigest()
    stages = system["stages"] if isinstance(system.get("stages"), list) else [system]
    return f"{' then '.join(map(_called, stages))} sha256:{made[:12]}"


def _called(system: Any) -> str:
    """The kind and what was written after it, on one line and not too long; a bar would end it in a signature."""
    named = ":".join(str(part) for part in (_dict(system).get("kind"), _dict(system).get("spec")) if part)
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in named).split()).replace("|", "¦")
    return text[:77] + "..." if len(text) > 80 else text or "unnamed"


def _dict(found: Any) -> dict[str, Any]:
    return found if isinstance(found, dict) else {}


def _change(was: Any, now: Any) -> str:
    """The first setting that differs."""
    if isinstance(was, dict) and isinstance(now, dict):
        name = next(name for name in {**now, **was} if was.get(name) != now.get(name))
        return f"{name} was {_short(was.get(name))}, now {_short(now.get(name))}"
    return f"was {_short(was)}, now {_short(now)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 100 else text[:97] + "..."


def _clear(run: Run) -> None:
    """Remove what a run is known to hold, and nothing else; its record stays until the new one takes its place."""
    (run.path / SUITE).unlink(missing_ok=True)
    (run.path / CAUSES).unlink(missing_ok=True)
    for file in run.path.glob("answers/part-*.parquet"):
        file.unlink()
    run.forget_judgements()
