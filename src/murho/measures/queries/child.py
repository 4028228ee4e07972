"""The process in which queries of strangers run. It is started as a file, and imports nothing of murho.

A line of JSON comes in for every request, and one goes out. A query may read tables and nothing else: not attach, not
set anything, not write, not load; what it may take of memory, time and rows is bounded here, and by `running`, which
ends this process when it does not answer. The first guard is the database's own (an authorizer, its bounds); behind it
stands that of the process (its address space, not a byte to any file). The answer is JSON, which cannot do anything
when it is read.

A request is one of

    {"do": "describe", "path": FILE}                          the tables, their keys, some of their values
    {"do": "make", "statements": [...], "rows": {...}}        an instance in memory, in place of the one before
    {"do": "run", "path": FILE or null, "query": SQL, "backwards": bool}    null: on the instance

The answer is what was asked for, or {"failed": KIND, "why": text}; the kinds are in `running.Failed`.
"""

import contextlib
import json
import sqlite3
import sys
import time
from typing import Any

Request = dict[str, Any]
Reply = dict[str, Any]
Open = dict[str | None, Any]
"""Connections by file; that of None is the instance. At most one file is open."""
Bounds = tuple[float, int, int]
"""Seconds, rows and bytes."""

BLOCK = 1000
"""Rows that are fetched at once, and steps of SQLite's machine between two looks at the clock."""
SOME_VALUES = 40
"""Different values of a column that are told."""
READING = {sqlite3.SQLITE_SELECT, sqlite3.SQLITE_READ, sqlite3.SQLITE_FUNCTION, sqlite3.SQLITE_RECURSIVE}
REACHING_OUT = {"load_extension", "readfile", "writefile", "edit", "fts3_tokenizer", "lsdir", "writeshard"}
"""Functions that some builds have, and that do more than compute."""
OF_THE_FILE = {"SQLITE_NOTADB", "SQLITE_CORRUPT", "SQLITE_BUSY", "SQLITE_LOCKED", "SQLITE_CANTOPEN", "SQLITE_IOERR"}


class TooMuch(Exception):  # noqa: N818  it is a finding, not a mistake
    """A bound was met: its arguments are the kind of failure and what to say."""


def main(seconds: float, rows: int, memory: int) -> None:
    """Answers requests until there are no more. `seconds` and `rows` are of a query, `memory` is in bytes."""
    bounded(memory)
    bounds = seconds, rows, memory
    open_files: Open = {}
    for line in sys.stdin:
        request = json.loads(line)
        try:
            reply = ACTIONS[request["do"]](request, open_files, bounds)
        except TooMuch as error:
            reply = failed(*error.args)
        except MemoryError:
            reply = failed("memory", f"it takes more than {memory >> 20} MB")
        except RecursionError:
            reply = failed("query", "it is nested too deeply")
        except sqlite3.Error as error:
            reply = of_sqlite(error, memory)
        except Exception as error:  # of DuckDB, which need not be installed
            reply = of_duckdb(error, memory)
        sys.stdout.write(json.dumps(reply) + "\n")
        sys.stdout.flush()


def bounded(memory: int) -> None:
    """Bounds of the whole process: what SQLite's own do not reach. Nothing at all can be written to a file."""
    try:
        import resource
    except ImportError:  # not a POSIX system: SQLite's own bounds hold
        return
    # Python and libraries take address space that is not memory; DuckDB reserves much of it.
    resource.setrlimit(resource.RLIMIT_AS, (memory + (2 << 30),) * 2)
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def failed(kind: str, why: str) -> Reply:
    """A reply that says why there is nothing."""
    return {"failed": kind, "why": " ".join(why.split())[:300]}


def of_sqlite(error: sqlite3.Error, memory: int) -> Reply:
    """What an error of SQLite's means."""
    name = getattr(error, "sqlite_errorname", None) or ""
    if any(name.startswith(one) for one in OF_THE_FILE):
        return failed("database", str(error))
    if name in ("SQLITE_AUTH", "SQLITE_READONLY") or "not authorized" in str(error) or "prohibited" in str(error):
        return failed("refused", str(error))
    if name == "SQLITE_INTERRUPT":
        return failed("time", "it takes too long")
    if name in ("SQLITE_NOMEM", "SQLITE_TOOBIG"):
        return failed("memory", f"it takes more than {memory >> 20} MB")
    return failed("query", str(error))


