"""Tables with a header: fields with commas, semicolons, tabs or bars between them, as Excel and others write them.

A table called `.tsv` has tabs between its fields, whatever else stands in the header. A field may stand in quotes, and
then hold the separator, the end of a line, and doubled quotes. The separator is the one that the header has most of, or
what a first line `sep=;` says. Fields that are numbers are read as such where they are features, weights or seconds, in
files with semicolons also with a decimal comma. An empty field is nothing, but for measures of texts, where it is the
empty text. A file is in UTF-8, in UTF-16 by its mark, or in the `encoding` named. Python's own `csv` reads the lines:
it needs no memory, and every error knows its line, which those of Arrow's reader do not.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "log.csv")
>>> _ = path.write_text('text;gold;said;sure\\n"one;two";travel;travel;0,5\\nhello;greet;;1\\n')
>>> (cases,), (answers,) = read_cases(path, columns="answer=said"), read_answers(path, columns="answer=said")
>>> cases.expressions, cases.references, answers.answers, cases.features
(['one;two', 'hello'], [('travel',), ('greet',)], [('travel',), UNDEFINED], {'sure': [0.5, 1]})
"""

import csv
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain, islice
from typing import Any, Literal, TypeVar

import msgspec

from murho.core.case import Answers, Cases
from murho.core.errors import InputError, UsageError
from murho.core.spelling import setting
from murho.formats.format import ANY, Format
from murho.formats.opening import Path, decoded, line_blocks, text_lines
from murho.formats.tables import OPTION, Cells, Table, answers_of, cases_of
from murho.formats.unique import unique
from murho.plugs import Option

Batch = TypeVar("Batch", Cases, Answers)
SEPARATORS = ",;\t|"
QUOTES = Option("quotes", "yes or no", True, "Whether quotes around a field are no part of it.")
ENCODING = Option("encoding", "encoding", None, "What the file is in where that is not UTF-8, as 'windows-1252'.")
_TWICE = "give each a name of its own; if this line is no header, write one above it"
_PLAIN = ("label", "text")
"""Kinds of meaning that a field is as it stands; in those of others what begins like JSON is JSON."""
_NUMBERS = ("", "weight", "seconds")
"""Roles whose fields are numbers where they look so; that of features is empty."""
_NUMBER = re.compile(r"-?(?:0|[1-9]\d{0,14})(?:\.\d{1,17})?(?:[eE][+-]?\d{1,2})?")


def read_cases(
    path: Path,
    *,
    batch: int = 8192,
    columns: str | None = None,
    quotes: bool = True,
    kind: str = "label",
    separators: str = SEPARATORS,
    encoding: str | None = None,
) -> Iterator[Cases]:
    """A case for every row; the fields of the reference are meanings of this `kind`.

    Raises:
        InputError: rows of differing length, an open quote, no header, a column that is missing...
    """
    return unique(lambda: _read(cases_of, path, batch, columns, quotes, kind, separators, encoding), path)


def read_answers(
    path: Path,
    *,
    batch: int = 8192,
    columns: str | None = None,
    quotes: bool = True,
    kind: str = "label",
    separators: str = SEPARATORS,
    encoding: str | None = None,
) -> Iterator[Answers]:
    """An answer for every row; its fields are meanings of this `kind`.

    Raises:
        InputError: rows of differing length, an open quote, no header, a column that is missing...
    """
    return unique(lambda: _read(answers_of, path, batch, columns, quotes, kind, separators, encoding), path)


def _read(
    build: Callable[[Iterator[Table], str, Path, Cells], Iterator[Batch]],
    path: Path,
    batch: int,
    columns: str | None,
    quotes: bool,
    kind: str,
    separators: str,
    encoding: str | None,
) -> Iterator[Batch]:
    names, separator, rows = _opened(path, _lines(path, encoding), quotes, separators)
    tables = _tables(rows, names, separator, batch, path)
    return build(tables, columns or "", path, partial(_cells, path, kind, separator == ";"))


