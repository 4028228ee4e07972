"""Queries of strangers, run in a process of their own (`child.py`) that is replaced when it dies or does not answer.

>>> import pathlib, sqlite3, tempfile
>>> path = str(pathlib.Path(tempfile.mkdtemp(), "shop.sqlite"))
>>> shop = sqlite3.connect(path)
>>> _ = shop.executescript("CREATE TABLE item (name, price); INSERT INTO item VALUES ('pen', 2)")
>>> shop.close()
>>> with Runner(Bounds(seconds=2)) as runner:
...     print(runner.run(path, "SELECT name, price FROM item"))
...     print(runner.run(path, "ATTACH 'other.sqlite' AS other").kind)
...     print(runner.run(path, "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT i FROM n").kind)
Table(columns=2, rows=[['pen', 2]])
refused
rows
"""

import json
import os
import select
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal, Self

_CHILD = str(Path(__file__).with_name("child.py"))
_GRACE = 2.0
"""Seconds beyond its bound after which a process that does not answer is ended: the child looks at the clock, too."""


@dataclass(frozen=True)
class Bounds:
    """What one query may take."""

    seconds: float = 10.0
    rows: int = 100_000
    memory: int = 512
    """Megabytes."""


@dataclass(frozen=True)
class Table:
    """What a query gives."""

    columns: int
    rows: list[list[Any]]
    names: list[str] = field(default_factory=list, repr=False, compare=False)
    """Of the columns, as the query or the database has them."""


@dataclass(frozen=True)
class Failed:
    """A query that gives nothing."""

    kind: Literal["query", "refused", "time", "rows", "memory", "database"]
    """An error of the query itself; what it may not do; a bound; or the database cannot be read at all."""
    why: str


@dataclass(frozen=True)
class Schema:
    """What a database is like."""

    tables: Mapping[str, Mapping[str, Any]]
    """By name `columns`, each [name, type, required, place in the key from 1 or 0], `foreign`, each [columns, table,
    columns there], and some `values` by column."""
    statements: Sequence[str]
    duckdb: bool = False

    @property
    def columns(self) -> dict[str, list[str]]:
        """The names of the columns of each table, all in lower case."""
        return {name.lower(): [column[0].lower() for column in table["columns"]] for name, table in self.tables.items()}


@dataclass(frozen=True, eq=False)
class Instance:
    """A database that is made in memory."""

    statements: Sequence[str]
    rows: Mapping[str, list[list[Any]]] = field(default_factory=dict)
    duckdb: bool = False


class Runner:
    """One child for many queries."""

    def __init__(self, bounds: Bounds = Bounds()):
        self.bounds = bounds
        self._process: subprocess.Popen[bytes] | None = None
        self._instance: Instance | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self._end()

    def describe(self, path: str) -> Schema | Failed:
        """What the database in a file is like."""
        reply = self._ask({"do": "describe", "path": path})
        if isinstance(reply, Failed):
            return reply
        return Schema(reply["tables"], reply["statements"], reply.get("duckdb", False))

    def run(self, where: str | Instance, query: str, *, backwards: bool = False) -> Table | Failed:
        """What a query gives on a file, or on an instance; `backwards`, what has no order is read from the end."""
        if isinstance(where, Instance) and where is not self._instance:
            asked = {"do": "make", "statements": where.statements, "rows": where.rows, "duckdb": where.duckdb}
            made = self._ask(asked)
            if isinstance(made, Failed):
                return made
            self._instance = where
        path = None if isinstance(where, Instance) else where
        reply = self._ask({"do": "run", "path": path, "query": query, "backwards": backwards})
        return reply if isinstance(reply, Failed) else Table(reply["columns"], reply["rows"], reply["names"])

    def _ask(self, request: dict[str, Any]) -> dict[str, Any] | Failed:
        process = self._process or self._start()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(json.dumps(request).encode() + b"\n")
            process.stdin.flush()
            line = _line(process.stdout.fileno(), self.bounds.seconds + _GRACE)
        except BrokenPipeError:
            line = b""
        if not line:
            slow = line is None
            self._end()
            if slow:
                return Failed("time", f"it takes more than {self.bounds.seconds:g} s")
            return Failed("memory", f"it takes more than {self.bounds.memory} MB")
        reply: dict[str, Any] = json.loads(line)
        return Failed(reply["failed"], reply["why"]) if "failed" in reply else reply

    def _start(self) -> "subprocess.Popen[bytes]":
        bounds = (self.bounds.seconds, self.bounds.rows, self.bounds.memory << 20)
        command = [sys.executable, "-P", _CHILD, *map(str, bounds)]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=subprocess.DEVNULL)
        return self._process

    def _end(self) -> None:
        if (process := self._process) is None:
            return
        self._process = self._instance = None
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            try:
                if pipe is not None:
                    pipe.close()
            except BrokenPipeError:  # what it was never told
                continue


def _line(pipe: int, seconds: float) -> bytes | None:
    """A line; empty where the other side has ended, None where nothing came in time."""
    stop_at, parts = time.monotonic() + seconds, []
    while True:
        if not select.select([pipe], [], [], max(0.0, stop_at - time.monotonic()))[0]:
            return None
        part = os.read(pipe, 1 << 20)
        parts.append(part)
        if not part:
            return b""
        if part.endswith(b"\n"):
            return b"".join(parts)
