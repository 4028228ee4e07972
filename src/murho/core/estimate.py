"""An estimate: π, an honest interval around it, and what it rests on.

>>> from murho.core.moments import Moments
>>> wrong, right = Moments.of_cluster(1, 1), Moments.of_cluster(0, 1)
>>> few = estimate(sum([wrong] * 12 + [right] * 88, Moments()), level=0.95)
>>> few.value, round(few.low, 3), round(few.high, 3), few.method, few.flags
(0.12, 0.069, 0.202, 'score interval, effective size by Kish', ())

Never ±0, not even when nothing went wrong:

>>> perfect = estimate(sum([right] * 20, Moments()), level=0.95)
>>> perfect.value, perfect.low, round(perfect.high, 2), perfect.flags
(0.0, 0.0, 0.18, ('no error in 20 cases: the upper end is what that leaves possible',))

Several figures that are looked at together: the level at which each has its own interval, so that all hold at once.

Whoever reads thirty intervals at 95 % must expect one or two of them to miss. An interval of each at the level
`level ** (1 / figures)` instead holds together with all others at the level asked for: exactly so where figures are
independent, and at least so however they vary together, as far as they are normal (Šidák 1967, "Rectangular confidence
regions for the means of multivariate normal distributions"). Nothing but their number is needed, so parts of the work
and streams come to the same digits as the whole.

>>> round(own_level(0.95, 30), 5), own_level(0.95, 1)
(0.99829, 0.95)
>>> round(simultaneous_p(0.01, 3), 4)
0.0297
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from math import expm1, inf, isclose, log, log1p
from typing import NamedTuple

from murho.core.errors import UsageError
from murho.core.intervals import (
    Evidence,
    critical,
    doubts,
    effective_size,
    exact_binomial,
    exact_poisson,
    score,
    score_end,
)
from murho.core.moments import Moments, Number
from murho.core.quantiles import normal_quantile

USUAL_LEVEL = 0.95
"""The level of intervals where nobody chose one. No function has it as a default: whoever reads a figure says it."""


def own_level(level: float, figures: int) -> float:
    """The level of each figure's interval at which the intervals of so many hold at once at `level`."""
    return level if figures < 2 else 1 + expm1(log(level) / figures)


def simultaneous_p(p: float, figures: int) -> float:
    """What is left of a p once so many were looked at: at most 1 - level exactly where the own interval leaves 0 out.

    That is, the interval at `own_level`, of a procedure whose p and interval agree at any level.
    """
    return p if figures < 2 or p >= 1 else -expm1(figures * log1p(-p))


Ends = tuple[float, float]


class Unseen(NamedTuple):
    """Errors, or their absence, where all that was seen was alike."""

    shift: float
    """What they would add to π."""
    flag: str
    """The warning where the interval does not reach so far."""


class ByDesign(NamedTuple):
    """What the design of a sample does to a figure."""

    effect: float = 1.0
    """How many times as large as that of independent units its variance is; 0 where nothing of a finite population was
    left out."""
    unseen: tuple[Unseen, ...] = ()
    """Why the variance may be another one than was seen."""


@dataclass(frozen=True)
class Estimate:
    """π with its interval; frozen, comparable, every setting with it."""

    value: float | None
    """π; None where the denominator is 0."""
    low: float
    high: float
    level: float
    method: str
    """What was really done."""
    n: int
    """Cases."""
    clusters: int
    effective_n: float
    """Independent, equally heavy, yes/no units that would tell as much."""
    flags: tuple[str, ...] = ()
    """Plain warnings; empty where the interval can be taken as it stands."""
    undetermined: str | None = None
    """Why there is no interval; `low` and `high` are then no more than what is possible at all."""
    simultaneous: Ends | None = None
    """The interval that holds at once with those of all estimates looked at together; None where it stands alone."""

    @property
    def interval(self) -> Ends | None:
        """The lower and the upper end of the interval; None where nothing says how far the value may be off."""
        return None if self.undetermined else (self.low, self.high)