def of_duckdb(error: Exception, memory: int) -> Reply:
    """What an error of DuckDB's means, told by the name of its class."""
    kind = type(error).__name__
    if kind == "InterruptException":
        return failed("time", "it takes too long")
    if kind == "OutOfMemoryException":
        return failed("memory", f"it takes more than {memory >> 20} MB")
    if kind == "PermissionException":
        return failed("refused", str(error))
    if kind in ("IOException", "SerializationException", "FatalException", "InternalException") or "Corrupt" in str(
        error
    ):
        return failed("database", str(error))
    if isinstance(error, ImportError):
        return failed("database", "it needs duckdb; install it with: pip install 'murho[sql]'")
    return failed("query", str(error))


# SQLite.


def connected(path: str | None, memory: int) -> sqlite3.Connection:
    """A file that can only be read, or a new database in memory; nothing is guarded yet."""
    if path is None:
        connection = sqlite3.connect(":memory:", cached_statements=0, isolation_level=None)
    else:
        from pathlib import Path

        address = Path(path).absolute().as_uri() + "?mode=ro"
        connection = sqlite3.connect(address, uri=True, cached_statements=0, isolation_level=None, timeout=1)
    # Bytes that are no text in UTF-8 are kept apart, and compared.
    connection.text_factory = lambda text: text.decode("utf-8", "surrogateescape")
    for setting in ("temp_store = MEMORY", "trusted_schema = OFF", f"hard_heap_limit = {memory}"):
        connection.execute(f"PRAGMA {setting}").close()
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, max(1 << 20, memory // 16))
    connection.setlimit(sqlite3.SQLITE_LIMIT_ATTACHED, 0)
    connection.execute("SELECT count(*) FROM sqlite_master").close()  # a file that is no database says so here
    # SQLite makes these two tables when they are first read, which is more than a guarded connection may do.
    with contextlib.suppress(sqlite3.OperationalError):  # a build without them
        connection.execute("SELECT 1 FROM json_each('[]'), json_tree('[]')").close()
    return connection


def guarded(connection: sqlite3.Connection) -> sqlite3.Connection:
    """From now on it reads tables, and does nothing else."""

    def allowed(action: int, _table: str | None, function: str | None, *_: object) -> int:
        if action not in READING or (action == sqlite3.SQLITE_FUNCTION and (function or "").lower() in REACHING_OUT):
            return sqlite3.SQLITE_DENY
        return sqlite3.SQLITE_OK

    connection.set_authorizer(allowed)
    return connection


def of_file(path: str, open_files: Open, memory: int) -> Any:
    """The connection to a file; any other is closed first: a folder may have any number of them."""
    if path not in open_files:
        close_file(open_files)
        open_files[path] = guarded(connected(path, memory))
    return open_files[path]


def close_file(open_files: Open) -> None:
    """Close the file that is open, not the instance."""
    for path in [path for path in open_files if path is not None]:
        open_files.pop(path).close()


def quoted(name: str) -> str:
    """A name as SQL has it."""
    return '"' + name.replace('"', '""') + '"'


def describe(request: Request, open_files: Open, bounds: Bounds) -> Reply:
    """The tables of a database: how they are made, columns, keys, and some values of each column."""
    if is_duckdb(request["path"]):
        return describe_duckdb(request["path"], open_files, bounds)
    connection = connected(request["path"], bounds[2])
    stop_at = time.monotonic() + bounds[0]
    connection.set_progress_handler(lambda: time.monotonic() > stop_at, BLOCK)
    try:
        made = connection.execute("SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL").fetchall()
        tables = {}
        for kind, name, statement in made:
            if kind != "table" or name.startswith("sqlite_") or statement.upper().startswith("CREATE VIRTUAL"):
                continue
            columns = connection.execute(f"PRAGMA table_info({quoted(name)})").fetchall()
            foreign: dict[int, Any] = {}
            for row in connection.execute(f"PRAGMA foreign_key_list({quoted(name)})").fetchall():
                foreign.setdefault(row[0], []).append((row[2], row[3], row[4]))
            tables[name] = {
                "columns": [
                    [column, declared, bool(needed), place] for _, column, declared, needed, _, place in columns
                ],
                "foreign": [
                    [[source for _, source, _ in key], key[0][0], [target for _, _, target in key]]
                    for key in foreign.values()
                ],
                "values": {column[1]: some_values(connection, name, column[1]) for column in columns},
            }
        unique = [statement for kind, _, statement in made if kind == "index" and "UNIQUE" in statement.upper()[:20]]
        views = [statement for kind, _, statement in made if kind == "view"]
        return {"tables": tables, "statements": [made_by for _, _, made_by in made if _ in tables] + unique + views}
    finally:
        connection.close()


def some_values(connection: sqlite3.Connection, table: str, column: str) -> list[Any]:
    """A few of the values of a column."""
    query = f"SELECT DISTINCT {quoted(column)} FROM {quoted(table)} LIMIT {SOME_VALUES}"
    return [plain(value) for (value,) in connection.execute(query).fetchall()]


def make(request: Request, open_files: Open, bounds: Bounds) -> Reply:
    """An instance in memory; rows that its constraints refuse are left out."""
    if request.get("duckdb"):
        return make_duckdb(request, open_files, bounds)
    if None in open_files:
        open_files.pop(None).close()
    connection = connected(None, bounds[2])
    for statement in request["statements"]:
        try:
            connection.execute(statement).close()
        except sqlite3.Error:  # a view of what is not here, say
            continue
    connection.execute("BEGIN").close()
    for table, rows in request["rows"].items():
        places = ", ".join("?" * len(rows[0])) if rows else ""
        for row in rows:
            try:
                connection.execute(f"INSERT OR IGNORE INTO {quoted(table)} VALUES ({places})", row).close()
            except sqlite3.Error:
                continue
    connection.execute("COMMIT").close()
    open_files[None] = guarded(connection)
    return {"made": True}


def run(request: Request, open_files: Open, bounds: Bounds) -> Reply:
    """What a query gives: its rows, and how many columns they have."""
    path, query = request["path"], request["query"]
    if (path is not None and is_duckdb(path)) or (
        path is None and not isinstance(open_files[None], sqlite3.Connection)
    ):
        return run_duckdb(request, open_files, bounds)
    connection = open_files[None] if path is None else of_file(path, open_files, bounds[2])
    connection.set_authorizer(None)
    # What nobody ordered comes the other way round, so that who relies on its order is found out.
    connection.execute(f"PRAGMA reverse_unordered_selects = {int(request['backwards'])}").close()
    guarded(connection)
    stop_at = time.monotonic() + bounds[0]
    connection.set_progress_handler(lambda: time.monotonic() > stop_at, BLOCK)
    try:
        cursor = connection.execute(query)
    except (sqlite3.Warning, sqlite3.ProgrammingError) as error:
        return failed("refused", str(error))  # of several statements none is run
    try:
        if cursor.description is None:
            return failed("refused", "it is no query that gives rows")
        return fetched(cursor, bounds)
    finally:
        cursor.close()


def fetched(cursor: Any, bounds: Bounds) -> Reply:
    """The rows that a cursor gives, as plain data."""
    _, most, memory = bounds
    rows: list[Any] = []
    size = 0
    while block := cursor.fetchmany(BLOCK):
        rows += [[plain(value) for value in row] for row in block]
        size += sum(len(value) if isinstance(value, (str, bytes)) else 8 for row in block for value in row)
        if len(rows) > most:
            raise TooMuch("rows", f"it gives more than {most} rows")
        if size > memory // 4:
            raise TooMuch("memory", f"its rows take more than {memory >> 22} MB")
    names = [str(column[0]) for column in cursor.description]
    return {"columns": len(names), "names": names, "rows": rows}


def plain(value: Any) -> Any:
    """A value as JSON has it; bytes as an object."""
    if isinstance(value, (bytes, memoryview, bytearray)):
        return {"bytes": bytes(value).hex()}
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    kind = type(value).__name__
    if kind == "Decimal":
        return int(value) if value == value.to_integral_value() else float(value)
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, dict):
        return {"object": [[plain(key), plain(item)] for key, item in value.items()]}
    return value.isoformat(" ") if kind == "datetime" else str(value)


