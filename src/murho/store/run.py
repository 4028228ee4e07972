"""A run's folder: what was asked, what was answered, how it was judged.

    RUN/run.json                      settings, goal and domain, versions, digests, counts, figures, signature
    RUN/cases.parquet                 the suite as it was
    RUN/answers/part-00000-DIGEST.parquet   answers, some thousand at a time, named by their bytes, with the digest
                                      of the system that gave them and the places of their cases in the suite
    RUN/answers/journal-00001.jsonl   those that came after the last part, while the work goes on or where it was killed
    RUN/answers/partition-KEY-TOKEN.*       what workers of an engine have answered, until it becomes a part
    RUN/lease.json                    who is at work here
    RUN/seen.json                     what these files, and those that it was made of, were when it was finished
    RUN/causes.json                   causes of failure that items were tagged with, if any
    RUN/judgements/NAME/part-00000-DIGEST.parquet   judgements, part by part; one folder for each measure:
                                      `NAME/measure` tells which, when all is judged, and `NAME/files` what it read

Every file appears whole or not at all, so a run killed at any moment leaves finished parts, and `murho run` with the
same arguments goes on behind them. The record comes first and marks the folder as a run. Answers can be judged again
without running the system; judgements can be weighed, sliced and compared again without judging.

Parts are found by the places of their cases, so that a run of any size is gone through without being held (`suite`,
`parts`, `judged`). `cases`, `answers` and `judgements` are all of them at once.

Whoever goes through a run more than once, as a report does, takes a `snapshot` of it: which parts there are is looked
at once, so that no figure is of one moment and the next of another while somebody else writes to the run.
"""

import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from murho.core import answered_by
from murho.core.case import Answers, Cases, join
from murho.core.columns import joined_columns
from murho.core.errors import ChangedError, InputError, MurhoError, UsageError
from murho.core.judgement import Judgements
from murho.core.spelling import argument
from murho.formats import parquet
from murho.formats.digest import ABSENT, digest
from murho.formats.join import join_answers, take_answers
from murho.formats.row_groups import RowGroups
from murho.formats.saving import changing, writing
from murho.store.journal import Entry, read_journal
from murho.store.judging import Judging, name_by_digest
from murho.store.lease import LEASE, held
from murho.store.parts import AnswerParts, JudgedParts, Part, Places, written_places
from murho.store.seen import SEEN
from murho.store.suite import GROUP, Suite
from murho.systems.interface import gather

RECORD = "run.json"
SUITE = "cases.parquet"
CAUSES = "causes.json"
RECORD_VERSION = 2
"""The version of run.json; since 2 it has `systems`, and no file is called `code`."""
_READABLE = (1, RECORD_VERSION)
_SETTINGS = {"measures": list, "weight": str, "missing": str, "level": float, "method": str, "seed": int}
"""What a record says of how its figures are made, and the types."""
_WHOLE = (RECORD, SUITE, CAUSES, "answers/part-[0-9]*.parquet", "judgements/*/[!.]*")
"""Files that appear whole or not at all."""
_JOURNALS = ("answers/journal-*.jsonl", "answers/partition-*.jsonl")
"""Files to which lines are added."""
_LOOKS = 20
"""How often a run is looked at before it is given up to find it twice alike: it changes every some seconds at most."""
_SECTIONS = ("about", "data", "system", "versions", "counts", "digests", "figures")
"""What else a record says, if it does, each an object."""

Value = TypeVar("Value")
State = tuple[int, ...]
"""What tells a file from the one that takes its place; nothing where there is none."""


class Signed(NamedTuple):
    """What signatures say of who answered what."""

    system: str | None
    """How the system is called, and a digest of it; of a file of answers its digest."""
    data: str | None
    """The digest of the cases, shortened."""


