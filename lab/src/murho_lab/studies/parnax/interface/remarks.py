"""What people say around a question: sentences and clauses that ask nothing, and speak of what no table knows.

A sentence is a remark where nothing in it asks (no question word, no word of telling or wanting), something in it is
said as remarks are ("I'm in ...", "it used to ..."), some of its words are unknown or of another domain, and another
sentence asks. So is a clause between commas that begins as remarks do. What names somebody is none, nor what the rest
of the question refers to; and conditions are none, even where they are of another domain.

>>> from murho_lab.studies.parnax.interface import employees
>>> words = employees().vocabularies["english"]
>>> without_remarks("I'm in a meeting at ten, so can you tell me who works in sales?", words)
'so can you tell me who works in sales?'
>>> without_remarks("Tell me, of those with children, where they live.", words)
'Tell me, of those with children, where they live.'
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from murho_lab.studies.parnax.interface.words import (
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
    def refers(self) -> bool:
        """Whether it has a word that refers to something said before."""
        return self.has(*REFERRING)

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
    referring = Counter(piece.text for piece in everything if piece.refers)
    total = referring.total()
    left = [piece for sentence in pieces for piece in _kept(sentence, referring, total)]
    if len(left) == len(everything) or not any(piece.has(FIELD, ENT, VALUE, NAME) for piece in left):
        return question
    return "".join(piece.text for piece in left).strip()


def _pieces(sentence: str) -> list[str]:
    """The sentence, cut behind each comma."""
    return [text for text in re.split(r"(?<=,)(?=\s)", f"{sentence} ") if text.strip()]


def _kept(sentence: Sequence[Clause], referring: Counter[str], total: int) -> Iterator[Clause]:
    """What is left of a sentence, given the pieces of the question that refer to something, and how many.

    Something in the question asks; so where a sentence does not, another one does. What refers is counted once for all
    sentences, and none is held against all others: time grows only as the number of pieces.
    """
    strange = any(piece.is_strange for piece in sentence) and any(piece.has(ASIDE) for piece in sentence)
    elsewhere = total - sum(referring[text] for text in {piece.text for piece in sentence})
    if strange and not any(piece.asks for piece in sentence) and not _is_referred_to(sentence, elsewhere):
        return
    aside = False
    for piece in sentence:
        of_table = piece.has(FIELD, ENT, VALUE, NAME)
        may_go = not piece.asks and not _is_referred_to([piece], total - piece.refers)
        aside = may_go and piece.is_strange and (piece.begins_aside or (aside and not of_table))
        if not aside:
            yield piece


def _is_referred_to(said: Sequence[Clause], referring: int) -> bool:
    """Whether it names somebody, or speaks of some that other pieces, so many, refer to."""
    if any(piece.has(NAME) for piece in said):
        return True
    return referring > 0 and any(piece.has(ENT, VALUE, OUT) for piece in said)
