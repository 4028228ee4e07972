"""π over the first cases of a run, and how long its answers took: the numbers.

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

from murho.core.columns import AT_ONCE
from murho.core.compact import Compact, ranked
from murho.core.exact import total

MOST_POINTS = 300
"""A line of more tells an eye nothing."""


@dataclass(frozen=True)
class Running:
    """π_i over the first i + 1 cases."""

    cases: int
    points: list[tuple[int, float]]
    """i and π_i, at even steps."""


def running(num: NDArray[np.float64] | Compact, den: NDArray[np.float64] | Compact) -> Running | None:
    """The running value in the order of the cases; `num` and `den` (cases,) are ρ·loss and ρ·units of each.

    None where there are fewer than two cases, or no case matters.
    """
    tops, bottoms = Compact.of(num), Compact.of(den)
    # Sums do not fall: those that something can be divided by are all from the first case on that matters.
    first = next((start + int(np.argmax(one > 0)) for start, one in bottoms.pieces() if (one > 0).any()), len(tops))
    cases = len(tops) - first
    if len(tops) < 2 or not cases:
        return None
    at = first + np.unique(np.linspace(0, cases - 1, min(cases, MOST_POINTS)).round().astype(np.int64))
    points, top, bottom = list[tuple[int, float]](), 0.0, 0.0
    for start, piece in tops.pieces():
        stop = start + len(piece)
        above, below = (
            np.cumsum(np.concatenate([[before], added]))[1:]
            for before, added in ((top, piece), (bottom, bottoms.between(start, stop)))
        )
        here = at[(at >= start) & (at < stop)]
        points += zip(here.tolist(), (above[here - start] / below[here - start]).tolist(), strict=True)
        top, bottom = float(above[-1]), float(below[-1])
    return Running(len(tops), points)


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
    known = Compact()
    for start in range(0, len(seconds), AT_ONCE):
        some = (s for s in seconds[start : start + AT_ONCE] if s is not None and isfinite(s) and s >= 0)
        known.add(np.fromiter(some, np.float64))
    if len(known) < 2:
        return None
    least, most = (
        np.log10(max(end, 1e-7)) for end in known.extremes
    )  # what took no time has a place on the scale, too
    first, last = floor(least * 2) / 2, ceil(most * 2 + 1e-9) / 2
    classes = max(8, min(40, round((last - first) * 12)))
    counts, edges = np.zeros(classes, np.int64), np.linspace(first, last, classes + 1)
    for _, piece in known.pieces():
        counts += np.histogram(np.log10(np.maximum(piece, 1e-7)), bins=classes, range=(first, last))[0]
    quantiles = {"median": 0.5, "90 %": 0.9, "99 %": 0.99, "longest": 1.0}
    return Times(
        counts.tolist(),
        edges.tolist(),
        {name: _quantile(known, q) for name, q in quantiles.items()},
        float(sum(total(piece) for _, piece in known.pieces())),
    )


def _quantile(known: Compact, q: float) -> float:
    """Between the two numbers that stand around it, as NumPy has it."""
    place = (len(known) - 1) * q
    around = [
        ranked(lambda: (piece for _, piece in known.pieces()), min(which, len(known) - 1))
        for which in (floor(place), floor(place) + 1)
    ]
    return float(np.quantile(around, place - floor(place)))
