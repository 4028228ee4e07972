"""cpWER: the word errors of a conversation, whatever a system calls its speakers.

Concatenated minimum-permutation word error rate (Watanabe and others, "CHiME-6 Challenge", 2020): the words of each
speaker are put one after the other; speakers of the reference and of the answer are paired so that the word errors are
fewest. A speaker without a partner has all words deleted, or inserted. A case is a session, a meaning an object of
speakers and their words:

>>> reference = {"Ann": "good morning how are you", "Bob": "fine"}
>>> judged = cpwer().judge([(reference,)], [({"1": "fine", "2": "good morning how are", "3": "well"},)])
>>> judged.loss.tolist(), judged.units.tolist(), judged.counts["deletions"].tolist(), judged.labels["assignment"]
([2], [6], [1], ['Ann=2 Bob=1 -=3'])

Of pairings with the fewest errors one with the fewest substitutions is taken: then the counts are unique.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import MeaningError, as_written
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings
from murho.measures.alignment import Counts, count_texts
from murho.measures.interface import Measure, Record

Speakers = dict[str, str]
"""What each speaker said."""


@dataclass(frozen=True)
class cpwer(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """Word errors under the best pairing of speakers against words of the reference."""

    bounded = False
    kind = "speakers"

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per session: counts of words, and of speakers missed and invented; the label `assignment`.

        ⊥ and the empty set are a session in which nobody speaks; of several answers the first is judged, of several
        references the one with the least errors counts, of equals the longest, then the first.
        """
        pairs = [
            (i, _speakers(meaning, i, "reference"), hypothesis)
            for i, (reference, hypothesis) in enumerate(
                zip(references, map(_first, answers, range(len(answers))), strict=True)
            )
            for meaning in reference or ({},)
        ]
        best: dict[int, _Paired] = {}
        for (i, _, _), paired in zip(
            pairs, _paired([(right, hypothesis) for _, right, hypothesis in pairs]), strict=True
        ):
            if i not in best or (paired.errors, -paired.units) < (best[i].errors, -best[i].units):
                best[i] = paired
        rows = list(best.values())
        counts = np.array([row.counts for row in rows], np.int64).reshape(-1, len(_COUNTED)).T
        return Judgements.of(
            [row.errors for row in rows],
            [row.units for row in rows],
            {**dict(zip(_COUNTED, counts, strict=True)), "units": [row.units for row in rows]},
            undefined=[answer is UNDEFINED for answer in answers],
            labels={"assignment": [row.assignment for row in rows]},
        )


_COUNTED = ("substitutions", "deletions", "insertions", "hits", "missed_speakers", "invented_speakers")


class _Paired(NamedTuple):
    """A session whose speakers have been paired."""

    counts: tuple[int, ...]
    assignment: str

    @property
    def errors(self) -> int:
        return sum(self.counts[:3])

    @property
    def units(self) -> int:
        return self.counts[0] + self.counts[1] + self.counts[3]


def _paired(sessions: Sequence[tuple[Speakers, Speakers]]) -> list[_Paired]:
    """The best pairing of each session: all speakers are aligned with all, and with nobody, in one call."""
    references: list[str] = []
    hypotheses: list[str] = []
    for reference, hypothesis in sessions:
        # Silent speakers are added, so that everybody has a partner: beside such a one all words are errors.
        size = max(len(reference), len(hypothesis))
        ours, theirs = ([*side.values(), *[""] * (size - len(side))] for side in (reference, hypothesis))
        references += [text for text in ours for _ in theirs]
        hypotheses += [text for _ in ours for text in theirs]
    counts = count_texts(references, hypotheses)
    results, start = [], 0
    for reference, hypothesis in sessions:
        size = max(len(reference), len(hypothesis))
        results.append(_best(reference, hypothesis, _part(counts, start, size)))
        start += size * size
    return results


def _part(counts: Counts, start: int, size: int) -> NDArray[np.int64]:
    """Substitutions, deletions, insertions and hits of every pair of a session, shape (4, size, size)."""
    columns = (counts.substitutions, counts.deletions, counts.insertions, counts.hits)
    return np.stack([column[start : start + size * size].reshape(size, size) for column in columns])


def _best(reference: Speakers, hypothesis: Speakers, counts: NDArray[np.int64]) -> _Paired:
    from scipy.optimize import linear_sum_assignment

    errors, substitutions = counts[:3].sum(axis=0), counts[0]
    # Errors count first, then substitutions: one weight orders by both.
    rows, columns = linear_sum_assignment(errors * (substitutions.sum() + 1) + substitutions)
    ours, theirs = list(reference), list(hypothesis)
    pairs = [
        f"{ours[row] if row < len(ours) else '-'}={theirs[column] if column < len(theirs) else '-'}"
        for row, column in zip(rows.tolist(), columns.tolist(), strict=True)
    ]
    missed, invented = max(0, len(reference) - len(hypothesis)), max(0, len(hypothesis) - len(reference))
    return _Paired((*counts[:, rows, columns].sum(axis=1).tolist(), missed, invented), " ".join(pairs))


def _first(answer: Answered, index: int) -> Speakers:
    return {} if answer is UNDEFINED or not answer else _speakers(answer[0], index, "answer")


def _speakers(meaning: Meaning, index: int, side: str) -> Speakers:
    if isinstance(meaning, dict) and all(isinstance(text, str) for text in meaning.values()):
        return meaning
    found = f"{side} {as_written(meaning)} is no session of speakers"
    raise MeaningError(index, side, found, 'write what each speaker said, as in {"A": "good morning", "B": "hello"}')


MEASURE = Record(
    make=cpwer,
    name="cpwer",
    aliases=("cp_wer",),
    title="Words of speakers",
    loss="word error rate, speakers paired as fits best",
    accuracy="word accuracy",
    example="cpwer",
)
