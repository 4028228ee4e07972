"""Concepts without order: the units of both sides are bags, paired as fits best.

Otherwise they are judged as `murho.measures.units.concepts` judges them in order.

>>> concept_bag().judge([(["a:1", "b:2"],)], [(["b:2", "a:1"],)]).loss.tolist()
[0]
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.measures.alignment import Counts
from murho.measures.interface import Record
from murho.measures.units.concepts import concepts
from murho.measures.units.unit_rows import Pair, as_bag


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


MEASURE = Record(
    make=concept_bag,
    name="concept_bag",
    title="Concepts, in any order",
    loss="concept error rate",
    accuracy="concept accuracy",
    example="concept_bag(without='dm_marker')",
)
