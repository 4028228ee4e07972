"""Transcripts (trn) as NIST's tools read them: the words of an utterance, then its id in parentheses.

    so far this year the { industry's / industry } slide has been (uh) apparent (4t0-c0203)

Ids match without regard to case: they are read in lower case (case folded). Blank lines, and those that begin with
`;;`, are no utterances; an utterance without words is one. Alternatives in braces, `@` for no word, and optional words
in parentheses are left in the text: what they mean is up to the measure.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.trn")
>>> _ = path.write_text(";; read by two speakers\\na ticket to Bonn (A-01)\\n(B-01)\\n")
>>> [(cases.ids, cases.references, cases.features) for cases in read_cases(path)]
[(['a-01', 'b-01'], [('a ticket to Bonn',), ('',)], {'speaker': ['a', 'b']})]
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED, Meaning
from murho.formats.format import Format
from murho.formats.opening import Path, decoded, line_blocks
from murho.formats.saving import OutputError, writing
from murho.formats.unique import unique

_COMMENT = ";;"
_COMMENT_OR_BLANK = re.compile(r";;|\s*\Z")
_PLAIN = re.compile(r"^(.*)\(([^()\s]+)\)[ \t]*$", re.MULTILINE)
_EXAMPLE = "end the line with it, as in: words of the utterance (speaker-01)"


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance, with its speaker as a feature.

    Raises:
        InputError: a line without an id, an id that occurs twice, no utterance at all...
    """
    return unique(lambda: _cases(path, batch), path)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line without an id, an id that occurs twice, no utterance at all...
    """
    return unique(lambda: _answers(path, batch), path)


def _cases(path: Path, batch: int) -> Iterator[Cases]:
    for lines, ids, texts in _utterances(path, batch):
        references = [(text,) for text in texts]
        speakers = {"speaker": [speaker_of(name) for name in ids]}
        yield Cases(ids, texts, references, features={**speakers}, path=str(path), lines=lines)


def _answers(path: Path, batch: int) -> Iterator[Answers]:
    for lines, ids, texts in _utterances(path, batch):
        yield Answers(ids, [(text,) for text in texts], path=str(path), lines=lines)


def speaker_of(utterance: str) -> str | None:
    """The speaker in the id of an utterance, as sclite takes it.

    That is the part before the first hyphen, or without a hyphen before the first underscore (its `-i rm`, `swb` and
    `spu_id`). Without either, an id of eight signs, as those of the Wall Street Journal and ATIS are, begins with a
    speaker of three (`-i wsj`, `atis`). None where neither is so.

    >>> speaker_of("cmh_sa01"), speaker_of("sw_2005-a-03"), speaker_of("4t0c0201"), speaker_of("u7")
    ('cmh', 'sw_2005', '4t0', None)
    """
    for mark in "-_":
        if mark in utterance:
            return utterance.partition(mark)[0] or None
    return utterance[:3] if len(utterance) == 8 else None


def _utterances(path: Path, batch: int) -> Iterator[tuple[Sequence[int], list[str], list[str]]]:
    """The utterances of a file in batches: the numbers of their lines, their ids and their texts."""
    empty = True
    for first, block in line_blocks(path, batch):
        lines = decoded(block, path, first)
        utterances = _plain(lines)
        numbers: Sequence[int] = range(first, first + len(lines))
        if utterances is None:
            filled = [(n, line) for n, line in zip(numbers, lines, strict=True) if not _COMMENT_OR_BLANK.match(line)]
            utterances, numbers = (
                [_parsed(line, path, number) for number, line in filled],
                [number for number, _ in filled],
            )
        if utterances:
            empty = False
            yield numbers, [name.casefold() for _, name in utterances], [text.strip() for text, _ in utterances]
    if empty:
        raise InputError("no utterance at all", "name another file: words of the utterance (speaker-01)", path=path)


def _plain(lines: Sequence[str]) -> list[tuple[str, str]] | None:
    """Words and id of every line, found in one go; None where a line is something else, or may be."""
    text = "\n".join(lines)
    utterances = [] if _COMMENT in text else _PLAIN.findall(text)
    return utterances if len(utterances) == len(lines) else None


def _parsed(line: str, path: Path, number: int) -> tuple[str, str]:
    """The words of an utterance and its id."""
    text, opened, name = line.rstrip().rpartition("(")
    name = name.removesuffix(")").strip() if opened and name.endswith(")") else ""
    if not name:
        shown = line.strip()
        shown = shown if len(shown) <= 40 else "..." + shown[-37:]
        raise InputError(f"no utterance id at the end of {shown!r}", _EXAMPLE, path=path, line=number)
    if ")" in name or len(name.split()) > 1:
        raise InputError(f"{name!r} cannot be an utterance id", _EXAMPLE, path=path, line=number)
    return text, name


def write_cases(path: Path, batches: Iterable[Cases]) -> None:
    """Write the references of cases; where there are several, as alternatives in braces.

    Raises:
        OutputError: a reference is no text, or an id cannot stand in parentheses; the file cannot be written.
    """
    with writing(path) as file:
        for cases in batches:
            for name, meanings in zip(cases.ids, cases.meant, strict=True):
                texts = [_text(meaning, name, path) for meaning in meanings] or [""]
                text_of_all = texts[0] if len(texts) == 1 else "{ " + " / ".join(text or "@" for text in texts) + " }"
                file.write(_line(text_of_all, name, path))


def write_answers(path: Path, batches: Iterable[Answers]) -> None:
    """Write answers, of several the first; ⊥ is written as no words, with a comment above it that says why.

    Raises:
        OutputError: an answer is no text, or an id cannot stand in parentheses; the file cannot be written.
    """
    with writing(path) as file:
        for batch in batches:
            reasons = batch.failures or [None] * len(batch)
            for name, answer, reason in zip(batch.ids, batch.answers, reasons, strict=True):
                if answer is UNDEFINED:
                    file.write(f"{_COMMENT} no answer: {' '.join((reason or 'undefined').split())}\n".encode())
                    file.write(_line("", name, path))
                else:
                    file.write(_line(_text(answer[0], name, path) if answer else "", name, path))


def _text(meaning: Meaning, name: str, path: Path) -> str:
    if isinstance(meaning, str):
        return " ".join(meaning.split())
    raise OutputError(f"{name!r}: {meaning!r} is no text", "write texts as trn, other meanings as jsonl", path=path)


def _line(text: str, name: str, path: Path) -> bytes:
    if not name or set(name) & set("()") or name.split() != [name]:
        raise OutputError(f"id {name!r} cannot stand in parentheses", "rename it, or write jsonl", path=path)
    if text.startswith(_COMMENT):
        raise OutputError(f"{name!r} begins with {_COMMENT!r}, which makes a comment", "write jsonl", path=path)
    return f"{text} ({name})\n".encode() if text else f"({name})\n".encode()


FORMAT = Format(
    name="trn",
    title="Transcripts (trn)",
    suffixes=(".trn",),
    folds_ids=True,
    read_cases=read_cases,
    read_answers=read_answers,
    write_cases=write_cases,
    write_answers=write_answers,
    example="murho score words reference.trn recognised.trn --costs sclite",
)
