"""SQL: sets of queries against the correct set, by their form, by what they give on a database, or by their parts.

Two queries are one meaning if the measure takes them for equal; then a shifting μ says how wrong each relation of the
sets is, as for any meanings. What is no query is a judgement in an answer, and an error in a reference.

>>> right, said = ("SELECT name FROM staff AS s WHERE s.age > 30",), ("select NAME from staff where 30 < age",)
>>> judged = sql().judge([right, right], [said, ("select from",)])
>>> judged.loss.tolist(), judged.labels["verdict"], judged.counts["unparseable"].tolist()
([0.0, 1.0], ['same form', 'unparseable'], [0, 1])

How forms, rows and instances are compared is in docs/sql.md.
"""

import os
from collections.abc import Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.errors import InputError, MeaningError, UsageError, as_written, shortened
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.shifting import Shifting, mu1, relation
from murho.core.spelling import setting
from murho.measures.distances.distance import Distance
from murho.measures.distances.sets import explained, set_distance
from murho.measures.interface import Measure, Record
from murho.measures.queries.comparing import RIGHT, Comparing, Verdict, unreadable
from murho.measures.queries.query import Query, Unparseable, parsed
from murho.measures.queries.running import Bounds, Failed, Runner
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases

_SUFFIXES = (".sqlite", ".duckdb", ".db")
_FILES = (*(f"{{0}}/{{0}}{suffix}" for suffix in _SUFFIXES), *(f"{{0}}{suffix}" for suffix in _SUFFIXES))
"""Where in a folder the database of a name is looked for."""