@dataclass(frozen=True)
class Run:
    """The folder of one run."""

    path: Path
    _cache: dict[str, tuple[Any, Any]] = field(default_factory=dict, repr=False, compare=False)
    """What was read, with the state of the files it was read from."""
    _found: Mapping[Path, State] | None = field(default=None, repr=False, compare=False)
    """Of a snapshot: the files there were, each with its state; of a journal nothing, since it grows."""
    _snapshot_of: "Run | None" = field(default=None, repr=False, compare=False)
    """Held, since a folder that nobody named goes with its run."""

    def snapshot(self) -> "Run":
        """This run as it is now: what is read of it later is of the same parts, whoever writes to it meanwhile.

        Nothing is copied. What is small is read at once; a part that is gone or another one when it is wanted is
        `ChangedError`, and so is a run that is never twice the same.
        """
        for _ in range(_LOOKS):
            found = {file: _state(file) for pattern in _WHOLE for file in self.path.glob(pattern)}
            journals = dict.fromkeys((file for pattern in _JOURNALS for file in self.path.glob(pattern)), ())
            state, record = self._cache.get("record", (None, None))
            known = {"record": (state, record)} if state == [found.get(self.path / RECORD)] else {}
            seen = replace(self, _cache=known, _found={**found, **journals}, _snapshot_of=self)
            try:
                seen.record, seen.causes(), seen.measures(), seen.journal()
            except (FileNotFoundError, ChangedError):
                continue
            if found == {file: _state(file) for pattern in _WHOLE for file in self.path.glob(pattern)}:
                return seen
        raise ChangedError(self.path)

    def _files(self, pattern: str) -> list[Path]:
        """The files of this pattern that are there, or were."""
        if self._found is None:
            return sorted(self.path.glob(pattern))
        return self._kept(pattern, lambda: sorted(file for file in self._found or () if file.match(pattern)))

    def _has(self, file: Path) -> bool:
        """Whether a file is there, or was."""
        return file.exists() if self._found is None else file in self._found

    def _kept(self, name: str, read: Callable[[], Value]) -> Value:
        """What `read` gives, in a snapshot what it gave first."""
        if self._found is None:
            return read()
        if name not in self._cache:
            self._cache[name] = None, read()
        return self._cache[name][1]  # type: ignore[no-any-return]

    @property
    def record(self) -> dict[str, Any]:
        """What run.json says.

        Raises:
            InputError: it is missing, broken, or of another version of the schema.
        """
        return self._cached("record", [self.path / RECORD], self._read_record)

    def _cached(self, name: str, files: Sequence[Path], read: Callable[[], Value]) -> Value:
        """What `read` gives; read again only where one of the files is another one now, and in a snapshot never.

        Raises:
            ChangedError: in a snapshot, one of them is another one than it was.
        """
        if self._found is not None:
            return self._kept(name, lambda: self._read_as_found(files, read))
        state = [_state(file) for file in files]
        if name not in self._cache or self._cache[name][0] != state:
            self._cache[name] = state, read()
        return self._cache[name][1]  # type: ignore[no-any-return]

    def _read_as_found(self, files: Sequence[Path], read: Callable[[], Value]) -> Value:
        try:
            value = read()
        except InputError:
            if any(map(self._is_another, files)):  # what is wrong with it is that it is another one
                raise ChangedError(self.path) from None
            raise
        if any(map(self._is_another, files)):
            raise ChangedError(self.path)
        return value

    def _is_another(self, file: Path) -> bool:
        """Whether a file, but a journal, is not the one that was found; one that was only touched is."""
        if file.suffix == ".jsonl" or _state(file) == (self._found or {}).get(file, ()):
            return False
        known = self.suite_digest if file.name == SUITE else _digest_in(file)
        return known is None or not file.exists() or known not in digest(file)

    def _read_record(self) -> dict[str, Any]:
        file = self.path / RECORD
        try:
            record = json.loads(file.read_bytes())
        except (FileNotFoundError, NotADirectoryError):
            raise InputError("no run here", f"name a folder that holds a {RECORD}", path=str(self.path)) from None
        except (OSError, ValueError, RecursionError) as error:
            raise InputError(f"cannot be read ({error})", "restore it, or run anew", path=str(file)) from None
        version = record.get("schema_version") if isinstance(record, dict) else None
        if version not in _READABLE:
            known = " and ".join(map(str, _READABLE))
            wanted = f"this murho reads schema_version {known}; use the one that wrote it, or run anew"
            raise InputError(f"schema_version is {version!r}", wanted, path=str(file))
        settings = record.get("settings")
        for name, kind in _SETTINGS.items():
            if not isinstance(settings, dict) or not isinstance(settings.get(name), kind):
                raise InputError(f"lacks the setting {name!r}", "restore it, or run anew", path=str(file))
        if not _is_list_of_text(settings["measures"]):
            raise InputError("its measures are no texts", "restore it, or run anew", path=str(file))
        for name in _SECTIONS:
            if not isinstance(record.get(name, {}), dict):
                raise InputError(f"{name!r} is no object", "restore it, or run anew", path=str(file))
        return record  # type: ignore[no-any-return]

    def write_record(self, record: Mapping[str, Any]) -> None:
        """Replace run.json, whole or not at all."""
        with writing(str(self.path / RECORD)) as file:
            version = {"schema_version": RECORD_VERSION}
            file.write(_encoded({**version, **record, **version}, indent=2) + b"\n")

    @property
    def signed(self) -> Signed:
        """The run as signatures name it."""
        data = _as_dict(self.record.get("data")).get("digest")
        return Signed(signed_system(self.record), data[:19] if isinstance(data, str) and data else None)

    def cases(self) -> Cases:
        """The whole suite; causes of failure that items were tagged with are its feature `cause`."""
        return self._cached("cases", [self.path / SUITE, self.path / CAUSES], self._read_cases)

    def _read_cases(self) -> Cases:
        todo = self._refuse_another_suite()
        batches = _read(self.path / SUITE, lambda path: list(parquet.read_cases(path, saved=True)), todo)
        suite = join(batches or [Cases([], [], [])])
        tags = self.causes()
        return suite.with_feature("cause", [tags.get(name) for name in suite.ids]) if tags else suite

    def suite(self) -> Suite:
        """The suite, of which only what is looked at is read; causes of failure are its feature `cause`."""
        return self._cached("suite", [self.path / SUITE, self.path / CAUSES], self._open_suite)

    def _open_suite(self) -> Suite:
        todo = self._refuse_another_suite()
        return Suite(_read(self.path / SUITE, partial(_row_groups, known=self.suite_digest), todo), self.causes())

    def _refuse_another_suite(self) -> str:
        todo = f"restore it, or begin anew with {argument('overwrite', True)}"
        if self.record and not (self.path / SUITE).exists():
            raise InputError("no such file, which holds the cases of the run", todo, path=str(self.path / SUITE))
        _refuse_damaged(self.path / SUITE, self.suite_digest, todo)
        return todo

    def as_asked(self, cases: Cases) -> Cases:
        """Cases of its suite as a system is asked them: files that they name lie beside the suite that was read."""
        path = _as_dict(self.record.get("data")).get("cases")
        return replace(cases, path=path if isinstance(path, str) else None, lines=None)

    @property
    def suite_digest(self) -> str | None:
        """Of the suite's file; None in a run of an older version."""
        return self.record.get("digests", {}).get(SUITE)  # type: ignore[no-any-return]

    def causes(self) -> dict[str, list[str]]:
        """The causes that items are tagged with, by id."""
        return self._kept("causes", self._read_causes)

    def _read_causes(self) -> dict[str, list[str]]:
        file = self.path / CAUSES
        if not file.exists():
            return {}
        tags, todo = _decoded(file), "restore it, or delete it and tag again with `murho judge RUN --causes FILE`"
        if not isinstance(tags, dict) or not all(map(_is_list_of_text, tags.values())):
            raise InputError("cannot be read as causes of failure, by id", todo, path=str(file))
        return tags

    def tag(self, causes: Mapping[str, list[str]]) -> None:
        """Tag items with causes of failure; an item that is named again gets the new ones."""
        with writing(str(self.path / CAUSES)) as file:
            file.write(_encoded({**self.causes(), **causes}, indent=1))

    def answers(self) -> Answers:
        """All answers given so far, in the order in which they came; of a case that was asked again the last.

        Those in the journal are among them: of a run that was killed, what came after its last part.
        """
        files = self.parts_of_answers()
        journals = self.journal_files()
        return self._cached("answers", [*files, *journals], lambda: self.answers_of(files, self.journal()))

    def answers_of(self, files: Sequence[Path], later: Sequence[Entry] = ()) -> Answers:
        """The answers in these parts, in their order, and later ones; of a case that was asked again the last."""
        parts = [part for file in files for part in _read_part(file)]
        if entries := [entry for entry in later if entry.stage is None]:
            parts.append(_journalled(entries))

        def column(attribute: str) -> list[Any]:
            return [v for part in parts for v in (getattr(part, attribute) or [None] * len(part))]

        answers = Answers(
            column("ids"),
            column("answers"),
            column("seconds"),
            column("failures"),
            joined_columns((part.extras, len(part)) for part in parts),
            path=str(self.path / "answers"),
        )
        last = {name: row for row, name in enumerate(answers.ids)}
        return answers if len(last) == len(answers) else take_answers(answers, sorted(last.values()))

    def parts(self) -> AnswerParts:
        """All answers given so far, found by the places of their cases; those in the journal are among them."""
        files = self.parts_of_answers()
        journals = self.journal_files()
        return self._cached("parts", [self.path / SUITE, *files, *journals], lambda: self._open_parts(files))

    def _open_parts(self, files: Sequence[Path]) -> AnswerParts:
        row_of = _Places(self.suite())
        parts = []
        for file in files:
            _refuse_damaged(file, _digest_in(file), ASKED_AGAIN)
            about = _read(file, parquet.about, ASKED_AGAIN)
            # Places are those in the suite as it was; where it is another one since, ids tell.
            known = about.get("places") if about.get("suite") == self.suite_digest else None
            places = row_of.of(self.answers_of([file]).ids) if known is None else known
            parts.append(Part(places, partial(self._as_listed, file, _all_of)))
        if later := [entry for entry in self.journal() if entry.stage is None]:
            answers = _journalled(later)
            parts.append(Part(row_of.of(answers.ids), lambda: answers))
        return AnswerParts(parts, len(self.suite()))

    def add_answers(self, *part: Answers, system: str | None = None, places: Places | None = None) -> None:
        """Write one more part, of the system that has this digest; `places` are those of the cases in the suite.

        It is there for good when this returns, and the journal of its answers goes.
        """
        folder = self.path / "answers"
        with changing(folder):
            folder.mkdir(exist_ok=True)
        journal, number = self.journal_file, self.next_part
        written = folder / f"part-{number:05}.parquet"
        about = {} if system is None else {"system": system}
        if places is not None and self.suite_digest is not None:
            about |= {"places": written_places(places), "suite": self.suite_digest}
        parquet.write_answers(str(written), part, about, rows=GROUP)
        name_by_digest(written)
        journal.unlink(missing_ok=True)

    def systems(self) -> list[dict[str, Any]]:
        """The systems that gave the answers, as the record has them, each with `parts` and `cases` that it answered.

        Of a case that was asked again the last counts.
        """
        entries = answered_by.of_record(self.record)
        known = [entry.get("digest") for entry in entries]
        of_part = [
            _read(file, parquet.about, ASKED_AGAIN).get("system", known[0] if known else None)
            for file in self.parts_of_answers()
        ]
        cases: Counter[str | None] = Counter()
        for system, answered in zip(of_part, self.parts().counts, strict=False):  # what is in a journal comes last
            cases[system] += answered
        return [
            {**entry, "cases": cases[system], "parts": of_part.count(system)}
            for entry, system in zip(entries, known, strict=True)
        ]

    @property
    def next_part(self) -> int:
        """The number of the part that is written next."""
        return max(map(number_of, self.parts_of_answers()), default=-1) + 1

    @property
    def journal_file(self) -> Path:
        """Where answers are kept until the next part is written."""
        return self.path / "answers" / f"journal-{self.next_part:05}.jsonl"

    def journal(self) -> list[Entry]:
        """The answers, and those of the stages of a chain, that came after the last part; each once."""
        return self._kept("journal", self._read_journals)

    def _read_journals(self) -> list[Entry]:
        entries = (entry for file in self.journal_files() for entry in read_journal(file))
        return list({(entry.stage, entry.id): entry for entry in entries}.values())

    def journal_files(self) -> list[Path]:
        """The journals that hold what came after the last part: of this process, of workers of an engine."""
        own = [file for file in (self.journal_file,) if self._has(file)]
        return [*own, *self._files("answers/partition-*.jsonl")]

    def staged(self) -> list[Path]:
        """What workers of an engine have written that is no part yet (`murho.store.staging`)."""
        return sorted((self.path / "answers").glob("partition-*.parquet"))

    def parts_of_answers(self) -> list[Path]:
        """The files that hold the answers."""
        return self._files("answers/part-[0-9]*.parquet")

    def judging(self, measure: str, files: Mapping[str, str] | None = None) -> Judging:
        """What takes the judgements of a measure, and the digests of the files it read; older ones are replaced."""
        return Judging(self._judgements_folder(measure), measure, dict(files or {}), self.suite_digest)

    def write_judgements(
        self, measure: str, places: Places, judgements: Judgements, files: Mapping[str, str] | None = None
    ) -> None:
        """Keep the judgements of the cases at these places; what the measure judged before is replaced."""
        judging = self.judging(measure, files)
        judging.add(places, judgements)
        judging.close()

    def judged(self, measure: str, files: Mapping[str, str] | None = None) -> JudgedParts | None:
        """The rows of a measure, found by the places of their cases, or None if it has not judged this run.

        None, too, if one of its `files`, given with digests, is another now than when it judged; one that is no longer
        there says nothing.
        """
        return self._kept(f"judged {measure}", lambda: self._judged(measure, files))

    def _judged(self, measure: str, files: Mapping[str, str] | None) -> JudgedParts | None:
        folder = self._judgements_folder(measure)
        parts = self._files(f"judgements/{folder.name}/part-[0-9]*.parquet")
        if not parts or not self._has(folder / "measure") or self._is_stale(measure, files or {}):
            return None
        name = f"judgements {measure}"
        return self._cached(name, [self.path / SUITE, *parts], lambda: JudgedParts(map(self._judged_part, parts)))

    def _judged_part(self, file: Path) -> Part[Judgements]:
        _refuse_damaged(file, _digest_in(file), JUDGED_AGAIN)
        about = _read(file, parquet.about, JUDGED_AGAIN)
        if "places" not in about:  # of an older version
            rows = self._judged_by_id(file)
            return Part(np.unique(rows.case), lambda: rows)
        if None not in (self.suite_digest, about.get("suite")) and about["suite"] != self.suite_digest:
            raise InputError("judges cases of another run", JUDGED_AGAIN, path=str(file))
        return Part(about["places"], partial(self._as_listed, file, lambda file: read_judged(file).rows))

    def _as_listed(self, file: Path, read: Callable[[Path], Value]) -> Value:
        """What is in a part, which in a snapshot is the one that was there."""
        return self._read_as_found([file], lambda: read(file)) if self._found is not None else read(file)

    def _judged_by_id(self, file: Path) -> Judgements:
        rows, ids, _ = read_judged(file)
        places = self.suite().places_of(ids or ())
        if unknown := [name for name in ids or () if name not in places]:
            raise InputError(f"judges {unknown[0]!r}, which is no case of this run", JUDGED_AGAIN, path=str(file))
        rows = replace(rows, case=np.array([places[name] for name in ids or ()], np.int64))
        return rows.take(np.argsort(rows.case, kind="stable"))

    def judgements(self, measure: str, cases: Cases, files: Mapping[str, str] | None = None) -> Judgements | None:
        """The rows of a measure in the order of these cases of the suite, or None as with `judged`."""
        judged = self.judged(measure, files)
        rows = None if judged is None else judged.all()
        if rows is None:
            return None
        if len(cases) == len(self.suite()) and (cases.places is None or cases.places == range(len(cases))):
            return rows  # all of them are wanted, as they are; a copy would take as much again
        return rows.of_cases(np.asarray(range(len(cases)) if cases.places is None else cases.places, np.int64))

    def _is_stale(self, measure: str, files: Mapping[str, str]) -> bool:
        """Whether one of these files, given with digests, is another now than when the measure judged."""
        digests_file = self._judgements_folder(measure) / "files"
        read = _decoded(digests_file) if files and digests_file.exists() else {}
        if not isinstance(read, dict):  # damaged: the rows may be of any files
            return True
        return any(digest not in (ABSENT, read.get(file)) for file, digest in files.items())

    def forget_judgements(self) -> None:
        """Remove the judgements of all measures, for answers that are about to change."""
        # First what tells that a measure has judged: killed half-way, the rest must not be taken for all of it.
        for pattern in ("judgements/*/measure", "judgements/*/part-*.parquet", "judgements/*/files"):
            for file in self.path.glob(pattern):
                file.unlink()

    def measures(self) -> list[str]:
        """The measures that have judged this run."""
        return self._kept("measures", lambda: [_name_in(file) for file in self._files("judgements/*/measure")])

    def _judgements_folder(self, measure: str) -> Path:
        """Where the judgements of a measure are kept."""
        # Readable as far as it goes, and unique by the digest: a notation can be of any length, and hold any sign.
        tag = "".join(sign if sign.isalnum() else "-" for sign in measure).strip("-")[:40]
        return self.path / "judgements" / f"{tag}-{hashlib.sha256(measure.encode()).hexdigest()[:8]}"


