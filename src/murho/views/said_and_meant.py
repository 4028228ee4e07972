"""What was said beside what was meant: alignments of sequences, and sets of meanings with their differences marked.

>>> drawn([Step("S", "berlin", "bonn"), Step("D", "now", None)])
[Pair(operation='S', reference='berlin', answer='bonn'), Pair(operation='D', reference='now', answer='')]
>>> meant, said = compared([{"act": "due", "item": "dvd"}], [{"act": "renew", "item": "dvd"}])
>>> meant[0].mark, [(part.text, part.differs) for part in said[0].parts]
('missing', [('act: renew', True), ('item: dvd', False)])
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from murho.core.meaning import Meaning, canonical
from murho.measures.text.lattice import Step
from murho.sheets.legible import as_text

LONGEST = 500
"""Columns of an alignment that are drawn at most; the picture of a longer pair helps nobody."""
MANY = 40
"""Meanings of a set that are shown."""


@dataclass(frozen=True)
class Pair:
    """A column of an alignment."""

    operation: str
    """`=` hit, `S` substitution, `D` deletion, `I` insertion."""
    reference: str
    answer: str


def drawn(steps: Sequence[Step]) -> list[Pair]:
    """The columns of an alignment; none where it is too long to draw."""
    if len(steps) > LONGEST:
        return []
    return [Pair(operation, *("" if side is None else str(side) for side in sides)) for operation, *sides in steps]


@dataclass(frozen=True)
class Part:
    """A part of a meaning: `key: value` of an object, an element of a list."""

    text: str
    differs: bool
    """The nearest meaning on the other side lacks it."""


@dataclass(frozen=True)
class Shown:
    """A meaning of a set, and whether the other set holds it."""

    mark: str
    """`both`, `missing` (only correct), `wrong` (only answered)."""
    parts: list[Part]
    """Empty where the meaning has no parts."""
    text: str


def compared(correct: Sequence[Meaning], answered: Sequence[Meaning] | None) -> tuple[list[Shown], list[Shown]]:
    """Both sets with their differences marked; `None` is ⊥."""
    right = {canonical(meaning): meaning for meaning in correct}
    given = {canonical(meaning): meaning for meaning in answered or ()}
    return (
        _side(right, given, "missing", contrast=bool(given)),
        _side(given, right, "wrong", contrast=bool(right)),
    )


def _side(mine: dict[str, Meaning], other: dict[str, Meaning], mark: str, *, contrast: bool) -> list[Shown]:
    free = [Counter(parts(meaning)) for name, meaning in other.items() if name not in mine]
    shown = []
    for name, meaning in list(mine.items())[:MANY]:
        here = parts(meaning)
        if name in other:
            shown.append(Shown("both", [Part(text, False) for text in here], as_text(meaning)))
            continue
        near = max(free, key=lambda bag: (bag & Counter(here)).total(), default=Counter[str]())
        there = Counter(near)
        marked = []
        for text in here:
            marked.append(Part(text, contrast and bool(near) and not there[text]))
            there[text] -= there[text] > 0
        shown.append(Shown(mark, marked, as_text(meaning)))
    return shown


def parts(meaning: Meaning) -> list[str]:
    """The parts of an object or of a list of texts, where they are few and short; else none."""
    texts: list[str] = []
    if isinstance(meaning, dict):
        texts = [f"{key}: {as_text(value)}" for key, value in meaning.items()]
    elif isinstance(meaning, list | tuple) and all(isinstance(item, str) for item in meaning):
        texts = [str(item) for item in meaning]
    return texts if len(texts) <= 40 and sum(map(len, texts)) <= 600 else []
