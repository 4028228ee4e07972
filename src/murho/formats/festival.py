r"""Phrase breaks as Festival prints them: words with the feature `pbreak` (NB, mB, B or BB).

Two forms are read, and may be mixed:

- the list that `(print (utt.features utt 'Word '(name pbreak)))` writes, `(("well" "NB") ("," "B") ("yes" "BB"))`: a
  line is an utterance;
- lines of `word pbreak` with white space between; an empty line ends the utterance.

NB is no break (`0`), B is type 1, BB type 2, mB a type of its own. Festival takes punctuation for words; its break
belongs to the word before, if that has none: punctuation itself has no juncture. The number of the utterance is its id.

Festival also rewrites words (1998, Mr., John's): for comparison with a reference that has not, ask it for
tokens, each with the `pbreak` of its last word, in the second form; docs/breaks.md shows how.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.txt")
>>> _ = path.write_text('(("well" "NB") ("," "B") ("yes" "BB"))\nno NB\nno BB\n')
>>> [(cases.expressions, cases.references) for cases in read_cases(path)]
[(['well , yes', 'no no'], [(['1', None, '2'],), (['0', '2'],)])]
"""

import re
from collections.abc import Iterable, Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.utterances import NO_BREAK, Utterance, answers_of, cases_of

_LABELS = {"NB": NO_BREAK, "mB": "mB", "B": "1", "BB": "2"}
_PAIR = r'\(\s*"(\S+?)"\s+"?([^\s"()]+)"?\s*\)'  # Festival does not escape a quote that is a word: (""" "NB")
_PAIRS = re.compile(_PAIR)
_LIST = re.compile(rf"\s*\((\s*{_PAIR})*\s*\)\s*")


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: a line of neither form, a `pbreak` that Festival has not; the file is missing, not UTF-8...
    """
    return cases_of(_utterances(path), path, batch)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line of neither form, a `pbreak` that Festival has not; the file is missing, not UTF-8...
    """
    return answers_of(_utterances(path), path, batch)


def _utterances(path: Path) -> Iterator[Utterance]:
    pairs: list[tuple[str, ...]] = []
    first = 1
    for number, line in text_lines(path):
        if pairs and (not line.strip() or _is_list(line)):
            yield _utterance(pairs, first)
            pairs = []
        if not line.strip():
            continue
        pairs_of_line: list[tuple[str, ...]] = _PAIRS.findall(line) if _is_list(line) else [tuple(line.split())]
        if not all(len(pair) == 2 for pair in pairs_of_line):
            raise InputError(
                f"{line.strip()[:40]!r} is no word with its break",
                """write word NB, mB, B or BB, or the list of utt.features 'Word '(name pbreak)""",
                path=path,
                line=number,
            )
        for _, label in pairs_of_line:
            if label not in _LABELS:
                raise InputError(f"pbreak {label!r}", "it is NB, mB, B or BB", path=path, line=number)
        if _is_list(line):
            yield _utterance(pairs_of_line, number)
        else:
            first = number if not pairs else first
            pairs += pairs_of_line
    if pairs:
        yield _utterance(pairs, first)


def _is_list(line: str) -> bool:
    return line.lstrip().startswith("(") and _LIST.fullmatch(line) is not None


def _utterance(pairs: Iterable[tuple[str, ...]], line: int) -> Utterance:
    words: list[str] = []
    labels: list[str | None] = []
    last = None  # the word that a break on punctuation belongs to
    for word, pbreak in pairs:
        label = _LABELS[pbreak]
        words.append(word)
        if any(sign.isalnum() for sign in word):
            last = len(labels)
            labels.append(label)
        else:
            labels.append(None)
            if last is not None and labels[last] == NO_BREAK:
                labels[last] = label
    return Utterance(words, labels, line)


FORMAT = Format(
    name="festival",
    title="Phrase breaks of Festival",
    holds=("breaks",),
    pairing="place",
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score breaks reference.tsv festival.txt --format lines,festival",
)
