"""Quantiles of the normal and of Student's t, without importing scipy: every figure needs one, scipy takes long.

>>> round(normal_quantile(0.975), 6), round(student_quantile(0.975, 4), 6), round(student_quantile(0.975, 1e6), 6)
(1.959964, 2.776445, 1.959966)
"""

from functools import lru_cache
from math import exp, lgamma, log, log1p, pi, sqrt, tan


def normal_quantile(probability: float) -> float:
    """The point below which the standard normal has the given probability, 0 < probability < 1."""
    from statistics import NormalDist  # which takes as long to import as all that a figure of few cases needs

    return NormalDist().inv_cdf(probability)


@lru_cache(maxsize=65536)
def student_quantile(probability: float, df: float) -> float:
    """The point below which Student's t with `df` > 0 degrees of freedom has the given probability.

    Closed forms for 1 and 2 degrees, an expansion about the normal for many (Abramowitz and Stegun 26.7.5),
    Newton's method on the tail in between.
    """
    if not 0 < probability < 1 or not df > 0:
        raise ValueError(f"no t quantile at probability {probability} with {df} degrees of freedom")
    if probability == 0.5:
        return 0.0
    tail = min(probability, 1 - probability)
    if df == 1:
        size = 1 / tan(pi * tail)
    elif df == 2:
        size = (1 - 2 * tail) / sqrt(2 * tail * (1 - tail))
    elif df > 1000:
        size = _expand(-normal_quantile(tail), df)
    else:
        size = _solve(tail, df)
    return size if probability > 0.5 else -size


def student_p(t: float, df: float) -> float:
    """How likely Student's t with `df` > 0 degrees of freedom is at least so far from 0, on either side.

    >>> round(student_p(2.776445, 4), 6), student_p(0, 4)
    (0.05, 1.0)
    """
    return 2 * _upper_tail(abs(t), df) if t else 1.0


def _expand(z: float, df: float) -> float:
    """Cornish and Fisher's expansion of the t quantile in powers of 1/df; z is the normal one."""
    g1 = (z**3 + z) / 4
    g2 = (5 * z**5 + 16 * z**3 + 3 * z) / 96
    g3 = (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384
    g4 = (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160
    return z + (g1 + (g2 + (g3 + g4 / df) / df) / df) / df


def _solve(tail: float, df: float) -> float:
    """The t > 0 whose upper tail is `tail`, by Newton's method kept inside a bracket."""
    low, high = 0.0, 1.0
    while _upper_tail(high, df) > tail:
        low, high = high, 2 * high
    log_norm = lgamma((df + 1) / 2) - lgamma(df / 2) - log(df * pi) / 2
    t = high
    for _ in range(200):
        excess = _upper_tail(t, df) - tail
        low, high = (t, high) if excess > 0 else (low, t)
        step = excess / exp(log_norm - (df + 1) / 2 * log1p(t * t / df))
        # Newton's step, or the middle of the bracket where that would leave it.
        nearer = t + step if low < t + step < high else (low + high) / 2
        if abs(nearer - t) <= 1e-13 * t:
            return nearer
        t = nearer
    return t


def _upper_tail(t: float, df: float) -> float:
    """P(T > t) for t > 0: half the regularised incomplete beta function I_x(df/2, 1/2) at x = df/(df + t²)."""
    a, x = df / 2, df / (df + t * t)
    # The continued fraction converges fast only on this side; on the other, that of 1 - x does.
    if x < (a + 1) / (a + 2.5):
        return _beta(x, a, 0.5) / 2
    return (1 - _beta(t * t / (df + t * t), 0.5, a)) / 2


def _beta(x: float, a: float, b: float) -> float:
    """I_x(a, b) by its continued fraction (Abramowitz and Stegun 26.5.8), evaluated after Lentz."""
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    tiny = 1e-300
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    fraction = d
    for m in range(1, 1000):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for coefficient in (even, odd):
            d = 1 / ((1 + coefficient * d) or tiny)  # Lentz: no denominator may be 0
            c = (1 + coefficient / c) or tiny
            fraction *= c * d
        if abs(c * d - 1) < 3e-16:  # the last factor was 1 but for rounding
            break
    return front * fraction
