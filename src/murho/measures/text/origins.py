"""Words of a text and what they came from: before a change, and out of written alternatives.

Where words come from: for each word of a changed text the word of the text before that it was made of.

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

Texts with alternatives: `{ on the / at } coast (please)`, as NIST's transcripts write them.

- `{ a / b c / @ }`  one of these; an alternative is words, or `@`, which is nothing, or has alternatives in it again;
- `@`                nothing, outside braces too;
- `(a)`              with `optional`: this word may be left out.

A brace opens alternatives where it starts a word; inside, braces and slashes need no blanks around them. Elsewhere they
are characters like any other: `and/or` is a word.

>>> read_alternates("{ on the / at } coast") == read_alternates("{on the/at}  coast")
True
>>> read_alternates("and/or @ not").plain
['and/or', 'not']
>>> read_alternates("to { bonn")
Traceback (most recent call last):
ValueError: a { without its }
"""

import re
from collections.abc import Callable, Iterator, Sequence

from murho.measures.alignment import align
from murho.measures.text.lattice import Arc, Lattice, Token

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


NOTHING = "@"
_OUTSIDE = re.compile(r"\s*(\{|\S+)")
_INSIDE = re.compile(r"\s*([{}/]|[^\s{}/]+)")
_MARK = ("{", "/", "}")

Split = Callable[[str], Sequence[Token]]
"""How a word is split into the tokens that are aligned."""


def marked(text: str, optional: bool = False) -> bool:
    """Whether the text may hold alternatives; False is sure."""
    return "{" in text or NOTHING in text or "}" in text or (optional and "(" in text)


def read_alternates(
    text: str,
    optional: bool = False,
    split: Split = lambda word: (word,),
    origins: Sequence[int] | None = None,
) -> Lattice:
    """The lattice of a text; with `optional` a word in brackets may be left out.

    With `origins`, a number for each of its white-space words, its tokens know theirs (`Placed`).

    Raises ValueError with what is wrong where braces do not match or an alternative is empty.
    """
    arcs: list[Arc] = []
    last = 0

    def chain(place: int, word: str, may_miss: bool, at: int) -> int:
        nonlocal last
        for token in split(word):
            last += 1
            token = token if origins is None else Placed.at(str(token), origins[at])
            arcs.append(Arc(place, last, token, may_miss))
            place = last
        return place

    open_groups: list[tuple[int, list[int]]] = []
    place, empty = 0, False
    for mark, word, at in _pieces(text):
        if mark == "{":
            open_groups.append((place, []))
            empty = True
        elif mark:
            start, ends = open_groups[-1]
            if empty:
                raise ValueError("an empty alternative: write @ for nothing")
            ends.append(place)
            place, empty = start, mark == "/"
            if mark == "}":
                open_groups.pop()
                last += 1
                place = last
                arcs += [Arc(end, last, None) for end in ends]  # the alternatives come together here
        else:
            empty = False
            if word != NOTHING:
                # `()` holds no word that could be left out, so it is one.
                may_miss = optional and len(word) > 2 and word[0] == "(" and word[-1] == ")"
                place = chain(place, word[1:-1] if may_miss else word, may_miss, at)
    return Lattice(tuple(arcs), last)


def between_marks(text: str, change: Callable[[str], str], optional: bool = False) -> str:
    """The text with every stretch of plain words changed, alternatives and brackets kept.

    >>> between_marks("{ Uh-huh / @ } The END", str.lower)
    '{ uh-huh / @ } the end'
    """
    parts: list[str] = []
    plain: list[str] = []

    def flush() -> None:
        if plain and (changed := change(" ".join(plain))):
            parts.append(changed)
        plain.clear()

    for mark, word, _ in _pieces(text):
        if mark or word == NOTHING:
            flush()
            if mark in ("/", "}") and parts[-1:] in (["{"], ["/"]):
                parts.append(NOTHING)  # nothing is left of this alternative
            parts.append(mark or word)
        elif optional and len(word) > 2 and word[0] == "(" and word[-1] == ")":
            flush()
            parts += [f"({part})" for part in change(word[1:-1]).split()]
        else:
            plain.append(word)
    flush()
    return " ".join(parts)


def _pieces(text: str) -> Iterator[tuple[str, str, int]]:
    """Braces and slashes as (mark, "", at), words as ("", word, at), `at` being their white-space word, from 0."""
    depth, position, end, at = 0, 0, len(text.rstrip()), -1
    while position < end:
        match = (_INSIDE if depth else _OUTSIDE).match(text, position)
        assert match
        # What stands right behind another piece is still of the same white-space word.
        at += match.start(1) > position or not position
        position, piece = match.end(), match[1]
        depth += (piece == "{") - (piece == "}")
        if depth < 0:
            raise ValueError("a } without its {")
        inside = depth or piece == "}"
        yield (piece, "", at) if inside and piece in _MARK else ("", piece, at)
    if depth:
        raise ValueError("a { without its }")
