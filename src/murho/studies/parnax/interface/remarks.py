"""What people say around a question: sentences and clauses that ask nothing, and speak of what no table knows.

A sentence is a remark where nothing in it asks (no question word, no word of telling or wanting), something in it is
said as remarks are ("I'm in ...", "it used to ..."), some of its words are unknown or of another domain, and another
sentence asks. So is a clause between commas that begins as remarks do. What names somebody is none, nor what the rest
of the question refers to; and conditions are none, even where they are of another domain.

>>> from murho.studies.parnax.interface import employees
>>> words = employees().vocabularies["english"]
>>> without_remarks("I'm in a meeting at ten, so can you tell me who works in sales?", words)
'so can you tell me who works in sales?'
>>> without_remarks("Tell me, of those with children, where they live.", words)
'Tell me, of those with children, where they live.'
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from murho.studies.parnax.interface.words import (
    AND,
    ASIDE,
    ASKING,
    ENT,
    FIELD,
    NAME,
    NOTHING,
    OUT,
    PRON,
    VALUE,
    Vocabulary,
)

_SENTENCE = re.compile(r"(?<=[^\W\d_]{2}[.;:!?])\s+|(?<=[.!?]['\")])\s+|\s+[-–—]+\s+|(?=\()|(?<=\))")
REFERRING = (PRON, "THERE", "ELSE", "ONES", "OTHER", "SAME")


@dataclass(frozen=True)
class Clause:
    """A piece of a question, and the categories that each of its expressions may have."""

    text: str
    kinds: Sequence[frozenset[str]]

    @property
    def asks(self) -> bool:
        """Whether it has a word that asks."""
        return self.text.rstrip().endswith("?") or any(kind & ASKING for kind in self.kinds)

    @property
    def is_strange(self) -> bool:
        """Whether it speaks of what nothing is known of here."""
        return any(kind & {NOTHING, OUT} for kind in self.kinds)

    @property
    def begins_aside(self) -> bool:
        """Whether it begins as remarks do."""
        said = [kind for kind in self.kinds if not kind <= {AND, "AGAIN"}]
        return bool(said) and ASIDE in said[0]

    def has(self, *categories: str) -> bool:
        """Whether an expression is of one of these."""
        return any(kind & set(categories) for kind in self.kinds)


def without_remarks(question: str, vocabulary: Vocabulary) -> str:
    """The question without its remarks; the question itself where all of it is one."""
    sentences = [text for text in _SENTENCE.split(question) if text.strip()]
    pieces = [[Clause(text, vocabulary.kinds(text)) for text in _pieces(sentence)] for sentence in sentences]
    everything = [piece for sentence in pieces for piece in sentence]
    if len(everything) < 2 or not any(piece.asks for piece in everything):
        return question
    left = [piece for sentence in pieces for piece in _kept(sentence, everything)]
    if len(left) == len(everything) or not any(piece.has(FIELD, ENT, VALUE, NAME) for piece in left):
        return question
    return "".join(piece.text for piece in left).strip()


def _pieces(sentence: str) -> list[str]:
    """The sentence, cut behind each comma."""
    return [text for text in re.split(r"(?<=,)(?=\s)", f"{sentence} ") if text.strip()]


def _kept(sentence: Sequence[Clause], everything: Sequence[Clause]) -> Iterator[Clause]:
    rest = [piece for piece in everything if piece not in sentence]
    strange = any(piece.is_strange for piece in sentence) and any(piece.has(ASIDE) for piece in sentence)
    asks = any(piece.asks for piece in sentence)
    if strange and not asks and any(piece.asks for piece in rest) and not _is_referred_to(sentence, rest):
        return
    aside = False
    for piece in sentence:
        others = [other for other in everything if other is not piece]
        of_table = piece.has(FIELD, ENT, VALUE, NAME)
        may_go = not piece.asks and any(other.asks for other in others) and not _is_referred_to([piece], others)
        aside = may_go and piece.is_strange and (piece.begins_aside or (aside and not of_table))
        if not aside:
            yield piece


def _is_referred_to(said: Sequence[Clause], rest: Sequence[Clause]) -> bool:
    """Whether it names somebody, or speaks of some that the rest refers to."""
    if any(piece.has(NAME) for piece in said):
        return True
    return any(piece.has(ENT, VALUE, OUT) for piece in said) and any(piece.has(*REFERRING) for piece in rest)
