"""Is the difference of two systems more than chance? The tests that the field of speech recognition knows.

They stand beside the interval and the randomisation test of `murho.core.comparison`, which know importance and
clusters; these do not. All are two-sided, and take what B does worse than A.

| test | of | what is compared |
|---|---|---|
| `mapsswe` | segments between stretches that both got right | errors, by the normal distribution |
| `mcnemar` | sentences | right or wrong, exactly |
| `wilcoxon` | speakers, or whatever a pair is | ranks of the differences of the error rates |
| `sign` | speakers, or whatever a pair is | which of the two is better |

(L. Gillick and S. J. Cox, "Some statistical issues in the comparison of speech recognition algorithms", ICASSP 1989;
D. Pallett, W. Fisher and J. Fiscus, "Tools for the analysis of benchmark speech recognition tests", ICASSP 1990, whose
segments NIST's sc_stats has.)

>>> wrong_a, wrong_b = [1, 1, 1, 1, 1, 0, 0, 1], [0, 0, 0, 0, 0, 1, 0, 1]
>>> round(mcnemar(wrong_a, wrong_b).p_value, 5)
0.21875
>>> segment_errors("===S==D=I==", "========I==")
[(1, 0), (2, 1)]
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from math import erfc, sqrt

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

TESTS = ("mapsswe", "mcnemar", "wilcoxon", "sign")
BUFFER = 2
"""Words in a row that both systems have right end a segment."""
ENOUGH = 50
"""Segments from which on the normal distribution is trusted (Gillick and Cox)."""
EXACT = 300
"""Up to so many differences all signs of Wilcoxon's ranks are enumerated."""


@dataclass(frozen=True)
class Outcome:
    """The outcome of a test."""

    statistic: float | None
    """Z of MAPSSWE, below 0 where B is better; of the others the smaller of both counts, or sums of ranks."""
    p_value: float | None
    """Two-sided; None where the test can say nothing."""
    pairs: int
    """Segments, sentences, speakers that were compared."""
    details: Mapping[str, float] = field(default_factory=dict)
    flags: tuple[str, ...] = ()


def segment_errors(path_a: str, path_b: str, buffer: int = BUFFER) -> list[tuple[int, int]]:
    """Errors of A and B in each segment of a sentence; `path` has a letter for each operation: `=` `S` `D` `I`.

    Where the two were aligned with different wordings of the reference, `.` stands for a word that only the other has.
    A segment reaches from one stretch of `buffer` words which both have right, with nothing inserted between them, to
    the next one, or to an end of the sentence. Segments without any error are none.
    """
    words_a, words_b = _by_word(path_a), _by_word(path_b)
    if len(words_a) != len(words_b):
        raise ValueError(f"{len(words_a) - 1} and {len(words_b) - 1} words in the reference; give both the same")
    segments: list[tuple[int, int]] = []
    errors_a = errors_b = stretch = 0
    for a, b in zip(words_a, words_b, strict=True):
        errors_a += len(a) - a.count("=") - a.count(".")
        errors_b += len(b) - b.count("=") - b.count(".")
        # An insertion before a word ends the stretch; the word itself, if both have it right, begins the next.
        stretch = stretch + 1 if a == b == "=" else int(a[-1:] == b[-1:] == "=")
        if stretch >= buffer and (errors_a or errors_b):
            segments.append((errors_a, errors_b))
            errors_a = errors_b = 0
    return segments + [(errors_a, errors_b)] * bool(errors_a or errors_b)


def _by_word(path: str) -> list[str]:
    """The operation of each word of the reference behind those that insert something before it; last the rest."""
    return [*re.findall("I*[^I]", path), path[len(path.rstrip("I")) :]]


def mapsswe(errors_a: ArrayLike, errors_b: ArrayLike) -> Outcome:
    """The matched pairs sentence segment test; columns (segments,) of the errors of A and of B.

    >>> test = mapsswe([1, 2, 0, 1, 3], [0, 1, 1, 0, 1])
    >>> round(test.statistic, 3), round(test.p_value, 4), test.details["mean"]
    (-1.633, 0.1025, -0.8)
    """
    difference = np.asarray(errors_b, np.float64) - np.asarray(errors_a, np.float64)
    segments = len(difference)
    if not difference.any():
        return Outcome(0.0, 1.0, segments, {"mean": 0.0, "deviation": 0.0})
    mean = float(difference.mean())
    deviation = float(difference.std(ddof=1)) if segments > 1 else 0.0
    details = {"mean": mean, "deviation": deviation}
    if not deviation:
        # A deviation of 0 would make Z infinite on any number of segments.
        return Outcome(None, None, segments, details, ("every segment differs alike: there is no spread to judge by",))
    z = mean / (deviation / sqrt(segments))
    few = (f"only {segments} segments, of {ENOUGH} that the normal distribution asks for",)
    return Outcome(z, erfc(abs(z) / sqrt(2)), segments, details, few if segments < ENOUGH else ())


