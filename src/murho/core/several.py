"""Several systems at once: p and intervals that hold for all pairs together, ranks, and groups nobody can tell apart.

Single-step, by the largest of all statistics (max-t): the pairs' statistics vary together as the deviations of their
clusters do, so what the largest of them reaches by chance is drawn from the normal distribution with their
correlations. A pair's own p, as a normal deviate, is held against it; its simultaneous interval is its own at the
level that corresponds. So p_simultaneous is at most α exactly where the simultaneous interval leaves 0 out.

>>> together = simultaneous([0.01, 0.04], [np.array([1.0, -1, 0, 0]), np.array([0, 0, 1.0, -1])], level=0.95, seed=1)
>>> [round(p, 2) for p in together.p_values], round(together.own_level, 3)
([0.02, 0.08], 0.975)
"""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

DRAWS = 99_999
_AT_ONCE = 1 << 22


@dataclass(frozen=True)
class Simultaneous:
    """What holds for several comparisons at once."""

    p_values: tuple[float, ...]
    """Of each comparison: how often the largest of all would be as far out."""
    own_level: float
    """The level at which each comparison's own interval is a simultaneous one."""


def simultaneous(
    p_values: Sequence[float],
    deviations: Sequence[NDArray[np.float64]] | NDArray[np.float64],
    *,
    level: float,
    seed: int,
) -> Simultaneous:
    """Correct p of several comparisons that share clusters.

    `deviations` holds the linearised deviations (clusters,) of each comparison, row c of all of them of the same
    cluster, 0 where a comparison does not have it.
    """
    scaled = np.array(deviations, np.float64)
    lengths = np.sqrt((scaled**2).sum(axis=1, keepdims=True))
    # A comparison without any spread is like any other, but independent of them.
    scaled = np.divide(scaled, lengths, out=np.zeros_like(scaled), where=lengths > 0)
    correlation = scaled @ scaled.T
    np.fill_diagonal(correlation, 1.0)
    values, vectors = np.linalg.eigh(correlation)
    root = vectors * np.sqrt(np.maximum(values, 0))
    rng, largest = np.random.default_rng(seed), np.empty(DRAWS)
    step = max(1, _AT_ONCE // len(scaled))
    for start in range(0, DRAWS, step):
        drawn = rng.standard_normal((min(step, DRAWS - start), len(scaled))) @ root.T
        largest[start : start + step] = np.abs(drawn).max(axis=1)
    largest.sort()
    reached = [-NormalDist().inv_cdf(min(p, 1.0) / 2) if p > 0 else np.inf for p in p_values]
    beyond = DRAWS - np.searchsorted(largest, reached, side="left")
    corrected = np.maximum(p_values, (beyond + 1) / (DRAWS + 1))
    # The largest number of draws that may lie further out, and the deviate that has no more.
    allowed = int(np.floor((1 - level) * (DRAWS + 1) + 1e-9)) - 1
    if allowed < 0:
        return Simultaneous(tuple(corrected.tolist()), 1.0)
    bar = float(largest[DRAWS - 1 - allowed])
    own = 2 * NormalDist().cdf(-bar)
    return Simultaneous(tuple(corrected.tolist()), 1 - min(own, 1 - level))


@dataclass(frozen=True)
class Ranked:
    """A system among several."""

    system: str
    value: float | None
    """π."""
    rank_interval: tuple[int, int]
    """1 is the best: as many are certainly better, or not certainly worse."""
    groups: tuple[str, ...]
    """Names of the groups it is in; systems that share one cannot be told apart."""


def ranking(
    systems: Sequence[str], values: Sequence[float | None], apart: NDArray[np.bool_] | Sequence[Sequence[bool]]
) -> list[Ranked]:
    """The systems, the best first; `apart` (systems, systems) says which pairs can be told apart.

    Not to be told apart is not transitive, so groups may overlap: a system may have several letters.

    >>> [(one.system, one.rank_interval, one.groups) for one in ranking(
    ...     ["x", "y", "z"], [0.1, 0.2, 0.3], [[False, False, True], [False, False, False], [True, False, False]])]
    [('x', (1, 2), ('a',)), ('y', (1, 3), ('a', 'b')), ('z', (2, 3), ('b',))]
    """
    told = np.asarray(apart, bool)
    known = [float("inf") if value is None else value for value in values]
    order = sorted(range(len(systems)), key=lambda i: known[i])
    groups: dict[int, list[str]] = {i: [] for i in order}
    for number, members in enumerate(_groups(order, told)):
        for i in members:
            groups[i].append(_letter(number))
    found = []
    for i in order:
        better = sum(bool(told[i, j]) and known[j] < known[i] for j in order)
        worse = sum(bool(told[i, j]) and known[j] > known[i] for j in order)
        found.append(Ranked(systems[i], values[i], (1 + better, len(order) - worse), tuple(groups[i])))
    return found


def _letter(number: int) -> str:
    """a to z, then aa, ab and so on."""
    return (_letter(number // 26 - 1) if number >= 26 else "") + chr(ord("a") + number % 26)


def _groups(order: Sequence[int], apart: NDArray[np.bool_]) -> list[list[int]]:
    """The largest sets without a pair told apart, by insertion and absorption (Piepho 2004, 'An algorithm for a
    letter-based representation of all-pairwise comparisons')."""
    columns = [set(order)]
    for position, i in enumerate(order):
        for j in order[position + 1 :]:
            if not apart[i, j]:
                continue
            split = [column for column in columns if i in column and j in column]
            columns = [column for column in columns if column not in split]
            for part in [column - {gone} for column in split for gone in (i, j)]:
                if not any(part <= other for other in columns):
                    columns = [*(other for other in columns if not other < part), part]
    place = {i: at for at, i in enumerate(order)}
    return sorted((sorted(column, key=place.__getitem__) for column in columns), key=lambda c: [place[i] for i in c])
