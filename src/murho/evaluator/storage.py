"""Where the evaluation of a run is kept: one SQLite file in the run's folder, written before a page says "saved".

A commit has reached the disk when it returns (write-ahead log, `synchronous=FULL`), so that a machine that loses power,
or a process that is killed, loses nothing that was told saved. Nothing is deleted: what a person takes back is marked.
Figures, references and files are read off these events; the run itself changes only when somebody adopts what people
wrote (`murho.evaluator.evaluation`).

>>> import tempfile, pathlib
>>> kept = Storage(pathlib.Path(tempfile.mkdtemp(), FILE))
>>> with kept.writing() as rows:
...     _ = rows.execute("INSERT INTO about VALUES ('suite', 'sha256:ab')")
>>> kept.about("suite"), kept.about("order")
('sha256:ab', None)
"""

import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from murho.core.errors import InputError
from murho.formats.saving import OutputError
from murho.store.belonging import EVALUATION
from murho.write_ahead import write_ahead

FILE = EVALUATION
_BUSY_SECONDS = 20.0
_TABLES = (
    """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID

CREATE TABLE people (number INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, owner INTEGER NOT NULL DEFAULT 0)

CREATE TABLE tokens (
    number INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES people, hash BLOB NOT NULL UNIQUE,
    revoked INTEGER NOT NULL DEFAULT 0
)

CREATE TABLE cases (
    place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, turn INTEGER NOT NULL UNIQUE, wanted INTEGER NOT NULL,
    repeated INTEGER NOT NULL, judged INTEGER NOT NULL DEFAULT 0
)

CREATE INDEX wanting ON cases (turn) WHERE judged < wanted

CREATE TABLE given (
    place INTEGER NOT NULL REFERENCES cases, person INTEGER NOT NULL REFERENCES people, round INTEGER NOT NULL,
    since REAL NOT NULL, active REAL NOT NULL, open INTEGER NOT NULL DEFAULT 1, skipped REAL, fields TEXT,
    PRIMARY KEY (place, person, round)
) WITHOUT ROWID

CREATE INDEX of_person ON given (person, open)

CREATE TABLE judgements (
    number INTEGER PRIMARY KEY, place INTEGER NOT NULL REFERENCES cases, person INTEGER NOT NULL REFERENCES people,
    round INTEGER NOT NULL, verdict TEXT, reference TEXT, cause TEXT, comment TEXT NOT NULL, seconds REAL,
    at REAL NOT NULL, fields TEXT, taken_back INTEGER NOT NULL DEFAULT 0
)

CREATE UNIQUE INDEX one_of_each ON judgements (place, person, round) WHERE NOT taken_back

CREATE INDEX by_person ON judgements (person, number)

CREATE TRIGGER counted AFTER INSERT ON judgements WHEN NEW.round = 0
BEGIN UPDATE cases SET judged = judged + 1 WHERE place = NEW.place; END

CREATE TRIGGER taken_back AFTER UPDATE OF taken_back ON judgements WHEN NEW.round = 0 AND NEW.taken_back
BEGIN UPDATE cases SET judged = judged - 1 WHERE place = NEW.place; END

CREATE TABLE adjudications (
    place INTEGER PRIMARY KEY REFERENCES cases, person INTEGER NOT NULL REFERENCES people,
    judgement INTEGER NOT NULL REFERENCES judgements, comment TEXT NOT NULL, at REAL NOT NULL
)
""",
    """
CREATE TABLE machine (place INTEGER PRIMARY KEY REFERENCES cases, loss REAL, failure TEXT)
""",
)
"""What each version of the file has more than the one before."""


_OF_THE_DISK = {
    sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_BUSY,
}  # fmt: skip


def _is_of_the_disk(error: sqlite3.OperationalError) -> bool:
    """Whether the file is in order, and cannot be written all the same; the low byte is the kind of error."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _OF_THE_DISK


class Storage:
    """The file, made where it is not there; one connection, which threads share by taking turns.

    Raises:
        InputError: it is no file of an evaluation, or one of a newer version.
        OutputError: it cannot be written.
    """

    def __init__(self, path: Path):
        self.path = path
        self._turn = threading.RLock()
        try:
            self._rows = sqlite3.connect(
                path, timeout=_BUSY_SECONDS, isolation_level=None, check_same_thread=False, cached_statements=64
            )
            self._rows.row_factory = sqlite3.Row
            write_ahead(self._rows, _BUSY_SECONDS)
            self._rows.execute("PRAGMA synchronous=FULL")
            self._rows.execute("PRAGMA foreign_keys=ON")
            self._make()
        except sqlite3.Error as error:
            if isinstance(error, sqlite3.OperationalError) and _is_of_the_disk(error):
                raise self._unwritable(error) from None
            todo = "restore it, or move it away and begin the evaluation anew"
            raise InputError(f"cannot be used ({error})", todo, path=str(path)) from None

    def _make(self) -> None:
        with self.writing() as rows:
            version = rows.execute("PRAGMA user_version").fetchone()[0]
            if not 0 <= version <= len(_TABLES):
                found, todo = (
                    f"is of version {version}, and this murho knows {len(_TABLES)}",
                    "use the murho that wrote it",
                )
                raise InputError(found, todo, path=str(self.path))
            for tables in _TABLES[version:]:
                for statement in tables.split("\n\n"):
                    rows.execute(statement)
            if version < len(_TABLES):
                rows.execute(f"PRAGMA user_version={len(_TABLES)}")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """A transaction: all of it is on the disk when it ends, or none where it is left by an error.

        Raises:
            OutputError: it cannot be written: the disk is full, or fails, or another program holds the file.
        """
        with self._turn:
            try:
                self._rows.execute("BEGIN IMMEDIATE")
                yield self._rows
                self._rows.execute("COMMIT")
            except BaseException as error:
                if self._rows.in_transaction:
                    self._rows.execute("ROLLBACK")
                if isinstance(error, sqlite3.OperationalError) and _is_of_the_disk(error):
                    raise self._unwritable(error) from None
                raise

    def _unwritable(self, error: sqlite3.OperationalError) -> OutputError:
        todo = "free some space, see that the file may be written to, and try again; what was told saved is kept"
        return OutputError(f"cannot be written ({error})", todo, path=str(self.path))

    def read(self, question: str, *values: Any) -> list[sqlite3.Row]:
        """The rows that answer a question in SQL."""
        with self._turn:
            return self._rows.execute(question, values).fetchall()

    def about(self, name: str) -> str | None:
        """A fact about the evaluation."""
        result = self.read("SELECT value FROM about WHERE name = ?", name)
        return result[0]["value"] if result else None

    def __del__(self) -> None:
        """A file that nobody holds any more is closed, also where it could not be used."""
        if hasattr(self, "_rows"):
            self._rows.close()

    def close(self) -> None:
        """Close the file."""
        with self._turn:
            self._rows.close()
