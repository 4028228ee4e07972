"""What registers hold and structures are built of: atoms, words, lists, and constituents that know their head.

A value is None (the empty list, which is also false), a string, a `Word` of the sentence, a `Structure`, or a `Headed`
value. They are compared by identity inside the engine, so nothing here is ever changed; `murho_lab.atn.making` makes
them.

>>> man = Word("man", "N", {"Number": "Sing"}, position=2)
>>> phrase = Structure(("NP", "the", man, None))
>>> bracketed(phrase)
'(NP the man ())'
>>> units(Structure(("TRIP", Structure(("from", "new", "york")), Structure(("by", "train")))))
['from:new york', 'by:train']
"""

from collections.abc import Mapping
from typing import Any

from murho.core.errors import MurhoError
from murho_lab.atn.notation import atom_text

NO_FEATURES: Mapping[str, str] = {}
LONGEST = 1_000_000
"""Atoms and parentheses of a structure that may be written: shared parts count each time that they occur."""


class TooLargeError(MurhoError):
    """A search would need too much memory, or a structure is too long to be written."""


class Word:
    """One reading of a word of the sentence.

    Attributes:
        form: as it stands in the text.
        category: of this reading; empty where the lexicon has none.
        features: of this reading.
        position: in the sentence, counted from 1.
        categories: of all readings of this word.
    """

    __slots__ = ("categories", "category", "features", "form", "position")

    def __init__(
        self,
        form: str,
        category: str,
        features: Mapping[str, str] = NO_FEATURES,
        position: int = 0,
        categories: frozenset[str] = frozenset(),
    ):
        self.form, self.category, self.features, self.position = form, category, features, position
        self.categories = categories or frozenset((category,))

    def __repr__(self) -> str:
        return f"{self.form}/{self.category}"


class Structure:
    """A list, as BUILDQ makes it."""

    __slots__ = ("_items",)

    def __init__(self, items: tuple["Value", ...]):
        self._items = items

    @property
    def items(self) -> tuple["Value", ...]:
        """Its elements."""
        return self._items

    def __repr__(self) -> str:
        return bracketed(self)


class Added(Structure):
    """A list with one more element at an end, sharing the rest: ten thousand ADDRs or ADDLs take linear memory."""

    __slots__ = ("before", "new", "right")

    def __init__(self, before: Structure, new: "Value", *, right: bool):
        self.before, self.new, self.right = before, new, right

    @property
    def items(self) -> tuple["Value", ...]:
        """Its elements."""
        left: list[Value] = []
        right: list[Value] = []
        rest: Structure = self
        while isinstance(rest, Added):  # a loop: additions may be nested deeper than calls
            (right if rest.right else left).append(rest.new)
            rest = rest.before
        return (*left, *rest.items, *reversed(right))


class Headed:
    """A constituent: what its POP built, its head word, and the features set with SETF."""

    __slots__ = ("features", "head", "value")

    def __init__(self, value: "Value", head: Word | None, features: Mapping[str, str]):
        self.value, self.head, self.features = value, head, features

    def __repr__(self) -> str:
        return bracketed(self)


Value = None | str | Word | Structure | Headed
TRUE = "T"
_CLOSE = object()


def head_of(value: Value) -> Word | None:
    """The head word of a value: a word is its own."""
    if isinstance(value, Headed):
        return value.head
    return value if isinstance(value, Word) else None


def features_of(value: Value) -> Mapping[str, str]:
    """The features of a word, or of a constituent: those of its head, and what SETF said."""
    return value.features if isinstance(value, Word | Headed) else NO_FEATURES


def plain(value: Value) -> str | Word | Structure | None:
    """The value without the knowledge of its head."""
    while isinstance(value, Headed):
        value = value.value
    return value


def items_of(value: Value) -> tuple[Value, ...]:
    """The elements of a list; an atom counts as its only one."""
    value = plain(value)
    if value is None:
        return ()
    return value.items if isinstance(value, Structure) else (value,)


def text_of(value: Value) -> str | None:
    """An atom's text, a word's form; None for a list."""
    value = plain(value)
    return value.form if isinstance(value, Word) else value if isinstance(value, str) else None


def label(value: Value) -> str | None:
    """What a constituent is called: the first atom of its list, the category of a word."""
    value = plain(value)
    if isinstance(value, Word):
        return value.category
    return text_of(value.items[0]) if isinstance(value, Structure) else None


def bracketed(value: Value) -> str:
    """A value as an s-expression, which `notation.read` reads back; an empty one is `()`.

    Raises:
        TooLargeError: a structure whose parts share their parts may be as long as the number of atoms is exponential.
    """
    pieces: list[str] = []
    waiting: list[Any] = [value]
    space = ""
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is Word:
            pieces.append(space + atom_text(part.form))
        elif kind is str:
            pieces.append(space + atom_text(part))
        elif part is None:
            pieces.append(f"{space}()")
        elif part is _CLOSE:
            pieces.append(")")
        elif kind is Headed:
            waiting.append(part.value)
            continue
        else:
            pieces.append(f"{space}(")
            waiting.append(_CLOSE)
            waiting.extend(part.items[::-1])
            if len(pieces) + len(waiting) > LONGEST:  # counted here, because only lists make it grow
                raise TooLargeError(f"a structure of more than {LONGEST:,} atoms")
            space = ""
            continue
        space = " "
    return "".join(pieces)


def units(value: Value) -> list[str]:
    """The attribute:value units of a structure, in order: one for each list of atoms, its first being the attribute.

    Empty lists, and attributes without a value, say nothing.
    """
    pairs: list[str] = []
    waiting = [value]
    while waiting:
        if len(pairs) + len(waiting) > LONGEST:
            raise TooLargeError(f"a structure of more than {LONGEST:,} atoms")
        part = plain(waiting.pop())
        if not isinstance(part, Structure):
            continue
        texts = [text_of(item) for item in part.items]
        if len(texts) > 1 and None not in texts:
            pairs.append(f"{texts[0]}:{' '.join(map(str, texts[1:]))}")
        else:
            waiting.extend(reversed(part.items))
    return pairs
