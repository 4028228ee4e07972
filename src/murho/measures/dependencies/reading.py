"""Sentences of CoNLL files as the scores need them, and every reason to refuse a file.

What the official evaluators refuse is refused here, and what would crash them or pass them by: no ten columns, ids that
do not count up, heads that are no number or not in the sentence, cycles, more roots than the rules allow, empty forms,
a last sentence without the empty line after it; NUL bytes, carriage returns inside a line, what is not UTF-8.
"""

import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from murho.core.errors import InputError
from murho.formats.opening import decoded
from murho.measures.dependencies.rules import Rules

Lines = Iterable[tuple[int, bytes]]
"""Lines without their ends, each with its number."""

BOM = b"\xef\xbb\xbf"

_NUMBER = re.compile(r"[0-9]{1,9}")
_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")
_EMPTY = re.compile(r"[0-9]{1,9}\.[0-9]{1,9}")
_COLUMNS = "write ten columns with one tab between them"


@dataclass(slots=True)
class Token:
    """A stretch of the text: characters `start` to `end`, counted without spaces over the whole file."""

    text: str
    start: int
    line: int

    @property
    def end(self) -> int:
        """The character at which the next token starts."""
        return self.start + len(self.text)


@dataclass(slots=True)
class Word:
    """A node of the tree; several share a token if it is a multiword token."""

    token: Token
    multiword: bool
    form: str
    lemma: str
    upos: str
    xpos: str
    feats: str
    head: int
    relation: str
    line: int


@dataclass(slots=True)
class Sentence:
    """Tokens and words in order; heads are numbers from 1, 0 for a root."""

    tokens: list[Token] = field(default_factory=list)
    words: list[Word] = field(default_factory=list)

    @property
    def span(self) -> tuple[int, int]:
        """The characters that it covers."""
        return self.tokens[0].start, self.tokens[-1].end

    def depths(self) -> list[int]:
        """How many arcs there are from each word to its root."""
        depths = [-1] + [-2] * len(self.words)  # -2 is not known yet; above a root nothing is
        for start in range(1, len(depths)):
            above = [start]
            while depths[above[-1]] == -2:
                above.append(self.words[above[-1] - 1].head)
            depth = depths[above.pop()]
            for number in reversed(above):
                depth += 1
                depths[number] = depth
        return depths[1:]


def lines_of(text: bytes, first: int = 1) -> Lines:
    """The lines of a text; an end is LF or CR LF, and the last line needs none."""
    return ((n, line.removesuffix(b"\n").removesuffix(b"\r")) for n, line in enumerate(io.BytesIO(text), first))


def sentences(lines: Lines, rules: Rules, path: str) -> Iterator[Sentence]:
    """The sentences of a file.

    Raises:
        InputError: a line, or a tree, is one of those that this module refuses, with its place.
    """
    reader = _Reader(rules, path)
    number = 0
    for number, line in lines:
        done = reader.line(number, line)
        if done:
            yield done
    if reader.sentence is not None:
        if not rules.equal_tokens:
            reader.refuse(
                number, "the file ends inside a sentence", "is it cut short? a sentence ends with an empty line"
            )
        yield reader.finish(number)


