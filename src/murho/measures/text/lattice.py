"""Lattices: sequences of tokens with alternatives in them.

A reference such as `{ on the / at } coast (please)` allows several sequences of words. It is a graph whose arcs carry a
token each, and every way from its start to its end is one of the sequences. How lattices are aligned, and which
alignment counts: `murho.measures.text.lattice_alignment`; how they are written: `murho.measures.text.origins`.

>>> Lattice((Arc(0, 1, "on"), Arc(1, 2, "the"), Arc(0, 2, "at"), Arc(2, 3, "coast")), 3).plain is None
True
>>> Lattice.of("at coast".split()).plain
['at', 'coast']
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

Token = Hashable


class Arc(NamedTuple):
    """One token between two places; without one (None) it only connects them."""

    start: int
    end: int
    token: Token | None
    optional: bool = False


@dataclass(frozen=True)
class Lattice:
    """Places 0, 1, ..., `last`; every arc leads to a later place, and every place but the first is the end of one."""

    arcs: tuple[Arc, ...]
    last: int

    @classmethod
    def of(cls, tokens: Sequence[Token]) -> "Lattice":
        """The lattice of a plain sequence."""
        return cls(tuple(Arc(i, i + 1, token) for i, token in enumerate(tokens)), len(tokens))

    @cached_property
    def plain(self) -> list[Token] | None:
        """The tokens of a lattice with one way through it; None where there are several or any is optional."""
        if any(arc.optional for arc in self.arcs) or len({arc.start for arc in self.arcs}) < len(self.arcs):
            return None
        return [arc.token for arc in sorted(self.arcs, key=by_place) if arc.token is not None]

    @cached_property
    def leading(self) -> list[list[Arc]]:
        """The arcs that lead to each place, as written."""
        incoming: list[list[Arc]] = [[] for _ in range(self.last + 1)]
        for arc in self.arcs:
            incoming[arc.end].append(arc)
        return incoming

    @cached_property
    def longest(self) -> int:
        """The number of tokens that no way exceeds."""
        return sum(arc.token is not None for arc in self.arcs)


def by_place(arc: Arc) -> tuple[int, int]:
    """The places an arc connects, by which arcs are sorted."""
    return arc.start, arc.end


class Step(NamedTuple):
    """An operation, `=` hit, `S`, `D`, `I`, and the tokens it is about; an optional one left out is a hit with None."""

    operation: str
    reference: Token | None
    answer: Token | None
