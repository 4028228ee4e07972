"""Two systems on the same cases: the difference of π with its interval and its p, both from one procedure.

>>> before, after = [1, 0, 1, 1, 0, 1, 0, 1, 1, 1, 0, 1], [0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0]
>>> change = compare(before, [1] * 12, after, [1] * 12, level=0.95)
>>> change.pi_a, change.pi_b, round(change.value, 3), round(change.p_value, 4)
(0.6666666666666666, 0.25, -0.417, 0.0315)
>>> round(change.low, 2), round(change.high, 2)
(-0.75, -0.12)

p is at most α exactly where the interval at level 1 − α leaves 0 out. Both tell of random halves of the clusters
(`murho.core.halves`); of fewer than 8 clusters there are too few halves, and Student's t tells.

Never test the two as if they were unpaired: most of the spread of π is between cases, and cancels.

The smallest difference that a comparison of this many cases would find, whatever was seen: the power at the difference
that was seen says nothing but its p again.

By the usual formula for the power of a two-sided test, (z₁₋α/₂ + z_power)·σ/√n, with the standard error that
the interval of the difference tells (Cohen 1988, "Statistical power analysis", section 2.4). Clusters are counted,
which are cases where there are none.

>>> from murho.core.comparison import compare
>>> found = compare([1] * 20 + [0] * 180, [1] * 200, [0] * 12 + [1] * 8 + [0] * 172 + [1] * 8, [1] * 200, level=0.95)
>>> found.value, round(found.low, 3), round(found.high, 3)
(-0.02, -0.064, 0.022)
>>> round(smallest_found(found), 3)
0.061
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import inf, isfinite, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level, own_level, simultaneous_p
from murho.core.exact import counted_total
from murho.core.halves import Halves, halves
from murho.core.intervals import score_end
from murho.core.quantiles import normal_quantile, student_p, student_quantile

Column = NDArray[np.float64]
Counts = NDArray[np.int64]

FEW = 8
"""Fewer clusters have no halves to speak of."""
FEW_EVEN = 6
"""Fewer clusters, or clusters as uneven as fewer, get a flag."""
FEW_MOVES = 10
STRAY = 2.0
"""So many standard errors apart, what tells of weight and difference, or of up and down, is no chance."""
LOPSIDED = 0.15
"""The skewness of the difference from which one-sided moves are flagged."""


@dataclass(frozen=True)
class Difference:
    """π(B) - π(A) with its interval and its p, which agree."""

    value: float | None
    """Negative where B is better; None where a denominator is 0."""
    low: float
    high: float
    level: float
    method: str
    p_value: float
    """Two-sided; at most 1 - level exactly where the interval leaves 0 out."""
    pairs: int
    """Cases that both systems were judged on."""
    clusters: int
    resamples: int
    """Random halves that were drawn; 0 where none were needed."""
    seed: int
    flags: tuple[str, ...]
    pi_a: float | None
    pi_b: float | None
    p_simultaneous: float | None = None
    """Of all differences looked at together; None where it stands alone."""
    simultaneous: tuple[float, float] | None = None
    """The interval that holds at once with those of all others: it leaves 0 out exactly where that p is small."""

    @property
    def test(self) -> str:
        """The procedure that p and interval come from, without its particulars."""
        return self.method.partition(",")[0]


@dataclass(frozen=True)
class Paired:
    """What clusters tell of a difference: columns (clusters,), summing up to the difference and to 1."""

    value: float
    move: Column
    """What a cluster adds to the difference (its share of the weight where only one system is right throughout)."""
    share: Column
    """Its share of the weight, the mean of that for A and for B."""
    bounded: bool
    counts: Counts | None = None
    """How many clusters that are alike a row stands for; None: for one."""

    @property
    def clusters(self) -> int:
        """How many there are."""
        return len(self.move) if self.counts is None else int(self.counts.sum())

    def total(self, column: Column) -> float:
        """The sum of a column over the clusters."""
        return float(counted_total(column, self.counts))

    @property
    def deviation(self) -> Column:
        """How far each move is from what the cluster's share of the difference would be."""
        return self.move - self.value * self.share

    @property
    def few_moves(self) -> bool:
        """Whether most did not move, and those that did are fewer than 10, uneven ones counted as fewer."""
        if self.total(self.share * (self.move != 0)) > 0.5:
            return False
        return self.total(np.abs(self.move)) ** 2 < FEW_MOVES * self.total(self.move**2) or not self.move.any()

    @property
    def alike(self) -> bool:
        """Whether all clusters differ alike, but for rounding."""
        return bool((np.abs(self.deviation) <= 1e-9 * abs(self.value) * self.share).all())

    @property
    def even(self) -> float:
        """How many equally heavy clusters weigh as unevenly."""
        return 1 / self.total(self.share * self.share)


