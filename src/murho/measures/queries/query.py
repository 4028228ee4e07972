"""A query as it was written: its tree, its form, and how to ask which of its rows tie.

A query as a tree of sqlglot's.

>>> parsed("select name from staff where age > 30", "sqlite").sql()
'SELECT name FROM staff WHERE age > 30'
>>> parsed("select from where", "sqlite")
Traceback (most recent call last):
murho.measures.queries.query.Unparseable: Expected table name but got where, column 17
"""

import logging
import re
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from murho.core.errors import UsageError

if TYPE_CHECKING:
    from sqlglot import exp

    from murho.measures.queries.parts import Part


LONGEST = 50_000
"""Characters of a query."""
_SYNTAX = re.compile(r"syntax error|incomplete input|unrecognized token|parser stack overflow|one statement at a time")


class Unparseable(ValueError):  # noqa: N818  a text is, as a judgement may be
    """A text that is no query; it says why."""


@contextmanager
def _unheard() -> Iterator[None]:
    """What sqlglot logs of a text is left out: a judgement says it, and the text is a system's, not the reader's."""
    log = logging.getLogger("sqlglot")
    before, log.disabled = log.disabled, True
    try:
        yield
    finally:
        log.disabled = before


def parsed(text: str, dialect: str) -> "exp.Query":
    """The tree of a query.

    Raises:
        Unparseable: it is none, or is too long or nested too deeply.
        UsageError: sqlglot is not installed, or knows no such dialect.
    """
    try:
        import sqlglot
        from sqlglot import errors, exp
    except ImportError:
        raise UsageError("SQL is read with sqlglot; install it with: pip install 'murho[sql]'") from None
    if len(text) > LONGEST:
        raise Unparseable(f"it has {len(text)} characters, and may have {LONGEST}")
    try:
        with _unheard():
            trees = sqlglot.parse(text, dialect=dialect)
    except RecursionError:
        raise Unparseable("it is nested too deeply") from None
    except errors.SqlglotError as error:
        raise Unparseable(_why(error)) from None
    except ValueError as error:
        if "dialect" in str(error).lower():
            raise UsageError(f"sql: {error}") from None
        raise Unparseable(str(error)) from None
    if dialect == "sqlite" and (wrong := _refused_by_sqlite(text)) is not None:
        raise Unparseable(wrong)
    found = [tree for tree in trees if tree is not None]
    if len(found) != 1:
        raise Unparseable("it is empty" if not found else f"it is {len(found)} statements")
    (tree,) = found
    while isinstance(tree, exp.Paren | exp.Subquery) and not tree.args.get("alias"):
        tree = tree.this
    if not isinstance(tree, exp.Select | exp.SetOperation):
        raise Unparseable("it is no SELECT")
    if not all(select.expressions for select in tree.find_all(exp.Select)):
        raise Unparseable("it selects nothing")
    return tree


def _refused_by_sqlite(text: str) -> str | None:
    """What SQLite's own parser has against a text; sqlglot takes clauses in any order."""
    with closing(sqlite3.connect(":memory:")) as empty:
        try:
            empty.execute(f"EXPLAIN {text}")
        except (sqlite3.Error, sqlite3.Warning, UnicodeError, ValueError) as error:
            # That there is no such table is known only of what could be read.
            return str(error) if _SYNTAX.search(str(error)) else None
    return None


def _why(error: Exception) -> str:
    details = getattr(error, "errors", None)
    if not details:
        return " ".join(str(error).split())[:200]
    result = re.sub(r"<Token .*?text: (.*?),.*", r"\1", details[0]["description"]).strip().rstrip(".")
    return f"{result}, column {details[0]['col']}"