def mcnemar(wrong_a: ArrayLike, wrong_b: ArrayLike) -> Outcome:
    """McNemar's exact test; columns (sentences,) that say whether A, or B, has an error in each sentence."""
    a, b = (np.asarray(column, bool) for column in (wrong_a, wrong_b))
    only_a, only_b = int((a & ~b).sum()), int((b & ~a).sum())
    details = {
        "only_a_wrong": only_a,
        "only_b_wrong": only_b,
        "both_wrong": int((a & b).sum()),
        "both_right": int((~a & ~b).sum()),
    }
    return Outcome(min(only_a, only_b), _fair_coin(only_a, only_b), len(a), details)


def sign_test(differences: ArrayLike) -> Outcome:
    """The sign test, exact; `differences` (pairs,) are B less A. Pairs without a difference are left out.

    >>> sign_test([-1, -2, -1, 0, 3, -1]).p_value
    0.375
    """
    column = _rounded(differences)
    worse, better = int((column > 0).sum()), int((column < 0).sum())
    details = {"worse": worse, "better": better, "same": len(column) - worse - better}
    return Outcome(min(worse, better), _fair_coin(worse, better), len(column), details)


def wilcoxon(differences: ArrayLike) -> Outcome:
    """Wilcoxon's signed rank test; `differences` (pairs,) are B less A. Pairs without a difference are left out.

    Equal differences share their ranks. Up to 300 pairs all signs are enumerated, with ties too; beyond that the
    normal distribution is taken, its variance corrected for ties. `z` is its statistic in either case.

    >>> wilcoxon([-1, -2, -3, -4, 0.5]).p_value
    0.125
    """
    column = _rounded(differences)
    moved = column[column != 0]
    _, index, ties = np.unique(np.abs(moved), return_inverse=True, return_counts=True)
    last = np.cumsum(ties)
    twice_ranks = (2 * last - ties + 1)[index]  # twice the rank, which is whole with ties too
    up, down = int(twice_ranks[moved > 0].sum()), int(twice_ranks[moved < 0].sum())
    details = {"ranks_worse": up / 2, "ranks_better": down / 2, "same": len(column) - len(moved)}
    spread = float((twice_ranks.astype(np.float64) ** 2).sum()) / 4
    if not spread:
        return Outcome(0.0, 1.0, len(column), {**details, "z": 0.0})
    z = (up - down) / 2 / sqrt(spread)
    p = _all_signs(twice_ranks, min(up, down)) if len(moved) <= EXACT else erfc(abs(z) / sqrt(2))
    return Outcome(min(up, down) / 2, p, len(column), {**details, "z": z})


def _rounded(differences: ArrayLike) -> Floats:
    """Differences of rates that are equal but for the last bits of a double are made equal."""
    column: Floats = np.asarray(differences, np.float64)
    return column.round(12)


def _fair_coin(left: int, right: int) -> float:
    """How likely a fair coin falls at least as unevenly as so often one way and so often the other, two-sided."""
    if not left + right:
        return 1.0
    from scipy.special import bdtr

    return min(1.0, 2 * float(bdtr(min(left, right), left + right, 0.5)))


def _all_signs(twice_ranks: NDArray[np.int64], smaller: int) -> float:
    """How likely the smaller sum of ranks is at most `smaller` if every rank has either sign by chance."""
    chance = np.zeros(int(twice_ranks.sum()) + 1)
    chance[0], reached = 1.0, 0
    for rank in twice_ranks.tolist():
        # The distribution of the sum of those ranks that are positive, one rank after another; either sign halves it.
        chance[: reached + 1] /= 2
        chance[rank : reached + rank + 1] += chance[: reached + 1].copy()
        reached += rank
    return min(1.0, 2 * float(chance[: smaller + 1].sum()))
