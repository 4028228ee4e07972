"""What heads of words must be: those of a tree, or a forest; and what keeps them from it.

>>> fault([2, 0]), fault([2, 3]).found
(None, 'head 3 of word 2')
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

Shape = Literal["tree", "forest", "any"]
"""What heads must be: a `tree` with exactly one root, as Universal Dependencies has it; a `forest`, with one root or
several, as CoNLL-X allows; or `any`, where heads may be missing or go round in circles."""


class Fault(NamedTuple):
    """What is wrong with heads."""

    word: int
    """Where: the id of a word; 0 the sentence as a whole."""
    found: str
    todo: str


def fault(heads: Sequence[int | None], shape: Shape = "tree") -> Fault | None:
    """What keeps heads from being of that shape; None if nothing does.

    >>> fault([2, 0]), fault([2, 1]).found, fault([0, 0]).found, fault([0, 0], "forest"), fault([2, 1], "any")
    (None, 'the heads go round in a circle: 1 → 2 → 1', 'a second root, after word 1', None, None)
    """
    size = len(heads)
    for id, head in enumerate(heads, 1):
        if head is None:
            if shape != "any":
                return Fault(id, f"word {id} has no head", f"give 0 for the root, or a word, 1 to {size}")
        elif not 0 <= head <= size:
            return Fault(
                id, f"head {head} of word {id}", f"the words are 1 to {size}; give one of them, or 0 for the root"
            )
    if shape == "any":
        return None
    if circle := _circle(heads):
        drawn = [str(id) for id in ([*circle, circle[0]] if len(circle) <= 8 else [*circle[:8], "..."])]
        todo = "every word must hang from a root: correct one of these heads"
        return Fault(circle[0], f"the heads go round in a circle: {' → '.join(drawn)}", todo)
    roots = [id for id, head in enumerate(heads, 1) if head == 0]
    if shape == "tree" and len(roots) > 1:
        todo = "a sentence has exactly one root: give all other words a head"
        return Fault(roots[1], f"a second root, after word {roots[0]}", todo)
    return None  # words without a circle hang from a root, so there is one


def _circle(heads: Sequence[int | None]) -> list[int]:
    """Words whose heads go round in a circle, if there are any, from the leftmost one."""
    reached = [0] * (len(heads) + 1)
    for start in range(1, len(heads) + 1):
        node = start
        while node and not reached[node]:
            reached[node] = start  # the start of the walk that came here first: meeting one's own closes a circle
            node = heads[node - 1] or 0
        if node and reached[node] == start:
            circle, next_node = [node], heads[node - 1] or 0
            while next_node != node:
                circle.append(next_node)
                next_node = heads[next_node - 1] or 0
            least = circle.index(min(circle))
            return circle[least:] + circle[:least]
    return []
