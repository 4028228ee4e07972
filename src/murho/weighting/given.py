"""Importance that needs no expression: the weight that cases bring along, a feature, the domain, or all alike.

The importance that each case brings along.

ρ1: the domain, and nothing else.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()])
>>> domain().weigh(cases).tolist()
[1.0, 0.0]

Any numeric feature as the importance.

>>> column("price").weigh(Cases(["1", "2"], ["a", "b"], [("m",), ()], features={"price": [0.5, 1]})).tolist()
[0.5, 1.0]
"""

from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.plugs import option
from murho.weighting.interface import Floats, Record, Weighting, checked


@dataclass(frozen=True)
class given(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """The weight each case brings along; 1 where it brings none."""

    def weigh(self, cases: Cases) -> Floats:
        """The field `weight` of the cases, each checked to lie in [0,1]."""
        if cases.weights is None:
            return np.ones(len(cases))
        return checked(cases, "weight", [1.0 if w is None else w for w in cases.weights])


WEIGHTING_GIVEN = Record(
    make=given,
    name="given",
    title="Given",
    phrase="as given by the suite",
    example="given",
)


# All expressions alike, the simplest importance of all.


@dataclass(frozen=True)
class constant(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """1 for every expression, the simplest importance of all."""

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): 1."""
        return np.ones(len(cases))


WEIGHTING_CONSTANT = Record(
    make=constant,
    name="constant",
    title="Constant",
    phrase="all alike",
    example="constant",
)


@dataclass(frozen=True)
class domain(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ1: 1 if the expression has a meaning in the domain, else 0."""

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): 1 where it has a meaning in the domain, on L_D, else 0."""
        return cases.in_domain.astype(np.float64)


WEIGHTING_DOMAIN = Record(
    make=domain,
    name="domain",
    title="Domain",
    phrase="in the domain",
    example="domain",
)


@dataclass(frozen=True)
class column(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """Any numeric feature with values in [0,1]."""

    name: str = option(help="The feature; a bare word that is no weighting is one, too.")

    @property
    def phrase(self) -> str:
        """The weighting in a few words: `by price`."""
        return f"by {self.name}"

    def weigh(self, cases: Cases) -> Floats:
        """The feature's values; a missing, non-numeric or outlying one is an error that names its case."""
        # `weight` is a field of cases and no feature; who names it means that.
        if self.name == "weight" and "weight" not in cases.features:
            return given().weigh(cases)
        try:
            values = cases.feature(self.name)
        except InputError as error:
            todo = f"{error.todo}; for other weightings see docs/theory.md"
            raise InputError(error.found, todo, path=error.path) from None
        return checked(cases, self.name, values)


WEIGHTING_COLUMN = Record(
    make=column,
    name="column",
    title="A feature",
    phrase="by a feature",
    example="column('price')",
)
