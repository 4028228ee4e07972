"""Confidence sequences of samples by a design: what is bet on in the place of one case after the other.

- `Draws`, with replacement: each by itself, so that a case drawn twice is bet on twice.
- `Strata`, drawn without replacement from each and asked in random order: the sequence of `ends`, below.
- `Clusters`, drawn without replacement: a cluster is bet on as one, with Σρ(μ - m) of its cases, once all are judged.

What comes first is bet on first: the cases of a sample up to the first that was not judged yet. So neither who skips a
case nor what takes long chooses what is bet on; `judged` says how many cases that are.

>>> pairs = Clusters(np.array([0, 1, 2, 3]), np.array([0, 0, 1, 1]), np.ones(4), Population(10, 20.0), largest=2.0)
>>> [round(end, 3) for end in pairs.ends(np.array([1.0, 1.0, 0.0, 1.0]), level=0.95, aim=None)]
[0.15, 0.95]

A confidence sequence for π of a population in strata, of each of which a fixed number was drawn beforehand.

As in `murho.core.confidence_sequence` somebody bets against each value m that π may have. n_h of the N_h cases of a
stratum were drawn at random without replacement, and all n are asked in an order drawn at random. When k are judged,
k_h of them of stratum h, the next case is of h with probability q_h = (n_h - k_h)/(n - k), and within h each of the
N_h - k_h that were not seen is as likely. So with w_h = (N_h - k_h)/q_h, and whatever is taken beforehand for the mean
a_h of a column z in each stratum, the mean of w_h·(z - a_h) + Σ a_h·(N_h - k_h) is Σz over all that was not seen. With
W = Σρ of all cases

    X(m) = w_h·(ρμ - a_h - m·s_h·(ρ - r_h)) + Σ a_h·(N_h - k_h) + Σ_seen ρμ - m·W

is therefore 0 on average where m is π. For a_h stands what ρμ came to in the stratum so far: once that is known, only
how much cases of one stratum differ is left to chance, which is what strata save. r_h is the mean ρ of what was not
seen there, and s_h is 1, or as much less as keeps X falling in m. Cases that people could not tell leave W: Σρ of those
seen, and w_h·ρ where the next is one.

**The end.** Where all that was drawn of a stratum was judged (k_h = n_h < N_h) nothing more is heard of its other
cases. Who bets that π is above m then takes them for right, and who bets that it is below for wrong. So X is at most 0
on average, and the sequence holds to the end, though it hardly narrows any more.

**What it takes.** Some ten numbers for each judged case and each stratum at once: 0.5 GB for 10,000 cases of 500
strata.

>>> rng = np.random.default_rng(1)
>>> rate, kind = np.array([0.02, 0.8]), rng.permutation(np.repeat([0, 1], [300, 100]))
>>> wrong = (rng.random(400) < rate[kind]) * 1.0
>>> two = [Stratum(3000, 300), Stratum(1000, 100)]
>>> [round(end, 3) for end in ends(wrong, kind, two, aim=0.1, level=0.95)]
[0.163, 0.221]

Without strata, of as many:

>>> from murho.core.confidence_sequence import Population
>>> from murho.core.confidence_sequence import ends as by_chance
>>> [round(end, 3) for end in by_chance(wrong, population=Population(4000, 4000.0), aim=0.1, level=0.95)]
[0.139, 0.231]
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core import confidence_sequence
from murho.core.confidence_sequence import TINY, Population, goal_of, refuted_up_to, stakes_for_any_width, up_to
from murho.core.errors import UsageError
from murho.core.estimate import check_level

Floats = NDArray[np.float64]
Places = NDArray[np.int64]

_STAKE = 0.75
"""No bet can lose more than this share of its purse: where few cases are heavy what it can lose is what rules it."""
_PRIOR = 2.0
"""For how many cases of a stratum what all strata said so far stands in."""


class Stratum(NamedTuple):
    """What is known of a stratum before anything is judged."""

    cases: int
    drawn: int
    """How many of them are in the sample, judged or not."""
    importance: float | None = None
    """Σρ of all its cases; None where each has 1."""
    largest: float = 1.0
    """The largest ρ of them."""


class _Judged(NamedTuple):
    """What was judged, (n,), and what there was of each stratum before each judgement, (n, strata); ρ over W."""

    of: NDArray[np.bool_]
    """(n, strata): of which stratum it is."""
    rho: Floats
    told: NDArray[np.bool_]
    losses: Floats
    left: Floats
    """Cases not seen yet; 0 where none of them can be drawn any more."""
    chance: Floats
    """That the next case is of the stratum."""
    mean: Floats
    """ρ of what was not seen, on average."""
    largest: Floats
    lost: Floats
    """(n,): Σρ of what cannot be drawn any more."""
    usual: float
    """ρ of a case, on average."""


class _Bets(NamedTuple):
    """Of who bets that π is above m: X(m) = won - m·fall, at least -(owed + m·room), all (n,)."""

    won: Floats
    fall: Floats
    owed: Floats
    room: Floats
    stakes: Floats
    """What is bet, at most, decided before the case is known."""
    goal: float


def ends(
    losses: ArrayLike,
    of: ArrayLike,
    strata: Sequence[Stratum],
    weights: ArrayLike | None = None,
    *,
    level: float,
    aim: float | None = None,
) -> tuple[float, float]:
    """The interval of π of all cases after the last of these judgements: what no moment up to now has left out.

    Where the lower end is above the upper one, no value is left: a chance of 1 - level, or the order was not random.

    Args:
        losses: between 0 and 1, (n,), in the order in which cases were asked; NaN where people could not tell.
        of: the number of the stratum of each case, (n,), from 0.
        strata: all of them, also those of which no case was drawn.
        weights: ρ, (n,); without them all weigh the same.
        level: of the whole sequence.
        aim: the width that is wanted, for which stakes are then made; None: stakes for any width.

    Raises:
        UsageError: a loss is not between 0 and 1, or a stratum has fewer cases or less importance than was judged.
    """
    seen = _checked(losses, of, strata, weights)
    low, high = (_refuted_up_to(_bets(seen, wrong, level, aim)) for wrong in (True, False))
    wrong = float((seen.rho * seen.told) @ seen.losses)
    told, judged = float(seen.rho @ seen.told), float(seen.rho.sum())
    left = 0.0 if len(seen.rho) == sum(one.cases for one in strata) else max(1 - judged, 0.0)
    if not told + left:
        return 0.0, 1.0
    return max(low, wrong / (told + left)), min(1 - high, (wrong + left) / (told + left))


def purses(
    value: float,
    losses: ArrayLike,
    of: ArrayLike,
    strata: Sequence[Stratum],
    weights: ArrayLike | None = None,
    *,
    level: float,
    aim: float | None = None,
) -> tuple[Floats, Floats]:
    """The logarithms of what who bets that π is above a value, and who bets that it is below, has after each judgement.

    Each begins with 1, and where the value is π neither grows on average.
    """
    seen = _checked(losses, of, strata, weights)
    return _purse(_bets(seen, True, level, aim), value), _purse(_bets(seen, False, level, aim), 1 - value)


def _checked(losses: ArrayLike, of: ArrayLike, strata: Sequence[Stratum], weights: ArrayLike | None) -> _Judged:
    x, which = np.asarray(losses, np.float64), np.asarray(of, np.int64)
    rho = np.ones(len(x)) if weights is None else np.asarray(weights, np.float64)
    if not len(x) == len(which) == len(rho):
        raise UsageError(f"columns of {len(x)}, {len(which)} and {len(rho)} cases; give one entry for each case")
    told = ~np.isnan(x)
    if (x[told] < 0).any() or (x[told] > 1).any():
        raise UsageError("a loss that is not between 0 and 1; a confidence sequence bets on bounded losses")
    cases, drawn = (np.array([one[i] for one in strata], np.float64) for i in (0, 1))
    largest = np.array([one.largest for one in strata])
    importance = np.array([one.cases if one.importance is None else one.importance for one in strata], np.float64)
    whole = float(importance.sum())
    is_of = which[:, None] == np.arange(len(strata))
    judged, weighed = is_of.sum(0), (is_of * rho[:, None]).sum(0)
    if (judged > drawn).any() or (drawn > cases).any() or not is_of.any(1).all():
        raise UsageError(
            "a stratum of which more cases were judged than drawn, or drawn than there are; or one unknown"
        )
    if not (rho >= 0).all() or (rho > largest[which] * (1 + 1e-9)).any() or (weighed > importance + 1e-9 * whole).any():
        raise UsageError("an importance above the largest of its stratum, or more in a stratum than it has")
    if not whole > 0:
        raise UsageError("every importance is 0; at least one case must matter")
    before = up_to(is_of)
    to_come = drawn - before
    reached = to_come > 0
    left = cases - before
    remaining = np.maximum(importance - up_to(is_of * rho[:, None]), 0.0) / whole
    return _Judged(
        is_of,
        rho / whole,
        told,
        np.where(told, x, 0.0),
        np.where(reached, left, 0.0),
        np.where(reached, to_come, 0.0) / np.maximum(to_come.sum(1), 1.0)[:, None],
        np.where(left > 0, remaining / np.maximum(left, 1.0), 0.0),
        largest / whole,
        np.where(reached, 0.0, remaining).sum(1),
        float(1 / cases.sum()),
    )


def _bets(seen: _Judged, wrong: bool, level: float, aim: float | None) -> _Bets:
    """The bets that π is above m, or where not `wrong` that 1 - π is; with ρ of all cases together as the unit."""
    check_level(level)
    rho, of, left, usual = seen.rho, seen.of, seen.left, seen.usual
    mine = rho * seen.told * (seen.losses if wrong else 1 - seen.losses)
    count = np.arange(1, len(rho) + 1)
    # What ρμ is taken for: at first one loss of 1/2, in a stratum what all strata said.
    rate = (0.5 * usual + up_to(mine)) / (usual + up_to(rho))
    inside = up_to(of * mine[:, None]) + _PRIOR * usual * rate[:, None]
    each = inside / (up_to(of * rho[:, None]) + _PRIOR * usual)
    foreseen = seen.mean * each
    scale = np.divide(left, seen.chance, out=np.zeros_like(left), where=seen.chance > 0)
    base = 1 - up_to(rho * ~seen.told)
    slope = np.minimum(1.0, base[:, None] / np.maximum(scale * seen.mean, TINY))
    own_scale, own_slope, own_mean = (np.where(of, column, 0.0).sum(1) for column in (scale, slope, seen.mean))
    own_foreseen = np.where(of, foreseen, 0.0).sum(1)
    known = (foreseen * left).sum(1) + up_to(mine)
    won = own_scale * (mine - own_foreseen) + known
    fall = base - own_scale * rho * ~seen.told + own_scale * own_slope * (rho - own_mean)
    owed = (scale * foreseen).max(1, initial=0.0) - known
    room = base + (scale * slope * np.maximum(seen.largest - seen.mean, 0.0)).max(1, initial=0.0)
    # How far X is spread, by what cases of each stratum differed from what they were taken for.
    errors = (mine - own_foreseen - rate * own_slope * (rho - own_mean)) ** 2
    pooled = (0.25 * usual**2 + up_to(errors)) / count
    within = (up_to(of * errors[:, None]) + _PRIOR * pooled[:, None]) / (up_to(of) + _PRIOR)
    spread = np.maximum((scale * left * within).sum(1), TINY)
    if aim is None:
        stakes = stakes_for_any_width(spread, goal_of(level))
    else:
        # Kelly's stake on a truth that lies half the width off, of which what is never heard of takes its part.
        stakes = np.maximum(aim / 2 - rate * seen.lost, 0.0) / spread
    return _Bets(won, fall, owed, room, stakes, goal_of(level))


def _purse(bets: _Bets, m: float) -> Floats:
    """The logarithm of the purse after each judgement, (n,), of who bets that π is above m.

    An end can be found by halves, since each bet is taken for the least that it is at any smaller m, which is no more
    than it is worth. Up to where what it can lose begins to limit the stake it is a line in m, and beyond that the
    quotient of two lines: so it is least at 0, there, or at m.
    """

    def grown(at: Floats) -> Floats:
        most = _STAKE / np.maximum(bets.owed + at * bets.room, TINY)
        return np.asarray(np.log1p(np.minimum(bets.stakes, most) * (bets.won - at * bets.fall)), np.float64)

    limit = _STAKE / np.maximum(bets.stakes, TINY)
    whole = np.clip((limit - bets.owed) / np.maximum(bets.room, TINY), 0.0, m)
    least = np.minimum(grown(np.full(len(whole), m)), grown(whole))
    if (bets.fall < 0).any():
        least = np.minimum(least, grown(np.zeros(len(whole))))
    return np.asarray(np.cumsum(least), np.float64)


def _refuted_up_to(bets: _Bets) -> float:
    return float(refuted_up_to(lambda m: _purse(bets, float(m)), bets.goal))


@dataclass(frozen=True, eq=False)
class Draws:
    """Cases that were drawn with replacement, each draw by itself."""

    order: Places
    """The numbers of the cases drawn, draw by draw; a case may come again."""
    weights: Floats
    """ρ of each case over the probability that a draw is of it, (cases,), up to a factor."""
    largest: float
    """The largest that a case of those drawn from can have, in the same measure."""

    what = "of all cases that were drawn from, by independent draws"
    """What the interval is of."""
    waiting: str = "one that was drawn before the others was not judged yet"
    """Why the others are not bet on."""

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return len(np.unique(self.order))

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last draw, of the losses of all judged cases."""
        each, weights = losses[self.order], self.weights[self.order]
        return confidence_sequence.ends(each, weights, largest=self.largest, level=level, aim=aim)


