"""Results added up in a fixed tree, in whichever order they come: so many neighbours, from left to right, then these.

>>> tree = Tree(lambda left, right: f"({left}{right})", wide=3)
>>> for index in (3, 0, 4, 2, 1):
...     tree.add(index, "abcde"[index])
>>> tree.whole()
'(((ab)c)(de))'
"""

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")
WIDE = 64
"""Neighbours that add up to one. To add costs what the right one holds: so it is paid once for each level of the tree,
of which there are few."""


class Tree(Generic[Value]):
    """The sum so far. Of values that came in order one for each level is held, and none is added twice on a level.

    Args:
        add: makes one value of two neighbours; it may use up the left one.
        wide: how many neighbours make one, at least 2.
    """

    def __init__(self, add: Callable[[Value, Value], Value], wide: int = WIDE):
        self._add, self._wide = add, wide
        self._begun: dict[tuple[int, int], tuple[int, Value]] = {}
        """By height and place of what they will be: the place of the next neighbour, and the sum of those before it."""
        self._early: dict[tuple[int, int], Value] = {}
        """By height and place: values on whose left something is not there yet."""

    def __len__(self) -> int:
        """How many values are held."""
        return len(self._begun) + len(self._early)

    def add(self, index: int, value: Value) -> None:
        """Take in the value of leaf `index`, counted from 0."""
        self._take(0, index, value)

    def _take(self, height: int, place: int, value: Value) -> None:
        self._early[height, place] = value
        above = place // self._wide
        end = (above + 1) * self._wide
        following, total = self._begun.pop((height, above), (above * self._wide, None))
        while following < end and (height, following) in self._early:
            more = self._early.pop((height, following))
            total = more if total is None else self._add(total, more)
            following += 1
        if total is not None and following == end:
            self._take(height + 1, above, total)
        elif total is not None:
            self._begun[height, above] = following, total

    def whole(self) -> Value | None:
        """The sum of all leaves from 0 on; None without any. What has too few neighbours is added as it is."""
        held = [(above * self._wide ** (height + 1), sum_of[1]) for (height, above), sum_of in self._begun.items()]
        held += [(place * self._wide**height, value) for (height, place), value in self._early.items()]
        last: Value | None = None
        for _, value in sorted(held, key=lambda placed: placed[0]):  # from the left, where the most is
            last = value if last is None else self._add(last, value)
        self._begun, self._early = {}, {} if last is None else {(0, 0): last}
        return last
