"""Parquet: cases, answers and judgements as columns, for large files and for a run's folder.

Meanings are stored as JSON text, one text for each, in a column of lists: null is UNDEFINED (of references: open), an
empty list the empty set. A feature is a column of its natural type; one that has none (mixed values, lists, objects) is
JSON text, and the file's metadata says so under `murho`. Extras that few answers have are one column, `murho:rare`, of
objects as JSON text. In files written by others, which have no such metadata, strings are what they are: a column of
strings, or of lists of them, is one of labels or texts. Lists of numbers or structures are taken as they are, too. If
strings are JSON text there, as where something rewrote a file of murho's, `parquet(meanings='json')` says so. What an
error calls a line is here a row, counted from 1.

>>> import os, tempfile
>>> path = os.path.join(tempfile.mkdtemp(), "answers.parquet")
>>> write_answers(path, [Answers(["a", "b", "c"], [({"act": "renew"},), UNDEFINED, ()])])
>>> [answers.answers for answers in read_answers(path)]
[[({'act': 'renew'},), UNDEFINED, ()]]

The texts of a Parquet file as Arrow's columns: what has one text for each case is read without an object for each.

It serves what counts texts where they stand (`murho.pipeline.scoring.columns`). A file that holds more, lists of
several meanings, numbers as ids, columns that have to be looked at, is refused by an `UnusualError`, and read in the
general way (`murho.formats.parquet`), which also says what is wrong with it.

>>> import os, tempfile
>>> from murho.core.case import Answers
>>> from murho.core.meaning import UNDEFINED
>>> from murho.formats.parquet import write_answers
>>> path = os.path.join(tempfile.mkdtemp(), "answers.parquet")
>>> write_answers(path, [Answers(["a", "b"], [("renew",), UNDEFINED])])
>>> [(part.ids.to_pylist(), part.texts.to_pylist()) for part in single_texts(path, "answer")]
[(['a', 'b'], ['renew', None])]
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import ON_REFERENCES, STAGES, Answers, Cases, apart_by_labels
from murho.core.columns import Coded, columns_of_rows, dense_and_sparse, rows_of_columns
from murho.core.errors import InputError, UsageError
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED
from murho.core.spelling import setting
from murho.formats import fields
from murho.formats.arrow import (
    ROW_GROUP,
    Columns,
    Growing,
    Kind,
    gathered,
    is_own,
    metadata,
    plain,
    record_batches,
    said_about,
    tables,
)
from murho.formats.fields import BEFORE, LABELS, REFERENCES, refuse_slips, written
from murho.formats.format import ANY, Format
from murho.formats.opening import CUT_SHORT, DAMAGED, Path, Piece, is_pipe, reading
from murho.formats.saving import OutputError, writing
from murho.formats.tables import OPTION, Table, answers_of, cases_of, mapping
from murho.formats.unique import LONGEST, hashes_of, hashes_of_letters, unique
from murho.plugs import Option

if TYPE_CHECKING:
    import pyarrow as pa
    import pyarrow.parquet as pq


_CASE = {"id": "string", "reference": "meanings", "cluster": "string", "weight": "float"}
_CASES = {"id": "string", "expression": "string", "reference": "meanings"}
"""The columns that are always written; expressions become JSON text where one is a dialogue."""
_ANSWER = {"id": "string", "answer": "meanings", "seconds": "float", "failure": "string"}
RARE = "murho:rare"
"""The column of what comes along with few answers, an object of names and values; a column for each costs far more."""
_MEANINGS = Option(
    "meanings",
    "text",
    "plain",
    "What strings are as meanings in files that murho did not write: plain, as they stand, or json.",
    ("plain", "json"),
)
_JUDGEMENT = ("id", "loss", "units", "undefined")


def read_cases(
    path: Path, *, batch: int = 8192, saved: bool = False, columns: str | None = None, meanings: str = "plain"
) -> Iterator[Cases]:
    """The cases of a file, up to `batch` at a time; with `columns` its columns are those of any table (`roles`).

    `saved` if it is the suite of a run, which may be an old one; `meanings` is what strings are in files of others.

    Raises:
        InputError: no Parquet file, a missing or wrong column, an id that occurs twice...
    """
    if columns is not None:
        return unique(lambda: apart_by_labels(cases_of(_tables(path, batch, meanings, columns), columns, path)), path)
    return unique(
        lambda: apart_by_labels(_read(path, batch, fields.CASE, _CASE, partial(_as_cases, saved=saved), meanings)), path
    )


def read_answers(
    path: Path, *, batch: int = 8192, columns: str | None = None, meanings: str = "plain"
) -> Iterator[Answers]:
    """The answers of a file, up to `batch` at a time; with `columns` its columns are those of any table (`roles`).

    Raises:
        InputError: no Parquet file, a missing or wrong column, an id that occurs twice...
    """
    if columns is not None:
        return unique(lambda: answers_of(_tables(path, batch, meanings, columns), columns, path), path)
    return unique(lambda: _read(path, batch, fields.ANSWER, _ANSWER, _of_anybody, meanings), path)


def _of_anybody(columns: fields.Columns, path: Path, rows: Sequence[int]) -> Answers:
    """Answers, of which one that is a string by itself, as others write it, is the only one of its set."""
    said = columns["answer"]
    if str in set(map(type, said)):
        columns = {**columns, "answer": [[value] if type(value) is str else value for value in said]}
    return as_answers(columns, path, rows)


def _tables(path: Path, batch: int, meanings: str, columns: str) -> Iterator[Table]:
    """The columns of somebody's own file; in those with meanings, strings are what `meanings` says."""
    said = mapping(columns)
    kinds = {said.get(role) or role: "meanings" for role in ("reference", "answer")}
    yield from _read(path, batch, (), kinds, lambda table, _, rows: Table(table, rows, rows), meanings)


