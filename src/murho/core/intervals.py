"""The arithmetic of intervals for a ratio of sums, on floats or on arrays of many samples at once.

The linearised variance of `π = Σ num / Σ den` says how precise π is; near 0 and 1 a symmetric interval around π
would still be wrong. So the variance is turned into an effective sample size, and the size into a score interval
(Wilson 1927). `estimate` calls these functions with floats; the simulation that checks their coverage calls the very
same ones with arrays. docs/intervals.md says why each step is there and what the simulation found.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.quantiles import normal_quantile, student_quantile

Real = Any
"""A float, or an array of floats; all arguments of one call have one shape."""

FEW = 10
"""Fewer effective errors or clusters than this get a flag."""
_NONE = 1e-12
"""A variance this much smaller than that of yes/no losses is rounding, not evidence."""
_TINY = 1e-300
"""Keeps 0 out of denominators."""


@dataclass(frozen=True)
class Evidence:
    """What an interval of a ratio rests on; every field a float or an array (samples,)."""

    ratio: Real
    """π."""
    variance: Real
    """Linearised, between clusters: C/(C-1) · Σ (num_c - π·den_c)² / (Σ den)²."""
    units: Real
    """Kish's effective number of units, (Σ den)² / Σ ρ²·units (Kish 1965, section 11.7)."""
    even: Real
    """Kish's effective number of clusters: how many equally heavy ones tell as much, (Σ den)² / Σ den_c²."""
    clusters: Real
    in_error: Real
    """Clusters that hold the rarer of the two outcomes: an error, or (bounded losses only) something right."""
    bounded: bool = True
    """Loss never exceeds units, so that π is at most 1."""

    @classmethod
    def of_sums(
        cls,
        num: Real,
        den: Real,
        deviation_square: Real,
        den_den: Real,
        unit_square: Real,
        clusters: Real,
        wrong: Real,
        right: Real,
        bounded: bool = True,
    ) -> "Evidence":
        """The evidence in the sums that `Moments` keeps; `deviation_square` is taken at π = num/den."""
        freedom = np.maximum(clusters - 1, 1)
        return cls(
            num / den,
            clusters / freedom * deviation_square / den**2,
            den**2 / unit_square,
            den**2 / den_den,
            clusters,
            np.minimum(wrong, right) if bounded else wrong,
            bounded,
        )

    @property
    def unanimous(self) -> Real:
        """No loss at all, or (bounded) nothing but loss: the spread says nothing."""
        return (self.ratio == 0) | (self.bounded & (self.ratio == 1))

    @property
    def yes_no_variance(self) -> Real:
        """The variance of one unit that is right or wrong; for unbounded losses, of a count (Poisson)."""
        return self.ratio * (1 - self.ratio) if self.bounded else self.ratio

    @property
    def spread_size(self) -> Real:
        """The size at which yes/no losses would have the variance found: n over the design effect."""
        yes_no = self.yes_no_variance
        if self.bounded:
            yes_no = yes_no / np.maximum(1 - 1 / self.units, _NONE)  # as variances of small samples are
        return yes_no / np.maximum(self.variance, _NONE * yes_no / self.units + _TINY)

    @property
    def without_spread(self) -> Real:
        """All clusters have the same π, or there is but one: a standard error of 0 that means nothing."""
        return (self.clusters < 2) | (self.variance <= _NONE * self.yes_no_variance / self.units)

    @property
    def freedom(self) -> Real:
        """Degrees of freedom between clusters, with uneven ones counted as fewer."""
        return self.even - 1

    @property
    def error_freedom(self) -> Real:
        """Degrees of freedom of the variance itself: it rests on the clusters in error, unevenly heavy again."""
        return np.minimum(self.even - 1, self.in_error * self.even / self.clusters)


def critical(level: float, freedom: Real) -> Real:
    """Two-sided quantile of Student's t, degrees of freedom rounded down, at least 1."""
    # What should be a whole number may fall short of it by rounding, and would lose a degree.
    degrees = np.maximum(1, np.floor(np.asarray(freedom, float) + 1e-9))
    if degrees.ndim == 0:
        return student_quantile((1 + level) / 2, float(degrees))
    # Simulations ask for the same few degrees thousands of times.
    different, index = np.unique(degrees, return_inverse=True)
    return np.array([student_quantile((1 + level) / 2, df) for df in different.tolist()])[index]


