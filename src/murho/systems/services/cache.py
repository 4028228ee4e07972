"""Replies that were paid for once, by what was asked: a file of SQLite that runs, at the same time too, share.

A reply is found by a digest of all that was sent, without secrets, and of the number of the repetition; so another
model, prompt or address never finds it. It is kept as the text that came; what could not be read as an answer is not
kept, so that asking once more asks. Who asks claims the question first, so that of those who come to it at the same
time one pays and the others wait for what it is told.

>>> import tempfile
>>> with Cache(tempfile.mkdtemp()) as cache:
...     cache.keep("sha256:1", '{"answer": "hours"}', 0.25)
...     cache.find("sha256:1"), cache.find("sha256:2")
(('{"answer": "hours"}', 0.25), None)
>>> with Cache(tempfile.mkdtemp()) as cache:
...     one, other = Claim("sha256:3"), Claim("sha256:3")
...     cache.claim(one), cache.claim(other), cache.give_up(one), cache.claim(other)
(True, False, None, True)
"""

import hashlib
import json
import os
import sqlite3
import time
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self
from uuid import uuid4

from murho.core.errors import InputError, MurhoError
from murho.write_ahead import write_ahead

FILE = "replies.sqlite"
"""What it is called in a folder."""
_PATIENCE = 30.0
"""Seconds that one process waits for another."""
_TABLE = "CREATE TABLE IF NOT EXISTS replies (asked TEXT PRIMARY KEY, reply TEXT NOT NULL, seconds REAL NOT NULL)"


_TOO_LONG = 600.0
"""Seconds after which nobody believes that somebody else is still at a question, unless one reply may take longer."""
_MORE = 60.0
"""Seconds that whoever waits for a reply has beyond its time-out."""
_CLAIMS = (
    "CREATE TABLE IF NOT EXISTS claimed "
    "(asked TEXT PRIMARY KEY, by TEXT NOT NULL, since REAL NOT NULL, until REAL NOT NULL)"
)
_TAKE = "INSERT OR REPLACE INTO claimed VALUES (?, ?, ?, ?)"


@dataclass(frozen=True)
class Claim:
    """That somebody is about to ask something."""

    asked: str
    by: str = field(default_factory=lambda: f"{os.getpid()} {uuid4().hex}")
    """The process, and something of its own."""
    timeout: float = 0.0
    """Seconds that one reply may take; each time it is asked the question is claimed anew."""


class Cache:
    """Replies by what was asked, in the file or folder of that name; used inside `with`, by one thread.

    Raises:
        InputError: the file is none of SQLite's, or of another kind.
    """

    def __init__(self, path: str):
        self.path = os.path.join(path, FILE) if os.path.isdir(path) or path.endswith(os.sep) else path
        self._connection: sqlite3.Connection | None = None

    def __enter__(self) -> Self:
        try:
            os.makedirs(os.path.dirname(self.path) or ".", exist_ok=True)
            connection = sqlite3.connect(self.path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
        except (sqlite3.Error, OSError) as error:
            raise self._error(error) from None
        try:
            write_ahead(connection, _PATIENCE)
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(_TABLE)
            connection.execute(_CLAIMS)
            connection.execute("SELECT asked, reply, seconds FROM replies LIMIT 1").fetchall()
        except sqlite3.Error as error:
            connection.close()
            raise self._error(error) from None
        self._connection = connection
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._connection is not None:
            self._connection.close()
            self._connection = None

    def find(self, asked: str) -> tuple[str, float] | None:
        """The reply to a question and the seconds that it took."""
        (row,) = self._execute("SELECT reply, seconds FROM replies WHERE asked = ?", (asked,)) or (None,)
        return row

    def keep(self, asked: str, reply: str, seconds: float) -> None:
        """Keep a reply; the first one to a question stays."""
        self._execute("INSERT OR IGNORE INTO replies VALUES (?, ?, ?)", (asked, reply, seconds))

    def claim(self, claim: Claim) -> bool:
        """Whether the question may be asked: nobody else is at it, or who was has died, or takes too long."""
        self._execute("BEGIN IMMEDIATE")
        try:
            rows = self._execute("SELECT by, since, until FROM claimed WHERE asked = ?", (claim.asked,))
            free = not rows or rows[0][0] == claim.by or not _is_at_it(*rows[0])
            if free:
                now = time.time()
                self._execute(_TAKE, (claim.asked, claim.by, now, now + max(_TOO_LONG, claim.timeout + _MORE)))
            self._execute("COMMIT")
        except BaseException:
            self._take_back()
            raise
        return free

    def give_up(self, claim: Claim) -> None:
        """Let others ask what has not come to an answer, or find the one that was kept."""
        self._execute("DELETE FROM claimed WHERE asked = ? AND by = ?", (claim.asked, claim.by))

    def _take_back(self) -> None:
        """Leave a transaction that has failed, where SQLite has not left it by itself."""
        if self._connection is not None and self._connection.in_transaction:
            self._execute("ROLLBACK")

    def _execute(self, statement: str, values: tuple[Any, ...] = ()) -> list[Any]:
        assert self._connection is not None, "a cache is used inside `with`"
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeEncodeError) as error:
            raise self._error(error) from None

    def _error(self, error: Exception) -> MurhoError:
        return InputError(f"cannot be used as a cache ({error})", "name another file, or delete it", path=self.path)


def _is_at_it(by: str, since: float, until: float) -> bool:
    """Whether a process that claims a question is there; the file is never shared between machines (WAL)."""
    if not since <= time.time() < until:  # a clock that was set back says nothing
        return False
    if os.name != "posix":
        return True
    try:
        os.kill(int(by.partition(" ")[0]), 0)
    except ProcessLookupError:
        return False
    except OSError:  # it is somebody else's
        return True
    return True


def digest_of(url: str, body: Any, repetition: int = 1) -> str:
    """What a question is found by.

    >>> digest_of("http://a/", {"x": 1, "y": 2}) == digest_of("http://a/", {"y": 2, "x": 1})
    True
    >>> digest_of("http://a/", None) == digest_of("http://a/", None, repetition=2)
    False
    """
    told = json.dumps([url, body, repetition], sort_keys=True)
    return f"sha256:{hashlib.sha256(told.encode()).hexdigest()}"
