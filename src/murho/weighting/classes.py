"""Importance by class: constant, ρ1 (domain), ρ3 (length), ρ4 (structure), and any numeric feature.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()], features={"price": [0.5, 1], "type": ["D", "G"]})
>>> length(cuts=(4,), weights=(0.25, 0.75)).weigh(cases).tolist(), column("price").weigh(cases).tolist()
([0.25, 0.75], [0.5, 1.0])
>>> structure("type").weigh(cases).tolist(), domain().weigh(cases).tolist()
([0.5, 0.5], [1.0, 0.0])
"""

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core import notation
from murho.core.case import Cases
from murho.core.errors import InputError, UsageError
from murho.core.meaning import canonical

Floats = NDArray[np.float64]


@dataclass(frozen=True, repr=False)
class constant:  # noqa: N801  a weighting is typed and printed in lower case
    """1 for every expression, the simplest importance of all."""

    whole_suite = False

    def __repr__(self) -> str:
        return "constant"

    def weigh(self, cases: Cases) -> Floats:
        """Ones."""
        return np.ones(len(cases))


@dataclass(frozen=True, repr=False)
class given:  # noqa: N801
    """The weight each case brings along; 1 where it brings none."""

    whole_suite = False

    def __repr__(self) -> str:
        return "given"

    def weigh(self, cases: Cases) -> Floats:
        """The field `weight` of the cases, each checked to lie in [0,1]."""
        if cases.weights is None:
            return np.ones(len(cases))
        return _checked(cases, "weight", [1.0 if w is None else w for w in cases.weights])


@dataclass(frozen=True, repr=False)
class domain:  # noqa: N801
    """ρ1: 1 if the expression has a meaning in the domain, else 0."""

    whole_suite = False

    def __repr__(self) -> str:
        return "domain"

    def weigh(self, cases: Cases) -> Floats:
        """1 on L_D."""
        return cases.in_domain.astype(np.float64)


@dataclass(frozen=True)
class column:  # noqa: N801
    """Any numeric feature with values in [0,1]."""

    name: str
    whole_suite = False

    def __repr__(self) -> str:
        return f"column({self.name!r})"

    def weigh(self, cases: Cases) -> Floats:
        """The feature's values; a missing, non-numeric or outlying one is an error that names its case."""
        if self.name == "weight" and "weight" not in cases.features:
            return given().weigh(cases)
        try:
            values = cases.feature(self.name)
        except InputError as error:
            todo = f"{error.todo}; for other weightings see docs/theory.md"
            raise InputError(error.found, todo, path=error.path) from None
        return _checked(cases, self.name, values)


def _checked(cases: Cases, name: str, values: Sequence[object]) -> Floats:
    for i, value in enumerate(values):
        if not isinstance(value, Real) or isinstance(value, bool) or value != value:
            raise cases.error(i, f"{name} is {value!r}, not a number", "give every case a number in [0, 1]")
        if not 0 <= float(value) <= 1:
            todo = f"an importance lies in [0, 1]: divide by the largest, or weigh by frequency({name!r})"
            raise cases.error(i, f"{name} is {value}", todo)
    return np.array(values, np.float64)


@dataclass(frozen=True, repr=False)
class length:  # noqa: N801
    """ρ3: by length in words. `cuts` c_1 < c_2 < ... end the classes (inclusive), the last class is unbounded.

    A class may be a union of intervals: give both the same weight. Without cuts ρ grows with the length: words over
    the most words of the suite.
    """

    cuts: tuple[int, ...] = ()
    weights: tuple[float, ...] = ()
    reads_expressions = True

    @property
    def whole_suite(self) -> bool:
        """Without cuts, the longest expression must be known."""
        return not self.weights

    def __repr__(self) -> str:
        return notation.shown(self)

    def __post_init__(self) -> None:
        if not self.cuts and not self.weights:
            return
        if len(self.weights) != len(self.cuts) + 1 or sorted(set(self.cuts)) != list(self.cuts):
            raise UsageError(
                f"{self}: n rising cuts make n + 1 classes, one weight each, as in length(cuts=(6, 16), "
                "weights=(0.1, 1, 0.5)): up to 6 words, 7 to 16, more"
            )
        _in_unit(self, self.weights)

    def weigh(self, cases: Cases) -> Floats:
        """The weight of each expression's length class."""
        if not self.weights:
            words = np.array([len(expression.split()) for expression in cases.texts], np.float64)
            return words / max(float(words.max(initial=0.0)), 1.0)
        return np.array([self.weights[bisect_left(self.cuts, len(e.split()))] for e in cases.texts], np.float64)


@dataclass(frozen=True)
class structure:  # noqa: N801
    """ρ4: by structural class, a feature of the cases; without weights, the share of the cases in the class.

    The class may be a set of features that the expression shows, as in `["T", "M"]`: its name is then `M+T`.
    """

    feature: str = "structure"
    weights: Mapping[str, float] | None = None

    @property
    def whole_suite(self) -> bool:
        """Without weights given, the share of a class is counted over the suite."""
        return self.weights is None

    def __post_init__(self) -> None:
        if self.weights is not None:
            _in_unit(self, tuple(self.weights.values()))

    def __repr__(self) -> str:
        return (
            f"structure({self.feature!r})" if self.weights is None else f"structure({self.feature!r}, {self.weights})"
        )

    def __hash__(self) -> int:
        return hash((self.feature, None if self.weights is None else frozenset(self.weights.items())))

    def weigh(self, cases: Cases) -> Floats:
        """The weight of each case's class."""
        classes = [_class(value) for value in cases.feature(self.feature)]
        if self.weights is None:
            share = Counter(classes)
            return np.array([share[name] / len(cases) for name in classes], np.float64)
        for i, name in enumerate(classes):
            if name not in self.weights:
                raise cases.error(i, f"{self.feature} {name!r} has no weight", "give every class a weight")
        return np.array([self.weights[name] for name in classes], np.float64)


def _class(value: Any) -> Any:
    """A class that can be counted: a list is the set of what it holds, in no order; an object is its text."""
    if isinstance(value, list | tuple):
        return "+".join(sorted({str(_class(item)) for item in value}))
    return canonical(value) if isinstance(value, dict) else value


def _in_unit(owner: object, weights: tuple[float, ...]) -> None:
    if not all(0 <= w <= 1 for w in weights):
        raise UsageError(f"{owner}: weights lie in [0, 1]")
