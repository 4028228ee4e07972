"""How often the confidence sequence of machine and people holds the truth at every moment, and how wide it is.

>>> found = examine(PATH_CELLS[0], 5, np.random.default_rng(1))
>>> found.samples, found.held
(5, 100.0)
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core import confidence_sequence, corrected_sequence
from murho.core.confidence_sequence import Population

CASES = 1000
LOOKED = 100, 300
"""After how many judgements widths are told."""
_TIMED = 40
"""Paths on which widths are found, which takes a while for each."""


@dataclass(frozen=True)
class PathCell:
    """A system, a machine that judges it, and people who judge case after case."""

    rate: float
    """The system's errors."""
    right: float
    """The share of cases on which the machine agrees with people."""
    weights: str = "equal"
    """equal, or log-normal (σ 0.7) up to 10 times the median."""
    untold: float = 0.0
    """The share that people cannot tell; most of it the machine takes for wrong."""

    @property
    def name(self) -> str:
        """As the tables call it."""
        untold = f", {self.untold:.0%} untold" if self.untold else ""
        return f"sequence, {self.weights}, rate {self.rate}, machine right {self.right}{untold}"


@dataclass(frozen=True)
class PathFound:
    """What was found in a cell."""

    cell: str
    samples: int
    held: float
    """Paths on which the truth was in at every moment, in percent."""
    widths: tuple[float, ...]
    """The median, after so many judgements."""
    people: tuple[float, ...]
    """That of the confidence sequence of people alone."""


PATH_CELLS = tuple(
    [PathCell(rate, right) for rate in (0.05, 0.2, 0.5) for right in (0.7, 0.9, 0.95)]
    + [PathCell(0.2, right, "log-normal") for right in (0.7, 0.9, 0.95)]
    + [PathCell(0.2, right, untold=0.15) for right in (0.7, 0.95)]
)


def examine(cell: PathCell, repetitions: int, rng: np.random.Generator) -> PathFound:
    """One cell: all cases judged, one after the other."""
    held: list[bool] = []
    widths: dict[int, list[tuple[float, float]]] = {count: [] for count in LOOKED}
    for number in range(repetitions):
        people, machine, rho, order = draw(cell, rng)
        told = ~np.isnan(people)
        truth = float(people[told] @ rho[told] / rho[told].sum())
        held.append(bool(corrected_sequence.holds(truth, machine, people, order, rho, level=0.95).all()))
        for count in LOOKED if number < _TIMED else ():
            first = order[:count]
            low, high = corrected_sequence.ends(machine, people, first, rho, level=0.95)
            alone = first[told[first]]
            unclear = np.setdiff1d(first, alone)
            suite = Population(CASES - len(unclear), float(rho.sum() - rho[unclear].sum()))
            ends = confidence_sequence.ends(
                people[alone], rho[alone], largest=float(rho.max()), population=suite, level=0.95
            )
            widths[count].append((high - low, ends[1] - ends[0]))
    both, by_people = (tuple(round(float(np.median([w[i] for w in widths[n]])), 3) for n in LOOKED) for i in (0, 1))
    return PathFound(cell.name, repetitions, round(100 * float(np.mean(held)), 1), both, by_people)


def draw(cell: PathCell, rng: np.random.Generator) -> tuple[NDArray[Any], ...]:
    """People's losses (NaN: they cannot tell), the machine's, importances, and the order in which cases come."""
    people = (rng.random(CASES) < cell.rate) * 1.0
    machine = np.where(rng.random(CASES) < cell.right, people, 1 - people)
    people[rng.random(CASES) < cell.untold * (0.5 + machine)] = np.nan
    heavy = np.minimum(np.exp(0.7 * rng.standard_normal(CASES)) / 10, 1.0)
    return people, machine, heavy if cell.weights == "log-normal" else np.ones(CASES), rng.permutation(CASES)
