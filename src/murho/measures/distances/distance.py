"""What a distance is: a figure for two meanings, and the words for it."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass

from murho.core.errors import shortened
from murho.core.meaning import Meaning, canonical

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
