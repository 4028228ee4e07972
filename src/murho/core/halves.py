"""Random halves: the test of a difference and its interval, from one set of random splits of the clusters.

Every cluster goes by a coin into one part or into the other, and either part has a difference of its own. Were the
true difference δ and the clusters' deviations from it as likely up as down, δ would lie between those of the two parts
in a share of the splits that is evenly distributed: this share is the p of δ (Hartigan 1969, "Using subsample values
as typical values"). So p of 0 is the share of splits whose parts do not agree which system is better,
and the interval at level 1 − α holds the δ whose p is above α: p ≤ α exactly where it leaves 0 out.

Signs of all deviations from δ are flipped, in other words, in every split. With right and wrong answers of equal
weight p is that of McNemar's test, a tie counted half (mid-p).

>>> move = np.array([-1.0] * 8 + [1.0] + [0.0] * 3) / 12
>>> found = halves(move, np.full(12, 1 / 12), -7 / 12)
>>> found.p_value, [round(end, 3) for end in found.interval(0.95)]
(0.021728515625, [-1.0, -0.167])
"""

from dataclasses import dataclass
from math import comb, erfc, sqrt
from statistics import NormalDist
from sys import float_info

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]

ENUMERATED = 1 << 16
"""At most so many different splits are enumerated."""
COINS = 2048
"""So many of the heaviest clusters have a coin of their own; what all others add is normally distributed."""
TAIL = 50
"""Where fewer of the splits drawn lie further out than this, the tail is continued as a normal one."""
_ROUNDING = 1e-12
_AT_ONCE = 1 << 20
"""Coins held in memory at a time."""


@dataclass(frozen=True)
class Halves:
    """The differences of the two parts of every split, and how likely the split is."""

    value: float
    """The difference of all clusters."""
    lower: Column
    """Of the part whose difference is smaller (splits,)."""
    upper: Column
    chance: Column
    drawn: int
    """Splits that were drawn; 0 where all were enumerated."""

    @property
    def p_value(self) -> float:
        """Two-sided, of a difference of 0."""
        if self.value == 0:
            return 1.0
        # B better than A is A worse than B: only the side of 0 counts.
        ends, cumulated = self._side(self.value < 0)
        beyond = int(np.count_nonzero(ends >= 0))
        p = float(cumulated[beyond - 1]) if beyond else 0.0
        if p > (least := self._least):
            return min(1.0, p)
        reach = _end(ends, cumulated, least) + abs(self.value)
        return _two_sided(_normal(least) * abs(self.value) / reach) if reach > 0 else least

    def interval(self, level: float) -> tuple[float, float]:
        """All differences whose p is above 1 − level; infinite where the splits cannot exclude anything."""
        alpha, least = 1 - level, self._least
        ends = []
        for up in (False, True):
            column, cumulated = self._side(up)
            middle = self.value if up else -self.value
            end = _end(column, cumulated, max(alpha, least))
            if alpha < least:
                end = middle + (end - middle) * _normal(alpha) / _normal(least)
            ends.append(end if up else -end)
        if self.value == 0:
            # Neither system comes first, so neither side may.
            return -max(ends[1], -ends[0]), max(ends[1], -ends[0])
        return ends[0], ends[1]

    @property
    def _least(self) -> float:
        """The least p that is read off the splits themselves."""
        return TAIL / (self.drawn + 1) if self.drawn else 0.0

    def _side(self, up: bool) -> tuple[Column, Column]:
        """The upper ends, or the lower ones with their sign turned, outermost first, and their chances cumulated."""
        ends, middle = (self.upper, self.value) if up else (-self.lower, -self.value)
        chance, tied = self.chance, ends == 0
        if middle < 0 and tied.any():
            # A part in which the systems are equal speaks half for either (mid-p).
            inside = ends[ends < 0]
            nearest = float(inside.max()) if len(inside) else middle
            chance = np.concatenate([np.where(tied, chance / 2, chance), chance[tied] / 2])
            ends = np.concatenate([ends, np.full(int(tied.sum()), nearest)])
        order = np.argsort(-ends, kind="stable")
        return ends[order], np.cumsum(chance[order])


def halves(
    move: Column,
    share: Column,
    value: float,
    *,
    counts: NDArray[np.int64] | None = None,
    draws: int = 9999,
    seed: int = 0,
) -> Halves:
    """Split clusters: `move` (rows,) is what each adds to the difference `value`, `share` its share of the weight.

    Over all clusters moves add up to `value`, shares to 1; a row stands for `counts` clusters, or for one. All splits
    are enumerated where alike clusters make them few.
    """
    towards = -1.0 if value < 0 else 1.0  # so that exchanging the systems mirrors every split
    times = np.ones(len(move), np.int64) if counts is None else counts
    order = np.lexsort((move * towards, np.abs(move), share))  # neither that of the rows, nor of the systems
    move, share, times = move[order], share[order], times[order]
    grouped = _grouped(move, share, times)
    if grouped is not None:
        moved, weight, chance = _all_splits(*grouped)
        drawn = 0
    else:
        kept, rest = _heaviest(move, share, times)
        moved, weight = _drawn(np.repeat(move, kept), np.repeat(share, kept), draws, seed)
        if rest.any():
            more = _normal_rest(move, share, rest, towards, draws, seed)
            moved, weight = moved + more[0], weight + more[1]
        # The sample as it was found is one of its splits (Phipson and Smyth 2010): p is never 0.
        moved, weight = np.append(moved, value), np.append(weight, 1.0)
        chance, drawn = np.full(draws + 1, 1 / (draws + 1)), draws
    size = _ROUNDING * max(float((np.abs(move) * times).sum()), abs(value))
    parts = []
    for gained, held in ((moved, weight), (value - moved, 1 - weight)):
        gained = np.where(np.abs(gained) <= size, 0.0, gained)
        parts.append(np.divide(gained, held, out=np.full(len(held), np.nan), where=held > _ROUNDING))
    empty = np.isnan(parts[0]) | np.isnan(parts[1])
    lower = np.where(empty, -np.inf, np.minimum(np.minimum(*parts), value))
    upper = np.where(empty, np.inf, np.maximum(np.maximum(*parts), value))
    return Halves(value, lower, upper, chance, drawn)


