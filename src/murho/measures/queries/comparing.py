"""Whether two queries give the same on a database, and on others that are made to tell them apart.

What a query gives is what `rows` says of it. On the database itself the queries run as they are. Then they run once
more with what nobody ordered read backwards, and on `instances`: small databases whose values are those that the
queries speak of and their neighbours. An instance on which the reference does not agree with itself when it is
read backwards tells nothing, nor does one on which a query fails.

When two queries give the same: what of rows, columns and values has to agree.

Rows are a multiset, in order only where the reference orders them; rows that tie by its ORDER BY may stand in any
order, and where its LIMIT cuts through a tie any of the tied rows may be kept. NULL is equal to NULL. Numbers are equal
whatever their type, if they agree to ten digits, since a sum of floats depends on the order in which it is made; a
number is no text, and bytes are none.

>>> expected = Expected([[("ann", 1), ("bob", 1)], [("cid", 2)]])
>>> expected.met_by([("bob", 1.0), ("ann", 1), ("cid", 2)]), expected.met_by([("cid", 2), ("ann", 1), ("bob", 1)])
(True, False)
>>> Expected([[("ann",), ("bob",)]], take=1).met_by([("bob",)])     # LIMIT 1, and both come first
True
>>> arrangements([[1, "a"], [2, "b"]], [["a", 1], ["b", 2]])      # the columns of the second that make the first
[(1, 0)]
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal

from murho.core.errors import InputError
from murho.measures.queries.instances import instances
from murho.measures.queries.query import Keyed, Query
from murho.measures.queries.running import Failed, Instance, Runner, Schema, Table

Row = tuple[Any, ...]
MOST_ARRANGEMENTS = 120
"""Orders of columns that are gone on with: there are more only where many columns have the same values."""
_MOST_STEPS = 5_000


@dataclass(frozen=True)
class Expected:
    """What a reference gives."""

    blocks: Sequence[Sequence[Row]]
    """Rows that tie, in the order of the blocks; all in one where nothing is ordered."""
    skip: int = 0
    take: int | None = None
    """OFFSET and LIMIT; the blocks are without them."""

    @property
    def size(self) -> int:
        """How many rows there are to be."""
        left = max(0, sum(map(len, self.blocks)) - self.skip)
        return left if self.take is None else min(left, self.take)

    def met_by(self, rows: Sequence[Row]) -> bool:
        """Whether these rows, in this order, are right; their columns stand as in the blocks."""
        return len(rows) == self.size and any(self._met(rows, digits) for digits in (10, 9))

    def _met(self, rows: Sequence[Row], digits: int) -> bool:
        # Two values near a border of rounding to ten digits are not near one of rounding to nine.
        place, skip = 0, self.skip
        for block in self.blocks:
            there = max(0, len(block) - skip)
            skip = max(0, skip - len(block))
            take = min(there, len(rows) - place)
            if take == 0:
                continue
            given = Counter(canonical(row, digits) for row in rows[place : place + take])
            if given - Counter(canonical(row, digits) for row in block):
                return False
            place += take
        return place == len(rows)


def arranged(rows: Sequence[Sequence[Any]], arrangement: Sequence[int]) -> list[Row]:
    """The rows with their columns in this order."""
    return [tuple(row[place] for place in arrangement) for row in rows]


def arrangements(wanted: Sequence[Sequence[Any]], given: Sequence[Sequence[Any]]) -> list[tuple[int, ...]]:
    """The orders of the columns of `given` by which its rows may be among those of `wanted`: at most a hundred or so.

    Rows (of as many columns) are looked at as multisets of their first columns, then of one more...
    """
    return _arrangements(wanted, given, 10) or _arrangements(wanted, given, 9)


def _arrangements(
    wanted: Sequence[Sequence[Any]], given: Sequence[Sequence[Any]], digits: int
) -> list[tuple[int, ...]]:
    right, said = ([canonical(row, digits) for row in rows] for rows in (wanted, given))
    width = len(said[0]) if said else 0
    steps = 0

    def extended(chosen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
        nonlocal steps
        if len(chosen) == width:
            yield chosen
            return
        there = _part(right, range(len(chosen) + 1))
        for place in range(width):
            steps += 1
            if place not in chosen and steps < _MOST_STEPS and not _part(said, (*chosen, place)) - there:
                yield from extended((*chosen, place))

    return list(islice(extended(()), MOST_ARRANGEMENTS))


def _part(rows: Sequence[Row], places: Sequence[int]) -> Counter[Row]:
    return Counter(tuple(row[place] for place in places) for row in rows)


def canonical(row: Sequence[Any], digits: int = 10) -> Row:
    """A row whose values are equal where they count as equal."""
    return tuple(_canonical(value, digits) for value in row)


def _canonical(value: Any, digits: int) -> Any:
    if isinstance(value, bool | int | float):
        return _number(value, digits)
    if isinstance(value, list):
        return ("list", *(_canonical(item, digits) for item in value))
    if isinstance(value, dict):
        return ("object", repr(sorted(value.items())))
    return value


def _number(value: float, digits: int) -> Any:
    if isinstance(value, int) and abs(value) >= 10**15:
        return value  # which a float has not exactly
    if value != value:
        return "not a number"
    return float(f"{float(value):.{digits}g}") + 0.0  # no negative zero


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
        result = self._expected(self.path, query)
        if isinstance(result, Failed) and result.kind == "database":
            raise unreadable(self.path, result)
        return result if isinstance(result, Failed) else result[0]

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
        for index, (expected, given) in enumerate(self._seen):
            for number, table in enumerate(given):
                tag = f"{index} {number}"
                wanted += [(tag, *row) for block in expected.blocks for row in block]
                said += [(tag, *row) for row in table.rows]
        return [
            tuple(column - 1 for column in arrangement[1:])
            for arrangement in arrangements(wanted, said)
            if arrangement[0] == 0
        ]


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
