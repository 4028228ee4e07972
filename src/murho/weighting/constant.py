"""All expressions alike, the simplest importance of all."""

from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class constant(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """1 for every expression, the simplest importance of all."""

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): 1."""
        return np.ones(len(cases))


WEIGHTING = Record(
    make=constant,
    name="constant",
    title="Constant",
    phrase="all alike",
    example="constant",
)
