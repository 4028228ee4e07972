"""What a question asks, and the SQL that asks it of a database.

>>> about = Query("staff", shows=("⟨staff⟩name",), where=((Condition("staff.level", "⟨staff⟩level > 3"),),))
>>> sql(about, Database({}, ()))
'SELECT name FROM staff WHERE level > 3'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from murho.studies.parnax.interface.database import Database

Column = str
"""A column, or an expression of columns, each written ⟨table⟩column: where one table is asked its name is left out."""


@dataclass(frozen=True)
class Condition:
    """Something that is said of those asked about, and of which field."""

    field: str
    sql: Column


@dataclass(frozen=True)
class Extreme:
    """Those that have the most, or the least, of something."""

    column: Column
    most: bool
    number: int | None = None
    """How many of them; None is all that share the place."""


@dataclass(frozen=True)
class Query:
    """What is asked, before it is written down."""

    table: str
    shows: tuple[Column, ...] = ()
    kind: str = "list"
    """`list`, `values` (different ones), `count`, `different` (how many values), `mean`, `most`, `least`, `percent`,
    `exists`."""
    where: tuple[tuple[Condition, ...], ...] = ()
    """All of these, of each any."""
    extreme: Extreme | None = None
    each: Column | None = None
    most: bool | None = None
    """Of the values shown, that with the most rows, or the fewest."""
    joined: tuple[str, ...] = ()
    """Tables that have to have a row that belongs to it."""


def sql(query: Query, database: Database) -> str | None:
    """The query in SQL; None where its tables cannot be joined."""
    conditions = _conditions(query.where)
    inside = _said(query.shows, [query.each or "", *conditions])
    tables = sorted((inside | set(query.joined)) - {query.table})
    if query.extreme is not None:
        tables = sorted({*tables, *_said([query.extreme.column], [])} - {query.table})
    way = database.way(query.table, tables)
    if way is None:
        return None
    source = query.table + "".join(f" JOIN {to} ON ⟨{one}⟩{key} = ⟨{to}⟩{other}" for one, key, to, other in way)
    if query.extreme is not None and query.extreme.number is None:
        best = "MAX" if query.extreme.most else "MIN"
        inner = _where(conditions)
        conditions = [
            *conditions,
            f"{query.extreme.column} = (SELECT {best}({query.extreme.column}) FROM {source}{inner})",
        ]
    written = _written(query, source, conditions, several=bool(way))
    return re.sub(r"⟨(\w+)⟩", r"\1." if way else "", written)


def _written(query: Query, source: str, conditions: Sequence[str], *, several: bool) -> str:
    shown = ", ".join(query.shows)
    rest = f"FROM {source}{_where(conditions)}"
    if query.kind == "exists":
        return f"SELECT EXISTS (SELECT 1 {rest})"
    if query.kind == "percent":
        return f"SELECT 100.0 * (SELECT COUNT(*) {rest}) / (SELECT COUNT(*) FROM {source})"
    if query.most is not None:
        direction = " DESC" if query.most else ""
        return f"SELECT {shown} {rest} GROUP BY {shown} ORDER BY COUNT(*){direction} LIMIT 1"
    # fmt: off
    asked = {
        "count": "COUNT(*)", "different": f"COUNT(DISTINCT {shown})", "mean": f"AVG({shown})",
        "most": f"MAX({shown})", "least": f"MIN({shown})",
    }.get(query.kind, shown)
    # fmt: on
    if query.each is not None:
        return f"SELECT {query.each}, {asked} {rest} GROUP BY {query.each}"
    different = "DISTINCT " if query.kind == "values" or (query.kind == "list" and several) else ""
    order = ""
    if query.extreme is not None and query.extreme.number is not None:
        direction = " DESC" if query.extreme.most else ""
        order = f" ORDER BY {query.extreme.column}{direction} LIMIT {query.extreme.number}"
    return f"SELECT {different}{asked} {rest}{order}"


def _conditions(where: tuple[tuple[Condition, ...], ...]) -> list[str]:
    joined = [" OR ".join(one.sql for one in any_of) for any_of in where]
    return [f"({text})" if len(any_of) > 1 else text for text, any_of in zip(joined, where, strict=True)]


def _where(conditions: Sequence[str]) -> str:
    return f" WHERE {' AND '.join(conditions)}" if conditions else ""


def _said(one: Sequence[str], other: Sequence[str]) -> set[str]:
    return {table for text in (*one, *other) for table in re.findall(r"⟨(\w+)⟩", text)}


def quoted(text: str) -> str:
    """A text as a literal of SQL.

    >>> quoted("O'Brien")
    "'O''Brien'"
    """
    return "'" + text.replace("'", "''") + "'"
