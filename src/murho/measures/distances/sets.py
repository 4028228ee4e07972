"""Distances of sets of meanings: how far apart, and what differs, in words.

Any distance between two meanings extends to sets by best assignment: each correct meaning is paired with at most one
answered meaning so that the sum of distances is least, a meaning without a partner costs 1, and the sum is divided by
the larger of the two sizes. It is 0 iff the sets are equal, if the distance is 0 only between equals.

>>> from murho.measures.distances.naming import named
>>> right, said = ({"act": "due", "day": 3},), ({"act": "renew", "day": 3}, {"act": "due"})
>>> set_distance(right, said, named("json").between)
0.75
>>> print(*explained(named("json"), right, said), sep="\\n")
act: "renew" instead of "due"
additional meaning {"act":"due"}
"""

from collections.abc import Hashable, Sequence

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical
from murho.measures.distances.distance import Between, Distance, shown

MOST_PAIRS = 1_000_000
"""Of sets that have more pairs of meanings, equal ones are paired first; of what is left with more none is."""
MOST_EQUATED = 1_000
"""Different meanings that are looked through for one at distance 0, where nothing tells what is; others are one meaning
where written alike."""
MOST_TOLD = 1_000
"""Differences of a case that are told one by one."""


def set_distance(correct: Meanings, answered: Meanings, between: Between) -> float:
    """The distance of two sets under best assignment, in [0,1]; repeated meanings count once."""
    left, right = _once(correct), _once(answered)
    if not left or not right:
        return float(bool(left or right))
    if len(left) == len(right) == 1:  # the usual case, which need not wait for scipy
        return _checked(between(left[0], right[0]))
    larger = max(len(left), len(right))
    left, right = _apart(left, right)
    if not left or not right or len(left) * len(right) > MOST_PAIRS:
        return max(len(left), len(right)) / larger
    costs, rows, columns = _assigned(left, right, between)
    return (float(costs[rows, columns].sum()) + abs(len(left) - len(right))) / larger


def explained(distance: Distance, correct: Meanings, answered: Answered, *, thing: str = "meaning") -> list[str]:
    """What is otherwise in a set of meanings than in the correct one, in words, under the same assignment.

    Args:
        distance: between two meanings.
        correct: the correct set.
        answered: the answered set; ⊥ is `no answer`.
        thing: what a meaning is called.

    >>> how = Distance(lambda one, other: float(one != other))
    >>> explained(how, ("a", "b"), ("b", "c")), explained(how, ("a",), ())
    (['"c" instead of "a"'], ['missing meaning "a"'])
    """
    if answered is UNDEFINED:
        return ["no answer"]
    left, right = _once(correct), _once(answered)
    pairs: list[tuple[int, int]] = []
    left, right = _apart(left, right)
    if left and right and len(left) * len(right) <= MOST_PAIRS:
        costs, rows, columns = _assigned(left, right, distance.between)
        pairs = [(a, b) for a, b in zip(rows.tolist(), columns.tolist(), strict=True)]
    told = [line for a, b in pairs if costs[a, b] > 0 for line in distance.told(left[a], right[b])]
    with_partner = [{a for a, _ in pairs}, {b for _, b in pairs}]
    for how, side, paired in zip(("missing", "additional"), (left, right), with_partner, strict=True):
        told += [f"{how} {thing} {shown(one)}" for index, one in enumerate(side) if index not in paired]
    return told if len(told) <= MOST_TOLD else [*told[:MOST_TOLD], f"and {len(told) - MOST_TOLD:,} more differences"]