@dataclass(frozen=True)
class Inference:
    """p and the interval at any level, of one procedure."""

    paired: Paired
    halves: Halves | None
    """None where clusters are too few for them."""
    pis: tuple[float, float]
    """π of A and of B."""

    @property
    def method(self) -> str:
        """By what p and interval were found."""
        if self.halves is None:
            return "student t between clusters"
        return f"random halves of the clusters, {f'{self.halves.drawn} drawn' if self.halves.drawn else 'all'}"

    @property
    def p_value(self) -> float:
        """Two-sided, of no difference."""
        if self.halves is not None:
            return self.halves.p_value
        clusters, value = self.paired.clusters, self.paired.value
        if not value or clusters < 2:
            return 1.0
        error, freedom = self._student
        return max(student_p(value / error, freedom) if error else 0.0, _least(clusters))

    def interval(self, level: float) -> tuple[float, float]:
        """The differences that are not rejected at 1 - level; never ±0."""
        value, widest = self.paired.value, 1.0 if self.paired.bounded else inf
        if self.halves is not None:
            low, high = self.halves.interval(level)
        else:
            error, freedom = self._student
            half = student_quantile((1 + level) / 2, freedom) * error
            low, high = value - half, value + half
            if 1 - level < _least(self.paired.clusters):
                low, high = min(low, 0.0), max(high, 0.0)
        if self.paired.few_moves or self.paired.alike:
            # A spread is not seen in them: a rate of moves is known no better than by its score.
            least_low, least_high = _of_one_sided_moves(self.paired, level)
            low, high = min(low, least_low), max(high, least_high)
        return max(-widest, low), min(widest, high)

    @property
    def _student(self) -> tuple[float, float]:
        """The jackknife's standard error, and the degrees of freedom that uneven clusters leave (CR3)."""
        clusters, rest = self.paired.clusters, 1 - self.paired.share
        if float(rest.min()) <= 0:
            return inf, 1.0
        squares = self.paired.total((self.paired.deviation / rest) ** 2)
        return sqrt(squares * (clusters - 1) / clusters), max(1.0, self.paired.even - 1)


def compare(
    num_a: ArrayLike,
    den_a: ArrayLike,
    num_b: ArrayLike,
    den_b: ArrayLike,
    *,
    pairs: int | None = None,
    level: float,
    resamples: int = 9999,
    seed: int = 0,
    bounded: bool = True,
    counts: NDArray[np.int64] | None = None,
    family: int = 1,
) -> Difference:
    """Compare B with A: columns (clusters,) of Σ ρ·loss and Σ ρ·units, row c of each for the same cluster.

    `pairs` is the number of cases (the clusters, unless given), `resamples` that of the halves drawn. With `counts`
    (rows,) a row stands for so many clusters that are alike. `family` is how many differences are looked at together
    (`murho.core.estimate`). Raises UsageError where the columns differ in length.
    """
    check_level(level)
    columns = [np.asarray(column, np.float64) for column in (num_a, den_a, num_b, den_b)]
    found = infer(columns, resamples=resamples, seed=seed, bounded=bounded, counts=counts)
    return difference(
        columns, found, pairs=pairs, level=level, seed=seed, bounded=bounded, family=family, counts=counts
    )


