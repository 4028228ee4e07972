"""The pivotal method: a sample of fixed size with given inclusion probabilities (Deville and Tillé 1998).

Two cases that are undecided meet: one takes as much probability from the other as it can, until one of both is decided;
who wins is left to chance, so that each keeps its probability on the whole. The order in which they meet is random,
which comes close to the largest entropy that such a design can have, and so joint inclusions are nearly what Hájek's
approximation says.

>>> from murho.sampling.chance import Chance
>>> len(pivotal([0.5, 0.25, 0.75, 0.5], Chance(1)))
2
"""

from collections.abc import Sequence

from murho.sampling.chance import Chance, Real

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
