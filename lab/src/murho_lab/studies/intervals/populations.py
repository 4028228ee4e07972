"""Populations with a known π, from which samples are drawn: many shapes of weights, losses and clusters.

A population draws whole clusters (a case of no cluster is one of its own). Its truth is the ratio of the two
expectations, which are computed, never simulated.

>>> flat = binary("equal weights", rate=0.2)
>>> num, den, square = flat.draw(np.random.default_rng(1), (1, 5))
>>> num.tolist(), den.tolist(), round(flat.truth, 6)
([[0.0, 0.0, 1.0, 0.0, 0.0]], [[1.0, 1.0, 1.0, 1.0, 1.0]], 0.2)
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Column = NDArray[Any]
Generator = np.random.Generator
Draw = Callable[[Generator, tuple[int, int]], tuple[Column, Column, Column]]
"""Draws num, den and Σρ²·units, (samples, clusters) each."""

TYPES = 20_000
"""Expressions in the vocabularies whose frequencies are Zipf's."""
_POINTS = 400_000


@dataclass(frozen=True)
class Population:
    """What samples are drawn from."""

    family: str
    """The shape, as the tables of docs/intervals.md call it."""
    name: str
    truth: float
    draw: Draw
    bounded: bool = True
    heavy: float | None = None
    """The share of rare heavy clusters, where the population is made with some."""
    real: bool = False
    """Nobody made it up: it is data."""


def _latent() -> Column:
    """Standard normal values, evenly many in every part: expectations over them are plain means."""
    return _normal_points(_POINTS)


@cache
def _normal_points(points: int) -> Column:
    from scipy.special import ndtri

    result: Column = ndtri((np.arange(points) + 0.5) / points)
    return result


def _chance(logit: Column) -> Column:
    return 1 / (1 + np.exp(-logit))


def _logit(rate: float) -> float:
    return float(np.log(rate / (1 - rate)))


# --- independent cases, right or wrong


def binary(name: str, rate: float, sigma: float = 0.0, slope: float = 0.0) -> Population:
    """Log-normal weights; the log-odds of an error rise by `slope` with each standard deviation of the log weight."""
    base = _logit(rate)

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        if not sigma:
            den = np.ones(shape)
            return (rng.random(shape) < rate) * 1.0, den, den
        z = rng.standard_normal(shape)
        rho = np.exp(sigma * z)
        return rho * (rng.random(shape) < _chance(base + slope * z)), rho, rho * rho

    z = _latent()
    rho = np.exp(sigma * z)
    truth = float((rho * _chance(base + slope * z)).mean() / rho.mean()) if sigma else rate
    return Population("right and wrong", name, truth, draw)


def zipf(name: str, rate: float, exponent: float, slope: float = 0.0, types: int = TYPES) -> Population:
    """Every case is an expression drawn from a vocabulary with equal chances; ρ is its frequency, rank^-exponent."""
    rho = np.arange(1, types + 1) ** -exponent
    z = np.log(rho)
    z = (z - z.mean()) / z.std()
    chance = _chance(_logit(rate) + slope * z)

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        rank = rng.integers(0, types, shape)
        its = rho[rank]
        return its * (rng.random(shape) < chance[rank]), its, its * its

    return Population("Zipf weights", name, float((rho * chance).sum() / rho.sum()), draw)


# --- graded losses


def graded(
    name: str, truth: float, loss: Callable[[Generator, tuple[int, int]], Column], sigma: float, heavy: float | None
) -> Population:
    """Losses anywhere between 0 and 1, under log-normal weights."""

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        rho = np.exp(sigma * rng.standard_normal(shape)) if sigma else np.ones(shape)
        return rho * loss(rng, shape), rho, rho * rho

    return Population("graded losses", name, truth, draw, heavy=heavy)


def _steps(values: list[float], chances: list[float]) -> Callable[[Generator, tuple[int, int]], Column]:
    edges, ends = np.array(values), np.cumsum(chances)
    return lambda rng, shape: edges[np.minimum(np.searchsorted(ends, rng.random(shape)), len(values) - 1)]


# --- word errors


def words(name: str, rate: float, spread: float = 0.0, garbage: float = 0.0) -> Population:
    """Utterances of 9 words on average with Poisson errors, their rate gamma-distributed with that `spread`.

    In a share `garbage` of them all is wrong, twice as many errors as words.
    """

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        den = 1.0 + rng.negative_binomial(2, 0.2, shape)
        its = rate * rng.gamma(1 / spread, spread, shape) if spread else rate
        num = rng.poisson(den * its).astype(float)
        if garbage:
            num = np.where(rng.random(shape) < garbage, 2 * den, num)
        return num, den, den

    truth = (1 - garbage) * rate + garbage * 2
    return Population("word errors", name, truth, draw, bounded=False, heavy=garbage or None)


