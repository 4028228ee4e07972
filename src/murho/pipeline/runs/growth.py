"""How time grows with the length of expressions: the exponent of a power law, fitted through the answers of a run.

A system whose time is t = c·length^b takes 2^b times as long for twice the words: b is 0 where length does not matter,
1 where time grows as length does, 3 for parsers that try all pieces of a sentence. In logarithms that is a line, and b
its slope, with the interval of any slope (`murho.core.regression`).

>>> found = grown([1, 2, 4] * 5, [0.1, 0.2, 0.4] * 5)
>>> round(found.exponent, 3), [(one.words, one.answers, round(one.seconds, 3)) for one in found.lengths]
(1.0, [(1, 5, 0.1), (2, 5, 0.2), (4, 5, 0.4)])
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from murho.core.case import Answers, Cases
from murho.core.regression import Ends, Line, fit
from murho.pipeline.runs.show import answers_to
from murho.store import Run

LEAST_ANSWERS, LEAST_LENGTHS = 10, 3
"""Of fewer no growth is told."""


@dataclass(frozen=True)
class Length:
    """Answers to expressions of one length."""

    words: int
    answers: int
    seconds: float
    """The geometric mean of their times."""


@dataclass(frozen=True)
class Growth:
    """How time grows with length."""

    line: Line
    """The decimal logarithm of seconds over that of words."""
    lengths: Sequence[Length]
    """The shortest first."""

    @property
    def exponent(self) -> float:
        """b in t = c·length^b."""
        return self.line.slope

    @property
    def interval(self) -> Ends | None:
        """Of the exponent; None where nothing bounds it."""
        low, high = self.line.slope_interval
        return (low, high) if isfinite(low) and isfinite(high) else None

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        return {
            "exponent": self.exponent,
            "interval": None if self.interval is None else list(self.interval),
            "level": self.line.level,
            "answers": self.line.n,
            "lengths": [{"words": one.words, "answers": one.answers, "seconds": one.seconds} for one in self.lengths],
            "flags": list(self.line.flags),
        }


def grown(
    words: Sequence[int],
    seconds: Sequence[float | None],
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Growth | None:
    """The growth that shows in these answers, each with the words of its expression and the time that it took.

    Answers without a time, and expressions without a word, tell nothing of it. None where fewer than ten are left, or
    fewer than three lengths.
    """
    known = [i for i, (n, s) in enumerate(zip(words, seconds, strict=True)) if n and s is not None and 0 < s < np.inf]
    length, took = (np.array([column[i] for i in known], np.float64) for column in (words, seconds))
    sizes = np.unique(length)
    if len(known) < LEAST_ANSWERS or len(sizes) < LEAST_LENGTHS:
        return None
    together = None if clusters is None else [clusters[i] for i in known]
    line = fit(np.log10(length), np.log10(took), clusters=together, level=level)
    if line is None:
        return None
    times = [took[length == size] for size in sizes]
    return Growth(
        line,
        [
            Length(int(size), len(some), float(10 ** np.log10(some).mean()))
            for size, some in zip(sizes, times, strict=True)
        ],
    )


def growth_of(run: Run, level: float = 0.95) -> Growth | None:
    """The growth that the answers of a run show."""
    gone_by = ((cases, answers_to(run, cases)) for cases in run.suite().batches())
    return _grown([_told(cases, answers) for cases, answers in gone_by], level)


def growth_in(cases: Cases, answers: Answers, level: float = 0.95) -> Growth | None:
    """The same, of answers in the order of their cases."""
    return _grown([_told(cases, answers)], level)


_Told = tuple[list[int], Sequence[float | None], list[Hashable]]


def _told(cases: Cases, answers: Answers) -> _Told:
    """Words, seconds, and the cluster of each case; those of one cluster stand together."""
    if answers.seconds is None:
        return [], [], []
    alone: list[Hashable] = [(name,) for name in cases.ids]
    clusters = cases.clusters or [None] * len(cases)
    together = [one if name is None else name for one, name in zip(alone, clusters, strict=True)]
    return [len(text.split()) for text in cases.texts], list(answers.seconds), together


def _grown(told: Sequence[_Told], level: float) -> Growth | None:
    words, seconds, clusters = (
        [one for part in column for one in part] for column in zip(*told or [([], [], [])], strict=True)
    )
    clustered = len(set(clusters)) < len(clusters)
    return grown(words, seconds, clusters if clustered else None, level)