def estimate(
    moments: Moments,
    *,
    n: int | None = None,
    level: float,
    method: str = "auto",
    bounded: bool = True,
    effect: float = 1.0,
    unseen: tuple[Unseen, ...] = (),
    family: int = 1,
) -> Estimate:
    """π and its interval from the sums of a tally.

    `n` is the number of cases (the clusters, unless given). `bounded` says that a loss never exceeds its units, so
    that π is at most 1; word error rates are not bounded. Methods: `auto` (the same as `score`), `score`, `wilson`
    (the textbook formula at the effective size), `korn-graubard` (exact binomial at the effective size), `linearised`
    (π ± t·standard error; falls back to `score` where that has no width). For `bootstrap` call
    `murho.core.resampling.bootstrap`, which needs more than sums. `effect` is how many times as large as that of
    independent clusters the variance is by a design of sampling; 0 where nothing was left out of a finite population.
    `unseen` is how far off π may lie for what the sums do not show, as of a design; where the interval does not reach
    so far there is a flag.
    `family` is how many estimates are looked at together: with more than one there is a simultaneous interval, too.

    Raises UsageError for an unknown method, a level outside (0, 1), or losses above their units when bounded.
    """
    check_level(level)
    if method not in METHODS:
        raise UsageError(f"unknown interval method {method!r}; give one of {', '.join(METHODS)}")
    cases = moments.clusters if n is None else n
    if moments.den == 0:
        unknown = ("nothing to estimate: the denominator is 0",)
        widest = 0.0, 1.0 if bounded else inf
        return Estimate(None, *widest, level, "none", cases, moments.clusters, 0.0, unknown, unknown[0])
    # Exact, so that π of 0 or 1 is told from one that is nearly so.
    ratio = Fraction(moments.num) / Fraction(moments.den)
    if bounded and ratio > 1:
        raise UsageError(f"π is {float(ratio):g} but losses were said to be bounded; give bounded=False")
    basis = evidence(moments, ratio, bounded)
    value = basis.ratio
    together = own_level(level, family) if family > 1 else None
    if effect <= 0:
        done, alone = "all of a finite population: no sampling error", (value, value)
        size = float(cases)
        return Estimate(
            value, *alone, level, done, cases, moments.clusters, size, simultaneous=alone if together else None
        )
    size = float(effective_size(basis, level)) / effect
    varied = replace(basis, variance=basis.variance * effect)

    def ends(at: float) -> tuple[float, float, str]:
        low, high, name = METHODS[method](varied, size, at)
        # Symmetric ends may leave [0, 1], and rounding may put an end on the wrong side of π.
        return max(0.0, min(low, value)), max(value, min(high, 1.0) if bounded else high), name

    low, high, name = ends(level)
    name = name if effect == 1 else f"{name}; variance by the design of the sample"
    one = "case" if cases == 1 else "cluster"
    missed = dict.fromkeys(each.flag for each in unseen if not low <= value + each.shift <= high)
    single = f"only 1 {one}: how much {one}s differ is unknown" if moments.clusters == 1 else None
    return Estimate(
        value,
        low,
        high,
        level,
        name,
        cases,
        moments.clusters,
        size,
        (*_flags(basis, size, cases), *missed) if single is None else (single,),
        single,
        None if together is None or single is not None else ends(together)[:2],
    )


_LEAST = 1e-9
"""The lowest confidence level, and what the highest lacks to 1."""


def check_level(level: float) -> None:
    """Refuse a confidence level outside (0, 1), or so near to its ends that no quantile can be told from 0 or ∞."""
    if not _LEAST <= level <= 1 - _LEAST:
        raise UsageError(f"confidence level {level!r}; give a number between 0 and 1, such as 0.95")