def _opened(
    path: Path, lines: Iterator[tuple[int, str]], quotes: bool = True, separators: str = SEPARATORS
) -> tuple[list[str], str, Iterator[tuple[int, list[str]]]]:
    """The names of the columns, what separates fields, and the rows, each with the line on which it begins.

    Raises:
        InputError: no header, two columns of one name; while rows are read, an open quote.
    """
    number, first = next(lines, (1, ""))
    if (said := first.strip("\r\n").casefold()).startswith("sep=") and len(said) == 5:
        separators, (number, first) = said[4], next(lines, (2, ""))
    separator = max(separators, key="".join(first.split('"')[::2]).count)
    texts = chain([first], (line for _, line in lines))
    rows = _rows(texts, number, separator, quotes, path)
    line, header = next(rows, (number, []))
    return _names(header, path, line), separator, rows


def _lines(path: Path, encoding: str | None) -> Iterator[tuple[int, str]]:
    """The lines of a table; what is not UTF-8 is refused with what it may be in, and how that would read."""
    check_encoding(encoding)
    for first, block in line_blocks(path, encoding=encoding):
        if first == 1 and b"\0" in block[0]:
            todo = f"if it is in UTF-16 without a mark, give {setting('encoding')}utf-16-le, or utf-16-be"
            raise InputError("a header with bytes of zero", todo, path=path, line=1)
        try:
            texts = decoded(block, path, first)
        except InputError as error:
            line = block[(error.line or first) - first]
            todo = error.todo if b"\0" in line else _what_else(line)
            raise InputError(error.found, todo, path=path, line=error.line) from None
        yield from enumerate(texts, first)


def check_encoding(encoding: str | None) -> None:
    """Refuse what is no encoding of texts, or cannot pass over what it cannot read, as an error's line needs it.

    Raises:
        UsageError: there is none of this name.
    """
    if encoding is None:
        return
    try:
        "x".encode(encoding)
        b"x\n".decode(encoding, "replace")
    except (LookupError, ValueError):
        raise UsageError(f"no encoding {encoding!r}; usual ones: utf-8, windows-1252, latin-1, utf-16") from None


def _what_else(line: bytes) -> str:
    """What a line that is not UTF-8 may be in, as far as one can tell from the word where it is not."""
    for name in ("windows-1252", "latin-1"):
        try:
            text = line.decode(name)
        except UnicodeDecodeError:
            continue
        strange = next(at for at, sign in enumerate(text) if not sign.isascii())
        word = next(match for match in re.finditer(r"\w+|.", text) if match.end() > strange)
        break
    return f"name what it is in; {setting('encoding')}{name} would read {word[0]!r} there"


def rows_by_name(path: Path, needed: Sequence[str]) -> Iterator[tuple[int, dict[str, str]]]:
    """Each row as the fields that it fills, by their columns, with the line on which it begins.

    Args:
        path: of a table.
        needed: columns that it cannot do without.

    Raises:
        InputError: one of these is missing, rows of differing length, an open quote...
    """
    names, separator, rows = _opened(path, text_lines(path))
    if lacking := [name for name in needed if name not in names]:
        found, todo = f"no column {lacking[0]!r} (columns found: {', '.join(names)})", "call one so in the first line"
        raise InputError(found, todo, path=path, line=1)
    for line, row in rows:
        if len(row) != len(names):
            raise _uneven(row, names, separator, path, line)
        yield line, {name: text.strip() for name, text in zip(names, row, strict=True) if text.strip()}


def _rows(
    lines: Iterator[str], first: int, separator: str, quotes: bool, path: Path
) -> Iterator[tuple[int, list[str]]]:
    """Every row but for blank ones, with the number of the line on which it begins."""
    ended = (line + "\n" for line in lines)
    quoting: Literal[0, 3] = csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE
    reader = csv.reader(ended, delimiter=separator, strict=True, quoting=quoting)
    while True:
        start = first + reader.line_num
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise _unreadable(error, path, start) from None
        if row:
            yield start, row


