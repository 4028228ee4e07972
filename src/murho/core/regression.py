"""The line through points (x, y): least squares, intervals of its slope and height, and the correlation r with its own.

How word accuracy and concept accuracy go together, say, over the settings of a recogniser (1996 paper, table 2):

>>> wa, ca = [48.8, 65.7, 72.9, 77.5, 83.0, 84.9], [46.7, 61.9, 68.2, 73.0, 78.5, 79.8]
>>> line = fit(wa, ca)
>>> round(line.slope, 3), [round(end, 3) for end in line.slope_interval], round(line.r, 4)
(0.924, [0.889, 0.959], 0.9996)
>>> round(line.at(80.0), 1), [round(end, 1) for end in line.band(80.0)]
(75.3, [74.8, 75.8])

Intervals of the line use Student's t with n - 2 degrees of freedom, that of r uses Fisher's z. Where points come in
clusters (the recordings of one sentence) both are linearised over whole clusters, which also copes with scatter that
differs along the line; t has one degree less than there are clusters.

Neither collapses: where all points lie on a line no scatter is seen, and r is taken as 1 - 1/2n for the intervals.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import atanh, fsum, inf, isfinite, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level
from murho.core.quantiles import normal_quantile, student_quantile

Column = NDArray[np.float64]
Ends = tuple[float, float]

_ON_THE_LINE = 1e-12
"""A share of the spread of y this small, left over by the line, is rounding."""


@dataclass(frozen=True)
class Line:
    """A fitted line `y = intercept + slope·x`, and what its ends rest on."""

    slope: float
    intercept: float
    r: float | None
    """Pearson's correlation; None where all y are equal."""
    slope_interval: Ends
    intercept_interval: Ends
    r_interval: Ends
    n: int
    """Points."""
    clusters: int
    level: float
    method: str
    flags: tuple[str, ...]
    mean_x: float
    covariance: tuple[float, float, float]
    """Variance of the height at `mean_x`, of the slope, and their covariance."""
    quantile: float
    """Of Student's t: how many standard errors wide the intervals of the line are to each side."""

    def at(self, x: float) -> float:
        """The height of the line."""
        return self.intercept + self.slope * x

    def band(self, x: float) -> Ends:
        """The interval of the height at one x: where the line itself may run, not where single points may lie."""
        height, slope, both = self.covariance
        off = x - self.mean_x
        # Rounding of a large covariance may leave less than 0.
        variance = max(0.0, height + 2 * off * both + off * off * slope)
        half = self.quantile * sqrt(variance) if isfinite(self.quantile) else inf
        return self.at(x) - half, self.at(x) + half

    def as_json(self) -> dict[str, object]:
        """The fields that murho writes; an end that nothing bounds is null."""

        def ends(pair: Ends) -> list[float] | None:
            return list(pair) if all(map(isfinite, pair)) else None

        return {
            "slope": self.slope,
            "slope_interval": ends(self.slope_interval),
            "intercept": self.intercept,
            "intercept_interval": ends(self.intercept_interval),
            "r": self.r,
            "r_interval": None if self.r is None else list(self.r_interval),
            "n": self.n,
            "clusters": self.clusters,
            "level": self.level,
            "method": self.method,
            "flags": list(self.flags),
        }


