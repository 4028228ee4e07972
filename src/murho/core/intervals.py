"""The arithmetic of intervals for a ratio of sums, on floats or on arrays of many samples at once.

The linearised variance of `π = Σ num / Σ den` says how precise π is; near 0 and 1, and where few heavy clusters decide,
a symmetric interval around π would still be wrong. So the variance is turned into an effective sample size, the size
into a score interval (Wilson 1927), whose end on the side to which the deviations are skewed goes out, and whose other
end comes in, as far as the transformation of Hall (1992) says. `estimate` calls these functions with floats; the study
of coverage, `murho study intervals`, calls the same ones with arrays. docs/intervals.md says why each step is there
and what was found; `murho trust` checks the interval on samples of a run.

It takes sums of up to the fourth power of a cluster, which every tally keeps. It is never ±0, and it is declined where
there is a single cluster.

Arithmetic on floats, or on arrays of them entry by entry: what one formula needs to serve both.

A figure needs floats only, and importing numpy takes longer than reading it. So floats are reckoned with by `math`, and
numpy is asked where an array is among the arguments.

>>> import numpy as np
>>> maximum(1.0, 2.0), maximum(1.0, np.array([0.5, 2.0])).tolist()
(2.0, [1.0, 2.0])
"""

import math
from dataclasses import dataclass
from math import floor, log
from typing import Any

from murho.core.quantiles import student_quantile

Real = Any
"""A float, or an array of floats; all arguments of one call have one shape, or are numbers."""
Truth = Any
"""A bool, or an array of them."""


NUMBER = (float, int)
"""The types of single numbers and bools; numpy's own doubles are floats, too."""


def where(condition: Truth, yes: Real, no: Real) -> Real:
    """`yes` where the condition holds, `no` elsewhere.

    >>> where(True, 1.0, 2.0)
    1.0
    """
    if isinstance(condition, NUMBER) and isinstance(yes, NUMBER) and isinstance(no, NUMBER):
        return yes if condition else no
    import numpy as np

    return np.where(condition, yes, no)


def opposite(condition: Truth) -> Truth:
    """Whether it does not hold.

    >>> opposite(True)
    False
    """
    if isinstance(condition, NUMBER):
        return not condition
    import numpy as np

    return ~np.asarray(condition, bool)


def maximum(a: Real, b: Real) -> Real:
    """The larger."""
    if isinstance(a, NUMBER) and isinstance(b, NUMBER):
        return a if a >= b else b
    import numpy as np

    return np.maximum(a, b)


def minimum(a: Real, b: Real) -> Real:
    """The smaller."""
    if isinstance(a, NUMBER) and isinstance(b, NUMBER):
        return a if a <= b else b
    import numpy as np

    return np.minimum(a, b)


def clip(value: Real, low: Real, high: Real) -> Real:
    """The value, or the end of [low, high] that it is beyond."""
    return minimum(maximum(value, low), high)


def square_root(value: Real) -> Real:
    """The square root of what is at least 0."""
    if isinstance(value, NUMBER):
        return math.sqrt(value)
    import numpy as np

    return np.sqrt(value)


def cube_root(value: Real) -> Real:
    """The cube root, of negative numbers too.

    >>> cube_root(-8.0)
    -2.0
    """
    if isinstance(value, NUMBER):
        return _cube_root(value)
    import numpy as np

    return np.cbrt(value)


def expm1(value: Real) -> Real:
    """e to this power, less 1."""
    if isinstance(value, NUMBER):
        return math.expm1(value)
    import numpy as np

    return np.expm1(value)


def power(value: Real, exponent: float) -> Real:
    """What is at least 0 to a power; infinite beyond the largest double.

    >>> power(4.0, 1.5), power(1e300, 1.5)
    (8.0, inf)
    """
    if not isinstance(value, NUMBER):
        return value**exponent
    try:
        return value**exponent
    except OverflowError:
        return math.inf


def _cube_root(value: float) -> float:
    """The double nearest to the cube root: those of C libraries are off by a digit now and then, each in its way."""
    rough = math.cbrt(value)
    if not rough or not math.isfinite(rough):
        return rough
    # One step of Newton's, with what is missing taken exactly, since nearly all of it cancels: (value − r³) / 3r² as a
    # quotient of integers, which is rounded once and takes a third of the time of fractions.
    above, below = value.as_integer_ratio()
    root, unit = rough.as_integer_ratio()
    return rough + (above * unit**3 - root**3 * below) / (3 * root**2 * unit * below)