@dataclass(frozen=True, eq=False)
class Query:
    """A query as it was written."""

    text: str
    dialect: str
    columns: Mapping[str, Sequence[str]] | None = None
    """Of the tables of its database, where they are known."""
    ordered_outputs: bool = False
    """Whether the order of its columns matters."""

    @cached_property
    def tree(self) -> "exp.Query | None":
        """Its tree; None where sqlglot cannot read it."""
        try:
            return parsed(self.text, self.dialect)
        except Unparseable:
            return None

    @cached_property
    def normal(self) -> "exp.Query | None":
        """The tree of its normal form; None where sqlglot cannot read it."""
        if self.tree is None:
            return None
        from murho.measures.queries.form import normal_tree

        try:
            return normal_tree(self.tree, self.columns, ordered_outputs=self.ordered_outputs, dialect=self.dialect)
        except RecursionError:
            return self.tree  # which is a form of its own

    @cached_property
    def form(self) -> str | None:
        """The text of its normal form; None where sqlglot cannot read it."""
        return None if self.normal is None else self.normal.sql(dialect=self.dialect)

    @cached_property
    def parts(self) -> "Sequence[Part]":
        """What it says; empty where sqlglot cannot read it."""
        from murho.measures.queries.parts import parts

        return [] if self.normal is None else parts(self.normal, self.dialect, ordered_outputs=self.ordered_outputs)

    @cached_property
    def keyed(self) -> "Keyed | None":
        """How to find out which of its rows tie; None where that cannot be asked."""
        return None if self.tree is None else _keyed(self.tree, self.dialect)

    @property
    def ordered(self) -> bool:
        """Whether it orders its rows."""
        return self.tree is None or self.tree.args.get("order") is not None


class Keyed(NamedTuple):
    """A query without its LIMIT that gives the keys of its order as well."""

    text: str
    outputs: int | None
    """The columns of the query come first, so many; the keys behind them. None: it has no columns beside its own."""
    keys: Sequence[int]
    """Which columns are keys, where no columns were put behind."""
    skip: int
    take: int | None


def _keyed(tree: "exp.Query", dialect: str) -> Keyed | None:
    from sqlglot import exp

    order, limit, offset = (tree.args.get(part) for part in ("order", "limit", "offset"))
    if order is None and limit is None:
        return None
    bounds = []
    for part in (offset, limit):
        if part is not None and not (isinstance(part.expression, exp.Literal) and part.expression.name.isdigit()):
            return None
        bounds.append(None if part is None else int(part.expression.name))
    bare = tree.copy()
    for part in ("limit", "offset"):
        bare.set(part, None)
    keys = [] if order is None else [key.this for key in order.expressions]
    outputs = _outputs(tree)
    places = [_place(key, outputs) for key in keys]
    if all(place is not None for place in places):
        return Keyed(
            bare.sql(dialect=dialect), None, [place for place in places if place is not None], bounds[0] or 0, bounds[1]
        )
    if not isinstance(bare, exp.Select) or bare.args.get("distinct") is not None:
        return None
    by_name: Mapping[str, exp.Expr] = {
        select.alias: select.this for select in tree.selects if isinstance(select, exp.Alias)
    }
    for key in keys:
        named = by_name.get(key.name) if isinstance(key, exp.Column) and not key.table else None
        bare.select((named or key).copy(), copy=False)
    return Keyed(bare.sql(dialect=dialect), len(outputs), (), bounds[0] or 0, bounds[1])


def _outputs(tree: "exp.Query") -> list["exp.Expr"]:
    from sqlglot import exp

    inner: exp.Expr = tree
    while isinstance(inner, exp.SetOperation | exp.Subquery):
        inner = inner.this
    return list(inner.expressions)


def _place(key: "exp.Expr", outputs: Sequence["exp.Expr"]) -> int | None:
    """The output that a key of ORDER BY names; None where it names none, or what stands where is not known."""
    from sqlglot import exp

    for index, output in enumerate(outputs):
        if output.is_star:
            return None
        if isinstance(key, exp.Literal) and not key.is_string and key.name == str(index + 1):
            return index
        inner = output.this if isinstance(output, exp.Alias) else output
        if key == inner or (isinstance(key, exp.Column) and not key.table and key.name == output.alias_or_name):
            return index
    return None
