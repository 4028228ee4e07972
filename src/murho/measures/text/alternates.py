"""Texts with alternatives: `{ on the / at } coast (please)`, as NIST's transcripts write them.

- `{ a / b c / @ }`  one of these; an alternative is words, or `@`, which is nothing, or has alternatives in it again;
- `@`                nothing, outside braces too;
- `(a)`              with `optional`: this word may be left out.

A brace opens alternatives where it starts a word; inside, braces and slashes need no blanks around them. Elsewhere they
are characters like any other: `and/or` is a word.

>>> read("{ on the / at } coast") == read("{on the/at}  coast"), read("and/or @ not").plain
(True, ['and/or', 'not'])
>>> read("to { bonn")
Traceback (most recent call last):
ValueError: a { without its }
"""

import re
from collections.abc import Callable, Iterator, Sequence

from murho.measures.text.lattice import Arc, Lattice, Token
from murho.measures.text.origins import Placed

NOTHING = "@"
_OUTSIDE = re.compile(r"\s*(\{|\S+)")
_INSIDE = re.compile(r"\s*([{}/]|[^\s{}/]+)")
_MARK = ("{", "/", "}")

Split = Callable[[str], Sequence[Token]]
"""How a word is split into the tokens that are aligned."""


def marked(text: str, optional: bool = False) -> bool:
    """Whether the text may hold alternatives; False is sure."""
    return "{" in text or NOTHING in text or "}" in text or (optional and "(" in text)


def read(
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
