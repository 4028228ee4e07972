"""Alignment for measures: the kernel's counts as numpy columns that add up.

Which alignment is counted where several cost the same is settled in `murho.measures.kernel`.

>>> counts = count_texts(["i want to go to berlin"], ["want to go to bonn"])
>>> counts.substitutions.tolist(), counts.deletions.tolist(), counts.errors.tolist(), counts.units.tolist()
([1], [1], [2], [6])
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.measures import kernel
from murho.measures.kernel import EQUAL, SCLITE, Costs, Utf8, align

__all__ = ["EQUAL", "SCLITE", "Costs", "Counts", "Utf8", "align", "count_texts", "count_tokens", "implementation"]


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

    def take(self, pairs: NDArray[np.int64]) -> "Counts":
        """The counts of these pairs."""
        return Counts(self.hits[pairs], self.substitutions[pairs], self.deletions[pairs], self.insertions[pairs])


def count_texts(
    references: Sequence[str] | Utf8, hypotheses: Sequence[str] | Utf8, costs: Costs = EQUAL, threads: int = 1
) -> Counts:
    """Counts over words, split at Unicode white space as `str.split()` does."""
    return _columns(kernel.count_text(references, hypotheses, costs, threads))


def count_tokens(
    references: Sequence[Sequence[Hashable]], hypotheses: Sequence[Sequence[Hashable]], costs: Costs = EQUAL
) -> Counts:
    """Counts over tokens already split; a string is the sequence of its characters."""
    return _columns(kernel.count_tokens(references, hypotheses, costs))


def implementation() -> str:
    """`compiled`, or `python` where the extension could not be built."""
    return kernel.IMPLEMENTATION


def _columns(counts: kernel.Counts) -> Counts:
    return Counts(*(np.frombuffer(column, np.int32).astype(np.int64) for column in counts))
