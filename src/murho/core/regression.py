"""The line through points (x, y): least squares, intervals of its slope and height, and the correlation r with its own.

How word accuracy and concept accuracy go together, say, over the settings of a recogniser (1996 paper, table 2):

>>> wa, ca = [48.8, 65.7, 72.9, 77.5, 83.0, 84.9], [46.7, 61.9, 68.2, 73.0, 78.5, 79.8]
>>> line = fit(wa, ca, level=0.95)
>>> round(line.slope, 3), [round(end, 3) for end in line.slope_interval], round(line.r, 4)
(0.924, [0.889, 0.959], 0.9996)
>>> round(line.at(80.0), 1), [round(end, 1) for end in line.band(80.0)]
(75.3, [74.8, 75.8])

Scatter need not be alike along the line, nor from cluster to cluster. The variance is that of the jackknife: each
cluster (each point, where there are no clusters) moves the line by what its residuals come to once it is not drawn
towards them, (I - H_gg)^-1 e_g. This is HC3 for points and CR3 for clusters. Student's t has the degrees of freedom
that CR2's variance would have if scatter were equal after all (Satterthwaite's; Bell and McCaffrey 2002, Imbens and
Kolesár 2016): few where few clusters decide, and others for each height of the line. r uses Fisher's z, its jackknife
and the slope's degrees of freedom. Fewer than 8 points cannot show how scatter differs: there it is taken to be equal,
with n - 2 degrees and Fisher's error of z, and a flag says so. docs/slopes.md tells how often they hold the truth, and
what was tried.

Neither collapses: where all points lie on a line no scatter is seen, and r is taken as 1 - 1/2n for the intervals.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from math import atanh, fsum, inf, isfinite, sqrt, tanh

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level
from murho.core.quantiles import normal_quantile, student_p, student_quantile

Column = NDArray[np.float64]
Ends = tuple[float, float]

_ON_THE_LINE = 1e-12
"""A share of the spread of y this small, left over by the line, is rounding."""
_DECIDED = 1e-9
"""A cluster that leaves the others less than this share of a direction decides it alone."""
FEW = 8
"""Fewer clusters or points than this are flagged, and so few points are taken to scatter alike."""


@dataclass(frozen=True)
class Freedom:
    """Degrees of freedom of the heights of a line: a ratio of polynomials of how far x is from the mean.

    >>> Freedom.same(4).at(10.0), Freedom.same(4).slope
    (4.0, 4.0)
    """

    over: tuple[float, ...]
    """Coefficients, of the fourth power last."""
    under: tuple[float, ...]

    @classmethod
    def same(cls, degrees: float) -> "Freedom":
        """As many at every height."""
        return cls((degrees, 0.0, 0.0, 0.0, degrees), (1.0, 0.0, 0.0, 0.0, 1.0))

    def at(self, off: float) -> float:
        """Of the height at this distance from the mean of x; 0 where there are none."""
        return _degrees(*(fsum(c * off**k for k, c in enumerate(these)) for these in (self.over, self.under)))

    @property
    def slope(self) -> float:
        """Of the slope."""
        return _degrees(self.over[4], self.under[4])


def _degrees(over: float, under: float) -> float:
    return max(1.0, over / under) if over > 0 and under > 0 else 0.0


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
    freedom: "Freedom"
    """Degrees of freedom of each height and of the slope."""

    @property
    def p_value(self) -> float | None:
        """Two-sided, of a slope of 0: at most α exactly where the interval at level 1 - α leaves 0 out.

        None where there is too little to tell.
        """
        if not isfinite(self.slope_interval[0]) or not self.covariance[1]:
            return None
        return student_p(self.slope / sqrt(self.covariance[1]), self.freedom.slope)

    def at(self, x: float) -> float:
        """The height of the line."""
        return self.intercept + self.slope * x

    def band(self, x: float) -> Ends:
        """The interval of the height at one x: where the line itself may run, not where single points may lie."""
        height, slope, both = self.covariance
        off = x - self.mean_x
        # Rounding of a large covariance may leave less than 0.
        variance = max(0.0, height + 2 * off * both + off * off * slope)
        half = _reach(variance, self.freedom.at(off), self.level)
        return self.at(x) - half, self.at(x) + half

    def as_json(self) -> dict[str, object]:
        """The fields that murho writes; an end that nothing bounds is null."""

        def ends(pair: Ends) -> list[float] | None:
            return list(pair) if all(map(isfinite, pair)) else None

        return {
            "slope": self.slope,
            "slope_interval": ends(self.slope_interval),
            "p_value": self.p_value,
            "degrees_of_freedom": self.freedom.slope,
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
    level: float,
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
    # A handful of points cannot show how scatter differs; whole clusters hang together, however few they are.
    plain = residue.straight or len(w) < (FEW if group is None else 3)
    errors = _classical(residue, group) if plain else _jackknife(residue, group)
    half = _reach(errors.slope, errors.freedom.slope, level)
    line = Line(
        slope,
        height - slope * middle,
        r,
        (slope - half, slope + half),
        (-inf, inf),
        _fisher(r, errors.shown, errors.z * errors.quantile_of_z(level)),
        len(w),
        errors.size,
        level,
        errors.method,
        _flags(errors, residue.straight, "points" if group is None else "clusters"),
        middle,
        (errors.height, errors.slope, errors.both),
        errors.freedom,
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
    freedom: Freedom
    method: str
    alone: bool = False
    """One of the clusters decides by itself how the line runs: nothing tells what another would have done."""
    counted: bool = True
    """The error of z is counted from the points, and so takes the slope's t; else it is Fisher's, a normal one."""

    def quantile_of_z(self, level: float) -> float:
        """How many standard errors the interval of z reaches to each side."""
        return _quantile(self.freedom.slope, level) if self.counted else normal_quantile((1 + level) / 2)


def _classical(residue: _Residue, group: NDArray[np.int64] | None) -> _Errors:
    """Equal scatter all along the line; points that lie on it count as one in each cluster."""
    size = len(residue.w) if group is None else int(group.max()) + 1
    # Points on a line show no scatter; r is taken a little short of ±1 so that no interval collapses.
    shown = residue.r * (1 - 1 / (2 * size)) if residue.straight and residue.r is not None else residue.r
    residual_square = residue.yy * (1 - (shown or 0) ** 2) if residue.straight else residue.rest
    spread = residual_square / (size - 2) if size > 2 else inf
    # Fisher's variance of atanh r is 1/(n - 3).
    z = 1 / sqrt(size - 3) if size > 3 else inf
    freedom = Freedom.same(max(0, size - 2))
    how = "Student's t, Fisher's z"
    return _Errors(spread / fsum(residue.w), spread / residue.xx, 0.0, z, shown, size, freedom, how, counted=False)


def _jackknife(residue: _Residue, group: NDArray[np.int64] | None) -> _Errors:
    """What each cluster, or each point, moves the line and r by when it is left out.

    In the two orthonormal columns U of the design, √w/√Σw and √w·dx/√Σw·dx², all that counts of a cluster are the
    matrix S_g = U_g'U_g and the scores U_g'e_g: (I - U_g U_g')^k U_g = U_g (I - S_g)^k.
    """
    w, total = residue.w, fsum(residue.w)
    unit = np.arange(len(w)) if group is None else group
    size, equal = int(unit.max()) + 1, _classical(residue, None)

    def sums(column: Column) -> Column:
        found: Column = np.bincount(unit, column, size).astype(np.float64)
        return found

    level, across = np.sqrt(w / total), np.sqrt(w / residue.xx) * residue.dx
    both = sums(level * across)
    held = np.stack([sums(level**2), both, both, sums(across**2)], axis=1).reshape(size, 2, 2)
    left = np.sqrt(w) * residue.residual
    scores = np.stack([sums(level * left), sums(across * left)], axis=1)
    values, vectors = np.linalg.eigh(np.eye(2) - held)
    decided = values < _DECIDED

    def power(exponent: float) -> Column:
        # What one cluster alone decides has no residual; it is left out here, and told.
        scaled = np.where(decided, 0.0, np.where(decided, 1.0, values) ** exponent)
        found: Column = np.einsum("gij,gj,gkj->gik", vectors, scaled, vectors)
        return found

    moved = np.einsum("gij,gj->gi", power(-1), scores)
    spread = np.einsum("gi,gj->ij", moved, moved)
    alone = bool(decided.any())
    # Clusters seen together never tell more than their points would each on its own.
    least = equal if group is not None or alone else None
    return _Errors(
        max(float(spread[0, 0]) / total, least.height if least else 0.0),
        max(float(spread[1, 1]) / residue.xx, least.slope if least else 0.0),
        float(spread[0, 1]) / sqrt(total * residue.xx),
        max(_z_error(residue, unit, size), least.z if least else 0.0),
        residue.r,
        size,
        _satterthwaite(held, power(-0.5), (1 / sqrt(total), 1 / sqrt(residue.xx))),
        f"jackknife over {'points' if group is None else 'clusters'}, Student's t, Fisher's z",
        alone,
    )


def _satterthwaite(held: Column, grown: Column, scale: Ends) -> Freedom:
    """Degrees of freedom of CR2's variance were scatter equal: (tr G)² / tr G², G_gg = c'S_g c, G_gh = -(v_g)'v_h.

    c is the height in the columns of U, (1/√Σw, off/√Σw·dx²), so that all are polynomials of `off`; v_g is
    S_g (I - S_g)^-1/2 c. Matrices (clusters, 2, 2).
    """
    towards = held @ grown
    trace = grown @ (held - held @ held) @ grown
    square = towards @ towards.transpose(0, 2, 1)

    def quadratic(matrix: Column) -> Column:
        ones = np.array([scale[0] ** 2, 2 * scale[0] * scale[1], scale[1] ** 2])
        found: Column = matrix[..., [0, 0, 1], [0, 1, 1]] * ones
        return found

    def times(one: Column, other: Column) -> Column:
        """The product of two polynomials of `off` for each cluster, summed over clusters."""
        products = one[:, :, None] * other[:, None, :]
        return np.array([sum(float(products[:, i, k - i].sum()) for i in range(3) if 0 <= k - i < 3) for k in range(5)])

    whole = quadratic(trace).sum(axis=0)[None]
    # Σ over all pairs of (v_g'v_h)² is the square of the norm of Σ v_g v_g', whose entries are quadratic too.
    entries = [quadratic(_symmetric(towards, i, j)).sum(axis=0)[None] for i, j in ((0, 0), (0, 1), (0, 1), (1, 1))]
    under = sum(times(entry, entry) for entry in entries)
    own = quadratic(square)
    under = under - times(own, own) + times(quadratic(trace), quadratic(trace))
    return Freedom(tuple(times(whole, whole).tolist()), tuple(np.asarray(under).tolist()))


def _symmetric(matrices: Column, i: int, j: int) -> Column:
    """For each matrix K the matrix of the quadratic form (K c)_i (K c)_j."""
    found: Column = np.einsum("ga,gb->gab", matrices[:, i], matrices[:, j])
    return (found + found.transpose(0, 2, 1)) / 2


def _z_error(residue: _Residue, unit: NDArray[np.int64], size: int) -> float:
    """The standard error of atanh r, from leaving out one cluster after the other; inf where that leaves no r."""
    if residue.r is None or abs(residue.r) == 1:
        return inf
    w, dx, dy = residue.w, residue.dx, residue.dy
    columns = (w, w * dx, w * dy, w * dx * dx, w * dx * dy, w * dy * dy)
    mass, x, y, xx, xy, yy = (fsum(column) - np.bincount(unit, column, size) for column in columns)
    with np.errstate(divide="ignore", invalid="ignore"):
        r = (xy - x * y / mass) / np.sqrt((xx - x * x / mass) * (yy - y * y / mass))
        off = np.arctanh(r) - atanh(residue.r)
    return sqrt(fsum(off**2)) if np.isfinite(off).all() else inf


def _quantile(freedom: float, level: float) -> float:
    return student_quantile((1 + level) / 2, freedom) if freedom > 0 else inf


def _reach(variance: float, freedom: float, level: float) -> float:
    """How far an interval reaches to each side."""
    return _quantile(freedom, level) * sqrt(variance) if freedom > 0 else inf


def _fisher(r: float | None, shown: float | None, reach: float) -> Ends:
    """Both ends of r, by its z = atanh r."""
    if r is None or shown is None or not isfinite(reach):
        return -1.0, 1.0
    low, high = tanh(atanh(shown) - reach), tanh(atanh(shown) + reach)
    return min(low, r), max(high, r)


def _numbered(clusters: Sequence[Hashable]) -> NDArray[np.int64]:
    names: dict[Hashable, int] = {}
    return np.array([names.setdefault(name, len(names)) for name in clusters], np.int64)


def _flags(errors: _Errors, straight: bool, unit: str) -> tuple[str, ...]:
    """What the reader should know before trusting the intervals."""
    flags = []
    size = errors.size
    if straight:
        flags.append(f"all {unit} lie on the line: how much they scatter is unknown, the intervals are a guess")
    if size <= 3:
        flags.append(f"only {size} {unit}: they leave all but open how the line runs")
    elif size < FEW and unit == "points":
        flags.append(f"only {size} points: the intervals take for granted that all scatter alike")
    elif size < FEW:
        flags.append(f"only {size} clusters: with fewer than {FEW} the intervals may miss more often than they say")
    if errors.alone and size > 3:
        flags.append(f"one of the {unit} alone decides how the line runs: the intervals are those of equal scatter")
    return tuple(flags)
