"""What all measures over sequences share: alternatives, nothing said, and the counts of the alignment.

A reference without units adds 0 to the divisor, and whatever is answered to it counts as insertions. An empty set of
references is an empty sequence; ⊥ and ∅ are judged as an empty sequence (all units deleted), ⊥ being counted besides.
Of several answers the first, the system's best, is judged.
Several references are alternatives: the one with the least errors counts, of equals the longest, then the first.
"""

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.measures.alignment import Counts


def judge_sequences(
    references: Sequence[Meanings],
    answers: Sequence[Answered],
    read: Callable[[Meaning, int, str], Sequence[str]],
    count: Callable[[Sequence[Any], Sequence[Any]], Counts],
) -> Judgements:
    """One row per case with counts substitutions, deletions, insertions, hits, units.

    `read(meaning, index, side)` gives the sequence of a meaning (of "" the empty one) or raises MeaningError; `count`
    aligns pairs of sequences.
    """
    if len(references) != len(answers):
        raise ValueError(f"{len(references)} references for {len(answers)} answers")
    empty = read("", 0, "answer")
    said = [empty if a is UNDEFINED or not a else read(a[0], i, "answer") for i, a in enumerate(answers)]
    owner: list[int] = []
    alternatives: list[Sequence[str]] = []
    for i, reference in enumerate(references):
        for meaning in reference:
            owner.append(i)
            alternatives.append(read(meaning, i, "reference"))
        if not reference:
            owner.append(i)
            alternatives.append(empty)
    if len(alternatives) == len(said):
        counts = count(alternatives, said)
    else:
        counts = best(count(alternatives, [said[i] for i in owner]), np.array(owner))
    return Judgements.of(
        counts.errors,
        counts.units,
        {
            "substitutions": counts.substitutions,
            "deletions": counts.deletions,
            "insertions": counts.insertions,
            "hits": counts.hits,
            "units": counts.units,
        },
        undefined=[answer is UNDEFINED for answer in answers],
    )


def best(counts: Counts, owner: np.ndarray) -> Counts:
    """Of the pairs that belong to one case, the one with the least errors; of equals the longest, then the first."""
    order = np.lexsort((np.arange(len(owner)), -counts.units, counts.errors, owner))
    first = np.ones(len(order), bool)
    first[1:] = owner[order][1:] != owner[order][:-1]
    chosen = order[first]
    return Counts(
        counts.hits[chosen], counts.substitutions[chosen], counts.deletions[chosen], counts.insertions[chosen]
    )