def as_answers(columns: fields.Columns, path: Path, rows: Sequence[int]) -> Answers:
    """Answers whose extras are as they were before the rare ones were written into one column."""
    held = columns.get(RARE)
    if held is None or not {dict, type(None)} >= set(map(type, held)):
        return fields.as_answers(columns, path, rows)
    together: dict[str, Any] = {name: column for name, column in columns.items() if name != RARE}
    for name, rare in columns_of_rows(held).items():
        own = together.get(name)  # of a batch, written into the same file, in which it was not rare
        if own is None:
            together[name] = rare
        elif name not in fields.ANSWER_FIELDS:
            together[name] = [a if b is None else b for a, b in zip(own, rare, strict=True)]
    return fields.as_answers(together, path, rows)


def _as_cases(columns: fields.Columns, path: Path, rows: Sequence[int], *, saved: bool) -> Cases:
    if "reference" not in columns:
        refuse_slips((dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)), path, rows)
    return fields.as_cases(columns, path, rows, saved=saved)


def write_cases(path: Path, batches: Iterable[Cases], *, rows: int = ROW_GROUP) -> None:
    """Write cases, so many `rows` that can be read by themselves.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    _write(path, (_case_columns(cases, path) for cases in batches), _CASES, _CASE, rows=rows)


def write_answers(
    path: Path, batches: Iterable[Answers], about: Mapping[str, str] | None = None, *, rows: int = ROW_GROUP
) -> None:
    """Write answers, so many `rows` together, and in the file's metadata what there is to say `about` them.

    Raises:
        OutputError: the file cannot be written, or a value is nothing that JSON has.
    """
    first = {name: _ANSWER[name] for name in fields.ANSWER}
    _write(path, (_answer_columns(answers, path) for answers in batches), first, _ANSWER, about, rows=rows)


def about(path: Path) -> dict[str, str]:
    """What the metadata of a file say about what it holds.

    Raises:
        InputError: no Parquet file.
    """
    with opened(path) as parquet:
        return said_about(parquet)


def group_sizes(path: Path) -> list[int]:
    """How many rows each row group of a file has.

    Raises:
        InputError: no Parquet file.
    """
    with opened(path) as parquet:
        return [parquet.metadata.row_group(group).num_rows for group in range(parquet.num_row_groups)]


def ids(path: Path) -> list[str]:
    """The ids of what a file holds, and nothing else of it.

    Raises:
        InputError: no Parquet file.
    """
    with opened(path) as parquet:
        return parquet.read(columns=["id"], use_threads=False).column("id").to_pylist()  # type: ignore[no-any-return]


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
    values = [None if answer is UNDEFINED else answer for answer in answers.answers]
    known = {"id": answers.ids, "answer": values, "seconds": answers.seconds, "failure": answers.failures}
    dense, rare = dense_and_sparse(answers.extras)
    if RARE in dense:  # somebody's own, which goes with the others
        rare[RARE] = dense.pop(RARE)
    return _present({**known, **dense, **({RARE: rows_of_columns(rare, len(answers))} if rare else {})})


def _present(columns: dict[str, Sequence[Any] | None]) -> Columns:
    return {name: plain(column) for name, column in columns.items() if column is not None}


# --- judgements


def write_judgements(
    path: Path, places: NDArray[np.int64], judgements: Judgements, about: Mapping[str, str] | None = None
) -> None:
    """Write the judgements of some cases, which stand at these `places` (cases,) of their suite.

    One row for each judgement: `place`, `loss`, `units`, `undefined`, and a column `count:NAME` or `label:NAME` for
    each count and label; `word` where rows stand for words.

    Raises:
        OutputError: the file cannot be written.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    columns: dict[str, Any] = {
        "place": places[judgements.case],
        "loss": judgements.loss,
        "units": judgements.units,
        "undefined": judgements.undefined,
    }
    columns |= {f"count:{name}": column for name, column in judgements.counts.items()}
    # Typed: Arrow takes a column without rows for one of nulls.
    columns |= {f"label:{name}": _names(column) for name, column in judgements.labels.items()}
    if judgements.word is not None:
        columns["word"] = judgements.word
    with writing(path) as file:
        table = pa.table(columns, metadata=metadata({}, about))
        pq.write_table(table, file, compression="zstd", write_page_checksum=True)


