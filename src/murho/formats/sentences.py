"""Sentences of treebanks, for all formats of trees: blocks of lines, trees as cases, and written again; documents.

Sentences with trees as cases and answers: a meaning is the text of the sentence in its format.

>>> from murho.core.tree import Word
>>> sentence = Sentence(Tree((Word(1, "Go", head=0),), comments=("# sent_id = s1", "# genre = news")), "the text")
>>> [(cases.ids, cases.references, cases.features["genre"]) for cases in cases_of(lambda: [sentence], "said.conllu")]
[(['s1'], [('the text',)], ['news'])]

Sentences as blocks of lines, each ended by a blank one: what the formats of dependency trees have in common.

>>> [(block.line, block.lines) for block in blocks(enumerate(["1 a", "2 b", "", "1 c"], 1), "said.conll")]
[(1, ['1 a', '2 b']), (4, ['1 c'])]

Trees as files: one sentence after the other, or the meanings of cases and answers.

>>> from murho.formats import conllu
>>> next(named_trees([("s1", ("1\\tSí\\t_\\t_\\t_\\t_\\t0\\troot\\t_\\t_\\n",))], "said.conllu", conllu.parse)).comments
('# sent_id = s1',)

The documents of a CoNLL file, without reading its trees: which one each sentence belongs to.

>>> import pathlib, tempfile
>>> path = pathlib.Path(tempfile.mkdtemp(), "two.conllu")
>>> sentence = "1\\tGo\\tgo\\tVERB\\t_\\t_\\t0\\troot\\t_\\t_\\n\\n"
>>> _ = path.write_text(f"# newdoc id = a\\n{sentence}{sentence}# newdoc id = b\\n{sentence}")
>>> list(documents(path))
['a', 'a', 'b']
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, islice
from typing import Any, NamedTuple

from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.meaning import UNDEFINED, Meanings
from murho.core.tree import Shape, Tree
from murho.formats.format import How
from murho.formats.opening import Path, byte_blocks
from murho.formats.saving import OutputError, writing
from murho.formats.unique import unique

NUMBERS = {str(number): number for number in range(1000)}
"""What most ids and heads are, so that few need a closer look."""


class Block(NamedTuple):
    """The lines of a sentence, without the blank one."""

    line: int
    """The number of the first line in its file, counted from 1."""
    lines: list[str]

    @property
    def text(self) -> str:
        """The lines as they are in the file, with the blank one: all blocks together are the file."""
        return "\n".join(self.lines) + "\n\n"

    @property
    def last(self) -> int:
        """The number of the last line."""
        return self.line + len(self.lines) - 1


def blocks(lines: Iterable[tuple[int, str]], path: Path | None) -> Iterator[Block]:
    """The sentences among numbered lines. Blank lines may follow the last one, and it needs none.

    Raises:
        InputError: a second blank line: if a sentence is missing there, those that follow would be paired wrongly.
    """
    block: list[str] = []
    first = blank = 0
    for number, line in lines:
        if line:
            if blank:
                todo = "one blank line ends a sentence: delete this one, or put in the sentence that is missing"
                raise InputError("a blank line where a sentence belongs", todo, path=path, line=blank)
            if not block:
                first = number
            block.append(line)
        elif block:
            yield Block(first, block)
            block = []
        else:
            # The first of several; blank lines at the end of a file are no fault, so that only a later line tells.
            blank = blank or number
    if block:
        yield Block(first, block)


def numbered(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text with their numbers; they end as in files (`opening`).

    Raises:
        InputError: half of a surrogate pair, which no file can hold.
    """
    # A str may hold half a pair, and would be refused only when it is written.
    if not text.isascii():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            found, line = "half of a surrogate pair, which UTF-8 has not", text.count("\n", 0, error.start) + 1
            raise InputError(found, "decode the text as UTF-8", line=line) from None
    lines = text.removeprefix("\ufeff").split("\n")
    if not lines[-1]:
        lines.pop()
    if "\r" in text:
        lines = [line.removesuffix("\r") for line in lines]
    return iter(enumerate(lines, 1))