# DuckDB.


def is_duckdb(path: str) -> bool:
    """Whether a file is a database of DuckDB's: its sign stands behind eight bytes."""
    try:
        with open(path, "rb") as file:
            return file.read(12)[8:] == b"DUCK"
    except OSError:
        return False


def connected_duckdb(path: str | None, memory: int) -> Any:
    """A file that can only be read, or a new database in memory, with the world outside shut off for good."""
    import duckdb

    settings: dict[str, str | bool | int | float | list[str]] = {
        "enable_external_access": "false",
        "autoinstall_known_extensions": "false",
        "autoload_known_extensions": "false",
        "temp_directory": "",
        "max_temp_directory_size": "0B",
        "memory_limit": f"{memory >> 20}MB",
        "threads": "1",
        "lock_configuration": "true",
    }
    return duckdb.connect(":memory:" if path is None else path, read_only=path is not None, config=settings)


def describe_duckdb(path: str, open_files: Open, bounds: Bounds) -> Reply:
    """What `describe` tells, of a file of DuckDB's."""
    connection = of_duckdb_file(path, open_files, bounds[2])
    tables: dict[str, Any] = {}
    for (name,) in connection.execute("SELECT table_name FROM duckdb_tables() WHERE NOT internal").fetchall():
        columns = connection.execute(
            "SELECT column_name, data_type, NOT is_nullable FROM duckdb_columns() "
            "WHERE table_name = ? ORDER BY column_index",
            [name],
        ).fetchall()
        found = connection.execute(
            "SELECT constraint_type, constraint_column_names, referenced_table, referenced_column_names "
            "FROM duckdb_constraints() WHERE table_name = ?",
            [name],
        ).fetchall()
        keys = next((list(names) for kind, names, *_ in found if kind == "PRIMARY KEY"), [])
        tables[name] = {
            "columns": [
                [column, kind, bool(needed), keys.index(column) + 1 if column in keys else 0]
                for column, kind, needed in columns
            ],
            "foreign": [[list(own), table, list(names)] for kind, own, table, names in found if kind == "FOREIGN KEY"],
            "values": {
                column: [
                    plain(value)
                    for (value,) in connection.execute(
                        f"SELECT DISTINCT {quoted(column)} FROM {quoted(name)} LIMIT {SOME_VALUES}"
                    ).fetchall()
                ]
                for column, *_ in columns
            },
        }
    made = (
        "SELECT sql FROM duckdb_tables() WHERE NOT internal UNION ALL SELECT sql FROM duckdb_views() WHERE NOT internal"
    )
    return {"tables": tables, "statements": [text for (text,) in connection.execute(made).fetchall()], "duckdb": True}


