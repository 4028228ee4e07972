"""Coverage: how often intervals hold a truth that is known, because whoever asks drew the samples.

The data at hand are the population here: its π is known, samples of as many clusters are drawn from it (whole clusters,
with replacement), and each sample gets the interval that figures get (`murho.core.intervals`). What becomes of clusters
that this population does not hold, nobody can learn from it.

>>> ones = np.ones(200)
>>> half_wrong = Population(np.repeat([1.0, 0.0], 100), ones, ones)
>>> found = coverage(half_wrong, replications=500, seed=1, level=0.95)
>>> found.truth, found.covered, found.without_interval
(0.5, 0.94, 0.0)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from math import ceil, comb, inf
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level
from murho.core.intervals import Evidence, doubts, effective_size, score, score_end
from murho.core.moments import OF_DEGREE, POWERS, powers_of
from murho.core.quantiles import normal_quantile

Column = NDArray[Any]

REPLICATIONS = 2000
FEWEST = 100
"""Fewer replications than this say next to nothing of a coverage near 95 %."""
_DRAWS = 1_000_000_000
"""Where nobody says how many replications, no more than draw this many clusters: a quarter of a minute, or a half."""
_ALIKE = 8
"""From so many clusters of a kind on they are drawn by their number and not one by one."""
_AT_ONCE, _BLOCK = 256, 2048
"""So many samples, and clusters of each, are counted at a time: they stay in the processor's cache."""
_SLACK = 1e-12
"""An end this near the truth holds it: what lies between them is rounding."""
_CANCELLED = 1e-13
"""A sum of squares this much smaller than what it is the difference of is rounding."""
LEAST_MARGIN = 1e-9


@dataclass(frozen=True)
class Population:
    """What is drawn from: a number of clusters, each with its sums."""

    num: Column
    """Σ ρ·loss of each cluster (clusters,)."""
    den: Column
    """Σ ρ·units (clusters,)."""
    square: Column
    """Σ ρ²·units (clusters,)."""
    bounded: bool = True
    """Loss never exceeds units."""

    @property
    def truth(self) -> float:
        """π of all clusters."""
        return float(self.num.sum() / self.den.sum())


@dataclass(frozen=True)
class Coverage:
    """How often the interval held the truth, and where the truth lay otherwise; shares are between 0 and 1."""

    truth: float
    """π of the population."""
    covered: float
    """Share of the samples with an interval whose interval holds the truth."""
    interval: tuple[float, float]
    """The 95 % interval of `covered`, which rests on so many samples (Wilson 1927)."""
    above: float
    """Share of them in which the truth lies above the interval."""
    below: float
    """Share of them in which it lies below."""
    width: float
    """The median."""
    flagged: float
    """Share of them whose interval has a flag."""
    without_interval: float
    """Share of all samples that have none: what was drawn weighs nothing, or is but one cluster."""
    replications: int
    """How many samples were drawn."""


