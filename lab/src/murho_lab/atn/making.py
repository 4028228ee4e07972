"""Making values: lists, constituents, links, each paid for out of the room that a search has.

A search that was given too much to remember ends with UNDEFINED before the machine runs out of memory. With memory of
constituents equal values are made only once, so that identity is equality.

>>> made = Made(room=100, unique=True)
>>> structure(("NP", "dogs"), made) is structure(("NP", "dogs"), made)
True
>>> structure(("x",) * 100, made)
Traceback (most recent call last):
murho_lab.atn.values.TooLargeError: lists and links of more than 100 elements
"""

from collections.abc import Iterator
from typing import Any

from murho_lab.atn.values import (
    Added,
    Headed,
    Structure,
    TooLargeError,
    Value,
    Word,
    bracketed,
    features_of,
    plain,
    text_of,
)

ROOM = 30_000_000
"""Elements that a search may make by default: some hundred million bytes."""
_LIST = 12
_CELL = 24


class Made:
    """What a search has made, and may still make.

    Attributes:
        room: elements left; a list takes some more than it has, a link some dozen.
        known: values by their parts, where equal ones are made only once; otherwise None.
    """

    __slots__ = ("known", "most", "room")

    def __init__(self, room: int = ROOM, *, unique: bool = False):
        self.room = self.most = room
        self.known: dict[Any, Any] | None = {} if unique else None

    def spend(self, elements: int) -> None:
        """Take some of the room.

        Raises:
            TooLargeError: there is not as much.
        """
        self.room -= elements
        if self.room < 0:
            raise self.too_large()

    def too_large(self) -> TooLargeError:
        """The error that the room is used up."""
        return TooLargeError(f"lists and links of more than {self.most:,} elements")


class Cell:
    """One cell of a list that grows at the front and is shared by the branches of a search."""

    __slots__ = ("item", "rest")

    def __init__(self, item: Any, rest: "Cell | None"):
        self.item, self.rest = item, rest

    def __iter__(self) -> Iterator[Any]:
        here: Cell | None = self
        while here is not None:
            yield here.item
            here = here.rest


def structure(items: tuple[Value, ...], made: Made) -> Value:
    """A list; the empty one is None."""
    if not items:
        return None
    made.room -= _LIST + len(items)  # `spend`, without the call, which this is too often called for
    if made.room < 0:
        raise made.too_large()
    known = made.known
    if known is None:
        return Structure(items)
    equal: Structure | None = known.get(items)
    if equal is None:
        equal = known[items] = Structure(items)
    return equal


def added(before: Value, new: Value, made: Made, *, right: bool = True) -> Structure:
    """`before` with `new` at its right or left end; what is no list before becomes its only element."""
    start = before if isinstance(before, Structure) else Structure(()) if before is None else Structure((before,))
    made.spend(_LIST)
    known = made.known
    if known is None:
        return Added(start, new, right=right)
    if start is not before:  # a list made just now has no identity to be known by
        joined = structure((*start.items, new) if right else (new, *start.items), made)
        assert isinstance(joined, Structure)
        return joined
    key = (Added, before, new, right)
    equal: Structure | None = known.get(key)
    if equal is None:
        equal = known[key] = Added(start, new, right=right)
    return equal


def headed(value: Value, head: Word | None, set_features: Cell | None, made: Made) -> Value:
    """A constituent with its head; the value itself where it has none, or is its own head."""
    if set_features is None and (head is None or head is value):
        return value
    known = made.known
    key = (Headed, value, head, set_features)
    if known is not None and key in known:
        equal: Headed = known[key]
        return equal
    features = dict(features_of(head))
    if set_features is not None:
        pairs = list(set_features)
        made.spend(len(pairs))
        features.update(reversed(pairs))  # the last SETF is at the front, and has to win
    made.spend(_CELL + len(features))
    new = Headed(value, head, features)
    if known is not None:
        known[key] = new
    return new


def cell(item: Any, rest: Cell | None, made: Made) -> Cell:
    """A cell before others."""
    made.spend(_CELL)
    known = made.known
    if known is None:
        return Cell(item, rest)
    equal: Cell | None = known.get((item, rest))
    if equal is None:
        equal = known[(item, rest)] = Cell(item, rest)
    return equal


def same(one: Value, other: Value, made: Made) -> bool:
    """Whether two values are written alike; words are compared without regard to case."""
    if one is other:
        return True
    a, b = text_of(one), text_of(other)
    if a is None and b is None:
        texts = bracketed(one), bracketed(other)
        made.spend(sum(map(len, texts)))
        return texts[0] == texts[1]
    if a is None or b is None:
        return False
    return a == b or ((isinstance(plain(one), Word) or isinstance(plain(other), Word)) and a.lower() == b.lower())
