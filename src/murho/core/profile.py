"""The μ-ρ-profile: not one number, but where the errors lie.

For finite ranges δ_1..δ_n of μ and ω_1..ω_m of ρ, `E_ij` holds the expressions with μ = δ_i and ρ = ω_j, and
`P_ij = |E_ij| / |E|`; the performance is `π = Σ P_ij·δ_i·ω_j·|E| / Σ ρ` (Guida and Mauri 1984, section 3). The profile
depends only on the partition. It may have any number of axes: μ-classes, ρ-classes, and every feature of the cases,
which is what the paper leaves as an open problem.

>>> from murho.core.judgement import Judgements
>>> judged = Judgements.of([0, 1, 1, 0])
>>> rho = np.array([1, 1, 0.5, 0.5])
>>> p = profile(judged, rho, axes={"loss": judged.loss, "weight": rho})
>>> p.share((1.0, 0.5)), p.classes("weight"), p.performance()
(Fraction(1, 4), (0.5, 1.0), Fraction(1, 2))
"""

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.coded import Coded
from murho.core.judgement import Judgements
from murho.core.shifting import RELATIONS
from murho.core.tally import Tally, tallies

Class = Hashable
"""A class on an axis: a number on the axes of μ and ρ, any value of a feature elsewhere."""


@dataclass(frozen=True)
class Profile:
    """A tally for each occupied cell; an empty cell is not stored."""

    axes: tuple[str, ...]
    cells: Mapping[tuple[Class, ...], Tally]

    @cached_property
    def expressions(self) -> int:
        """|E|: all cases of all cells."""
        return sum(tally.cases for tally in self.cells.values())

    def classes(self, axis: str) -> tuple[Class, ...]:
        """The classes that occur on an axis, in order."""
        place = self.axes.index(axis)
        found = {key[place] for key in self.cells}
        if axis == "relation":
            return tuple(name for name in RELATIONS if name in found)
        return tuple(sorted(found, key=class_order))

    def share(self, cell: tuple[Class, ...]) -> Fraction:
        """P_ij, the share of the expressions that lie in the cell, exactly."""
        tally = self.cells.get(cell)
        return Fraction(tally.cases if tally else 0, self.expressions)

    def matrix(self) -> list[list[Fraction]]:
        """The shares of a profile with two axes: rows are classes of the first, columns of the second."""
        rows, columns = self.axes
        return [[self.share((i, j)) for j in self.classes(columns)] for i in self.classes(rows)]

    def performance(self) -> Fraction:
        """π from shares and class values alone, exactly; `loss` and `weight` must be among the axes, units be 1.

        Raises:
            ZeroDivisionError: every importance is 0.
        """
        loss, weight = self.axes.index("loss"), self.axes.index("weight")
        value = {key: (number(key[loss]), number(key[weight])) for key in self.cells}
        top = sum((self.share(key) * delta * omega for key, (delta, omega) in value.items()), Fraction(0))
        bottom = sum((self.share(key) * omega for key, (_, omega) in value.items()), Fraction(0))
        return top / bottom

    def as_json(self) -> dict[str, Any]:
        """Axes, and for each occupied cell its classes, its share and its performance."""
        return {
            "axes": list(self.axes),
            "cells": [
                {"classes": list(key), "share": float(self.share(key)), "n": tally.cases, "value": tally.performance}
                for key, tally in self.cells.items()
            ],
        }


def number(value: Any) -> Fraction:
    """The exact value of a class on an axis of numbers."""
    return Fraction(value)


def class_order(value: Any) -> tuple[int, Any]:
    """Numbers first and in order, then texts, then no value at all."""
    if value is None:
        return (2, "")
    if isinstance(value, int | float | Fraction):
        return (0, value)
    return (1, str(value))


def encode(column: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """A column as class numbers and the classes they stand for.

    >>> codes, classes = encode(["b", None, "b"]); codes.tolist(), classes
    ([0, 1, 0], ['b', None])
    """
    if isinstance(column, Coded):
        kept = column.occurring()
        return kept.codes, list(kept.names)
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        values, codes = np.unique(column, return_inverse=True)
        return codes.astype(np.int64), values.tolist()
    number_of: dict[Any, int] = {}
    codes = np.fromiter((number_of.setdefault(value, len(number_of)) for value in column), np.int64, len(column))
    return codes, list(number_of)


def profile(
    judgements: Judgements,
    weights: ArrayLike,
    axes: Mapping[str, Sequence[Any] | NDArray[Any]],
    clusters: Sequence[str | None] | None = None,
) -> Profile:
    """The profile of judged cases over any axes; each axis is a column with one class per row of the judgements."""
    codes = np.zeros(len(judgements), np.int64)
    cells: list[tuple[Any, ...]] = [()]
    for column in axes.values():  # occupied cells are numbered anew after each axis: their product could overflow
        mine, classes = encode(column)
        occupied, codes = _renumbered(codes * len(classes) + mine, len(cells) * len(classes))
        cells = [(*cells[code // len(classes)], classes[code % len(classes)]) for code in occupied.tolist()]
    found = tallies(judgements, weights, clusters, codes, len(cells))
    return Profile(tuple(axes), dict(zip(cells, found, strict=True)))


def _renumbered(codes: NDArray[np.int64], size: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The codes below `size` that occur, and for each code its place among them."""
    if size > len(codes):
        return np.unique(codes, return_inverse=True)
    occupied = np.flatnonzero(np.bincount(codes, minlength=size))
    place = np.zeros(size, np.int64)
    place[occupied] = np.arange(len(occupied))
    return occupied, place[codes]
