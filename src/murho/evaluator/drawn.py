"""A run whose cases are a sample by a design, of which people have judged some or all.

Cases come to people in an order drawn at random, so what k of n sampled cases say is drawn twice: by the design, and
simply from what it drew. With a share f = k/n, and e the expanded terms of the ratio (`murho.sampling.estimating`), the
variance of their sum over those judged is, as of two-phase samples (Särndal, Swensson and Wretman 1992, section 9.3),

    f · V_design + (1 − f) · k/(k − 1) · Σ e²,

where V_design is read off those judged. Of a simple sample this is exactly that of a simple sample of k: it leaves
1 − k/N. Where all are judged it is the design's, and the interval is the one that `murho show` has.
"""

from collections.abc import Collection
from typing import NamedTuple

import numpy as np

from murho.core.estimate import ByDesign
from murho.core.tally import Tally
from murho.pipeline.scoring.sampled import sampled_of
from murho.sampling.estimating import Sampled, Units
from murho.store import Run


class Drawn(NamedTuple):
    """The sample that the cases of a run are, as far as people have looked at it."""

    sampled: Sampled
    units: Units
    """Those looked at; and those that nobody is asked for, which add no term."""
    share: float
    """How many of the cases to judge people have looked at."""

    def by_design(self, tally: Tally) -> ByDesign:
        """What the design does to the variance of a figure."""
        found = self.units.by_design(tally, self.sampled.plan)
        return found._replace(effect=1 - self.share * (1 - found.effect))


def sample_of(run: Run) -> Sampled | None:
    """What is known of the sample that the cases of a run are; None where they are all there is."""
    return sampled_of(run.record.get("data", {}).get("sample"))


def drawn(run: Run, to_judge: Collection[int], looked_at: Collection[int]) -> Drawn | None:
    """The sample that the cases of a run are; None where they are all there is.

    Args:
        run: whose cases.
        to_judge: the places of the cases that people are asked for.
        looked_at: of those that somebody judged, or could not tell.
    """
    sampled = sample_of(run)
    if sampled is None:
        return None
    suite, units = run.suite(), Units()
    known = sorted({*range(len(suite))}.difference(to_judge).union(looked_at))
    units.add(suite.at(np.array(known, np.int64)).held(), sampled)
    return Drawn(sampled, units, len(set(looked_at)) / len(to_judge))
