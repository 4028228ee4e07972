"""What the interface says to a question that somebody types: the queries, and the rows they give."""

import re
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from murho_lab.studies.parnax.interface import employees, opened

ROWS = 200
"""Rows of a query that are shown."""


_TEXT = r"(?:[^()]|\((?:[^()]|\([^()]*\))*\))"
_RANKED = re.compile(
    rf"SELECT (?!DISTINCT){_TEXT}*? (?P<rest>FROM {_TEXT}*? ORDER BY (?P<by>{_TEXT}*?)(?: DESC)?)"
    r" LIMIT (?P<number>\d+)(?: OFFSET (?P<first>\d+))?\)?$"
)
"""The one ranking of a query, which ends it."""


@dataclass(frozen=True)
class Said:
    """Queries with their rows; none where the question is outside the domain."""

    question: str
    queries: tuple[str, ...]
    columns: tuple[tuple[str, ...], ...]
    """The names of the columns of each query."""
    rows: tuple[tuple[tuple[Any, ...], ...], ...]
    """What each query gives."""
    tied: tuple[bool, ...]
    """Of each query, whether it leaves out rows that are level with one that it gives: the table's order decided."""
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
            "tied": list(self.tied),
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
    columns, rows, tied = [], [], []
    with closing(opened()) as table:
        for query in asked.queries:
            with closing(table.execute(query)) as cursor:
                columns.append(tuple(name for name, *_ in cursor.description))
                rows.append(tuple(cursor.fetchmany(ROWS)))
            tied.append(cuts_a_tie(query, table))
    return Said(question, asked.queries, tuple(columns), tuple(rows), tuple(tied), asked.unknown, asked.undefined)


def cuts_a_tie(query: str, table: sqlite3.Connection) -> bool:
    """Whether a query for so many with the most of something leaves out some that have as much as one of these.

    >>> with closing(opened()) as table:
    ...     most = "SELECT {0} FROM employee GROUP BY {0} ORDER BY COUNT(*) DESC LIMIT {1}"
    ...     [cuts_a_tie(most.format("department", number), table) for number in (1, 2)]
    [False, True]
    """
    said = _RANKED.search(query)
    if said is None:
        return False
    rest, by, number, first = said["rest"], said["by"], int(said["number"]), int(said["first"] or 0)
    with closing(table.execute(f"SELECT {by} {rest} LIMIT {first + number + 1}")) as cursor:
        amounts = [amount for (amount,) in cursor]
    outside = amounts[first + number :] + amounts[:first]
    return bool(set(outside) & set(amounts[first : first + number]))
