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

import re
from collections.abc import Iterator, Sequence

from murho.core.case import Answers, Cases
from murho.formats.format import Format
from murho.formats.opening import Path, decoded, line_blocks

_FEW = 2
"""Lines, below which nothing is said of them."""
_ID = re.compile(r"(?=\S*\d)(?=\S*[-_./])[A-Za-z0-9][\w./-]{2,}")
"""A word with a digit and a sign that joins its parts, such as `spk1-utt003`; all lines begin with another one."""
_MARKED = re.compile(r"\([^()\s]+\)")


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line, which is expression and reference at once.

    Raises:
        InputError: the file is missing, or not UTF-8...
    """
    for first, lines in line_blocks(path, batch):
        texts, numbers = decoded(lines, path, first), range(first, first + len(lines))
        references = [(text,) for text in texts]
        notes = _ids_noted(texts, path) if first == 1 else ()
        yield Cases(list(map(str, numbers)), texts, references, path=str(path), lines=numbers, notes=notes)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer of one text for every line.

    Raises:
        InputError: the file is missing, or not UTF-8...
    """
    for first, lines in line_blocks(path, batch):
        texts, numbers = decoded(lines, path, first), range(first, first + len(lines))
        answers, notes = [(text,) for text in texts], _ids_noted(texts, path) if first == 1 else ()
        yield Answers(list(map(str, numbers)), answers, path=str(path), lines=numbers, notes=notes)


def _ids_noted(texts: Sequence[str], path: Path) -> tuple[str, ...]:
    """A note where the lines seem to begin, or to end, with ids: counted as words they are right on both sides."""
    filled = [text for text in texts if text.strip()]
    if len(filled) < _FEW:
        return ()
    first = {word for text in filled if _ID.fullmatch(word := text.split(maxsplit=1)[0])}
    last = {word for text in filled if _MARKED.fullmatch(word := text.rsplit(maxsplit=1)[-1])}
    for words, where, name in ((first, "begin", "kaldi"), (last, "end", "trn")):
        if len(words) == len(filled):
            example = min(words)
            return (f"{path}: all lines {where} with what looks like an id, {example}, counted as a word; "
                    f"if they are ids, give --format {name}",)  # fmt: skip
    return ()


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
