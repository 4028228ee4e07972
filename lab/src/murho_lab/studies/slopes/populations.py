"""Points around a line of slope 0.5, drawn one by one or in clusters that share a part of their scatter.

>>> sample = grid(quick=True)[0].draw(np.random.default_rng(1))
>>> len(sample.x), sample.clusters
(6, None)
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]
Generator = np.random.Generator

SLOPE = 0.5
SHARED = 0.3
"""The share of the variance of the scatter that the points of a cluster have in common."""


@dataclass(frozen=True)
class Sample:
    """Points, how much each tells, and which belong together."""

    x: Column
    y: Column
    weights: Column
    clusters: NDArray[np.int64] | None


@dataclass(frozen=True)
class Cell:
    """A shape of points, and how many of them, or of clusters, are drawn."""

    family: str
    population: str
    size: int
    draw: Callable[[Generator], Sample]


def _normal(rng: Generator, size: int) -> Column:
    return rng.standard_normal(size)


def _skewed(rng: Generator, size: int) -> Column:
    return np.exp(rng.standard_normal(size))


def _uniform(rng: Generator, size: int) -> Column:
    return rng.random(size)


def _fifth(rng: Generator, size: int) -> Column:
    """1 for a fifth of them, but for 3 at least; 0 for the others."""
    return (np.arange(size) < max(3, size // 5)).astype(float)


SCATTER: dict[str, Callable[[Column], Column | float]] = {
    "equal scatter": lambda x: 1.0,
    "scatter rising": lambda x: 0.3 + np.abs(x),
    "scatter falling": lambda x: 1 / (0.3 + np.abs(x)),
}
SPREAD = {"normal x": _normal, "uniform x": _uniform, "log-normal x": _skewed, "two groups": _fifth}


def points(x_name: str, scatter: str, size: int, weighted: bool = False) -> Cell:
    """Independent points."""

    def draw(rng: Generator) -> Sample:
        x = SPREAD[x_name](rng, size)
        y = SLOPE * x + SCATTER[scatter](x) * rng.standard_normal(size)
        weights = np.exp(0.7 * rng.standard_normal(size)) if weighted else np.ones(size)
        return Sample(x, y, weights, None)

    return Cell("points", f"{x_name}, {scatter}" + (", weights" if weighted else ""), size, draw)


def clusters(x_name: str, within: bool, uneven: bool, scatter: str, size: int, weighted: bool = False) -> Cell:
    """Clusters of 5 points, or of log-normally many (σ 1, 6 at the median).

    The x of a cluster's points are the same, or (`within`) differ as much as clusters do.
    """

    def draw(rng: Generator) -> Sample:
        sizes = (
            np.maximum(1, np.rint(6 * np.exp(rng.standard_normal(size)))).astype(int) if uneven else np.full(size, 5)
        )
        group = np.repeat(np.arange(size), sizes)
        x = SPREAD[x_name](rng, size)[group] + (rng.standard_normal(len(group)) if within else 0.0)
        own = np.sqrt(1 - SHARED) * rng.standard_normal(len(group))
        both = own + np.sqrt(SHARED) * rng.standard_normal(size)[group]
        y = SLOPE * x + SCATTER[scatter](x) * both
        weights = np.exp(0.7 * rng.standard_normal(len(group))) if weighted else np.ones(len(group))
        return Sample(x, y, weights, group)

    shape = f"{x_name}{' within too' if within else ''}, {scatter}"
    return Cell(f"{'uneven' if uneven else 'even'} clusters", shape + (", weights" if weighted else ""), size, draw)


def grid(quick: bool = False) -> list[Cell]:
    """All cells of the study, family by family; `quick`: at most 20 points or clusters."""
    results = []
    for x_name in SPREAD:
        for scatter, weighted in (*((name, False) for name in SCATTER), ("equal scatter", True)):
            results += [points(x_name, scatter, size, weighted) for size in (6, 8, 15, 30, 100)]
    for uneven in (False, True):
        for x_name, within in (("normal x", False), ("normal x", True), ("log-normal x", False), ("two groups", False)):
            for scatter, weighted in (("equal scatter", False), ("scatter rising", False), ("equal scatter", True)):
                results += [clusters(x_name, within, uneven, scatter, size, weighted) for size in (6, 8, 10, 20, 50)]
    return [cell for cell in results if not quick or cell.size <= 20]
