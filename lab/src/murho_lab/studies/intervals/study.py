"""The study: samples are drawn from known populations, and how often each interval holds the truth is counted.

>>> found = study(quick=True, repetitions=20, seed=1, only="graded losses")
>>> found.cells[0].population, found.cells[0].clusters, sorted(found.cells[0].rivals)[:2]
('beta(2, 3), equal weights', 30, ['BCa bootstrap', 'Wald'])
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from murho.core.coverage import missed
from murho.core.estimate import own_level
from murho.core.intervals import Evidence, doubts, effective_size, score
from murho_lab.studies.intervals.populations import Cell, Column, grid
from murho_lab.studies.intervals.rivals import BOOTSTRAPS, LEVEL, RIVALS, Ends, bootstraps
from murho_lab.studies.simulation import Told, each, in_silence

REPETITIONS = 4000
QUICK = 300
"""Samples of each cell where little time is to be spent."""
BOOTSTRAPPED = 100, 300
"""The bootstraps are taken of so many samples of a cell, of at most so many clusters."""
GROUPS = 30
"""Of a table of slices, whose simultaneous intervals are to hold at once."""
_AT_ONCE = 1_000_000


@dataclass(frozen=True)
class Coverage:
    """How often an interval held the truth, in percent, and where it lay otherwise."""

    samples: int
    covered: float
    above: float
    """The truth was above the interval."""
    below: float
    width: float
    """The median."""


@dataclass(frozen=True)
class Found:
    """What was found in a cell."""

    family: str
    population: str
    clusters: int
    truth: float
    expected_heavy: float | None
    """Rare heavy clusters that a sample is expected to hold, where the population was made with some."""
    murho: Coverage
    unflagged: float
    """Share of the samples whose interval has no flag, in percent."""
    unflagged_covered: float | None
    """How many of those hold the truth, in percent."""
    simultaneous_missed: float
    """Share of the samples that miss the truth at the level that each of 30 groups has, in percent."""
    simultaneous_missed_unflagged: float
    """Share of the samples that do so without a flag."""
    rivals: Mapping[str, Coverage]
    real: bool = False
    """The population is data."""

    @property
    def detectable(self) -> bool:
        """Samples do not usually lack what decides: at least 5 rare heavy clusters are expected, or there are none."""
        return self.expected_heavy is None or self.expected_heavy >= 5

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
        """The figures that docs/intervals.md is held to; cells of real data are counted apart."""
        made, real = ([cell for cell in self.cells if cell.real == is_real] for is_real in (False, True))
        trusted = [cell for cell in made if cell.trusted]
        apart = [cell for cell in trusted if not cell.detectable]
        checked = [cell for cell in trusted if cell.detectable]
        right = [cell for cell in made if 94 <= cell.murho.covered <= 96]
        told = {
            "cells": len(made),
            "mostly_unflagged": len(trusted),
            "undetectable": len(apart),
            "within_93_98": _share(checked, lambda cell: 93 <= (cell.unflagged_covered or 0) <= 98),
            "within_93_98_undetectable_too": _share(trusted, lambda cell: 93 <= (cell.unflagged_covered or 0) <= 98),
            "below_91": sum((cell.unflagged_covered or 0) < 91 for cell in checked),
            "covered_94_96": len(right),
            "flagged_there": round(100 - sum(cell.unflagged for cell in right) / max(1, len(right)), 1),
            "flagged_above_a_quarter_there": sum(cell.unflagged < 75 for cell in right),
            f"{GROUPS}_groups_at_once": _tables_held(checked),
        }
        if real:
            sure = [cell.unflagged_covered or 0.0 for cell in real if cell.trusted]
            told |= {
                "real_cells": len(real),
                "real_mostly_unflagged": len(sure),
                "real_within_93_98": _share(sure, lambda covered: 93 <= covered <= 98),
                "real_least_covered": min(sure, default=None),
            }
        return told

    def as_json(self) -> dict[str, Any]:
        """The object that `murho study intervals --json` prints."""
        cells = [{**asdict(cell), "detectable": cell.detectable} for cell in self.cells]
        how = {"seed": self.seed, "repetitions": self.repetitions, "quick": self.quick, "level": LEVEL}
        return {"study": "intervals", **how, "summary": self.summary(), "cells": cells}


def _tables_held(cells: list[Found]) -> dict[str, float]:
    """How often all unflagged simultaneous intervals of a table hold, in percent, by the shape of its groups.

    Each of its 30 groups is an independent sample of one of the cells of this shape, whichever.
    """
    missed: dict[str, list[float]] = {}
    for cell in cells:
        missed.setdefault(cell.family, []).append(cell.simultaneous_missed_unflagged / 100)
    return {family: round(100 * (1 - sum(them) / len(them)) ** GROUPS, 1) for family, them in missed.items()}


def _share(cells: list[Any], holds: Callable[[Any], bool]) -> float | None:
    return round(100 * sum(map(holds, cells)) / len(cells), 1) if cells else None


def study(
    *,
    quick: bool = False,
    repetitions: int | None = None,
    seed: int = 0,
    only: str | None = None,
    data: str | None = None,
    told: Told = in_silence,
) -> Study:
    """Draw samples of every cell of the grid and count.

    Args:
        quick: fewer samples, of at most 300 clusters.
        repetitions: samples of each cell.
        seed: of the random numbers; each cell has its own stream.
        only: the family of populations to draw from; None: all.
        data: the folder in which `slurp` and `sclite` are, to draw from these, too.
        told: called with how many cells are done, and of how many.
    """
    samples = repetitions or (QUICK if quick else REPETITIONS)
    cells = [*grid(quick)]
    if data is not None:
        from murho_lab.studies.intervals import real

        cells += real.cells(data, quick)
    cells = [cell for cell in cells if only in (None, cell.population.family)]
    result = each(cells, seed, lambda cell, rng: examine(cell, samples, rng, seed), told)
    return Study(seed, samples, quick, tuple(result))


def examine(cell: Cell, repetitions: int, rng: np.random.Generator, seed: int) -> Found:
    """One cell: the interval that users get, and the others on the same draws."""
    population = cell.population
    ends: dict[str, list[Ends]] = {}
    flagged, missing, own = [], [], own_level(LEVEL, GROUPS)
    for size in _batches(repetitions, cell.clusters):
        num, den, square = population.draw(rng, (size, cell.clusters))
        some = den.sum(axis=1) > 0
        num, den, square = num[some], den[some], square[some]
        basis = evidence_of(num, den, square, population.bounded)
        effective = effective_size(basis, LEVEL)
        ends.setdefault("murho", []).append(score(basis, effective, LEVEL))
        missing.append(np.any(missed(*score(basis, effective, own), population.truth), axis=0))
        flagged.append(np.any([*doubts(basis, effective).values()], axis=0))
        for name, rival in RIVALS.items():
            ends.setdefault(name, []).append(rival(num, den, square, population.bounded))
        if len(flagged) == 1 and cell.clusters <= BOOTSTRAPPED[1]:
            for name, its in bootstraps(num[: BOOTSTRAPPED[0]], den[: BOOTSTRAPPED[0]], seed).items():
                ends[name] = [its]
    whole = {name: _joined(its) for name, its in ends.items()}
    plain, missing_together = ~np.concatenate(flagged), np.concatenate(missing)
    low, high = whole["murho"]
    few = plain.sum() < 20
    return Found(
        population.family,
        population.name,
        cell.clusters,
        population.truth,
        None if population.heavy is None else cell.clusters * population.heavy,
        coverage(low, high, population.truth),
        round(float(100 * plain.mean()), 1),
        None if few else coverage(low[plain], high[plain], population.truth).covered,
        round(float(100 * missing_together.mean()), 3),
        round(float(100 * (missing_together & plain).mean()), 3),
        {name: coverage(*whole[name], population.truth) for name in (*RIVALS, *BOOTSTRAPS) if name in whole},
        population.real,
    )


def _joined(ends: list[Ends]) -> Ends:
    return np.concatenate([low for low, _ in ends]), np.concatenate([high for _, high in ends])


def _batches(repetitions: int, clusters: int) -> list[int]:
    step = max(BOOTSTRAPPED[0], min(repetitions, _AT_ONCE // clusters))
    return [min(step, repetitions - start) for start in range(0, repetitions, step)]


def evidence_of(num: Column, den: Column, square: Column, bounded: bool) -> Evidence:
    """What `murho.core.estimate.evidence` takes from `Moments`, for many samples: columns (samples, clusters)."""
    ratio = num.sum(axis=1) / den.sum(axis=1)
    deviation = num - ratio[:, None] * den
    squares, dens = deviation * deviation, den * den
    return Evidence.of_sums(
        num.sum(axis=1),
        den.sum(axis=1),
        squares.sum(axis=1),
        (squares * deviation).sum(axis=1),
        (squares * squares).sum(axis=1),
        (num * num).sum(axis=1),
        (num * den).sum(axis=1),
        dens.sum(axis=1),
        (dens * dens).sum(axis=1),
        square.sum(axis=1),
        np.maximum(1.0, ((num > 0) | (den > 0)).sum(axis=1)),
        bounded,
    )


def coverage(low: Column, high: Column, truth: float) -> Coverage:
    """How often ends (samples,) hold the truth."""
    above, below = missed(low, high, truth)
    shares = [round(float(100 * column.mean()), 1) for column in (~above & ~below, above, below)]
    return Coverage(len(low), shares[0], shares[1], shares[2], float(np.median(high - low)))
