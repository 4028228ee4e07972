"""What the interface says to a question that somebody types: the queries, and the rows they give."""

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from murho.studies.parnax.interface import employees, opened

ROWS = 200
"""Rows of a query that are shown."""


@dataclass(frozen=True)
class Said:
    """Queries with their rows; none where the question is outside the domain."""

    question: str
    queries: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    """The names of the columns of each query."""
    rows: tuple[tuple[tuple[Any, ...], ...], ...]
    """What each query gives."""
    unknown: tuple[str, ...]
    """Words of which nothing is known."""
    undefined: str | None
    """Why it was not understood."""

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study parnax --ask --json` prints."""
        return {
            "question": self.question,
            "queries": list(self.queries),
            "columns": [list(names) for names in self.columns],
            "rows": [[list(row) for row in rows] for rows in self.rows],
            "unknown": list(self.unknown),
            "undefined": self.undefined,
        }


def said(questions: Sequence[str]) -> Said:
    """The answer to the last of these questions, the others having gone before.

    >>> answer = said(["Where does Robert Miller live?", "And how old is he?"])
    >>> answer.queries, len(answer.rows[0])
    (("SELECT (19840630 - REPLACE(date_of_birth, '-', '')) / 10000 FROM employee WHERE name = 'Robert Miller'",), 1)
    """
    *before, question = questions
    asked = employees().ask(question, before)
    columns, rows = [], []
    with closing(opened()) as table:
        for query in asked.queries:
            with closing(table.execute(query)) as cursor:
                columns.append(tuple(name for name, *_ in cursor.description))
                rows.append(tuple(cursor.fetchmany(ROWS)))
    return Said(question, asked.queries, tuple(columns), tuple(rows), asked.unknown, asked.undefined)
