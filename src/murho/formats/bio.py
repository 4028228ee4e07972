"""Slots marked word by word (BIO, BIOES), as in the shared tasks of CoNLL: on every line a word and, last, its tag.

A blank line ends an utterance, lines that begin with `#` and `-DOCSTART-` are none; `# intent: NAME` names its intent.
A meaning is the list of its units, `slot:words`, the intent first where it is named. Two files belong together line by
line.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.bio")
>>> _ = path.write_text("# intent: fly\\nto O\\nnew B-city\\nyork I-city\\nfriday B-day\\n")
>>> [(cases.expressions, cases.references) for cases in read_cases(path)]
[(['to new york friday'], [(['intent:fly', 'city:new york', 'day:friday'],)])]
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines

_TAG = re.compile(r"([BIESLU])-(\S+)")
_INTENT = re.compile(r"#\s*intent\s*[:=]\s*(\S+)\s*")


class _Utterance(NamedTuple):
    line: int
    words: list[str]
    units: list[str]


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: a line without a word and a tag, or a tag that is none.
    """
    first = 1
    for group in _batches(path, batch):
        names = [str(number) for number in range(first, first + len(group))]
        texts = [" ".join(one.words) for one in group]
        meant = [(one.units,) for one in group]
        yield Cases(names, texts, meant, path=str(path), lines=[one.line for one in group])
        first += len(group)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line without a word and a tag, or a tag that is none.
    """
    first = 1
    for group in _batches(path, batch):
        names = [str(number) for number in range(first, first + len(group))]
        yield Answers(names, [(one.units,) for one in group], path=str(path), lines=[one.line for one in group])
        first += len(group)


def _batches(path: Path, batch: int) -> Iterator[list[_Utterance]]:
    stream = _utterances(path)
    while group := list(islice(stream, batch)):
        yield group


def _utterances(path: Path) -> Iterator[_Utterance]:
    rows: list[tuple[int, str, str]] = []
    intent = ""
    for number, line in text_lines(path):
        fields = line.split()
        if named := _INTENT.fullmatch(line):
            intent = named[1]
        elif line.startswith("#") and not _is_tag(fields[-1]):
            continue  # a comment; a word # has its tag
        elif fields and fields[0] == "-DOCSTART-":
            continue
        elif fields:
            tag = fields[-1]
            if len(fields) < 2 or not _is_tag(tag):
                found = f"{line.strip()[:40]!r} has no tag of BIO at its end"
                raise InputError(found, "write a word and its tag, as in: york I-city", path=path, line=number)
            rows.append((number, fields[0], tag))
        elif rows:
            yield _made(rows, intent)
            rows, intent = [], ""
    if rows:
        yield _made(rows, intent)


def _is_tag(text: str) -> bool:
    return text == "O" or _TAG.fullmatch(text) is not None


def _made(rows: list[tuple[int, str, str]], intent: str) -> _Utterance:
    """Slots as conlleval reads them: I without a B of its slot before it begins one."""
    slots: list[tuple[str, list[str]]] = []
    inside = ""
    for _, word, tag in rows:
        mark, _, slot = tag.partition("-")
        if tag == "O":
            inside = ""
        elif mark in "IEL" and inside == slot:
            slots[-1][1].append(word)
        else:
            slots.append((slot, [word]))
        inside = slot if mark in "BI" else ""
    units = [f"intent:{intent}"] if intent else []
    return _Utterance(rows[0][0], [word for _, word, _ in rows], units + [f"{of}:{' '.join(w)}" for of, w in slots])


FORMAT = Format(
    name="bio",
    title="Slots word by word (BIO)",
    suffixes=(".bio",),
    holds=("units",),
    pairing="place",
    usual="slots",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score slots reference.bio tagged.bio",
)
