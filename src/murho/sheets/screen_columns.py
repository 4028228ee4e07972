"""An alignment as columns of equal width on a screen, cut into blocks that fit a line.

A column holds a token of the reference above one of the answer above the letter of the operation. Widths are those on a
screen: Chinese characters take two places, combining marks none.

>>> from murho.measures.text.lattice import Step
>>> steps = [Step("=", "nach", "nach"), Step("S", "北京", "bonn"), Step("I", None, "ja")]
>>> [tuple(column) for column in columns(steps)]
[('nach', 'nach', '', 4), ('北京', 'bonn', 'S', 4), ('***', 'ja', 'I', 3)]
>>> [[column.reference for column in block] for block in blocks(columns(steps), 10)]
[['nach', '北京'], ['***']]

What is written from right to left stands between marks that isolate its direction (U+2068, U+2069), so that columns
keep their order on a screen that turns such text.
"""

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from murho.measures.text.lattice import Step

GAP = "***"
LONGEST_GAP = 40
"""Asterisks, as in sclite's files."""
_JOINERS = "\u200c\u200d"
_RIGHT_TO_LEFT = ("R", "AL", "AN")
_SPACE = "␣"


class Column(NamedTuple):
    """Texts as they are shown; `operation` is empty for a hit."""

    reference: str
    answer: str
    operation: str
    width: int

    @property
    def rows(self) -> tuple[str, str, str]:
        """What stands above, below, and under both."""
        return self[:3]


def columns(steps: Iterable[Step], gap: str | None = GAP) -> Iterator[Column]:
    """The columns of an alignment; without `gap` as many asterisks as what stands opposite is wide."""
    for operation, reference, answer in steps:
        above, below = ("" if token is None else shown(str(token)) for token in (reference, answer))
        wide = max(map(width, (above, below)))
        stars = gap if gap is not None else "*" * min(wide, LONGEST_GAP)
        if operation == "I":
            above = stars
        elif operation == "D":
            below = stars
        elif answer is None:  # an optional word that was left out
            above = f"({above})"
        elif reference is None:
            below = f"({below})"
        letter = "" if operation == "=" else operation
        yield Column(above, below, letter, max(1, *map(width, (above, below))))


def blocks(drawn: Iterable[Column], room: int) -> Iterator[list[Column]]:
    """As many columns, one place between them, as fit on a line of so many places; a wider one is cut into pieces."""
    line: list[Column] = []
    used = 0
    for uncut in drawn:
        for column in _pieces(uncut, max(1, room)):
            if line and used + 1 + column.width > room:
                yield line
                line, used = [], 0
            used += column.width + (1 if line else 0)
            line.append(column)
    if line:
        yield line


def _pieces(column: Column, room: int) -> Sequence[Column]:
    if column.width <= room:
        return [column]
    from rich.cells import chop_cells

    above, below = (chop_cells(side, max(2, room)) or [""] for side in column.rows[:2])
    above, below = (side + [""] * (max(len(above), len(below)) - len(side)) for side in (above, below))
    return [
        Column(upper, lower, column.operation, max(1, width(upper), width(lower)))
        for upper, lower in zip(above, below, strict=True)
    ]


def padded(text: str, places: int) -> str:
    """The text with blanks up to so many places, isolated where it runs from right to left."""
    return (f"\u2068{text}\u2069" if runs_leftwards(text) else text) + blanks(text, places)


def blanks(text: str, places: int) -> str:
    """As many blanks as are left of so many places."""
    return " " * (places - width(text))


def width(text: str) -> int:
    """How many places a text takes on a screen."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def runs_leftwards(text: str) -> bool:
    """Whether any of it is written from right to left."""
    return not text.isascii() and any(unicodedata.bidirectional(sign) in _RIGHT_TO_LEFT for sign in text)


def shown(token: str) -> str:
    """A token with nothing invisible in it, and nothing that a terminal would act on."""
    if token.isascii() and token.isprintable() and " " not in token:
        return token
    text = "".join(
        _SPACE if sign == " " else sign if sign.isprintable() or sign in _JOINERS else ascii(sign)[1:-1]
        for sign in token
    )
    joined = text.rstrip("\u200d")  # at the end it joins nothing, and would take the blank behind it for its partner
    return joined + "\\u200d" * (len(text) - len(joined))
