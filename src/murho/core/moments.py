"""The sums from which a ratio and its sampling error follow.

A ratio `π = Σ num / Σ den` is estimated from independent clusters (a dialogue, a speaker; a case that belongs
to no cluster is one of its own). Cluster c contributes `num_c = Σ ρ·loss` and `den_c = Σ ρ·units`; its
linearised deviation is `num_c − π·den_c`. The variance needs no more than the sums kept here, whatever the
number of cases, and two `Moments` over different clusters add up.

>>> a = Moments.of_cluster(1, 4); b = Moments.of_cluster(0, 6)
>>> (a + b).num, (a + b).den, (a + b).deviation_square(Fraction(1, 10))
(1, 10, Fraction(18, 25))
"""

from dataclasses import dataclass, fields
from fractions import Fraction
from math import ldexp

Number = int | Fraction  # exact: a float is a fraction whose denominator is a power of two

SMALL, LIFT = 2.0**-1021, 600
"""Products below SMALL, where doubles have fewer bits, are taken of factors 2^LIFT times as large."""


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

    @classmethod
    def of_cluster(cls, num: Number, den: Number, unit_square: Number | None = None) -> "Moments":
        """The sums of a single cluster; squares are taken of the values rounded to doubles, once.

        Rounding before squaring keeps sums short; since a cluster is whole when it is closed, the digits do
        not depend on how the work was split.
        """
        n, d = float(num), float(den)
        return cls(
            int(n > 0 or d > 0),  # what has no weight tells nothing
            num,
            den,
            _product(n, n),
            _product(n, d),
            _product(d, d),
            den if unit_square is None else unit_square,
            int(n > 0),
            int(n < d),
        )

    def __add__(self, other: "Moments") -> "Moments":
        return Moments(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(Moments)))

    def deviation_square(self, ratio: Number) -> Number:
        """Σ (num_c − ratio·den_c)², exactly."""
        return self.num_num - 2 * ratio * self.num_den + ratio * ratio * self.den_den


def _product(left: float, right: float) -> Number:
    """The product rounded to 53 bits, however small it is."""
    product = left * right
    if abs(product) >= SMALL or not (left and right):
        return exact(product)
    # Lifted out of the range in which doubles have fewer bits, and put back exactly.
    return Fraction(ldexp(left, LIFT) * ldexp(right, LIFT)) / (1 << 2 * LIFT)


def exact(value: float) -> Number:
    """The number a float stands for, as an integer where it is one.

    >>> exact(2.0), exact(0.5)
    (2, Fraction(1, 2))
    """
    return int(value) if value.is_integer() else Fraction(value)
