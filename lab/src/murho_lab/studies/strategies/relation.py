"""How discrepancy depends on the distance between two sets of strategies, which the paper left open.

A point is a pair of texts. Pairs share texts, so they are not independent: the interval of the fitted line comes from
resampling whole texts (Snijders and Borgatti 1999), and the test of the correlation from putting the texts of one
matrix into another order at random (Mantel 1967).

>>> import numpy as np
>>> places = np.array([0.0, 1.0, 2.5, 4.0, 7.0])
>>> distance = abs(places[:, None] - places)
>>> result = relation(distance, 0.1 * distance + 0.02 * (distance > 0), seed=1)
>>> round(result.line.slope, 3), round(result.r, 3), result.p_value < 0.05
(0.1, 1.0, True)
"""

from dataclasses import dataclass, replace
from math import isfinite
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.quantiles import student_quantile
from murho.core.regression import Freedom, Line, fit

Matrix = NDArray[np.float64]


@dataclass(frozen=True)
class Relation:
    """A line through the pairs, and what texts put in another order would give."""

    line: Line | None
    """The line of discrepancy on distance; None where the distances do not spread."""
    r: float
    """The correlation over all pairs; 0 where there is nothing to test."""
    p_value: float
    """The two-sided p of Mantel's test; 1 where there is nothing to test."""
    permutations: int
    texts: int
    """How many texts the pairs are of."""
    x: tuple[float, ...]
    """The distance of each pair."""
    y: tuple[float, ...]
    """The discrepancy of each pair, the mean of both ways."""
    pairs: tuple[tuple[int, int], ...]
    """The numbers of the two texts of each pair."""

    def as_json(self) -> dict[str, Any]:
        """The fields that the study writes."""
        line = None if self.line is None else self.line.as_json()
        return {"line": line, "mantel": {"r": self.r, "p_value": self.p_value, "permutations": self.permutations}}


def relation(
    distance: Matrix, discrepancy: Matrix, *, resamples: int = 2000, permutations: int = 9999, seed: int = 0
) -> Relation:
    """The line of discrepancy on distance; both (texts, texts), the two directions of a discrepancy averaged."""
    apart = (discrepancy + discrepancy.T) / 2
    n = len(distance)
    rows, columns = np.triu_indices(n, 1)
    x, y = distance[rows, columns], apart[rows, columns]
    # One stream for both, resamples first: the figures depend on that order.
    rng = np.random.default_rng(seed)
    line = fit(x, y, level=0.95)
    if line is not None:
        line = _resampled(line, distance, apart, resamples, rng)
    r, p = mantel(distance, apart, permutations=permutations, rng=rng)
    pairs = tuple(zip(rows.tolist(), columns.tolist(), strict=True))
    return Relation(line, r, p, permutations, n, tuple(x.tolist()), tuple(y.tolist()), pairs)


def mantel(a: Matrix, b: Matrix, *, permutations: int, rng: np.random.Generator) -> tuple[float, float]:
    """The correlation of two symmetric matrices (texts, texts) off the diagonal, and its two-sided p.

    The p value is how often texts in another order reach that correlation; 0 and 1 where a matrix does not spread.
    """
    rows, columns = np.triu_indices(len(a), 1)
    x, y = a[rows, columns], b[rows, columns]
    if len(x) < 3 or np.ptp(x) == 0 or np.ptp(y) == 0:
        return 0.0, 1.0
    x = (x - x.mean()) / np.linalg.norm(x - x.mean())
    centred = (b - y.mean()) / np.linalg.norm(y - y.mean())
    r = float(x @ centred[rows, columns])
    reached = 0
    for _ in range(permutations):
        order = rng.permutation(len(a))
        # The same texts in an order that changes nothing may come out a rounding below r.
        reached += abs(float(x @ centred[order[rows], order[columns]])) >= abs(r) - 1e-12
    return r, (1 + reached) / (1 + permutations)  # the order at hand is one of those that reach it: never 0


def _resampled(line: Line, distance: Matrix, apart: Matrix, resamples: int, rng: np.random.Generator) -> Line:
    """The line with intervals from drawing texts with replacement; a text's pairs with itself are left out."""
    n = len(distance)
    rows, columns = np.triu_indices(n, 1)
    drawn = []
    for _ in range(resamples):
        texts = rng.integers(0, n, n)
        i, j = texts[rows], texts[columns]
        distinct = i != j
        x, y = distance[i[distinct], j[distinct]], apart[i[distinct], j[distinct]]
        if len(x) > 2 and np.ptp(x) > 0 and np.ptp(y) > 0:
            slope, height = np.polyfit(x - line.mean_x, y, 1)  # the height at `mean_x`, of which the covariance is
            drawn.append((height, slope, np.corrcoef(x, y)[0, 1]))
    if len(drawn) < resamples / 2:  # too few texts for draws that have a line: its own intervals stay
        return line
    heights, slopes, correlations = np.array(drawn).T
    spread = np.cov(heights, slopes)
    t = float(student_quantile((1 + line.level) / 2, n - 1))
    half = t * float(spread[1, 1]) ** 0.5
    ends = np.quantile(correlations, [(1 - line.level) / 2, (1 + line.level) / 2])
    r = line.r if line.r is not None and isfinite(line.r) else 0.0
    fitted = replace(
        line,
        slope_interval=(line.slope - half, line.slope + half),
        r_interval=(min(float(ends[0]), r), max(float(ends[1]), r)),
        clusters=n,
        method=f"texts resampled {resamples} times, Student's t",
        flags=(f"only {n} texts",) if n < 10 else (),
        covariance=(float(spread[0, 0]), float(spread[1, 1]), float(spread[0, 1])),
        freedom=Freedom.same(n - 1),
    )
    return replace(fitted, intercept_interval=fitted.band(0.0))
