"""Parquet: cases, answers and judgements as columns, for large files and for a run's folder.

Meanings are stored as JSON text, one text for each, in a column of lists: null is UNDEFINED (of references: open), an
empty list the empty set. A feature is a column of its natural type; one that has none (mixed values, lists, objects) is
JSON text, and the file's metadata says so under `murho`. Files written by others need the same columns: there a list of
strings is JSON text as well (`"yes"`, with its quotes, is the string yes), lists of numbers or structures, and strings
by themselves, are taken as they are. What an error calls a line is here a row, counted from 1.

>>> import os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "answers.parquet")
>>> write_answers(path, [Answers(["a", "b", "c"], [({"act": "renew"},), UNDEFINED, ()])])
>>> [answers.answers for answers in read_answers(path)]
[[({'act': 'renew'},), UNDEFINED, ()]]
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.core.word_labels import apart
from murho.formats import columns as fields
from murho.formats.format import ANY, Format
from murho.formats.growing import Columns, Growing, gathered, metadata, tables
from murho.formats.kinds import Kind, plain
from murho.formats.opening import Path, is_pipe, reading
from murho.formats.saving import OutputError, writing
from murho.formats.shapes import refuse_slips, written
from murho.formats.unique import unique

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq

_CASE = {"id": "string", "reference": "meanings", "cluster": "string", "weight": "float"}
_CASES = {"id": "string", "expression": "string", "reference": "meanings"}
"""The columns that are always written; expressions become JSON text where one is a dialogue."""
_ANSWER = {"id": "string", "answer": "meanings", "seconds": "float", "failure": "string"}
_JUDGEMENT = ("id", "loss", "units", "undefined")


def read_cases(path: Path, *, batch: int = 8192, saved: bool = False) -> Iterator[Cases]:
    """The cases of a file, up to `batch` at a time; `saved` if it is the suite of a run, which may be an old one.

    Raises:
        InputError: no Parquet file, a missing or wrong column, an id that occurs twice...
    """
    return unique(lambda: apart(_read(path, batch, fields.CASE, _CASE, partial(_as_cases, saved=saved))), path)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """The answers of a file, up to `batch` at a time.

    Raises:
        InputError: no Parquet file, a missing or wrong column, an id that occurs twice...
    """
    return unique(lambda: _read(path, batch, fields.ANSWER, _ANSWER, fields.as_answers), path)


def _as_cases(found: fields.Columns, path: Path, rows: Sequence[int], *, saved: bool) -> Cases:
    if "reference" not in found:
        refuse_slips((dict(zip(found, row, strict=True)) for row in zip(*found.values(), strict=True)), path, rows)
    return fields.as_cases(found, path, rows, saved=saved)


def write_cases(path: Path, batches: Iterable[Cases]) -> None:
    """Write cases.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    _write(path, (_case_columns(cases, path) for cases in batches), _CASES, _CASE)


def write_answers(path: Path, batches: Iterable[Answers]) -> None:
    """Write answers.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    _write(
        path, (_answer_columns(answers, path) for answers in batches), {n: _ANSWER[n] for n in fields.ANSWER}, _ANSWER
    )


def write_part(path: Path, batch: Cases | Answers) -> None:
    """Write one batch, whole or not at all."""
    if isinstance(batch, Cases):
        write_cases(path, [batch])
    else:
        write_answers(path, [batch])


def _case_columns(cases: Cases, path: Path) -> Columns:
    fields.check_names(cases.features, fields.CASE_FIELDS, path)
    known = {"id": cases.ids, "expression": cases.expressions, "reference": cases.references}
    return _present({**known, "cluster": cases.clusters, "weight": cases.weights, **written(cases)})


def _answer_columns(answers: Answers, path: Path) -> Columns:
    fields.check_names(answers.extras, fields.ANSWER_FIELDS, path)
    said = [None if answer is UNDEFINED else answer for answer in answers.answers]
    known = {"id": answers.ids, "answer": said, "seconds": answers.seconds, "failure": answers.failures}
    return _present({**known, **answers.extras})


def _present(columns: dict[str, Sequence[Any] | None]) -> Columns:
    return {name: plain(column) for name, column in columns.items() if column is not None}


# --- judgements


def write_judgements(path: Path, ids: Sequence[str], judgements: Judgements) -> None:
    """Write the judgements of one batch, whose cases have these `ids`.

    One row for each judgement: `id` and `case` (the position in `ids`), `loss`, `units`, `undefined`, and a column
    `count:NAME` or `label:NAME` for each count and label; `word` where rows stand for words.

    Raises:
        OutputError: the file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, Any] = {
        "id": pa.array([ids[case] for case in judgements.case], pa.string()),
        "case": judgements.case,
        "loss": judgements.loss,
        "units": judgements.units,
        "undefined": judgements.undefined,
    }
    columns |= {f"count:{name}": column for name, column in judgements.counts.items()}
    columns |= {f"label:{name}": pa.array(column, pa.string()) for name, column in judgements.labels.items()}
    if judgements.word is not None:
        columns["word"] = judgements.word
    with writing(path) as file:
        pq.write_table(pa.table(columns, metadata=metadata({})), file, compression="zstd")