# --- clusters


def beta_binomial(name: str, rate: float, correlation: float, sigma: float = 0.0) -> Population:
    """Clusters of 5 to 20 cases that fail together; a cluster has a log-normal weight."""
    pull = (1 - correlation) / correlation

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        size = rng.integers(5, 21, shape)
        num = rng.binomial(size, rng.beta(rate * pull, (1 - rate) * pull, shape))
        rho = np.exp(sigma * rng.standard_normal(shape)) if sigma else 1.0
        return rho * num, rho * size, rho * rho * size

    return Population("clusters", name, rate, draw)


def dialogues(name: str, rate: float, slope: float, sigma: float = 0.0) -> Population:
    """Dialogues of about 8 turns, log-normally long; log-odds of an error rise with the log of the length.

    Dialogues have a weight as well, and differ in how hard they are (σ 0.5).
    """

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        z, size = turns(rng.standard_normal(shape))
        hard = 0.5 * rng.standard_normal(shape)
        num = rng.binomial(size, _chance(_logit(rate) + slope * z + hard))
        rho = np.exp(sigma * rng.standard_normal(shape)) if sigma else 1.0
        return rho * num, rho * size, rho * rho * size

    def turns(z: Column) -> tuple[Column, NDArray[np.int64]]:
        return z, np.maximum(1, np.rint(8 * np.exp(0.7 * z))).astype(np.int64)

    z, size = turns(_latent())
    inner = _normal_points(64)
    chance = sum(_chance(_logit(rate) + slope * z + 0.5 * hard) for hard in inner.tolist()) / len(inner)
    return Population("dialogues of informative length", name, float((size * chance).sum() / size.sum()), draw)


def speakers(name: str, rate: float, spread: float, sizes: float, bounded: bool = True) -> Population:
    """Speakers whose log-odds (bounded) or log rate of errors differ by `spread`; log-normally many words each."""

    def chance(z: Column) -> Column:
        result: Column = _chance(_logit(rate) + spread * z) if bounded else rate * np.exp(spread * z)
        return result

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        den = np.maximum(1, np.rint(40 * np.exp(sizes * rng.standard_normal(shape))))
        own = chance(rng.standard_normal(shape))
        num = rng.binomial(den.astype(np.int64), own) if bounded else rng.poisson(den * own)
        return num.astype(float), den, den

    return Population("speakers", name, float(chance(_latent()).mean()), draw, bounded)


def zipf_sized(name: str, rate: float, exponent: float) -> Population:
    """Clusters of 1 to 1,000 cases, so many of them as Zipf's law has; chances of an error differ (beta, 0.1)."""
    count = np.arange(1, 2001) ** -exponent
    sizes = np.maximum(1, np.rint(1000 * count)).astype(np.int64)

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        size = sizes[rng.integers(0, len(sizes), shape)]
        num = rng.binomial(size, rng.beta(9 * rate, 9 * (1 - rate), shape))
        return num.astype(float), size.astype(float), size.astype(float)

    return Population("clusters of Zipf's sizes", name, rate, draw)


# --- F1, whose units depend on the answer


def entities(name: str, missed: float, spread: float, scenarios: bool) -> Population:
    """1 - F1 of entities: loss is missed + invented, units are twice the right ones more.

    By sentences (1.5 entities on average), or by scenarios (log-normally many, around 150) that differ by `spread`.
    """

    def draw(rng: Generator, shape: tuple[int, int]) -> tuple[Column, Column, Column]:
        mean = 150 * np.exp(0.8 * rng.standard_normal(shape)) if scenarios else 1.5
        gold = rng.poisson(mean, shape)
        own = _chance(_logit(missed) + spread * rng.standard_normal(shape))
        lost = rng.binomial(gold, own)
        invented = rng.poisson(0.5 * own * mean)
        num, den = (lost + invented).astype(float), (2 * (gold - lost) + lost + invented).astype(float)
        return num, den, den

    own = _chance(_logit(missed) + spread * _latent())
    loss = float((1.5 * own).mean())
    return Population("entity F1", name, loss / (2 - 2 * float(own.mean()) + loss), draw)


