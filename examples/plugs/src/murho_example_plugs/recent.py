"""What was said lately matters more."""

from dataclasses import dataclass

import numpy as np

from murho.plugs import option
from murho.weighting import Record, Weighting


@dataclass(frozen=True)
class recent(Weighting):  # noqa: N801
    """Half as much for every so many years before the newest."""

    half: float = option(1.0, help="Years after which a case matters half as much.")
    feature: str = option("year", help="The feature that holds the year.")
    whole_suite = True

    def weigh(self, cases):
        """ρ of each case, in [0,1]."""
        years = np.array(cases.feature(self.feature), float)
        return 0.5 ** ((years.max() - years) / self.half)


WEIGHTING = Record(make=recent, name="recent", title="Recent", phrase="by year", example="recent(half=2)")
