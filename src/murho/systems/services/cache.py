"""Replies that were paid for once, by what was asked: a file of SQLite that runs, at the same time too, share.

A reply is found by a digest of all that was sent, without secrets, and of the number of the repetition; so another
model, prompt or address never finds it. It is kept as the text that came; what could not be read as an answer is not
kept, so that asking once more asks.

>>> import tempfile
>>> with Cache(tempfile.mkdtemp()) as cache:
...     cache.keep("sha256:1", '{"answer": "hours"}', 0.25)
...     cache.find("sha256:1"), cache.find("sha256:2")
(('{"answer": "hours"}', 0.25), None)
"""

import hashlib
import json
import os
import sqlite3
from types import TracebackType
from typing import Any, Self

from murho.core.errors import InputError, MurhoError

FILE = "replies.sqlite"
"""What it is called in a folder."""
_PATIENCE = 30.0
"""Seconds that one process waits for another."""
_TABLE = "CREATE TABLE IF NOT EXISTS replies (asked TEXT PRIMARY KEY, reply TEXT NOT NULL, seconds REAL NOT NULL)"


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
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=NORMAL")
            connection.execute(_TABLE)
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

    def _execute(self, statement: str, values: tuple[Any, ...]) -> list[Any]:
        assert self._connection is not None, "a cache is used inside `with`"
        try:
            return self._connection.execute(statement, values).fetchall()
        except (sqlite3.Error, UnicodeEncodeError) as error:
            raise self._error(error) from None

    def _error(self, error: Exception) -> MurhoError:
        return InputError(f"cannot be used as a cache ({error})", "name another file, or delete it", path=self.path)


def digest_of(url: str, body: Any, repetition: int = 1) -> str:
    """What a question is found by.

    >>> digest_of("http://a/", {"x": 1, "y": 2}) == digest_of("http://a/", {"y": 2, "x": 1})
    True
    >>> digest_of("http://a/", None) == digest_of("http://a/", None, repetition=2)
    False
    """
    told = json.dumps([url, body, repetition], sort_keys=True)
    return f"sha256:{hashlib.sha256(told.encode()).hexdigest()}"
