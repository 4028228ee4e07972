"""What tests a difference, on columns of many samples at once: p of no difference, (samples,).

`ours` is what `murho.core.comparison` does, with the same splits for all samples; the others are what it was held
against. All take the moves and shares of the clusters (samples, clusters), whose sums are the difference and 1.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import comb

import numpy as np

from murho.core.comparison import FEW
from murho_lab.studies.differences.populations import Column, Generator, Sample

SPLITS = 599
_ALL = 11
"""Of up to so many clusters all splits are taken."""
_ROUNDING = 1e-10


@dataclass(frozen=True)
class Moves:
    """The linearised moves of many samples, and the signs of splits that all of them share."""

    move: Column
    share: Column
    signs: Column
    """±1 (splits, clusters)."""

    @cached_property
    def value(self) -> Column:
        """The differences."""
        result: Column = self.move.sum(axis=1)
        return result

    @cached_property
    def deviation(self) -> Column:
        """Of the moves from the clusters' shares of the difference."""
        result: Column = self.move - self.value[:, None] * self.share
        return result

    @cached_property
    def squares(self) -> Column:
        """Σ of squared deviations, no smaller than rounding."""
        result: Column = np.maximum((self.deviation**2).sum(axis=1), 1e-30)
        return result

    @cached_property
    def even(self) -> Column:
        """How many equally heavy clusters weigh as unevenly."""
        result: Column = 1 / (self.share**2).sum(axis=1)
        return result

    @cached_property
    def t(self) -> Column:
        """The linearised difference over its cluster-robust standard error."""
        clusters = self.move.shape[1]
        result: Column = self.value / np.sqrt(self.squares * clusters / (clusters - 1))
        return result

    def less(self, difference: float) -> "Moves":
        """The same, as if `difference` had been taken from every cluster: to test it."""
        return Moves(self.move - difference * self.share, self.share, self.signs)


def moves(sample: Sample, rng: Generator) -> Moves:
    """The linearised moves of a batch of samples, and the splits they are judged by."""
    whole_a, whole_b = (den.sum(axis=1, keepdims=True) for den in (sample.den_a, sample.den_b))
    share_a, share_b = sample.den_a / whole_a, sample.den_b / whole_b
    pi_a, pi_b = sample.num_a.sum(axis=1, keepdims=True) / whole_a, sample.num_b.sum(axis=1, keepdims=True) / whole_b
    move = sample.num_b / whole_b - sample.num_a / whole_a - (pi_a + pi_b) / 2 * (share_b - share_a)
    share = (share_a + share_b) / 2
    return Moves(np.where(np.abs(move) < 1e-12 * share, 0.0, move), share, splits(share.shape[1], rng))


def splits(clusters: int, rng: Generator) -> Column:
    """Signs ±1 (splits, clusters): all splits in two of few clusters, else random ones."""
    if clusters <= _ALL:
        return np.array([(1.0, *rest) for rest in product((1.0, -1.0), repeat=clusters - 1)])
    result: Column = rng.integers(0, 2, (SPLITS, clusters)) * 2.0 - 1
    return result


def ours(of: Moves) -> Column:
    """Random halves, ties counted half; of fewer than 8 clusters, t by the jackknife with even - 1 degrees."""
    clusters = of.move.shape[1]
    if clusters < FEW:
        rest = 1 - of.share
        error = np.sqrt(((of.deviation / rest) ** 2).sum(axis=1) * (clusters - 1) / clusters)
        result: Column = np.maximum(_t(of.value / np.maximum(error, 1e-15), np.maximum(1, of.even - 1)), 0.5**clusters)
        return result
    return _flipped(of)


def _flipped(of: Moves) -> Column:
    reached, own = np.abs(of.move @ of.signs.T), np.abs(of.value)[:, None]
    size = _ROUNDING * np.abs(of.move).sum(axis=1, keepdims=True)
    beyond = (reached > own + size).mean(axis=1) + (np.abs(reached - own) <= size).mean(axis=1) / 2
    result: Column = np.where((of.move != 0).any(axis=1), beyond, 1.0)
    return result


def student(of: Moves) -> Column:
    """Cluster-robust t with C - 1 degrees of freedom."""
    return _t(of.t, np.full(len(of.t), of.move.shape[1] - 1.0))


