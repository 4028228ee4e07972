"""Concepts: the semantic units a system understood, `attribute:value` each.

    CA = 100 · (1 − (SU_S + SU_I + SU_D) / SU) %        SU: semantic units of the reference

A unit is right only when attribute and value both are; a wrong value is one substitution (after the 1996 paper on a
spoken train time-table system). `concepts` takes the units in order, `concept_bag` without. `only` and
`without` name attributes: `concepts(only='intent')` is the error rate of intents.

>>> judged = concepts().judge([(["dm_marker:no", "goalcity:Bonn"],)], [(["dm_marker:no", "goalcity:Berlin"],)])
>>> judged.loss.tolist(), judged.units.tolist()
([1], [2])

With `rows="units"` each unit has a row of its own, which can be sliced by the labels attribute, gold and given. A wrong
value counts for its attribute, an insertion for the one inserted: a unit without an equal partner pairs up first with
one of the same attribute, as far as the counts leave the choice (`murho.measures.units.unit_rows`).

>>> judged = concepts(rows="units").judge([(["dm_marker:no", "goalcity:Bonn"],)], [(["goalcity:Berlin"],)])
>>> list(zip(judged.labels["attribute"], judged.loss.tolist(), judged.labels["given"]))
[('dm_marker', 1, '∅'), ('goalcity', 1, 'goalcity:Berlin')]

Concepts without order: the units of both sides are bags, paired as fits best.

Otherwise they are judged as `murho.measures.units.concepts` judges them in order.

>>> concept_bag().judge([(["a:1", "b:2"],)], [(["b:2", "a:1"],)]).loss.tolist()
[0]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.judgement import Judgements
from murho.core.meaning import Answered, Meanings
from murho.measures.alignment import Counts, count_tokens, judge_sequences
from murho.measures.interface import Record
from murho.measures.units.unit_rows import Pair, WithRows, as_bag, in_order, unit_rows


@dataclass(frozen=True)
class concepts(WithRows):  # noqa: N801  a measure is typed and printed in lower case
    """Errors of semantic units in order, against the units of the reference."""

    bounded = False

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per case (or unit) with counts substitutions, deletions, insertions, hits, units."""
        if self.rows == "units":
            return unit_rows(references, answers, self.read, self._pairs, _counted)
        return judge_sequences(references, answers, self.read, self._count)

    def _count(self, references: Sequence[Any], hypotheses: Sequence[Any]) -> Counts:
        return count_tokens(references, hypotheses)

    def _pairs(self, gold: Sequence[str], given: Sequence[str]) -> list[Pair]:
        return in_order(gold, given)


def _counted(pair: Pair) -> tuple[float, float, dict[str, int]]:
    """Loss, units and counts of a pair."""
    gold, given = pair
    counts = {
        "substitutions": int(gold is not None and given is not None and gold != given),
        "deletions": int(gold is not None and given is None),
        "insertions": int(gold is None and given is not None),
        "hits": int(gold is not None and gold == given),
        "units": int(gold is not None),
    }
    return counts["substitutions"] + counts["deletions"] + counts["insertions"], counts["units"], counts


MEASURE_CONCEPTS = Record(
    make=concepts,
    name="concepts",
    aliases=("concept_error_rate",),
    title="Concepts",
    loss="concept error rate",
    accuracy="concept accuracy",
    example="concepts(only='intent')",
)


@dataclass(frozen=True)
class concept_bag(concepts):  # noqa: N801  a measure is typed and printed in lower case
    """Errors of semantic units without order, under the best assignment."""

    def _count(self, references: Sequence[Any], hypotheses: Sequence[Any]) -> Counts:
        return count_bags(references, hypotheses)

    def _pairs(self, gold: Sequence[str], given: Sequence[str]) -> list[Pair]:
        return as_bag(gold, given)


def count_bags(references: Sequence[Sequence[str]], hypotheses: Sequence[Sequence[str]]) -> Counts:
    """Counts over bags of units: equal ones are hits, the rest pair up as substitutions, what remains is D or I."""
    table = np.zeros((4, len(references)), np.int64)
    for i, (reference, hypothesis) in enumerate(zip(references, hypotheses, strict=True)):
        hits = sum((Counter(reference) & Counter(hypothesis)).values())
        lost, extra = len(reference) - hits, len(hypothesis) - hits
        pairs = min(lost, extra)
        table[:, i] = hits, pairs, lost - pairs, extra - pairs
    return Counts(*table)


MEASURE_CONCEPT_BAG = Record(
    make=concept_bag,
    name="concept_bag",
    title="Concepts, in any order",
    loss="concept error rate",
    accuracy="concept accuracy",
    example="concept_bag(without='dm_marker')",
)
