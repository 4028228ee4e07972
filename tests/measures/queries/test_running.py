"""Hostile queries: each is stopped, says why, and the next one runs."""

import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

import pytest

from murho.measures.queries.running import Bounds, Failed, Instance, Runner, Schema, Table

ENDLESS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT max(i) FROM n"
ROWS = "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 1000000000) SELECT i FROM n"
JOINED = "SELECT count(*) FROM " + ", ".join(f"item AS i{n}" for n in range(20))
WIDE = f"SELECT replace(hex(zeroblob({3 << 19})), '0', '0123456789')"
HOSTILE = {
    "endless recursion": (ENDLESS, "time"),
    "a product of twenty tables": (JOINED, "time"),
    "a billion rows": (ROWS, "rows"),
    "a gigabyte of zeros": ("SELECT length(zeroblob(1000000000))", "memory"),
    "a text that grows": (WIDE, "memory"),
    "another file": ("ATTACH DATABASE '{folder}/other.sqlite' AS other", "refused"),
    "a copy of the file": ("VACUUM INTO '{folder}/other.sqlite'", "refused"),
    "an extension": ("SELECT load_extension('/lib/evil.so')", "refused"),
    "a file that is read": ("SELECT readfile('/etc/passwd')", "query"),
    "a setting": ("PRAGMA writable_schema = 1", "refused"),
    "a setting as a table": ("SELECT * FROM pragma_database_list", "refused"),
    "a table that is made": ("CREATE TEMP TABLE t AS SELECT 1", "refused"),
    "a table that goes": ("DROP TABLE item", "refused"),
    "rows that are written": ("INSERT INTO item SELECT * FROM item", "refused"),
    "rows that come back": ("DELETE FROM item RETURNING id", "refused"),
    "two statements": ("SELECT 1; DELETE FROM item", "refused"),
    "nothing": ("", "refused"),
    "no query": ("select from where", "query"),
    "a column that is not there": ("SELECT colour FROM item", "query"),
    "a deep nest": ("SELECT " + "(" * 5000 + "1" + ")" * 5000, "query"),
    "half a character": ("SELECT '\ud800'", "query"),
    "an end in the middle": ("SELECT 1 \0", "refused"),
}


@pytest.mark.parametrize(("query", "kind"), HOSTILE.values(), ids=list(HOSTILE))
def test_a_hostile_query_is_stopped_and_the_next_one_runs(query: str, kind: str, shop: str, tmp_path: Path) -> None:
    before = Path(shop).read_bytes()
    seconds = 1.0 if kind == "time" else 30
    with Runner(Bounds(seconds=seconds, rows=1000, memory=64)) as runner:
        found = runner.run(shop, query.replace("{folder}", str(tmp_path)))
        assert isinstance(found, Failed), found
        assert found.kind == kind, found
        assert runner.run(shop, "SELECT count(*) FROM item") == Table(1, [[5]])
    assert Path(shop).read_bytes() == before
    assert [path.name for path in tmp_path.iterdir()] == ["shop.sqlite"]


def test_a_gigabyte_of_text_is_never_made(shop: str) -> None:
    with Runner(Bounds(memory=64)) as runner:
        # SQLite's printf gives NULL where the text would be too long.
        assert runner.run(shop, "SELECT printf('%1000000000d', 1)") == Table(1, [[None]])


def test_what_a_json_text_holds_can_be_read(shop: str) -> None:
    made = Instance(["CREATE TABLE item (id)"], {"item": [[7], [8]]})
    with Runner() as runner:
        assert runner.run(shop, "SELECT value FROM json_each('[1,2]')") == Table(1, [[1], [2]])
        assert runner.run(made, "SELECT count(*) FROM item, json_tree('[1,2]')") == Table(1, [[6]])


def test_a_child_that_dies_is_replaced(shop: str) -> None:
    made = Instance(["CREATE TABLE item (id)"], {"item": [[7], [8]]})
    with Runner() as runner:
        assert runner.run(made, "SELECT id FROM item") == Table(1, [[7], [8]])
        child = runner._process
        assert child is not None
        child.kill()
        child.wait()
        assert isinstance(runner.run(shop, "SELECT 1"), Failed)
        assert runner.run(made, "SELECT max(id) FROM item") == Table(1, [[8]])
        assert runner._process is not child


