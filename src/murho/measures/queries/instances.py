"""Databases that are made to tell two queries apart.

A condition is decided by few values: those that the queries name, and their neighbours. So tables are filled with
these, beside some of the values that the database has, with few different ones, so that groups, ties and duplicates
come up. Every table has rows. Keys, foreign keys and constraints hold. Columns that the queries compare with
each other share their values, and numbers that count rows (HAVING count(*) > 3, LIMIT 3) decide how many there are.

>>> from murho.measures.queries.query import parsed
>>> list(neighbours(3)), list(neighbours("2020-02-28"))[:3], list(matching("%pen_"))[:4]
([3, 2, 4, 2.5, 3.5], ['2020-02-28', '2020-02-27', '2020-02-29'], ['pena', 'xpena', 'pen', 'penaa'])
"""

import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

from murho.measures.queries.running import Instance, Schema

if TYPE_CHECKING:
    from sqlglot import exp

Value = Any
Column = tuple[str, str]
"""A table and a column, in lower case."""
_LARGEST = 60
"""Rows of a table."""


_FEW = (1, 2, 2, 3, 5, 1000)
"""How many rows are referred to."""


class _Manner(NamedTuple):
    """What an instance is like; they come in turn."""

    widths: Sequence[int]
    """How many different values a column may have."""
    sizes: Sequence[int]
    """How many rows a table may have, beside those that the queries suggest."""
    nulls: Sequence[float]
    """The share of NULLs."""
    itself: float
    """How often the values that the queries name come before those next to them."""


_SMALL, _LARGE, _ANY = (1, 2, 3, 4, 6), (6, 9, 14, 25, 40), (1, 2, 3, 4, 6, 9, 14, 25)
_MANNERS = (
    _Manner((1,), _LARGE, (0,), 0.7),  # rows that differ in their keys alone
    _Manner((1, 2, 2, 3), _LARGE, (0, 0, 0.2), 0.7),  # groups and ties
    _Manner((2, 3, 4, 8), _ANY, (0, 0.15), 0.5),
    _Manner((1, 2), _SMALL, (0, 0, 0.3), 0.7),  # hardly anything
    _Manner((8, 1000), _ANY, (0,), 0.5),  # all that the queries name, and more
    _Manner((1, 2, 3, 8), _ANY, (0.1, 0.5), 0.5),
)


def instances(schema: Schema, queries: "Sequence[exp.Query | None]", most: int) -> Iterator[Instance]:
    """So many instances, always the same for the same queries."""
    known = [query for query in queries if query is not None]
    suggested = _suggested(schema, known)
    for number in range(most):
        filled = _Filling(schema, suggested, _MANNERS[number % len(_MANNERS)], random.Random(number)).filled()
        yield Instance(schema.statements, filled, schema.duckdb)


@dataclass
class _Suggested:
    """What the queries say of values."""

    tables: set[str]
    """The tables that they name, in lower case."""
    values: dict[Column, dict[Value, bool]] = field(default_factory=dict)
    """What each column is compared with, and what is next to that; whether it is named itself."""
    sizes: list[int] = field(default_factory=list)
    alike: dict[Column, Column] = field(default_factory=dict)
    """Columns that are compared, each with one that stands for all."""

    def one_of(self, column: Column) -> Column:
        while self.alike.get(column, column) != column:
            column = self.alike[column]
        return column


# What the queries speak of.


def _suggested(schema: Schema, queries: "Sequence[exp.Query]") -> _Suggested:
    from sqlglot import exp

    columns = schema.columns
    named = {table.name.lower() for query in queries for table in query.find_all(exp.Table)}
    result = _Suggested(named & columns.keys())
    if not result.tables:
        result.tables = set(columns)
    names = {name for column in columns.values() for name in column}

    def columns_in(node: exp.Expr) -> list[Column]:
        return [
            (table, column.name.lower())
            for column in node.find_all(exp.Column)
            for table in sorted(result.tables)
            if column.name.lower() in columns[table]
        ]

    def literals_in(node: exp.Expr) -> list[Value]:
        values = (_literal(one, names) for one in node.find_all(exp.Literal, exp.Column))
        return [value for value in values if value is not None]

    def compare(where: Sequence[Column], literals: Sequence[Value], pattern: bool = False) -> None:
        for column, value in product(where, literals):
            near = matching(value) if pattern and isinstance(value, str) else neighbours(value)
            for number, one in enumerate(near):
                values = result.values.setdefault(column, {})
                values[one] = values.get(one, False) or number == 0

    for table, described in schema.tables.items():
        for own, target, there in described["foreign"]:
            keys = [column[0] for column in schema.tables.get(target, {"columns": ()})["columns"] if column[3]]
            for number, (here, referred) in enumerate(zip(own, there, strict=True)):
                if referred or number < len(keys):
                    _join(result, [(table.lower(), here.lower()), (target.lower(), (referred or keys[number]).lower())])
    for query in queries:
        for node in query.find_all(exp.Predicate):
            if isinstance(node, exp.Exists | exp.SubqueryPredicate):
                continue
            literals, where = literals_in(node), list(dict.fromkeys(columns_in(node)))
            compare(where, literals, pattern=isinstance(node, exp.Like | exp.ILike))
            counts = any(True for _ in node.find_all(exp.Count, exp.Sum))
            result.sizes += [int(v) + d for v in literals for d in (-1, 0, 1) if counts or not where if _is_size(v)]
            sides = [
                side
                for side in (node.args.get("this"), node.args.get("expression"), node.args.get("query"))
                if side is not None
            ]
            _join(result, [column for side in sides for column in _outputs(side, columns_in)])
        for operation in query.find_all(exp.SetOperation):
            arms = [_outputs_of(arm) for arm in (operation.this, operation.expression)]
            for pair in zip(*arms, strict=False):
                where = [column for one in pair for column in columns_in(one)]
                _join(result, where)
                compare(where, [value for one in pair for value in literals_in(one)])
        for limit in query.find_all(exp.Limit, exp.Offset):
            if isinstance(limit.expression, exp.Literal) and limit.expression.name.isdigit():
                result.sizes += [int(limit.expression.name) + more for more in (0, 1, 2)]
    result.sizes = [size for size in result.sizes if 0 < size <= _LARGEST]
    return result


