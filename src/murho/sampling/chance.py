"""What is left to chance: drawing from a seed, by the pivotal method, from a stream, one of each meaning.

Chance: the few things that designs leave to it, drawn from a seed.

A design asks nothing else at random than what stands here, so that a test can go through every outcome with its exact
probability instead of drawing one.

>>> Chance(1).subset(1000, 3)
[137, 582, 867]

The pivotal method: a sample of fixed size with given inclusion probabilities (Deville and Tillé 1998).

Two cases that are undecided meet: one takes as much probability from the other as it can, until one of both is decided;
who wins is left to chance, so that each keeps its probability on the whole. The order in which they meet is random,
which comes close to the largest entropy that such a design can have, and so joint inclusions are nearly what Hájek's
approximation says.

>>> from murho.sampling.chance import Chance
>>> len(pivotal([0.5, 0.25, 0.75, 0.5], Chance(1)))
2

A reservoir: a simple sample of a stream whose length nobody knows, with no more than the sample in memory.

>>> reservoir(iter("abcdefgh"), 3, Chance(2))[1]
8

Thinning: of a collected sample one expression is kept for each meaning, and how often that was said is kept with it.

In the case study of Guida and Mauri (1984, section 7) sample A' is A with "only one query for each request", and one of
those that differ in the values of attributes only.

>>> cases = Cases(["1", "2", "3"], ["in rome?", "rome?", "in bonn?"], [({"city": "rome"},), ({"city": "rome"},),
...               ({"city": "bonn"},)])
>>> [(thin.ids, thin.features["m"]) for how in THINNINGS for thin in [thinned(cases, how, Chance(1))]]
[(['1', '3'], [2, 1]), (['1'], [3])]
"""

import random
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from itertools import accumulate
from typing import Any, Final, TypeVar

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.meaning import canonical

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


_ROUNDING = 1e-9
"""A probability this near to 0 or 1 is one of them."""


def pivotal(inclusion: Sequence[Real], chance: Chance) -> list[int]:
    """The places of a sample, rising; the sum of `inclusion`, each in [0, 1], is its size."""
    chosen: list[int] = []
    open_place, open_share = -1, inclusion[0] * 0
    for place in chance.order(len(inclusion)):
        share = inclusion[place]
        if share >= 1 - _ROUNDING:
            chosen.append(place)
            continue
        if share <= 0:
            continue
        if open_place < 0:
            open_place, open_share = place, share
            continue
        both = open_share + share
        if abs(both - 1) <= _ROUNDING:
            both = 1
        if both < 1:  # one of them is out, the other has it all
            if chance.happens(share / both):
                open_place = place
            open_share = both
        else:  # one of them is in, the other keeps the rest
            out = (1 - share) / (2 - both) if both != 2 else 0
            if chance.happens(out):
                chosen.append(open_place)
                open_place = place
            else:
                chosen.append(place)
            open_share = both - 1
            if open_share <= _ROUNDING:
                open_place = -1
    if open_place >= 0 and open_share > 0.5:  # what rounding left of a whole number
        chosen.append(open_place)
    return sorted(chosen)


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


THINNINGS: Final = ("meanings", "values")
MULTIPLICITY = "m"
"""The feature that says how many cases an expression stands for; `frequency('m')` weighs by it."""


def thinned(cases: Cases, how: str, chance: Chance) -> Cases:
    """One case of those that mean the same (`meanings`), or the same but for values in it (`values`), drawn by chance.

    An open case, of which nobody has said what it means, stays.

    Raises:
        UsageError: there is no such way to thin, or the cases have a feature `m` already.
    """
    if how not in THINNINGS:
        raise UsageError(f"thinning by {how!r}; known: {', '.join(THINNINGS)}")
    if MULTIPLICITY in cases.features:
        raise UsageError(
            f"the cases have a feature {MULTIPLICITY!r} already; rename it, thinning writes multiplicities there"
        )
    alike: dict[Any, list[int]] = {}
    for index, reference in enumerate(cases.references):
        if reference is None:
            alike[index] = [index]
            continue
        plain = reference if how == "meanings" else [_without_values(meaning) for meaning in reference]
        alike.setdefault(frozenset(map(canonical, plain)), []).append(index)
    kept = sorted((group[chance.below(len(group))], len(group)) for group in alike.values())
    return cases.take([index for index, _ in kept]).with_feature(MULTIPLICITY, [times for _, times in kept])


def _without_values(meaning: Any) -> Any:
    """A meaning with its names and its shape: what stands under a name is left out, a text by itself stays."""
    if isinstance(meaning, dict):
        return {name: _shape(value) for name, value in meaning.items()}
    return [_without_values(part) for part in meaning] if isinstance(meaning, list) else meaning


def _shape(value: Any) -> Any:
    return _without_values(value) if isinstance(value, dict | list) else None
