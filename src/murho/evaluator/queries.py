"""What queries give on the database of a run, so that people see what a query says, and not its text alone.

They are run as the measure `sql` runs those of systems: by a process of its own, which may read and nothing else.
"""

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

from murho.core.errors import MurhoError
from murho.evaluator.representation import shown
from murho.measures.interface import Measure
from murho.measures.queries.running import Bounds, Failed, Runner

MOST_ROWS = 20
"""Rows that a page shows."""
_BOUNDS = Bounds(seconds=3.0, rows=20_000, memory=256)
_KEPT = 500
"""Queries whose rows are remembered."""


class Rows(NamedTuple):
    """The rows of a query, or why it gives none."""

    names: list[str]
    """Of the columns."""
    first: list[list[str]]
    total: int
    failed: str = ""


class Queries:
    """What queries give, each asked once; people may ask at the same time."""

    def __init__(self, database: str, named: Mapping[int, str | None]):
        """`database` is a file or a folder, `named` tells by place which of a folder a case is about."""
        self._database, self._named = database, named
        self._runner, self._lock = Runner(_BOUNDS), threading.Lock()
        self._known: OrderedDict[tuple[str | None, str], Rows] = OrderedDict()

    def rows(self, place: int, text: str) -> Rows:
        """What a query gives on the database of a case."""
        key = self._named.get(place), text
        with self._lock:
            if key not in self._known:
                self._known[key] = self._run(key[0], text, place)
                if len(self._known) > _KEPT:
                    self._known.popitem(last=False)
            return self._known[key]

    def _run(self, name: str | None, text: str, place: int) -> Rows:
        from murho.measures.queries.sql import located

        try:
            found = self._runner.run(located(self._database, name, place), text)
        except MurhoError as error:
            return Rows([], [], 0, str(error))
        if isinstance(found, Failed):
            return Rows([], [], 0, found.why)
        first = [[_cell(value) for value in row] for row in found.rows[:MOST_ROWS]]
        return Rows(found.names, first, len(found.rows))

    def close(self) -> None:
        """End the process."""
        with self._lock, self._runner:
            pass


def queries_of(measure: Measure, named: Mapping[int, str | None]) -> Queries | None:
    """What queries of a run give; None where its meanings are none, or it has no database."""
    database = getattr(measure, "database", None)
    return Queries(database, named) if measure.typed_name() == "sql" and database is not None else None


def _cell(value: Any) -> str:
    return "" if value is None else shown(value)