def test_what_does_not_look_at_the_clock_is_ended(shop: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("murho.measures.queries.running._GRACE", -0.2)  # the child's own clock comes too late
    with Runner(Bounds(seconds=3)) as runner:
        assert isinstance(runner.run(shop, "SELECT 1"), Table)
        assert runner.run(shop, ENDLESS) == Failed("time", "it takes more than 3 s")
        assert isinstance(runner.run(shop, "SELECT 1"), Table)


def test_a_database_that_cannot_be_read_says_so(shop: str, tmp_path: Path) -> None:
    text, cut = tmp_path / "text.sqlite", tmp_path / "cut.sqlite"
    text.write_text("this is no database, and long enough to be taken for one" * 20)
    cut.write_bytes(Path(shop).read_bytes()[:4096] + b"\xff" * 8192)
    with Runner() as runner:
        for path in (tmp_path / "missing.sqlite", text, tmp_path):
            found = runner.describe(str(path))
            assert isinstance(found, Failed)
            assert found.kind == "database"
        found = runner.run(str(cut), "SELECT * FROM item")
        assert isinstance(found, Failed)
        assert found.kind == "database"
        assert not (tmp_path / "missing.sqlite").exists()


def test_a_locked_database_says_so(shop: str) -> None:
    writer = sqlite3.connect(shop, isolation_level=None)
    writer.execute("BEGIN EXCLUSIVE")
    try:
        with Runner() as runner:
            found = runner.describe(shop)
            assert isinstance(found, Failed)
            assert (found.kind, found.why) == ("database", "database is locked")
            writer.execute("ROLLBACK")
            assert isinstance(runner.describe(shop), Schema)
    finally:
        writer.close()


def test_values_come_as_they_are(shop: str) -> None:
    with Runner() as runner:
        found = runner.run(shop, "SELECT NULL, 1, 1.5, 9e999, 'à', x'00ff', CAST(x'ff' AS TEXT)")
        assert found == Table(7, [[None, 1, 1.5, float("inf"), "à", {"bytes": "00ff"}, "\udcff"]])


def test_what_has_no_order_is_read_backwards(shop: str) -> None:
    with Runner() as runner:
        both = [runner.run(shop, "SELECT id FROM item WHERE price = 5", backwards=one) for one in (False, True, False)]
        assert [one.rows for one in both if isinstance(one, Table)] == [[[2], [3]], [[3], [2]], [[2], [3]]]


def test_a_schema_is_told(shop: str) -> None:
    with Runner() as runner:
        found = runner.describe(shop)
    assert isinstance(found, Schema)
    assert found.columns == {"maker": ["id", "name"], "item": ["id", "name", "price", "maker_id"]}
    assert found.tables["item"]["foreign"] == [[["maker_id"], "maker", ["id"]]]
    assert found.tables["item"]["columns"][0] == ["id", "INTEGER", False, 1]
    assert found.tables["item"]["values"]["name"] == ["pen", "ink", "pad", "cap"]


class TestDuckDB:
    HOSTILE: ClassVar[dict[str, tuple[str, str]]] = {
        "another file": ("ATTACH '{folder}/other.duckdb' AS other", "refused"),
        "a file that is read": ("SELECT * FROM read_csv('/etc/passwd')", "refused"),
        "a file that is written": ("COPY item TO '{folder}/item.csv'", "refused"),
        "a file as a table": ("SELECT * FROM '/etc/hosts.csv'", "refused"),
        "a text that is read": ("SELECT * FROM read_text('/etc/passwd')", "refused"),
        "names of files": ("SELECT * FROM glob('/etc/*')", "refused"),
        "an extension": ("INSTALL httpfs", "refused"),
        "an extension that is loaded": ("LOAD '/lib/evil.so'", "refused"),
        "a setting": ("SET enable_external_access = true", "refused"),
        "a pragma": ("PRAGMA memory_limit = '10GB'", "refused"),
        "a variable of the machine": ("SELECT getenv('HOME')", "query"),
        "a database in memory": ("ATTACH ':memory:' AS other", "refused"),
        "another database": ("USE memory", "refused"),
        "a copy of the file": ("EXPORT DATABASE '{folder}/copy'", "refused"),
        "a table that is made": ("CREATE TEMP TABLE t AS SELECT 1", "refused"),
        "rows that are written": ("INSERT INTO item SELECT * FROM item", "refused"),
        "a statement inside a query": ("SELECT * FROM query('DROP TABLE item')", "query"),
        "nothing": ("", "refused"),
        "a deep nest": ("SELECT " + "(" * 5000 + "1" + ")" * 5000, "query"),
        "half a character": ("SELECT '\ud800'", "query"),
        "a column that is not there": ("SELECT colour FROM item", "query"),
        "endless recursion": (ENDLESS, "time"),
        "a product": ("SELECT count(*) FROM " + ", ".join(f"range(1000) AS r{n}" for n in range(9)), "time"),
        "two milliards of letters": ("SELECT length(repeat('x', 2000000000))", "memory"),
        "a table that goes": ("DROP TABLE item", "refused"),
        "two statements": ("SELECT 1; SELECT 2", "refused"),
        "a billion rows": ("SELECT * FROM range(1000000000)", "rows"),
        "an endless sum": ("SELECT sum(sqrt(a.range * b.range)) FROM range(10000000) a, range(10000000) b", "time"),
        "a gigabyte of text": ("SELECT max(repeat('x', 1000000) || range) FROM range(100000)", "time"),
        "no query": ("select from where", "query"),
    }

    @pytest.fixture
    def store(self, tmp_path: Path) -> str:
        duckdb = pytest.importorskip("duckdb")
        path = tmp_path / "shop.duckdb"
        with duckdb.connect(str(path)) as connection:
            connection.execute("CREATE TABLE item (id INTEGER PRIMARY KEY, name TEXT, price DECIMAL(9, 2), day DATE)")
            connection.execute("INSERT INTO item VALUES (1, 'pen', 2.5, '2020-02-01'), (2, 'ink', NULL, NULL)")
        return str(path)

    def test_hostile_queries_are_stopped_and_the_next_one_runs(self, store: str, tmp_path: Path) -> None:
        before = Path(store).read_bytes()
        with Runner(Bounds(seconds=2, rows=1000, memory=256)) as runner:
            for name, (query, kind) in self.HOSTILE.items():
                found = runner.run(store, query.replace("{folder}", str(tmp_path)))
                assert isinstance(found, Failed), name
                assert found.kind == kind or (kind == "time" and found.kind == "memory"), (name, found)
                assert runner.run(store, "SELECT count(*) FROM item") == Table(1, [[2]])
        assert Path(store).read_bytes() == before
        assert [path.name for path in tmp_path.iterdir()] == ["shop.duckdb"]

    def test_a_database_that_cannot_be_read_says_so(self, store: str, tmp_path: Path) -> None:
        whole = Path(store).read_bytes()
        states = {"cut": whole[:5000], "blocks": whole[:4096] + b"\xff" * (len(whole) - 4096), "sign": whole[:12] * 900}
        with Runner() as runner:
            for name, content in states.items():
                path = tmp_path / f"{name}.duckdb"
                path.write_bytes(content)
                for found in (runner.describe(str(path)), runner.run(str(path), "SELECT * FROM item")):
                    assert isinstance(found, Failed), name
                    assert found.kind == "database", (name, found)
            missing = runner.describe(str(tmp_path / "missing.duckdb"))
            assert isinstance(missing, Failed)
            assert missing.kind == "database"
            assert not (tmp_path / "missing.duckdb").exists()
            assert isinstance(runner.describe(store), Schema)

    def test_a_locked_database_says_so(self, store: str) -> None:
        hold = f"import duckdb; held = duckdb.connect({store!r}); print('held', flush=True); input()"
        with (
            subprocess.Popen([sys.executable, "-c", hold], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as writer,
            Runner() as runner,
        ):
            assert writer.stdout is not None
            assert writer.stdout.readline() == b"held\n"
            found = runner.describe(store)
            assert isinstance(found, Failed)
            assert found.kind == "database"
            assert "lock" in found.why
            writer.communicate(b"\n")
            assert isinstance(runner.describe(store), Schema)

    def test_values_and_schema(self, store: str) -> None:
        with Runner() as runner:
            assert runner.run(store, "SELECT * FROM item ORDER BY id") == Table(
                4, [[1, "pen", 2.5, "2020-02-01"], [2, "ink", None, None]]
            )
            found = runner.describe(store)
        assert isinstance(found, Schema)
        assert found.duckdb
        assert found.tables["item"]["columns"][0] == ["id", "INTEGER", True, 1]
