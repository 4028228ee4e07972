"""Phrase breaks as marks in the text: `well | I thought || so`, an utterance on every line.

`|` is a break of type 1, `||` of type 2, and so on; it may touch its word. A juncture follows every word, the last one
too; where no mark stands, the label is `0`. A blank line is an utterance without words. The number of the line is the
id.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.txt")
>>> _ = path.write_text("well | I thought || so\\nyes|\\n")
>>> [(cases.expressions, cases.references) for cases in read_cases(path)]
[(['well I thought so', 'yes'], [(['1', '0', '2', '0'],), (['1'],)])]
"""

import re
from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.utterances import NO_BREAK, Utterance, answers_of, cases_of

_TOKENS = re.compile(r"[^\s|]+|\|+")


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every line.

    Raises:
        InputError: a mark without a word before it; the file is missing, not UTF-8...
    """
    return cases_of(_utterances(path), path, batch)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every line.

    Raises:
        InputError: a mark without a word before it; the file is missing, not UTF-8...
    """
    return answers_of(_utterances(path), path, batch)


def _utterances(path: Path) -> Iterator[Utterance]:
    for number, line in text_lines(path):
        words: list[str] = []
        labels: list[str | None] = []
        for token in _TOKENS.findall(line):
            if token[0] != "|":
                words.append(token)
                labels.append(NO_BREAK)
            elif not labels or labels[-1] != NO_BREAK:
                found = f"mark {token!r} {'after another one' if labels else 'before the first word'}"
                raise InputError(found, "write each mark after a word, as in: well | yes", path=path, line=number)
            else:
                labels[-1] = str(len(token))
        yield Utterance(words, labels, number)


FORMAT = Format(
    name="inline",
    title="Phrase breaks as marks in the text",
    holds=("breaks",),
    pairing="place",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score breaks reference.txt system.txt --format inline",
)
