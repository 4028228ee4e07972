"""Junctures as columns: the labels of references and answers, end to end, one entry for each place between words.

A meaning is a list of labels, one for each token of the expression: a string (or a whole number), or None for a token
that no juncture follows. An answer may leave such tokens out, or label them too; a break there belongs to the juncture
before. Labels that mean no break become the code 0, the types of break 1, 2...

>>> columns = junctures([(["0", "2", None],)], [(["0", "0", "2"],)])
>>> columns.right.tolist(), columns.given.tolist(), columns.names
([0, 1], [0, 1], ['0', '2'])

Breaks that may be one juncture off: the matching with the least errors.

Breaks of the reference and of the answer are paired one to one and in order, a pair being at one juncture or at two
adjacent ones of the same utterance. A break of the reference without a partner is a deletion, one of the answer an
insertion, a pair of different types a substitution. Of all matchings one with the least errors counts, and of
these one with the fewest substitutions; that fixes all three counts.

A juncture where neither side has a break parts what can be matched, so the work is done on runs of junctures between
such places, all runs at once, one step for each juncture of the longest.

>>> right, given = np.array([0, 1, 0, 1, 0, 0]), np.array([1, 0, 0, 2, 0, 1])
>>> [counts.tolist() for counts in near(right, given, np.zeros(6, np.int64), 1)]
[[0], [1], [1]]
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import MeaningError, as_written
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings

Integers = NDArray[np.int64]
Bools = NDArray[np.bool_]
Labels = list[str | None]

NO_BREAK = ("0",)


@dataclass(frozen=True, eq=False)
class Junctures:
    """The junctures of a batch; a pair is one reference with the answer, and a case has as many as references."""

    right: Integers
    """The break at each juncture in the reference: 0 for none, else a place in `names`."""
    given: Integers
    """The break at each juncture in the answer; 0 where there is no answer."""
    pair: Integers
    """The pair that each juncture belongs to, not falling."""
    final: Bools
    """Whether each juncture is the last of its utterance."""
    case: Integers
    """The case of each pair."""
    answered: Bools
    """Whether there is an answer, for each pair."""
    names: Sequence[str]

    def take(self, chosen: Bools) -> "Junctures":
        """The junctures that are chosen; the pairs stay, with fewer of them."""
        columns = (self.right[chosen], self.given[chosen], self.pair[chosen], self.final[chosen])
        return Junctures(*columns, self.case, self.answered, self.names)


def junctures(
    references: Sequence[Meanings], answers: Sequence[Answered], no_break: Collection[str] = NO_BREAK
) -> Junctures:
    """The junctures of references and answers.

    Of several answers the first is taken; ⊥ and the empty set are no answer.

    Raises:
        MeaningError: a meaning is no list of labels, or an answer has more or fewer junctures than its reference.
    """
    right: list[Labels] = []
    given: list[Labels] = []
    case: list[int] = []
    answered: list[bool] = []
    for i, (reference, answer) in enumerate(zip(references, answers, strict=True)):
        answer_labels = None if answer is UNDEFINED or not answer else _labels(answer[0], i, "answer")
        for meaning in reference:
            labels = _labels(meaning, i, "reference")
            places = _compact(labels)
            right.append(places)
            given.append(places if answer_labels is None else _at_junctures(answer_labels, labels, places, no_break, i))
            case.append(i)
            answered.append(answer_labels is not None)
    codes, names = _codes(right, given, no_break)
    ends = np.cumsum([len(labels) for labels in right], dtype=np.int64)
    final = np.zeros(len(codes[0]), bool)
    # An utterance without junctures has no last one; its end would be that of the one before.
    final[ends[np.diff(ends, prepend=0) > 0] - 1] = True
    pair = np.repeat(np.arange(len(right)), np.diff(ends, prepend=0))
    has_answer = np.array(answered, bool)
    return Junctures(
        codes[0], np.where(has_answer[pair], codes[1], 0), pair, final, np.array(case, np.int64), has_answer, names
    )


def _labels(meaning: Meaning, index: int, side: str) -> Labels:
    """The labels of one utterance, None at tokens that no juncture follows."""
    if isinstance(meaning, list | tuple):
        kinds = set(map(type, meaning))
        if kinds <= {str, type(None)}:
            return list(meaning)
        if kinds <= {str, int, type(None)}:
            return [None if label is None else str(label) for label in meaning]
    text = as_written(meaning)
    raise MeaningError(
        index,
        side,
        f"{side} {text if len(text) <= 60 else text[:57] + '...'} is not a list of labels",
        'write a label for each word, 0 for no break, as in [["0", "1", "0"]]; files of breaks need their --format',
    )


def _at_junctures(answer: Labels, labels: Labels, places: Labels, no_break: Collection[str], index: int) -> Labels:
    """The answer's labels at the junctures of the reference, `places` being its labels without the Nones."""
    compact = _compact(answer)
    if len(compact) == len(places):
        return compact
    if len(compact) != len(labels):
        found = f"labels for {len(compact)} junctures, where the reference has {len(places)}"
        raise MeaningError(index, "answer", found, "give every juncture a label, 0 for no break")
    moved: Labels = []
    for label, there in zip(compact, labels, strict=True):
        if there is not None:
            moved.append(label)
        elif moved and moved[-1] in no_break:  # a break after punctuation is one after the word before it
            moved[-1] = label
    return moved


