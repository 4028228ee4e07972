"""The paired randomisation test: were the two systems exchangeable, how often would π differ as much?

If it makes no difference which system gave which answer, the two may be swapped cluster by cluster at will. The
p-value is the share of swaps under which the difference of π is at least as large as the one found. Clusters that
move alike are counted together, so that all swaps can often be enumerated: with yes/no losses of equal weight the
test is McNemar's exact one.

>>> test = randomisation_test([1, 1, 1, 1, 1, 0], [1] * 6, [0, 0, 0, 0, 0, 1], [1] * 6)
>>> round(test.p_value, 5), test.exact
(0.21875, True)
"""

from collections.abc import Iterator
from dataclasses import dataclass
from sys import float_info

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.exact import counted_total

Column = NDArray[np.float64]

_ENUMERATE = 1 << 16
"""At most so many different outcomes are enumerated."""
_WORK = 1 << 30
"""Random swaps are cut down to so many moves of clusters altogether, but not below 999."""
_AT_ONCE = 1 << 20
"""Moves held in memory at a time."""


@dataclass(frozen=True)
class Randomisation:
    """The outcome of a randomisation test."""

    p_value: float
    """The share of swaps with a difference of π at least as large, of either sign."""
    resamples: int
    """Random swaps drawn; 0 where `exact`."""
    exact: bool
    """All swaps were enumerated."""


def randomisation_test(
    num_a: ArrayLike,
    den_a: ArrayLike,
    num_b: ArrayLike,
    den_b: ArrayLike,
    *,
    resamples: int = 9999,
    seed: int = 0,
    counts: NDArray[np.int64] | None = None,
) -> Randomisation:
    """Test whether π of A and of B differ by more than chance; columns (clusters,) and `counts` as in `compare`.

    A swap exchanges numerator and denominator of a cluster together. Random swaps count the observed outcome among
    themselves (Phipson and Smyth 2010), so that p is never 0.
    """
    a = [np.asarray(column, np.float64) for column in (num_a, den_a)]
    b = [np.asarray(column, np.float64) for column in (num_b, den_b)]
    sums = tuple(float(counted_total(x + y, counts)) for x, y in zip(a, b, strict=True))
    num, den = (float(counted_total(y - x, counts)) for x, y in zip(a, b, strict=True))
    observed = float(abs(_difference(num, den, sums)))
    moves, counts = _moves(b[0] - a[0], b[1] - a[1], counts)
    # Swaps whose difference equals the observed one but for rounding are as extreme.
    bar = observed - 1e-12 * (1 + observed)
    outcomes = 1
    for count in counts.tolist():
        # Only as far as needed: the product over thousands of clusters would be a huge integer.
        outcomes *= count + 1
        if outcomes > _ENUMERATE:
            break
    if outcomes <= _ENUMERATE:
        net, chance = _all_swaps(moves, counts)
        extreme = np.abs(_difference(net[:, 0], net[:, 1], sums)) >= bar
        # The observed outcome is one of them, so p is above 0 even where its chance has no double.
        return Randomisation(min(1.0, max(float(chance[extreme].sum()), float_info.min)), 0, True)
    resamples = min(resamples, max(999, _WORK // len(counts)))
    hits = 0
    for net in _random_swaps(moves, counts, resamples, np.random.default_rng(seed)):
        hits += int((np.abs(_difference(net[:, 0], net[:, 1], sums)) >= bar).sum())
    return Randomisation((hits + 1) / (resamples + 1), resamples, False)


def _moves(num: Column, den: Column, times: NDArray[np.int64] | None) -> tuple[Column, NDArray[np.int64]]:
    """Different moves (moves, 2) of numerator and denominator, up to their sign, and how many clusters make each."""
    sign = np.where((num < 0) | ((num == 0) & (den < 0)), -1.0, 1.0)
    both, code = np.unique((num * sign + 0.0) + 1j * (den * sign + 0.0), return_inverse=True)
    # Whole numbers below 2^53, which doubles hold.
    counts = np.bincount(code, times, len(both)).astype(np.int64)
    real = both != 0
    return np.column_stack([both.real, both.imag])[real], counts[real]


def _difference(num: Column | float, den: Column | float, sums: tuple[float, ...]) -> Column:
    """π(B) - π(A) where B's sums exceed A's by `num` and `den`, and both together make `sums`."""
    b, a = (sums[1] + np.asarray(den)) / 2, (sums[1] - np.asarray(den)) / 2
    with np.errstate(divide="ignore", invalid="ignore"):
        difference = (sums[0] + num) / 2 / b - (sums[0] - num) / 2 / a
    return np.where((a > 0) & (b > 0), difference, np.inf)  # a swap that leaves a side without weight speaks for chance


def _all_swaps(moves: Column, counts: NDArray[np.int64]) -> tuple[Column, Column]:
    """Every net move (outcomes, 2) and its probability (outcomes,)."""
    from scipy.special import gammaln

    net, chance = np.zeros((1, 2)), np.ones(1)
    for move, count in zip(moves, counts.tolist(), strict=True):
        forward = np.arange(count + 1)
        log_ways = gammaln(count + 1) - gammaln(forward + 1) - gammaln(count - forward + 1)
        net = (net[:, None, :] + ((2 * forward - count)[:, None] * move)[None]).reshape(-1, 2)
        chance = (chance[:, None] * np.exp(log_ways - count * np.log(2))[None]).ravel()
    return net, chance


def _random_swaps(
    moves: Column, counts: NDArray[np.int64], resamples: int, rng: np.random.Generator
) -> Iterator[Column]:
    """Net moves (some, 2) of random swaps, `resamples` in all; what many clusters do alike is drawn binomially."""
    alone = counts == 1
    ones, one_way = int(alone.sum()), np.ascontiguousarray(moves[alone].T)
    step = min(resamples, max(1, _AT_ONCE // len(counts)))
    forward = np.empty((step, ones))  # reused: fresh memory costs more than the arithmetic
    for start in range(0, resamples, step):
        size = min(step, resamples - start)
        # A bit for each cluster that moves alone: an eighth of the random bytes. Each resample starts a new byte.
        bits = np.frombuffer(rng.bytes(size * -(-ones // 8)), np.uint8).reshape(size, -1)
        forward[:size] = np.unpackbits(bits, axis=1)[:, :ones]
        # einsum, for BLAS would start threads that only wait for one another here
        sums = [np.einsum("ij,j->i", forward[:size], way) if way.any() else np.zeros(size) for way in one_way]
        net = 2 * np.column_stack(sums) - one_way.sum(axis=1)
        many = rng.binomial(counts[~alone], 0.5, (size, len(counts) - ones))
        yield net + (2 * many - counts[~alone]) @ moves[~alone]
