"""Pairs of systems with a known difference of π, from which samples are drawn: what a test may meet.

A sample is a column for each of Σρ·loss and Σρ·units of A, and of B, one row a cluster (a case of no cluster is one
of its own). The difference is computed, never simulated.

>>> pair = right_and_wrong("equal weights", 0.2, 0.1)
>>> sample = pair.draw(np.random.default_rng(1), (1, 6))
>>> [column.tolist() for column in (sample.num_a, sample.num_b)], round(pair.difference, 6)
([[[0.0, 0.0, 1.0, 0.0, 0.0, 0.0]], [[0.0, 0.0, 0.0, 1.0, 0.0, 0.0]]], -0.1)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.floating[Any]]
Generator = np.random.Generator
Shape = tuple[int, int]

TYPES = 20_000
"""Expressions in the vocabularies whose frequencies are Zipf's."""
_POINTS = 200_000


@dataclass(frozen=True)
class Sample:
    """Four columns (samples, clusters)."""

    num_a: Column
    den_a: Column
    num_b: Column
    den_b: Column


@dataclass(frozen=True)
class Pair:
    """Two systems on one population of clusters."""

    family: str
    name: str
    difference: float
    """π(B) − π(A)."""
    draw: Callable[[Generator, Shape], Sample]
    bounded: bool = True
    yes_no: bool = False
    """Losses are 0 or 1 and all cases weigh the same: what McNemar's test asks for."""
    rare: float | None = None
    """The share of rare heavy clusters, where the population is made with some."""


@dataclass(frozen=True)
class Cell:
    """A population and how many clusters are drawn from it."""

    pair: Pair
    clusters: int

    @property
    def undetectable(self) -> bool:
        """Fewer than 5 of the rare heavy clusters are to be expected: samples without any look sound."""
        return self.pair.rare is not None and self.clusters * self.pair.rare < 5


def _normal_points() -> Column:
    """Standard normal values, evenly many in every part: expectations over them are plain means."""
    from scipy.special import ndtri

    result: Column = ndtri((np.arange(_POINTS) + 0.5) / _POINTS)
    return result


def _chance(logit: Column) -> Column:
    return 1 / (1 + np.exp(-logit))


def _logit(rate: float) -> float:
    return float(np.log(rate / (1 - rate)))


def _base(target: float, weights: Column, slope: Column) -> float:
    """The log-odds to which `slope` is added so that the weighted chance of an error is `target`."""
    low, high = -30.0, 30.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (
            (middle, high) if (weights * _chance(middle + slope)).sum() < target * weights.sum() else (low, middle)
        )
    return (low + high) / 2


# --- independent cases, right or wrong


def right_and_wrong(name: str, rate_a: float, rate_b: float, agreement: float = 0.0) -> Pair:
    """Equal weights; a share `agreement` of the cases is equally hard for both: the same uniform decides."""

    def draw(rng: Generator, shape: Shape) -> Sample:
        a = rng.random(shape)
        b = np.where(rng.random(shape) < agreement, a, rng.random(shape)) if agreement else rng.random(shape)
        one = np.ones(shape)
        return Sample((a < rate_a) * 1.0, one, (b < rate_b) * 1.0, one)

    return Pair("right and wrong", name, rate_b - rate_a, draw, yes_no=True)


def log_normal(
    name: str, rate_a: float, rate_b: float, sigma: float, slope_a: float = 0.0, slope_b: float = 0.0
) -> Pair:
    """Log-normal weights; the log-odds of an error rise by a slope with each standard deviation of the log weight."""
    z = _normal_points()
    rho = np.exp(sigma * z)
    base_a, base_b = _base(rate_a, rho, slope_a * z), _base(rate_b, rho, slope_b * z)

    def draw(rng: Generator, shape: Shape) -> Sample:
        z = rng.standard_normal(shape)
        rho = np.exp(sigma * z)
        a, b = (rng.random(shape) < _chance(base + slope * z) for base, slope in ((base_a, slope_a), (base_b, slope_b)))
        return Sample(rho * a, rho, rho * b, rho)

    return Pair("log-normal weights", name, rate_b - rate_a, draw)


def zipf(name: str, rate_a: float, rate_b: float, exponent: float, slope_a: float = 0.0, slope_b: float = 0.0) -> Pair:
    """Every case is an expression drawn from a vocabulary with equal chances; ρ is its frequency, rank^-exponent."""
    rho = np.arange(1, TYPES + 1) ** -exponent
    z = np.log(rho)
    z = (z - z.mean()) / z.std()
    chance_a, chance_b = (
        _chance(_base(rate, rho, slope * z) + slope * z) for rate, slope in ((rate_a, slope_a), (rate_b, slope_b))
    )

    def draw(rng: Generator, shape: Shape) -> Sample:
        rank = rng.integers(0, TYPES, shape)
        its = rho[rank]
        return Sample(its * (rng.random(shape) < chance_a[rank]), its, its * (rng.random(shape) < chance_b[rank]), its)

    return Pair("Zipf weights", name, rate_b - rate_a, draw)


