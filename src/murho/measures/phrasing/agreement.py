"""Agreement of several annotators: how right a system can be at all, if people are the measure.

Each annotator in turn is taken for the reference and each other for the answer; the means of the criteria over all
these pairs are a ceiling. Krippendorff's α (nominal, with gaps where they are) and Fleiss' κ (of what everybody
annotated) take off what chance would bring (`murho.core.raters`).

>>> from murho.measures.phrasing.breaks import breaks
>>> agreed = agreement(breaks(), [[(["0", "1", "0"],)], [(["0", "1", "1"],)], [(["0", "1", "0"],)]])
>>> [round(agreed.criteria[name], 1) for name in ("junctures_correct", "breaks_correct")]
[77.8, 83.3]
>>> round(agreed.alpha, 3), round(agreed.kappa, 3)
(0.6, 0.55)
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypeGuard

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import MeaningError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.raters import alpha, kappa
from murho.measures.phrasing.breaks import breaks

Integers = NDArray[np.int64]


@dataclass(frozen=True)
class Agreement:
    """What annotators agree on."""

    annotators: int
    junctures: int
    """How many junctures at least two have annotated."""
    criteria: Mapping[str, float | None]
    """The mean over all ordered pairs of annotators, in percent."""
    pairs: Mapping[tuple[int, int], Mapping[str, float | None]]
    """The criteria of each ordered pair, the first annotator taken for the reference."""
    alpha: float | None
    """Krippendorff's α of the labels; None where all labels are the same."""
    kappa: float | None
    """Fleiss' κ of what all have annotated; None where all labels are the same."""


def agreement(measure: breaks, annotations: Sequence[Sequence[Answered]]) -> Agreement:
    """The agreement of annotators; for each a list of as many utterances, UNDEFINED where one did not annotate it.

    Raises:
        MeaningError: an annotation has more or fewer junctures than that of another; its `index` is the utterance.
    """
    pairs = {
        (a, b): _criteria(measure, annotations[a], annotations[b]) for a, b in permutations(range(len(annotations)), 2)
    }
    names = next(iter(pairs.values()), {})
    means = {name: _mean([criteria[name] for criteria in pairs.values()]) for name in names}
    table = _table(measure, annotations)
    shared = int((table.sum(axis=1) >= 2).sum())
    return Agreement(len(annotations), shared, means, pairs, alpha(table), kappa(table))


def _criteria(measure: breaks, reference: Sequence[Answered], answer: Sequence[Answered]) -> dict[str, float | None]:
    together = enumerate(zip(reference, answer, strict=True))
    both = [(i, a, b) for i, (a, b) in together if _annotated(a) and _annotated(b)]
    try:
        judged = measure.judge([a for _, a, _ in both], [b for _, _, b in both])
    except MeaningError as error:  # which knows only the utterances that both have annotated
        raise MeaningError(both[error.index][0], error.side, error.found, error.todo) from None
    counts = {name: int(column.sum()) for name, column in judged.counts.items()}
    criteria = measure.criteria(counts).items()
    return {name: c.scale * c.part / c.whole if c.whole else None for name, c in criteria}


def _annotated(answer: Answered) -> TypeGuard[Meanings]:
    return answer is not UNDEFINED and len(answer) > 0


def _mean(values: Sequence[float | None]) -> float | None:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def _table(measure: breaks, annotations: Sequence[Sequence[Answered]]) -> Integers:
    """How many annotators gave each label, shape (junctures, labels)."""
    together = zip(*annotations, strict=True)
    given = [tuple(answer[0] for answer in all_of if _annotated(answer)) for all_of in together]
    # Taken for the references of one case, all annotations of an utterance come to lie end to end, and checked.
    every = measure.read(given, [UNDEFINED] * len(given))
    sizes = np.bincount(every.pair, minlength=len(every.case))
    first = np.unique(every.case, return_index=True)[1]
    lengths = np.zeros(len(given), np.int64)
    lengths[every.case[first]] = sizes[first]
    if (wrong := np.flatnonzero(sizes != lengths[every.case])).size:
        utterance = int(every.case[wrong[0]])
        found = f"annotated with {lengths[utterance]} junctures and with {sizes[wrong[0]]}"
        raise MeaningError(utterance, "reference", found, "annotate the same words")
    starts = np.cumsum(lengths) - lengths
    inside = np.arange(len(every.pair)) - (np.cumsum(sizes) - sizes)[every.pair]
    unit, labels = starts[every.case[every.pair]] + inside, len(every.names)
    flat = np.bincount(unit * labels + every.right, minlength=int(lengths.sum()) * labels)
    return flat.reshape(-1, labels)
