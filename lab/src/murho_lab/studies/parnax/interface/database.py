"""What an interface knows of a database without being told: fields, their kinds and values, and how tables join.

>>> import sqlite3
>>> from contextlib import closing
>>> with closing(sqlite3.connect(":memory:")) as opened:
...     _ = opened.execute("CREATE TABLE staff (name TEXT, born TEXT, level INTEGER)")
...     _ = opened.execute("INSERT INTO staff VALUES ('Robert Miller', '1941-03-27', 5)")
...     found = described(opened)
>>> {name: field.kind for name, field in found.fields.items()}
{'staff.name': 'text', 'staff.born': 'date', 'staff.level': 'number'}
"""

import re
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import inf

MOST_VALUES = 5_000
"""Of a field that has more different values than this, they are not words of the lexicon."""

Join = tuple[str, str, str, str]
"""Table, column, and the table and column that it refers to."""


@dataclass(frozen=True)
class Field:
    """A column of a table."""

    table: str
    column: str
    kind: str
    """`text`, `number`, or `date` where all that stands there begins like 1941-03-27."""
    values: Sequence[str]
    """The different texts in it; none where there are too many."""
    most: float = inf
    """The largest number in it, of numbers."""


@dataclass(frozen=True)
class Database:
    """The fields by `table.column`, both in small letters, and the references between tables."""

    fields: Mapping[str, Field]
    joins: Sequence[Join]

    def way(self, start: str, goals: Sequence[str]) -> list[Join] | None:
        """The joins that lead from a table to these, the shortest way to each; None where there is none.

        >>> two = Database({}, [("a", "b_id", "b", "id"), ("c", "b_id", "b", "id")])
        >>> two.way("a", ["c"]), two.way("a", ["d"])
        ([('a', 'b_id', 'b', 'id'), ('b', 'id', 'c', 'b_id')], None)
        """
        steps: list[Join] = []
        for goal in goals:
            ways: dict[str, list[Join]] = {start: []}
            waiting = [start]
            while waiting and goal not in ways:
                table = waiting.pop(0)
                for join in self._from(table):
                    if join[2] not in ways:
                        ways[join[2]] = [*ways[table], join]
                        waiting.append(join[2])
            if goal not in ways:
                return None
            steps += [join for join in ways[goal] if join not in steps]
        return steps

    def _from(self, table: str) -> list[Join]:
        there = [join for join in self.joins if join[0] == table]
        back = [(join[2], join[3], join[0], join[1]) for join in self.joins if join[2] == table]
        return there + back


def described(opened: sqlite3.Connection) -> Database:
    """Read it off an open SQLite database."""
    tables = [name for (name,) in opened.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
    fields: dict[str, Field] = {}
    joins: list[Join] = []
    for table in tables:
        for _, column, declared, *_ in opened.execute(f'PRAGMA table_info("{table}")').fetchall():
            fields[f"{table}.{column}".lower()] = _field(opened, table, column, declared)
        for _, _, other, column, referred, *_ in opened.execute(f'PRAGMA foreign_key_list("{table}")').fetchall():
            joins.append((table.lower(), column.lower(), other.lower(), (referred or column).lower()))
    return Database(fields, joins)


def _field(opened: sqlite3.Connection, table: str, column: str, declared: str) -> Field:
    found = opened.execute(f'SELECT DISTINCT "{column}" FROM "{table}" LIMIT {MOST_VALUES + 1}').fetchall()
    texts = [value for (value,) in found if isinstance(value, str)]
    kind = "text"
    if texts and all(re.match(r"\d{4}-\d\d-\d\d", text) for text in texts):
        kind = "date"
    elif re.search("INT|REAL|DEC|NUM|FLOAT|DOUBLE", declared.upper()):
        kind = "number"
    most = max((value for (value,) in found if isinstance(value, int | float)), default=inf)
    values = () if kind != "text" or len(found) > MOST_VALUES else texts
    return Field(table.lower(), column.lower(), kind, values, most if kind == "number" else inf)
