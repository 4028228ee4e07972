"""The sums from which a ratio and its sampling error follow.

A ratio `π = Σ num / Σ den` is estimated from independent clusters (a dialogue, a speaker; a case that belongs
to no cluster is one of its own). Cluster c contributes `num_c = Σ ρ·loss` and `den_c = Σ ρ·units`; its
linearised deviation is `e_c = num_c − π·den_c`. Its variance, skewness and kurtosis need no more than the sums kept
here, whatever the number of cases, and two `Moments` over different clusters add up.

>>> a = Moments.of_cluster(1, 4); b = Moments.of_cluster(0, 6)
>>> (a + b).num, (a + b).den, (a + b).deviation(Fraction(1, 10), 2)
(1, 10, Fraction(18, 25))
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields
from fractions import Fraction
from math import comb, frexp, lcm
from typing import Any

Real = Any
"""A float, or a column of them."""
Number = int | Fraction  # exact: a float is a fraction whose denominator is a power of two

POWERS = (
    *("num_num", "num_den", "den_den"),
    *("num3", "num2_den", "num_den2", "den3"),
    *("num4", "num3_den", "num2_den2", "num_den3", "den4"),
)
"""The sums of num_c^i·den_c^j, i + j = 2, 3, 4, the highest i first."""
OF_DEGREE = {2: POWERS[:3], 3: POWERS[3:7], 4: POWERS[7:]}
"""Those of each degree."""


@dataclass(frozen=True, slots=True)
class Moments:
    """Exact sums over closed clusters; `Moments()` is the neutral zero of `+`."""

    clusters: int = 0
    num: Number = 0
    """Σ num_c, the numerator of π."""
    den: Number = 0
    """Σ den_c, the denominator of π."""
    num_num: Number = 0
    num_den: Number = 0
    den_den: Number = 0
    unit_square: Number = 0
    """Σ ρ²·units over judgements: with `den` it gives Kish's effective number of units, `den² / unit_square`."""
    wrong: int = 0
    """Clusters that hold any loss (num_c > 0)."""
    right: int = 0
    """Clusters that hold anything right (num_c < den_c)."""
    num3: Number = 0
    """Σ num_c³; `num2_den` is Σ num_c²·den_c, and so on."""
    num2_den: Number = 0
    num_den2: Number = 0
    den3: Number = 0
    num4: Number = 0
    num3_den: Number = 0
    num2_den2: Number = 0
    num_den3: Number = 0
    den4: Number = 0

    @classmethod
    def of_cluster(cls, num: Number, den: Number, unit_square: Number | None = None) -> "Moments":
        """The sums of a single cluster; powers are taken of the values rounded to doubles, once.

        Rounding before squaring keeps sums short; since a cluster is whole when it is closed, the digits do
        not depend on how the work was split.
        """
        n, d = float(num), float(den)
        return cls(
            clusters=int(n > 0 or d > 0),  # what has no weight tells nothing
            num=num,
            den=den,
            unit_square=den if unit_square is None else unit_square,
            wrong=int(n > 0),
            right=int(n < d),
            **dict(zip(POWERS, _powers(n, d), strict=True)),
        )

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Moments)))

    def deviation(self, ratio: Number, degree: int) -> Number:
        """Σ (num_c − ratio·den_c)^degree, degree 2, 3 or 4, exactly."""
        return Fraction(*self.deviation_parts(ratio, degree))

    def deviation_parts(self, ratio: Number, degree: int) -> tuple[int, int]:
        """The same as a numerator and a denominator that may have common factors, to look for which takes longest."""
        sums: list[Number] = [getattr(self, name) for name in OF_DEGREE[degree]]
        unit = lcm(*(value.denominator for value in sums))
        above, below = -ratio.numerator, ratio.denominator
        found = 0
        for j, value in enumerate(sums):
            whole = value.numerator * (unit // value.denominator)
            found += comb(degree, j) * above**j * below ** (degree - j) * whole
        return found, unit * below**degree


def powers_of(num: Real, den: Real) -> tuple[Real, ...]:
    """num^i·den^j in the order of POWERS, of doubles or of columns of them: each a product of two that are rounded."""
    nn, nd, dd = num * num, num * den, den * den
    return nn, nd, dd, nn * num, nn * den, dd * num, dd * den, nn * nn, nn * nd, nn * dd, nd * dd, dd * dd


def _powers(num: float, den: float) -> Iterator[Number]:
    """num^i·den^j in the order of POWERS, rounded to 53 bits, however small or large they are."""
    (n, of_n), (d, of_d) = frexp(num), frexp(den)
    degrees = ((degree - j, j) for degree in (2, 3, 4) for j in range(degree + 1))
    for power, (i, j) in zip(powers_of(n, d), degrees, strict=True):
        exponent = i * of_n + j * of_d
        scaled = Fraction(power) * (1 << exponent) if exponent > 0 else Fraction(power) / (1 << -exponent)
        yield scaled.numerator if scaled.denominator == 1 else scaled


def exact(value: float) -> Number:
    """The number a float stands for, as an integer where it is one.

    >>> exact(2.0), exact(0.5)
    (2, Fraction(1, 2))
    """
    return int(value) if value.is_integer() else Fraction(value)
