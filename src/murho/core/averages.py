"""Averages of F1 over labels: macro, where each label counts alike, and micro, with intervals over whole clusters.

The macro average is no ratio of sums, so its interval comes from what each row moves it by (the delta method), summed
over clusters, with Student's t on the logit, so that it stays between 0 and 1. Where nothing moves it, as where all is
right, there is no interval. Of 400 simulated samples with six labels, the rarest one in 25, it held the truth of the
macro average in 91 and 92 % (200 rows, single and in clusters of four), 96 and 94 % (1,000 rows), of the micro average
in 94 to 97 %: with rare labels and few rows it is a little short.

>>> found = f1_averages(["a", "a", "b", "b"], ["a", "b", "b", "b"], np.ones(4), np.arange(4))
>>> round(found.macro.value, 4), round(found.micro.value, 4)
(0.7333, 0.75)
>>> round(found.macro.low, 2), round(found.macro.high, 2)
(0.04, 1.0)
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from math import exp, log, sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.quantiles import student_quantile


@dataclass(frozen=True)
class Average:
    """A mean F1, with its interval; None where there is none."""

    value: float
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Averages:
    """F1 over all labels."""

    macro: Average
    """The mean over the labels that some row deserves, each counting alike."""
    micro: Average
    """Of all rows at once; what is no label, ⊥ or ∅, counts as missed and not as given."""
    labels: int


def f1_averages(
    gold: Sequence[str],
    given: Sequence[str],
    rho: NDArray[np.float64],
    cluster: NDArray[Any],
    *,
    no_labels: Collection[str] = (),
    level: float = 0.95,
) -> Averages | None:
    """The averages over rows with one right and one given label; None where no label has any weight.

    Args:
        gold, given: of each row.
        rho: the weight of each row (rows,).
        cluster: the number of each row's cluster (rows,).
        no_labels: what stands for no answer and is no label.
        level: of the intervals.
    """
    names = {name: i for i, name in enumerate(sorted({*gold, *given} - {*no_labels}))}
    right = np.array([names.get(name, -1) for name in gold])
    said = np.array([names.get(name, -1) for name in given])
    sums = np.zeros(len(names) + 1)  # the last place takes what is no label
    np.add.at(sums, right, rho)
    np.add.at(sums, said, rho)
    hits = np.zeros(len(names) + 1)
    is_hit = (right == said) & (right >= 0)
    np.add.at(hits, right[is_hit], rho[is_hit])
    deserved = np.zeros(len(names) + 1, bool)
    deserved[right[rho > 0]] = True
    deserved[-1] = False
    if not deserved.any():
        return None
    f1 = np.divide(2 * hits, sums, out=np.zeros_like(sums), where=sums > 0)
    f1[-1] = sums[-1] = 0.0
    each = np.divide(1.0, sums, out=np.zeros_like(sums), where=sums > 0)
    each[~deserved] = 0.0  # a label that no case deserves is only ever given wrongly, and no mean is taken over it
    count = int(deserved.sum())
    macro = float(f1[deserved].mean())
    moves = rho * (2 * is_hit * each[right] - f1[right] * each[right] - f1[said] * each[said]) / count
    whole, both = float(hits[:-1].sum()), float(sums[:-1].sum())
    micro = 2 * whole / both
    held = (right >= 0).astype(float) + (said >= 0)
    micro_moves = rho * (2 * is_hit - micro * held) / both
    return Averages(_average(macro, moves, cluster, level), _average(micro, micro_moves, cluster, level), count)


def _average(value: float, moves: NDArray[np.float64], cluster: NDArray[Any], level: float) -> Average:
    by_cluster = np.bincount(np.unique(cluster, return_inverse=True)[1], moves)
    clusters = len(by_cluster)
    if clusters < 2 or not 0 < value < 1:
        return Average(value, None, None)
    error = sqrt(clusters / (clusters - 1) * float((by_cluster**2).sum()))
    if not error:
        return Average(value, None, None)
    half = student_quantile((1 + level) / 2, clusters - 1) * error / (value * (1 - value))
    middle = log(value / (1 - value))
    return Average(value, _share(middle - half), _share(middle + half))


def _share(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0
