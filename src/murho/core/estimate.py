"""An estimate: π, an honest interval around it, and what it rests on.

>>> from murho.core.moments import Moments
>>> wrong, right = Moments.of_cluster(1, 1), Moments.of_cluster(0, 1)
>>> some = estimate(sum([wrong] * 12 + [right] * 88, Moments()))
>>> some.value, round(some.low, 3), round(some.high, 3), some.method, some.flags
(0.12, 0.068, 0.2, 'score interval, effective size by Kish', ())

Never ±0, not even when nothing went wrong:

>>> none = estimate(sum([right] * 20, Moments()))
>>> none.value, none.low, round(none.high, 2), none.flags
(0.0, 0.0, 0.19, ('no error in 20 cases: the upper end is what that leaves possible',))
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import inf, isclose

from murho.core.errors import UsageError
from murho.core.intervals import (
    FEW,
    Evidence,
    critical,
    effective_size,
    exact_binomial,
    exact_poisson,
    score,
    score_end,
)
from murho.core.moments import Moments
from murho.core.quantiles import normal_quantile

Ends = tuple[float, float]


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


def estimate(
    moments: Moments, *, n: int | None = None, level: float = 0.95, method: str = "auto", bounded: bool = True
) -> Estimate:
    """π and its interval from the sums of a tally.

    `n` is the number of cases (the clusters, unless given). `bounded` says that a loss never exceeds its units, so
    that π is at most 1; word error rates are not bounded. Methods: `auto` (the same as `score`), `score`, `wilson`
    (the textbook formula at the effective size), `korn-graubard` (exact binomial at the effective size), `linearised`
    (π ± t·standard error; falls back to `score` where that has no width). For `bootstrap` call
    `murho.core.bootstrap.bootstrap`, which needs more than sums.

    Raises UsageError for an unknown method, a level outside (0, 1), or losses above their units when bounded.
    """
    check_level(level)
    if method not in METHODS:
        raise UsageError(f"unknown interval method {method!r}; give one of {', '.join(METHODS)}")
    cases = moments.clusters if n is None else n
    if moments.den == 0:
        unknown = ("nothing to estimate: the denominator is 0",)
        return Estimate(None, 0.0, 1.0 if bounded else inf, level, "none", cases, moments.clusters, 0.0, unknown)
    ratio = Fraction(moments.num) / Fraction(moments.den)
    if bounded and ratio > 1:
        raise UsageError(f"π is {float(ratio):g} but losses were said to be bounded; give bounded=False")
    of = evidence(moments, ratio, bounded)
    size = float(effective_size(of, level))
    low, high, name = METHODS[method](of, size, level)
    value = of.ratio
    return Estimate(
        value,
        max(0.0, min(low, value)),
        max(value, min(high, 1.0) if bounded else high),
        level,
        name,
        cases,
        moments.clusters,
        size,
        _flags(of, size, cases),
    )


def check_level(level: float) -> None:
    """Refuse a confidence level outside (0, 1)."""
    if not 0 < level < 1:
        raise UsageError(f"confidence level {level!r}; give a number between 0 and 1, such as 0.95")


def evidence(moments: Moments, ratio: Fraction, bounded: bool) -> Evidence:
    """The exact sums, rounded once each, as floats."""
    return Evidence.of_sums(
        float(ratio),
        1.0,
        max(0.0, float(moments.deviation_square(ratio) / Fraction(moments.den) ** 2)),
        float(Fraction(moments.den_den) / Fraction(moments.den) ** 2),
        float(Fraction(moments.unit_square) / Fraction(moments.den) ** 2),
        moments.clusters,
        moments.wrong,
        moments.right,
        bounded,
    )


def _score(of: Evidence, size: float, level: float) -> tuple[float, float, str]:
    low, high = score(of, size, level)
    if isclose(size, of.units):
        by = "Kish"
    else:
        by = "the number of clusters" if isclose(size, of.even) else "the design effect"
    return float(low), float(high), f"score interval, effective size by {by}"


def _wilson(of: Evidence, size: float, level: float) -> tuple[float, float, str]:
    z = normal_quantile((1 + level) / 2)
    low = score_end(of.ratio, size, z, of.bounded)
    high = score_end(of.ratio, size, z, of.bounded, upper=True)
    return float(low), float(high), "Wilson interval at the effective size"


def _korn_graubard(of: Evidence, size: float, level: float) -> tuple[float, float, str]:
    exact = exact_binomial if of.bounded else exact_poisson
    z = normal_quantile((1 + level) / 2)
    low, high = exact(of.ratio, size * float(z / critical(level, of.freedom)) ** 2, level)
    return low, high, f"Korn-Graubard interval, exact {'binomial' if of.bounded else 'Poisson'}"


def _linearised(of: Evidence, size: float, level: float) -> tuple[float, float, str]:
    if of.without_spread:
        low, high, name = _score(of, size, level)
        return low, high, f"{name}, since the linearised interval has no width"
    half = float(critical(level, of.clusters - 1) * of.variance**0.5)
    return of.ratio - half, of.ratio + half, f"linearised, t with {of.clusters - 1} degrees of freedom"


METHODS: dict[str, Callable[[Evidence, float, float], tuple[float, float, str]]] = {
    "auto": _score,
    "score": _score,
    "wilson": _wilson,
    "korn-graubard": _korn_graubard,
    "linearised": _linearised,
}


def _flags(of: Evidence, size: float, cases: int) -> tuple[str, ...]:
    """What the reader should know before trusting the interval."""
    unit = "cases" if of.clusters == cases else "clusters"
    flags = []
    if of.clusters == 1:
        return (f"only 1 {unit[:-1]}: how much {unit} differ is unknown",)
    if of.even < FEW:
        uneven = f", which weigh as {of.even:.1f} even ones" if of.even < 0.9 * of.clusters else ""
        flags.append(f"only {of.clusters} {unit}{uneven}")
    errors, right = size * of.ratio, size * (1 - of.ratio)
    if of.ratio == 0:
        flags.append(f"no error in {of.clusters} {unit}: the upper end is what that leaves possible")
    elif of.bounded and of.ratio == 1:
        flags.append(f"nothing right in {of.clusters} {unit}: the lower end is what that leaves possible")
    elif errors < FEW:
        flags.append(f"rests on only {errors:.1f} effective errors: read the interval as a rough one")
    elif of.bounded and right < FEW:
        flags.append(f"rests on only {right:.1f} effective right answers: read the interval as a rough one")
    elif of.in_error < FEW <= of.even:
        what = "an error" if of.ratio < 0.5 or not of.bounded else "anything right"
        flags.append(f"only {of.in_error} {unit} hold {what}: read the interval as a rough one")
    return tuple(flags)
