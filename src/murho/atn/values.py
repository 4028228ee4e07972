"""What registers hold and structures are built of: atoms, words, lists, and constituents that know their head.

A value is None (the empty list, which is also false), a string, a `Word` of the sentence, a `Structure`, or a `Headed`
value. They are compared by identity inside the engine, so nothing here is ever changed.

>>> man = Word("man", "N", {"Number": "Sing"}, position=2)
>>> phrase = Structure(("NP", "the", man, None))
>>> bracketed(phrase)
'(NP the man ())'
>>> units(Structure(("TRIP", Structure(("from", "new", "york")), Structure(("by", "train")))))
['from:new york', 'by:train']
"""

from collections.abc import Iterator, Mapping
from typing import Any

from murho.atn.notation import atom_text

NO_FEATURES: Mapping[str, str] = {}


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
    """A list with one more element at its right end, sharing the rest: ten thousand ADDRs take linear memory."""

    __slots__ = ("before", "last")

    def __init__(self, before: Structure, last: "Value"):
        self.before, self.last = before, last

    @property
    def items(self) -> tuple["Value", ...]:
        """Its elements."""
        last: list[Value] = []
        one: Structure = self
        while isinstance(one, Added):
            last.append(one.last)
            one = one.before
        return one.items + tuple(reversed(last))


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


class Cell:
    """One cell of a list that grows at the front and is shared by the branches of a search."""

    __slots__ = ("item", "rest")

    def __init__(self, item: Any, rest: "Cell | None"):
        self.item, self.rest = item, rest

    def __iter__(self) -> Iterator[Any]:
        one: Cell | None = self
        while one is not None:
            yield one.item
            one = one.rest


Made = dict[Any, Any] | None
"""Where equal values are made only once, so that identity is equality; None where nobody compares them."""


def structure(items: tuple[Value, ...], made: Made) -> Value:
    """A list; the empty one is None."""
    if not items:
        return None
    if made is None:
        return Structure(items)
    found: Structure | None = made.get(items)
    if found is None:
        found = made[items] = Structure(items)
    return found


def added(before: Value, last: Value, made: Made) -> Structure:
    """`before` with `last` at its right end; an atom before becomes the first element."""
    start = before if isinstance(before, Structure) else Structure(()) if before is None else Structure((before,))
    if made is None:
        return Added(start, last)
    if start is not before:  # a fresh list has no identity to go by
        whole = structure((*start.items, last), made)
        assert isinstance(whole, Structure)
        return whole
    found: Structure | None = made.get((Added, before, last))
    if found is None:
        found = made[(Added, before, last)] = Added(start, last)
    return found


def headed(value: Value, head: Word | None, set_features: Cell | None, made: Made) -> Value:
    """A constituent with its head; the value itself where it has none, or is its own head."""
    if set_features is None and (head is None or head is value):
        return value
    key = (Headed, value, head, set_features)
    if made is not None and key in made:
        found: Headed = made[key]
        return found
    features = dict(features_of(head))
    features.update(reversed(list(set_features or ())))
    new = Headed(value, head, features)
    if made is not None:
        made[key] = new
    return new


def cell(item: Any, rest: Cell | None, made: Made) -> Cell:
    """A cell before others."""
    if made is None:
        return Cell(item, rest)
    found: Cell | None = made.get((item, rest))
    if found is None:
        found = made[(item, rest)] = Cell(item, rest)
    return found


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


def same(one: Value, other: Value) -> bool:
    """Whether two values are written alike; words are compared without regard to case."""
    a, b = text_of(one), text_of(other)
    if a is not None and b is not None:
        return a == b or ((isinstance(plain(one), Word) or isinstance(plain(other), Word)) and a.lower() == b.lower())
    return bracketed(one) == bracketed(other)


def bracketed(value: Value) -> str:
    """A value as an s-expression, which `notation.read` reads back; an empty one is `()`."""
    pieces: list[str] = []
    waiting: list[Any] = [value]
    space = ""
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind is Word:
            pieces.append(space + atom_text(one.form))
        elif kind is str:
            pieces.append(space + atom_text(one))
        elif one is None:
            pieces.append(f"{space}()")
        elif one is _CLOSE:
            pieces.append(")")
        elif kind is Headed:
            waiting.append(one.value)
            continue
        else:
            pieces.append(f"{space}(")
            waiting.append(_CLOSE)
            waiting.extend(one.items[::-1])
            space = ""
            continue
        space = " "
    return "".join(pieces)


def units(value: Value) -> list[str]:
    """The attribute:value units of a structure, in order: one for each list of atoms, its first being the attribute.

    Empty lists, and attributes without a value, say nothing.
    """
    found: list[str] = []
    waiting = [value]
    while waiting:
        one = plain(waiting.pop())
        if not isinstance(one, Structure):
            continue
        texts = [text_of(item) for item in one.items]
        if len(texts) > 1 and None not in texts:
            found.append(f"{texts[0]}:{' '.join(map(str, texts[1:]))}")
        else:
            waiting.extend(reversed(one.items))
    return found