def _is_size(value: Value) -> bool:
    return isinstance(value, int | float) and 0 <= value <= _LARGEST


def _outputs(side: "exp.Expr", columns_in: Any) -> list[Column]:
    """The columns that a side of a comparison may have its value from."""
    from sqlglot import exp

    inner = side.find(exp.Query) if not isinstance(side, exp.Column) else None
    if inner is not None and not isinstance(inner, exp.Table):
        return [column for one in _outputs_of(inner) for column in columns_in(one)]
    return list(columns_in(side))


def _outputs_of(query: "exp.Expr") -> "list[exp.Expr]":
    from sqlglot import exp

    while isinstance(query, exp.SetOperation | exp.Subquery | exp.Paren):
        query = query.this
    return list(query.expressions) if isinstance(query, exp.Select) else []


def _join(found: _Suggested, columns: Sequence[Column]) -> None:
    for column in columns[1:]:
        one, other = found.one_of(columns[0]), found.one_of(column)
        found.alike[other] = one


def _literal(node: "exp.Expr", names: set[str]) -> Value:
    """The value of a literal, of a name in double quotes that no column has, too."""
    from sqlglot import exp

    if isinstance(node, exp.Column):
        text = isinstance(node.this, exp.Identifier) and node.this.args.get("quoted") and not node.table
        return node.name if text and node.name.lower() not in names else None
    if node.is_string:
        return node.name
    try:
        value = float(node.name)
    except ValueError:
        return None
    if isinstance(node.parent, exp.Neg):
        value = -value
    return int(value) if value.is_integer() and "." not in node.name else value


def neighbours(value: Value) -> Iterator[Value]:
    """A value, and those next to it on both sides."""
    yield value
    if isinstance(value, str):
        yield from _texts(value)
        return
    yield from (value - 1, value + 1, value - 0.5, value + 0.5)


def _texts(text: str) -> Iterator[Value]:
    if re.fullmatch(r"\d{4}-\d\d-\d\d", text[:10]):
        try:
            day = date.fromisoformat(text[:10])
            yield from ((day + timedelta(days=days)).isoformat() + text[10:] for days in (-1, 1))
        except (ValueError, OverflowError):
            pass
    if re.fullmatch(r"-?\d+(\.\d+)?", text) and len(text) < 15:
        number = float(text)
        yield from (f"{number + more:g}" for more in (-1, 1))
    yield from (text + "x", text[:-1], text.swapcase(), "x" + text)


def matching(pattern: str) -> Iterator[str]:
    """Texts that a pattern of LIKE matches, and some that it nearly does."""
    plain = pattern.replace("_", "a")
    bare = plain.replace("%", "")
    yield bare
    yield plain.replace("%", "x")
    yield bare[:-1]
    yield bare + "a"
    yield bare.swapcase()
    yield plain.replace("%", "x")[:-1]
    yield "xa" + bare
    if pattern.count("%") > 1:
        yield from ("x" + bare, bare + "x")


# Filling tables.


