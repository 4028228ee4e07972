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

from murho.core.columns import Coded
from murho.core.judgement import Judgements
from murho.core.shifting import RELATIONS
from murho.core.sums import classes as classes_of
from murho.core.tally import Tally, tallies

_FEW = 4096
"""Classes of numbers that are told apart quicker one by one than by sorting the column."""
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
        position = self.axes.index(axis)
        occurring = {key[position] for key in self.cells}
        if axis == "relation":
            return tuple(name for name in RELATIONS if name in occurring)
        return tuple(sorted(occurring, key=class_order))

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
    """The value of a class on an axis of numbers, as a fraction, exactly."""
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
    codes, classes = _numbered(column)
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        order = np.argsort(np.array(classes), kind="stable")
        rank = np.empty(len(order), np.int64)
        rank[order] = np.arange(len(order))
        return rank[codes], [classes[i] for i in order.tolist()]
    return codes, classes


def _numbered(column: Sequence[Any] | NDArray[Any]) -> tuple[NDArray[np.int64], list[Any]]:
    """The same, classes of numbers in any order."""
    if isinstance(column, Coded):
        occurring = column.occurring()
        return occurring.codes, list(occurring.names)
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        if column.dtype in (np.float64, np.int64):  # not sorted, but the few classes that it mostly has
            codes = np.empty(len(column), np.int64)
            found = classes_of(np.ascontiguousarray(column), codes, _FEW)
            if found is not None:
                return codes, [*found]
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
    columns = [_numbered(column) for column in axes.values()]
    codes = np.zeros(len(judgements), np.int64)
    cells: list[tuple[int, ...]] = [()]
    if columns:
        codes, cells = columns[0][0], [(k,) for k in range(len(columns[0][1]))]
    for mine, classes in columns[1:]:  # occupied cells are numbered anew after each axis: their product could overflow
        codes *= len(classes)
        codes += mine
        occupied = classes_of(codes, codes, len(codes)) or []
        cells = [(*cells[int(code) // len(classes)], int(code) % len(classes)) for code in occupied]
    tallied = tallies(judgements, weights, clusters, codes, len(cells))
    ranks = [_ranks(column, classes) for column, (_, classes) in zip(axes.values(), columns, strict=True)]
    order = sorted(range(len(cells)), key=lambda i: [rank[k] for rank, k in zip(ranks, cells[i], strict=True)])
    names = {i: tuple(classes[k] for (_, classes), k in zip(columns, cells[i], strict=True)) for i in order}
    return Profile(tuple(axes), {names[i]: tallied[i] for i in order})


def _ranks(column: Sequence[Any] | NDArray[Any], classes: list[Any]) -> Sequence[int]:
    """Which place each class has: numbers by value, others as they first come."""
    if isinstance(column, np.ndarray) and column.dtype.kind in "fiub":
        ranks: list[int] = np.argsort(np.argsort(np.array(classes), kind="stable"), kind="stable").tolist()
        return ranks
    return range(len(classes))