def satterthwaite(of: Moves) -> Column:
    """The same t with (Σe²)²/Σe⁴ - 1 degrees of freedom."""
    effective = of.squares**2 / np.maximum((of.deviation**4).sum(axis=1), 1e-60)
    return _t(of.t, np.clip(effective - 1, 1, of.move.shape[1] - 1.0))


def jackknife(of: Moves) -> Column:
    """The jackknife's t (CR3) with even - 1 degrees of freedom."""
    clusters = of.move.shape[1]
    error = np.sqrt(((of.deviation / (1 - of.share)) ** 2).sum(axis=1) * (clusters - 1) / clusters)
    return _t(of.value / np.maximum(error, 1e-15), np.maximum(1, of.even - 1))


def hall(of: Moves) -> Column:
    """Hall's transformation of t for skewness, or t itself where that rejects less."""
    skew = (of.deviation**3).sum(axis=1) / of.squares**1.5
    bent = of.t + skew * of.t**2 / 3 + skew**2 * of.t**3 / 27 + skew / 6
    degrees = np.full(len(of.t), of.move.shape[1] - 1.0)
    return np.maximum(_t(bent, degrees), _t(of.t, degrees))


def wild(of: Moves) -> Column:
    """Wild cluster bootstrap-t with the null imposed, signs by a coin."""
    drawn = of.move @ of.signs.T
    together, uneven = (of.move * of.share) @ of.signs.T, (of.share**2).sum(axis=1)[:, None]
    squares = (of.move**2).sum(axis=1)[:, None] - 2 * drawn * together + drawn**2 * uneven
    reached = np.abs(drawn) / np.sqrt(np.maximum(squares, 1e-30))
    own = np.abs(of.value)[:, None] / np.sqrt(of.squares)[:, None]
    p = (reached >= own - _ROUNDING).mean(axis=1)
    result: Column = np.where((of.move != 0).any(axis=1), p, 1.0)
    return result


def permutation(of: Moves) -> Column:
    """The randomisation test: whole clusters exchange the systems; ties count in full."""
    reached, own = np.abs(of.move @ of.signs.T), np.abs(of.value)[:, None]
    hits = (reached >= own - _ROUNDING * np.abs(of.move).sum(axis=1, keepdims=True)).sum(axis=1)
    result: Column = (hits + 1) / (len(of.signs) + 1)
    return result


def pseudo_clusters(of: Moves) -> Column:
    """t of the former interval: two pseudo-clusters of the typical move are added (Bonett and Price 2012)."""
    moved, squares = np.abs(of.move).sum(axis=1), (of.move**2).sum(axis=1)
    typical = np.where(moved > 0, squares / np.maximum(moved, 1e-300), 1 / of.even)
    clusters = of.move.shape[1]
    variance = of.squares * clusters / (clusters - 1) + 2 * typical**2
    effective = np.where(squares > 0, moved**2 / np.maximum(squares, 1e-300), 0)
    degrees = np.minimum(of.even - 1, effective * of.even / clusters)
    return _t(of.value / np.sqrt(variance), np.maximum(1, degrees))


def mid_p(of: Moves) -> Column:
    """McNemar's exact test with the observed table counted half."""
    worse, better = (of.move > 0).sum(axis=1), (of.move < 0).sum(axis=1)
    result = np.ones(len(worse))
    tables, index = np.unique(np.column_stack([np.minimum(worse, better), worse + better]), axis=0, return_inverse=True)
    values = np.array([_mid(int(fewer), int(both)) for fewer, both in tables.tolist()])
    result[:] = values[index.ravel()]
    return result


def _mid(fewer: int, both: int) -> float:
    ways = [comb(both, k) for k in range(fewer + 1)]
    return min(1.0, float((2 * sum(ways) - ways[-1]) / 2**both))


def _t(statistic: Column, degrees: Column) -> Column:
    from scipy.special import stdtr

    result: Column = 2 * stdtr(degrees, -np.abs(statistic))
    return result


RIVALS: dict[str, Callable[[Moves], Column]] = {
    "pseudo-clusters": pseudo_clusters,
    "randomisation": permutation,
    "t, C-1": student,
    "t, Satterthwaite": satterthwaite,
    "jackknife t": jackknife,
    "Hall's t": hall,
    "wild bootstrap-t": wild,
}
