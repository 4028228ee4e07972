"""A query as a tree of sqlglot's.

>>> parsed("select name from staff where age > 30", "sqlite").sql()
'SELECT name FROM staff WHERE age > 30'
>>> parsed("select from where", "sqlite")
Traceback (most recent call last):
murho.measures.queries.parsing.Unparseable: Expected table name but got where, column 17
"""

import logging
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from murho.core.errors import UsageError

if TYPE_CHECKING:
    from sqlglot import exp

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
    found = re.sub(r"<Token .*?text: (.*?),.*", r"\1", details[0]["description"]).strip().rstrip(".")
    return f"{found}, column {details[0]['col']}"