def heavy_against_light(name: str, share: float, weight: float, rate: float) -> Pair:
    """A share of the cases is heavy: A fails on some of those only, B only on light ones, both with the same π."""
    mass = share * weight / (share * weight + 1 - share)

    def draw(rng: Generator, shape: Shape) -> Sample:
        heavy = rng.random(shape) < share
        rho = np.where(heavy, weight, 1.0)
        wrong = rng.random(shape) < np.where(heavy, rate / mass, rate / (1 - mass))
        return Sample(rho * (wrong & heavy), rho, rho * (wrong & ~heavy), rho)

    return Pair("rare heavy errors against many light ones", name, 0.0, draw, rare=share * min(1.0, rate / mass))


# --- graded losses


def graded(name: str, mean_a: float, mean_b: float, size_a: float, size_b: float, sigma: float = 0.0) -> Pair:
    """Losses drawn from beta distributions with these means and sizes, under log-normal weights."""

    def draw(rng: Generator, shape: Shape) -> Sample:
        rho = np.exp(sigma * rng.standard_normal(shape)) if sigma else np.ones(shape)
        a, b = (rng.beta(m * k, (1 - m) * k, shape) for m, k in ((mean_a, size_a), (mean_b, size_b)))
        return Sample(rho * a, rho, rho * b, rho)

    return Pair("graded losses", name, mean_b - mean_a, draw)


# --- word errors


def words(name: str, rate_a: float, rate_b: float, garbage: float = 0.0) -> Pair:
    """Utterances of 9 words on average, equally hard for both, with Poisson errors.

    In a share `garbage` of them B has twice as many errors as words; the rate of all others is lower, so that its word
    error rate is `rate_b` still.
    """
    usual = (rate_b - 2 * garbage) / (1 - garbage)

    def draw(rng: Generator, shape: Shape) -> Sample:
        den = 1.0 + rng.negative_binomial(2, 0.2, shape)
        hard = den * rng.gamma(2, 0.5, shape)
        a, b = rng.poisson(rate_a * hard) * 1.0, rng.poisson(usual * hard) * 1.0
        if garbage:
            b = np.where(rng.random(shape) < garbage, 2 * den, b)
        return Sample(a, den, b, den)

    return Pair("word errors", name, rate_b - rate_a, draw, bounded=False, rare=garbage or None)


# --- clusters


def clusters(name: str, rate_a: float, rate_b: float, own: float, sizes: float, own_b: float | None = None) -> Pair:
    """Clusters of about 10 cases, log-normally large; both systems meet the same hardness, and each one of its own.

    `own` is the standard deviation of the log-odds by which a system's chance of an error differs between clusters.
    """
    spreads = own, own if own_b is None else own_b
    z = _normal_points()[::20]
    one = np.ones_like(z)
    bases = [
        _base(rate, one, np.hypot(spread, 0.5) * z) for rate, spread in zip((rate_a, rate_b), spreads, strict=True)
    ]

    def draw(rng: Generator, shape: Shape) -> Sample:
        size = np.maximum(1, np.rint(10 * np.exp(sizes * rng.standard_normal(shape)))).astype(np.int64)
        shared = 0.5 * rng.standard_normal(shape)
        a, b = (
            rng.binomial(size, _chance(base + shared + spread * rng.standard_normal(shape))) * 1.0
            for base, spread in zip(bases, spreads, strict=True)
        )
        return Sample(a, size * 1.0, b, size * 1.0)

    return Pair("clusters", name, rate_b - rate_a, draw)


def long_dialogues(name: str, rate: float, slope_a: float, slope_b: float, sizes: float) -> Pair:
    """Dialogues of about 8 turns whose length goes along with errors, for either system in its own way."""
    z = _normal_points()
    turns = np.maximum(1, np.rint(8 * np.exp(sizes * z)))
    bases = [_base(rate, turns, slope * z) for slope in (slope_a, slope_b)]

    def draw(rng: Generator, shape: Shape) -> Sample:
        z = rng.standard_normal(shape)
        size = np.maximum(1, np.rint(8 * np.exp(sizes * z))).astype(np.int64)
        a, b = (
            rng.binomial(size, _chance(base + slope * z)) * 1.0
            for base, slope in zip(bases, (slope_a, slope_b), strict=True)
        )
        return Sample(a, size * 1.0, b, size * 1.0)

    return Pair("dialogues of informative length", name, 0.0, draw)


