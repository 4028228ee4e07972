"""Spider's exact set match: what its evaluator calls equal (Yu and others, EMNLP 2018), verdict by verdict.

Clauses are compared as sets of parts, without values, without DISTINCT (but inside conditions), columns that foreign
keys tie as one. What it cannot read is wrong. Its first version compares tables only where the reference names several;
that of 2020 always does.

>>> import json, pathlib, tempfile
>>> file = pathlib.Path(tempfile.mkdtemp(), "tables.json")
>>> names, columns = ["staff", "task"], [[-1, "*"], [0, "name"], [0, "age"], [1, "name"]]
>>> entry = {"db_id": "firm", "table_names_original": names, "column_names_original": columns, "foreign_keys": []}
>>> _ = file.write_text(json.dumps([entry]))
>>> right = [("SELECT count(*) FROM staff",)] * 2
>>> said = [("SELECT count(*) FROM task",), ("select count(*) from staff",)]
>>> [spider_exact(str(file), version).judge(right, said).counts["correct"].tolist() for version in (2018, 2020)]
[[1, 1], [0, 1]]

`sql` compares what queries mean; docs/sql.md has both side by side.
"""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from murho.core.errors import InputError, MeaningError, UsageError, as_written, shortened
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.formats.opening import line_blocks
from murho.measures.interface import Measure, Record
from murho.measures.queries.spider_reading import Column, Select, Tables, Term, Unreadable, read
from murho.plugs import option

if TYPE_CHECKING:
    from murho.core.case import Cases


