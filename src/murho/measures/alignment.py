"""Alignment of token sequences: the one place from which every measure takes its counts.

>>> counts = count_texts(["i want to go to berlin"], ["want to go to bonn"])
>>> counts.substitutions.tolist(), counts.deletions.tolist(), counts.insertions.tolist(), counts.hits.tolist()
([1], [1], [0], [4])
>>> align("i want to go to berlin".split(), "want to go to bonn".split())
'D====S'
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Costs = tuple[int, int, int]
"""Costs of a substitution, an insertion, a deletion."""
EQUAL: Costs = (1, 1, 1)


@dataclass(frozen=True, eq=False)
class Counts:
    """Per pair: hits, substitutions, deletions, insertions; integers, shape (pairs,)."""

    hits: NDArray[np.int64]
    substitutions: NDArray[np.int64]
    deletions: NDArray[np.int64]
    insertions: NDArray[np.int64]

    @property
    def units(self) -> NDArray[np.int64]:
        """Tokens of the references."""
        return self.hits + self.substitutions + self.deletions

    @property
    def errors(self) -> NDArray[np.int64]:
        """Substitutions, deletions and insertions together."""
        return self.substitutions + self.deletions + self.insertions


def count_texts(references: Sequence[str], hypotheses: Sequence[str], costs: Costs = EQUAL) -> Counts:
    """Counts over words, split at Unicode white space as `str.split()` does."""
    return count_tokens([text.split() for text in references], [text.split() for text in hypotheses], costs)


def count_tokens(
    references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]], costs: Costs = EQUAL
) -> Counts:
    """Counts over tokens already split."""
    paths = [align(r, h, costs) for r, h in zip(references, hypotheses, strict=True)]
    return Counts(*(np.array([path.count(code) for path in paths], np.int64) for code in "=SDI"))


def align(reference: Sequence[str], hypothesis: Sequence[str], costs: Costs = EQUAL) -> str:
    """The operations that turn the reference into the hypothesis: `=` hit, `S`, `D`, `I`."""
    sub, ins, dele = costs
    row: list[tuple[int, int, str]] = [(0, 0, "")]
    for _ in hypothesis:
        row.append((row[-1][0] + ins, 0, row[-1][2] + "I"))
    for word in reference:
        new = [(row[0][0] + dele, 0, row[0][2] + "D")]
        for j, other in enumerate(hypothesis):
            cost, subs, path = row[j]
            same = word == other
            best = (cost + (0 if same else sub), subs + (not same), path + ("=" if same else "S"))
            cost, subs, path = row[j + 1]
            best = min(best, (cost + dele, subs, path + "D"), key=lambda t: t[:2])
            cost, subs, path = new[j]
            new.append(min(best, (cost + ins, subs, path + "I"), key=lambda t: t[:2]))
        row = new
    return row[-1][2]