def _names(column: Sequence[str]) -> "pa.Array":
    import pyarrow as pa

    if isinstance(column, Coded):
        return pa.DictionaryArray.from_arrays(pa.array(column.codes), pa.array(column.names, pa.string())).cast(
            pa.string()
        )
    return pa.array(column, pa.string())


class SavedJudgements(NamedTuple):
    """Judgements as a file has them."""

    rows: Judgements
    """Their `case` is the place of the case in its suite; of a file with ids instead, the number of the case there."""
    ids: list[str] | None
    """The id of each row's case, in files that older versions or others wrote."""
    about: dict[str, str]


def read_judgements(path: Path) -> SavedJudgements:
    """The judgements in a file; without a column `place` or `case`, neighbours of one id are one case.

    Raises:
        InputError: no Parquet file, or a missing column.
    """
    with opened(path) as parquet:
        table = parquet.read(use_threads=False).combine_chunks()
        for name in _JUDGEMENT if "place" not in table.column_names else _JUDGEMENT[1:]:
            if name not in table.column_names:
                raise fields.missing(name, table.column_names, _JUDGEMENT, path, None)
        array = {
            name: table.column(name).to_numpy() for name in table.column_names if name not in ("id", *_texts(table))
        }
        ids = None if "place" in array else table.column("id").to_pylist()
        # Cut to the rows there are: without any there is no first case either.
        steps = [0, *(previous != current for previous, current in pairwise(ids or ()))][: len(table)]
        case = array["place"] if "place" in array else array.get("case", np.cumsum(steps))
        rows = Judgements.of(
            array["loss"],
            array["units"],
            {name.removeprefix("count:"): column for name, column in array.items() if name.startswith("count:")},
            case=case,
            undefined=array["undefined"],
            labels={name.removeprefix("label:"): _coded(table.column(name)) for name in _texts(table)},
            word=array.get("word"),
        )
        return SavedJudgements(rows, ids, said_about(parquet))


