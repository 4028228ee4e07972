"""The course of a run: π over the first cases, and how long answers took.

>>> import numpy as np
>>> running(np.array([1.0, 0.0, 0.0, 1.0]), np.ones(4))
Running(cases=4, points=[(0, 1.0), (1, 0.5), (2, 0.3333333333333333), (3, 0.5)])
>>> times([0.5, None, 1.5]).quantiles["longest"]
1.5
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import ceil, floor, isfinite

import numpy as np
from numpy.typing import NDArray

MOST_POINTS = 300
"""A line of more tells an eye nothing."""


@dataclass(frozen=True)
class Running:
    """π_i over the first i + 1 cases."""

    cases: int
    points: list[tuple[int, float]]
    """i and π_i, at even steps."""


def running(num: NDArray[np.float64], den: NDArray[np.float64]) -> Running | None:
    """The running value in the order of the cases; `num` and `den` (cases,) are ρ·loss and ρ·units of each.

    None where there are fewer than two cases, or no case matters.
    """
    if len(num) < 2 or not (den > 0).any():
        return None
    tops, bottoms = np.cumsum(num), np.cumsum(den)
    at = np.flatnonzero(bottoms > 0)
    at = at[np.unique(np.linspace(0, len(at) - 1, min(len(at), MOST_POINTS)).round().astype(np.int64))]
    return Running(len(num), list(zip(at.tolist(), (tops[at] / bottoms[at]).tolist(), strict=True)))


@dataclass(frozen=True)
class Times:
    """How long answers took, in seconds."""

    counts: list[int]
    """Answers in each class of a histogram, whose classes are equally wide on a logarithmic scale."""
    edges: list[float]
    """Of the classes, as powers of ten: one more than classes."""
    quantiles: Mapping[str, float]
    together: float


def times(seconds: Sequence[float | None]) -> Times | None:
    """A histogram of answer times with the usual quantiles; None where fewer than two are recorded."""
    known = np.fromiter((s for s in seconds if s is not None and isfinite(s) and s >= 0), np.float64)
    if len(known) < 2:
        return None
    powers = np.log10(np.maximum(known, 1e-7))  # what took no time at all has a place on the scale, too
    first, last = floor(powers.min() * 2) / 2, ceil(powers.max() * 2 + 1e-9) / 2
    classes = max(8, min(40, round((last - first) * 12)))
    counts, edges = np.histogram(powers, bins=classes, range=(first, last))
    quantiles = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "longest": 1.0}
    return Times(
        counts.tolist(),
        edges.tolist(),
        {name: float(np.quantile(known, q)) for name, q in quantiles.items()},
        float(known.sum()),
    )
