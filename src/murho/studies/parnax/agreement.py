"""How far two annotators agree on what questions to the EMPLOYEE table mean, by what their queries give.

The second had the guideline and the questions of whole dialogues, and did not see the first references. Queries mean
the same if they give the same rows on the tables of all `SEEDS`, each as often, in any order.

>>> found = agreement()
>>> found.figure.n, found.figure.estimate.clusters
(111, 34)
"""

import json
import sqlite3
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from importlib import resources

from murho.core.figure import Figure, figure
from murho.core.meaning import Meanings, canonical
from murho.core.tally import tally
from murho.formats.opening import text_lines
from murho.measures.meanings import meanings
from murho.studies.parnax import employees, questions

SEEDS = (1, 2, 3)
DIGITS = 9
"""Decimals to which numbers are compared: the sum of fractions depends on its order."""


@dataclass(frozen=True)
class Agreement:
    """Questions that were annotated twice, the second time without sight of the first."""

    figure: Figure
    """π of the second annotation against the first, whole dialogues as clusters: the share that differs."""
    differing: tuple[str, ...]
    """The ids of the questions whose sets of queries do not mean the same."""


def agreement(seeds: Sequence[int] = SEEDS) -> Agreement:
    """How the second annotation agrees with the first, on the tables of these seeds."""
    again = second()
    cases = questions.bundled()
    both = cases.take([row for row, name in enumerate(cases.ids) if name in again])
    with ExitStack() as opened:
        tables = [opened.enter_context(closing(sqlite3.connect(":memory:"))) for _ in seeds]
        for table, seed in zip(tables, seeds, strict=True):
            employees.fill(table, seed)
        first = [given(queries, tables) for queries in both.meant]
        other = [given(again[name], tables) for name in both.ids]
    judged = meanings().judge(first, other)
    dialogues = [str(name) for name in both.feature("dialogue")]
    return Agreement(
        figure(tally(judged, [1.0] * len(both), dialogues)),
        tuple(name for name, loss in zip(both.ids, judged.loss, strict=True) if loss),
    )


def second() -> dict[str, Meanings]:
    """The queries of the second annotator, by the ids of the questions."""
    with resources.as_file(resources.files(__package__) / "material" / "questions" / "second.jsonl") as path:
        rows = [json.loads(text) for _, text in text_lines(path)]
    return {row["id"]: tuple(row["reference"]) for row in rows}


def given(queries: Meanings, tables: Sequence[sqlite3.Connection]) -> Meanings:
    """For each query its rows on each table, sorted, as a meaning."""
    return tuple([_rows(table, query) for table in tables] for query in queries)


def _rows(table: sqlite3.Connection, query: str) -> list[list[str | float]]:
    found = [[_rounded(value) for value in row] for row in table.execute(query)]
    return sorted(found, key=canonical)


def _rounded(value: str | float) -> str | float:
    return value if isinstance(value, str) else round(value, DIGITS)
