"""ρ1: the domain, and nothing else.

>>> cases = Cases(["1", "2"], ["a b c", "a b c d e f"], [("m",), ()])
>>> domain().weigh(cases).tolist()
[1.0, 0.0]
"""

from dataclasses import dataclass

import numpy as np

from murho.core.case import Cases
from murho.weighting.interface import Floats, Record, Weighting


@dataclass(frozen=True)
class domain(Weighting):  # noqa: N801  a weighting is typed and printed in lower case
    """ρ1: 1 if the expression has a meaning in the domain, else 0."""

    def weigh(self, cases: Cases) -> Floats:
        """ρ of each case (cases,): 1 where it has a meaning in the domain, on L_D, else 0."""
        return cases.in_domain.astype(np.float64)


WEIGHTING = Record(
    make=domain,
    name="domain",
    title="Domain",
    phrase="in the domain",
    example="domain",
)
