"""Importance of expressions: ρ1 to ρ4 of the paper, and what it only sketched.

A weighting gives each case of a suite its ρ in [0,1]. It is a frozen value that prints as it is typed; weightings
multiply.

>>> from murho.core.case import Cases
>>> cases = Cases(["1", "2", "3"], ["open today ?", "and the loans of my daughter ?", "xyzzy"], [("h",), ("l",), ()])
>>> weighting("domain * length(cuts=(4,), weights=(1.0, 0.5))").weigh(cases).tolist()
[1.0, 0.5, 0.0]

Each has a record beside it, `WEIGHTING` or `WEIGHTING_NAME`, which says all about it; docs/measures.md has the table of
all of them. `given` is the default: the case's own `weight`, 1 where it has none. A bare word that is no weighting
names a numeric feature: `price` is `column('price')`. A performance is the same whatever constant divides all ρ.
"""

from murho.weighting.complexity import information, length, semantic, structure
from murho.weighting.frequency import frequency
from murho.weighting.given import column, constant, domain, given
from murho.weighting.interface import SHELF, Record, Weighting
from murho.weighting.naming import Product, weighting

__all__ = [
    "SHELF",
    "Product",
    "Record",
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