class _Filling:
    """One instance while it is made."""

    def __init__(self, schema: Schema, suggested: _Suggested, manner: _Manner, draw: random.Random):
        self.schema, self.suggested, self.manner, self.draw = schema, suggested, manner, draw
        self.nulls = draw.choice(manner.nulls)
        self.sizes = [*manner.sizes, *suggested.sizes]
        self.usual = draw.choice(self.sizes)
        self.shared: dict[Column, list[Value]] = {}
        self.rows: dict[str, list[list[Value]]] = {}

    def filled(self) -> dict[str, list[list[Value]]]:
        """The rows of each table, of those that are referred to first."""
        by_name = {name.lower(): name for name in self.schema.tables}

        def put(name: str, above: tuple[str, ...]) -> None:
            if name in above or name not in by_name or by_name[name] in self.rows:
                return
            for _, target, _ in self.schema.tables[by_name[name]]["foreign"]:
                put(target.lower(), (*above, name))
            self.rows[by_name[name]] = self.table(by_name[name])

        for name in sorted(self.suggested.tables):
            put(name, ())
        return self.rows

    def table(self, table: str) -> list[list[Value]]:
        """Rows for a table, in any order."""
        columns = self.schema.tables[table]["columns"]
        pools = [self.pool((table.lower(), name.lower()), kind) for name, kind, *_ in columns]
        keys = sum(bool(column[3]) for column in columns)
        size = self.draw.choice([self.usual, self.draw.choice(self.sizes), self.draw.choice(self.sizes)])
        referring = self.referring(table)
        made = []
        for number in range(size):
            row = [
                _key(pool, number, kind)
                if place and keys == 1
                else None
                if not required and not place and self.draw.random() < self.nulls
                else self.draw.choice(pool)
                for (_, kind, required, place), pool in zip(columns, pools, strict=True)
            ]
            for own, there in referring:
                chosen = self.draw.choice(there) if there else [None] * len(own)
                for place, value in zip(own, chosen, strict=True):
                    row[place] = value
            # Where it has to refer to a row and there is none, it cannot be.
            if not any(row[index] is None and (column[2] or column[3]) for index, column in enumerate(columns)):
                made.append(row)
        self.draw.shuffle(made)
        return made

    def referring(self, table: str) -> list[tuple[list[int], list[list[Value]]]]:
        """For each foreign key its columns, and what they may refer to: a few of the rows there, at times."""
        described = self.schema.tables[table]
        own_places = _places(described["columns"])
        results = []
        for own, target, names in described["foreign"]:
            there = next((name for name in self.rows if name.lower() == target.lower()), None)
            if there is None or not all(name.lower() in own_places for name in own):
                continue
            columns = self.schema.tables[there]["columns"]
            keys = [index for index, column in enumerate(columns) if column[3]]
            places = _places(columns)
            wanted = [places[name.lower()] if name else keys[number] for number, name in enumerate(names)]
            values = [[row[place] for place in wanted] for row in self.rows[there]]
            values = [value for value in values if None not in value]
            self.draw.shuffle(values)
            if self.draw.random() < self.manner.itself:
                named = self.named((table.lower(), own[0].lower()))
                values.sort(key=lambda value: not named.get(value[0], False))
            results.append(([own_places[name.lower()] for name in own], values[: self.draw.choice(_FEW)]))
        return results

    def named(self, column: Column) -> dict[Value, bool]:
        """What the queries compare a column with, or one that is compared with it; whether they name it themselves."""
        one, result = self.suggested.one_of(column), dict[Value, bool]()
        for other, values in self.suggested.values.items():
            if self.suggested.one_of(other) == one:
                for value, itself in values.items():
                    result[value] = result.get(value, False) or itself
        return result

    def pool(self, column: Column, kind: str) -> list[Value]:
        """The values that a column may have; of columns that are compared the same ones."""
        one = self.suggested.one_of(column)
        if one not in self.shared:
            named = self.named(column)
            order, known, fresh = list(named), _known(self.schema, column), _fresh(kind)
            self.draw.shuffle(order)
            self.draw.shuffle(known)
            if self.draw.random() < self.manner.itself:  # what the queries name before what is next to it
                order.sort(key=lambda value: not named[value])
            few = self.draw.choice(self.manner.widths)
            made = order[:few] if self.draw.random() < 0.7 else [*order[:few], *known[:few]]
            made = made or known[:few] or fresh[:few]
            self.shared[one] = [*made, *fresh[:few]] if self.draw.random() < 0.2 else made
        return self.shared[one]


def _places(columns: Sequence[Sequence[Any]]) -> dict[str, int]:
    return {column[0].lower(): index for index, column in enumerate(columns)}


def _key(pool: Sequence[Value], number: int, kind: str) -> Value:
    """A value for a key of one column, another for each row."""
    if number < len(pool):
        return pool[number]
    return f"key {number}" if isinstance(pool[0], str) and "INT" not in kind.upper() else 1000 + number


def _known(schema: Schema, column: Column) -> list[Value]:
    """Values that a column has in the database."""
    values = {name.lower(): table["values"] for name, table in schema.tables.items()}[column[0]]
    result = {name.lower(): some for name, some in values.items()}[column[1]]
    return [value for value in result if value is not None and not isinstance(value, dict | list)]


def _fresh(kind: str) -> list[Value]:
    """Values for a column of this type, where nothing else is known."""
    upper = kind.upper()
    if any(word in upper for word in ("INT", "REAL", "NUM", "DEC", "FLOA", "DOUB")):
        return [1, 2, 3, 0, 10, -1]
    if any(word in upper for word in ("DATE", "TIME")):
        return ["2020-02-28", "2020-02-29", "2021-01-01"]
    if "BOOL" in upper:
        return [0, 1]
    return ["a", "b", "ab", "A"]
