"""The Helsinki prosody corpus: boundaries by word, found in the speech of LibriTTS (Talman and others, NoDaLiDa 2019).

Lines of `word<TAB>prominence<TAB>boundary<TAB>...`, the boundary being 0, 1 or 2; where it is NA (punctuation, words
that could not be aligned) there is no juncture. `<file><TAB>name` starts an utterance; the name is its id, and begins
with the numbers of the reader, which is the cluster, and of the chapter. Both are features.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "test.txt")
>>> _ = path.write_text("<file>\\t84_121_01.txt\\nWell\\t2\\t2\\t3.1\\t1.9\\n,\\tNA\\tNA\\tNA\\tNA\\nyes\\t0\\t0\\n")
>>> for cases in read_cases(path):
...     print(cases.ids, cases.clusters, cases.expressions, cases.references)
['84_121_01.txt'] ['84'] ['Well , yes'] [(['2', None, '0'],)]
"""

from collections.abc import Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.unique import unique
from murho.formats.utterances import Utterance, answers_of, cases_of

_START = "<file>"
_LABELS = {"0": "0", "1": "1", "2": "2", "NA": None}


def read_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: a line that is none of the corpus, a name that occurs twice; the file is missing, not UTF-8...
    """
    return unique(lambda: cases_of(_utterances(path), path, batch), path)


def read_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line that is none of the corpus, a name that occurs twice; the file is missing, not UTF-8...
    """
    return unique(lambda: answers_of(_utterances(path), path, batch), path)


def _utterances(path: Path) -> Iterator[Utterance]:
    name, first = "", 0  # `first` is 0 until an utterance has begun
    words: list[str] = []
    labels: list[str | None] = []
    for number, line in text_lines(path):
        columns = line.split("\t")
        if columns[0] == _START:
            if first:
                yield _utterance(words, labels, first, name)
            name, first, words, labels = line.removeprefix(_START).strip(), number + 1, [], []
            if not name:
                raise InputError(f"{_START} without a name", f"write {_START}<TAB>name", path=path, line=number)
        elif len(columns) >= 3 and columns[2] in _LABELS and columns[0].strip() and first:
            words.append(columns[0])
            labels.append(_LABELS[columns[2]])
        elif line.strip():
            raise InputError(*_wrong(columns, first), path=path, line=number)
    if first:
        yield _utterance(words, labels, first, name)


def _utterance(words: list[str], labels: list[str | None], first: int, name: str) -> Utterance:
    reader, _, rest = name.partition("_")
    chapter = rest.partition("_")[0]
    if not chapter:
        return Utterance(words, labels, first, name)
    return Utterance(words, labels, first, name, reader, {"reader": reader, "chapter": chapter})


def _wrong(columns: list[str], first: int) -> tuple[str, str]:
    form = "write word<TAB>prominence<TAB>boundary"
    if not first:
        return f"a word before the first {_START} line", f"start every utterance with {_START}<TAB>name"
    if not columns[0].strip():
        return "no word in the first column", form
    if len(columns) < 3:
        return f"{len(columns)} column{'s' * (len(columns) > 1)}, where three are needed", form
    return f"boundary {columns[2]!r}", "a boundary is 0, 1 or 2, or NA where there is no juncture"


FORMAT = Format(
    name="helsinki",
    title="Helsinki prosody corpus",
    holds=("breaks",),
    pairing="place",
    by_word=True,
    read_cases=read_cases,
    read_answers=read_answers,
    example="murho score breaks test.txt system.tsv --format helsinki,lines",
)
