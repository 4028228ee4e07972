"""Texts with phrase breaks: as marks, a word on a line, of the Helsinki corpus, as Festival prints them.

Phrase breaks as marks in the text: `well | I thought || so`, an utterance on every line.

`|` is a break of type 1, `||` of type 2, and so on; it may touch its word. A juncture follows every word, the last one
too; where no mark stands, the label is `0`. A blank line is an utterance without words. The number of the line is the
id.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.txt")
>>> _ = path.write_text("well | I thought || so\\nyes|\\n")
>>> [(cases.expressions, cases.references) for cases in read_inline_cases(path)]
[(['well I thought so', 'yes'], [(['1', '0', '2', '0'],), (['1'],)])]

Phrase breaks, one word on every line: `word<TAB>label`.

Label `0` says that no break follows the word, any other names the type of the break. Every labelled line is a
juncture; a word alone (punctuation, say) is none. An empty line ends an utterance, which has its number as its id.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "said.tsv")
>>> _ = path.write_text("Well\\t2\\n,\\nyes\\t0\\n\\nno\\t1\\n")
>>> [(cases.expressions, cases.references) for cases in read_lines_cases(path)]
[(['Well , yes', 'no'], [(['2', None, '0'],), (['1'],)])]

The Helsinki prosody corpus: boundaries by word, found in the speech of LibriTTS (Talman and others, NoDaLiDa 2019).

Lines of `word<TAB>prominence<TAB>boundary<TAB>...`, the boundary being 0, 1 or 2; where it is NA (punctuation, words
that could not be aligned) there is no juncture. `<file><TAB>name` starts an utterance; the name is its id, and begins
with the numbers of the reader, which is the cluster, and of the chapter. Both are features.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "test.txt")
>>> _ = path.write_text("<file>\\t84_121_01.txt\\nWell\\t2\\t2\\t3.1\\t1.9\\n,\\tNA\\tNA\\tNA\\tNA\\nyes\\t0\\t0\\n")
>>> for cases in read_helsinki_cases(path):
...     print(cases.ids, cases.clusters, cases.expressions, cases.references)
['84_121_01.txt'] ['84'] ['Well , yes'] [(['2', None, '0'],)]

Phrase breaks as Festival prints them: words with the feature `pbreak` (NB, mB, B or BB).

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
>>> _ = path.write_text('(("well" "NB") ("," "B") ("yes" "BB"))\\nno NB\\nno BB\\n')
>>> [(cases.expressions, cases.references) for cases in read_festival_cases(path)]
[(['well , yes', 'no no'], [(['1', None, '2'],), (['0', '2'],)])]
"""

import re
from collections.abc import Iterable, Iterator

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.formats.format import Format
from murho.formats.opening import Path, text_lines
from murho.formats.unique import unique
from murho.formats.utterances import NO_BREAK, Utterance, answers_of, cases_of, readers

_TOKENS = re.compile(r"[^\s|]+|\|+")


def _inline_utterances(path: Path) -> Iterator[Utterance]:
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


read_inline_cases, read_inline_answers = readers(_inline_utterances)

FORMAT_INLINE = Format(
    name="inline",
    title="Phrase breaks as marks in the text",
    holds=("breaks",),
    pairing="place",
    read_cases=read_inline_cases,
    read_answers=read_inline_answers,
    example="murho score breaks reference.txt system.txt --format inline",
)


def _lines_utterances(path: Path) -> Iterator[Utterance]:
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


read_lines_cases, read_lines_answers = readers(_lines_utterances)

FORMAT_LINES = Format(
    name="lines",
    title="Phrase breaks, a word on every line",
    holds=("breaks",),
    pairing="place",
    by_word=True,
    read_cases=read_lines_cases,
    read_answers=read_lines_answers,
    example="murho score breaks reference.tsv system.tsv --format lines",
)


_START = "<file>"
_HELSINKI_LABELS = {"0": "0", "1": "1", "2": "2", "NA": None}


