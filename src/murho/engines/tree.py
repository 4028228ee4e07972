"""Results added up in a fixed tree: neighbours by two, then these by two, in whichever order they come.

>>> tree = Tree(lambda left, right: f"({left}{right})")
>>> for index in (3, 0, 4, 2, 1):
...     tree.add(index, "abcde"[index])
>>> tree.whole()
'(((ab)(cd))e)'
"""

from collections.abc import Callable
from typing import Generic, TypeVar

Value = TypeVar("Value")


class Tree(Generic[Value]):
    """The sum so far. Of n values that came in order at most log2(n) + 1 are held, and none is added twice.

    Args:
        add: makes one value of two neighbours; it may use up the left one.
    """

    def __init__(self, add: Callable[[Value, Value], Value]):
        self._add = add
        self._waiting: dict[tuple[int, int], Value] = {}
        """Values whose neighbour is not there yet, by height and place from the left."""

    def __len__(self) -> int:
        """How many values are held."""
        return len(self._waiting)

    def add(self, index: int, value: Value) -> None:
        """Take in the value of leaf `index`, counted from 0."""
        height, place = 0, index
        while (other := self._waiting.pop((height, place ^ 1), None)) is not None:
            value = self._add(value, other) if place % 2 == 0 else self._add(other, value)
            height, place = height + 1, place // 2
        self._waiting[height, place] = value

    def whole(self) -> Value | None:
        """The sum of all leaves from 0 on; None without any. What has no neighbour goes up as it is."""
        last: Value | None = None
        # From the right, where the lowest ones stand, to the left.
        for _, value in sorted(self._waiting.items(), key=lambda entry: -(entry[0][1] << entry[0][0])):
            last = value if last is None else self._add(value, last)
        self._waiting = {} if last is None else {(0, 0): last}
        return last