def as_one(distance: Distance, correct: Meanings, answered: Answered) -> tuple[Meanings, Answered]:
    """Both sets, written alike what is at distance 0: as the first of the correct meanings, else of the answered.

    What is no set of meanings is left for others to refuse.

    >>> as_one(Distance(lambda a, b: float(abs(a - b) > 1), equates=True), (10, 20), (11, 30, 31))
    ((10, 20), (10, 30, 30))
    """
    if not distance.equates or not isinstance(correct, tuple | list):
        return correct, answered
    known: list[Meaning] = []
    seen: dict[Hashable, Meaning] = {}

    def taken_for(meaning: Meaning) -> Meaning:
        if distance.alike is not None:
            return seen.setdefault(distance.alike(meaning), meaning)
        text = canonical(meaning)
        if text not in seen:
            near = known if len(known) < MOST_EQUATED else ()
            seen[text] = next((one for one in near if distance.between(one, meaning) == 0), meaning)
            if seen[text] is meaning:
                known.append(meaning)
        return seen[text]

    try:
        right = tuple(map(taken_for, correct))
        return right, tuple(map(taken_for, answered)) if isinstance(answered, tuple | list) else answered
    except (TypeError, ValueError):
        return correct, answered


def too_large(distance: Distance, references: Sequence[Meanings], answers: Sequence[Answered]) -> NDArray[np.bool_]:
    """Which cases (cases,) have meanings that the distance does not take apart, because they are too large.

    So are sets of too many pairs, where pairing what is equal first may miss the best assignment.
    """

    def has(correct: Meanings, answered: Answered) -> bool:
        if answered is UNDEFINED:
            return False
        whole = _once(correct)
        left, right = _apart(whole, _once(answered))
        if left and right and len(left) < len(whole) and not distance.metric:
            return True
        if len(left) * len(right) > MOST_PAIRS:
            return True
        beyond = distance.beyond
        return beyond is not None and any(a != b and beyond(a, b) for a in left for b in right)

    return np.array([has(*pair) for pair in zip(references, answers, strict=True)], bool)


def unreadable(distance: Distance, references: Sequence[Meanings], answers: Sequence[Answered]) -> NDArray[np.bool_]:
    """Which cases (cases,) have a meaning that is not of the kind that the distance compares.

    >>> number = Distance(lambda a, b: min(1.0, abs(a - b)), reads=lambda one: isinstance(one, int))
    >>> unreadable(number, [(3,), ("three",), (3,)], [(4,), (3,), UNDEFINED]).tolist()
    [False, True, False]
    """
    reads = distance.reads
    sides = [
        (*correct, *(() if said is UNDEFINED else said)) for correct, said in zip(references, answers, strict=True)
    ]
    return np.array([reads is not None and not all(map(reads, meanings)) for meanings in sides], bool)


def counted(
    distance: Distance, references: Sequence[Meanings], answers: Sequence[Answered]
) -> dict[str, NDArray[np.bool_]]:
    """By the names of their counts, the cases that the distance could not compare by what is in the meanings."""
    results = {"too_large": too_large(distance, references, answers)}
    if distance.beyond is None and not results["too_large"].any():
        results.clear()  # sets alone may have too many pairs, which is told where it is so
    if distance.reads is not None:
        results["unreadable"] = unreadable(distance, references, answers)
    return results


def _apart(left: Sequence[Meaning], right: Sequence[Meaning]) -> tuple[list[Meaning], list[Meaning]]:
    """Both sets; of such as have too many pairs, what only one of them has.

    >>> _apart(range(1_000), range(1_000)) == (list(range(1_000)),) * 2, _apart(range(1_001), range(1, 1_002))
    (True, ([0], [1001]))
    """
    if len(left) * len(right) <= MOST_PAIRS:
        return [*left], [*right]
    texts = [{canonical(meaning) for meaning in side} for side in (left, right)]
    return ([one for one in left if canonical(one) not in texts[1]],
            [one for one in right if canonical(one) not in texts[0]])  # fmt: skip


def _once(meanings: Meanings) -> list[Meaning]:
    return list({canonical(meaning): meaning for meaning in meanings}.values())


def _assigned(
    left: Sequence[Meaning], right: Sequence[Meaning], between: Between
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """All distances (left, right), and the rows and columns of the best assignment."""
    from scipy.optimize import linear_sum_assignment

    costs = np.array([[_checked(between(a, b)) for b in right] for a in left])
    return (costs, *linear_sum_assignment(costs))


def _checked(value: float) -> float:
    if not 0 <= value <= 1:
        raise UsageError(f"the distance gave {value}; a distance lies in [0, 1]")
    return float(value)