def coverage(
    population: Population,
    *,
    level: float,
    replications: int | None = None,
    seed: int = 0,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Coverage:
    """Draw samples of as many clusters as the population has, with replacement, and count what their intervals hold.

    Args:
        population: of at least two clusters, and not without weight.
        level: of the intervals.
        replications: how many samples; by default 2,000, fewer of more than half a million clusters.
        seed: of the draws.
        told: called with how many samples are drawn, and of how many.

    Raises:
        UsageError: the level is none, there are too few replications, or no sample has an interval.
    """
    check_level(level)
    kinds, sizes = _kinds(population)
    count = _replications(min(len(population.num), _ALIKE * len(sizes)), replications)
    truth, drawn = population.truth, 0
    missed_by: list[Column] = []
    widths: list[Column] = []
    told(0, count)
    for size, evidence in samples(kinds, sizes, count, seed):
        effective = effective_size(evidence, level)
        low, high = score(evidence, effective, level)
        flagged = np.any([*doubts(evidence, effective).values()], axis=0)
        missed_by.append(np.array([*missed(low, high, truth), flagged]))
        widths.append(high - low)
        drawn += size
        told(drawn, count)
    width = np.concatenate(widths)
    if not len(width):
        raise UsageError(f"none of {count} samples has an interval: too few clusters weigh anything")
    above, below, flags = np.concatenate(missed_by, axis=1).sum(axis=1).tolist()
    some = len(width)
    return Coverage(
        truth,
        (some - above - below) / some,
        wilson(some - above - below, some),
        above / some,
        below / some,
        float(np.median(width)),
        flags / some,
        (count - some) / count,
        count,
    )


def samples(kinds: Population, sizes: NDArray[np.int64], count: int, seed: int) -> Iterator[tuple[int, Evidence]]:
    """Samples, some at a time: how many were drawn, and the evidence in those of them that have an interval.

    `sizes` (kinds,) says how many clusters the population has of each of the `kinds`.
    """
    origin = float((sizes * kinds.num).sum() / (sizes * kinds.den).sum())
    columns, rng = _columns(kinds, origin), np.random.default_rng(seed)
    for start in range(0, count, _AT_ONCE):
        size = min(_AT_ONCE, count - start)
        sums = np.zeros((size, columns.shape[1]))
        for part, counts in draws(sizes, size, rng):
            sums += counts.astype(float) @ columns[part]
        yield size, _evidence(sums, origin, kinds.bounded)


def draws(
    sizes: NDArray[np.int64], samples: int, rng: np.random.Generator
) -> Iterator[tuple[slice, NDArray[np.int64]]]:
    """How often each kind of cluster is in each sample, (samples, kinds), a block of kinds at a time.

    `sizes` (kinds,) says how many clusters of a kind there are; for a sample as many are drawn as there are in all,
    with replacement. How many of them fall into each block is drawn first.
    """
    starts = np.arange(0, len(sizes), _BLOCK)
    clusters = np.add.reduceat(sizes, starts)
    shares = rng.multinomial(clusters.sum(), clusters / clusters.sum(), samples)
    for start, inside, share in zip(starts.tolist(), clusters.tolist(), shares.T, strict=True):
        its = sizes[start : start + _BLOCK]
        if inside > _ALIKE * len(its):  # a binomial draw for each kind is less work than a draw for each cluster
            counts = rng.multinomial(share, its / inside)
        else:
            which = np.repeat(np.arange(len(its)), its)[rng.integers(0, inside, int(share.sum()))]
            sample = np.repeat(np.arange(samples) * len(its), share)
            counts = np.bincount(sample + which, minlength=samples * len(its)).reshape(samples, len(its))
        yield slice(start, start + len(its)), counts


def _kinds(population: Population) -> tuple[Population, NDArray[np.int64]]:
    """The clusters that differ, in a unit in which they weigh 1 on average, and how many there are of each."""
    columns = population.num, population.den, population.square
    order = np.lexsort(columns)
    num, den, square = (column[order] for column in columns)
    new = np.ones(len(num), bool)
    new[1:] = (np.diff(num) != 0) | (np.diff(den) != 0) | (np.diff(square) != 0)
    first = np.flatnonzero(new)
    # π and its interval are the same in any unit; fourth powers of very large or small sums would be lost.
    unit = float(den.mean())
    kinds = replace(population, num=num[first] / unit, den=den[first] / unit, square=square[first] / unit / unit)
    return kinds, np.diff(first, append=len(num))


_MORE = ("num", "den", "square", "num2", "num_times_den", "weighing", "right")
_SUMMED = (*_MORE, *POWERS)
"""The columns that are summed; `POWERS` are those of the deviation and the denominator."""


def _columns(kinds: Population, origin: float) -> Column:
    """What is summed over the clusters of a sample, a row for each kind: `_MORE`, and the powers of its deviation.

    Deviations are taken from π of the population: from that of a sample they differ by little, so that few digits are
    lost when they are brought there.
    """
    num, den = kinds.num, kinds.den
    weighing, right = (num > 0) | (den > 0), num < den
    more = num, den, kinds.square, num * num, num * den, weighing, right
    return np.column_stack([*more, *powers_of(num - origin * den, den)])


def _evidence(sums: Column, origin: float, bounded: bool) -> Evidence:
    """What an interval rests on, for each of the samples (samples, columns) that weighs something, of 2 clusters."""
    sums = sums[(sums[:, _MORE.index("den")] > 0) & (sums[:, _MORE.index("weighing")] > 1)]
    found = dict(zip(_SUMMED, sums.T, strict=True))
    den = found["den"]
    # Sums of equal columns may differ in their last bits: that nothing is right is told by counting.
    num = np.where(bounded & (found["right"] == 0), den, found["num"])
    shift = num / den - origin

    def deviations(degree: int) -> tuple[Column, Column]:
        """Σ (e - shift·den)^degree, and the same of the sizes of what is added: what rounding is to be held against."""
        names = OF_DEGREE[degree]
        terms = np.array([comb(degree, j) * (-shift) ** j * found[name] for j, name in enumerate(names)])
        return terms.sum(axis=0), np.abs(terms).sum(axis=0)

    (squares, size), (cubes, _), (fourths, _) = map(deviations, (2, 3, 4))
    return Evidence.of_sums(
        num,
        den,
        np.where(squares > _CANCELLED * size, squares, 0.0),
        cubes,
        np.maximum(fourths, 0.0),
        found["num2"],
        found["num_times_den"],
        found["den_den"],
        found["den4"],
        found["square"],
        found["weighing"],
        bounded,
    )


def missed(low: Column, high: Column, truth: float) -> tuple[Column, Column]:
    """Whether the truth lies above each interval, and whether below; an end that is nearly the truth holds it.

    >>> [column.tolist() for column in missed(np.array([0.1, 0.3]), np.array([0.2, 0.4]), 0.3)]
    [[True, False], [False, False]]
    """
    return high < truth - _SLACK, low > truth + _SLACK


def wilson(count: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927).

    >>> [round(end, 4) for end in wilson(15, 148)]  # Newcombe (1998), table I, method 3
    [0.0624, 0.1605]
    """
    rate, z = count / of, normal_quantile(0.975)
    low, wrong = score_end(rate, of, z, True), score_end(1 - rate, of, z, True)
    return float(low), 1 - float(wrong)


def more_cases(cases: int, half_width: float, margin: float) -> int:
    """How many cases more an interval needs that is to be no wider than ± `margin`: widths go by 1/√cases.

    The design effect of weights and clusters is taken to stay as it is.

    >>> more_cases(100, half_width=0.08, margin=0.02), more_cases(100, half_width=0.08, margin=0.1)
    (1500, 0)
    """
    check_margin(margin)
    # Less what rounding adds: half the width takes four times the cases, not one more.
    return max(0, ceil(cases * ((half_width / margin) ** 2 - 1) - 1e-6))


def check_margin(margin: float) -> None:
    """Refuse a margin that no interval can have.

    Raises:
        UsageError: it is not a number from 1e-9 on.
    """
    if not LEAST_MARGIN <= margin < inf:
        raise UsageError(f"margin {margin!r}; give half the width that the interval should have, such as 0.02")


def check_replications(count: int | None) -> None:
    """Refuse so few samples that they tell nothing; None stands for as many as are usual.

    Raises:
        UsageError: they are fewer than 100.
    """
    if count is not None and count < FEWEST:
        raise UsageError(f"{count} replications are too few to tell a coverage; give at least {FEWEST}")


def _replications(work: int, wanted: int | None) -> int:
    """How many samples are drawn, where one takes the `work` of so many draws."""
    check_replications(wanted)
    return max(FEWEST, min(REPLICATIONS, _DRAWS // work)) if wanted is None else wanted
