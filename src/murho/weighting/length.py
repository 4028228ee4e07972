"""ρ3: by length.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()])
>>> length(cuts=(4,), weights=(0.25, 0.75)).weigh(cases).tolist(), length().weigh(cases).tolist()
([0.25, 0.75], [0.5, 1.0])
"""

from bisect import bisect_left
from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.plugs import option
from murho.weighting.bounds import in_unit
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class length(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ3: by length in words. `cuts` c_1 < c_2 < ... end the classes (inclusive), the last class is unbounded.

    A class may be a union of intervals: give both the same weight. Without cuts ρ grows with the length: words over
    the most words of the suite.
    """

    cuts: tuple[int, ...] = option((), type="whole numbers", help="Where classes of lengths end, inclusive.")
    weights: tuple[float, ...] = option((), type="numbers", help="One for each class: one more than cuts.")
    reads_expressions = True

    @property
    def whole_suite(self) -> bool:
        """Whether the longest expression of the suite must be known: it must where there are no cuts."""
        return not self.weights

    def __post_init__(self) -> None:
        if not self.cuts and not self.weights:
            return
        if len(self.weights) != len(self.cuts) + 1 or sorted(set(self.cuts)) != list(self.cuts):
            raise UsageError(
                f"{self}: n rising cuts make n + 1 classes, one weight each, as in length(cuts=(6, 16), "
                "weights=(0.1, 1, 0.5)): up to 6 words, 7 to 16, more"
            )
        in_unit(self, self.weights)

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): the weight of its class, or without cuts its words over the most words."""
        if not self.weights:
            words = np.array([len(expression.split()) for expression in cases.texts], np.float64)
            return words / max(float(words.max(initial=0.0)), 1.0)
        # bisect_left: a length that equals a cut is still in the class that ends there.
        return np.array([self.weights[bisect_left(self.cuts, len(e.split()))] for e in cases.texts], np.float64)


WEIGHTING = Record(
    make=length,
    name="length",
    title="Length",
    phrase="by length",
    example="length((6, 16), (0.1, 1, 0.5))",
)