def of_duckdb_file(path: str, open_files: Open, memory: int) -> Any:
    """The connection to a file of DuckDB's."""
    if path not in open_files:
        close_file(open_files)
        open_files[path] = connected_duckdb(path, memory)
    return open_files[path]


def make_duckdb(request: Request, open_files: Open, bounds: Bounds) -> Reply:
    """An instance of DuckDB's in memory."""
    if None in open_files and isinstance(open_files[None], sqlite3.Connection):
        open_files.pop(None).close()
    if None not in open_files:
        open_files[None] = connected_duckdb(None, bounds[2])
    connection = open_files[None]
    # Another database beside the one before, since to connect takes longer than all that is asked of an instance.
    (before,) = connection.execute("SELECT current_database()").fetchone()
    name = "two" if before == "one" else "one"
    connection.execute(f"ATTACH ':memory:' AS {name}; USE {name}")
    if before in ("one", "two"):
        connection.execute(f"DETACH {before}")
    # A table may be named before the one that it refers to: what fails is tried again.
    waiting = list(request["statements"])
    for _ in range(len(waiting)):
        waiting = [statement for statement in waiting if not done(connection, statement)]
    for table, rows in request["rows"].items():
        places = f"({', '.join('?' * len(rows[0]))})" if rows else ""
        insert = f"INSERT OR IGNORE INTO {quoted(table)} VALUES "
        # All at once, or, where a constraint refuses some, one by one.
        if rows and not done(
            connection, insert + ", ".join([places] * len(rows)), [value for row in rows for value in row]
        ):
            for row in rows:
                done(connection, insert + places, row)
    return {"made": True}


def done(connection: Any, statement: str, values: list[Any] | None = None) -> bool:
    """Whether a statement could be executed."""
    try:
        connection.execute(statement, values or [])
    except Exception:
        return False
    return True


def run_duckdb(request: Request, open_files: Open, bounds: Bounds) -> Reply:
    """What a query gives on a database of DuckDB's."""
    import threading

    import duckdb

    path = request["path"]
    connection = open_files[None] if path is None else of_duckdb_file(path, open_files, bounds[2])
    statements = connection.extract_statements(request["query"])
    if len(statements) != 1 or statements[0].type != duckdb.StatementType.SELECT:
        return failed("refused", "it is not one query that gives rows")
    watch = threading.Timer(bounds[0], connection.interrupt)
    watch.start()
    try:
        return fetched(connection.execute(statements[0]), bounds)
    finally:
        watch.cancel()


ACTIONS = {"describe": describe, "make": make, "run": run}

if __name__ == "__main__":
    main(float(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
