"""A small shop on which queries run."""

import sqlite3
from pathlib import Path

import pytest

SHOP = """
CREATE TABLE maker (id INTEGER PRIMARY KEY, name TEXT);
CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price REAL, maker_id INTEGER REFERENCES maker (id));
INSERT INTO maker VALUES (1, 'Alba'), (2, 'Brio'), (3, 'Cima');
INSERT INTO item VALUES (1, 'pen', 2, 1), (2, 'ink', 5, 1), (3, 'pad', 5, 2), (4, 'cap', NULL, 2), (5, 'pen', 9, NULL);
"""


@pytest.fixture
def duckdb_shop(tmp_path: Path) -> str:
    """The same, as a file of DuckDB's."""
    duckdb = pytest.importorskip("duckdb")
    path = tmp_path / "shop.duckdb"
    with duckdb.connect(str(path)) as connection:
        connection.execute(SHOP)
    return str(path)


@pytest.fixture
def shop(tmp_path: Path) -> str:
    path = tmp_path / "shop.sqlite"
    connection = sqlite3.connect(path)
    connection.executescript(SHOP)
    connection.close()
    return str(path)
