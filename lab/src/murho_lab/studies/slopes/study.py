"""The study: points are drawn around a known line, and how often each interval holds its slope is counted.

>>> found = study(quick=True, repetitions=20, seed=1, only="even clusters")
>>> found.cells[0].population, found.cells[0].size, found.cells[0].unflagged
('normal x, equal scatter', 6, 0.0)
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from murho.core.regression import fit
from murho_lab.studies.slopes.populations import SLOPE, Cell, grid
from murho_lab.studies.slopes.rivals import LEVEL, RIVALS, reaches

REPETITIONS = 1000
QUICK = 200
"""Samples of each cell where little time is to be spent."""


@dataclass(frozen=True)
class Found:
    """What was found in a cell; shares of samples in percent."""

    family: str
    population: str
    size: int
    """Clusters, or points where there are no clusters."""
    samples: int
    covered: float
    """The interval holds the slope."""
    unflagged: float
    unflagged_covered: float | None
    """Of the samples without a flag; None where those are fewer than 20."""
    width: float
    """The median."""
    degrees: float
    """Of freedom, the median."""
    rivals: Mapping[str, float]

    @property
    def trusted(self) -> bool:
        """At least half of the samples are unflagged."""
        return self.unflagged >= 50


@dataclass(frozen=True)
class Study:
    """All cells, and how they were drawn."""

    seed: int
    repetitions: int
    quick: bool
    cells: tuple[Found, ...] = field(repr=False)

    def summary(self) -> dict[str, Any]:
        """The figures that docs/slopes.md is held to."""
        trusted = [cell for cell in self.cells if cell.trusted]
        # Two standard errors of a share that is 93 % in truth.
        noise = 100 * 2 * (0.93 * 0.07 / self.repetitions) ** 0.5
        shares = [cell.unflagged_covered or 0.0 for cell in trusted]
        return {
            "cells": len(self.cells),
            "mostly_unflagged": len(trusted),
            "least_covered_unflagged": min(shares, default=None),
            "covered_below_93_unflagged": sum(share < 93 for share in shares),
            "covered_below_93_beyond_noise_unflagged": sum(share < 93 - noise for share in shares),
            "median_covered_unflagged": float(np.median(shares)) if shares else None,
            "rivals_below_93": {name: sum(cell.rivals[name] < 93 for cell in trusted) for name in RIVALS},
        }

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study slopes --json` prints."""
        how = {"seed": self.seed, "repetitions": self.repetitions, "quick": self.quick, "level": LEVEL}
        return {"study": "slopes", **how, "summary": self.summary(), "cells": [asdict(cell) for cell in self.cells]}


def study(
    *,
    quick: bool = False,
    repetitions: int | None = None,
    seed: int = 0,
    only: str | None = None,
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Study:
    """Draw samples of every cell of the grid and count.

    Args:
        quick: fewer samples, of at most 20 points or clusters.
        repetitions: samples of each cell.
        seed: of the random numbers; each cell has its own stream.
        only: the family of populations to draw from; None: all.
        told: called with how many cells are done, and of how many.
    """
    samples = repetitions or (QUICK if quick else REPETITIONS)
    cells = [cell for cell in grid(quick) if only in (None, cell.family)]
    results = []
    for number, cell in enumerate(cells):
        results.append(examine(cell, samples, np.random.default_rng([seed, number])))
        told(number + 1, len(cells))
    return Study(seed, samples, quick, tuple(results))


def examine(cell: Cell, repetitions: int, rng: np.random.Generator) -> Found:
    """One cell: the interval that users get, and the others on the same draws."""
    held, plain, widths, degrees = [], [], [], []
    others: dict[str, list[bool]] = {name: [] for name in RIVALS}
    for _ in range(repetitions):
        sample = cell.draw(rng)
        groups = None if sample.clusters is None else sample.clusters.tolist()
        line = fit(sample.x, sample.y, weights=sample.weights, clusters=groups, level=LEVEL)
        assert line is not None, "x spreads in every population"
        low, high = line.slope_interval
        held.append(low <= SLOPE <= high)
        plain.append(not line.flags)
        widths.append(high - low)
        degrees.append(line.freedom.slope)
        for name, half in reaches(sample, line.freedom.slope).items():
            others[name].append(abs(line.slope - SLOPE) <= half)
    unflagged = [one for one, is_plain in zip(held, plain, strict=True) if is_plain]
    return Found(
        cell.family,
        cell.population,
        cell.size,
        repetitions,
        _percent(held),
        _percent(plain),
        _percent(unflagged) if len(unflagged) >= 20 else None,
        float(np.median(widths)),
        round(float(np.median(degrees)), 1),
        {name: _percent(column) for name, column in others.items()},
    )


def _percent(column: list[bool]) -> float:
    return round(100 * float(np.mean(column)), 1)
