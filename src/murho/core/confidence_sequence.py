"""A confidence sequence for π: an interval after every judgement, all of which hold the truth together at the level.

Whoever looks at an ordinary interval until it says something has looked too often. Here it is allowed to look as often
as one likes, and to stop when one likes. Somebody bets against each value m that π may have: that the next loss is
above m, and, with another purse, that it is below. Where m is the truth no bet makes money on average, so that a purse
grows to 2/α times what was in it with a chance of at most α/2 (Ville); what m let a purse grow so far is no longer
believed (Waudby-Smith and Ramdas 2024, "Estimating means of bounded random variables by betting", the hedged capital
of section 4.2 with the predictable plug-in of its appendix; drawn without replacement: section 5).

>>> losses = [0, 0, 1, 0, 0, 0, 1, 0, 0, 0] * 10
>>> [tuple(round(end, 3) for end in ends(losses[:n], level=0.95)) for n in (10, 50, 100)]
[(0.0, 0.639), (0.066, 0.386), (0.094, 0.333)]

Under importances the bet is on ρ·(μ - m), whose mean is 0 where m is π. It has to be known before how much a bet may
lose: ρ is at most 1, and of the cases of a suite the largest ρ is known. Of them there are so many and no more: what
was drawn is out, the interval narrows further, and is a point when all are judged.

>>> suite = Population(cases=100, importance=100.0)
>>> [tuple(round(float(end), 3) for end in ends(losses[:n], population=suite, level=0.95)) for n in (50, 90, 100)]
[(0.1, 0.34), (0.18, 0.266), (0.2, 0.2)]

A case that people cannot tell is in no divisor, and nobody knows beforehand how many there are. It keeps its turn, with
ρ = 0: so ρ·(μ - π) adds up to 0 over all cases, as before. Were it taken out once that is known, earlier bets would
have been on another number of cases than was known when they were made.

>>> told = Population(cases=100, importance=90.0)
>>> [round(float(end), 3) for end in ends(losses[:50], [0, 1, 1, 1, 1] * 10, population=told, level=0.95)]
[0.125, 0.42]

Whoever wants a certain width bets for it, and has it sooner:

>>> many = losses * 20
>>> [round(high - low, 3) for low, high in (ends(many, level=0.95), ends(many, aim=0.05, level=0.95))]
[0.073, 0.048]

The order in which cases come has to be random, or what is bet on is that order.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.errors import UsageError
from murho.core.estimate import check_level

Floats = NDArray[np.float64]
Ends = tuple[Any, Any]
"""The lower and the upper end: floats, or arrays of them for many samples at once."""

STAKE = 0.5
"""No bet can lose more than this share of its purse."""
_HALVINGS = 40
"""Of [0, 1], until an end is told: to 12 digits, and never further in than it is."""
TINY = 1e-300
"""In the place of 0 where something is divided by it."""


@dataclass(frozen=True)
class Population:
    """All cases from which those that are judged are drawn without replacement, at random."""

    cases: int
    """Also those that people cannot tell: each keeps its turn, with ρ = 0."""
    importance: float
    """Σ ρ of all of them; without that of those of which it is known by now that people cannot tell."""


class _Bets(NamedTuple):
    """What does not depend on the value that is bet against; arrays (..., n)."""

    losses: Floats
    shares: Floats
    """ρ over the largest ρ there can be."""
    stakes: Floats
    """What is bet, at most, decided before the loss is known."""
    before: Floats
    """How many of the population are left before each draw; infinite if it is drawn from with replacement."""
    goal: float
    """The logarithm of how many times what was in it a purse has to hold."""


def ends(
    losses: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    largest: float = 1.0,
    population: Population | None = None,
    level: float,
    aim: float | None = None,
) -> Ends:
    """The interval after the last of these judgements: what no moment up to now has left out.

    Where the lower end is above the upper one, no value is left: a chance of 1 - level, or the order was not random.

    Args:
        losses: between 0 and 1, (..., n), in the order in which the cases were drawn; each row is a sample of its own.
        weights: ρ of the cases, of the same shape; without them all weigh the same.
        largest: the largest ρ that a case can have, known before any was drawn; the smaller, the narrower the interval.
        population: what they are drawn from without replacement; None: with replacement, or from no end of cases.
        level: of the whole sequence.
        aim: the width that is wanted. Then stakes are such that it is reached soon, at the cost of other widths; which
            holds as well, since a stake is decided before the loss is known. None: stakes for any width.

    Raises:
        UsageError: a loss has no bound, or an importance is above the largest.
    """
    bets = _bets(losses, weights, largest, population, level, aim)
    lower, upper = _refuted_up_to(bets, below=True), 1 - _refuted_up_to(bets, below=False)
    if population is not None:
        least, most = _possible(bets, population, largest)
        lower, upper = np.maximum(lower, least), np.minimum(upper, most)
    return (float(lower), float(upper)) if np.ndim(lower) == 0 else (lower, upper)


def course(
    losses: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    largest: float = 1.0,
    population: Population | None = None,
    level: float,
    aim: float | None = None,
) -> Floats:
    """The interval after each judgement, (n, 2): what `ends` gives for the first, the first two, and so on.

    >>> course([1, 1, 1, 0], population=Population(4, 4.0), level=0.95).round(3).tolist()
    [[0.25, 1.0], [0.5, 1.0], [0.75, 1.0], [0.75, 0.75]]
    """
    x = np.asarray(losses, np.float64)
    rho = None if weights is None else np.asarray(weights, np.float64)

    def after(n: int) -> Ends:
        first = None if rho is None else rho[:n]
        return ends(x[:n], first, largest=largest, population=population, level=level, aim=aim)

    return np.array([after(n) for n in range(1, len(x) + 1)]).reshape(-1, 2)


def differences(
    losses: ArrayLike,
    others: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    largest: float = 1.0,
    population: Population | None = None,
    level: float,
    aim: float | None = None,
) -> Ends:
    """The interval of π - π' of two systems that were asked the same cases; ends between -1 and 1.

    >>> tuple(round(end, 2) for end in differences([1, 0, 1, 1] * 50, [0, 0, 1, 0] * 50, level=0.95))
    (0.4, 0.62)
    """
    one, other = _checked(losses), _checked(others)
    half = None if aim is None else aim / 2  # losses lie between 0 and 1 again, and so does half of their difference
    low, high = ends((one - other + 1) / 2, weights, largest=largest, population=population, level=level, aim=half)
    return 2 * low - 1, 2 * high - 1


def holds(
    value: float,
    losses: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    largest: float = 1.0,
    population: Population | None = None,
    level: float,
    aim: float | None = None,
) -> NDArray[np.bool_]:
    """Whether the interval after each judgement, not cut with those before it, holds a value; (..., n).

    >>> holds(0.9, [0, 0, 1, 0, 0, 0, 0, 0, 1, 0], level=0.95).tolist()
    [True, True, True, False, False, False, False, False, False, False]
    """
    return unrefuted(
        purses(value, losses, weights, largest=largest, population=population, level=level, aim=aim), level
    )


def purses(
    value: float,
    losses: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    largest: float = 1.0,
    population: Population | None = None,
    level: float,
    aim: float | None = None,
) -> tuple[Floats, Floats]:
    """The logarithms of what who bets that π is above a value, and who bets that it is below, has after each judgement.

    Each begins with 1, and where the value is π neither grows on average; (..., n).
    """
    bets = _bets(losses, weights, largest, population, level, aim)
    m = np.full(bets.losses.shape[:-1], float(value))
    return _purse(bets, m, below=True), _purse(bets, 1 - m, below=False)


def unrefuted(purses: tuple[Floats, Floats], level: float) -> NDArray[np.bool_]:
    """Whether neither of two purses has refuted the value that they bet against, after each judgement; (..., n)."""
    held: NDArray[np.bool_] = np.maximum(*purses) < goal_of(level)
    return held


def goal_of(level: float) -> float:
    """The logarithm of how many times what was in it a purse has to hold."""
    return float(np.log(2 / (1 - level)))


def stakes_for_any_width(variance: Floats, goal: float) -> Floats:
    """What is bet on each judgement where no width is wanted, by the variance known before it, (..., n)."""
    count = np.arange(1, variance.shape[-1] + 1)
    return np.asarray(np.sqrt(2 * goal / (variance * count * np.log(1 + count))), np.float64)


def up_to(column: NDArray[np.float64] | NDArray[np.bool_]) -> Floats:
    """The sum of what stands before each, along the first axis."""
    return np.asarray(np.cumsum(column, 0, dtype=np.float64) - column, np.float64)


def _bets(
    losses: ArrayLike,
    weights: ArrayLike | None,
    largest: float,
    population: Population | None,
    level: float,
    aim: float | None,
) -> _Bets:
    check_level(level)
    x = _checked(losses)
    n = x.shape[-1]
    if population is not None and n > population.cases:
        raise UsageError(f"{n} judgements of a population of {population.cases} cases; judge each case once")
    shares = np.ones_like(x) if weights is None else _shares(x, weights, largest)
    goal = goal_of(level)
    count = np.arange(1, n + 1)
    # What is seen before the first judgement: one loss of 1/2, with the variance of yes and no.
    mean = (0.5 + np.cumsum(shares * x, -1)) / (1 + np.cumsum(shares, -1))
    variance = (0.25 + np.cumsum((shares * (x - mean)) ** 2, -1)) / (count + 1)
    known = np.concatenate([np.full((*x.shape[:-1], 1), 0.25), variance[..., :-1]], -1)[..., :n]
    if aim is None:
        stakes = stakes_for_any_width(known, goal)
    else:
        # Kelly's stake on a truth that lies half the width off, which is where an end will have to be.
        share = (1 + np.cumsum(shares, -1) - shares) / count
        stakes = aim / 2 * share / known
    before = np.full(n, np.inf) if population is None else population.cases - np.arange(n, dtype=np.float64)
    return _Bets(x, shares, stakes, before, goal)


def _checked(losses: ArrayLike) -> Floats:
    x = np.asarray(losses, np.float64)
    if not ((x >= 0) & (x <= 1)).all():
        worst = float(x[~((x >= 0) & (x <= 1))].flat[0])
        raise UsageError(
            f"a loss of {worst:g}: a confidence sequence bets on losses between 0 and 1, since nobody can bear a bet "
            "on a loss without a bound; choose a bounded measure, or stop by fixed(n) or width(w)"
        )
    return x


def _shares(losses: Floats, weights: ArrayLike, largest: float) -> Floats:
    rho = np.broadcast_to(np.asarray(weights, np.float64), losses.shape)
    if not ((rho >= 0) & (rho <= largest)).all() or not 0 < largest < np.inf:
        raise UsageError(
            f"an importance of {float(rho.max(initial=0)):g}, and largest={largest:g}; none may be above it"
        )
    shares: Floats = rho / largest
    return shares


def _purse(bets: _Bets, m: Floats, *, below: bool) -> Floats:
    """The logarithm of the purse after each judgement, (..., n), of who bets that π is above m (...).

    With `below=False` what is bet on is what was right: that 1 - π is above m. Either falls as m grows, so that an
    end can be found by halves.
    """
    x = bets.losses if below else 1 - bets.losses
    m = m[..., None]
    seen = bets.shares * (x - m)
    # Without replacement the rest has to make up for what was drawn: its mean is known where m is the truth.
    gone = np.cumsum(seen, -1) - seen
    expected = -gone / bets.before
    lost = np.maximum(m + expected, TINY)  # the most that one judgement can fall short of what is expected
    found: Floats = np.cumsum(np.log1p(np.minimum(bets.stakes, STAKE / lost) * (seen - expected)), -1)
    return found


def _refuted_up_to(bets: _Bets, *, below: bool) -> Floats:
    return refuted_up_to(lambda m: _purse(bets, m, below=below), bets.goal, bets.losses.shape[:-1])


def refuted_up_to(purse: Callable[[Floats], Floats], goal: float, shape: tuple[int, ...] = ()) -> Floats:
    """The largest value, from 0, that a purse has refuted at some moment, of each sample; rounded down.

    Args:
        purse: its logarithm after each judgement, (*shape, n), against a value of each sample; falls as these grow.
        goal: the logarithm that it has to reach.
        shape: of the samples; empty for a single one.
    """
    low, high = np.zeros(shape), np.ones(shape)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        refuted = purse(middle).max(-1, initial=-np.inf) >= goal
        low, high = np.where(refuted, middle, low), np.where(refuted, high, middle)
    return low


def _possible(bets: _Bets, population: Population, largest: float) -> Ends:
    """π if all that is left were right, and if all were wrong."""
    lost = largest * (bets.shares * bets.losses).sum(-1)
    drawn = largest * bets.shares.sum(-1)
    # Importances add up to the whole but for rounding; what was all drawn leaves nothing.
    done = bets.losses.shape[-1] == population.cases
    whole = drawn if done else np.maximum(population.importance, drawn)
    return lost / whole, (lost + (whole - drawn)) / whole
