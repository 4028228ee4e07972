"""Whether two queries give the same on a database, and on others that are made to tell them apart.

What a query gives is what `rows` says of it. On the database itself the queries run as they are. Then they run once
more with what nobody ordered read backwards, and on `instances`: small databases whose values are those that the
queries speak of and their neighbours. An instance on which the reference does not agree with itself when it is
read backwards tells nothing, nor does one on which a query fails.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

from murho.core.errors import InputError
from murho.measures.queries.instances import instances
from murho.measures.queries.query import Keyed, Query
from murho.measures.queries.rows import Expected, Row, arranged, arrangements, canonical
from murho.measures.queries.running import Failed, Instance, Runner, Schema, Table

Verdict = Literal["same form", "other form", "same rows", "told apart", "other rows", "unparseable", "failed"]
"""Of one query beside another: it has its form, or another; the same rows everywhere; on the database, but not on an
instance; not even there; it is no query; it does not run."""
RIGHT = ("same form", "same rows")


@dataclass(eq=False)
class Comparing:
    """Queries on one database, compared by a child that runs them."""

    runner: Runner
    path: str
    schema: Schema
    ordered_columns: bool = False
    most_instances: int = 0
    _found: dict[str, tuple[Expected, bool] | Failed] = field(default_factory=dict)
    _verdicts: dict[tuple[str, str], Verdict] = field(default_factory=dict)

    def gives(self, query: Query) -> Expected | Failed:
        """What a reference gives on the database."""
        found = self._expected(self.path, query)
        if isinstance(found, Failed) and found.kind == "database":
            raise unreadable(self.path, found)
        return found if isinstance(found, Failed) else found[0]

    def compared(self, reference: Query, answer: Query) -> Verdict:
        """What there is to say of an answer beside a reference, which runs."""
        pair = (reference.text, answer.text)
        if pair not in self._verdicts:
            self._verdicts[pair] = self._compared(reference, answer)
        return self._verdicts[pair]

    def _compared(self, reference: Query, answer: Query) -> Verdict:
        if reference.form is not None and reference.form == answer.form:
            return "same form"
        given = self.runner.run(self.path, answer.text)
        if isinstance(given, Failed):
            if given.kind == "database":
                raise unreadable(self.path, given)
            return "unparseable" if answer.tree is None and given.kind == "query" else "failed"
        expected = self._expected(self.path, reference)
        assert not isinstance(expected, Failed)
        columns = Columns(given.columns, self.ordered_columns)
        if not columns.fit(expected[0], [given]):
            return "other rows"
        for where in self._elsewhere(reference, answer):
            if not self._same(where, reference, answer, columns):
                return "told apart"
        return "same rows"

    def _elsewhere(self, reference: Query, answer: Query) -> Iterator[str | Instance]:
        if self.most_instances:
            yield self.path
            yield from instances(self.schema, [reference.tree, answer.tree], self.most_instances)

    def _same(self, where: str | Instance, reference: Query, answer: Query, columns: "Columns") -> bool:
        expected = self._expected(where, reference, kept=isinstance(where, str))
        if isinstance(expected, Failed) or not expected[1]:
            return True
        given = [self.runner.run(where, answer.text, backwards=backwards) for backwards in (False, True)]
        tables = [one for one in given if isinstance(one, Table)]
        return len(tables) < len(given) or columns.fit(expected[0], tables)

    def _expected(self, where: str | Instance, query: Query, kept: bool = True) -> tuple[Expected, bool] | Failed:
        """What a reference gives, and whether it is the same when it is read backwards."""
        if not kept:
            return self._ask(where, query)
        if query.text not in self._found:
            self._found[query.text] = self._ask(where, query)
        return self._found[query.text]

    def _ask(self, where: str | Instance, query: Query) -> tuple[Expected, bool] | Failed:
        plain = self.runner.run(where, query.text)
        if isinstance(plain, Failed):
            return plain
        rows = arranged(plain.rows, range(plain.columns))
        expected = Expected([[row] for row in rows] if query.ordered else [rows])
        if query.keyed is not None:
            found = self.runner.run(where, query.keyed.text)
            if isinstance(found, Table):
                tied = Expected(_blocks(found, query.keyed, plain.columns), query.keyed.skip, query.keyed.take)
                expected = tied if tied.met_by(rows) else expected
        again = self.runner.run(where, query.text, backwards=True)
        return expected, isinstance(again, Table) and expected.met_by(arranged(again.rows, range(again.columns)))


def unreadable(path: str, failed: Failed) -> InputError:
    """The error for a database that cannot be read, whatever is asked."""
    todo = "mend it, or wait until nobody writes to it"
    return InputError(f"the database cannot be read: {failed.why}", todo, path=path)


@dataclass
class Columns:
    """Which columns of an answer are which of the reference, as far as is known."""

    width: int
    fixed: bool
    """They stand in the order of the reference."""
    _known: list[tuple[int, ...]] | None = None
    _seen: list[tuple[Expected, Sequence[Table]]] = field(default_factory=list)

    def fit(self, expected: Expected, given: Sequence[Table]) -> bool:
        """Whether there is an order of columns by which this, and all before, is what was expected."""
        if any(table.columns != self.width for table in given):
            return False
        wanted = [row for block in expected.blocks for row in block]
        if wanted and len(wanted[0]) != self.width:
            return False
        if not all(len(table.rows) == expected.size for table in given):
            return False
        self._seen.append((expected, given))
        if not any(table.rows for table in given):
            return True
        if self._known is None:
            self._known = self._all()
        self._known = [one for one in self._known if _met(expected, given, one)]
        if not self._known and len(self._seen) > 1:  # what was known need not be all that fits what was seen before
            self._known = [one for one in self._all() if all(_met(*seen, one) for seen in self._seen)]
        return bool(self._known)

    def _all(self) -> list[tuple[int, ...]]:
        if self.fixed:
            return [tuple(range(self.width))]
        # Rows of different places are told apart by a column of their own, which comes first on both sides.
        wanted: list[Row] = []
        said: list[Row] = []
        for place, (expected, given) in enumerate(self._seen):
            for number, table in enumerate(given):
                tag = f"{place} {number}"
                wanted += [(tag, *row) for block in expected.blocks for row in block]
                said += [(tag, *row) for row in table.rows]
        return [tuple(column - 1 for column in one[1:]) for one in arrangements(wanted, said) if one[0] == 0]


def _met(expected: Expected, given: Sequence[Table], arrangement: Sequence[int]) -> bool:
    return all(expected.met_by(arranged(table.rows, arrangement)) for table in given)


def _blocks(found: Table, keyed: Keyed, columns: int) -> list[list[Row]]:
    """The rows, those with the same keys together."""
    blocks: list[list[Row]] = []
    last: Row | None = None
    for row in found.rows:
        key = canonical([row[place] for place in keyed.keys] if keyed.outputs is None else row[columns:])
        if key != last:
            blocks.append([])
            last = key
        blocks[-1].append(tuple(row[:columns]))
    return blocks
