"""A file of SQLite that somebody else is at while it is turned to a write-ahead log."""

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from murho.evaluator.storage import Storage
from murho.systems.services.cache import Cache
from murho.write_ahead import write_ahead


def open_cache(path: Path) -> None:
    with Cache(str(path)):
        pass


@pytest.mark.parametrize("open_it", [open_cache, Storage], ids=["cache", "evaluation"])
def test_who_opens_a_new_file_waits_for_who_is_at_it(tmp_path: Path, open_it: Callable[[Path], Any]) -> None:
    path = tmp_path / "new.sqlite"
    writing = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    writing.execute("BEGIN IMMEDIATE")
    later = threading.Timer(0.2, writing.execute, ["COMMIT"])
    later.start()
    open_it(path)
    later.join()
    assert writing.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    writing.close()


def test_waiting_comes_to_an_end(tmp_path: Path) -> None:
    path = tmp_path / "new.sqlite"
    writing, other = sqlite3.connect(path, isolation_level=None), sqlite3.connect(path)
    writing.execute("BEGIN IMMEDIATE")
    with pytest.raises(sqlite3.OperationalError, match="database is locked"):
        write_ahead(other, 0.05)
    other.close()
    writing.close()


def test_a_file_of_another_kind_is_not_waited_for(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("nothing of SQLite's, and long enough to be read as what it is\n" * 99)
    connection = sqlite3.connect(tmp_path / "text")
    with pytest.raises(sqlite3.DatabaseError, match="not a database"):
        write_ahead(connection, 60.0)
    connection.close()