FEW_ERRORS = 4
"""Fewer effective errors than this get a flag."""
FEW_CLUSTERS = 5.5
"""Fewer clusters than this, uneven ones counted as fewer, get a flag."""
UNEVEN = 0.1
"""Weights more uneven than this (`Evidence.unevenness`) get a flag."""
_KISH_FROM, _KISH_WHOLLY = 0.07, 0.17
"""Weights as uneven as the first begin to take the larger of two variances, and as the second take it whole."""
_UNSEEN = 0.5
"""How many clusters lost as a whole a sample may have missed: what Jeffreys' prior adds to none seen."""
_SLACK = 10
"""What of the unevenness of C clusters is put down to their number: so many parts in C."""
_USUAL = 0.95
_TOLD_FROM, _TOLD_WHOLLY = 8, 10
"""From so many clusters on that carry the variance their third and fourth moments begin to count, and do so wholly."""
_NONE = 1e-12
"""A variance this much smaller than that of yes/no losses is rounding, not evidence."""
_LOST = 1e-14
"""Fourth moments this much smaller than what they are the difference of have no digits left."""
_TINY = 1e-300
"""Keeps 0 out of denominators."""


@dataclass(frozen=True)
class Evidence:
    """What an interval of a ratio rests on; every field a float or an array (samples,)."""

    ratio: Real
    """π."""
    variance: Real
    """Linearised, between clusters: C/(C-1) · Σ e_c² / (Σ den)², with e_c = num_c - π·den_c."""
    skewness: Real
    """Of π, as the sample shows it: Σ e_c³ / (Σ e_c²)^1.5, between -1 and 1."""
    carriers: Real
    """How many clusters carry the variance, (Σ e_c²)² / Σ e_c⁴."""
    units: Real
    """Kish's effective number of units, (Σ den)² / Σ ρ²·units (Kish 1965, section 11.7)."""
    even: Real
    """Kish's effective number of clusters: how many equally heavy ones tell as much, (Σ den)² / Σ den_c²."""
    heavy: Real
    """How many clusters carry what is uneven in the weights, (Σ den_c²)² / Σ den_c⁴."""
    mixed: Real
    """How mixed clusters are in themselves: Σ num_c·(den_c - num_c) / Σ den_c² over the variance of one that is right
    or wrong; 0 where clusters are lost as wholes or not at all, 1 where all have the same π."""
    clusters: Real
    bounded: bool = True
    """Loss never exceeds units, so that π is at most 1."""

    @classmethod
    def of_sums(
        cls,
        num: Real,
        den: Real,
        squares: Real,
        cubes: Real,
        fourths: Real,
        num_num: Real,
        num_den: Real,
        den_den: Real,
        den4: Real,
        unit_square: Real,
        clusters: Real,
        bounded: bool = True,
    ) -> "Evidence":
        """The evidence in the sums that `Moments` keeps; `squares`, `cubes` and `fourths` are those of e_c."""
        some = squares > 0
        spread = where(some, squares, 1.0)
        # |Σe³| ≤ (Σe²)^1.5, (Σe²)²/C ≤ Σe⁴ ≤ (Σe²)²; rounding breaks that where nearly equal numbers were subtracted.
        even = den**2 / den_den
        kept = some & (fourths > _LOST * (num_num + num * num / clusters) ** 2 / clusters)
        carriers = clip(spread * spread / where(kept, fourths, 1.0), 1.0, maximum(clusters, 1))
        ratio = num / den
        yes_no = ratio * (1 - ratio) if bounded else ratio
        return cls(
            ratio,
            clusters / maximum(clusters - 1, 1) * squares / den**2,
            where(kept, clip(cubes / power(spread, 1.5), -1.0, 1.0), 0.0),
            where(kept, carriers, even),
            den**2 / unit_square,
            even,
            den_den**2 / den4,
            clip((num_den - num_num) / den_den / where(yes_no > 0, yes_no, 1.0), 0.0, 1.0),
            clusters,
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
    def unit_variance(self) -> Real:
        """The variance of one unit as a sample shows it: a small one of right and wrong shows a little more."""
        return self.yes_no_variance / maximum(1 - 1 / self.units, _NONE) if self.bounded else self.yes_no_variance

    @property
    def without_spread(self) -> Real:
        """All clusters have the same π, or there is but one: a standard error of 0 that means nothing."""
        return (self.clusters < 2) | (self.variance <= _NONE * self.yes_no_variance / self.units)

    @property
    def freedom(self) -> Real:
        """Degrees of freedom between clusters, with uneven ones counted as fewer."""
        return self.even - 1

    @property
    def told(self) -> Real:
        """How far skewness and kurtosis may make an interval shorter, 0 to 1: those of few carriers are noise."""
        return clip((self.carriers - _TOLD_FROM) / (_TOLD_WHOLLY - _TOLD_FROM), 0, 1)

    @property
    def carried_freedom(self) -> Real:
        """Degrees of freedom of the variance itself, twice the clusters that carry it.

        Where these are not few, Satterthwaite's, of the kurtosis clusters/carriers: more where all deviate alike.
        """
        unlike = maximum(1 - self.told * self.carriers / self.clusters, _NONE)
        return minimum(self.even - 1, 2 * self.carriers / unlike)

    @property
    def adjusted_skewness(self) -> Real:
        """The skewness without what small samples hide of it: Fisher and Pearson's G1 (Joanes and Gill 1998)."""
        n = maximum(self.even, 3.0)
        return clip(self.skewness * square_root(n * (n - 1)) / (n - 2), -1.0, 1.0)

    @property
    def unevenness(self) -> Real:
        """The share of the heaviest cluster in what the weights are uneven by, less what their number explains."""
        return maximum(0, 1 / self.heavy - _SLACK / self.clusters)


def critical(level: float, freedom: Real) -> Real:
    """Two-sided quantile of Student's t, degrees of freedom rounded down, at least 1."""
    # What should be a whole number may fall short of it by rounding, and would lose a degree.
    if isinstance(freedom, NUMBER):
        return student_quantile((1 + level) / 2, max(1.0, float(floor(freedom + 1e-9))))
    import numpy as np

    degrees = np.maximum(1, np.floor(np.asarray(freedom, float) + 1e-9))
    # Simulations ask for the same few degrees thousands of times.
    different, index = np.unique(degrees, return_inverse=True)
    return np.array([student_quantile((1 + level) / 2, df) for df in different.tolist()])[index]


def effective_size(basis: Evidence, level: float) -> Real:
    """How many independent, equally heavy, yes/no units would tell as much about π: n over the design effect.

    The variance is that found between clusters, with two additions that count only as long as it is below the one that
    yes/no losses of Kish's size would have. (1) Graded losses: a cluster lost as a whole might have been missed, half
    of which is added.
    (2) Weights so uneven that few clusters decide: what these would add, had they come out otherwise, was not seen.
    """
    plain = basis.unit_variance / basis.units
    whole = maximum(basis.ratio, 1 - basis.ratio) if basis.bounded else 1.0
    missed = _UNSEEN * basis.mixed * (whole / basis.even) ** 2
    variance = maximum(basis.variance, minimum(plain, basis.variance + missed))
    share = clip((basis.unevenness - _KISH_FROM) / (_KISH_WHOLLY - _KISH_FROM), 0, 1)
    share = where(basis.without_spread | (basis.even < 2), 1, share)
    variance = maximum(variance, share * plain + (1 - share) * minimum(variance, plain))
    size = basis.unit_variance / maximum(variance, _TINY)
    # Where nothing or everything was lost, or there is but one cluster, no spread is seen: only the clusters count.
    return where(basis.unanimous | (basis.clusters < 2), basis.even, size)


def score(basis: Evidence, size: Real, level: float) -> tuple[Real, Real]:
    """The score interval of `ratio` at an effective size, moved to the skewed side after Hall.

    Where nothing was lost (or, bounded, everything), the far end is the exact one, if that is further.
    """
    t = critical(level, where(basis.unanimous, basis.freedom, basis.carried_freedom))
    low = score_end(basis.ratio, size, t, basis.bounded)
    if basis.bounded:
        # By symmetry: the lower end for what was right.
        high = 1 - score_end(1 - basis.ratio, size, t, True)
    else:
        high = score_end(basis.ratio, size, t, False, upper=True)
    up, down = basis.skewness > 0, basis.skewness < 0
    further, nearer = _further(basis, size, level), _nearer(basis, size)
    low = where(down, low - further, where(up, low + nearer * (basis.ratio - low), low))
    high = where(up, high + further, where(down, high - nearer * (high - basis.ratio), high))
    surprise = -log((1 - level) / 2) / size  # no error in `size` units: exp(-size·rate) is what remains possible
    far = -expm1(-surprise) if basis.bounded else surprise
    high = where(basis.ratio == 0, maximum(high, far), high)
    low = where(basis.bounded & (basis.ratio == 1), minimum(low, 1 - far), low)
    low, high = maximum(0, minimum(low, basis.ratio)), maximum(high, basis.ratio)
    return low, minimum(high, 1) if basis.bounded else high


def _further(basis: Evidence, size: Real, level: float) -> Real:
    """How much further out than right and wrong alone would put it the end on the skewed side lies, after Hall.

    It is taken at 95 % and goes in proportion at other levels, so that more confidence is never a shorter interval.
    """
    t = critical(_USUAL, basis.freedom)
    beyond = hall_reach(abs(basis.adjusted_skewness), t) - hall_reach(_expected_skewness(basis, size), t)
    error = square_root(basis.unit_variance / size)
    return where(basis.unanimous, 0, maximum(0, beyond) * error * critical(level, basis.freedom) / t)


def _nearer(basis: Evidence, size: Real) -> Real:
    """The share of its distance from π by which the end on the other side comes in, again after Hall.

    At every level it is that of 95 %, so that more confidence is never a shorter interval.
    """
    t, expected = critical(_USUAL, basis.freedom), _expected_skewness(basis, size)
    found = maximum(abs(basis.adjusted_skewness), expected)
    return where(basis.unanimous, 0, basis.told * (1 - hall_reach(-found, t) / hall_reach(-expected, t)))


def _expected_skewness(basis: Evidence, size: Real) -> Real:
    """What right and wrong alone have, which the score interval knows of already."""
    lopsided = abs(1 - 2 * basis.ratio) if basis.bounded else 1.0
    return minimum(lopsided / square_root(maximum(size * basis.yes_no_variance, _TINY)), 1.0)


def doubts(basis: Evidence, size: Real) -> dict[str, Real]:
    """Whether an interval at this size should be read with care, for each reason there may be."""
    few = basis.even < FEW_CLUSTERS
    unlike = opposite(basis.unanimous)
    errors = unlike & (size * basis.ratio < FEW_ERRORS)
    return {
        "clusters": few,
        "uneven": opposite(few) & (basis.unevenness > UNEVEN),
        "unanimous": opposite(unlike),
        "errors": errors,
        "right": unlike & opposite(errors) & (basis.bounded & (size * (1 - basis.ratio) < FEW_ERRORS)),
    }


def hall_reach(skewness: Real, quantile: Real) -> Real:
    """How many standard errors the end lies from the estimate on the side to which it is skewed.

    `skewness` (-1 to 1) is that of the estimate; a negative one says that it is skewed to the other side. Hall's
    monotone transformation T + gT²/3 + g²T³/27 + g/6 of the studentised estimate is nearly normal (Hall 1992); this is
    its inverse at `quantile`.

    >>> [round(float(hall_reach(skewness, 1.96)), 2) for skewness in (-0.3, 0.0, 0.3)]
    [1.63, 1.96, 2.65]
    """
    g = where(abs(skewness) < 1e-6, 1e-6, skewness)
    return 3 / g * (1 - cube_root(1 - g * (quantile + g / 6)))


def score_end(rate: Real, size: Real, quantile: Real, bounded: bool, *, upper: bool = False) -> Real:
    """One root of (rate - p)² = quantile²·V(p)/size with V(p) = p(1-p), or p where losses are unbounded."""
    a = quantile**2 / size
    variance = rate * (1 - rate) if bounded else rate
    far = rate + a / 2 + quantile * square_root(variance / size + a / (4 * size))
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