# --- the grid

CASES = (30, 100, 300, 1000, 4000)
FEW = (5, 10, 20, 50)


def nulls() -> Iterator[tuple[Pair, tuple[int, ...]]]:
    """Systems whose π is the same, exchangeable or not, and how many clusters are drawn."""
    for rate in (0.05, 0.2, 0.5):
        for agreement in (0.0, 0.8):
            name = f"rate {rate}" + (f", {agreement:.0%} equally hard" if agreement else "")
            yield right_and_wrong(name, rate, rate, agreement), CASES
    ways = (
        (0.0, 0.0, "apart"),
        (1.0, 1.0, "both rising"),
        (-1.0, -1.0, "both falling"),
        (1.0, -1.0, "A rising, B falling"),
    )
    for sigma in (0.5, 1.0, 1.5):
        for slope_a, slope_b, way in ways:
            yield log_normal(f"σ {sigma}, {way}", 0.2, 0.2, sigma, slope_a, slope_b), CASES
    for exponent in (0.5, 0.7, 1.0, 1.2):
        for slope_a, slope_b, way in ways:
            yield zipf(f"exponent {exponent}, {way}", 0.2, 0.2, exponent, slope_a, slope_b), CASES
    for share, weight in ((0.05, 10.0), (0.02, 20.0), (0.2, 5.0)):
        yield heavy_against_light(f"{share:.0%} weigh {weight:.0f}", share, weight, 0.1), CASES
    yield graded("beta(2, 3) and itself", 0.4, 0.4, 5, 5), CASES
    yield graded("beta(2, 3) against beta(.4, .6)", 0.4, 0.4, 5, 1), CASES
    yield graded("beta(2, 3) against beta(.4, .6), log-normal 1", 0.4, 0.4, 5, 1, 1.0), CASES
    yield graded("beta(.1, .9) against beta(2, 18)", 0.1, 0.1, 1, 20), CASES
    yield words("rate 0.2", 0.2, 0.2), CASES
    for garbage in (0.01, 0.03, 0.08):
        yield words(f"rate 0.2, B with {garbage:.0%} garbage", 0.2, 0.2, garbage), CASES
    for sizes in (0.3, 1.0):
        for own in (0.3, 1.0):
            yield clusters(f"sizes differ by {sizes}, systems by {own}", 0.2, 0.2, own, sizes), FEW
        yield clusters(f"sizes differ by {sizes}, A by 0.3, B by 1.5", 0.2, 0.2, 0.3, sizes, 1.5), FEW
        yield long_dialogues(f"sizes differ by {sizes}, A rising, B falling", 0.2, 0.5, -0.5, sizes), FEW


def powers() -> Iterator[tuple[Pair, tuple[int, ...]]]:
    """Systems of which B is better, and how many clusters are drawn."""
    yield right_and_wrong("0.2 to 0.1", 0.2, 0.1), (100,)
    yield right_and_wrong("0.2 to 0.1, half equally hard", 0.2, 0.1, 0.5), (100,)
    yield right_and_wrong("0.2 to 0.15, 80 % equally hard", 0.2, 0.15, 0.8), (100, 300)
    yield right_and_wrong("0.1 to 0.05", 0.1, 0.05), (100, 300)
    yield right_and_wrong("0.05 to 0.03", 0.05, 0.03), (300, 1000)
    yield log_normal("σ 1, 0.2 to 0.1", 0.2, 0.1, 1.0), (100, 300)
    yield log_normal("σ 1, 0.2 to 0.15, both falling", 0.2, 0.15, 1.0, -1.0, -1.0), (1000,)
    yield zipf("exponent 0.7, 0.2 to 0.1", 0.2, 0.1, 0.7), (300, 1000)
    yield zipf("exponent 1.0, 0.2 to 0.1", 0.2, 0.1, 1.0), (1000, 4000)
    yield graded("0.4 to 0.33", 0.4, 0.33, 5, 5), (30, 100)
    yield words("0.2 to 0.16", 0.2, 0.16), (30, 100, 300)
    yield clusters("0.2 to 0.1, sizes differ by 0.3", 0.2, 0.1, 0.3, 0.3), (5, 10, 20)
    yield clusters("0.2 to 0.1, sizes differ by 1", 0.2, 0.1, 0.5, 1.0), (10, 20, 50)


def grid(quick: bool = False) -> Iterator[Cell]:
    """All cells of the study; `quick`: those of up to 300 clusters."""
    for rows in (nulls(), powers()):
        for pair, sizes in rows:
            for size in sizes:
                if not quick or size <= 300:
                    yield Cell(pair, size)