def read_helsinki_cases(path: Path, *, batch: int = 8192) -> Iterator[Cases]:
    """A case for every utterance.

    Raises:
        InputError: a line that is none of the corpus, a name that occurs twice; the file is missing, not UTF-8...
    """
    return unique(lambda: cases_of(_helsinki_utterances(path), path, batch), path)


def read_helsinki_answers(path: Path, *, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every utterance.

    Raises:
        InputError: a line that is none of the corpus, a name that occurs twice; the file is missing, not UTF-8...
    """
    return unique(lambda: answers_of(_helsinki_utterances(path), path, batch), path)


def _helsinki_utterances(path: Path) -> Iterator[Utterance]:
    name, first = "", 0  # `first` is 0 until an utterance has begun
    words: list[str] = []
    labels: list[str | None] = []
    for number, line in text_lines(path):
        columns = line.split("\t")
        if columns[0] == _START:
            if first:
                yield _helsinki_utterance(words, labels, first, name)
            name, first, words, labels = line.removeprefix(_START).strip(), number + 1, [], []
            if not name:
                raise InputError(f"{_START} without a name", f"write {_START}<TAB>name", path=path, line=number)
        elif len(columns) >= 3 and columns[2] in _HELSINKI_LABELS and columns[0].strip() and first:
            words.append(columns[0])
            labels.append(_HELSINKI_LABELS[columns[2]])
        elif line.strip():
            raise InputError(*_wrong(columns, first), path=path, line=number)
    if first:
        yield _helsinki_utterance(words, labels, first, name)


def _helsinki_utterance(words: list[str], labels: list[str | None], first: int, name: str) -> Utterance:
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


FORMAT_HELSINKI = Format(
    name="helsinki",
    title="Helsinki prosody corpus",
    holds=("breaks",),
    pairing="place",
    by_word=True,
    read_cases=read_helsinki_cases,
    read_answers=read_helsinki_answers,
    example="murho score breaks test.txt system.tsv --format helsinki,lines",
)


_FESTIVAL_LABELS = {"NB": NO_BREAK, "mB": "mB", "B": "1", "BB": "2"}
_PAIR = r'\(\s*"(\S+?)"\s+"?([^\s"()]+)"?\s*\)'  # Festival does not escape a quote that is a word: (""" "NB")
_PAIRS = re.compile(_PAIR)
_LIST = re.compile(rf"\s*\((\s*{_PAIR})*\s*\)\s*")


def _festival_utterances(path: Path) -> Iterator[Utterance]:
    pairs: list[tuple[str, ...]] = []
    first = 1
    for number, line in text_lines(path):
        if pairs and (not line.strip() or _is_list(line)):
            yield _festival_utterance(pairs, first)
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
            if label not in _FESTIVAL_LABELS:
                raise InputError(f"pbreak {label!r}", "it is NB, mB, B or BB", path=path, line=number)
        if _is_list(line):
            yield _festival_utterance(pairs_of_line, number)
        else:
            first = number if not pairs else first
            pairs += pairs_of_line
    if pairs:
        yield _festival_utterance(pairs, first)


def _is_list(line: str) -> bool:
    return line.lstrip().startswith("(") and _LIST.fullmatch(line) is not None


def _festival_utterance(pairs: Iterable[tuple[str, ...]], line: int) -> Utterance:
    words: list[str] = []
    labels: list[str | None] = []
    last = None  # the word that a break on punctuation belongs to
    for word, pbreak in pairs:
        label = _FESTIVAL_LABELS[pbreak]
        words.append(word)
        if any(sign.isalnum() for sign in word):
            last = len(labels)
            labels.append(label)
        else:
            labels.append(None)
            if last is not None and labels[last] == NO_BREAK:
                labels[last] = label
    return Utterance(words, labels, line)


read_festival_cases, read_festival_answers = readers(_festival_utterances)

FORMAT_FESTIVAL = Format(
    name="festival",
    title="Phrase breaks of Festival",
    holds=("breaks",),
    pairing="place",
    read_cases=read_festival_cases,
    read_answers=read_festival_answers,
    example="murho score breaks reference.tsv festival.txt --format lines,festival",
)