def fit(
    x: ArrayLike,
    y: ArrayLike,
    *,
    weights: ArrayLike | None = None,
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Line | None:
    """The line that leaves the least Σ w·(y - line)²; None where the points do not spread in x.

    Args:
        x: (points,), finite.
        y: (points,), finite.
        weights: (points,), positive: how much each point tells; 1 unless given.
        clusters: (points,), which of them belong together; each is alone unless given.
        level: of the intervals.

    Raises UsageError where the columns differ in length or hold what is not finite.
    """
    check_level(level)
    across, up = np.asarray(x, np.float64), np.asarray(y, np.float64)
    w = np.ones(across.shape) if weights is None else np.asarray(weights, np.float64)
    if not across.shape == up.shape == w.shape == (across.size,) or not (clusters is None or len(clusters) == len(w)):
        raise UsageError("the columns of a line differ in length; give each point an x and a y")
    if not all(np.isfinite(column).all() for column in (across, up, w)) or (w <= 0).any():
        raise UsageError("a point of the line is not finite, or its weight is not positive; leave it out")
    total_weight = fsum(w)
    # fsum: the order of the points leaves no trace in the figure.
    middle, height = (fsum(w * column) / total_weight if total_weight else 0.0 for column in (across, up))
    dx, dy = across - middle, up - height
    xx, yy = fsum(w * dx * dx), fsum(w * dy * dy)
    if len(w) < 2 or np.ptp(across) == 0 or xx == 0:
        return None
    slope = fsum(w * dx * dy) / xx
    # Rounding may carry r beyond 1, where atanh has no value.
    r = max(-1.0, min(1.0, slope * sqrt(xx) / sqrt(yy))) if np.ptp(up) > 0 and yy > 0 else None
    group = None if clusters is None else _numbered(clusters)
    residue = _Residue(w, dx, dy, xx, yy, slope, r)
    errors = _classical(residue, group) if group is None or residue.straight else _linearised(residue, group)
    quantile = student_quantile((1 + level) / 2, errors.freedom) if errors.freedom > 0 else inf
    half = quantile * sqrt(errors.slope) if errors.freedom > 0 else inf
    line = Line(
        slope,
        height - slope * middle,
        r,
        (slope - half, slope + half),
        (-inf, inf),
        _fisher(r, errors.shown, errors.z * (quantile if errors.by_t else normal_quantile((1 + level) / 2))),
        len(w),
        errors.size,
        level,
        errors.method,
        _flags(errors.size, residue.straight, "points" if group is None else "clusters"),
        middle,
        (errors.height, errors.slope, errors.both),
        quantile,
    )
    return replace(line, intercept_interval=line.band(0.0))


@dataclass(frozen=True)
class _Residue:
    """A fitted line with the columns it was fitted to (centred on their means), and what it leaves over."""

    w: Column
    dx: Column
    dy: Column
    xx: float
    yy: float
    slope: float
    r: float | None

    @property
    def residual(self) -> Column:
        return self.dy - self.slope * self.dx

    @property
    def rest(self) -> float:
        return fsum(self.w * self.residual**2)

    @property
    def straight(self) -> bool:
        return self.rest <= _ON_THE_LINE * self.yy


@dataclass(frozen=True)
class _Errors:
    """Variances of height and slope, their covariance, and the standard error of Fisher's z."""

    height: float
    slope: float
    both: float
    z: float
    shown: float | None
    """r as the interval takes it."""
    size: int
    freedom: int
    method: str
    by_t: bool = False


def _classical(residue: _Residue, group: NDArray[np.int64] | None) -> _Errors:
    """Equal scatter all along the line; points that lie on it count as one in each cluster."""
    size = len(residue.w) if group is None else int(group.max()) + 1
    # Points on a line show no scatter; r is taken a little short of ±1 so that no interval collapses.
    shown = residue.r * (1 - 1 / (2 * size)) if residue.straight and residue.r is not None else residue.r
    residual_square = residue.yy * (1 - (shown or 0) ** 2) if residue.straight else residue.rest
    spread = residual_square / (size - 2) if size > 2 else inf
    # Fisher's variance of atanh r is 1/(n - 3).
    z = 1 / sqrt(size - 3) if size > 3 else inf
    return _Errors(
        spread / fsum(residue.w), spread / residue.xx, 0.0, z, shown, size, size - 2, "Student's t, Fisher's z"
    )


def _linearised(residue: _Residue, group: NDArray[np.int64]) -> _Errors:
    """What each cluster moves the line and r by; no variance is less than if all points were on their own."""
    size, alone = int(group.max()) + 1, _classical(residue, None)
    grow, w = size / max(1, size - 1), residue.w
    height = np.bincount(group, w * residue.residual / fsum(w))
    slope = np.bincount(group, w * residue.residual * residue.dx / residue.xx)
    z = alone.z
    if residue.r is not None:
        across, up = residue.dx / sqrt(residue.xx), residue.dy / sqrt(residue.yy)
        moved = np.bincount(group, w * (across * up - residue.r * (across**2 + up**2) / 2))
        z = max(z, sqrt(grow * fsum(moved**2)) / (1 - residue.r**2))
    return _Errors(
        max(alone.height, grow * fsum(height**2)),
        max(alone.slope, grow * fsum(slope**2)),
        grow * fsum(height * slope),
        z,
        residue.r,
        size,
        size - 1,
        "linearised over clusters, Student's t, Fisher's z",
        by_t=True,
    )


def _fisher(r: float | None, shown: float | None, reach: float) -> Ends:
    """Both ends of r, by its z = atanh r."""
    if r is None or shown is None or not isfinite(reach):
        return -1.0, 1.0
    low, high = tanh(atanh(shown) - reach), tanh(atanh(shown) + reach)
    return min(low, r), max(high, r)


def _numbered(clusters: Sequence[Hashable]) -> NDArray[np.int64]:
    names: dict[Hashable, int] = {}
    return np.array([names.setdefault(name, len(names)) for name in clusters], np.int64)


def _flags(size: int, straight: bool, unit: str) -> tuple[str, ...]:
    """What the reader should know before trusting the intervals."""
    flags = []
    if size <= 3:
        flags.append(f"only {size} {unit}: they leave all but open how the line runs")
    if straight:
        flags.append(f"all {unit} lie on the line: how much they scatter is unknown, the intervals are a guess")
    return tuple(flags)
