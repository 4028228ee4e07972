"""How many cases each stratum gets.

>>> allocated(10, {"a": 70.0, "b": 30.0}, {"a": 2, "b": 2}, {"a": 70, "b": 30})
{'a': 7, 'b': 3}
>>> allocated(10, {"a": 99.0, "b": 1.0}, {"a": 2, "b": 2}, {"a": 99, "b": 50})
{'a': 8, 'b': 2}
>>> allocated(10, {"a": 9.0, "b": 1.0}, {"a": 2, "b": 2}, {"a": 3, "b": 50})
{'a': 3, 'b': 7}
"""

from collections.abc import Mapping
from math import floor


def allocated(
    n: int, weights: Mapping[str, float], least: Mapping[str, int], most: Mapping[str, int]
) -> dict[str, int]:
    """n in proportion to `weights`, each at least and at most so many; largest remainders are rounded up.

    `least` adds up to n at most, `most` to n at least. Of strata with equal remainders the first by name comes first.
    """
    fixed: dict[str, int] = {}
    free = sorted(weights)
    while True:
        total = sum(weights[name] for name in free)
        left = n - sum(fixed.values())
        share = {name: left * weights[name] / total if total else left / len(free) for name in free}
        below = {name: least[name] for name in free if share[name] < least[name]}
        above = {name: most[name] for name in free if share[name] > most[name]}
        # One side at a time, that on which more is missing: to fix the other may undo it (Fox 1966 does it so, too).
        lacking = sum(least[name] - share[name] for name in below)
        beyond = sum(share[name] - most[name] for name in above)
        if not below and not above:
            break
        bound = below if lacking >= beyond else above
        fixed |= bound
        free = [name for name in free if name not in bound]
        if not free:
            break
    whole = {name: floor(share[name]) for name in free} | fixed
    for name in sorted(free, key=lambda name: (floor(share[name]) - share[name], name))[: n - sum(whole.values())]:
        whole[name] += 1
    return {name: whole[name] for name in sorted(weights)}
