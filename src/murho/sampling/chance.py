"""Chance: the few things that designs leave to it, drawn from a seed.

A design asks nothing else at random than what stands here, so that a test can go through every outcome with its exact
probability instead of drawing one.

>>> Chance(1).subset(1000, 3)
[137, 582, 867]
"""

import random
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from typing import Any

Real = Any
"""A float, or a fraction where tests go through all outcomes."""


class Chance:
    """Draws from a seed: the same for the same seed, in every process."""

    def __init__(self, seed: int | str):
        self._random = random.Random(seed)

    def subset(self, size: int, wanted: int) -> list[int]:
        """So many of `range(size)`, rising, every set of them as likely as any other."""
        return sorted(self._random.sample(range(size), wanted))

    def below(self, size: int) -> int:
        """One of `range(size)`, each as likely."""
        return self._random.randrange(size)

    def happens(self, probability: Real) -> bool:
        """Whether something of this probability happens."""
        return bool(self._random.random() < probability)

    def order(self, size: int) -> list[int]:
        """`range(size)` in an order of its own, each as likely."""
        places = list(range(size))
        self._random.shuffle(places)
        return places

    def picked(self, weights: Sequence[Real], times: int) -> list[int]:
        """So many draws with replacement, each place with a probability in proportion to its weight."""
        up_to = list(accumulate(weights))
        last = len(weights) - 1
        return [min(bisect_right(up_to, self._random.random() * up_to[-1]), last) for _ in range(times)]