def effective_size(basis: Evidence, level: float) -> Real:
    """How many independent, equally heavy, yes/no units would tell as much about π.

    The smaller of Kish's size and of that which the design effect leaves, with two corrections. (1) A design effect
    measured on few clusters in error is itself uncertain: the size shrinks by the square of the ratio of t quantiles
    (as in Korn and Graubard 1998), though not below the number of clusters. (2) Graded losses may vary less than
    yes/no ones: the size may exceed Kish's as far as allowed by a one-sided 95 % bound of the variance and by
    clusters lost as a whole that the sample might have missed.
    """
    t = critical(level, basis.freedom)
    # Step 1 of docs/intervals.md: each of the two sizes is too large at times, so the smaller counts.
    size = np.where(basis.clusters > 1, np.minimum(basis.units, basis.spread_size), basis.even)
    # Step 2: a design effect is an estimate too; but clusters can do no worse than fail as wholes.
    shrunk = size * (t / critical(level, basis.error_freedom)) ** 2
    size = np.maximum(shrunk, np.minimum(size, basis.even))
    # Step 6: graded losses, as far as a bound of their variance allows. Yes/no losses are never touched by it.
    graded = basis.variance / _low_chi_square(basis.error_freedom) + (t / basis.even) ** 2
    size = np.maximum(size, basis.yes_no_variance / graded)
    # Step 3: where nothing or everything was lost no spread is seen, and only the clusters count.
    return np.where(basis.unanimous, basis.even, size)


def _low_chi_square(freedom: Real) -> Real:
    """The lower 5 % point of chi-square over its degrees of freedom (Wilson and Hilferty 1931)."""
    width = 2 / (9 * np.maximum(freedom, 1))
    return np.maximum(_NONE, 1 - width - normal_quantile(0.95) * np.sqrt(width)) ** 3


def score(basis: Evidence, size: Real, level: float) -> tuple[Real, Real]:
    """The score interval of `ratio` at an effective size, each end half an error further out while errors are few.

    Where nothing was lost (or, bounded, everything), the far end is the exact one, if that is further.
    """
    t = critical(level, basis.freedom)
    low = score_end(_half_error_less(basis.ratio, size), size, t, basis.bounded)
    if basis.bounded:
        # By symmetry: the lower end for what was right.
        high = 1 - score_end(_half_error_less(1 - basis.ratio, size), size, t, True)
    else:
        high = score_end(basis.ratio, size, t, False, upper=True)
    surprise = -np.log((1 - level) / 2) / size  # no error in `size` units: exp(-size·rate) is what remains possible
    far = -np.expm1(-surprise) if basis.bounded else surprise
    high = np.where(basis.ratio == 0, np.maximum(high, far), high)
    low = np.where(basis.bounded & (basis.ratio == 1), np.minimum(low, 1 - far), low)
    return np.minimum(low, basis.ratio), np.maximum(high, basis.ratio)


def _half_error_less(rate: Real, size: Real) -> Real:
    """The rate with up to half an error taken off: `0.5/size` times `10/(10 + errors)` (docs/intervals.md, step 4)."""
    return np.maximum(0, rate - 0.5 / size * FEW / (FEW + size * rate))


def score_end(rate: Real, size: Real, quantile: Real, bounded: bool, *, upper: bool = False) -> Real:
    """One root of (rate - p)² = quantile²·V(p)/size with V(p) = p(1-p), or p where losses are unbounded."""
    a = quantile**2 / size
    variance = rate * (1 - rate) if bounded else rate
    far = rate + a / 2 + quantile * np.sqrt(variance / size + a / (4 * size))
    if upper:
        return far / (1 + a) if bounded else far
    # The product of the roots is known; as a difference of nearly equal numbers the lower one would lose its digits.
    return rate**2 / far


def exact_binomial(rate: float, size: float, level: float) -> tuple[float, float]:
    """Clopper and Pearson's interval, size and errors not necessarily whole (Korn and Graubard 1998)."""
    from scipy.special import betaincinv

    errors, alpha = rate * size, 1 - level
    low = float(betaincinv(errors, size - errors + 1, alpha / 2)) if rate > 0 else 0.0
    high = float(betaincinv(errors + 1, size - errors, 1 - alpha / 2)) if rate < 1 else 1.0
    return low, high


def exact_poisson(rate: float, size: float, level: float) -> tuple[float, float]:
    """Garwood's interval for the rate of a count (Poisson), which may exceed 1; `size` need not be whole."""
    from scipy.special import gammaincinv

    errors, alpha = rate * size, 1 - level
    low = float(gammaincinv(errors, alpha / 2)) / size if rate > 0 else 0.0
    return low, float(gammaincinv(errors + 1, 1 - alpha / 2)) / size
