"""What there is to judge: the cases of a run with what was said before them, and the answers to them.

Of queries people also see what they give on the database of the run, and not their text alone. They are run as the
measure `sql` runs those of systems: by a process of its own, which may read and nothing else.
"""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np

from murho.core.case import Cases, Expression
from murho.core.errors import MurhoError, UsageError
from murho.core.meaning import UNDEFINED, Answered, canonical
from murho.core.turns import went_before, with_order
from murho.evaluator import schema
from murho.evaluator.representation import Kind, Representation, seen, shown
from murho.measures import Measure
from murho.measures.queries.running import Bounds, Failed, Runner
from murho.measures.unopened import recorded
from murho.pipeline.runs.show import answers_to
from murho.store import Run

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
            result = self._runner.run(located(self._database, name, place), text)
        except MurhoError as error:
            return Rows([], [], 0, str(error))
        if isinstance(result, Failed):
            return Rows([], [], 0, result.why)
        first = [[_cell(value) for value in row] for row in result.rows[:MOST_ROWS]]
        return Rows(result.names, first, len(result.rows))

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


@dataclass(frozen=True)
class Case:
    """A case as it is shown; of the system and of the case's features nothing is told."""

    place: int
    id: str
    turns: tuple[str, ...]
    """What is to be understood: one text, or the utterances of a dialogue."""
    before: Sequence[str]
    answer: Answered


@dataclass(frozen=True)
class Material:
    """The cases of a run that are to be judged."""

    cases: Mapping[int, Case]
    """By their places in the suite."""
    representation: Representation
    suite: str
    """The digest of what was asked and answered."""
    queries: Queries | None = None
    """What queries give, where meanings are queries and the run has a database."""


def material(run: Run, before: Collection[int] = ()) -> Material:
    """The open cases of a run, or all of them where none is open; and those that were to be judged before.

    The whole suite is held in memory meanwhile.
    """
    suite = with_order(run.cases())
    chosen = np.flatnonzero(suite.open) if suite.open.any() or before else np.arange(len(suite))
    there = [place for place in sorted(before) if place < len(suite)]  # of a suite that has fewer now it is told later
    chosen = np.union1d(chosen, np.array(there, np.int64)).astype(np.int64)
    every = replace(suite, places=range(len(suite)))
    answers = answers_to(run, every).answers
    shown = {
        place: Case(
            place, suite.ids[place], _turns(suite.expressions[place]), went_before(suite, place), answers[place]
        )
        for place in chosen.tolist()
    }
    measure = main_measure(run)
    named = suite.features.get("db") or [None] * len(suite)
    queries = queries_of(measure, {place: None if named[place] is None else str(named[place]) for place in shown})
    kind: Kind | None = "tree" if measure.kind == "tree" else "text" if queries is not None else None
    return Material(shown, seen([*suite.references, *answers], kind), _digest(suite, answers), queries)


def with_schema(shown: Material, path: str) -> Material:
    """The same, with a form that completes meanings from the JSON schema in a file.

    Raises:
        InputError: there is no such schema in it.
        UsageError: meanings are trees or queries, which have forms of their own.
    """
    if shown.queries is not None:
        raise UsageError("a schema is of attributes, units or labels, and the meanings of this run are queries")
    return replace(shown, representation=schema.completed(shown.representation, schema.read(path)))


def _digest(suite: Cases, answers: Sequence[Answered]) -> str:
    """What was asked and answered, in a digest; references may change, since people write them."""
    told = hashlib.sha256()
    for name, expression, answer in zip(suite.ids, suite.expressions, answers, strict=True):
        said = None if answer is UNDEFINED else list(map(canonical, answer))
        told.update(json.dumps([name, expression, said]).encode())
    return f"sha256:{told.hexdigest()}"


def main_measure(run: Run) -> Measure:
    """The first measure of a run, as its record names it."""
    return recorded(run.record["settings"]["measures"][0], run.record.get("measure_facts"))


def _turns(expression: Expression) -> tuple[str, ...]:
    return (expression,) if isinstance(expression, str) else tuple(expression)