def infer(
    columns: Sequence[Column],
    *,
    resamples: int = 9999,
    seed: int = 0,
    bounded: bool = True,
    counts: Counts | None = None,
) -> Inference | None:
    """What the four columns of `compare` tell of the difference; None where a denominator is 0.

    Raises:
        UsageError: the columns differ in length.
    """
    if len({column.shape for column in columns}) > 1 or columns[0].ndim != 1:
        raise UsageError("the four columns differ in length; give one row for each cluster, the same in all")
    num_a, den_a, num_b, den_b = columns
    # The difference is taken of exact sums and rounded once: that of nearly equal systems would have no digits left.
    exact = [Fraction(counted_total(column, counts)) for column in columns]
    if not exact[1] or not exact[3]:
        return None
    value = float(exact[2] / exact[3] - exact[0] / exact[1])
    share_a, share_b = den_a / float(exact[1]), den_b / float(exact[3])
    middle = float(exact[2] / exact[3] + exact[0] / exact[1]) / 2
    move = num_b / float(exact[3]) - num_a / float(exact[1]) - middle * (share_b - share_a)
    share = (share_a + share_b) / 2
    # Rounding would make every cluster one that moved, and a variance that rests on few moves look safe.
    move[np.abs(move) < 1e-12 * share] = 0
    found = Paired(value, move, share, bounded, counts)
    few = found.clusters < FEW
    split = None if few else halves(move, share, value, counts=counts, draws=resamples, seed=seed)
    return Inference(found, split, (float(exact[0] / exact[1]), float(exact[2] / exact[3])))


def difference(
    columns: Sequence[Column],
    found: Inference | None,
    *,
    pairs: int | None = None,
    level: float,
    seed: int = 0,
    bounded: bool = True,
    family: int = 1,
    counts: Counts | None = None,
) -> Difference:
    """The difference at a level, as `compare` gives it, of what was inferred from the columns."""
    if found is None:
        clusters = len(columns[0]) if counts is None else int(counts.sum())
        sums = [float(counted_total(column, counts)) for column in columns]
        pis = (sums[0] / sums[1] if sums[1] else None, sums[2] / sums[3] if sums[3] else None)
        unknown, widest = ("nothing to compare: a denominator is 0",), 1.0 if bounded else inf
        count = clusters if pairs is None else pairs
        return Difference(None, -widest, widest, level, "none", 1.0, count, clusters, 0, seed, unknown, *pis)
    clusters = found.paired.clusters
    count = clusters if pairs is None else pairs
    low, high = found.interval(level)
    drawn = found.halves.drawn if found.halves is not None else 0
    flags = doubts(found.paired, count)
    value, method = found.paired.value, found.method
    alone = Difference(value, low, high, level, method, found.p_value, count, clusters, drawn, seed, flags, *found.pis)
    if family < 2:
        return alone
    together = found.interval(own_level(level, family))
    return replace(alone, p_simultaneous=simultaneous_p(found.p_value, family), simultaneous=together)


def holm(p_values: Sequence[float]) -> list[float]:
    """P-values corrected for their number, in the order given (Holm 1979).

    >>> holm([0.01, 0.04, 0.03])
    [0.03, 0.06, 0.06]
    """
    adjusted = [0.0] * len(p_values)
    worst = 0.0
    for rank, i in enumerate(sorted(range(len(p_values)), key=lambda i: p_values[i])):
        worst = max(worst, min(1.0, (len(p_values) - rank) * p_values[i]))  # never below what a smaller p came to
        adjusted[i] = worst
    return adjusted


def _least(clusters: int) -> float:
    """No p of so few clusters is smaller, however alike they are: each might have fallen on the other side."""
    return 0.5**clusters


