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

from collections.abc import Iterator, Sequence

from murho.core.case import Answers, Cases
from murho.core.spelling import setting
from murho.core.utterance_ids import looking_like_ids
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
    """A note where the lines seem to have ids: counted as words they are right on both sides."""
    found = looking_like_ids(texts)
    if found is None:
        return ()
    where, example = found
    name = {"begin": "kaldi", "end": "trn"}[where]
    what = f"all lines {where} with what looks like an id, {example}, counted as a word"
    return (f"{path}: {what}; if they are ids, give {setting('format')}{name}",)


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