def _compact(labels: Labels) -> Labels:
    if None not in labels:
        return labels
    return [label for label in labels if label is not None]


def _codes(
    right: Sequence[Labels], given: Sequence[Labels], no_break: Collection[str]
) -> tuple[tuple[Integers, Integers], list[str]]:
    flat = [list(chain.from_iterable(side)) for side in (right, given)]
    types = sorted({str(label) for label in {*flat[0], *flat[1]}} - set(no_break))
    # All labels that mean no break are one code; the first of them is its name.
    code: dict[str | None, int] = {**dict.fromkeys(no_break, 0), **{name: i for i, name in enumerate(types, 1)}}
    columns = [np.fromiter(map(code.__getitem__, side), np.int64, len(side)) for side in flat]
    return (columns[0], columns[1]), [next(iter(no_break)), *types]


_ERROR = 1 << 32
"""The cost of an error; a substitution costs 1 more, which decides between equal numbers of errors."""
_NEVER = 1 << 60


def near(right: Integers, given: Integers, pair: Integers, pairs: int) -> tuple[Integers, Integers, Integers]:
    """Deletions, insertions and substitutions of each pair of sequences.

    `right` and `given` (junctures,) are the codes of the breaks, 0 for none; `pair` (junctures,) is not falling.
    """
    busy = np.flatnonzero((right > 0) | (given > 0))
    if not len(busy):
        return np.zeros(pairs, np.int64), np.zeros(pairs, np.int64), np.zeros(pairs, np.int64)
    starts = np.flatnonzero(np.diff(busy, prepend=-2) + np.diff(pair[busy], prepend=-1) * 2 != 1)
    lengths = np.diff(starts, append=len(busy))
    order = np.argsort(-lengths, kind="stable")
    starts, lengths = starts[order], lengths[order]
    cost = _least_costs(right[busy], given[busy], starts, lengths)
    owner = pair[busy[starts]]

    def by_pair(values: Integers) -> Integers:
        return np.bincount(owner, weights=values, minlength=pairs).astype(np.int64)

    errors, substitutions = by_pair(cost // _ERROR), by_pair(cost % _ERROR)
    breaks, answered = (np.bincount(pair[side > 0], minlength=pairs).astype(np.int64) for side in (right, given))
    matched = (breaks + answered + substitutions - errors) // 2  # errors = (breaks − matched) + (said − matched) + S
    return breaks - matched, answered - matched, substitutions


def _least_costs(right: Integers, given: Integers, starts: Integers, lengths: Integers) -> Integers:
    """The least cost of each run; runs come longest first."""
    nothing = np.zeros(len(starts), np.int64)  # the least cost so far if no break waits for a partner,
    reference = np.full(len(starts), _NEVER)  # if the reference's break at the juncture before does,
    answer = np.full(len(starts), _NEVER)  # if the answer's break there does
    for step in range(int(lengths[0])):
        going = int(np.searchsorted(-lengths, -step))  # runs that are longer than `step`
        here = starts[:going] + step
        r, s = right[here], given[here]
        r_before, s_before = (r, s) if step == 0 else (right[here - 1], given[here - 1])

        def pairing(one: Integers, other: Integers) -> Integers:
            return np.where(one == other, 0, _ERROR + 1)

        old, old_r, old_s = nothing[:going], reference[:going], answer[:going]
        settled = np.minimum(old, np.minimum(old_r, old_s) + _ERROR)  # who waited stays without a partner
        r_with_s = np.where(s > 0, old_r + pairing(r_before, s), _NEVER)
        s_with_r = np.where(r > 0, old_s + pairing(s_before, r), _NEVER)
        both, only_r, only_s = (r > 0) & (s > 0), (r > 0) & (s == 0), (r == 0) & (s > 0)
        nothing[:going] = np.where(
            both, settled + pairing(r, s), np.where(only_r, s_with_r, np.where(only_s, r_with_s, settled))
        )
        reference[:going] = np.where(both, np.minimum(r_with_s, settled + _ERROR), np.where(only_r, settled, _NEVER))
        answer[:going] = np.where(both, np.minimum(s_with_r, settled + _ERROR), np.where(only_s, settled, _NEVER))
    least: Integers = np.minimum(nothing, np.minimum(reference, answer) + _ERROR)
    return least
