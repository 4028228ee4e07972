"""Breaks that may be one juncture off: the matching with the least errors.

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

import numpy as np
from numpy.typing import NDArray

Integers = NDArray[np.int64]

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
