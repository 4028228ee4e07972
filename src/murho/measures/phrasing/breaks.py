"""Phrase breaks: each place between words has a break or none, and junctures of both sides correspond one to one.

With N junctures, B of them breaks in the reference, D breaks that the answer lacks, I that it adds, S of a wrong type:

    Breaks-correct      (B − D − S) / B          False insertions w.r.t. junctures  I / N
    Non-breaks-correct  (N − I − S) / N          False insertions w.r.t. breaks     I / B
    Junctures-correct   (N − D − S − I) / N      all times 100 %

(Taylor and Black, "Assigning phrase breaks from part-of-speech sequences", Computer Speech and Language 12, 1998.) The
loss is D + I + S, the units are junctures, so that 1 − π is junctures-correct. Where most junctures have no break,
"never a break" gets a good part of them right, and not a single break: breaks-correct tells more, and both floors,
never and always a break, stand beside the criteria.

>>> judged = breaks().judge([(["0", "1", "0", "2"],)], [(["0", "2", "1", "2"],)])
>>> {name: int(column[0]) for name, column in judged.counts.items()}
{'junctures': 4, 'breaks': 2, 'deletions': 0, 'insertions': 1, 'substitutions': 1, 'correct': 1, 'given': 3}
>>> int(breaks(final="skip").judge([(["0", "1", "0", "2"],)], [(["0", "2", "1", "2"],)]).units[0])
3

Whoever gives no answer (⊥ or ∅) has nothing right: D = B, I = N − B. Of several references the one with the least
errors counts, of equals the first; a reference set that is empty has no junctures.

Agreement of several annotators: how right a system can be at all, if people are the measure.

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

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import permutations
from typing import TypeGuard

import numpy as np

from murho.core.errors import MeaningError, UsageError
from murho.core.headline import Countable
from murho.core.judgement import Judgements
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.core.raters import alpha, kappa
from murho.measures.interface import Counts, Criterion, Measure, Record
from murho.measures.phrasing.junctures import NO_BREAK, Integers, Junctures, junctures, near
from murho.plugs import option


@dataclass(frozen=True)
class breaks(Measure):  # noqa: N801  a measure is typed and printed in lower case
    """Breaks missing, too many or of the wrong type, against junctures."""

    final: str = option(
        "keep", choices=("keep", "skip"), always=True,
        help="The end of an utterance is a juncture (keep), or is not looked at (skip).",
    )  # fmt: skip
    tolerance: int = option(0, help="1: a break may be one juncture off (docs/breaks.md).")
    types: bool = option(True, help="Types of break are told apart.")
    no_break: tuple[str, ...] = option(NO_BREAK, type="names", help="The labels that mean no break.")
    rows: str = option(
        "utterances", choices=("utterances", "junctures"),
        help="What gets a judgement of its own; junctures can be sliced by the labels gold, given and place.",
    )  # fmt: skip

    kind = "breaks"

    def __post_init__(self) -> None:
        for name, allowed in CHOICES.items():
            if getattr(self, name) not in allowed:
                known = " or ".join(map(repr, allowed))
                raise UsageError(f"breaks: {name}={getattr(self, name)!r}; give {known}")
        labels = (self.no_break,) if isinstance(self.no_break, str) else tuple(map(str, self.no_break))
        if not labels:
            raise UsageError("breaks: no_break=(); name the labels that mean no break, as in ('0',)")
        object.__setattr__(self, "no_break", labels)
        if self.tolerance and self.rows == "junctures":
            raise UsageError("breaks: a break that is one juncture off belongs to no single juncture; leave out rows")

    def judge(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Judgements:
        """One row per utterance, or per juncture with the labels gold, given and place (`medial`, `final`).

        The counts are those that the criteria are made of: junctures, breaks, deletions, insertions, substitutions,
        and the breaks that are correct in place and type, and given.
        """
        every = self.read(references, answers)
        columns = _counted(every)
        sums = {name: _by_pair(every, column) for name, column in columns.items()}
        if self.tolerance:
            sums = _forgiven(every, sums)
        chosen = _least(every.case, _errors(sums))
        undefined = np.array([answer is UNDEFINED for answer in answers], bool)
        if self.rows == "junctures":
            return _by_juncture(every, columns, np.isin(every.pair, chosen), undefined)
        placed = {name: np.zeros(len(references), np.int64) for name in sums}
        for name, column in sums.items():
            placed[name][every.case[chosen]] = column[chosen]
        return Judgements.of(_errors(placed), placed["junctures"], placed, undefined=undefined)

    def read(self, references: Sequence[Meanings], answers: Sequence[Answered]) -> Junctures:
        """The junctures that are looked at, with the types of break that are told apart."""
        every = junctures(references, answers, self.no_break)
        if not self.types:
            every = replace(every, right=np.minimum(every.right, 1), given=np.minimum(every.given, 1), names=MERGED)
        return every.take(~every.final) if self.final == "skip" else every

    @property
    def agreement(self) -> "Callable[[Sequence[Sequence[Answered]]], Agreement]":
        """The agreement of annotators by this measure, of what they annotated."""
        return partial(agreement, self)

    @property
    def countables(self) -> tuple[Countable, ...]:
        """The junctures that are right: a break where one belongs, or none where none does."""
        errors = ("deletions", "insertions", "substitutions")
        return (Countable("juncture", of="junctures", errors=errors, per_case=False),)

    def criteria(self, counts: Counts) -> dict[str, Criterion]:
        """The criteria under their printed names, in percent, and precision, recall and F1 of breaks.

        The source prints non-breaks-correct with all junctures below; with the junctures that have no break in the
        reference, as the name suggests, it is `non_breaks_correct_of_non_breaks`.
        """
        total, gold, deleted, inserted, substituted, correct, given = (counts[name] for name in COUNTS)
        return {
            "breaks_correct": Criterion(gold - deleted - substituted, gold),
            "non_breaks_correct": Criterion(total - inserted - substituted, total),
            "junctures_correct": Criterion(total - deleted - substituted - inserted, total),
            "insertions_per_juncture": Criterion(inserted, total),
            "insertions_per_break": Criterion(inserted, gold, bounded=False),
            "non_breaks_correct_of_non_breaks": Criterion(total - gold - inserted, total - gold),
            "precision": Criterion(correct, given),
            "recall": Criterion(correct, gold),
            "f1": Criterion(2 * correct, gold + given),
        }

    def floors(self, counts: Counts) -> dict[str, Counts]:
        """What a system has that never sets a break, and one that sets a break of the right type everywhere."""
        total, gold = counts["junctures"], counts["breaks"]
        nothing = {"junctures": total, "breaks": gold, **dict.fromkeys(COUNTS[2:], 0 * gold)}
        return {
            "never a break": {**nothing, "deletions": gold},
            "always a break": {**nothing, "insertions": total - gold, "correct": gold, "given": total},
        }


CHOICES = {"final": ("keep", "skip"), "tolerance": (0, 1), "types": (True, False), "rows": ("utterances", "junctures")}
COUNTS = ("junctures", "breaks", "deletions", "insertions", "substitutions", "correct", "given")
FAILED = "⊥"
MERGED = ("no break", "break")
"""Names of the labels where types are not told apart."""


def _counted(every: Junctures) -> dict[str, Integers]:
    """The counts at each juncture, all 0 or 1."""
    right, given, unanswered = every.right > 0, every.given > 0, ~every.answered[every.pair]
    same = every.right == every.given
    columns = (
        np.ones(len(right), bool),
        right,
        right & ~given,
        ~right & (given | unanswered),  # no answer has nothing right, so no non-break either
        right & given & ~same,
        right & same,
        given,
    )
    return {name: column.astype(np.int64) for name, column in zip(COUNTS, columns, strict=True)}


def _by_pair(every: Junctures, column: Integers) -> Integers:
    return np.bincount(every.pair, weights=column, minlength=len(every.case)).astype(np.int64)


def _forgiven(every: Junctures, sums: Mapping[str, Integers]) -> dict[str, Integers]:
    """The counts of pairs, where a break may be one juncture off."""
    deletions, insertions, substitutions = near(every.right, every.given, every.pair, len(every.case))
    insertions = np.where(every.answered, insertions, sums["insertions"])
    errors = {"deletions": deletions, "insertions": insertions, "substitutions": substitutions}
    return {**sums, **errors, "correct": sums["breaks"] - deletions - substitutions}


def _errors(counts: Mapping[str, Integers]) -> Integers:
    return counts["deletions"] + counts["insertions"] + counts["substitutions"]


def _least(case: Integers, errors: Integers) -> Integers:
    """The pair that counts of each case: the one with the least errors, of equals the first."""
    order = np.lexsort((errors, case))  # which keeps the order of equals
    first = np.diff(case[order], prepend=-1) > 0
    chosen: Integers = order[first]
    return chosen


def _by_juncture(
    every: Junctures, columns: Mapping[str, Integers], chosen: np.ndarray, undefined: np.ndarray
) -> Judgements:
    """A row for each juncture that is kept."""
    every, rows = every.take(chosen), {name: column[chosen] for name, column in columns.items()}
    names = np.array(every.names, dtype=object)
    given = np.where(every.answered[every.pair], names[every.given], FAILED)
    case = every.case[every.pair]
    labels = {
        "gold": names[every.right].tolist(),
        "given": given.tolist(),
        "place": np.where(every.final, "final", "medial").tolist(),
    }
    return Judgements.of(_errors(rows), None, rows, case=case, undefined=undefined[case], labels=labels)


MEASURE = Record(
    make=breaks,
    name="breaks",
    title="Phrase breaks",
    loss="junctures wrong",
    accuracy="junctures correct",
    example="breaks(final='skip')",
)


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
