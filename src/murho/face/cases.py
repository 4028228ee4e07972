"""Cases that are given in Python: rows, columns, or a frame with the fields of a case (docs/formats.md).

>>> suite = suite_of([{"expression": "open on friday?", "reference": ["hours"], "day": "fr"}])
>>> suite.cases.ids, suite.cases.references, suite.cases.features
(['1'], [('hours',)], {'day': ['fr']})
>>> suite_of([{"expression": "open on friday?", "refernce": ["hours"]}])
Traceback (most recent call last):
murho.core.errors.InputError: cases:1: no field 'reference', but 'refernce'; write `reference`; if the case is open, \
"reference": null
>>> suite_of(["open on friday?"])
Traceback (most recent call last):
murho.core.errors.UsageError: case 1 is a str; give a dict with its fields, as in {'expression': 'open?', \
'reference': ['hours']}

What is given is written as JSON lines and read back, so that it is checked as a file is, and has a digest by which a
run knows its data.
"""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

import numpy as np

from murho.core.case import Cases, apart_by_labels, numbered
from murho.core.errors import UsageError
from murho.formats.fields import CASE, as_cases, refuse_slips
from murho.formats.fields import columns as columns_of_rows
from murho.formats.jsonvalue import decode_lines, encoded_lines
from murho.formats.tables import CASE_ROLES, mapping, roles
from murho.formats.unique import unique
from murho.pipeline.scoring.as_lists import as_list, columns_of, is_nothing
from murho.pipeline.sources import Columns

CALLED = "cases"
"""What errors call them."""


@dataclass(frozen=True)
class Suite:
    """Cases, and what a record says of where they came from."""

    cases: Cases
    data: dict[str, Any]


def suite_of(given: Any, columns: Columns | None = None) -> Suite:
    """The cases of rows, of columns by name, or of a frame; without ids they are numbered from 1.

    With `columns` the fields have other names, which these say or which are guessed (`formats.roles`); so they are of a
    frame that has no column `expression`, as of any table.

    Raises:
        UsageError: they are none of these.
        InputError: a field is missing, or holds what it cannot.
    """
    rows, note = rows_of(given), ""
    if columns is None and rows and columns_of(given) is not None and "expression" not in rows[0]:
        columns = {}
    if columns is not None:
        rows, note = _renamed(rows, columns)
    if rows and not any("id" in row for row in rows):
        rows = [{"id": str(place), **row} for place, row in enumerate(rows, 1)]
    for place, row in enumerate(rows, 1):
        if "id" not in row:
            raise UsageError(f"case {place} has no id, though others have; give each one, or none")
    text = encoded_lines(rows, CALLED)
    digest = "sha256:" + hashlib.sha256(text).hexdigest()
    data = {"given": "from Python, not from a file", "digest": digest}
    if not rows:
        return Suite(Cases([], [], []), data)
    found, lines = decode_lines(text.splitlines(), CALLED, 1)
    if not all("reference" in row for row in found):
        refuse_slips(found, CALLED, lines)
    cases = as_cases(columns_of_rows(found, CASE, CALLED, lines), CALLED, lines)
    (whole,) = numbered(unique(lambda: apart_by_labels(iter([cases])), CALLED))
    return Suite(replace(whole, notes=(note, *whole.notes)) if note else whole, data)


def _renamed(rows: list[dict[str, Any]], columns: Columns) -> tuple[list[dict[str, Any]], str]:
    """Rows with the names that the fields of cases have, and what was guessed."""
    names = list(dict.fromkeys(name for row in rows for name in row))
    of = roles(names, mapping(columns), CASE_ROLES, CALLED)
    role = {column: role for role, column in of.columns.items()}
    kept = [name for name in names if name not in of.others and (name in role or name not in CASE_ROLES)]
    return [{role.get(name, name): row[name] for name in kept if name in row} for row in rows], of.note


def rows_of(given: Any) -> list[dict[str, Any]]:
    """A dict for each case."""
    table = list(given.items()) if isinstance(given, Mapping) else columns_of(given)
    if table is not None:
        return _of_columns(table, isinstance(given, Mapping))
    if isinstance(given, str | bytes | set | frozenset) or not isinstance(given, Iterable):
        raise UsageError(
            f"cases are a {type(given).__name__}; give the path of a file, a list of dicts, or a frame with the "
            "columns expression and reference"
        )
    rows = []
    for place, row in enumerate(given, 1):
        if not isinstance(row, Mapping) or not all(isinstance(name, str) for name in row):
            example = "{'expression': 'open?', 'reference': ['hours']}"
            raise UsageError(f"case {place} is a {type(row).__name__}; give a dict with its fields, as in {example}")
        rows.append({name: _plain(value) for name, value in row.items()})
    return rows


def _of_columns(table: Iterable[tuple[str, Any]], loose: bool) -> list[dict[str, Any]]:
    """Rows of columns; in a frame a struct has all fields of its column, and so no meaning that lacks some."""
    found = {str(name): [_plain(value) for value in as_list(column, str(name), rows=True)] for name, column in table}
    lengths = {name: len(column) for name, column in found.items()}
    if len(set(lengths.values())) > 1:
        said = ", ".join(f"{name} {length}" for name, length in lengths.items())
        raise UsageError(f"the columns of the cases differ in length ({said}); give one entry for each case")
    for place, value in enumerate(() if loose else found.get("reference", ()), 1):
        if any(
            isinstance(one, dict) and None in one.values() for one in (value if isinstance(value, list) else [value])
        ):
            raise UsageError(
                f"case {place}: its reference has a field that is null, as structs of frames have for what is not "
                "there; give the cases as a list of dicts, in which a meaning has only the fields that it has"
            )
    names = list(found)
    return [dict(zip(names, values, strict=True)) for values in zip(*found.values(), strict=True)]


def _plain(value: Any) -> Any:
    """A value as JSON has it: NaN and the like are nothing there, dates are texts."""
    if is_nothing(value):
        return None
    if isinstance(value, np.ndarray | np.generic):
        return _plain(value.tolist())
    return value.isoformat() if isinstance(value, date) else value  # pandas has dates of its own