def _state(file: Path) -> State:
    """What tells that a file is another one: every file of a run is replaced as a whole."""
    try:
        status = file.stat()
    except OSError:
        return ()
    return status.st_ino, status.st_mtime_ns, status.st_size


def _encoded(value: Any, indent: int) -> bytes:
    """JSON as people read it; what UTF-8 cannot say, such as a byte in the name of a file, as JSON escapes it."""
    return json.dumps(value, indent=indent, ensure_ascii=False).encode(errors="backslashreplace")


def _decoded(file: Path) -> Any:
    """What the JSON in a file says; None, which murho never writes, where it is damaged."""
    try:
        return json.loads(file.read_bytes())
    except (ValueError, RecursionError):
        return None


def _is_list_of_text(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _name_in(file: Path) -> str:
    """The notation of the measure that a file in its folder names."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        todo = "delete its folder, and `murho judge` makes it anew"
        raise InputError("names no measure", todo, path=str(file)) from None


def _read(file: Path, read: Callable[[str], Value], todo: str) -> Value:
    """Read a file of a run; where that fails, say what to do about it in a run."""
    try:
        return read(str(file))
    except ChangedError:
        raise
    except InputError as error:
        if not file.exists():  # it was listed, or looked for, just now
            raise ChangedError(_run_of(file)) from None
        raise InputError(error.found, todo, path=str(file), line=error.line) from None


def _run_of(file: Path) -> Path:
    """The folder of the run that a file belongs to: the suite stands in it, parts one or two folders below."""
    return file.parent if file.name == SUITE else file.parents[1 if file.parent.name == "answers" else 2]


def _row_groups(path: str, known: str | None) -> RowGroups:
    return RowGroups(path, known, str(_run_of(Path(path))))


ASKED_AGAIN = "delete it, and the same `murho run` asks again for what it held"
"""What to do about a part of the answers that is damaged."""


JUDGED_AGAIN = "delete it, and `murho judge` makes it anew"
"""What to do about judgements that are damaged."""


def _read_part(file: Path) -> list[Answers]:
    """The answers of a part.

    Raises:
        InputError: it cannot be read, or is not what was written.
    """
    _refuse_damaged(file, _digest_in(file), ASKED_AGAIN)
    return _read(file, lambda path: list(parquet.read_answers(path)), ASKED_AGAIN)


def read_judged(file: Path) -> parquet.SavedJudgements:
    """The judgements of a part.

    Raises:
        InputError: it cannot be read, or is not what was written.
    """
    _refuse_damaged(file, _digest_in(file), JUDGED_AGAIN)
    return _read(file, parquet.read_judgements, JUDGED_AGAIN)


def _refuse_damaged(file: Path, recorded: str | None, todo: str) -> None:
    """Raise InputError if a file is there and not the one of which this is (a part of) the digest."""
    if recorded is not None and file.exists() and recorded not in digest(file):
        raise InputError("its bytes are not those that were written", todo, path=str(file))


def _digest_in(part: Path) -> str | None:
    """The digest that the name of a part bears; parts that older versions wrote bear none."""
    return next(iter(part.stem.split("-")[2:]), None)


def _all_of(file: Path) -> Answers:
    """The answers of a part, of which only what is looked at is read.

    It is opened by who looks: what tells where its columns stand takes 100 KB, and a run has thousands of parts.
    """
    groups = _read(file, partial(_row_groups, known=_digest_in(file)), ASKED_AGAIN)
    return join_answers([groups.answers(number) for number in range(len(groups.starts) - 1)] or [Answers([], [])])


def _journalled(entries: Sequence[Entry]) -> Answers:
    """The answers of a journal."""
    ids = [entry.id for entry in entries]
    numbered = [entry.answer._replace(position=position) for position, entry in enumerate(entries)]
    return gather(Cases(ids, [""] * len(ids), [()] * len(ids)), numbered)


class _Places:
    """Where cases stand in a suite, for parts that know their ids only: -1 for what is no case."""

    def __init__(self, suite: Suite):
        self._suite = suite
        self._place: dict[str, int] | None = None

    def of(self, ids: Sequence[str]) -> Places:
        """The places (ids,)."""
        if self._place is None:
            self._place = {}
            for cases in self._suite.batches():
                self._place.update(zip(cases.ids, cases.places or (), strict=True))
        return np.array([self._place.get(name, -1) for name in ids], np.int64)


def number_of(part: Path) -> int:
    """The number of a part of the answers."""
    return int(part.stem.split("-")[1])


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
    try:
        with held(Path(path)):
            yield
    finally:
        with suppress(OSError):
            os.rmdir(path)  # where nothing came of it; a folder that holds something stays


def begin(
    path: str | os.PathLike[str],
    record: Mapping[str, Any],
    cases: Iterable[Cases],
    *,
    overwrite: bool = False,
    accept_changed: bool = False,
) -> Run:
    """A new run, or the one that was begun in this folder with the same cases and the same system.

    The cases are read for a new run only, and before anything of an older one is removed. A run that has no answer yet
    is begun anew: nothing is lost. With `accept_changed` it goes on with another system, too, which the record says.

    Raises:
        UsageError: the folder holds another run, or something else.
    """
    run = Run(Path(path))
    if not (run.path / RECORD).exists():
        if run.path.is_dir() and not all(_is_leftover(file) for file in run.path.iterdir()):
            raise UsageError(f"{path}: not empty, and not a run; name a new folder")
    elif (run.parts_of_answers() or run.journal_files() or run.staged()) and not overwrite:
        _refuse_another(run, record, accept_changed=accept_changed)
        if (run.path / SUITE).exists():
            return run
    run.path.mkdir(parents=True, exist_ok=True)
    new = run.path / f".{SUITE}.part"
    try:
        parquet.write_cases(str(new), cases, rows=GROUP)
        if overwrite:
            _clear(run)
        run.write_record(record)  # first, for it marks the folder as a run, whatever happens next
        with changing(run.path / SUITE):
            os.replace(new, run.path / SUITE)
    finally:
        new.unlink(missing_ok=True)
    run.write_record({**record, "digests": {SUITE: digest(run.path / SUITE)}})
    return run


def _is_leftover(file: Path) -> bool:
    """The lease, or something that was being written when murho was killed."""
    return file.name == LEASE or (file.name.startswith(".") and file.name.endswith(".part"))


def _refuse_another(run: Run, record: Mapping[str, Any], *, accept_changed: bool) -> None:
    """Refuse to go on with a run of other cases, or of another system unless that is accepted."""
    from murho.systems import identity

    # As it would be read back, where a tuple is a list.
    was, now = run.record, json.loads(json.dumps(record))
    data = _asked_of(was.get("data")), _asked_of(now.get("data"))
    todo = f"choose another folder, or begin anew with {argument('overwrite', True)}"
    if data[0] != data[1]:
        raise UsageError(f"{run.path}: holds a run with another data ({identity.settings_change(*data)}); {todo}")
    if not accept_changed and (change := identity.change(was, now)):
        raise UsageError(
            f"{run.path}: holds a run with another system ({change}); "
            f"go on all the same with {argument('accept_changed', True)}, {todo}"
        )


def _asked_of(data: Any) -> Any:
    """What a record says of its data, without where it lies: its digest tells what it is."""
    if not isinstance(data, dict) or not str(data.get("digest")).startswith("sha256:"):
        return data
    return {name: value for name, value in data.items() if name != "cases"}


def go_on_with(run: Run, record: Mapping[str, Any]) -> None:
    """Write down that the next answers are of a system that has not answered in this run, if that is so."""
    from murho.systems import identity

    was = run.record
    before, now = answered_by.of_record(was), answered_by.of_record(json.loads(json.dumps(record)))
    if not now or now[-1]["digest"] in [entry.get("digest") for entry in before]:
        return
    accepted = {"accepted": True} if identity.change(was, record) else {}
    run.write_record({**was, "system": record.get("system"), "systems": [*before, {**now[-1], **accepted}]})


def signed_system(record: Mapping[str, Any]) -> str | None:
    """The system of a record as signatures name it: how it is called, and a digest of what it is and what it said.

    >>> record = {"system": {"kind": "function", "spec": "desk:answer", "workers": 4, "code": {"desk.py": "sha256:ab"}}}
    >>> signed_system(record)
    'function:desk:answer sha256:368d03a0eeda'
    """
    system = record.get("system")
    if not isinstance(system, dict):
        return None
    # Recorded answers are no code, but differ.
    recorded = list(_as_dict(_as_dict(record.get("data")).get("answers")).values())
    entries = record["systems"] if isinstance(record.get("systems"), list) else []
    told: list[Any] = [_without_how(system), recorded]
    if any(_as_dict(entry).get("digest") and (len(entries) > 1 or _as_dict(entry).get("files")) for entry in entries):
        # Of version 1 there is no digest, but the little that was known of the system.
        known = [(one.get("digest"), one.get("spec"), one.get("files")) for one in map(_as_dict, entries)]
        told = [[digest or [spec, files] for digest, spec, files in known], recorded]
        told += [edited for entry in entries if (edited := _as_dict(entry).get("edited"))]
    digest = hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()
    stages = system["stages"] if isinstance(system.get("stages"), list) else [system]
    return f"{' then '.join(map(_short_name, stages))} sha256:{digest[:12]}"


def _without_how(system: Any) -> Any:
    """What a system says of itself without the settings that say how it is asked, at any depth."""
    if isinstance(system, dict):
        return {name: _without_how(value) for name, value in system.items() if name not in answered_by.HOW}
    return [_without_how(value) for value in system] if isinstance(system, list) else system


def _short_name(system: Any) -> str:
    """The kind and what was written after it, on one line and not too long; a bar would end it in a signature."""
    named = ":".join(str(part) for part in (_as_dict(system).get("kind"), _as_dict(system).get("spec")) if part)
    text = " ".join("".join(sign if sign.isprintable() else " " for sign in named).split()).replace("|", "¦")
    return text[:77] + "..." if len(text) > 80 else text or "unnamed"


def _as_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _clear(run: Run) -> None:
    """Remove what a run is known to hold, and nothing else; its record stays until the new one takes its place."""
    (run.path / SUITE).unlink(missing_ok=True)
    (run.path / CAUSES).unlink(missing_ok=True)
    (run.path / SEEN).unlink(missing_ok=True)
    for pattern in ("answers/part-*.parquet", "answers/partition-*", "answers/journal-*.jsonl"):
        for file in run.path.glob(pattern):
            file.unlink()
    run.forget_judgements()