def _unreadable(error: csv.Error, path: Path, line: int) -> InputError:
    if "limit" in str(error):
        found = f"a field of more than {csv.field_size_limit()} characters"
    elif "unexpected end" in str(error):
        found = "a quote that is not closed"
    else:
        found = "a quote that ends a field, and more behind it"
    plain = f"{setting('format')}'csv(quotes=False)'"
    todo = f"double quotes within a field; if quotes mean nothing in this file, give {plain}"
    return InputError(found, todo, path=path, line=line)


def _names(header: Sequence[str], path: Path, line: int) -> list[str]:
    """The names of the columns; one without a name, as the index of a data frame has it, is called by its number."""
    names = [name.strip() or f"column {number}" for number, name in enumerate(header, 1)]
    if not names:
        raise InputError("nothing at all", "write the names of the columns into the first line", path=path, line=line)
    if twice := [name for at, name in enumerate(names) if name in names[:at]]:
        raise InputError(f"two columns called {twice[0]!r}", _TWICE, path=path, line=line)
    return names


def _tables(
    rows: Iterator[tuple[int, list[str]]], names: list[str], separator: str, batch: int, path: Path
) -> Iterator[Table]:
    seen = 0
    while some := list(islice(rows, batch)):
        for line, row in some:
            if len(row) != len(names):
                raise _uneven(row, names, separator, path, line)
        columns = zip(*(row for _, row in some), strict=True)
        of_name = dict(zip(names, map(list, columns), strict=True))
        yield Table(of_name, [line for line, _ in some], range(seen + 1, seen + len(some) + 1))
        seen += len(some)


def _uneven(row: Sequence[str], names: Sequence[str], separator: str, path: Path, line: int) -> InputError:
    """That a row has another number of fields than the header."""
    many = f"{len(row)} field{'s' * (len(row) != 1)}, where the header has {len(names)}"
    todo = f"put a field that holds {separator!r} in quotes, or add what is missing"
    return InputError(many, todo, path=path, line=line)


def _cells(path: Path, kind: str, comma: bool, role: str, texts: list[str], lines: Sequence[int]) -> list[Any]:
    """What the fields of a column are."""
    if role in _NUMBERS:
        return [_number(text, comma) for text in texts]
    if role not in ("reference", "answer"):
        return texts if role in ("id", "expression") else [text or None for text in texts]
    if kind == "text":
        return texts
    if kind in _PLAIN:
        return [text or None for text in texts]
    return [_json(text, path, line) for text, line in zip(texts, lines, strict=True)]


def _number(text: str, comma: bool) -> Any:
    plain = text.strip()
    if comma and plain.count(",") == 1:
        plain = plain.replace(",", ".")
    if not _NUMBER.fullmatch(plain):
        return text or None
    return float(plain) if set(plain) & set(".eE") else int(plain)


def _json(text: str, path: Path, line: int) -> Any:
    if not text.lstrip().startswith(("[", "{")):
        return text or None
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        todo = "a field that begins with [ or { is JSON here; write valid JSON"
        raise InputError(f"{text[:40]!r} is no JSON ({error})", todo, path=path, line=line) from None


FORMAT_CSV = Format(
    name="csv",
    title="CSV",
    suffixes=(".csv",),
    holds=(ANY,),
    both_sides=True,
    options=(OPTION, QUOTES, ENCODING),
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score labels log.csv --columns reference=true_intent,answer=predicted_intent",
)

read_tsv_cases = partial(read_cases, separators="\t")
read_tsv_answers = partial(read_answers, separators="\t")

FORMAT_TSV = Format(
    name="tsv",
    title="TSV",
    suffixes=(".tsv",),
    holds=(ANY,),
    both_sides=True,
    options=(OPTION, QUOTES, ENCODING),
    reading=lambda measure: {"kind": measure.kind},
    read_cases=read_tsv_cases,
    read_answers=read_tsv_answers,
    example="murho score labels log.tsv --columns reference=gold,answer=said",
)
