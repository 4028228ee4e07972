"""How many judgements each way to stop asks for, and how often its interval holds the truth.

>>> found = examine(RULE_CELLS[6], 20, np.random.default_rng(1))
>>> found.population, found.fixed.judgements, found.width.judgements > LEAST
('equal weights, rate 0.2', 246, True)
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.confidence_sequence import Population, ends, holds
from murho.core.intervals import Evidence, effective_size, score
from murho.core.quantiles import normal_quantile
from murho.core.stopping_rules import LEAST
from murho.core.stopping_rules import width as width_rule

Floats = NDArray[Any]
LEVEL = 0.95
PEEKED = LEAST, 2000
"""Between so many judgements the usual interval is looked at after each."""
TIMED = 50
"""Paths on which it is found when a sequence stops, which takes a while for each."""


@dataclass(frozen=True)
class RuleCell:
    """What is judged, and how narrow the interval has to be."""

    population: str
    width: float
    draw: Callable[[np.random.Generator, int], tuple[Floats, Floats]]
    """Losses and importances of so many cases."""
    cases: int | None = None
    """How many there are, drawn without replacement; None: no end of them."""

    @property
    def horizon(self) -> int:
        """Judgements after which nobody goes on."""
        return self.cases or (8_000 if self.width < 0.1 else 3_000)


@dataclass(frozen=True)
class Stopped:
    """What a rule did: judgements at the median, and how often its interval held the truth then, in percent."""

    judgements: int
    covered: float


@dataclass(frozen=True)
class RulesFound:
    """What was found in a cell."""

    population: str
    wanted: float
    samples: int
    fixed: Stopped
    width: Stopped
    """Looked at after every judgement."""
    seldom: Stopped
    """Looked at when a quarter more was judged."""
    sequence: Stopped
    """Covered: over the whole path, at every judgement."""
    peeked: float
    """Paths on which the usual interval misses at least once between 50 and 2,000 judgements, in percent."""

    @property
    def times(self) -> float:
        """How many times the fixed number a sequence asks for."""
        return self.sequence.judgements / self.fixed.judgements


def _even(rate: float) -> Callable[[np.random.Generator, int], tuple[Floats, Floats]]:
    return lambda rng, n: ((rng.random(n) < rate) * 1.0, np.ones(n))


def _graded(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
    return rng.beta(0.3, 0.7, n), np.ones(n)


def _weighted(rate: float, rising: float) -> Callable[[np.random.Generator, int], tuple[Floats, Floats]]:
    """Log-normal importances (σ 0.7) up to 10 times the median; heavier cases fail more often where `rising`."""

    def draw(rng: np.random.Generator, n: int) -> tuple[Floats, Floats]:
        z = rng.standard_normal(n)
        chance = 1 / (1 + (1 - rate) / rate * np.exp(-rising * z))
        return (rng.random(n) < chance) * 1.0, np.minimum(np.exp(0.7 * z) / 10, 1.0)

    return draw


RULE_CELLS = (
    RuleCell("equal weights, rate 0.05", 0.04, _even(0.05)),
    RuleCell("equal weights, rate 0.2114", 0.04, _even(0.2114)),
    RuleCell("equal weights, rate 0.5", 0.04, _even(0.5)),
    RuleCell("equal weights, rate 0.2, of 5,000 cases", 0.04, _even(0.2), 5000),
    RuleCell("equal weights, rate 0.02", 0.04, _even(0.02)),
    RuleCell("graded losses, beta(.3, .7)", 0.1, _graded),
    RuleCell("equal weights, rate 0.2", 0.1, _even(0.2)),
    RuleCell("log-normal weights, rate 0.2", 0.1, _weighted(0.2, 0.0)),
    RuleCell("log-normal weights, rate 0.2, rising", 0.1, _weighted(0.2, 0.7)),
    RuleCell("log-normal weights, rate 0.2, of 3,000 cases", 0.1, _weighted(0.2, 0.0), 3000),
)


def examine(cell: RuleCell, repetitions: int, rng: np.random.Generator) -> RulesFound:
    """One cell: the interval that users get after each judgement, on every path; and the sequence."""
    losses, rho = cell.draw(rng, 2_000_000)
    truth = float(losses @ rho / rho.sum())
    spread = float(((rho * (losses - truth)) ** 2).mean() / rho.mean() ** 2)
    wanted = round(normal_quantile((1 + LEVEL) / 2) ** 2 * spread / (cell.width / 2) ** 2)
    paths = [cell.draw(rng, cell.horizon) for _ in range(repetitions)]
    # The usual interval speaks of what cases were drawn from, a sequence of the suite, where there is one.
    looked = min(cell.horizon, max(PEEKED[1], 3 * wanted))
    stopped: dict[str, list[tuple[int, bool]]] = {"fixed": [], "width": [], "seldom": []}
    peeked, timed, kept = [], [], []
    looks = _looks(looked)
    for number, (x, weights) in enumerate(paths):
        low, high = usual_ends(x[:looked], weights[:looked])
        held = (low <= truth) & (truth <= high)
        narrow = high - low <= cell.width
        narrow[: LEAST - 1] = False
        stopped["fixed"].append((wanted, bool(held[wanted - 1])))
        for name, at in (("width", np.flatnonzero(narrow)), ("seldom", looks[narrow[looks]])):
            if len(at):
                stopped[name].append((int(at[0]) + 1, bool(held[at[0]])))
        peeked.append(not held[PEEKED[0] - 1 : PEEKED[1]].all())
        suite = None if cell.cases is None else Population(cell.cases, float(weights.sum()))
        largest = 1.0 if suite is None else float(weights.max())
        whole = truth if suite is None else float(x @ weights / weights.sum())
        kept.append(
            bool(holds(whole, x, weights, largest=largest, population=suite, level=LEVEL, aim=cell.width).all())
        )
        if number < TIMED:
            timed.append(sequence_stops(x, weights, cell.width, largest, suite))
    return RulesFound(
        cell.population,
        cell.width,
        repetitions,
        _stopped(stopped["fixed"]),
        _stopped(stopped["width"]),
        _stopped(stopped["seldom"]),
        Stopped(int(np.median(timed)), _percent(kept)),
        _percent(peeked),
    )


def usual_ends(losses: Floats, weights: Floats) -> tuple[Floats, Floats]:
    """The usual interval after each judgement, (n,): the very functions that users' figures are read with."""
    num, den = weights * losses, weights
    powers = {(i, j): np.cumsum(num**i * den**j) for i in range(5) for j in range(5) if 1 <= i + j <= 4}
    ratio = powers[1, 0] / powers[0, 1]

    def deviation(degree: int) -> Floats:
        binomial = {2: (1, 2, 1), 3: (1, 3, 3, 1), 4: (1, 4, 6, 4, 1)}[degree]
        terms = (c * (-ratio) ** j * powers[degree - j, j] for j, c in enumerate(binomial))
        return np.asarray(sum(terms), np.float64)

    basis = Evidence.of_sums(
        powers[1, 0],
        powers[0, 1],
        np.maximum(deviation(2), 0),
        deviation(3),
        np.maximum(deviation(4), 0),
        powers[2, 0],
        powers[1, 1],
        powers[0, 2],
        powers[0, 4],
        powers[0, 2],
        np.arange(1, len(losses) + 1.0),
    )
    low, high = score(basis, effective_size(basis, LEVEL), LEVEL)
    return low, high


def sequence_stops(
    losses: Floats, weights: Floats, width: float, largest: float = 1.0, suite: Population | None = None
) -> int:
    """After how many judgements a sequence is no wider than `width`; it never widens, so halving finds it."""

    def narrow(n: int) -> bool:
        low, high = ends(losses[:n], weights[:n], largest=largest, population=suite, level=LEVEL, aim=width)
        return bool(high - low <= width)

    first, last = 0, LEAST
    while last < len(losses) and not narrow(last):
        first, last = last, min(2 * last, len(losses))
    while last - first > 1:
        middle = (first + last) // 2
        first, last = (first, middle) if narrow(middle) else (middle, last)
    return last


def _looks(most: int) -> NDArray[np.int64]:
    """The places at which `width` looks, from 0."""
    results: list[int] = []
    for size in width_rule(0.5).looks():
        if size > most:
            return np.array(results, np.int64) - 1
        results.append(size)
    raise AssertionError("looks never end")


def _stopped(each: list[tuple[int, bool]]) -> Stopped:
    if not each:
        return Stopped(0, float("nan"))
    return Stopped(int(np.median([n for n, _ in each])), _percent([held for _, held in each]))


def _percent(column: list[bool]) -> float:
    return round(100 * float(np.mean(column)), 1)