class _Reader:
    """What is known while a sentence is read."""

    def __init__(self, rules: Rules, path: str):
        self.rules, self.path = rules, path
        self.position = 0
        self.sentence: Sentence | None = None
        self.token: Token | None = None
        self.last = 0
        """The number of the last word of the multiword token `token`."""

    def refuse(self, line: int, found: str, todo: str) -> None:
        """Raise the error for a line."""
        raise InputError(found, todo, path=self.path, line=line)

    def line(self, number: int, line: bytes) -> Sentence | None:
        """Take a line; the sentence, if it ends there."""
        if b"\0" in line:
            self.refuse(number, f"a NUL byte, byte {line.index(0) + 1} of the line", "is this the right file?")
        if b"\r" in line:
            self.refuse(number, "a carriage return inside the line", "end lines with LF or CR LF")
        [text] = decoded([line], self.path, number)
        if self.sentence is None:
            if text.startswith("#"):
                return None
            self.sentence = Sentence()
        if not text:
            return self.finish(number)
        columns = text.split("\t")
        if len(columns) != 10:
            self.refuse(number, f"{len(columns)} column{'s' * (len(columns) > 1)}: {shown(text)}", _COLUMNS)
        if _EMPTY.fullmatch(columns[0]) and not self.rules.equal_tokens:
            return None
        self.node(number, columns, self.sentence)
        return None

    def node(self, number: int, columns: list[str], sentence: Sentence) -> None:
        """A token, a word, or both."""
        expected = len(sentence.words) + 1
        inside = expected <= self.last
        span = _RANGE.fullmatch(columns[0])
        if span and not inside and not self.rules.equal_tokens:
            self.token = self.new_token(number, columns[1], sentence)
            self.last = int(span[2])
            if int(span[1]) != expected or self.last < expected:
                self.refuse(
                    number, f"id {columns[0]}", f"the next word is {expected}; number words from 1 without gaps"
                )
            return
        if not _NUMBER.fullmatch(columns[0]) or int(columns[0]) != expected:
            self.refuse(
                number, f"id {shown(columns[0])}", f"the next word is {expected}; number words from 1 without gaps"
            )
        if not _NUMBER.fullmatch(columns[6]):
            self.refuse(number, f"head {shown(columns[6])}", "write the number of a word, or 0 for the root")
        token = self.token if inside and self.token else self.new_token(number, columns[1], sentence)
        _, form, lemma, upos, xpos, feats, head, relation = columns[:8]
        if not inside:
            form = token.text  # without the spaces that do not count
        if self.rules.subtypes == "strip":
            relation = relation.partition(":")[0]
        sentence.words.append(Word(token, inside, form, lemma, upos, xpos, feats, int(head), relation, number))

    def new_token(self, number: int, form: str, sentence: Sentence) -> Token:
        """A token of the text, without the spaces that are ignored."""
        if self.rules.all_spaces:
            form = "".join(c for c in form if unicodedata.category(c) != "Zs")
        elif not self.rules.equal_tokens:
            form = form.replace(" ", "")
        if not form:
            self.refuse(number, "an empty form", "write the word in the second column")
        token = Token(form, self.position, number)
        self.position = token.end
        sentence.tokens.append(token)
        return token

    def finish(self, number: int) -> Sentence:
        """The sentence that ends before this line."""
        sentence, self.sentence = self.sentence, None
        assert sentence is not None
        if not sentence.words:
            self.refuse(number, "a sentence without words", "leave one empty line between sentences, not two")
        if self.last > len(sentence.words):
            self.refuse(
                number, f"the sentence ends inside a multiword token that goes up to word {self.last}", "add its words"
            )
        self.token, self.last = None, 0
        self.check_tree(sentence)
        return sentence

    def check_tree(self, sentence: Sentence) -> None:
        """Heads in the sentence, no cycle, as many roots as there may be."""
        words = sentence.words
        for word in words:
            if word.head > len(words):
                self.refuse(
                    word.line, f"head {word.head} in a sentence of {len(words)} words", "name a word of the sentence"
                )
        reaches_root = [True] + [False] * len(words)
        for start in range(1, len(words) + 1):
            path: dict[int, None] = {}
            at = start
            while not reaches_root[at]:
                if at in path:
                    self.refuse(words[at - 1].line, f"the heads above word {at} lead back to it", "a tree has no cycle")
                path[at] = None
                at = words[at - 1].head
            for seen in path:
                reaches_root[seen] = True
        roots = [word for word in words if word.head == 0]
        if len(roots) > 1 and not self.rules.equal_tokens:
            self.refuse(roots[1].line, "a second root", "give one word of a sentence the head 0")


def shown(text: str) -> str:
    """A text as errors quote it, not all of it if it is long."""
    return repr(text if len(text) <= 40 else text[:37] + "...")


# Stretches of text that can be scored by themselves, so that memory does not grow with the files.
#
# A stretch ends where both sides end a sentence at the same character, and with the same token: then no alignment of
# words reaches beyond it.


SAME_TEXT = "both sides must be analyses of the same text; only spaces may differ"
"""What to do about another text."""
_CONTEXT = 20


class Segment(NamedTuple):
    """Sentences of both sides that cover the same text."""

    gold: list[Sentence]
    system: list[Sentence]
    path: str
    """What errors call the gold side."""