@dataclass(frozen=True)
class sql(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """μ of the answered set of queries against the correct set, equal by form or by what they give."""

    by: str | None = option(
        None, choices=("form", "execution", "graded"),
        help="form: normal forms; execution: rows on the database, and on instances made to tell queries apart; "
        "graded: the share of their parts that differ. By default execution where there is a database.",
    )  # fmt: skip
    database: str | None = option(
        None, type="file", help="A database of SQLite or DuckDB, or a folder with NAME/NAME.sqlite for the field `db`."
    )
    shifting: Shifting = option(
        factory=mu1, type="shifting", help="How wrong each relation of the sets is: mu1, mu2(0.5), mu3(...), mu4(...)."
    )
    columns: str = option(
        "any", choices=("any", "ordered"), help="Whether columns have to stand in the order of the reference."
    )
    instances: int = option(72, help="Databases that are made, at most, to tell apart two queries with the same rows.")
    dialect: str = option("sqlite", help="What sqlglot calls the SQL, where there is no database.")
    seconds: float = option(10.0, help="What a query may take.")
    most_rows: int = option(100_000, help="Rows that a query may give.")
    memory: int = option(512, help="Megabytes that a query may take.")

    kind = "label"

    def __post_init__(self) -> None:
        if not isinstance(self.shifting, Shifting):
            raise UsageError(f"{self.shifting!r} is not a shifting; write mu1, mu2(0.5), mu3(...) or mu4(...)")
        if self.shifting.distance not in (None, "parts"):
            raise UsageError(f"{self.shifting!r}: the distance of queries is 'parts', as in mu4('parts')")
        if self.by not in (None, "form", "execution", "graded"):
            raise UsageError(f"sql: by={self.by!r}; known: form, execution, graded")
        if self.columns not in ("any", "ordered"):
            raise UsageError(f"sql: columns={self.columns!r}; known: any, ordered")
        if self.by == "execution" and self.database is None:
            raise UsageError(f"sql: by=execution runs queries; name a database, {setting('database')}FILE or FOLDER")
        for name in ("seconds", "most_rows", "memory"):
            if not getattr(self, name) > 0:
                raise UsageError(f"sql: {name}={getattr(self, name)}; give a number above 0")
        if self.instances < 0:
            raise UsageError(f"sql: instances={self.instances}; give a number, or 0")

    @property
    def way(self) -> str:
        """How queries are compared: `by`, or what it is where nobody says it."""
        return self.by or ("form" if self.database is None else "execution")

    @property
    def files(self) -> tuple[str, ...]:
        """The database, or those of the folder."""
        if self.database is None or not os.path.isdir(self.database):
            return () if self.database is None else (self.database,)
        here = [self.database, *(entry.path for entry in os.scandir(self.database) if entry.is_dir())]
        return tuple(sorted(entry.path for folder in here for entry in os.scandir(folder) if _is_database(entry)))

    @property
    def set_shifting(self) -> Shifting | None:
        """Its shifting; None where queries are graded, which does not look at it."""
        return None if self.way == "graded" else self.shifting

    @property
    def notes(self) -> tuple[str, ...]:
        """Where the values of the shifting fall."""
        return () if self.shifting.note is None else (self.shifting.note,)

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case; the label `relation` is that of the sets, `verdict` tells what decided."""
        return self._judged(references, answers, [None] * len(references))

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """The same, where the cases say in a field `db` which database each is about."""
        named = cases.features.get("db") or [None] * len(cases)
        return self._judged(cases.meant, answers, [None if name is None else str(name) for name in named])

    def _judged(
        self, references: Sequence[Meanings], answers: Sequence[Answered], names: Sequence[str | None]
    ) -> Judgements:
        found: list[_Case] = []
        with self._equality() as equality:
            for index, (reference, answer, name) in enumerate(zip(references, answers, names, strict=True)):
                found.append(equality.of(name, index).judged(reference, answer, index))
        graded = self.way == "graded"
        loss = np.array(
            [result.distance if graded else self.shifting.value(result.relation, result.distance) for result in found],
            np.float64,
        )
        undefined = np.array([result.relation == "undefined" for result in found], bool)
        verdicts = [result.verdict for result in found]
        counts = {
            "correct": loss == 0,
            "total": np.ones(len(found), np.int64),
            "undefined": undefined,
            "unparseable": [result.unparseable for result in found],
            "failed": [result.failed for result in found],
            "told_apart_by_instances": [result.told_apart for result in found],
        }
        labels = {"relation": [result.relation for result in found], "verdict": verdicts}
        return Judgements.of(loss, counts=counts, undefined=undefined, labels=labels)

    explaining = True

    def explained(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> list[list[str]]:
        """What the forms of the queries say otherwise, by their parts; no query is run."""
        from murho.measures.queries.parts import distance, worded

        dialect = "duckdb" if any(path.endswith(".duckdb") for path in self.files) else self.dialect
        ordered = self.columns == "ordered"

        @cache
        def query(text: str) -> Query:
            return Query(text, dialect, None, ordered)

        by_parts = Distance(
            lambda right, said: distance(query(right), query(said)),
            lambda right, said: worded(query(right), query(said)),
        )
        told = []
        for index, (right, said) in enumerate(zip(references, answers, strict=True)):
            for side, texts in (("reference", right), ("answer", () if said is UNDEFINED else said)):
                for text in texts:
                    _text(text, index, side)
            told.append(explained(by_parts, right, said, thing="query"))
        return told

    @contextmanager
    def _equality(self) -> "Iterator[_Equalities]":
        with Runner(Bounds(self.seconds, self.most_rows, self.memory)) as runner:
            yield _Equalities(self, runner)


@dataclass
class _Equalities:
    """What is equal on each database, as far as it was asked for."""

    measure: sql
    runner: Runner
    known: dict[str | None, "_Equality"] = field(default_factory=dict)

    def of(self, name: str | None, place: int) -> "_Equality":
        if self.measure.database is None:
            name = None
        if name not in self.known:
            self.known[name] = self._made(name, place)
        return self.known[name]

    def _made(self, name: str | None, place: int) -> "_Equality":
        measure = self.measure
        if measure.database is None:
            return _Equality(measure, measure.dialect, None)
        path = located(measure.database, name, place)
        schema = self.runner.describe(path)
        if isinstance(schema, Failed):
            raise unreadable(path, schema)
        comparing = Comparing(self.runner, path, schema, measure.columns == "ordered", measure.instances)
        return _Equality(measure, "duckdb" if schema.duckdb else "sqlite", comparing)


def _is_database(entry: "os.DirEntry[str]") -> bool:
    return entry.is_file() and entry.name.endswith(_SUFFIXES)


def located(database: str, name: str | None, place: int) -> str:
    """The file of a database, or of the one of this name in a folder; `place` is that of the case that names it.

    Raises:
        InputError: there is no such file or folder, or the file is empty or ends early.
        MeaningError: the folder has no database of this name, or the case names none.
    """
    if not os.path.isdir(database):
        if not os.path.isfile(database):
            raise InputError("there is no such file or folder", "name a database, or a folder of them", path=database)
        return _whole(database)
    if name is None:
        todo = "give every case a field `db`, or name the file of one database"
        raise MeaningError(place, "reference", f"{database} is a folder, and the case names no database", todo)
    paths = [os.path.join(database, *pattern.format(name).split("/")) for pattern in _FILES]
    inside = os.path.basename(name) == name and name not in ("", ".", "..")
    path = next((path for path in paths if os.path.isfile(path)), None) if inside else None
    if path is None:
        raise MeaningError(place, "reference", f"no database {name!r} in {database}", f"put it there as {paths[0]}")
    return _whole(path)


def _whole(path: str) -> str:
    """The file, which to SQLite would be a database without tables if it were empty, of NULLs where it ends early.

    The header of an SQLite file says how many pages it has, and that this was counted when it was written last.
    """
    size = os.path.getsize(path)
    if not size:
        raise InputError("the file is empty, so no database", "name a database, or a folder of them", path=path)
    with open(path, "rb") as file:
        header = file.read(100)
    if header.startswith(b"SQLite format 3\0") and len(header) == 100 and header[24:28] == header[92:96]:
        page, pages = (int.from_bytes(header[start:end], "big") for start, end in ((16, 18), (28, 32)))
        wanted = pages * (65_536 if page == 1 else page)
        if size < wanted:
            raise InputError(f"the database ends early: {size:,} bytes of {wanted:,}", "copy it again", path=path)
    return path


@dataclass(frozen=True)
class _Case:
    relation: str
    verdict: str
    unparseable: bool = False
    failed: bool = False
    told_apart: bool = False
    distance: float = 1.0
    """Of the sets, where it is asked for; ⊥ is as far as anything."""


@dataclass
class _Equality:
    """Which queries are one meaning."""

    measure: sql
    dialect: str
    comparing: Comparing | None
    _queries: dict[str, Query] = field(default_factory=dict)

    def query(self, text: str) -> Query:
        """A query, with what is known of its database."""
        if text not in self._queries:
            columns = None if self.comparing is None else self.comparing.schema.columns
            self._queries[text] = Query(text, self.dialect, columns, self.measure.columns == "ordered")
        return self._queries[text]

    def reference(self, text: Any, place: int) -> Query:
        """A correct query, which has to be one, and to run.

        Raises:
            MeaningError: it is none, or does not run.
        """
        query = self.query(_text(text, place, "reference"))
        if self.comparing is not None and self.measure.way == "execution":
            given = self.comparing.gives(query)
            if isinstance(given, Failed):
                found = f"reference {shortened(query.text, 60)!r} does not run: {given.why}"
                raise MeaningError(place, "reference", found, "mend it, or give the measure other bounds")
        elif query.tree is None:
            try:
                parsed(query.text, self.dialect)
            except Unparseable as error:
                found = f"reference {shortened(query.text, 60)!r} is no query: {error}"
                todo = f"mend it, or say what it is written in: --with dialect=... (now {self.dialect})"
                raise MeaningError(place, "reference", found, todo) from None
        return query

    def verdict(self, reference: Query, answer: Query) -> Verdict:
        """What there is to say of a query beside a correct one."""
        if self.comparing is not None and self.measure.way == "execution":
            return self.comparing.compared(reference, answer)
        if answer.form is None:
            return "unparseable"
        return "same form" if answer.form == reference.form else "other form"

    def judged(self, right: Meanings, answer: Answered, place: int) -> _Case:
        """One case: a query of the answer is that of the correct ones to which it is equal, or else itself."""
        correct = [self.reference(text, place) for text in right]
        if answer is UNDEFINED:
            return _Case("undefined", "undefined")
        own = {query: self._equal(correct[:number], query)[0] or query for number, query in enumerate(correct)}
        said, verdicts = set(), []
        for text in answer:
            query = self.query(_text(text, place, "answer"))
            equal, verdict = self._equal(correct, query)
            said.add(query.text if equal is None else own[equal].text)
            verdicts.append(verdict)
        right_texts = {query.text for query in own.values()}
        related = relation(frozenset(said), frozenset(right_texts))
        looked_at = self.measure.way == "graded" or self.measure.shifting.distance is not None
        far = 0.0 if related == "equal" else self._distance(right_texts, said) if looked_at else 1.0
        first = verdicts[0] if verdicts else "nothing"
        unparseable, failed, apart = (kind in verdicts for kind in ("unparseable", "failed", "told apart"))
        return _Case(related, first, unparseable, failed, apart, far)

    def _distance(self, right: Set[str], said: Set[str]) -> float:
        """Of two sets of queries, under the best assignment."""
        from murho.measures.queries.parts import distance

        def between(one: str, other: str) -> float:
            return distance(self.query(one), self.query(other))

        return set_distance(tuple(sorted(right)), tuple(sorted(said)), between)

    def _equal(self, correct: Sequence[Query], query: Query) -> tuple[Query | None, str]:
        """The first of the correct queries that is equal to this one, and the verdict; else the nearest to it."""
        verdicts = []
        for one in correct:
            verdicts.append(self.verdict(one, query))
            if verdicts[-1] in RIGHT:
                return one, verdicts[-1]
        if not correct:
            return None, "unparseable" if query.tree is None else "nothing is right"
        return None, "told apart" if "told apart" in verdicts else verdicts[0]


def _text(meaning: Any, place: int, side: str) -> str:
    if isinstance(meaning, str):
        return meaning
    raise MeaningError(
        place, side, f"{side} {as_written(meaning)} is no query", 'a query is a string, as in ["SELECT 1"]'
    )


MEASURE = Record(
    make=sql,
    name="sql",
    title="SQL",
    loss="misunderstood",
    accuracy="understood",
    example="sql(database='shop.sqlite')",
)