def _coded(column: "pa.ChunkedArray") -> Sequence[str]:
    """The labels of rows, kept as numbers: there are few different ones."""
    if column.null_count or not len(column):
        return column.to_pylist()  # type: ignore[no-any-return]
    names = column.combine_chunks().dictionary_encode()
    if hasattr(names, "chunk"):
        names = names.chunk(0)
    return Coded(names.indices.to_numpy().astype(np.int64), tuple(names.dictionary.to_pylist()))


def _texts(table: "pa.Table") -> list[str]:
    """The names of the columns that hold labels."""
    return [name for name in table.column_names if name.startswith("label:")]


# --- files of columns


def _read_texts(path: Path, name: str, beside: Sequence[str] = ()) -> Iterator[Any]:

    return single_texts(path, name, beside)


@contextmanager
def opened(path: Path) -> Iterator["pq.ParquetFile"]:
    """A file, or that of which a piece is given.

    Raises:
        UsageError: it is a pipe or a folder.
        InputError: it is damaged, or no Parquet at all, or two of its columns have one name.
    """
    import pyarrow.parquet as pq

    if is_pipe(path):
        raise UsageError("Parquet cannot be read from a pipe or a folder; name a file")
    with reading(path.path if isinstance(path, Piece) else path) as file, damage_told(path):
        # Read without threads: Arrow's, calling back into Python, can outlive it.
        parquet = pq.ParquetFile(file, page_checksum_verification=True)
        names = parquet.schema_arrow.names
        if len(set(names)) < len(names):
            name = next(name for name in names if names.count(name) > 1)
            raise InputError(f"two columns called {name!r}", "rename one of them, or leave it out", path=path)
        yield parquet


@contextmanager
def damage_told(path: Path) -> Iterator[None]:
    """What reads a file.

    Raises:
        InputError: the file is damaged, or no Parquet at all.
    """
    import msgspec
    import pyarrow as pa

    try:
        yield
    except InputError as error:
        raise error if error.path else error.at(path, None) from None
    except CUT_SHORT:
        raise InputError("the compressed data is cut short", "copy or download the file again", path=path) from None
    except (pa.ArrowException, msgspec.MsgspecError, OSError, ValueError, *DAMAGED) as error:
        found = f"cannot be read as Parquet ({error})"
        raise InputError(found, "write the file anew, or say what format it has", path=path) from None


def _read(
    path: Path,
    batch: int,
    required: Sequence[str],
    kinds: dict[str, Kind],
    build: Callable[[fields.Columns, Path, Sequence[int]], Any],
    meanings: str,
) -> Iterator[Any]:
    with opened(path) as parquet:
        plain_text = meanings == "plain" and not is_own(parquet)
        if plain_text:
            kinds = {name: kind for name, kind in kinds.items() if kind != "meanings"}
        for name in required:
            if name not in parquet.schema_arrow.names:
                raise fields.missing(name, parquet.schema_arrow.names, required, path, None)
        row = path.line if isinstance(path, Piece) else 1
        for columns in tables(parquet, batch, kinds, **within(path, parquet)):
            rows = range(row, row + max(map(len, columns.values()), default=0))
            if plain_text:
                _refuse_quoted(columns, path)
            yield build(columns, path, rows)
            row = rows.stop


def within(path: Path, parquet: "pq.ParquetFile") -> dict[str, range]:
    """Of a piece which row groups it is in, and which of their rows it has, as `growing.record_batches` takes them."""
    if not isinstance(path, Piece):
        return {}
    first = path.line - 1 - sum(parquet.metadata.row_group(group).num_rows for group in range(path.start))
    return {"groups": range(path.start, path.stop), "rows": range(first, first + path.lines)}