class Columns(NamedTuple):
    """The columns of a format, parted by tabs, and the file that is read, for messages."""

    format: str
    names: tuple[str, ...]
    path: Path | None

    def split(self, line: str, number: int) -> list[str]:
        """The columns of a line.

        Raises:
            InputError: too few or too many, no form, or the line is no text (`check`).
        """
        columns = line.split("\t")
        if len(columns) != len(self.names):
            raise self.error(*self._miscounted(line, len(columns)), number)
        self.check(line, number)
        if not columns[1] or columns[1].isspace():
            raise self.error("no FORM", "give every word a form, or _ if it is not known", number)
        return columns

    def check(self, line: str, number: int) -> None:
        """See that a line is text.

        Raises:
            InputError: it holds a NUL byte, or a carriage return that does not end it.
        """
        if "\0" in line:
            raise self.error("a NUL byte", "is this a file of text? copy or convert it again", number)
        if "\r" in line:
            raise self.error("a carriage return inside the line", "end lines with LF, or CR LF", number)

    def _miscounted(self, line: str, count: int) -> tuple[str, str]:
        """What was found, and what to do, where a line has `count` columns and should have another number."""
        todo = f"{self.format} has {len(self.names)}, parted by tabs"
        if count == 1 and len(line.split()) == len(self.names):
            return "no tab in the line", f"{todo}: turn the spaces into tabs"
        if not line.strip():
            return "white space alone", "leave the line empty to end the sentence, or delete it"
        return f"{count} column{'s' * (count != 1)} in {shown(line)}", todo

    def number(self, text: str, name: str, number: int) -> int:
        """A whole number, as it is written without zeros before it.

        Raises:
            InputError: the text is no whole number, or longer than nine digits.
        """
        # isdigit alone would let through superscripts, and digits of other scripts.
        if text.isascii() and text.isdigit() and len(text) < 10 and (text[0] != "0" or text == "0"):
            return int(text)
        raise self.error(f"{name} {shown(text)}", "write a whole number", number)

    def error(self, found: str, todo: str, number: int) -> InputError:
        """An error about line `number` of the file that is read."""
        return InputError(found, todo, path=self.path, line=number)


