"""JSON lines, murho's own format: one case or one answer on every line.

A case is `{"id", "expression", "reference": [meaning, ...], "cluster"?, "weight"?, features...}`; an answer is
`{"id", "answer": [meaning, ...] | null, "seconds"?, "failure"?, extras...}`. An answer `null` is UNDEFINED (the system
failed), `[]` the empty set (it says that this means nothing here); a reference that is `null` or absent is open. A
meaning is any JSON value. Ids are strings; whole numbers are read as text. The schemas are published:
`murho.formats.schema("case")`.

>>> import tempfile, os
>>> path = os.path.join(tempfile.mkdtemp(), "answers.jsonl")
>>> write_answers(path, [Answers(["a", "b"], [("yes",), UNDEFINED], failures=[None, "time-out"])])
>>> import pathlib
>>> print(pathlib.Path(path).read_text(), end="")
{"id":"a","answer":["yes"]}
{"id":"b","answer":null,"failure":"time-out"}
>>> [answers.answers for answers in read_answers(path)]
[[('yes',), UNDEFINED]]
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from murho.core.case import Answers, Cases, apart_by_labels
from murho.core.collecting import collector_at_rest
from murho.core.columns import dense_and_sparse, rows_of_columns
from murho.core.meaning import UNDEFINED
from murho.core.spelling import argument
from murho.formats.fields import (
    ANSWER,
    ANSWER_FIELDS,
    CASE,
    CASE_FIELDS,
    Columns,
    as_answers,
    as_cases,
    check_names,
    refuse_slips,
    written,
)
from murho.formats.fields import columns as columns_of
from murho.formats.format import ANY, Format
from murho.formats.jsonvalue import decode_alike, decode_lines, encoded_lines
from murho.formats.opening import Path, line_blocks
from murho.formats.saving import writing
from murho.formats.tables import OPTION, Table, answers_of, candidates, cases_of
from murho.formats.unique import unique


def read_cases(path: Path, *, batch: int = 8192, columns: str | None = None) -> Iterator[Cases]:
    """The cases of a file, up to `batch` at a time; with `columns` its fields are those of any table (`roles`).

    Raises:
        InputError: broken JSON, a missing or wrong field, a weight outside [0,1], an id that occurs twice...
    """
    if columns is not None:
        return unique(lambda: apart_by_labels(cases_of(_tables(path, batch), columns, path)), path)
    return unique(lambda: apart_by_labels(_cases(path, batch)), path)


def read_answers(path: Path, *, batch: int = 8192, columns: str | None = None) -> Iterator[Answers]:
    """The answers of a file, up to `batch` at a time; with `columns` its fields are those of any table (`roles`).

    Raises:
        InputError: broken JSON, a missing or wrong field, an id that occurs twice...
    """
    if columns is not None:
        return unique(lambda: answers_of(_tables(path, batch), columns, path), path)
    return unique(lambda: _answers(path, batch), path)


def _tables(path: Path, batch: int) -> Iterator[Table]:
    """Lines that are somebody's own, as columns."""
    for first, lines in line_blocks(path, batch):
        rows, numbers = decode_lines(lines, path, first)
        if rows:
            yield Table(columns_of(rows, (), path, numbers), numbers, numbers)


def _cases(path: Path, batch: int) -> Iterator[Cases]:
    for first, lines in line_blocks(path, batch):
        with collector_at_rest():
            fields, numbers = decode_alike(lines, sets=["reference"]), range(first, first + len(lines))
            if fields is not None and {*CASE, "reference"} <= fields.keys():
                cases = as_cases(fields, path, numbers)
            else:
                cases = _unlike(lines, path, first)
            del fields
        if len(cases):
            yield cases


def _unlike(lines: list[bytes], path: Path, first: int) -> Cases:
    """Cases of which some have fields that others lack."""
    rows, numbers = decode_lines(lines, path, first)
    # Only a case without a reference can have misspelt it.
    if not all("reference" in row for row in rows):
        refuse_slips(rows, path, numbers)
    fields = columns_of(rows, CASE, path, numbers)
    cases = as_cases(fields, path, numbers)
    if cases.by_stage or any("reference" in row for row in rows):
        return cases
    named = [
        argument("columns", f"reference={name}")
        for name in candidates("reference", list(fields))
        if name != "reference"
    ]
    note = f"{path}: cases without a `reference`; if it has another name here, write {' or '.join(named)}"
    return replace(cases, notes=(*cases.notes, note)) if named else cases


def _answers(path: Path, batch: int) -> Iterator[Answers]:
    for first, lines in line_blocks(path, batch):
        with collector_at_rest():
            fields: Columns | None = decode_alike(lines, sets=["answer"])
            numbers: Sequence[int] = range(first, first + len(lines))
            if fields is None or not fields.keys() >= set(ANSWER):
                rows, numbers = decode_lines(lines, path, first)
                fields = columns_of(rows, ANSWER, path, numbers)
                del rows
            answers = as_answers(fields, path, numbers)
            del fields
        if len(answers):
            yield answers


def write_cases(path: Path, batches: Iterable[Cases]) -> None:
    """Write cases; a cluster, weight or feature that is None is left out, an open reference is null.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    with writing(path) as file:
        for cases in batches:
            known = {"id": cases.ids, "expression": cases.expressions, "reference": cases.references}
            optional = {"cluster": cases.clusters, "weight": cases.weights}
            file.write(_lines(known, optional, written(cases), CASE_FIELDS, path))


def write_answers(path: Path, batches: Iterable[Answers]) -> None:
    """Write answers; seconds, a failure or an extra that is None is left out.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    with writing(path) as file:
        for answers in batches:
            values = [None if answer is UNDEFINED else answer for answer in answers.answers]
            optional = {"seconds": answers.seconds, "failure": answers.failures}
            file.write(_lines({"id": answers.ids, "answer": values}, optional, answers.extras, ANSWER_FIELDS, path))


def _lines(
    required: dict[str, Sequence[Any]],
    optional: dict[str, Sequence[Any] | None],
    free: dict[str, Sequence[Any]],
    reserved: Sequence[str],
    path: Path,
) -> bytes:
    """A line of JSON for every entry of these columns."""
    check_names(free, reserved, path)
    dense, rare = dense_and_sparse(free)
    fields = {**required, **{name: column for name, column in optional.items() if column is not None}, **dense}
    names, required_count = list(fields), len(required)
    rows = [dict(zip(names, values, strict=True)) for values in zip(*fields.values(), strict=True)]
    # A required field without a value is written as null; any other is left out.
    for name in names[required_count:]:
        for row in rows:
            if row[name] is None:
                del row[name]
    for row, held in zip(rows, rows_of_columns(rare, len(rows)), strict=True):
        row.update((name, value) for name, value in (held or {}).items() if value is not None)
    return encoded_lines(rows, path)


FORMAT = Format(
    name="jsonl",
    title="JSON lines",
    aliases=("ndjson",),
    suffixes=(".jsonl", ".ndjson"),
    holds=(ANY,),
    cut="lines",
    both_sides=True,
    options=(OPTION,),
    read_cases=read_cases,
    read_answers=read_answers,
    write_cases=write_cases,
    write_answers=write_answers,
    example="murho score labels cases.jsonl answers.jsonl",
)
