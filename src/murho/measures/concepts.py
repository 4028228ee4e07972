"""Concepts: the semantic units a system understood, `attribute:value` each.

    CA = 100 · (1 − (SU_S + SU_I + SU_D) / SU) %        SU: semantic units of the reference

A unit is right only when attribute and value both are; a wrong value is one substitution (after the 1996 paper on a
spoken train time-table system). `concepts` takes the units in order, `concept_bag` without order: there a unit
without a partner pairs up first with one of the same attribute, then with any, and each such pair is one substitution.

>>> judged = concepts().judge([(["dm_marker:no", "goalcity:Bonn"],)], [(["dm_marker:no", "goalcity:Berlin"],)])
>>> judged.loss.tolist(), judged.units.tolist()
([1.0], [2.0])
>>> concept_bag().judge([(["a:1", "b:2"],)], [(["b:2", "a:1"],)]).loss.tolist()
[0.0]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.errors import MeaningError
from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meaning, Meanings
from murho.measures.alignment import Counts, count_tokens
from murho.measures.sequences import judge_sequences


@dataclass(frozen=True, repr=False)
class concepts:  # noqa: N801  a measure is typed and printed in lower case
    """Errors of semantic units in order, against the units of the reference."""

    bounded = False
    fixed_units = True
    kind = "units"

    def __repr__(self) -> str:
        return "concepts"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        return judge_sequences(references, answers, units, count_tokens)


@dataclass(frozen=True, repr=False)
class concept_bag:  # noqa: N801
    """Errors of semantic units without order, under the best assignment."""

    bounded = False
    fixed_units = True
    kind = "units"

    def __repr__(self) -> str:
        return "concept_bag"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case with counts substitutions, deletions, insertions, hits, units."""
        return judge_sequences(references, answers, units, count_bags)


def units(meaning: Meaning, index: int, side: str) -> list[str]:
    """The semantic units of a meaning; an empty text means no unit."""
    if meaning == "":
        return []
    if isinstance(meaning, list | tuple) and all(isinstance(unit, str) for unit in meaning):
        return list(meaning)
    raise MeaningError(
        index, side, f"{side} {meaning!r} is not a list of units", 'write units as in [["goalcity:Bonn"]]'
    )


def count_bags(references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]]) -> Counts:
    """Counts over bags of units: equal ones are hits, the rest pair up as substitutions, what remains is D or I."""
    table = np.zeros((4, len(references)), np.int64)
    for i, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        hits = sum((Counter(reference) & Counter(hypothesis)).values())
        lost, extra = len(reference) - hits, len(hypothesis) - hits
        pairs = min(lost, extra)
        table[:, i] = hits, pairs, lost - pairs, extra - pairs
    return Counts(*table)
