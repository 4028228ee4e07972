"""What a distance is: a figure for two meanings, and the words for it."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from murho.core.errors import shortened
from murho.core.meaning import Meaning, canonical
from murho.measures.alignment import count_tokens

Between = Callable[[Meaning, Meaning], float]
_SHOWN = 200
"""Characters of a meaning that a sentence shows."""


def instead(correct: Meaning, answered: Meaning) -> list[str]:
    """One meaning in the place of another.

    >>> instead("monday", 3)
    ['3 instead of "monday"']
    """
    return [f"{shown(answered)} instead of {shown(correct)}"]


def shown(meaning: Meaning) -> str:
    """A meaning in a sentence."""
    return cut(canonical(meaning))


def cut(text: str) -> str:
    """A text that is not longer than a sentence takes."""
    return shortened(text, _SHOWN)


@dataclass(frozen=True)
class Distance:
    """A distance and its words."""

    between: Between
    """How far an answered meaning is from a correct one, in [0,1]."""
    told: Callable[[Meaning, Meaning], list[str]] = instead
    """What differs, a sentence for each difference."""
    equates: bool = False
    """It is 0 between some meanings that are written otherwise: these are one meaning then."""
    alike: Callable[[Meaning], Hashable] | None = None
    """What two meanings share just where they are at distance 0, however they are written; None: it is not known."""
    metric: bool = False
    """It has the triangle inequality, so that of two sets what is equal may be paired first."""
    beyond: Callable[[Meaning, Meaning], bool] | None = None
    """Whether two meanings are too large to be compared by their parts, and so only equal or not; None: none are."""
    reads: Callable[[Meaning], bool] | None = None
    """Whether a meaning is of the kind that is compared; what is not is equal or not. None: every one is."""


# Distances of values of any kind: texts, lists, bags, sets, objects.


MOST_CELLS = 2_000_000_000
"""Pairs of elements at which the edits of two lists look, about two seconds; lists that have more are equal or not."""
_MOST_TOLD = 2_000
"""Elements of a list whose edits are told one by one."""


def exact_distance(correct: Meaning, answered: Meaning) -> float:
    """0 if the meanings are the same, else 1."""
    return float(canonical(correct) != canonical(answered))


def edit_distance(correct: Meaning, answered: Meaning) -> float:
    """Edits per element of the longer: characters of two texts, elements of two lists."""
    if type(correct) is not type(answered) or not isinstance(correct, str | list):
        return exact_distance(correct, answered)
    if too_long(correct, answered):
        return exact_distance(correct, answered)
    tokens = [list(v) if isinstance(v, str) else [canonical(item) for item in v] for v in (correct, answered)]
    return float(count_tokens([tokens[0]], [tokens[1]]).errors[0]) / max(1, len(tokens[0]), len(tokens[1]))


def too_long(correct: Meaning, answered: Meaning) -> bool:
    """Whether two texts or lists are too long for their edits, where they begin and end otherwise.

    >>> too_long([1] * 99_999, [1] * 99_998), too_long([1] * 99_999, [2] * 99_999)
    (False, True)
    """
    if type(correct) is not type(answered) or not isinstance(correct, str | list):
        return False
    if len(correct) * len(answered) <= MOST_CELLS:
        return False
    shorter = min(len(correct), len(answered))
    same = next((index for index in range(shorter) if correct[index] != answered[index]), shorter)
    rest = shorter - same
    same += next((back for back in range(rest) if correct[-1 - back] != answered[-1 - back]), rest)
    return (len(correct) - same) * (len(answered) - same) > MOST_CELLS


def edits_told(correct: Meaning, answered: Meaning) -> list[str]:
    """What the edits of two lists are; of anything else, that one stands for the other."""
    if not isinstance(correct, list) or not isinstance(answered, list):
        return instead(correct, answered)
    if max(len(correct), len(answered)) > _MOST_TOLD:
        return instead(correct, answered)
    right, said = ([canonical(item) for item in side] for side in (correct, answered))
    told = []
    for kind, a, b, c, d in SequenceMatcher(None, right, said, autojunk=False).get_opcodes():
        lacking, given = (cut(", ".join(side)) for side in (right[a:b], said[c:d]))
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


def as_units(meaning: Meaning) -> Hashable:
    """The units of a list, whatever their order; of anything else how it is written.

    >>> as_units(["b", "a"]) == as_units(["a", "b"]) != as_units(["a", "b", "b"])
    True
    """
    return tuple(sorted(map(canonical, meaning))) if isinstance(meaning, list) else canonical(meaning)


def units_told(correct: Meaning, answered: Meaning) -> list[str]:
    """Which units one bag lacks, and which it has besides."""
    if not isinstance(correct, list) or not isinstance(answered, list):
        return instead(correct, answered)
    a, b = Counter(map(canonical, correct)), Counter(map(canonical, answered))
    sides = (("missing", a - b), ("additional", b - a))
    return [f"{how} {cut(unit)}" for how, left in sides for unit in left.elements()]


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


def json_told(correct: Meaning, answered: Meaning) -> list[str]:
    """What differs, key by key."""
    return list(_json_differences(correct, answered, ()))


def _json_differences(correct: Meaning, answered: Meaning, path: tuple[str, ...]) -> Iterator[str]:
    if isinstance(correct, dict) and isinstance(answered, dict):
        for key in dict.fromkeys((*correct, *answered)):
            name = ".".join((*path, key))
            if key not in answered:
                yield f"missing {name}: {shown(correct[key])}"
            elif key not in correct:
                yield f"additional {name}: {shown(answered[key])}"
            else:
                yield from _json_differences(correct[key], answered[key], (*path, key))
    elif canonical(correct) != canonical(answered):
        where = f"{'.'.join(path)}: " if path else ""
        yield from (f"{where}{line}" for line in edits_told(correct, answered))


def set_members_distance(correct: Meaning, answered: Meaning) -> float:
    """The share of all members that only one of two lists has, taken as sets (Jaccard's): a metric.

    >>> set_members_distance(["a", "b"], ["b", "c", "b"])
    0.6666666666666667
    """
    if not isinstance(correct, list) or not isinstance(answered, list):
        return exact_distance(correct, answered)
    a, b = ({canonical(item) for item in side} for side in (correct, answered))
    return 1 - len(a & b) / len(a | b) if a | b else 0.0


def as_members(meaning: Meaning) -> Hashable:
    """The members of a list, whatever their order and number; of anything else how it is written."""
    return frozenset(map(canonical, meaning)) if isinstance(meaning, list) else canonical(meaning)


def members_told(correct: Meaning, answered: Meaning) -> list[str]:
    """Which members one set lacks, and which it has besides."""
    if not isinstance(correct, list) or not isinstance(answered, list):
        return instead(correct, answered)
    return units_told(*([*{canonical(item): item for item in side}.values()] for side in (correct, answered)))