def _refuse_quoted(columns: Mapping[str, list[Any]], path: Path) -> None:
    """Refuse meanings all of which are JSON strings with their quotes: what is read as it stands is not meant there.

    Raises:
        InputError: so it is, as in a file that murho wrote and something else rewrote without its metadata.
    """
    for name in ("reference", "answer"):
        lists = [value for value in columns.get(name, ()) if isinstance(value, list)]
        texts = [text for value in lists for text in value]
        if texts and all(isinstance(text, str) and len(text) > 1 and text[0] == text[-1] == '"' for text in texts):
            todo = (
                f"if that is JSON text, give {setting('format')}\"parquet(meanings='json')\"; else leave the quotes out"
            )
            raise InputError(f"{name}: every meaning stands in quotes, as in {texts[0][:40]}", todo, path=path)


def _write(
    path: Path,
    batches: Iterable[Columns],
    first: dict[str, Kind],
    fixed: dict[str, Kind],
    about: Mapping[str, str] | None = None,
    *,
    rows: int,
) -> None:
    if is_pipe(path):
        raise UsageError("Parquet cannot be written to a pipe or a folder; name a file")
    with writing(path) as file, Growing(file, first, fixed, about, rows) as growing:
        for columns in gathered(batches, rows):
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
    cut="rows",
    both_sides=True,
    options=(OPTION, _MEANINGS),
    read_cases=read_cases,
    read_answers=read_answers,
    read_texts=_read_texts,
    write_cases=write_cases,
    write_answers=write_answers,
    example="murho score labels cases.parquet answers.parquet",
)


BATCH = 1 << 16
"""Rows that are read at a time."""
_SHAPED = (REFERENCES.name, BEFORE.name, LABELS.name)


class UnusualError(Exception):
    """The file holds more than texts, one for each id."""


class Texts(NamedTuple):
    """Some rows of a file."""

    ids: "pa.Array"
    texts: "pa.Array"
    """Strings; null is ⊥, or an open case."""
    beside: "Mapping[str, pa.Array]"
    """Other columns that were asked for."""

    def __len__(self) -> int:
        return len(self.ids)

    def part(self, start: int, rows: int | None = None) -> "Texts":
        """So many rows from one on; without a number all of them."""
        beside = {name: column.slice(start, rows) for name, column in self.beside.items()}
        return Texts(self.ids.slice(start, rows), self.texts.slice(start, rows), beside)


def single_texts(path: Path, name: str, beside: Sequence[str] = ()) -> Iterator[Texts]:
    """The rows of a file: ids, the texts under `name`, which is `reference` or `answer`, and columns `beside` them.

    Raises:
        UnusualError: it has other ids, other meanings, or columns that have to be looked at.
        InputError: no Parquet file.
    """
    with opened(path) as parquet:
        own = is_own(parquet)
        here = _known(parquet, name, beside)
        for part in record_batches(parquet, BATCH, columns=["id", name, *here], **within(path, parquet)):
            ids = part.column("id")
            if ids.null_count:
                raise UnusualError
            yield Texts(ids, _valid_texts(part.column(name), own), {column: part.column(column) for column in here})


