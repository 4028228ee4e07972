"""Plain text: one expression, or one answer, on every line.

As cases a file gives expressions that are their own references (the words that were said); as answers, one text for
each line. The number of the line is the id. A blank line is the empty text: it is never left out, so that two files
stay side by side, and two files of different lengths are refused (`join.pair` with `by_line`).

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.txt")
>>> _ = path.write_text("a ticket to Bonn\\n\\nyes\\n")
>>> [(cases.ids, cases.references) for cases in read_cases(path)]
[(['1', '2', '3'], [('a ticket to Bonn',), ('',), ('yes',)])]
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.formats.format import Format
from murho.formats.opening import Path, decoded, line_blocks


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line, which is expression and reference at once.

    Raises:
        InputError: the file is missing, or not UTF-8...
    """
    for first, lines in line_blocks(path, batch):
        texts, numbers = decoded(lines, path, first), range(first, first + len(lines))
        references = [(text,) for text in texts]
        yield Cases(list(map(str, numbers)), texts, references, path=str(path), lines=numbers)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer of one text for every line.

    Raises:
        InputError: the file is missing, or not UTF-8...
    """
    for first, lines in line_blocks(path, batch):
        texts, numbers = decoded(lines, path, first), range(first, first + len(lines))
        yield Answers(list(map(str, numbers)), [(text,) for text in texts], path=str(path), lines=numbers)


FORMAT = Format(
    name="text",
    title="Text",
    aliases=("txt",),
    suffixes=(".txt",),
    pairing="place",
    cut="lines",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score words reference.txt recognised.txt",
)
