"""Averages of F1 over labels: macro, where each label counts alike, and micro, with intervals over whole clusters.

Labels are all that a case deserves or was given, as in scikit-learn: the F1 of one that no case deserves is 0.

The macro average is no ratio of sums, so its interval comes from what each row moves it by (the delta method), summed
over clusters, with Student's t on the logit, so that it stays between 0 and 1. Where nothing moves it, as where all is
right, there is no interval. Of 400 simulated samples with six labels, the rarest one in 25, it held the truth of the
macro average in 91 and 92 % (200 rows, single and in clusters of four), 96 and 94 % (1,000 rows), of the micro average
in 94 to 97 %: with rare labels and few rows it is a little short.

>>> sums = {("a", "a"): 1.0, ("a", "b"): 1.0, ("b", "b"): 2.0}
>>> found = f1_averages(sums, sums, 4, level=0.95)
>>> round(found.macro.value, 4), round(found.micro.value, 4)
(0.7333, 0.75)
>>> round(found.macro.low, 2), round(found.macro.high, 2)
(0.04, 1.0)
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from math import exp, fsum, log, sqrt

from murho.core.quantiles import student_quantile

Pair = tuple[str, str]
"""A right label, and the one that was given."""


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
    """The mean over the labels that some row deserves or was given, each counting alike."""
    micro: Average
    """Of all rows at once; what is no label, ⊥ or ∅, counts as missed and not as given."""
    labels: int


def f1_averages(
    sums: Mapping[Pair, float],
    squares: Mapping[Pair, float],
    alone: int,
    clusters: Collection[Mapping[Pair, float]] = (),
    *,
    no_labels: Collection[str] = (),
    level: float,
) -> Averages | None:
    """The averages over rows with one right and one given label; None where no label has any weight.

    Args:
        sums: Σρ of all rows with this pair of labels.
        squares: Σρ² of those that are no part of a cluster.
        alone: how many these are.
        clusters: of each cluster of several rows, Σρ by pair.
        no_labels: what stands for no answer and is no label.
        level: of the intervals.
    """
    held, hits = defaultdict[str, list[float]](list), defaultdict[str, float](float)
    for (right, said), mass in sums.items():
        for name in (right, said):
            if name not in no_labels and mass:
                held[name].append(mass)
        hits[right] += mass * (right == said and right not in no_labels)
    if not held:
        return None
    each = {name: 1 / fsum(masses) for name, masses in held.items()}
    f1 = {name: 2 * hits[name] * per for name, per in each.items()}
    both = fsum(mass for masses in held.values() for mass in masses)
    micro = 2 * fsum(hits.values()) / both

    def moves_macro(pair: Pair) -> float:
        hit = 2 * each[pair[0]] if pair[0] == pair[1] and pair[0] in each else 0.0
        return (hit - sum(f1[name] * each[name] for name in pair if name in each)) / len(each)

    def moves_micro(pair: Pair) -> float:
        labels = sum(name in each for name in pair)
        return (2 * (pair[0] == pair[1] and labels > 0) - micro * labels) / both

    def squared(moves: Mapping[Pair, float]) -> float:
        whole: Iterable[float] = (fsum(mass * moves[pair] for pair, mass in one.items()) ** 2 for one in clusters)
        return fsum([*(square * moves[pair] ** 2 for pair, square in squares.items()), *whole])

    size = alone + len(clusters)
    of_macro, of_micro = (squared({pair: of(pair) for pair in sums}) for of in (moves_macro, moves_micro))
    macro = fsum(f1.values()) / len(f1)
    return Averages(_average(macro, of_macro, size, level), _average(micro, of_micro, size, level), len(f1))


def _average(value: float, squared: float, clusters: int, level: float) -> Average:
    if clusters < 2 or not 0 < value < 1 or not squared:
        return Average(value, None, None)
    error = sqrt(clusters / (clusters - 1) * squared)
    half = student_quantile((1 + level) / 2, clusters - 1) * error / (value * (1 - value))
    middle = log(value / (1 - value))
    return Average(value, _share(middle - half), _share(middle + half))


def _share(logit: float) -> float:
    return 1 / (1 + exp(-logit)) if logit > -700 else 0.0
