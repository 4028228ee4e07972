"""How often a machine's figure that people correct holds the truth, and what it saves.

>>> found = examine(grid(quick=True)[0], 20, np.random.default_rng(1))
>>> found.labelled, found.samples, 0 <= found.covered <= 100
(30, 20, True)
"""

from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.corrected import FEWEST, corrected
from murho.core.quantiles import normal_quantile

CASES = 2000
TOGETHER = 5
"""Cases of a cluster, which people judge as a whole."""
_TRIED = 4
"""A cell is left when so many times as many samples were drawn as have enough disagreements."""


@dataclass(frozen=True)
class MachineCell:
    """A system, a machine that judges it, and how many of its judgements people make, too."""

    labelled: int
    right: float
    """The share of cases on which the machine agrees with people."""
    rate: float
    """The system's errors, before importance."""
    weights: str
    """equal, log-normal (σ 1), or rising: log-normal, and heavier cases fail more often."""
    clusters: bool

    @property
    def name(self) -> str:
        """As the tables call it."""
        together = ", clusters" if self.clusters else ""
        return f"{self.weights}, rate {self.rate}{together}, machine right {self.right}"


@dataclass(frozen=True)
class MachineFound:
    """What was found in a cell, of samples in which at least ten disagreements are labelled; in percent."""

    cell: str
    labelled: int
    samples: int
    covered: float
    flagged: float
    """Samples whose interval has a flag."""
    people: float
    """Coverage of people's interval alone, on the same samples."""
    machine: float
    """Coverage of PPI++ as it is usually computed: λ plugged in, a normal quantile."""
    width: float
    """The median, over that of people's interval."""
    saving: float
    """The median share of people's judgements that the machine saves."""


def grid(quick: bool = False) -> list[MachineCell]:
    """All cells; `quick`: those with 30 labelled cases."""
    shapes = product(
        (30, 100, 300), (0.7, 0.8, 0.9, 0.95), (0.1, 0.3), ("equal", "log-normal", "rising"), (False, True)
    )
    return [MachineCell(*shape) for shape in shapes if not quick or shape[0] == 30]


def examine(cell: MachineCell, repetitions: int, rng: np.random.Generator) -> MachineFound | None:
    """One cell; None where too few samples have enough disagreements."""
    true, held, alone, usual, flagged, widths, savings = _truth(cell), [], [], [], [], [], []
    for _ in range(_TRIED * repetitions):
        people, machine, rho, known, groups = draw(cell, rng)
        if int((people != machine)[known].sum()) < FEWEST:
            continue
        names = [f"c{group}" for group in groups.tolist()] if cell.clusters else None
        found = corrected(machine, np.where(known, people, np.nan), rho / rho.max(), clusters=names)
        own, theirs = found.estimate, found.people
        held.append(own.low <= true <= own.high)
        alone.append(theirs.low <= true <= theirs.high)
        low, high = usual_ends(people, machine, rho, known)
        usual.append(low <= true <= high)
        flagged.append(bool(own.flags))
        widths.append((own.high - own.low) / (theirs.high - theirs.low))
        savings.append(found.saving or 0.0)
        if len(held) == repetitions:
            break
    if len(held) < max(1, repetitions // _TRIED):
        return None
    percents = (_percent(column) for column in (held, flagged, alone, usual))
    covered, flags, people_covered, usually = percents
    return MachineFound(
        cell.name,
        cell.labelled,
        len(held),
        covered,
        flags,
        people_covered,
        usually,
        round(float(np.median(widths)), 2),
        round(float(np.median(savings)), 2),
    )


def draw(cell: MachineCell, rng: np.random.Generator) -> tuple[NDArray[Any], ...]:
    """People's and the machine's losses on all cases, their importances, which are labelled, and their clusters."""
    size = TOGETHER if cell.clusters else 1
    groups = np.repeat(np.arange(CASES // size), size)

    def shared() -> NDArray[np.float64]:
        return rng.standard_normal(CASES // size)[groups]

    z, hard, odd = shared(), shared() * cell.clusters, shared() * cell.clusters
    people = (rng.random(CASES) < _chance(cell.rate, hard + z * (cell.weights == "rising"))) * 1.0
    machine = np.where(rng.random(CASES) < _chance(1 - cell.right, odd), 1 - people, people)
    rho = np.ones(CASES) if cell.weights == "equal" else np.exp(z)
    known = np.isin(groups, rng.permutation(CASES // size)[: cell.labelled // size])
    return people, machine, rho, known, groups


def usual_ends(
    people: NDArray[Any], machine: NDArray[Any], rho: NDArray[Any], known: NDArray[Any]
) -> tuple[float, float]:
    """PPI++ for a weighted mean: λ plugged in, cases taken for independent, a normal quantile."""
    w = rho * known
    mine, its, whole = (float(a @ b / b.sum()) for a, b in ((people, w), (machine, w), (machine, rho)))
    a = w * (people - mine) / w.sum()
    b = rho * (machine - whole) / rho.sum() - w * (machine - its) / w.sum()
    slope = float(np.clip(-(a @ b) / max(float(b @ b), 1e-300), 0, 1))
    value, error = mine + slope * (whole - its), float(np.sqrt(((a + slope * b) ** 2).sum()))
    reach = normal_quantile(0.975) * error
    return value - reach, value + reach


def _chance(rate: float, shift: NDArray[np.float64]) -> NDArray[np.float64]:
    result: NDArray[np.float64] = 1 / (1 + (1 - rate) / rate * np.exp(-shift))
    return result


@cache
def _truth(cell: MachineCell) -> float:
    rng = np.random.default_rng(99)
    z, hard = rng.standard_normal((2, 2_000_000))
    chance = _chance(cell.rate, hard * cell.clusters + z * (cell.weights == "rising"))
    rho = np.ones(len(z)) if cell.weights == "equal" else np.exp(z)
    return float(rho @ chance / rho.sum())


def _percent(column: list[bool]) -> float:
    return round(100 * float(np.mean(column)), 1)
