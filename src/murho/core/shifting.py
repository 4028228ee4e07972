"""Shifting μ: how far a set of meanings is from the right one, from 0 (equal) to 1.

Seven relations can hold between the answer r' and the correct set r'' (Guida and Mauri 1984, section 4). A
shifting gives each a value; they differ only in how many they tell apart:

- μ1 knows right and wrong;
- μ2(δ) forgives ⊥ a little: failing to understand is better than misunderstanding;
- μ3(δ1..δ5) grades the rest as well;
- μ4(distance, δ1..δ5), which is murho's, grades disjoint sets, too, by a distance between their elements.

>>> relation({"a"}, {"a", "b"})
'some'
>>> mu3().value("some"), mu2(0.5).value("undefined"), mu1().value("undefined")
(0.3, 0.5, 1.0)

A shifting is a value: it prints as it is written, and compares by what it says.

>>> mu2(0.5)
mu2(0.5)
>>> mu2(0.5).values == {"equal": 0.0, "undefined": 0.5} | dict.fromkeys(RELATIONS[2:], 1.0)
True
"""

from collections.abc import Mapping, Set
from dataclasses import dataclass
from functools import cached_property
from math import nextafter
from numbers import Real
from typing import Literal

from murho.core import notation
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Undefined

Relation = str
RELATIONS: tuple[Relation, ...] = ("equal", "undefined", "empty", "some", "more", "overlap", "disjoint")
"""In the order of the paper: r' = r''; r' = ⊥; r' = ∅ ≠ r''; ∅ ≠ r' ⊂ r''; r' ⊃ r'' ≠ ∅; partial overlap;
r' ≠ ∅ and nothing in common (an answer where there is no correct meaning is disjoint too)."""


def relation(answer: Set[str] | Literal[Undefined.UNDEFINED], correct: Set[str]) -> Relation:
    """Which of the seven relations holds between an answer and the correct set, both in canonical text."""
    if answer is UNDEFINED:
        return "undefined"
    if answer == correct:
        return "equal"
    if not answer:
        return "empty"
    if not answer & correct:
        return "disjoint"
    if answer < correct:
        return "some"
    return "more" if answer > correct else "overlap"


@dataclass(frozen=True)
class Shifting:
    """μ as a table from relation to value. Make one with `mu1`, `mu2`, `mu3`, `mu4`."""

    name: str
    deltas: tuple[float, ...] = ()
    distance: str | None = None
    """The name of the distance by which disjoint sets are graded; None where they all have 1."""

    def __repr__(self) -> str:
        arguments = (*(() if self.distance is None else (self.distance,)), *self.deltas)
        return f"{self.name}({', '.join(map(repr, arguments))})"

    @cached_property
    def values(self) -> Mapping[Relation, float]:
        """The value of each of the seven relations."""
        given = {"mu1": (1.0,) * 5, "mu2": self.deltas + (1.0,) * 4, "mu3": self.deltas, "mu4": self.deltas}[self.name]
        return dict(zip(RELATIONS, (0.0, *given, 1.0), strict=True))

    @property
    def note(self) -> str | None:
        """What to know of it: where a δ of μ3 lies below the one before; the paper assumes that they rise (section 4).

        >>> mu3(0.1, 0.5, 0.3, 0.4, 0.7).note
        'mu3(0.1, 0.5, 0.3, 0.4, 0.7): δ3 = 0.3 is below δ2 = 0.5, though its relation is usually thought the worse one'
        >>> mu3().note is None
        True
        """
        for place in range(1, len(self.deltas)):
            before, here = self.deltas[place - 1], self.deltas[place]
            if here < before:
                falls = f"δ{place + 1} = {here:g} is below δ{place} = {before:g}"
                return f"{self!r}: {falls}, though its relation is usually thought the worse one"
        return None

    def value(self, of: Relation, distance: float = 1.0) -> float:
        """μ of a pair of sets that stand in this relation, in [0, 1]; `distance` is that of disjoint sets, in (0, 1].

        >>> mu4().value("disjoint", 0.5), mu4().value("disjoint"), mu3().value("disjoint", 0.5)
        (0.85, 1.0, 1.0)

        Raises:
            UsageError: disjoint sets have another distance.
        """
        if self.distance is None or of != "disjoint":
            return self.values[of]
        if not 0 < distance <= 1:
            raise UsageError(f"{self!r}: the distance gave {distance}; that of disjoint sets lies in (0, 1]")
        least = self.deltas[-1]
        # Above δ5 even where the distance is hardly any.
        return max(least + (1 - least) * distance, nextafter(least, 1)) if distance < 1 else 1.0


def mu1() -> Shifting:
    """0 if equal, else 1."""
    return Shifting("mu1")


def mu2(delta: float = 0.5) -> Shifting:
    """0 if equal, δ if undefined, else 1; 0 < δ < 1."""
    return Shifting("mu2", _open_unit("mu2", (delta,)))


def mu3(d1: float = 0.1, d2: float = 0.2, d3: float = 0.3, d4: float = 0.4, d5: float = 0.7) -> Shifting:
    """0 if equal, δ1 undefined, δ2 empty, δ3 some of the meanings, δ4 all and wrong ones, δ5 overlap, else 1.

    The paper leaves the values open ("usually increasing"); the defaults are murho's and say so in the signature.
    """
    return Shifting("mu3", _open_unit("mu3", (d1, d2, d3, d4, d5)))


def mu4(
    distance: str = "json", d1: float = 0.1, d2: float = 0.2, d3: float = 0.3, d4: float = 0.4, d5: float = 0.7
) -> Shifting:
    """As μ3, but disjoint sets have δ5 + (1 − δ5)·distance, and 1 where nothing is right: it refines μ3.

    The distance is one of those of `graded`, as `json` or `number(scale=10)`, extended to sets by best assignment; of
    queries it is `parts`. The paper leaves it open.
    """
    if not isinstance(distance, str):
        raise UsageError(f"mu4: {distance!r} is no distance; name one before the values, as in mu4('json', 0.1, 0.2)")
    return Shifting("mu4", _open_unit("mu4", (d1, d2, d3, d4, d5)), distance)


def shifting(text: str) -> Shifting:
    """The shifting that `text` denotes, as typed on the command line.

    >>> shifting("mu2(0.25)"), shifting("mu1")
    (mu2(0.25), mu1())
    """
    value = notation.read(text, {"mu1": mu1, "mu2": mu2, "mu3": mu3, "mu4": mu4}, what="shifting")
    if not isinstance(value, Shifting):
        raise UsageError(f"{text} is not a shifting; write mu1, mu2(0.5), mu3(...) or mu4(...)")
    return value


def _open_unit(name: str, deltas: tuple[float, ...]) -> tuple[float, ...]:
    for delta in deltas:
        if isinstance(delta, bool) or not isinstance(delta, Real):
            raise UsageError(f"{name}: {delta!r} is no number; give values strictly between 0 and 1")
        if not 0 < delta < 1:
            raise UsageError(f"{name}: {delta} is not between 0 and 1; give values strictly between them")
    return tuple(map(float, deltas))