def segments(
    gold: Lines, system: Lines, rules: Rules, names: tuple[str, str], before: tuple[int, int] = (0, 0)
) -> Iterator[Segment]:
    """The stretches of two files, as short as they can be; `before` tells the lines in front of these on each side.

    Raises:
        InputError: a file is refused (`reading`), or the texts differ.
    """
    g, s = _Side(gold, rules, names[0], before[0]), _Side(system, rules, names[1], before[1])
    while True:
        # Whichever side is behind reads on; both, where they are level.
        behind = [side for side in (g, s) if side.end == min(g.end, s.end)]
        more = [side.read_one() for side in behind]
        if rules.equal_tokens:
            _check_same_words(g, s)
        else:
            _check_same_text(g, s, ended=not any(more))
        if g.end == s.end and (not any(more) or g.last.start == s.last.start):
            if g.sentences:
                yield Segment(g.taken(), s.taken(), g.path)
            if not any(more):
                return


class _Side:
    """What was read of one side and is not scored yet."""

    def __init__(self, lines: Lines, rules: Rules, path: str, before: int):
        self.path = path
        self.line = before
        """The line that was read last; 0 if there is none."""
        self.sentences: list[Sentence] = []
        self.text = ""
        self.start = self.end = 0
        self._rest = sentences(self._counted(lines), rules, path)

    def _counted(self, lines: Lines) -> Lines:
        for self.line, line in lines:  # an error at the end of a file names its last line
            yield self.line, line

    def read_one(self) -> bool:
        """Take a sentence more, if there is one."""
        sentence = next(self._rest, None)
        if sentence is None:
            return False
        self.sentences.append(sentence)
        self.text += "".join(token.text for token in sentence.tokens)
        self.end = sentence.span[1]
        return True

    @property
    def last(self) -> Token:
        """The token that was read last."""
        return self.sentences[-1].tokens[-1]

    def taken(self) -> list[Sentence]:
        """All that was read; after this, nothing is left."""
        done, self.sentences = self.sentences, []
        self.text, self.start = "", self.end
        return done

    def token_at(self, offset: int) -> Token:
        """The token of a character of `text`."""
        tokens = (token for sentence in self.sentences for token in sentence.tokens)
        return next(token for token in tokens if token.end > self.start + offset)

    def around(self, offset: int) -> str:
        """The text at a character of `text`, with what comes before it."""
        before = self.text[max(0, offset - _CONTEXT) : offset]
        after = self.text[offset : offset + _CONTEXT]
        return f"{after!r} after {before!r}" if before else repr(after)


def _check_same_text(g: _Side, s: _Side, ended: bool) -> None:
    both = min(len(g.text), len(s.text))
    if g.text[:both] != s.text[:both]:
        offset = next(i for i in range(both) if g.text[i] != s.text[i])
        here, there = s.token_at(offset), g.token_at(offset)
        character = s.start + offset - here.start + 1
        found = f"character {character} of {shown(here.text)}: {s.around(offset)}, but {g.path}:{there.line} has "
        raise InputError(found + g.around(offset), SAME_TEXT, path=s.path, line=here.line)
    if ended and len(s.text) > both:
        found = f"the text goes on with {s.around(both)} where {g.path} has ended"
        raise InputError(found, SAME_TEXT, path=s.path, line=s.token_at(both).line)
    if ended and len(g.text) > both:
        found = f"the text ends here, and goes on in {g.path}:{g.token_at(both).line} with {g.around(both)}"
        raise InputError(found, SAME_TEXT, path=s.path, line=s.last.line if s.sentences else s.line or None)


def _check_same_words(g: _Side, s: _Side) -> None:
    gold, system = (_words(side.sentences) for side in (g, s))
    for a, b in zip(gold, system, strict=False):
        if a.text != b.text:
            todo = "under the rules conllx both sides must have the same words"
            found = f"word {shown(b.text)} where {g.path}:{a.line} has {shown(a.text)}"
            raise InputError(found, todo, path=s.path, line=b.line)
    todo = "under the rules conllx both sides must have the same sentences"
    if len(gold) > len(system):
        lacking = gold[len(system)]
        found = f"the sentence or the file ends, and {g.path}:{lacking.line} goes on with {shown(lacking.text)}"
        raise InputError(found, todo, path=s.path, line=s.last.line if s.sentences else s.line or None)
    if len(gold) < len(system):
        first = system[len(gold)]
        found = f"word {shown(first.text)} more than in the sentence, or at the end, of {g.path}"
        raise InputError(found, todo, path=s.path, line=first.line)


def _words(taken: Sequence[Sentence]) -> list[Token]:
    return [token for sentence in taken for token in sentence.tokens]
