"""Importance of expressions: ρ1 to ρ4 of the paper, and what it only sketched.

A weighting gives each case of a suite its ρ in [0,1]. It is a frozen value that prints as it is typed; weightings
multiply.

>>> cases = Cases(["1", "2", "3"], ["open today ?", "and the loans of my daughter ?", "xyzzy"], [("h",), ("l",), ()])
>>> weighting("domain * length(cuts=(4,), weights=(1.0, 0.5))").weigh(cases).tolist()
[1.0, 0.5, 0.0]

| typed | ρ(e) | source |
|---|---|---|
| `given` | the case's own `weight`, 1 where it has none (the default) | |
| `constant` | 1 | section 4 |
| `domain` | 1 if the expression has a meaning in the domain, else 0 | ρ1 |
| `frequency('count')`, `frequency(bag='heard.txt')` | relative frequency of the expression, 0 outside the domain | ρ2 |
| `length(cuts, weights)` | by length in words | ρ3 |
| `structure('structure', weights)` | by class of a feature; the share of the class if no weights are given | ρ4 |
| `column('price')`, or just `price` | any numeric feature in [0,1] | |
| `information` | compressed length, a computable stand-in for Kolmogorov complexity | sketched in section 4 |
| `semantic` | size of the correct meanings | sketched in section 4 |

(Sections are those of Guida and Mauri 1984.) A performance is the same whatever constant divides all ρ.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from murho.core import notation
from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.weighting.classes import column, constant, domain, given, length, structure
from murho.weighting.complexity import information, semantic
from murho.weighting.frequency import frequency

__all__ = [
    "Product",
    "Weighting",
    "column",
    "constant",
    "domain",
    "frequency",
    "given",
    "information",
    "length",
    "semantic",
    "structure",
    "weighting",
]


@runtime_checkable
class Weighting(Protocol):
    """What every weighting offers; its repr is its notation."""

    @property
    def whole_suite(self) -> bool:
        """ρ of one case depends on the others (a relative frequency does), so that a part cannot be weighed alone."""

    def weigh(self, cases: Cases) -> NDArray[np.float64]:
        """ρ of each case, shape (cases,); the cases are the whole suite."""


@dataclass(frozen=True)
class Product:
    """The product of two weightings."""

    left: Weighting
    right: Weighting

    def __repr__(self) -> str:
        return f"{self.left} * {self.right}"

    @property
    def whole_suite(self) -> bool:
        """As its factors."""
        return self.left.whole_suite or self.right.whole_suite

    @property
    def reads_expressions(self) -> bool:
        """As its factors."""
        return any(getattr(part, "reads_expressions", False) for part in (self.left, self.right))

    @property
    def files(self) -> tuple[str, ...]:
        """Those of its factors."""
        return tuple(file for part in (self.left, self.right) for file in getattr(part, "files", ()))

    def weigh(self, cases: Cases) -> NDArray[np.float64]:
        """The product of both importances."""
        return self.left.weigh(cases) * self.right.weigh(cases)


NAMES: dict[str, Callable[..., Any]] = {
    "given": given,
    "constant": constant,
    "domain": domain,
    "frequency": frequency,
    "length": length,
    "structure": structure,
    "column": column,
    "information": information,
    "semantic": semantic,
}


def weighting(text: str) -> Weighting:
    """The weighting that `text` denotes; a bare word that is no weighting names a numeric feature."""
    parts = [_one(part.strip()) for part in notation.split(text, "*")]
    product = parts[0]
    for part in parts[1:]:
        product = Product(product, part)
    return product


def _one(text: str) -> Weighting:
    if text and text not in NAMES and "(" not in text:
        return column(text.strip("'\""))
    value = notation.read(text, NAMES, what="weighting")
    if not isinstance(value, Weighting):
        raise UsageError(f"{text} is not a weighting; known: {', '.join(NAMES)}")
    return value
