"""Tables of somebody's own as cases and answers: columns have roles (`roles`), and all others are features.

What has no `id` gets the number of its row, so that a table and a file of JSON lines belong together by place. A
reference or an answer that is a list is a set of meanings, any other value the only one of its set, and nothing at all
is an open case, or ⊥.

>>> table = {"text": ["to bonn", "hello"], "gold": ["travel", None], "said": ["travel", "bye"], "day": [3, 4]}
>>> (cases,) = cases_of([Table(table, [2, 3], [1, 2])], "answer=said", "log.csv")
>>> cases.ids, cases.expressions, cases.references, cases.features
(['1', '2'], ['to bonn', 'hello'], [('travel',), None], {'day': [3, 4]})
>>> (answers,) = answers_of([Table(table, [2, 3], [1, 2])], "answer=said", "log.csv")
>>> answers.answers, answers.extras
([('travel',), ('bye',)], {'day': [3, 4]})
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.formats import fields
from murho.formats.opening import Path
from murho.formats.roles import ANSWER_ROLES, CASE_ROLES, Roles, mapping, roles


class Table(NamedTuple):
    """Columns by name, or a part of them, row by row."""

    columns: Mapping[str, list[Any]]
    lines: Sequence[int]
    """The line on which each row begins."""
    places: Sequence[int]
    """The number of each row, from 1."""


Cells = Callable[[str, list[Any], Sequence[int]], list[Any]]
"""What the values of a column are, given its role (empty for a feature), the values and their lines."""


def _as_they_are(_role: str, values: list[Any], _lines: Sequence[int]) -> list[Any]:
    return values


def cases_of(tables: Iterable[Table], columns: str, path: Path, cells: Cells = _as_they_are) -> Iterator[Cases]:
    """The cases of tables, which are parts of one file; the first tells what its columns are.

    Raises:
        InputError: a column is not there, could be two things, or holds what its role cannot be.
    """
    for named, lines, of in _with_roles(tables, columns, CASE_ROLES, path, cells):
        named.setdefault("expression", [""] * len(lines))
        cases = fields.as_cases(named, path, lines)
        blind = "" if "expression" in of.columns else f"{path}: no column is the expression, so that all are empty"
        yield replace(cases, notes=(*filter(None, (of.note, blind)), *cases.notes))


def answers_of(tables: Iterable[Table], columns: str, path: Path, cells: Cells = _as_they_are) -> Iterator[Answers]:
    """The answers of tables, which are parts of one file; the first tells what its columns are.

    Raises:
        InputError: a column is not there, could be two things, or holds what its role cannot be.
    """
    for named, lines, of in _with_roles(tables, columns, ANSWER_ROLES, path, cells):
        said = named.get("answer", [None] * len(lines))
        named["answer"] = [value if value is None or isinstance(value, list) else [value] for value in said]
        answers = fields.as_answers(named, path, lines)
        yield replace(answers, notes=(*filter(None, (of.note,)), *answers.notes))


def _with_roles(
    tables: Iterable[Table], columns: str, wanted: Sequence[str], path: Path, cells: Cells
) -> Iterator[tuple[dict[str, list[Any]], Sequence[int], Roles]]:
    """The columns of each table under the names of their roles, its lines, and what was found out about it."""
    said, of = mapping(columns), None
    for table, lines, places in tables:
        if of is None:
            of = roles(list(table), said, wanted, path)
        taken = {*of.columns.values(), *of.others}
        nothing = [None] * len(lines)
        named = {role: cells(role, table.get(column, nothing), lines) for role, column in of.columns.items()}
        # A column called like a field that it is not keeps its values under another name.
        free = {f"column {name}" if name in wanted else name: table[name] for name in table if name not in taken}
        named |= {name: cells("", column, lines) for name, column in free.items()}
        named.setdefault("id", list(map(str, places)))
        yield named, lines, of