# --- the grid


@dataclass(frozen=True)
class Cell:
    """A population and how many clusters are drawn from it."""

    population: Population
    clusters: int


def grid(quick: bool = False) -> Iterator[Cell]:
    """All cells of the study, family by family; `quick`: the smaller ones of every family."""
    for population, sizes in _rows():
        for size in sizes:
            if not quick or size <= 300:
                yield Cell(population, size)


def _rows() -> Iterator[tuple[Population, tuple[int, ...]]]:
    for rate in (0.02, 0.05, 0.2, 0.5):
        yield binary(f"equal weights, rate {rate}", rate), (30, 100, 300, 1000, 3000, 10000)
    ways = ((-1.0, "falling"), (0.0, "apart"), (1.0, "rising"))
    for sigma in (0.5, 1.0, 1.5):
        for slope, way in ways:
            for rate in (0.05, 0.2):
                yield binary(f"log-normal {sigma}, {way}, rate {rate}", rate, sigma, slope), (100, 300, 1000, 4000)
    for exponent in (0.5, 0.7, 0.85, 1.0, 1.2):
        for slope, way in ways:
            for rate in (0.05, 0.2):
                yield zipf(f"exponent {exponent}, {way}, rate {rate}", rate, exponent, slope), (200, 1000, 4000, 10000)
            yield (
                zipf(f"exponent {exponent}, {way}, rate 0.1, small vocabulary", 0.1, exponent, slope, 1000),
                (200, 1000, 4000),
            )
    losses = {
        "beta(2, 3)": (0.4, lambda rng, shape: rng.beta(2, 3, shape)),
        "beta(.3, .7)": (0.3, lambda rng, shape: rng.beta(0.3, 0.7, shape)),
        "0, .2, .6 or 1": (0.108, _steps([0, 0.2, 0.6, 1], [0.8, 0.08, 0.07, 0.05])),
        "0, .01 or, in 1 %, 1": (0.015, _steps([0, 0.01, 1], [0.49, 0.5, 0.01])),
        "0, .3 or, in 1 %, 1": (0.16, _steps([0, 0.3, 1], [0.49, 0.5, 0.01])),
    }
    for sigma in (0.0, 1.0):
        for name, (truth, loss) in losses.items():
            weights = f"log-normal {sigma}" if sigma else "equal weights"
            rare = 0.01 if "1 %" in name else None
            yield graded(f"{name}, {weights}", truth, loss, sigma, rare), (30, 200, 1000, 4000)
    for rate in (0.05, 0.2):
        for spread in (0.0, 1.0):
            yield words(f"rate {rate}, spread {spread}", rate, spread), (30, 100, 300, 1000, 3000)
        for garbage in (0.01, 0.03, 0.1):
            name = f"rate {rate}, {100 * garbage:.0f} % garbage"
            yield words(name, rate, 0.5, garbage), (30, 100, 300, 1000, 3000, 10000)
    for correlation in (0.05, 0.3):
        for rate in (0.05, 0.2):
            for sigma in (0.0, 1.0):
                name = f"correlation {correlation}, rate {rate}, " + (f"log-normal {sigma}" if sigma else "equal")
                yield beta_binomial(name, rate, correlation, sigma), (5, 10, 20, 50, 200, 500)
    for slope, way in ways:
        for sigma in (0.0, 1.0):
            name = f"{way} with length, " + (f"log-normal {sigma}" if sigma else "equal weights")
            yield dialogues(name, 0.15, slope, sigma), (5, 10, 20, 50, 200, 500)
    for spread in (0.4, 0.8):
        for sizes in (0.3, 1.0):
            for bounded in (True, False):
                what = "errors" if bounded else "word errors"
                name = f"{what}, speakers differ by {spread}, sizes by {sizes}"
                yield speakers(name, 0.15, spread, sizes, bounded), (5, 10, 20, 40, 100, 300)
    for rate in (0.2, 0.5):
        for exponent in (0.5, 1.0):
            yield zipf_sized(f"exponent {exponent}, rate {rate}", rate, exponent), (20, 50, 200, 500)
    for missed in (0.1, 0.3):
        yield entities(f"by sentences, {missed} missed", missed, 0.5, False), (30, 100, 300, 1000, 3000)
        for spread in (0.4, 0.8):
            name = f"by scenarios that differ by {spread}, {missed} missed"
            yield entities(name, missed, spread, True), (5, 10, 18, 40, 100, 300)
