"""Sentences as blocks of lines, each ended by a blank one: what the formats of dependency trees have in common.

>>> [(block.line, block.lines) for block in blocks(enumerate(["1 a", "2 b", "", "1 c"], 1), "said.conll")]
[(1, ['1 a', '2 b']), (4, ['1 c'])]
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from murho.core.errors import InputError
from murho.formats.opening import Path

NUMBERS = {str(number): number for number in range(1000)}
"""What most ids and heads are, so that few need a closer look."""


class Block(NamedTuple):
    """The lines of a sentence, without the blank one."""

    line: int
    """The number of the first line in its file, counted from 1."""
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines as they are in the file, with the blank one: all blocks together are the file."""
        return "\n".join(self.lines) + "\n\n"

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.line + len(self.lines) - 1


def blocks(lines: Iterable[tuple[int, str]], path: Path | None) -> Iterator[Block]:
    """The sentences among numbered lines. Blank lines may follow the last one, and it needs none.

    Raises:
        InputError: a second blank line: if a sentence is missing there, those that follow would be paired wrongly.
    """
    block: list[str] = []
    first = blank = 0
    for number, line in lines:
        if line:
            if blank:
                todo = "one blank line ends a sentence: delete this one, or put in the sentence that is missing"
                raise InputError("a blank line where a sentence belongs", todo, path=path, line=blank)
            if not block:
                first = number
            block.append(line)
        elif block:
            yield Block(first, block)
            block = []
        else:
            # The first of several; blank lines at the end of a file are no fault, so that only a later line tells.
            blank = blank or number
    if block:
        yield Block(first, block)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers; they end as in files (`opening`).

    Raises:
        InputError: half of a surrogate pair, which no file can hold.
    """
    # A str may hold half a pair, and would be refused only when it is written.
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            found, line = "half of a surrogate pair, which UTF-8 has not", text.count("\n", 0, error.start) + 1
            raise InputError(found, "decode the text as UTF-8", line=line) from None
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return iter(enumerate(lines, 1))


class Columns(NamedTuple):
    """The columns of a format, parted by tabs, and the file that is read, for messages."""

    format: str
    names: tuple[str, ...]
    path: Path | None

    def split(self, line: str, number: int) -> list[str]:
        """The columns of a line.

        Raises:
            InputError: too few or too many, no form, or the line is no text (`check`).
        """
        columns = line.split("\t")
        if len(columns) != len(self.names):
            raise self.error(*self._miscounted(line, len(columns)), number)
        self.check(line, number)
        if not columns[1] or columns[1].isspace():
            raise self.error("no FORM", "give every word a form, or _ if it is not known", number)
        return columns

    def check(self, line: str, number: int) -> None:
        """See that a line is text.

        Raises:
            InputError: it holds a NUL byte, or a carriage return that does not end it.
        """
        if "\0" in line:
            raise self.error("a NUL byte", "is this a file of text? copy or convert it again", number)
        if "\r" in line:
            raise self.error("a carriage return inside the line", "end lines with LF, or CR LF", number)

    def _miscounted(self, line: str, count: int) -> tuple[str, str]:
        """What was found, and what to do, where a line has `count` columns and should have another number."""
        todo = f"{self.format} has {len(self.names)}, parted by tabs"
        if count == 1 and len(line.split()) == len(self.names):
            return "no tab in the line", f"{todo}: turn the spaces into tabs"
        if not line.strip():
            return "white space alone", "leave the line empty to end the sentence, or delete it"
        return f"{count} column{'s' * (count != 1)} in {shown(line)}", todo

    def number(self, text: str, name: str, number: int) -> int:
        """A whole number, as it is written without zeros before it.

        Raises:
            InputError: the text is no whole number, or longer than nine digits.
        """
        # isdigit alone would let through superscripts, and digits of other scripts.
        if text.isascii() and text.isdigit() and len(text) < 10 and (text[0] != "0" or text == "0"):
            return int(text)
        raise self.error(f"{name} {shown(text)}", "write a whole number", number)

    def error(self, found: str, todo: str, number: int) -> InputError:
        """An error about line `number` of the file that is read."""
        return InputError(found, todo, path=self.path, line=number)


def shown(text: str) -> str:
    """A text in a message: its start, where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")
