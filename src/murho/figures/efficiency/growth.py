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
from numpy.typing import NDArray

from murho.core.case import Answers, Cases
from murho.core.columns import AT_ONCE, picked
from murho.core.compact import Compact
from murho.core.regression import Ends, Line, fit
from murho.pipeline.runs.show import passing_answers
from murho.store import Run

LEAST_ANSWERS, LEAST_LENGTHS = 10, 3
"""Of fewer no growth is told."""
MOST_ANSWERS = 100_000
"""Of more the line would hardly move, and what it takes to bound it is some hundred bytes for each."""


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
    words: Sequence[int] | Compact,
    seconds: Sequence[float | None],
    clusters: Sequence[Hashable] | None = None,
    level: float = 0.95,
) -> Growth | None:
    """The growth that shows in these answers, each with the words of its expression and the time that it took.

    Answers without a time, and expressions without a word, tell nothing of it; a cluster None is one of its own. None
    where fewer than ten answers are left, or fewer than three lengths. Of more than `MOST_ANSWERS` so many are taken,
    at even steps.
    """
    of_all, known = Compact.of(words), Compact()
    for start, sizes_of in of_all.pieces():
        took_of = _as_numbers(seconds[start : start + len(sizes_of)])
        known.add((sizes_of > 0) & (took_of > 0) & (took_of < np.inf))
    told = _at_even_steps(known)
    length, took = of_all.at(told), _as_numbers(picked(seconds, told))
    sizes = np.unique(length)
    if len(told) < LEAST_ANSWERS or len(sizes) < LEAST_LENGTHS:
        return None
    line = fit(np.log10(length), np.log10(took), clusters=_together(clusters, told), level=level)
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


def _at_even_steps(known: Compact) -> NDArray[np.int64]:
    """The places of those that are known, of very many `MOST_ANSWERS` at even steps."""
    many = sum(int(np.count_nonzero(one)) for _, one in known.pieces())
    wanted = np.arange(many) if many <= MOST_ANSWERS else np.arange(MOST_ANSWERS) * many // MOST_ANSWERS
    found, before = [np.zeros(0, np.int64)], 0
    for start, one in known.pieces():
        here = np.flatnonzero(one)
        found.append(start + here[wanted[slice(*np.searchsorted(wanted, [before, before + len(here)]))] - before])
        before += len(here)
    return np.concatenate(found)


def growth_of(run: Run, level: float = 0.95) -> Growth | None:
    """The growth that the answers of a run show."""
    cases = run.suite().whole()
    return growth_in(cases, passing_answers(run, cases), level)


def growth_in(cases: Cases, answers: Answers, level: float = 0.95) -> Growth | None:
    """The same, of answers in the order of their cases; those of one cluster stand together."""
    seconds = answers.seconds
    if seconds is None or all(one is None for one in seconds):
        return None
    words, texts = Compact(), cases.texts
    for start in range(0, len(cases), AT_ONCE):
        words.add(np.array([len(text.split()) for text in texts[start : start + AT_ONCE]], np.int64))
    return grown(words, seconds, cases.clusters, level)


def _as_numbers(seconds: Sequence[float | None]) -> NDArray[np.float64]:
    return np.fromiter((np.nan if s is None else s for s in seconds), np.float64, len(seconds))


def _together(clusters: Sequence[Hashable] | None, rows: NDArray[np.int64]) -> list[Hashable] | None:
    """The clusters of these rows, of which one without a name is alone; None where all are."""
    if clusters is None:
        return None
    named = zip(rows.tolist(), picked(clusters, rows), strict=True)
    names: list[Hashable] = [(row,) if name is None else name for row, name in named]
    return names if len(set(names)) < len(names) else None
