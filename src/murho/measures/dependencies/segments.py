"""Stretches of text that can be scored by themselves, so that memory does not grow with the files.

A stretch ends where both sides end a sentence at the same character, and with the same token: then no alignment of
words reaches beyond it.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from murho.core.errors import InputError
from murho.measures.dependencies.reading import Lines, Sentence, Token, sentences, shown
from murho.measures.dependencies.rules import Rules

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