def read_judgements(path: Path) -> tuple[list[str], Judgements]:
    """The id of each row's case, and the judgements; without a column `case`, neighbours of one id are one case.

    Raises:
        InputError: no Parquet file, or a missing column.
    """
    with _opened(path) as parquet:
        table = parquet.read(use_threads=False).combine_chunks()
        for name in _JUDGEMENT:
            if name not in table.column_names:
                raise fields.missing(name, table.column_names, _JUDGEMENT, path, None)
        array = {
            name: table.column(name).to_numpy() for name in table.column_names if name not in ("id", *_texts(table))
        }
        ids = table.column("id").to_pylist()
        steps = [0, *(one != other for one, other in pairwise(ids))][: len(ids)]
        return ids, Judgements.of(
            array["loss"],
            array["units"],
            {name.removeprefix("count:"): column for name, column in array.items() if name.startswith("count:")},
            case=array.get("case", np.cumsum(steps)),
            undefined=array["undefined"],
            labels={name.removeprefix("label:"): table.column(name).to_pylist() for name in _texts(table)},
            word=array.get("word"),
        )


def _texts(table: "pa.Table") -> list[str]:
    return [name for name in table.column_names if name.startswith("label:")]


# --- files of columns


@contextmanager
def _opened(path: Path) -> Iterator["pq.ParquetFile"]:
    import msgspec
    import pyarrow as pa
    import pyarrow.parquet as pq

    if is_pipe(path):
        raise UsageError("Parquet cannot be read from a pipe or a folder; name a file")
    with reading(path) as file:
        try:
            yield pq.ParquetFile(file)  # read without threads: Arrow's, calling back into Python, can outlive it
        except InputError as error:
            raise error if error.path else error.at(path, None) from None
        except (pa.ArrowException, msgspec.MsgspecError, OSError, ValueError) as error:
            found = f"cannot be read as Parquet ({error})"
            raise InputError(found, "write the file anew, or say what format it has", path=path) from None


def _read(
    path: Path,
    batch: int,
    required: Sequence[str],
    kinds: dict[str, Kind],
    build: Callable[[fields.Columns, Path, Sequence[int]], Any],
) -> Iterator[Any]:
    with _opened(path) as parquet:
        for name in required:
            if name not in parquet.schema_arrow.names:
                raise fields.missing(name, parquet.schema_arrow.names, required, path, None)
        row = 1
        for columns in tables(parquet, batch, kinds):
            rows = range(row, row + len(columns[required[0]]))
            yield build(columns, path, rows)
            row = rows.stop


def _write(path: Path, batches: Iterable[Columns], first: dict[str, Kind], fixed: dict[str, Kind]) -> None:
    if is_pipe(path):
        raise UsageError("Parquet cannot be written to a pipe or a folder; name a file")
    with writing(path) as file, Growing(file, first, fixed) as growing:
        for columns in gathered(batches):
            try:
                growing.add(columns)
            except ValueError as error:
                raise OutputError(f"cannot be written: {error}", "give JSON values only", path=path) from None


FORMAT = Format(
    name="parquet",
    title="Parquet",
    aliases=("pq",),
    suffixes=(".parquet", ".pq"),
    holds=(ANY,),
    read_cases=read_cases,
    read_answers=read_answers,
    write_cases=write_cases,
    write_answers=write_answers,
    example="murho score labels cases.parquet answers.parquet",
)
