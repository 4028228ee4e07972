"""Distances between two meanings, by name, and of two sets of meanings: how far apart, and what differs, in words.

A distance lies in [0,1]. Any extends to sets by best assignment: each correct meaning is paired with at most one
answered meaning so that the sum of distances is least, a meaning without a partner costs 1, and the sum is divided by
the larger of the two sizes. It is 0 iff the sets are equal, if the distance is 0 only between equals.

>>> named("json").between({"act": "due", "day": 3}, {"act": "due", "day": 4})
0.5
>>> right, said = ({"act": "due", "day": 3},), ({"act": "renew", "day": 3}, {"act": "due"})
>>> print(*explained(named("json"), right, said), sep="\\n")
act: "renew" instead of "due"
additional meaning {"act":"due"}
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import cache

import numpy as np

from murho.core.errors import UsageError, shortened
from murho.core.meaning import UNDEFINED, Answered, Meaning, Meanings, canonical
from murho.measures.alignment import count_tokens

Between = Callable[[Meaning, Meaning], float]
_SHOWN = 200
"""Characters of a meaning that a sentence shows."""


def _instead(correct: Meaning, answered: Meaning) -> list[str]:
    return [f"{_shown(answered)} instead of {_shown(correct)}"]


@dataclass(frozen=True)
class Distance:
    """A distance and its words."""

    between: Between
    """How far an answered meaning is from a correct one, in [0,1]."""
    told: Callable[[Meaning, Meaning], list[str]] = _instead
    """What differs, a sentence for each difference."""


@cache
def named(name: str) -> Distance:
    """The distance of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in DISTANCES:
        raise UsageError(f"no distance {name!r} of meanings; known: {', '.join(DISTANCES)}")
    return DISTANCES[name]


# Of sets.


def set_distance(correct: Meanings, answered: Meanings, between: Between) -> float:
    """The distance of two sets under best assignment, in [0,1]; repeated meanings count once."""
    left, right = _once(correct), _once(answered)
    if not left or not right:
        return float(bool(left or right))
    if len(left) == len(right) == 1:  # the usual case, which need not wait for scipy
        return _checked(between(left[0], right[0]))
    costs, rows, columns = _assigned(left, right, between)
    return (float(costs[rows, columns].sum()) + abs(len(left) - len(right))) / max(len(left), len(right))


def explained(distance: Distance, correct: Meanings, answered: Answered, *, thing: str = "meaning") -> list[str]:
    """What is otherwise in a set of meanings than in the correct one, in words, under the same assignment.

    Args:
        distance: between two meanings.
        correct: the correct set.
        answered: the answered set; ⊥ is `no answer`.
        thing: what a meaning is called.

    >>> explained(named("exact"), ("a", "b"), ("b", "c")), explained(named("exact"), ("a",), ())
    (['"c" instead of "a"'], ['missing meaning "a"'])
    """
    if answered is UNDEFINED:
        return ["no answer"]
    left, right = _once(correct), _once(answered)
    pairs: list[tuple[int, int]] = []
    if left and right:
        costs, rows, columns = _assigned(left, right, distance.between)
        pairs = [(a, b) for a, b in zip(rows.tolist(), columns.tolist(), strict=True)]
    told = [one for a, b in pairs if costs[a, b] > 0 for one in distance.told(left[a], right[b])]
    with_partner = [{a for a, _ in pairs}, {b for _, b in pairs}]
    for how, side, paired in zip(("missing", "additional"), (left, right), with_partner, strict=True):
        told += [f"{how} {thing} {_shown(one)}" for place, one in enumerate(side) if place not in paired]
    return told


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


def _shown(meaning: Meaning) -> str:
    return shortened(canonical(meaning), _SHOWN)


# Of two meanings.


def exact_distance(correct: Meaning, answered: Meaning) -> float:
    """0 if the meanings are the same, else 1."""
    return float(canonical(correct) != canonical(answered))


def edit_distance(correct: Meaning, answered: Meaning) -> float:
    """Edits per element of the longer: characters of two texts, elements of two lists."""
    if type(correct) is not type(answered) or not isinstance(correct, str | list):
        return exact_distance(correct, answered)
    tokens = [list(v) if isinstance(v, str) else [canonical(item) for item in v] for v in (correct, answered)]
    return float(count_tokens([tokens[0]], [tokens[1]]).errors[0]) / max(1, len(tokens[0]), len(tokens[1]))


def _edits_told(correct: Meaning, answered: Meaning) -> list[str]:
    if not isinstance(correct, list) or not isinstance(answered, list):
        return _instead(correct, answered)
    right, said = ([canonical(item) for item in side] for side in (correct, answered))
    told = []
    for kind, a, b, c, d in SequenceMatcher(None, right, said, autojunk=False).get_opcodes():
        lacking, given = (shortened(", ".join(side), _SHOWN) for side in (right[a:b], said[c:d]))
        if kind == "replace":
            told.append(f"element {a + 1}: {given} instead of {lacking}")
        elif kind != "equal":
            told.append(f"missing element {a + 1}: {lacking}" if kind == "delete" else f"additional: {given}")
    return told


def units_distance(correct: Meaning, answered: Meaning) -> float:
    """The share of the larger of two lists of units that has no equal in the other, whatever the order."""
    if not isinstance(correct, list) or not isinstance(answered, list):
        return exact_distance(correct, answered)
    a, b = Counter(map(canonical, correct)), Counter(map(canonical, answered))
    return 1 - (a & b).total() / max(1, a.total(), b.total()) if a or b else 0.0


def _units_told(correct: Meaning, answered: Meaning) -> list[str]:
    if not isinstance(correct, list) or not isinstance(answered, list):
        return _instead(correct, answered)
    a, b = Counter(map(canonical, correct)), Counter(map(canonical, answered))
    sides = (("missing", a - b), ("additional", b - a))
    return [f"{how} {shortened(unit, _SHOWN)}" for how, left in sides for unit in left.elements()]


def json_distance(correct: Meaning, answered: Meaning) -> float:
    """Objects by the mean distance over all keys of both (a key that one lacks costs 1), lists by edits, or exactly."""
    if isinstance(correct, dict) and isinstance(answered, dict):
        keys = correct.keys() | answered.keys()
        # Sorted, because floats in another order add up to other digits, and a set has no order to rely on.
        costs = [
            json_distance(correct[key], answered[key]) if key in correct and key in answered else 1.0
            for key in sorted(keys)
        ]
        return sum(costs) / len(costs) if costs else 0.0
    if isinstance(correct, list) and isinstance(answered, list):
        return edit_distance(correct, answered)
    return exact_distance(correct, answered)


def _json_told(correct: Meaning, answered: Meaning) -> list[str]:
    return list(_json_differences(correct, answered, ()))


def _json_differences(correct: Meaning, answered: Meaning, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(correct, dict) and isinstance(answered, dict):
        for key in dict.fromkeys((*correct, *answered)):
            name = ".".join((*path, key))
            if key not in answered:
                yield f"missing {name}: {_shown(correct[key])}"
            elif key not in correct:
                yield f"additional {name}: {_shown(answered[key])}"
            else:
                yield from _json_differences(correct[key], answered[key], (*path, key))
    elif canonical(correct) != canonical(answered):
        where = f"{'.'.join(path)}: " if path else ""
        yield from (f"{where}{one}" for one in _edits_told(correct, answered))


DISTANCES: Mapping[str, Distance] = {
    "json": Distance(json_distance, _json_told),
    "units": Distance(units_distance, _units_told),
    "edit": Distance(edit_distance, _edits_told),
    "exact": Distance(exact_distance),
}