def _of_one_sided_moves(paired: Paired, level: float) -> tuple[float, float]:
    """The score interval of the difference as a rate of moves, all of them of the typical size and one way.

    It holds 0 only where the difference is 0, so that p, which is of 0, has no part in it.
    """
    moved, squares = paired.total(np.abs(paired.move)), paired.total(paired.move**2)
    size = moved / squares if moved else paired.even
    rate, bounded = abs(paired.value), paired.bounded
    quantile = student_quantile((1 + level) / 2, max(1.0, paired.even - 1))
    if bounded:
        rate = min(rate, 1.0)
        near, far = score_end(rate, size, quantile, True), 1 - score_end(1 - rate, size, quantile, True)
    else:
        near, far = score_end(rate, size, quantile, False), score_end(rate, size, quantile, False, upper=True)
    if not moved:
        # Where nothing moved, the exact end 1 - (α/2)^(1/n) is the least that can be said.
        far = max(float(far), -float(np.expm1(np.log((1 - level) / 2) / size)))
    near, far = float(near), float(far)
    if paired.value == 0:
        return -far, far
    return (near, far) if paired.value > 0 else (-far, -near)


def doubts(paired: Paired, pairs: int) -> tuple[str, ...]:
    """What the reader should know before trusting the interval and p."""
    clusters, even = paired.clusters, paired.even
    unit = "cases" if clusters == pairs else "clusters"
    if clusters == 1:
        return (f"only 1 {unit[:-1]}: how much {unit} differ is unknown",)
    flags = []
    if even < FEW_EVEN:
        uneven = f", which weigh as {even:.1f} even ones" if even < 0.9 * clusters else ""
        flags.append(f"only {clusters} {unit}{uneven}")
    if not paired.move.any():
        flags.append(f"the systems differ on none of {clusters} {unit}: the interval is what that leaves possible")
    elif clusters >= FEW and _weight_tells(paired):
        flags.append(
            f"heavy and light {unit} tell different things of the systems: the difference rests on the heavy ones"
        )
    elif clusters >= FEW and _lopsided(paired):
        flags.append(f"a few {unit} speak much louder for one system than any for the other: there may be more of them")
    return tuple(flags)


def _weight_tells(paired: Paired) -> bool:
    """Whether the mean of the clusters' own differences is far from the weighted one, for its standard error."""
    held = paired.share > 0
    own = np.divide(paired.move, paired.share, out=np.zeros_like(paired.move), where=held)
    number = paired.total(held.astype(np.float64))
    plain = paired.total(own) / number
    contrast = np.where(held, (own - plain) / number, 0) - paired.deviation
    error = sqrt(paired.total(contrast**2))
    # With equal shares nothing but rounding is left of the contrast.
    return error > 1e-9 * paired.total(np.abs(own)) / number**1.5 and abs(plain - paired.value) > STRAY * error


def _lopsided(paired: Paired) -> bool:
    """Whether moves go further one way than the other, and so far that the difference itself is skew."""
    largest = float(np.abs(paired.move).max())
    cubes = (paired.move / largest) ** 3
    one_way = abs(paired.total(cubes)) > STRAY * sqrt(paired.total(cubes**2))
    deviation = paired.deviation / largest
    return one_way and abs(paired.total(deviation**3)) > LOPSIDED * paired.total(deviation**2) ** 1.5


POWER = 0.8
"""How often a difference of this size is to be found."""


def smallest_found(difference: Difference, power: float = POWER) -> float | None:
    """The smallest difference that so many clusters would find with this probability; None where nobody can know."""
    if difference.value is None or difference.clusters < 2 or not isfinite(difference.high - difference.low):
        return None
    quantile = normal_quantile((1 + difference.level) / 2)
    error = (difference.high - difference.low) / 2 / quantile
    return (quantile + normal_quantile(power)) * error
