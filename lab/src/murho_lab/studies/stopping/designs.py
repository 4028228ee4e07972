"""How often the confidence sequence of a sample by a design holds the truth at every moment, and what it asks for.

>>> found = examine(DESIGN_CELLS[1], 3, np.random.default_rng(1))
>>> found.design, found.weights, found.held
('simple(n, replace=True)', 'equal', 100.0)
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core import confidence_sequence, sampled_sequence
from murho.core.confidence_sequence import Population
from murho.core.quantiles import normal_quantile
from murho.core.sampled_sequence import Stratum
from murho.sampling.allocating import allocated

Floats = NDArray[Any]
LEVEL = 0.95
WIDTH = 0.06
SIZES = {"a": 3000, "b": 1000, "c": 600, "d": 300, "e": 100}
RATES = {"a": 0.02, "b": 0.1, "c": 0.3, "d": 0.5, "e": 0.6}
DRAWN = 4
"""How many times the fixed number is drawn of strata, which have to be drawn before they are judged."""
TOGETHER = 5
"""Cases of a cluster, on average."""
TIMED = 50
"""Paths on which it is found when a sequence stops, which takes a while for each."""


class Cases(NamedTuple):
    """A population: 5,000 cases in five strata and in clusters of 1 to 9."""

    losses: Floats
    rho: Floats
    strata: NDArray[np.int64]
    clusters: NDArray[np.int64]

    @property
    def truth(self) -> float:
        """π of all of them."""
        return float(self.losses @ self.rho / self.rho.sum())

    @property
    def terms(self) -> Floats:
        """What a case adds to the error of π, as if it stood alone."""
        result: Floats = self.rho * (self.losses - self.truth) / self.rho.sum()
        return result


class Path(NamedTuple):
    """A sample in the order in which it is judged."""

    judged: NDArray[np.int64]
    """Cases that were judged up to each step, (steps,)."""
    ends: Callable[[int], tuple[float, float]]
    """The interval after so many steps."""
    held: Callable[[float], NDArray[np.bool_]]
    """Whether it holds a value, after each step."""


@dataclass(frozen=True)
class DesignCell:
    """A design, and whether some cases matter more."""

    design: str
    weights: str = "equal"
    """equal, or log-normal (σ 0.7) up to 10 times the median."""

    @property
    def name(self) -> str:
        """As the tables call it."""
        return f"{self.design}, {self.weights}"


@dataclass(frozen=True)
class DesignFound:
    """What was found in a cell; shares in percent."""

    design: str
    weights: str
    samples: int
    fixed: int
    """Judgements that the usual interval takes by formula; the median of the populations."""
    sequence: int
    """Judgements until the sequence is no wider, at the median."""
    reached: float
    """Paths on which it came to be as narrow."""
    held: float
    """Paths on which the truth was in at every moment."""

    @property
    def times(self) -> float:
        """How many times the fixed number the sequence asks for."""
        return self.sequence / self.fixed


def examine(cell: DesignCell, repetitions: int, rng: np.random.Generator) -> DesignFound:
    """One cell: each sample of a population of its own, judged to its end."""
    make = PATHS[cell.design]
    held, fixed, judged = [], [], []
    for number in range(repetitions):
        cases = population(cell.weights, rng)
        needed, path = make(cases, rng)
        held.append(bool(path.held(cases.truth).all()))
        fixed.append(needed)
        if number < TIMED:
            judged.append(stops(path))
    narrow = [count for count in judged if count is not None]
    return DesignFound(
        cell.design,
        cell.weights,
        repetitions,
        int(np.median(fixed)),
        int(np.median(narrow)) if narrow else 0,
        _percent([count is not None for count in judged]),
        _percent(held),
    )


def population(weights: str, rng: np.random.Generator) -> Cases:
    """Strata that differ in their error rates, and clusters that differ in how hard they are."""
    kinds = np.repeat(np.arange(len(SIZES)), list(SIZES.values()))
    size = len(kinds)
    lengths = rng.integers(1, 2 * TOGETHER, size)
    clusters = np.repeat(np.arange(size), lengths)[:size]
    rate = np.array([*RATES.values()])[kinds]
    chance = 1 / (1 + (1 - rate) / rate * np.exp(-0.7 * rng.standard_normal(size)[clusters]))
    heavy = np.minimum(np.exp(0.7 * rng.standard_normal(size)) / 10, 1.0)
    return Cases(
        (rng.random(size) < chance) * 1.0, heavy if weights == "log-normal" else np.ones(size), kinds, clusters
    )


def stops(path: Path, width: float = WIDTH) -> int | None:
    """After how many judgements a sequence is narrow enough, by halves, since it never widens; None: it is not."""
    first, last = 0, len(path.judged)
    if not _narrow(path, last, width):
        return None
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if _narrow(path, middle, width) else (middle, last)
    return int(path.judged[last - 1])


def _narrow(path: Path, steps: int, width: float) -> bool:
    low, high = path.ends(steps)
    return high - low <= width


def of_units(
    losses: Floats,
    weights: Floats,
    judged: NDArray[np.int64],
    largest: float,
    suite: Population | None,
    width: float = WIDTH,
) -> Path:
    """Units that are drawn one after the other, each as likely as its like."""
    given: dict[str, Any] = {"largest": largest, "population": suite, "level": LEVEL, "aim": width}
    return Path(
        judged,
        lambda n: confidence_sequence.ends(losses[:n], weights[:n], **given),
        lambda value: confidence_sequence.holds(value, losses, weights, **given),
    )


def _simple(cases: Cases, rng: np.random.Generator) -> tuple[int, Path]:
    size = len(cases.rho)
    order = rng.permutation(size)
    suite = Population(size, float(cases.rho.sum()))
    path = of_units(cases.losses[order], cases.rho[order], np.arange(1, size + 1), float(cases.rho.max()), suite)
    return _finite(size * float((cases.terms**2).sum()), size), path


def _replaced(cases: Cases, rng: np.random.Generator, *, by_rho: bool = False) -> tuple[int, Path]:
    size = len(cases.rho)
    p = cases.rho / cases.rho.sum() if by_rho else np.full(size, 1 / size)
    order = rng.choice(size, size, p=p)
    new = np.zeros(size, np.int64)
    new[np.unique(order, return_index=True)[1]] = 1
    weights = np.ones(size) if by_rho else cases.rho[order]
    spread = float((cases.terms**2 / np.maximum(p, 1e-300)).sum())
    return round(spread / _goal()), of_units(cases.losses[order], weights, np.cumsum(new), 1.0, None)


def _clusters(cases: Cases, rng: np.random.Generator) -> tuple[int, Path]:
    of = cases.clusters
    rho, lost, sizes = np.bincount(of, cases.rho), np.bincount(of, cases.rho * cases.losses), np.bincount(of)
    count = len(rho)
    order = rng.permutation(count)
    suite = Population(count, float(rho.sum()))
    needed = _finite(count * float((np.bincount(of, cases.terms) ** 2).sum()), count)
    path = of_units((lost / rho).clip(0, 1)[order], rho[order], np.cumsum(sizes[order]), float(rho.max()), suite)
    return round(needed * len(of) / count), path


def _strata(cases: Cases, rng: np.random.Generator, *, allocation: str) -> tuple[int, Path]:
    """Of `afterwards` a simple sample, stratified when it was drawn."""
    members = [np.flatnonzero(cases.strata == number) for number in range(len(SIZES))]
    spread = {name: float(cases.terms[own].std() * len(own)) for name, own in zip(SIZES, members, strict=True)}
    shares = spread if allocation == "neyman" else {name: float(size) for name, size in SIZES.items()}

    def sizes(n: int) -> dict[str, int]:
        return allocated(n, shares, dict.fromkeys(SIZES, 2), SIZES)

    def variance(n: int) -> float:
        return sum(spread[name] ** 2 * (1 / many - 1 / SIZES[name]) for name, many in sizes(n).items())

    needed = next(n for n in range(20, len(cases.rho)) if variance(n) <= _goal())
    n = sizes(DRAWN * needed)
    if allocation == "afterwards":
        order, n = rng.permutation(len(cases.rho)), SIZES
    else:
        chosen = [rng.choice(own, n[name], replace=False) for name, own in zip(SIZES, members, strict=True)]
        order = rng.permutation(np.concatenate(chosen))
    known = [
        Stratum(SIZES[name], n[name], float(cases.rho[own].sum()), float(cases.rho[own].max()))
        for name, own in zip(SIZES, members, strict=True)
    ]
    return needed, of_strata(cases.losses[order], cases.strata[order], cases.rho[order], known)


def of_strata(
    losses: Floats, of: NDArray[np.int64], rho: Floats, strata: Sequence[Stratum], width: float = WIDTH
) -> Path:
    """Cases of strata, in the order in which they are asked."""
    given: dict[str, Any] = {"level": LEVEL, "aim": width}
    return Path(
        np.arange(1, len(losses) + 1),
        lambda n: sampled_sequence.ends(losses[:n], of[:n], strata, rho[:n], **given),
        lambda value: confidence_sequence.unrefuted(
            sampled_sequence.purses(value, losses, of, strata, rho, **given), LEVEL
        ),
    )


def _goal() -> float:
    return float((WIDTH / 2 / normal_quantile((1 + LEVEL) / 2)) ** 2)


def _finite(spread: float, size: int) -> int:
    """Units that a simple sample of so many takes, whose variance is this over n, but for what n leaves of it."""
    n = spread / _goal()
    return round(n / (1 + n / size))


def _percent(column: list[bool]) -> float:
    return round(100 * float(np.mean(column)), 1)


PATHS: dict[str, Callable[[Cases, np.random.Generator], tuple[int, Path]]] = {
    "simple(n)": _simple,
    "simple(n, replace=True)": _replaced,
    "proportional(n, replace=True)": lambda cases, rng: _replaced(cases, rng, by_rho=True),
    "stratified(n)": lambda cases, rng: _strata(cases, rng, allocation="proportional"),
    "stratified(n, neyman)": lambda cases, rng: _strata(cases, rng, allocation="neyman"),
    "poststratified(n)": lambda cases, rng: _strata(cases, rng, allocation="afterwards"),
    "clusters(n)": _clusters,
}

DESIGN_CELLS = tuple(DesignCell(design, weights) for weights in ("equal", "log-normal") for design in PATHS)
