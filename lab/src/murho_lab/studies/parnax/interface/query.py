"""What a question asks, and the SQL that asks it of a database.

>>> about = Query("staff", shows=("⟨staff⟩name",), where=((Condition("staff.level", "⟨staff⟩level > 3"),),))
>>> sql(about, Database({}, ()))
'SELECT name FROM staff WHERE level > 3'
>>> from dataclasses import replace
>>> sql(replace(about, shows=(), each="⟨staff⟩team", having="COUNT(*) > 9", where=()), Database({}, ()))
'SELECT team FROM staff GROUP BY team HAVING COUNT(*) > 9'
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from murho_lab.studies.parnax.interface.database import Database

Column = str
"""A column, or an expression of columns, each written ⟨table⟩column: where one table is asked its name is left out."""
COUNT = "COUNT(*)"


@dataclass(frozen=True)
class Condition:
    """Something that is said of those asked about, and of which field."""

    field: str
    sql: Column
    than: Column = ""
    """The condition of the one with whom they are compared, if they are."""


Groups = tuple[tuple[Condition, ...], ...]
"""All of these, of each any."""


@dataclass(frozen=True)
class Extreme:
    """Those that have the most, or the least, of something."""

    column: Column
    most: bool
    number: int | None = None
    """How many of them; None is all that share the place."""
    nth: bool = False
    """Whether it is the one at that place alone: "the second oldest"."""


@dataclass(frozen=True)
class Query:
    """What is asked, before it is written down."""

    table: str
    shows: tuple[Column, ...] = ()
    """The columns, or figures of them; none where groups alone are asked for."""
    kind: str = "list"
    """`list` and `figures` show as they are, `values` each value once; `exists`, `all` (that are `among`) and `alike`
    (in what is shown) are true or false; `nobody` shows the values that no row has; `percent` of those `among`;
    `groups` counts them."""
    where: Groups = ()
    among: Groups = ()
    extreme: Extreme | None = None
    each: Column | None = None
    """For which groups; with an extreme, those that are foremost in their group."""
    having: Column | None = None
    ranked: Extreme | None = None
    """Of the groups, those with the most or least of a figure."""
    order: tuple[Column, ...] = ()
    joined: tuple[str, ...] = ()
    """Tables that have to have a row that belongs to it."""


def sql(query: Query, database: Database) -> str | None:
    """The query in SQL; None where its tables cannot be joined."""
    conditions, among = _conditions(query.where), _conditions(query.among)
    by = [query.each, query.having, query.ranked.column if query.ranked else None, *query.order]
    inside = _said(query.shows, [*filter(None, by), *conditions, *among])
    tables = sorted((inside | set(query.joined)) - {query.table})
    if query.extreme is not None:
        tables = sorted({*tables, *_said([query.extreme.column], [])} - {query.table})
    way = database.way(query.table, tables)
    if way is None:
        return None
    repeated = any((to, other, one, key) in database.joins for one, key, to, other in way)
    counts = repeated and query.each is None and COUNT in query.shows
    if counts:  # a row has several in the other table, and is one
        query = replace(query, shows=tuple(f"COUNT(DISTINCT ⟨{query.table}⟩rowid)" for _ in query.shows[:1]))
    elif repeated and (query.kind == "percent" or any(show.startswith("AVG(") for show in query.shows)):
        return None
    source = query.table + "".join(f" JOIN {to} ON ⟨{one}⟩{key} = ⟨{to}⟩{other}" for one, key, to, other in way)
    if query.extreme is not None and query.extreme.number is None:
        best = "MAX" if query.extreme.most else "MIN"
        inner = _where([*among, *conditions])
        column, figure = query.extreme.column, f"{best}({query.extreme.column})"
        if query.each is None:
            foremost = f"{column} = (SELECT {figure} FROM {source}{inner})"
        else:
            of_each = f"SELECT {query.each}, {figure} FROM {source}{inner} GROUP BY {query.each}"
            foremost = f"({query.each}, {column}) IN ({of_each})"
        conditions = [*conditions, foremost]
    written = _written(query, source, conditions, among, several=bool(way))
    return re.sub(r"⟨(\w+)⟩", r"\1." if way else "", written)


def _written(query: Query, source: str, conditions: Sequence[str], among: Sequence[str], *, several: bool) -> str:
    shown = ", ".join(query.shows)
    rest = f"FROM {source}{_where([*among, *conditions])}"
    if query.kind == "exists" and query.each is not None:
        return f"SELECT COUNT(DISTINCT {query.each}) = (SELECT COUNT(DISTINCT {query.each}) FROM {source}) {rest}"
    if query.kind == "exists":
        return f"SELECT EXISTS (SELECT 1 {rest})"
    if query.kind == "all":
        against = _where([*among, f"NOT ({' AND '.join(conditions)})"])
        return f"SELECT NOT EXISTS (SELECT 1 FROM {source}{against})"
    if query.kind == "alike":
        return f"SELECT COUNT(DISTINCT {shown}) = 1 {rest}"
    if query.kind == "nobody":
        return f"SELECT DISTINCT {shown} FROM {source} WHERE {shown} NOT IN (SELECT {shown} {rest})"
    if query.kind == "percent" and query.each is not None:
        share = (
            f"SUM({' AND '.join(conditions)}) / {COUNT}" if conditions else f"{COUNT} / (SELECT {COUNT} FROM {source})"
        )
        return f"SELECT {query.each}, 100.0 * {share} FROM {source}{_where(among)} GROUP BY {query.each}"
    if query.kind == "percent":
        return f"SELECT 100.0 * (SELECT {COUNT} {rest}) / (SELECT {COUNT} FROM {source}{_where(among)})"
    if query.each is not None:
        grouped = ", ".join([query.each, *(show for show in query.shows if show != query.each)])
        if query.extreme is not None:
            return f"SELECT {grouped} {rest}{_order(query.order)}"
        if query.kind == "groups":
            return f"SELECT {COUNT} FROM (SELECT {grouped} {rest} GROUP BY {query.each} HAVING {query.having})"
        having = f" HAVING {query.having}" if query.having else ""
        return f"SELECT {grouped} {rest} GROUP BY {query.each}{having}{ranking(query.ranked) or _order(query.order)}"
    different = "DISTINCT " if query.kind == "values" or (query.kind == "list" and several) else ""
    first = ranking(query.extreme) if query.extreme is not None and query.extreme.number is not None else ""
    if first and query.kind == "values":
        return f"SELECT DISTINCT * FROM (SELECT {shown} {rest}{first})"
    return f"SELECT {different}{shown} {rest}{first or _order(query.order)}"


def ranking(extreme: Extreme | None) -> str:
    """The clauses that leave so many, or the one at a place.

    >>> ranking(Extreme("level", most=True, number=2, nth=True))
    ' ORDER BY level DESC LIMIT 1 OFFSET 1'
    """
    if extreme is None:
        return ""
    number = 1 if extreme.number is None else extreme.number
    limit = f"1 OFFSET {number - 1}" if extreme.nth and number > 1 else f"{number}"
    return f" ORDER BY {extreme.column}{' DESC' if extreme.most else ''} LIMIT {limit}"


def _order(columns: Sequence[Column]) -> str:
    return f" ORDER BY {', '.join(columns)}" if columns else ""


def _conditions(where: Groups) -> list[str]:
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
