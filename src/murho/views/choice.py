"""Which of many aligned utterances or sentences to look at: all, those with an error, or the worst.

>>> from murho.measures.text.lattice import Step
>>> from murho.pipeline.scoring.alignment import Alignment
>>> right, wrong = [Step("=", "to", "to")], [Step("S", "to", "two"), Step("D", "bonn", None)]
>>> some = [Alignment("u1", wrong[:1]), Alignment("u2", right), Alignment("u3", wrong), Alignment("u4", wrong)]
>>> [one.id for one in chosen(some, errors_only=True)], [one.id for one in chosen(some, worst=2)]
(['u1', 'u3', 'u4'], ['u3', 'u4'])
"""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from heapq import nsmallest
from itertools import chain, islice
from typing import Protocol, TypeVar


class Judged(Protocol):
    """What can be chosen by how bad it is."""

    @property
    def errors(self) -> float:
        """How many tokens or words are wrong, or what was lost."""

    @property
    def rate(self) -> float:
        """Errors by units; infinite where there are errors and no units."""

    @property
    def wrong(self) -> bool:
        """Whether there is anything to look at."""


Some = TypeVar("Some", bound=Judged)


def chosen(
    passing: Iterable[Some], errors_only: bool = False, worst: int | None = None, rank: str = "errors"
) -> Iterable[Some]:
    """Those to look at, one by one: all, those with an error, or so many of the worst, the worst first.

    What is worst has the most `errors`, or the highest `rate`; of equally bad ones the first.
    """
    if worst is None:
        return (one for one in passing if one.wrong or not errors_only)
    return nsmallest(worst, (one for one in passing if one.wrong), key=badness(rank))


def at_most(passing: Iterable[Some], most: int, rank: str = "errors") -> tuple[Sequence[Some], bool]:
    """All in their order where they are `most` at most, else so many of the worst; and whether any was left out.

    >>> at_most([], 3)
    ([], False)
    """
    stream = iter(passing)
    first = list(islice(stream, most + 1))
    if len(first) <= most:
        return first, False
    return nsmallest(most, chain(first, stream), key=badness(rank)), True


def none_of(passing: Iterable[Some]) -> Iterable[Some]:
    """None of them, but all have passed, and whatever counts them has seen them."""
    deque(passing, maxlen=0)
    return ()


def badness(rank: str) -> Callable[[Judged], tuple[float, float]]:
    """What is least for the worst, by `errors` or by `rate`."""
    if rank == "rate":
        return lambda one: (-one.rate, -one.errors)
    return lambda one: (-one.errors, -one.rate)
