"""Tables that a person edits in a spreadsheet: tab-separated, quoted where they must be, a header with the columns.

Columns may come in any order when a table comes back. Cells that a spreadsheet would take for a formula get a space
before them, which is taken off again.

>>> print(text_of(("word", "freq"), [{"word": "=1+1", "freq": None}]).expandtabs(8), end="")
word    freq
 =1+1   null
"""

import csv
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from io import StringIO
from os import fspath

from murho.core.errors import InputError
from murho.formats.opening import Path, text_lines
from murho.formats.saving import writing

NO_TABS = "no tabs in the header"
_FORMULA = ("=", "+", "-", "@")
"""Signs by which a spreadsheet takes a cell for a formula."""


@dataclass(frozen=True)
class Row:
    """A row with the line it starts on; a cell that is not there is empty."""

    path: str
    line: int
    cells: Mapping[str, str]

    def __getitem__(self, column: str) -> str:
        return self.cells.get(column, "")

    def error(self, found: str, todo: str) -> InputError:
        """An error about this row."""
        return InputError(found, todo, path=self.path, line=self.line)

    def one_of(self, column: str, known: Sequence[str]) -> str:
        """The cell, if it is one of these.

        Raises:
            InputError: it is not.
        """
        if self[column].casefold() not in known:  # spreadsheets like capitals
            raise self.error(f"{column} is {self[column]!r}", f"write one of: {', '.join(known)}")
        return self[column].casefold()

    def number(self, column: str) -> int:
        """The cell as a whole number; 0 if it is empty.

        Raises:
            InputError: it is something else.
        """
        text = self[column] or "0"
        if not (text.isascii() and text.isdigit() and len(text) < 16):
            raise self.error(f"{column} is {text!r}", "write a whole number, or leave it empty")
        return int(text)

    def share(self, column: str) -> float | None:
        """The cell as a share from 0 to 1, with a point or a comma; None if it is empty or `null`.

        Raises:
            InputError: it is something else.
        """
        if self[column] in ("", "null"):
            return None
        try:
            # Spreadsheets write the decimal sign of the country.
            value = float(self[column].replace(",", "."))
        except ValueError:
            value = -1.0
        if not 0 <= value <= 1:
            raise self.error(f"{column} is {self[column]!r}", "write a number from 0 to 1, or null")
        return value


def header(path: Path) -> list[str]:
    """The names of the columns of a table.

    Raises:
        InputError: the file is empty.
    """
    for _, cells in _lines(path):
        return [cell.strip(" ") for cell in cells]
    raise InputError("an empty file", "give a table that murho suite build wrote", path=path)


def read(path: Path, needed: Sequence[str], known: Sequence[str]) -> list[Row]:
    """The rows of a table; those without anything in them are passed over.

    Raises:
        InputError: FILE:LINE: a column that is missing or unknown, a row with more cells than the header...
    """
    names = header(path)
    if wrong := _wrong_header(names, needed, known):
        raise InputError(*wrong, path=path, line=1)
    rows = []
    for row_number, (line, cells) in enumerate(_lines(path)):
        stripped = [" ".join(cell.splitlines()).strip(" ") for cell in cells]
        if row_number == 0 or not any(stripped):
            continue
        row = Row(fspath(path), line, dict(zip(names, stripped, strict=False)))
        if any(stripped[len(names) :]) or any(row[name] for name in names if not name):
            raise row.error(f"{len(cells)} cells where the header has {len(names)}", "is there a tab within a cell?")
        rows.append(row)
    return rows


def _wrong_header(names: Sequence[str], needed: Sequence[str], known: Sequence[str]) -> tuple[str, str] | None:
    for name in needed:
        if name not in names:
            result = NO_TABS if len(names) == 1 else f"no column {name!r}"
            return result, f"save the table tab-separated, with the columns {', '.join(needed)}"
    for index, name in enumerate(names):
        if name and name in names[:index]:
            return f"a second column {name!r}", "leave one of them"
        if name and name not in known:
            return f"unknown column {name!r}", "put what it says into the column comment"
    return None


def _lines(path: Path) -> Iterator[tuple[int, list[str]]]:
    # With their line ends back: a quoted cell may go on in the next line.
    reader = csv.reader((f"{text}\n" for _, text in text_lines(path)), dialect="excel-tab", strict=True)
    line = 1
    try:
        for cells in reader:
            yield line, cells
            line = reader.line_num + 1  # a quoted cell may hold line breaks
    except csv.Error as error:
        todo = 'a cell with a quotation mark is written "like ""this"""'
        raise InputError(f"no cell ends here ({error})", todo, path=path, line=line) from None


def text_of(columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """The table as text; what a row does not say stays empty."""
    out = StringIO()
    writer = csv.writer(out, dialect="excel-tab", lineterminator="\n")
    writer.writerow(columns)
    for row in rows:
        writer.writerow([_cell(row.get(column, "")) for column in columns])
    return out.getvalue()


def write(path: Path, columns: Sequence[str], rows: Iterable[Mapping[str, object]]) -> None:
    """Write a table, whole or not at all."""
    text = text_of(columns, rows).encode()
    with writing(path) as file:
        file.write(text)


def _cell(value: object) -> str:
    text = "null" if value is None else f"{value:.6f}" if isinstance(value, float) else str(value)
    return f" {text}" if text.startswith(_FORMULA) else text