def _known(parquet: "pq.ParquetFile", name: str, beside: Sequence[str]) -> list[str]:
    """Those of the columns `beside` that there are; an error unless all columns are of types that need no look."""
    import pyarrow as pa

    schema = parquet.schema_arrow
    kinds = json.loads((schema.metadata or {}).get(b"murho", b"{}")).get("kinds", {})
    of_answers = name == "answer"
    shaped = (STAGES, ON_REFERENCES, RARE) if of_answers else _SHAPED
    required = fields.ANSWER if of_answers else (*fields.CASE, "reference")
    if (
        len(set(schema.names)) < len(schema.names)
        or set(required) - set(schema.names)
        or set(shaped) & set(schema.names)
    ):
        raise UnusualError
    if of_answers:
        fixed = {"id": pa.string(), "seconds": pa.float64(), "failure": pa.string()}
    else:
        fixed = {"id": pa.string(), "expression": pa.string(), "cluster": pa.string(), "weight": pa.float64()}
    plain = (pa.string(), pa.bool_(), pa.int64(), pa.float64(), pa.null())
    for column in schema:
        fits = column.type == fixed[column.name] if column.name in fixed else column.type in plain
        if column.name != name and (not fits or kinds.get(column.name) in ("json", "meanings")):
            raise UnusualError
    return [column for column in beside if column in schema.names]


def _valid_texts(column: "pa.Array", own: bool) -> "pa.Array":
    """The only text of each list; of murho's own files they are JSON, in quotes."""
    import pyarrow as pa
    import pyarrow.compute as pc

    texts, is_list = column, pa.types.is_list(column.type)
    if is_list:
        if pc.any(pc.not_equal(column.value_lengths(), 1)).as_py():  # nulls are passed over
            raise UnusualError
        texts = column.flatten()
    if texts.type != pa.string() or (own and not is_list) or (is_list and texts.null_count):
        raise UnusualError
    try:
        texts.validate(full=True)
    except pa.ArrowInvalid:  # no UTF-8
        raise UnusualError from None
    if own:
        texts = _unquoted(texts)
    elif _all_quoted(texts):
        raise UnusualError  # JSON text, perhaps
    if is_list and column.null_count:
        places = pc.subtract(pc.cumulative_sum(column.is_valid().cast(pa.int64())), 1)
        texts = texts.take(pc.if_else(column.is_valid(), places, None))
    return texts


def _all_quoted(texts: "pa.Array") -> bool:
    import pyarrow.compute as pc

    known = texts.drop_null()
    if not len(known) or not known[0].as_py().startswith('"'):  # which mostly tells
        return False
    return bool(pc.all(pc.and_(pc.starts_with(known, '"'), pc.ends_with(known, '"'))).as_py())


def _unquoted(texts: "pa.Array") -> "pa.Array":
    """JSON strings without nulls as what they say; UnusualError where one is no string, or holds an escape."""
    import pyarrow as pa

    _, offsets, data = texts.buffers()
    ends = np.frombuffer(offsets, np.int32)[texts.offset : texts.offset + len(texts) + 1]
    letters = np.frombuffer(data if data is not None else b"", np.uint8)[ends[0] : ends[-1]]
    ends = ends - ends[0]
    quotes = letters == _QUOTE
    # Each has two, one at either end, and so none within.
    if (np.diff(ends) < 2).any() or np.count_nonzero(quotes) != 2 * len(texts) or (letters == _BACKSLASH).any():
        raise UnusualError
    if not (quotes[ends[:-1]].all() and quotes[ends[1:] - 1].all()):
        raise UnusualError
    ends = ends - 2 * np.arange(len(ends), dtype=np.int32)
    return pa.StringArray.from_buffers(len(texts), pa.py_buffer(ends), pa.py_buffer(letters[~quotes]))


_QUOTE, _BACKSLASH = 34, 92


def id_hashes(ids: "pa.Array") -> NDArray[np.int64]:
    """What `unique.hashes_of` makes of these ids, which are strings without nulls."""
    import pyarrow.compute as pc

    lengths = pc.binary_length(ids).to_numpy()
    width = int(lengths.max(initial=0))
    if not 0 < width <= LONGEST or not pc.all(pc.string_is_ascii(ids)).as_py():
        return hashes_of(ids.to_pylist())
    padded = pc.ascii_rpad(ids, width, "\0")
    _, _, data = padded.buffers()
    start = padded.offset * width
    letters = np.frombuffer(data, np.uint8)[start : start + len(ids) * width].reshape(len(ids), width)
    return hashes_of_letters(letters)