@dataclass(frozen=True)
class spider_exact(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """0 if Spider's evaluator calls the queries equal to the correct ones, both ways round, else 1."""

    tables: str | None = option(
        None, type="file", help="Spider's tables.json: the databases with their tables and keys."
    )
    version: int = option(2020, help="Whose rules: 2018, the evaluator's first, or 2020.")

    kind = "label"
    plain_format = "spider"

    def __post_init__(self) -> None:
        if self.version not in (2018, 2020):
            raise UsageError(f"spider_exact: version={self.version}; known: 2018, 2020")

    @property
    def files(self) -> tuple[str, ...]:
        """The file of tables."""
        return () if self.tables is None else (self.tables,)

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case, where there is one database."""
        return self._judged(references, answers, [None] * len(references))

    def judge_cases(self, cases: "Cases", answers: Sequence[Answered]) -> Judgements:
        """One row per case; its field `db` says which database it is about."""
        return self._judged(cases.meant, answers, cases.features.get("db") or [None] * len(cases))

    def _judged(
        self, references: Sequence[Meanings], answers: Sequence[Answered], names: Sequence[str | None]
    ) -> Judgements:
        if self.tables is None:
            raise UsageError("spider_exact: it looks up columns in Spider's tables.json; give --with tables=FILE")
        databases = databases_of(self.tables)
        verdicts = [
            self._verdict(_named(databases, name, index), reference, answer, index)
            for index, (reference, answer, name) in enumerate(zip(references, answers, names, strict=True))
        ]
        correct = [verdict == "equal" for verdict in verdicts]
        undefined = [answer is UNDEFINED for answer in answers]
        counts: dict[str, list[Any]] = {
            "correct": correct,
            "total": [1] * len(correct),
            "undefined": undefined,
            "unparseable": [verdict == "unparseable" for verdict in verdicts],
        }
        return Judgements.of(
            [not right for right in correct], counts=counts, undefined=undefined, labels={"verdict": verdicts}
        )

    def _verdict(self, tables: Tables, reference: Meanings, answer: Answered, place: int) -> str:
        right = []
        for text in reference:
            try:
                right.append(comparable(read(_text(text, place, "reference"), tables), tables))
            except Unreadable as error:
                found = f"reference {shortened(str(text), 60)!r} is not read by Spider's evaluator: {error}"
                raise MeaningError(place, "reference", found, "leave it out, or judge by sql") from None
        if answer is UNDEFINED:
            return "undefined"
        if not answer:
            return "other" if right else "equal"
        try:
            said = [comparable(read(_text(text, place, "answer"), tables), tables) for text in answer]
        except Unreadable:
            return "unparseable"
        alike = [[same(one, other, self.version) for other in right] for one in said]
        # As sets: each answered query is a correct one, and each correct one is answered.
        every = bool(right) and all(map(any, alike)) and all(map(any, zip(*alike, strict=True)))
        return "equal" if every else "other"


def _text(meaning: Any, place: int, side: str) -> str:
    if isinstance(meaning, str):
        return meaning
    raise MeaningError(
        place, side, f"{side} {as_written(meaning)} is no query", 'a query is a string, as in ["SELECT 1"]'
    )


def _named(databases: dict[str, Tables], name: str | None, place: int) -> Tables:
    if name is None and len(databases) == 1:
        return next(iter(databases.values()))
    if name is None:
        found, todo = "the case names no database", "give every case a field `db`, as the format spider does"
        raise MeaningError(place, "reference", found, todo)
    if name not in databases:
        raise MeaningError(place, "reference", f"no database {name!r} in the file of tables", "check the name")
    return databases[name]


def databases_of(path: str) -> dict[str, Tables]:
    """The databases of a tables.json, by name.

    Raises:
        InputError: it is none.
    """
    text = b"\n".join(line for _, block in line_blocks(path) for line in block)
    try:
        return {entry["db_id"]: _tables(entry) for entry in json.loads(text)}
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise InputError(f"it is no tables.json of Spider's: {error!r}", "name that of the data", path=path) from None


def _tables(entry: dict[str, Any]) -> Tables:
    names = [name.lower() for name in entry["table_names_original"]]
    columns: dict[str, list[str]] = {name: [] for name in names}
    full = []
    for table, column in entry["column_names_original"]:
        full.append("*" if table < 0 else f"{names[table]}.{column.lower()}")
        if table >= 0:
            columns[names[table]].append(column.lower())
    # Each key joins the first group that has one of its columns: groups that meet later stay two, as there.
    groups: list[set[int]] = []
    for pair in entry["foreign_keys"]:
        group = next((group for group in groups if group & set(pair)), None)
        if group is None:
            groups.append(group := set())
        group |= set(pair)
    return Tables(columns, {full[place]: full[min(group)] for group in groups for place in group})


# What is compared.


def comparable(query: Select, tables: Tables) -> Select:
    """A query as it is compared: without values, without DISTINCT, with one column for those that keys tie."""
    return _tied(_valueless(query), {name for name in query.tables if isinstance(name, str)}, tables)


def _valueless(query: Select) -> Select:
    def plain(conditions: list[Any]) -> list[Any]:
        return [
            condition if isinstance(condition, str) else (*condition[:3], *map(_query_only, condition[3:]))
            for condition in conditions
        ]

    return replace(
        query,
        on=plain(query.on),
        where=plain(query.where),
        having=plain(query.having),
        joined={name: _valueless(one) for name, one in query.joined.items()},
    )


def _query_only(value: Any) -> Select | None:
    return _valueless(value) if isinstance(value, Select) else None


def _tied(query: Select, known: set[str], tables: Tables) -> Select:
    """Columns of the `known` tables under one name; queries inside conditions stay as they are."""

    def column(one: Column) -> Column:
        aggregate, name, _ = one
        return aggregate, tables.keys.get(name, name) if name.partition(".")[0] in known else name, None

    def term(one: Term) -> Term:
        operator, first, second = one
        return operator, column(first), None if second is None else column(second)

    def plain(conditions: list[Any]) -> list[Any]:
        return [
            condition if isinstance(condition, str) else (*condition[:2], term(condition[2]), *condition[3:])
            for condition in conditions
        ]

    return replace(
        query,
        distinct=None,
        outputs=[(aggregate, term(one)) for aggregate, one in query.outputs],
        on=plain(query.on),
        where=plain(query.where),
        group=[column(one) for one in query.group],
        having=plain(query.having),
        order=[term(one) for one in query.order],
        joined={name: _tied(one, known, tables) for name, one in query.joined.items()},
    )


def same(said: Select, right: Select, version: int) -> bool:
    """Whether two comparable queries are equal."""
    return (
        _alike(said.outputs, right.outputs)
        and _alike(said.where[::2], right.where[::2])
        and set(said.where[1::2]) == set(right.where[1::2])
        and _alike([_bare(one) for one in said.group], [_bare(one) for one in right.group])
        and _groups(said) == _groups(right)
        and (said.direction, said.order, said.order != [] and said.limit is None)
        == (right.direction, right.order, right.order != [] and right.limit is None)
        and said.joined.keys() == right.joined.keys()
        and all(same(one, right.joined[name], version) for name, one in said.joined.items())
        and _keywords(said) == _keywords(right)
        and (len(right.tables) <= (1 if version == 2018 else 0) or _alike(said.tables, right.tables))
    )


def _alike(one: Sequence[Any], other: Sequence[Any]) -> bool:
    """Whether two lists have the same elements, as often; they may have queries, which have no hash."""
    rest = list(other)
    for element in one:
        if element not in rest:
            return False
        rest.remove(element)
    return not rest


def _bare(column: Column) -> str:
    """The name of a column without its table."""
    return column[1].rpartition(".")[2]


def _groups(query: Select) -> Any:
    """Keys in their order, and HAVING: which is not looked at where there are no keys."""
    return ([column[1] for column in query.group], query.having) if query.group else None


def _keywords(query: Select) -> Counter[str]:
    conditions = [*query.on[::2], *query.where[::2], *query.having[::2]]
    connectors = [*query.on[1::2], *query.where[1::2], *query.having[1::2]]
    results = {
        "where": query.where, "group": query.group, "having": query.having, query.direction: query.order,
        "order": query.order, "limit": query.limit is not None, "or": "or" in connectors,
        "not": any(condition[0] for condition in conditions),
        "in": any(condition[1] == "in" for condition in conditions),
        "like": any(condition[1] == "like" for condition in conditions),
    }  # fmt: skip
    return Counter([name for name, there in results.items() if there] + list(query.joined))


MEASURE = Record(
    make=spider_exact,
    name="spider_exact",
    title="Spider's exact match",
    loss="1 − exact match",
    accuracy="exact match",
    example="spider_exact('tables.json')",
)
