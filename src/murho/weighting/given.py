"""The importance that each case brings along."""

from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases
from murho.weighting.bounds import checked
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class given(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """The weight each case brings along; 1 where it brings none."""

    def weigh(self, cases: Cases) -> Floats:
        """The field `weight` of the cases, each checked to lie in [0,1]."""
        if cases.weights is None:
            return np.ones(len(cases))
        return checked(cases, "weight", [1.0 if w is None else w for w in cases.weights])


WEIGHTING = Record(
    make=given,
    name="given",
    title="Given",
    phrase="as given by the suite",
    example="given",
)
