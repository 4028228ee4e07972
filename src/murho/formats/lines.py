"""Phrase breaks, one word on every line: `word<TAB>label`.

Label `0` says that no break follows the word, any other names the type of the break. Every labelled line is a
juncture; a word alone (punctuation, say) is none. An empty line ends an utterance, which has its number as its id.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.tsv")
>>> _ = path.write_text("Well\\t2\\n,\\nyes\\t0\\n\\nno\\t1\\n")
>>> [(cases.expressions, cases.references) for cases in read_cases(path)]
[(['Well , yes', 'no'], [(['2', None, '0'],), (['1'],)])]
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.utterances import Utterance, answers_of, cases_of


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: a line that is neither `word<TAB>label` nor a word; the file is missing, not UTF-8...
    """
    return cases_of(_utterances(path), path, batch)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line that is neither `word<TAB>label` nor a word; the file is missing, not UTF-8...
    """
    return answers_of(_utterances(path), path, batch)


def _utterances(path: Path) -> Iterator[Utterance]:
    words: list[str] = []
    labels: list[str | None] = []
    first = 1
    for number, line in text_lines(path):
        word, _, label = line.partition("\t")
        word, label = word.strip(), label.strip()
        if word and label and "\t" not in label:
            words.append(word)
            labels.append(label)
        elif line.strip():
            words.append(_unlabelled(line, word, label, path, number))
            labels.append(None)
        elif words:
            yield Utterance(words, labels, first)
            words, labels = [], []
        if len(words) == 1:
            first = number  # an utterance has the line of its first word
    if words:
        yield Utterance(words, labels, first)


def _unlabelled(line: str, word: str, label: str, path: Path, number: int) -> str:
    """The word of a line without a label."""
    if not word:
        found, todo = f"label {label!r} without a word", "write word<TAB>label"
    elif label:
        found, todo = f"{line.count(chr(9)) + 1} columns", "write word<TAB>label"
    elif len(word.split()) > 1:
        found = f"no tab in {word if len(word) <= 40 else word[:37] + '...'!r}"
        todo = "write word<TAB>label, or a word alone where there is no juncture"
    else:
        return word
    raise InputError(found, todo, path=path, line=number)


FORMAT = Format(
    name="lines",
    title="Phrase breaks, a word on every line",
    holds=("breaks",),
    pairing="place",
    by_word=True,
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score breaks reference.tsv system.tsv --format lines",
)
