"""SQLite's write-ahead log, turned on by several processes that open a new file at once."""

import sqlite3
import time

_PAUSE = 0.01
"""Seconds between two attempts."""


def write_ahead(connection: sqlite3.Connection, patience: float) -> None:
    """Give a file a write-ahead log, waiting so many seconds for who is at it.

    The time-out of the connection is not enough: SQLite does not wait where another process turns a new file to its
    log, or begins to write, in the same moment.

    >>> import pathlib, tempfile
    >>> connection = sqlite3.connect(pathlib.Path(tempfile.mkdtemp(), "new"))
    >>> write_ahead(connection, 1.0)
    >>> connection.execute("PRAGMA journal_mode").fetchone()
    ('wal',)

    Raises:
        sqlite3.Error: it is locked for longer than that, or no file of SQLite's.
    """
    until = time.monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            # the low byte is the kind of error, what stands above it the occasion
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise
        time.sleep(_PAUSE)