def _end(ends: Column, cumulated: Column, alpha: float) -> float:
    """The innermost end that more than `alpha` of the splits reach."""
    first = int(np.searchsorted(cumulated, alpha, side="right"))
    return float(ends[min(first, len(ends) - 1)])


def _normal(alpha: float) -> float:
    """The normal quantile that is exceeded, on either side, with chance alpha."""
    return -NormalDist().inv_cdf(alpha / 2)


def _two_sided(z: float) -> float:
    return max(erfc(z / sqrt(2)), float_info.min)


def _heaviest(move: Column, share: Column, times: NDArray[np.int64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How many clusters of each row have a coin of their own, and how many have none; rows come in their order."""
    if times.sum() <= COINS:
        return times, np.zeros_like(times)
    weight = share**2 / max(float((times * share**2).sum()), _ROUNDING**2)
    if (squares := float((times * move**2).sum())) > 0:
        weight = weight + move**2 / squares
    heaviest = np.argsort(-weight, kind="stable")
    before = np.cumsum(times[heaviest]) - times[heaviest]
    kept = np.zeros_like(times)
    kept[heaviest] = np.clip(COINS - before, 0, times[heaviest])
    return kept, times - kept


def _grouped(move: Column, share: Column, times: NDArray[np.int64]) -> tuple[Column, Column, NDArray[np.int64]] | None:
    """Moves and shares that differ, and how many clusters have them; None where their splits are too many."""
    starts = np.flatnonzero(np.concatenate([[True], (np.diff(move) != 0) | (np.diff(share) != 0)]))
    counts = np.add.reduceat(times, starts)
    if np.log2(counts + 1.0).sum() > np.log2(ENUMERATED):
        return None
    return move[starts], share[starts], counts


def _all_splits(move: Column, share: Column, counts: NDArray[np.int64]) -> tuple[Column, Column, Column]:
    """The move and the share of one part (splits,), and the chance of each split."""
    moved, weight, chance = np.zeros(1), np.zeros(1), np.ones(1)
    for own, its, count in zip(move.tolist(), share.tolist(), counts.tolist(), strict=True):
        taken = np.arange(count + 1)
        ways = np.array([comb(count, k) / 2**count for k in range(count + 1)])
        moved = (moved[:, None] + own * taken).ravel()
        weight = (weight[:, None] + its * taken).ravel()
        chance = (chance[:, None] * ways).ravel()
    return moved, weight, chance


def _drawn(move: Column, share: Column, draws: int, seed: int) -> tuple[Column, Column]:
    """The move and the share of one part in random splits (draws,)."""
    rng, clusters = np.random.default_rng(seed), len(move)
    moved, weight = np.empty(draws), np.empty(draws)
    step = min(draws, max(1, _AT_ONCE // clusters))
    for start in range(0, draws, step):
        size = min(step, draws - start)
        # A bit for each cluster: an eighth of the random bytes. Each split starts a new byte.
        bits = np.frombuffer(rng.bytes(size * -(-clusters // 8)), np.uint8).reshape(size, -1)
        coins = np.unpackbits(bits, axis=1)[:, :clusters].astype(np.float64)
        # einsum, for BLAS would start threads that only wait for one another here
        moved[start : start + size] = np.einsum("ij,j->i", coins, move)
        weight[start : start + size] = np.einsum("ij,j->i", coins, share)
    return moved, weight


def _normal_rest(
    move: Column, share: Column, rest: NDArray[np.int64], towards: float, draws: int, seed: int
) -> tuple[Column, Column]:
    """What very many light clusters add to the move and the share of one part: half of each, give or take."""
    first, second = np.random.default_rng((seed, 1)).standard_normal((2, draws))
    spread, together = float(np.sqrt((rest * move**2).sum())), float((rest * move * share).sum())
    slope = together / spread if spread else 0.0
    own = float(np.sqrt(max(0.0, float((rest * share**2).sum()) - slope**2)))
    whole = float((rest * share).sum())
    moved = (float((rest * move).sum()) + towards * spread * first) / 2
    weight = (whole + towards * slope * first + own * second) / 2
    return moved, np.clip(weight, 0.01 * whole, 0.99 * whole)
