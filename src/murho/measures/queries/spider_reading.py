"""The queries that Spider's evaluator can read, as it reads them (Yu and others, EMNLP 2018).

It is a small part of SQL: one set operation, aliases of tables only with AS, no arithmetic but of two columns. What is
outside of it is unreadable there, and so here. Its readings decide what counts as equal: the columns of a condition's
right side are values, `not` is a mark of a condition, an alias holds for the whole text.

>>> tables = Tables({"singer": ["id", "name"]}, {})
>>> read("SELECT count(*) FROM singer WHERE name != 'Joe'", tables).where
[(False, '!=', ('', ('', 'singer.name', False), None), '"Joe"', None)]
>>> read("SELECT name singer", tables)
Traceback (most recent call last):
murho.measures.queries.spider_reading.Unreadable: no FROM
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

CLAUSES = ("select", "from", "where", "group", "order", "limit", "intersect", "union", "except")
_JOINING = ("join", "on", "as")
_OPERATORS = ("not", "between", "=", ">", "<", ">=", "<=", "!=", "in", "like", "is", "exists")
_AGGREGATES = ("max", "min", "count", "sum", "avg")
OPERATIONS = ("intersect", "union", "except")
_DEEPEST = 30
"""Queries inside queries."""

Column = tuple[str, str, bool | None]
"""Its aggregate, or nothing; its name, `table.column` or `*`; DISTINCT."""
Term = tuple[str, Column, Column | None]
"""An operator, or nothing, with one column or two."""
Condition = tuple[bool, str, Term, Any, Any]
"""NOT; the operator; what is compared; with what, and for BETWEEN up to what."""


class Unreadable(ValueError):  # noqa: N818  a text is, as a judgement may be
    """A text that the evaluator does not read."""


@dataclass(frozen=True)
class Tables:
    """A database as the evaluator knows it."""

    columns: Mapping[str, Sequence[str]]
    """Of each table, in lower case."""
    keys: Mapping[str, str]
    """Columns that are tied by foreign keys, each with the one that stands for them."""


@dataclass
class Select:
    """A query as it is read."""

    distinct: bool | None = False
    outputs: list[tuple[str, Term]] = field(default_factory=list)
    tables: list["str | Select"] = field(default_factory=list)
    on: list[Any] = field(default_factory=list)
    """Conditions, with `and` and `or` between them, here and below."""
    where: list[Any] = field(default_factory=list)
    group: list[Column] = field(default_factory=list)
    having: list[Any] = field(default_factory=list)
    direction: str = ""
    order: list[Term] = field(default_factory=list)
    limit: int | None = None
    joined: dict[str, "Select"] = field(default_factory=dict)
    """The other query of a set operation, by the operation."""


def read(text: str, tables: Tables) -> Select:
    """The reading of a query.

    Raises:
        Unreadable: the evaluator would not read it.
    """
    try:
        return _Reading(_tokens(text), tables).query()
    except (LookupError, RecursionError) as error:
        # It ends too early, or names what is not there.
        raise Unreadable(f"it names what is not there, or ends too early: {error}") from None


def _tokens(text: str) -> list[str]:
    """Words and signs, in lower case but for texts, which are in double quotes."""
    parts = text.replace("'", '"').split('"')
    if len(parts) % 2 == 0:
        raise Unreadable("a quote is not closed")
    texts = parts[1::2]
    plain = "".join(
        part + (f" \0{number} " if 2 * number + 1 < len(parts) else "") for number, part in enumerate(parts[::2])
    )
    # A text that touches a word is one word with it, which nothing reads.
    for before, after in zip(parts[::2], parts[2::2], strict=False):
        if before[-1:].strip(" \t\n(,<>!") or after[:1].strip(" \t\n),;<>!"):
            raise Unreadable("a text touches a word")
    words = re.sub(r"([;@#$%&?!()\[\]{}<>]|[:,](?!\d))", r" \1 ", plain).lower().split()
    results: list[str] = []
    for word in words:
        if word == "=" and results and results[-1] in ("!", ">", "<"):
            results[-1] += "="
        else:
            results.append(f'"{texts[int(word[1:])]}"' if word.startswith("\0") else word)
    return results


class _Reading:
    def __init__(self, tokens: Sequence[str], tables: Tables):
        self.tokens, self.tables, self.place, self.depth = tokens, tables, 0, 0
        self.named = {tokens[i + 1]: tokens[i - 1] for i, token in enumerate(tokens) if token == "as"}
        if taken := self.named.keys() & tables.columns.keys():
            raise Unreadable(f"the alias {min(taken)!r} is the name of a table")
        self.named |= {name: name for name in tables.columns}

    # Tokens.

    @property
    def token(self) -> str:
        """The next one; nothing at the end."""
        return self.tokens[self.place] if self.place < len(self.tokens) else ""

    def have(self, *wanted: str) -> bool:
        """Whether the next is one of these, which is then passed."""
        result = self.token in wanted
        self.place += result
        return result

    def need(self, *wanted: str) -> str:
        """The next, which has to be one of these."""
        token = self.token
        if not self.have(*wanted):
            raise Unreadable(f"{token!r} where {' or '.join(wanted)} is needed")
        return token

    def taken(self) -> str:
        """The next, which is passed."""
        token = self.tokens[self.place]
        self.place += 1
        return token

    def at_end(self) -> bool:
        """Whether a clause ends here."""
        return self.token in (*CLAUSES, ")", ";")

    # Queries.

    def query(self) -> Select:
        """A query with its clauses, in their order."""
        self.depth += 1
        if self.depth > _DEEPEST:
            raise Unreadable("it is nested too deeply")
        result = Select()
        start, block = self.place, self.have("(")
        begin = self.place
        if "from" not in self.tokens[start:]:
            raise Unreadable("no FROM")
        # FROM first: outputs may name columns without their table.
        self.place = self.tokens.index("from", start) + 1
        known = self.sources(result)
        end, self.place = self.place, begin
        self.outputs(result, known)
        self.place = end
        if self.have("where"):
            result.where = self.conditions(known)
        if self.have("group"):
            self.need("by")
            while self.token and not self.at_end():
                result.group.append(self.column(known))
                if not self.have(","):
                    break
        if self.have("having"):
            result.having = self.conditions(known)
        if self.have("order"):
            self.order(result, known)
        if self.have("limit"):
            number = self.taken()
            if not number.lstrip("-+").isdigit():
                raise Unreadable(f"LIMIT {number}")
            result.limit = int(number)
        self.have_semicolons()
        if block:
            self.need(")")
        self.have_semicolons()
        if self.token in OPERATIONS:
            operation = self.taken()
            result.joined[operation] = self.query()
        self.depth -= 1
        return result

    def have_semicolons(self) -> None:
        while self.have(";"):
            pass

    def sources(self, found: Select) -> list[str]:
        """The tables behind FROM, with the conditions that join them; their names."""
        known: list[str] = []
        while self.token:
            block = self.have("(")
            if self.token == "select":
                found.tables.append(self.query())
            else:
                self.have("join")
                table = self.named[self.taken()]
                if table not in self.tables.columns:
                    raise Unreadable(f"no table {table!r}")
                if self.token == "as":
                    self.place += 2
                found.tables.append(table)
                known.append(table)
            if self.have("on"):
                found.on += [*(["and"] if found.on else []), *self.conditions(known)]
            if block:
                self.need(")")
            if self.at_end():
                break
        return known

    def outputs(self, found: Select, known: Sequence[str]) -> None:
        self.need("select")
        found.distinct = self.have("distinct")
        while self.token and self.token not in CLAUSES:
            aggregate = self.taken() if self.token in _AGGREGATES else ""
            found.outputs.append((aggregate, self.term(known)))
            self.have(",")

    def order(self, found: Select, known: Sequence[str]) -> None:
        self.need("by")
        found.direction = "asc"
        while self.token and not self.at_end():
            found.order.append(self.term(known))
            if self.token in ("asc", "desc"):
                found.direction = self.taken()
            if not self.have(","):
                break

    # Conditions.

    def conditions(self, known: Sequence[str]) -> list[Any]:
        results: list[Any] = []
        while self.place < len(self.tokens):
            term = self.term(known)
            negated = self.have("not")
            operator = self.need(*_OPERATORS)
            value, last = self.value(known), None
            if operator == "between":
                self.need("and")
                last = self.value(known)
            results.append((negated, operator, term, value, last))
            if self.at_end() or self.token in _JOINING:
                break
            if self.token in ("and", "or"):
                results.append(self.taken())
        return results

    def value(self, known: Sequence[str]) -> Any:
        start, block = self.place, self.have("(")
        token = self.tokens[self.place]
        value: Any
        if token == "select":
            value = self.query()
        elif '"' in token:
            value = self.taken()
        else:
            try:
                value = float(token)
                self.place += 1
            except ValueError:
                value = self.right_side(start, known)
        if block:
            self.need(")")
        return value

    def right_side(self, start: int, known: Sequence[str]) -> Column:
        """A column, with all up to where something else begins."""
        end = self.place
        while end < len(self.tokens) and self.tokens[end] not in (",", ")", "and", *CLAUSES, *_JOINING):
            end += 1
        inside = _Reading.__new__(_Reading)
        inside.tokens, inside.tables, inside.named = self.tokens[start:end], self.tables, self.named
        inside.place = inside.depth = 0
        column = inside.column(known)
        self.place = end
        return column

    # Columns.

    def term(self, known: Sequence[str]) -> Term:
        block = self.have("(")
        first, operator, second = self.column(known), "", None
        if self.token in ("-", "+", "*", "/"):
            operator = self.taken()
            second = self.column(known)
        elif self.token == "none":  # the name that the evaluator has for no operator
            self.taken()
            second = self.column(known)
        if block:
            self.need(")")
        return operator, first, second

    def column(self, known: Sequence[str]) -> Column:
        block = self.have("(")
        if self.tokens[self.place] in _AGGREGATES:
            aggregate = self.taken()
            self.need("(")
            distinct = self.have("distinct")
            name = self.name(known)
            self.need(")")
            return aggregate, name, distinct  # a bracket before it stays open, as there
        distinct = self.have("distinct")
        name = self.name(known)
        if block:
            self.need(")")
        return "", name, distinct

    def name(self, known: Sequence[str]) -> str:
        token = self.taken()
        if token == "*":
            return token
        table, dot, column = token.partition(".")
        if dot:
            table = self.named[table]
            if column not in self.tables.columns.get(table, ()):
                raise Unreadable(f"no column {token!r}")
            return f"{table}.{column}"
        for table in known:
            if token in self.tables.columns[table]:
                return f"{table}.{token}"
        raise Unreadable(f"no column {token!r}")
