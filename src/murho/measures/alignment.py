"""Alignment for measures: the kernel's counts as numpy columns that add up.

Which alignment is counted where several cost the same is settled in `murho.measures.kernel`.

>>> counts = count_texts(["i want to go to berlin"], ["want to go to bonn"])
>>> counts.substitutions.tolist(), counts.deletions.tolist(), counts.errors.tolist(), counts.units.tolist()
([1], [1], [2], [6])
"""

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
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


# What all measures over sequences share: alternatives, nothing said, and the counts of the alignment.
#
# A reference without units adds 0 to the divisor, and whatever is answered to it counts as insertions. An empty set
# of references is an empty sequence; ⊥ and ∅ are judged as an empty sequence (all units deleted), ⊥ being counted
# besides. Of several answers the first, the system's best, is judged. Several references are alternatives: the one
# with the least errors counts, of equals the longest, then the first.


Read = Callable[[Meaning, int, str], Any]
"""`read(meaning, index, side)`: the sequence of a meaning (of "" the empty one), or MeaningError for what is none."""
_COUNTED = ("substitutions", "deletions", "insertions", "hits", "units")


@dataclass(frozen=True, eq=False)
class Compared:
    """One pair per case: the reference that counts and the answer, as they were read, and the counts of both."""

    references: Sequence[Any]
    answers: Sequence[Any]
    counts: Counts
    undefined: NDArray[np.bool_]

    def judged(self, loss: NDArray[Any], units: NDArray[Any] | None = None) -> Judgements:
        """These losses and units, with counts substitutions, deletions, insertions, hits, units (of the references)."""
        counts = {name: getattr(self.counts, name) for name in _COUNTED}
        return Judgements.of(loss, units, counts, undefined=self.undefined)


def compare_sequences(
    references: Sequence[Meanings],
    answers: Sequence[Answered],
    read: Read,
    count: Callable[[Sequence[Any], Sequence[Any]], Counts],
    as_is: bool = False,
) -> Compared:
    """Each answer beside the reference that counts; `count` aligns pairs of sequences.

    With `as_is` a string is read as it stands, which spares a call for each.
    """
    if len(references) != len(answers):
        raise ValueError(f"{len(references)} references for {len(answers)} answers")
    empty = read("", 0, "answer")
    undefined = np.array([answer is UNDEFINED for answer in answers], bool)
    hypotheses = only_strings(answers) if as_is else None
    if hypotheses is None:
        hypotheses = [empty if a is UNDEFINED or not a else read(a[0], i, "answer") for i, a in enumerate(answers)]
    alternatives: list[Any] | None = only_strings(references) if as_is else None
    if alternatives is None and all(len(reference) == 1 for reference in references):
        alternatives = [read(reference[0], i, "reference") for i, reference in enumerate(references)]
    if alternatives is not None:  # one reference for each case: nothing to choose
        return Compared(alternatives, hypotheses, count(alternatives, hypotheses), undefined)
    owner = np.repeat(np.arange(len(hypotheses)), [max(1, len(reference)) for reference in references])
    alternatives = []
    for i, reference in enumerate(references):
        alternatives += [read(meaning, i, "reference") for meaning in reference] or [empty]
    counts = count(alternatives, [hypotheses[i] for i in owner])
    chosen = best(counts, owner)
    return Compared([alternatives[i] for i in chosen], hypotheses, counts.take(chosen), undefined)


def only_strings(sets: Sequence[Any]) -> list[str] | None:
    """The only meaning of each set, where all have one and it is a string; None if not, or if one is ⊥."""
    if set(map(type, sets)) - {tuple, list} or set(map(len, sets)) - {1}:
        return None
    strings = [meaning for (meaning,) in sets]
    return None if set(map(type, strings)) - {str} else strings


def judge_sequences(
    references: Sequence[Meanings],
    answers: Sequence[Answered],
    read: Read,
    count: Callable[[Sequence[Any], Sequence[Any]], Counts],
) -> Judgements:
    """One row per case, errors against units of the reference, with their counts."""
    compared = compare_sequences(references, answers, read, count)
    return compared.judged(compared.counts.errors, compared.counts.units)


def best(counts: Counts, owner: NDArray[np.int64]) -> NDArray[np.int64]:
    """The pair that counts of each case: the one with the least errors, of equals the longest, then the first."""
    order = np.lexsort((np.arange(len(owner)), -counts.units, counts.errors, owner))
    first = np.ones(len(order), bool)
    first[1:] = owner[order][1:] != owner[order][:-1]
    return order[first]