def evidence(moments: Moments, ratio: Fraction, bounded: bool) -> Evidence:
    """What an interval rests on, as floats: the exact sums divided by Σ ρ·units, and rounded once each."""
    den = moments.den

    def over(above: int, below: int, degree: int) -> float:
        # A quotient of integers, rounded once: fractions would be reduced first, which takes longer than all else.
        high: int = above * den.denominator**degree
        low: int = below * den.numerator**degree
        return high / low

    def of(value: Number, degree: int) -> float:
        return over(value.numerator, value.denominator, degree)

    def deviation(degree: int) -> float:
        return over(*moments.deviation_parts(ratio, degree), degree)

    return Evidence.of_sums(
        float(ratio),
        1.0,
        # The powers behind these are rounded to doubles, so that their exact sum may fall a little below 0.
        max(0.0, deviation(2)),
        deviation(3),
        max(0.0, deviation(4)),
        of(moments.num_num, 2),
        of(moments.num_den, 2),
        of(moments.den_den, 2),
        of(moments.den4, 4),
        of(moments.unit_square, 2),
        moments.clusters,
        bounded,
    )


def _score(basis: Evidence, size: float, level: float) -> tuple[float, float, str]:
    low, high = score(basis, size, level)
    if isclose(size, basis.units):
        by = "Kish"
    else:
        by = "the number of clusters" if isclose(size, basis.even) else "the design effect"
    return float(low), float(high), f"score interval, effective size by {by}"


def _wilson(basis: Evidence, size: float, level: float) -> tuple[float, float, str]:
    z = normal_quantile((1 + level) / 2)
    low = score_end(basis.ratio, size, z, basis.bounded)
    high = score_end(basis.ratio, size, z, basis.bounded, upper=True)
    return float(low), float(high), "Wilson interval at the effective size"


def _korn_graubard(basis: Evidence, size: float, level: float) -> tuple[float, float, str]:
    exact = exact_binomial if basis.bounded else exact_poisson
    z = normal_quantile((1 + level) / 2)
    # An exact interval has no degrees of freedom; so the size pays for them (Korn and Graubard 1998).
    low, high = exact(basis.ratio, size * float(z / critical(level, basis.freedom)) ** 2, level)
    return low, high, f"Korn-Graubard interval, exact {'binomial' if basis.bounded else 'Poisson'}"


def _linearised(basis: Evidence, size: float, level: float) -> tuple[float, float, str]:
    if basis.without_spread:
        low, high, name = _score(basis, size, level)
        return low, high, f"{name}, since the linearised interval has no width"
    half = float(critical(level, basis.clusters - 1) * basis.variance**0.5)
    return basis.ratio - half, basis.ratio + half, f"linearised, t with {basis.clusters - 1} degrees of freedom"


METHODS: dict[str, Callable[[Evidence, float, float], tuple[float, float, str]]] = {
    "auto": _score,
    "score": _score,
    "wilson": _wilson,
    "korn-graubard": _korn_graubard,
    "linearised": _linearised,
}


def _flags(basis: Evidence, size: float, cases: int) -> tuple[str, ...]:
    """What the reader should know before trusting the interval."""
    unit = "cases" if basis.clusters == cases else "clusters"
    found = doubts(basis, size)
    flags = []
    if found["clusters"]:
        uneven = f", which weigh as {basis.even:.1f} even ones" if basis.even < 0.9 * basis.clusters else ""
        flags.append(f"only {basis.clusters} {unit}{uneven}")
    if found["uneven"]:
        flags.append(f"weights so uneven that {basis.heavy:.0f} of {basis.clusters} {unit} decide")
    if basis.ratio == 0:
        flags.append(f"no error in {basis.clusters} {unit}: the upper end is what that leaves possible")
    elif found["unanimous"]:
        flags.append(f"nothing right in {basis.clusters} {unit}: the lower end is what that leaves possible")
    if found["errors"]:
        flags.append(f"rests on only {size * basis.ratio:.1f} effective errors: read the interval as a rough one")
    if found["right"]:
        right = size * (1 - basis.ratio)
        flags.append(f"rests on only {right:.1f} effective right answers: read the interval as a rough one")
    return tuple(flags)
