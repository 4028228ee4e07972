"""Where words come from: for each word of a changed text the word of the text before that it was made of.

A change may split words, join them, drop them, put others in their place; nothing is known of it but what it makes of a
text. A text is cut wherever what becomes of both parts is what becomes of the whole, so that as a rule every word has
what became of it. Words that change together only, as a phrase does that a map replaces, are told apart by their
characters: a new word comes from the word in which it begins.

>>> origins("I can't stay - uh - here", lambda text: text.lower().replace("can't", "can not").replace("-", ""))
[0, 1, 1, 2, 4, 6]
>>> origins("to new york today", lambda text: text.replace("new york", "newyork"))
[0, 1, 3]

Where the characters do not tell, words that are as many as before come from them one by one; else all come from the
first of them.

>>> origins("at half past nine", lambda text: text.replace("half past nine", "9 30"))
[0, 1, 1]
>>> origins("call one two", lambda text: text.replace("one two", "1 2"))
[0, 1, 2]
"""

import re
from collections.abc import Callable, Sequence

from murho.measures.alignment import align

Change = Callable[[str], str]
"""What becomes of a text; a part of one that cannot stand by itself is a ValueError."""


class Placed(str):
    """A token that knows of which word it was made; otherwise a text like any other."""

    word: int

    @classmethod
    def at(cls, text: str, word: int) -> "Placed":
        """The text with its place."""
        token = cls(text)
        token.word = word
        return token


def origins(text: str, change: Change) -> list[int]:
    """The number of the word, from 0, that each white-space word of the changed text comes from."""
    spans = [match.span() for match in re.finditer(r"\S+", text)]
    pieces = change(text).split()
    if not spans:
        return [0] * len(pieces)

    def changed(first: int, last: int) -> list[str] | None:
        """What becomes of the words from `first` up to `last`, by themselves."""
        try:
            return change(text[spans[first][0] : spans[last - 1][1]]).split()
        except ValueError:
            return None

    def divided(first: int, last: int, pieces: list[str]) -> list[int]:
        if last - first == 1:
            return [first] * len(pieces)
        middle = (first + last) / 2
        # From the middle outwards, so that the parts get half as long as a rule.
        for cut in sorted(range(first + 1, last), key=lambda index: abs(index - middle)):
            left, right = changed(first, cut), changed(cut, last)
            if left is not None and right is not None and left + right == pieces:
                return divided(first, cut, left) + divided(cut, last, right)
        words = [text[start:end] for start, end in spans[first:last]]
        return [first + index for index in by_characters(words, pieces)]

    # As a rule every word changes by itself, and nothing has to be divided.
    each = [changed(index, index + 1) for index in range(len(spans))]
    if [piece for part in each for piece in part or ()] == pieces:
        return [index for index, part in enumerate(each) for _ in part or ()]
    return divided(0, len(spans), pieces)


def by_characters(words: Sequence[str], pieces: Sequence[str]) -> list[int]:
    """The word that each piece begins in, by the alignment of their characters; half of a piece must be found again.

    >>> by_characters(["don't", "know"], ["do", "n't", "know"]), by_characters(["um", "Café"], ["cafe"])
    ([0, 0, 1], [1])
    """
    sides = [[(index, sign) for index, word in enumerate(side) for sign in word.casefold()] for side in (words, pieces)]
    old, new = ([sign for _, sign in reversed(side)] for side in sides)
    before, after = map(iter, sides)
    owners: list[list[int]] = [[] for _ in pieces]
    for operation in reversed(align(old, new)):  # backwards, so that what repeats comes from the first of it
        owner = next(before)[0] if operation in "=SD" else 0
        piece = next(after)[0] if operation in "=SI" else 0
        if operation == "=":
            owners[piece].append(owner)
    sure = [hits if 2 * len(hits) >= len(piece.casefold()) else [] for hits, piece in zip(owners, pieces, strict=True)]
    return _filled([(hits[0], hits[-1]) if hits else None for hits in sure], len(words))


def _filled(ends: Sequence[tuple[int, int] | None], words: int) -> list[int]:
    """The words that pieces come from, of those of which the characters tell it the first and last; the others' too."""
    places: list[int] = []
    free = 0  # the first word that no piece before came from
    for at, known in enumerate(ends):
        if known is not None:
            places.append(known[0])
            free = known[1] + 1
        elif at == 0 or ends[at - 1] is not None:  # the first of those in a row of which nothing tells it
            until = next((at + k for k, later in enumerate(ends[at:]) if later is not None), len(ends))
            end = words if until == len(ends) else (ends[until] or (0, 0))[0]
            one_by_one = end - free == until - at
            first = min(free, max(end - 1, 0)) if end <= free else free
            places += [free + k if one_by_one else first for k in range(until - at)]
    return places
