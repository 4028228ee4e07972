"""A reservoir: a simple sample of a stream whose length nobody knows, with no more than the sample in memory.

>>> reservoir(iter("abcdefgh"), 3, Chance(2))[1]
8
"""

from collections.abc import Iterable
from typing import TypeVar

from murho.sampling.chance import Chance

Item = TypeVar("Item")


def reservoir(stream: Iterable[Item], n: int, chance: Chance) -> tuple[list[tuple[int, Item]], int]:
    """So many of a stream with their places in it, rising, every set of them as likely; and how many went by.

    Algorithm R (Vitter 1985, section 2): the i-th takes the place of one that is held with probability n/i.
    """
    held: list[tuple[int, Item]] = []
    size = 0
    for item in stream:
        if size < n:
            held.append((size, item))
        elif (which := chance.below(size + 1)) < n:
            held[which] = size, item
        size += 1
    return sorted(held, key=lambda placed: placed[0]), size