def shown(text: str) -> str:
    """A text in a message: its start, where it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


_KNOWN = {"sent_id", "text", "id", "expression", "cluster", "length", "sentence_length"}
"""Comments that are something else than a feature, and names that features cannot have."""


class Sentence(NamedTuple):
    """A sentence and what stands for it as a meaning."""

    tree: Tree
    text: str


def shape_for(measure: How) -> dict[str, Shape]:
    """The shape that a measure of trees can judge, where that is not the format's own: those of equal tokens take any
    number of roots.
    """
    return {"shape": "forest"} if getattr(measure, "equal_tokens", False) else {}


def cases_of(read: Callable[[], Iterable[Sentence]], path: Path, batch: int = 8192) -> Iterator[Cases]:
    """A case for every sentence; `read` gives them from the start.

    Raises:
        InputError: an id occurs twice, only some sentences have one, or there is no sentence at all.
    """
    return unique(lambda: _cases(read(), path, batch), path)


def answers_of(read: Callable[[], Iterable[Sentence]], path: Path, batch: int = 8192) -> Iterator[Answers]:
    """An answer for every sentence; its `sent_id`, if it has one, comes along.

    Raises:
        InputError: an id occurs twice, only some sentences have one, or there is no sentence at all.
    """
    return unique(lambda: _answers(read(), path, batch), path)


def _cases(sentences: Iterable[Sentence], path: Path, batch: int) -> Iterator[Cases]:
    document: str | None = None
    for first, group, names in _batches(sentences, path, batch):
        # Reversed: of several comments with one key the first counts, as in `Tree.comment`.
        comments = [dict(reversed(list(tree.metadata()))) for tree, _ in group]
        documents: list[str | None] = []
        for values in comments:
            if "newdoc" in values or "newdoc id" in values:
                document = values.get("newdoc id") or None
            documents.append(document)
        keys = [key for key in dict.fromkeys(chain.from_iterable(comments)) if _is_feature(key)]
        named: dict[str, Sequence[Any]] = {} if names is None else {"sent_id": names}
        yield Cases(
            ids=_ids(first, group, names),
            expressions=[tree.text for tree, _ in group],
            references=[(text,) for _, text in group],
            clusters=None if all(document is None for document in documents) else documents,
            features={
                **named,
                "sentence_length": [len(tree) for tree, _ in group],
                **{key: [values.get(key) or None for values in comments] for key in keys},
            },
            path=str(path),
            lines=[tree.line for tree, _ in group],
        )


def _answers(sentences: Iterable[Sentence], path: Path, batch: int) -> Iterator[Answers]:
    for first, group, names in _batches(sentences, path, batch):
        yield Answers(
            ids=_ids(first, group, names),
            answers=[(text,) for _, text in group],
            extras={} if names is None else {"sent_id": names},
            path=str(path),
            lines=[tree.line for tree, _ in group],
        )


def _is_feature(key: str) -> bool:
    """Whether sentences can be told apart by what a comment says: not by its text or a translation of it."""
    return key.isidentifier() and key not in _KNOWN and not key.startswith(("text_", "newpar", "newdoc"))


def _ids(first: int, group: Sequence[Sentence], names: Sequence[str] | None) -> list[str]:
    return [str(number) for number in range(first, first + len(group))] if names is None else list(names)


def _batches(
    sentences: Iterable[Sentence], path: Path, batch: int
) -> Iterator[tuple[int, list[Sentence], list[str] | None]]:
    """Sentences with the number of the first one and their `sent_id`, None if they have none."""
    stream, first, named = iter(sentences), 1, None
    while group := list(islice(stream, batch)):
        names = [tree.sent_id for tree, _ in group]
        named = names[0] is not None if named is None else named
        for name, (tree, _) in zip(names, group, strict=True):
            if (name is not None) != named:
                found = "a sentence without sent_id after one with it" if named else "the first sentence with sent_id"
                raise InputError(found, "give every sentence one, or none", path=path, line=tree.line)
        yield first, group, [name for name in names if name is not None] if named else None
        first += len(group)
    if first == 1:
        raise InputError("no sentence at all", "name another file", path=path)


def write_sentences(path: Path, trees: Iterable[Tree], text_of: Callable[[Tree], str]) -> None:
    """Write sentences one after the other.

    Raises:
        OutputError: `text_of` raised one, which is given the name of the sentence; the file cannot be written.
    """
    with writing(path) as file:
        for number, tree in enumerate(trees, 1):
            try:
                text = text_of(tree)
            except OutputError as error:
                name = f"sentence {number}" if tree.sent_id is None else f"sentence {tree.sent_id!r}"
                location = f"{name}, from line {tree.line}" if tree.line else name
                raise OutputError(f"{location}: {error.found}", error.todo, path=path) from None
            file.write(text.encode())


def read_back(text: str, tree: Tree, parse: Callable[[str], list[Tree]]) -> None:
    """See that a tree is read from its text as it is, and so that no column holds a tab, and all ids are in order.

    Raises:
        OutputError: it would be read otherwise, or it is no text of that format.
    """
    try:
        trees = parse(text)
    except InputError as error:
        raise OutputError(error.found, error.todo) from None
    if trees != [tree]:
        todo = "number the words from 1, keep line breaks out of columns, and begin comments with #"
        raise OutputError("the sentence would be read back otherwise than it is", todo)


def named_trees(
    pairs: Iterable[tuple[str, Meanings]], path: Path, parse: Callable[[str], list[Tree]]
) -> Iterator[Tree]:
    """The one tree of every set of meanings, with its id as `sent_id`.

    Raises:
        OutputError: there is no tree, or a meaning is no text that holds just one.
    """
    for name, meanings in pairs:
        if not (meanings and isinstance(meanings[0], str)):
            found = f"{meanings[0]!r} is no text" if meanings else "the empty set of meanings"
            raise OutputError(f"{name!r}: {found}", "write trees as CoNLL, other meanings as jsonl", path=path)
        try:
            trees = parse(meanings[0])
        except InputError as error:
            raise OutputError(f"{name!r}: {error.found}", error.todo, path=path) from None
        if len(trees) != 1:
            raise OutputError(f"{name!r}: {len(trees)} sentences", "write one for each id, or write jsonl", path=path)
        yield _named(trees[0], name)


def _named(tree: Tree, name: str) -> Tree:
    if tree.sent_id == name:
        return tree
    others = [line for line in tree.comments if line[1:].partition("=")[0].strip() != "sent_id"]
    return replace(tree, comments=(f"# sent_id = {name}", *others))


def the_only(batches: Iterable[Cases], path: Path) -> Iterator[tuple[str, Meanings]]:
    """Ids and references, of which there may be one.

    Raises:
        OutputError: a case has several references.
    """
    for cases in batches:
        for name, reference in zip(cases.ids, cases.meant, strict=True):
            if len(reference) > 1:
                raise OutputError(f"{name!r}: {len(reference)} references", "write jsonl, which has them", path=path)
            yield name, reference


def defined(batches: Iterable[Answers]) -> Iterator[tuple[str, Meanings]]:
    """Ids and answers; ⊥ is left out, as a sentence that is missing is read as ⊥."""
    for batch in batches:
        for name, answer in zip(batch.ids, batch.answers, strict=True):
            if answer is not UNDEFINED:
                yield name, answer


_MARK = "\ufeff".encode()
"""The byte order mark in UTF-8."""
_START = re.compile(rb"#[ \t]*newdoc(?:[ \t]+id)?[ \t]*(?:=[ \t]*([^\r\n]*?))?[ \t]*\r?$", re.MULTILINE)


def documents(path: Path) -> Iterator[str | None]:
    """The `newdoc id` that holds for each sentence, None before the first, and in documents without a name.

    Raises:
        InputError: the file cannot be read.
    """
    name: str | None = None
    for block in _blocks(path):
        at = 0
        for start in _starts(block):
            yield from [name] * _sentences(block, at, start.start())
            name, at = (start[1] or b"").decode("utf-8", "replace") or None, start.start()
        yield from [name] * _sentences(block, at, len(block))


def _starts(block: bytes) -> Iterator[re.Match[bytes]]:
    """The comments that start a document; the word is looked for first, which is much quicker than lines are."""
    at = -1
    while (at := block.find(b"newdoc", at + 1)) >= 0:
        if start := _START.match(block, block.rfind(b"\n", 0, at) + 1):
            yield start


def _sentences(block: bytes, start: int, end: int) -> int:
    return block.count(b"\n\n", start, end) + (block.count(b"\n\r\n", start, end) if b"\r" in block else 0)


def _blocks(path: Path) -> Iterator[bytes]:
    """The file in pieces that end with a sentence; the last one is ended if it is not."""
    rest = b""
    for number, more in enumerate(byte_blocks(path)):
        # A byte order mark would keep the first comment from being found.
        rest += more.removeprefix(_MARK) if number == 0 else more
        # rfind gives -1 where there is no end of a sentence: then cut is 2 at most.
        cut = max(rest.rfind(b"\n\n") + 2, rest.rfind(b"\n\r\n") + 3)
        if cut > 2:
            yield rest[:cut]
            rest = rest[cut:]
    if rest.strip():
        yield rest.rstrip(b"\r\n") + b"\n\n"
