"""The study: samples of pairs of systems are drawn, and how often each test finds a difference is counted.

>>> found = study(quick=True, repetitions=40, seed=1, only="graded losses")
>>> found.cells[0].population, found.cells[0].clusters, found.cells[0].null
('beta(2, 3) and itself', 30, True)
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from murho.core.comparison import Paired, doubts
from murho_lab.studies.differences.populations import Cell, grid
from murho_lab.studies.differences.rivals import RIVALS, mid_p, moves, ours
from murho_lab.studies.simulation import Told, each, in_silence

REPETITIONS = 1000
QUICK = 200
"""Samples of each cell where little time is to be spent."""
ALPHA = 0.05
HOLDS = 6.0
"""A test that rejects no more often than this where there is no difference, in percent, holds its level."""
_AT_ONCE = 400_000


@dataclass(frozen=True)
class Found:
    """What was found in a cell; shares of samples in percent."""

    family: str
    population: str
    clusters: int
    difference: float
    undetectable: bool
    """Samples usually lack the rare heavy clusters that decide."""
    samples: int
    rejected: float
    """p at most 0.05: the type I error where there is no difference, else the power."""
    covered: float
    """The true difference is not rejected."""
    unflagged: float
    unflagged_rejected: float | None
    """Of the samples without a flag; None where those are fewer than 20."""
    rivals: Mapping[str, float]

    @property
    def null(self) -> bool:
        """The systems are equally good."""
        return abs(self.difference) < 1e-9

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
        """The figures that docs/significance.md is held to."""
        noise = 100 * 2 * (ALPHA * (1 - ALPHA) / self.repetitions) ** 0.5
        nulls = [cell for cell in self.cells if cell.null]
        checked = [cell for cell in nulls if cell.trusted and not cell.undetectable]
        held = [cell for cell in nulls if cell.rejected <= HOLDS]
        errors = [cell.unflagged_rejected or 0.0 for cell in checked]
        return {
            "cells_without_difference": len(nulls),
            "mostly_unflagged": len(checked),
            "unflagged_error_at_most_6": sum(error <= HOLDS for error in errors),
            "unflagged_error_beyond_6_and_noise": sum(error > HOLDS + noise for error in errors),
            "largest_unflagged_error": max(errors, default=None),
            "holding_their_level": len(held),
            "flagged_there": round(100 - sum(cell.unflagged for cell in held) / max(1, len(held)), 1),
            "power": {
                f"{cell.population}, {cell.clusters}": {"murho": cell.rejected, **cell.rivals}
                for cell in self.cells
                if not cell.null
            },
        }

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study differences --json` prints."""
        how = {"seed": self.seed, "repetitions": self.repetitions, "quick": self.quick, "alpha": ALPHA}
        cells = [{**asdict(cell), "null": cell.null} for cell in self.cells]
        return {"study": "differences", **how, "summary": self.summary(), "cells": cells}


def study(
    *,
    quick: bool = False,
    repetitions: int | None = None,
    seed: int = 0,
    only: str | None = None,
    told: Told = in_silence,
) -> Study:
    """Draw samples of every cell of the grid and count.

    Args:
        quick: fewer samples, of at most 300 clusters.
        repetitions: samples of each cell.
        seed: of the random numbers; each cell has its own stream.
        only: the family of populations to draw from; None: all.
        told: called with how many cells are done, and of how many.
    """
    samples = repetitions or (QUICK if quick else REPETITIONS)
    cells = [cell for cell in grid(quick) if only in (None, cell.pair.family)]
    result = each(cells, seed, lambda cell, rng: examine(cell, samples, rng), told)
    return Study(seed, samples, quick, tuple(result))


def examine(cell: Cell, repetitions: int, rng: np.random.Generator) -> Found:
    """One cell: murho's test, and the others on the same draws."""
    step = max(1, min(repetitions, _AT_ONCE // cell.clusters))
    parts: dict[str, list[Any]] = {}
    rivals = RIVALS | ({"mid-p McNemar": mid_p} if cell.pair.yes_no else {})
    for start in range(0, repetitions, step):
        of = moves(cell.pair.draw(rng, (min(step, repetitions - start), cell.clusters)), rng)
        for name, test in {"murho": ours, **rivals}.items():
            parts.setdefault(name, []).append(test(of) <= ALPHA)
        parts.setdefault("covered", []).append(ours(of.less(cell.pair.difference)) > ALPHA)
        pairs = [Paired(*row, cell.pair.bounded) for row in zip(of.value.tolist(), of.move, of.share, strict=True)]
        parts.setdefault("flagged", []).append(np.array([bool(doubts(pair, cell.clusters)) for pair in pairs]))
    whole = {name: np.concatenate(columns) for name, columns in parts.items()}
    plain = ~whole["flagged"]
    return Found(
        cell.pair.family,
        cell.pair.name,
        cell.clusters,
        cell.pair.difference,
        cell.undetectable,
        repetitions,
        _percent(whole["murho"]),
        _percent(whole["covered"]),
        _percent(plain),
        _percent(whole["murho"][plain]) if plain.sum() >= 20 else None,
        {name: _percent(whole[name]) for name in rivals},
    )


def _percent(column: np.ndarray[Any, Any]) -> float:
    return round(float(100 * column.mean()), 1)
