"""Several figures that are looked at together: the level at which each has its own interval, so that all hold at once.

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

from math import expm1, log, log1p


def own_level(level: float, figures: int) -> float:
    """The level of each figure's interval at which the intervals of so many hold at once at `level`."""
    return level if figures < 2 else 1 + expm1(log(level) / figures)


def simultaneous_p(p: float, figures: int) -> float:
    """What is left of a p once so many were looked at: at most 1 - level exactly where the own interval leaves 0 out.

    That is, the interval at `own_level`, of a procedure whose p and interval agree at any level.
    """
    return p if figures < 2 or p >= 1 else -expm1(figures * log1p(-p))
