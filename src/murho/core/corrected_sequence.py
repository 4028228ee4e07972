"""A confidence sequence for π of a machine that people correct: an interval that may be looked at at any moment.

`murho.core.corrected` has the interval that is right where it is read once. Here somebody bets, as in
`murho.core.confidence_sequence`, against each value m that π may have, case by case as people judge them; what is known
of the machine takes from each bet what could be foreseen. With μ people's loss of a case, f the machine's, F the
machine's mean over all cases, and ρ over the largest ρ, the bet is on

    ρ·(μ - m) - λ·ρ·(f - F).

Of all cases together that is 0 where m is π: the first part by what π is, the second by what F is; λ is what people's
losses have followed the machine's up to the case before (`murho.core.corrected`), so that no bet knows what it is on. A
machine that is right leaves little of (μ - m) to chance, and the purse can bet more; one that knows nothing has λ near
0, and is left out. Of a case that people could not tell there is no first part, and the second still counts: so what
could not be told is in no divisor, and π is of what can be told, though nobody knows beforehand what that will be.

Cases have to come in random order, and the machine has to have judged all of them before, without people's judgements.

>>> rng = np.random.default_rng(1)
>>> truth = (rng.random(2000) < 0.2) * 1.0
>>> machine = np.where(rng.random(2000) < 0.1, 1 - truth, truth)
>>> people = np.where(np.arange(2000) < 300, truth, np.nan)
>>> [round(end, 3) for end in ends(machine, people, range(300), level=0.95)], round(float(truth.mean()), 3)
([0.14, 0.222], 0.191)

Without the machine:

>>> from murho.core.confidence_sequence import Population
>>> from murho.core.confidence_sequence import ends as by_people
>>> [round(end, 3) for end in by_people(truth[:300], population=Population(2000, 2000.0), level=0.95)]
[0.121, 0.244]
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.confidence_sequence import STAKE, TINY, goal_of, refuted_up_to, stakes_for_any_width, unrefuted, up_to
from murho.core.errors import UsageError
from murho.core.estimate import check_level

Floats = NDArray[np.float64]

_UNSEEN = 1.0
"""The spread of the machine's losses, as a sum of squares, that is taken to have been seen without people's following
it: a slope of a few cases is no slope."""


class _Bets(NamedTuple):
    """What does not depend on the value that is bet against; of the n cases that people looked at, in order."""

    shares: Floats
    """ρ over the largest ρ; 0 where people could not tell."""
    losses: Floats
    """People's; 0 where they could not tell."""
    foreseen: Floats
    """ρ·(f - F), which adds up to 0 over all cases."""
    slopes: Floats
    """λ: how far the machine is followed, by the cases before."""
    mean: float
    """F."""
    stakes: Floats
    before: Floats
    """How many cases are left before each, itself among them."""
    goal: float
    """The logarithm of how many times what was in it a purse has to hold."""


def ends(
    machine: ArrayLike,
    people: ArrayLike,
    order: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    level: float,
    aim: float | None = None,
) -> tuple[float, float]:
    """The interval of π of all cases after the last of these judgements: what no moment up to now has left out.

    Where the lower end is above the upper one, no value is left: a chance of 1 - level, or the order was not random.

    Args:
        machine: its losses of all cases, (cases,), between 0 and 1.
        people: theirs, (cases,); NaN where nobody judged, or could tell.
        order: the places of the cases that people looked at, in the order in which they were drawn, (n,).
        weights: ρ, (cases,); without them all weigh the same.
        level: of the whole sequence.
        aim: the width that is wanted, for which stakes are then made; None: stakes for any width.

    Raises:
        UsageError: a loss is not between 0 and 1, a case comes twice, or none has any importance.
    """
    bets, left = _bets(machine, people, order, weights, level, aim)
    # π if all that is left were right, and if all were wrong.
    lost, told = float(bets.shares @ bets.losses), float(bets.shares.sum())
    possible = (lost / (told + left), (lost + left) / (told + left)) if told + left else (0.0, 1.0)
    lower, upper = _refuted_up_to(bets, below=True), 1 - _refuted_up_to(bets, below=False)
    return max(lower, possible[0]), min(upper, possible[1])


def holds(
    value: float,
    machine: ArrayLike,
    people: ArrayLike,
    order: ArrayLike,
    weights: ArrayLike | None = None,
    *,
    level: float,
    aim: float | None = None,
) -> NDArray[np.bool_]:
    """Whether the interval after each judgement, not cut with those before it, holds a value; (n,)."""
    bets, _ = _bets(machine, people, order, weights, level, aim)
    return unrefuted((_purse(bets, value, below=True), _purse(bets, 1 - value, below=False)), level)