@dataclass(frozen=True, eq=False)
class Strata:
    """Cases of strata, of each of which so many were drawn without replacement; asked in random order."""

    order: Places
    """The numbers of the judged cases in the order in which they were asked; -1 where people could not tell."""
    of: Places
    """The number of the stratum of each, of the same length."""
    weights: Floats
    """ρ of each."""
    strata: Sequence[Stratum]

    waiting: str = "one that comes before the others was not judged yet"
    """Why the others are not bet on."""

    @property
    def what(self) -> str:
        """What the interval is of."""
        cases = sum(one.cases for one in self.strata)
        return f"of the {cases} cases that were drawn from, by {len(self.strata)} strata"

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return int((self.order >= 0).sum())

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last case, of the losses of all judged cases."""
        each = np.where(self.order >= 0, np.append(losses, np.nan)[self.order], np.nan)
        return ends(each, self.of, self.strata, self.weights, level=level, aim=aim)


@dataclass(frozen=True, eq=False)
class Clusters:
    """Whole clusters that were drawn without replacement, in random order."""

    order: Places
    """The numbers of the judged cases of clusters of which every case was looked at."""
    of: Places
    """The number of the cluster of each, in the order in which clusters were asked; some may have no judged case."""
    weights: Floats
    """ρ of each."""
    population: Population
    """So many clusters, and Σρ of what is in them and can be told."""
    largest: float
    """The largest Σρ that a cluster has."""

    waiting: str = "of the others not all of the cluster was judged yet, or not one before it"
    """Why the others are not bet on."""

    @property
    def what(self) -> str:
        """What the interval is of."""
        return f"of the {self.population.cases} clusters that were drawn from"

    @property
    def judged(self) -> int:
        """How many cases are bet on."""
        return len(self.order)

    def ends(self, losses: Floats, level: float, aim: float | None) -> tuple[float, float]:
        """The interval after the last cluster, of the losses of all judged cases.

        Raises:
            UsageError: a cluster has more importance than the largest.
        """
        weights = np.bincount(self.of, self.weights)
        if (weights > self.largest * (1 + 1e-9)).any():
            raise UsageError("a cluster of more importance than the largest that is known has")
        weights = np.minimum(weights, self.largest)  # but for rounding it is
        lost = np.bincount(self.of, self.weights * losses[self.order])
        shares = np.divide(lost, weights, out=np.zeros(len(lost)), where=weights > 0).clip(0, 1)
        given = {"largest": self.largest, "population": self.population, "level": level, "aim": aim}
        return confidence_sequence.ends(shares, weights, **given)  # type: ignore[arg-type]


Sampled = Draws | Strata | Clusters