def _checked(
    machine: ArrayLike, people: ArrayLike, order: ArrayLike, weights: ArrayLike | None
) -> tuple[Floats, NDArray[np.int64]]:
    f, y = np.asarray(machine, np.float64), np.asarray(people, np.float64)
    places = np.asarray(order, np.int64)
    rho = np.ones(len(f)) if weights is None else np.asarray(weights, np.float64)
    if not len(f) == len(y) == len(rho):
        raise UsageError(f"columns of {len(f)}, {len(y)} and {len(rho)} cases; give one entry for each case")
    if not ((f >= 0) & (f <= 1)).all() or (y[places] < 0).any() or (y[places] > 1).any():
        raise UsageError("a loss that is not between 0 and 1; a confidence sequence bets on bounded losses")
    if len(np.unique(places)) < len(places):
        raise UsageError("order: a case that people looked at comes twice; give each once")
    if not (rho >= 0).all() or not np.isfinite(rho).all() or not rho.any():
        raise UsageError("importances are numbers from 0, and not all 0")
    return rho, places


def _bets(
    machine: ArrayLike,
    people: ArrayLike,
    order: ArrayLike,
    weights: ArrayLike | None,
    level: float,
    aim: float | None,
) -> tuple[_Bets, float]:
    """What is bet on, and Σρ over the largest ρ of the cases that nobody looked at."""
    check_level(level)
    rho, places = _checked(machine, people, order, weights)
    every, f = rho / rho.max(), np.asarray(machine, np.float64)
    mean = float(every @ f / every.sum())
    said = np.asarray(people, np.float64)[places]
    told = ~np.isnan(said)
    y, shares = np.where(told, said, 0.0), np.where(told, every[places], 0.0)
    foreseen = every[places] * (f[places] - mean)
    slopes = _slopes(shares, y, f[places])
    goal, count = goal_of(level), np.arange(1, len(y) + 1)
    # What is seen before the first judgement: one loss of 1/2, with the variance of yes and no.
    seen = (0.5 + np.cumsum(shares * y - slopes * foreseen)) / (1 + np.cumsum(shares))
    variance = (0.25 + np.cumsum((shares * (y - seen) - slopes * foreseen) ** 2)) / (count + 1)
    known = np.concatenate([[0.25], variance[:-1]])[: len(y)]
    if aim is None:
        stakes = stakes_for_any_width(known, goal)
    else:
        stakes = aim / 2 * (1 + up_to(shares)) / count / known
    before = len(f) - np.arange(len(y), dtype=np.float64)
    left = float(np.delete(rho, places).sum() / rho.max())
    return _Bets(shares, y, foreseen, slopes, mean, stakes, before, goal), left


def _slopes(shares: Floats, y: Floats, f: Floats) -> Floats:
    """The slope of people's losses on the machine's, between 0 and 1, by the cases before each."""
    whole, people, machine, both, squares = map(up_to, (shares, shares * y, shares * f, shares * y * f, shares * f * f))
    weight = np.maximum(whole, TINY)
    slope: Floats = (both - people * machine / weight) / (np.maximum(squares - machine**2 / weight, 0.0) + _UNSEEN)
    return np.clip(slope, 0.0, 1.0)


def _purse(bets: _Bets, m: float, *, below: bool) -> Floats:
    """The logarithm of the purse after each judgement, (n,), of who bets that π is above m.

    With `below=False` what is bet on is what was right: that 1 - π is above m. Either falls as m grows, so that an
    end can be found by halves: what a bet wins falls, and what it can lose, which limits the stake, grows less than
    what it loses. Only where people could not tell may a smaller stake be worth more; there the purse is taken for
    the least that it is at any smaller m, which is no more than it has.
    """
    right = bets.shares * (bets.losses if below else 1 - bets.losses)
    foreseen, room = (bets.foreseen, 1 - bets.mean) if below else (-bets.foreseen, bets.mean)
    # The rest has to make up for what was drawn: its mean is known where m is the truth.
    owed = (up_to(right) - bets.slopes * up_to(foreseen)) / bets.before
    weight = up_to(bets.shares) / bets.before
    least = bets.slopes * room - owed

    def grown(at: Floats) -> Floats:
        won = right - at * bets.shares - bets.slopes * foreseen + owed - at * weight
        lost = np.maximum(at * (1 + weight) + least, TINY)  # the most that one judgement can fall short
        return np.asarray(np.log1p(np.minimum(bets.stakes, STAKE / lost) * won), np.float64)

    against = np.full(len(right), m)
    whole = np.clip((STAKE / bets.stakes - least) / (1 + weight), 0.0, m)  # up to here the whole stake is bet
    found: Floats = np.cumsum(np.where(bets.shares > 0, grown(against), np.minimum(grown(against), grown(whole))))
    return found


def _refuted_up_to(bets: _Bets, *, below: bool) -> float:
    return float(refuted_up_to(lambda m: _purse(bets, float(m), below=below), bets.goal))
