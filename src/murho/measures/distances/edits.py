"""The edits that make one ordered tree of another.

An edit relabels a node, takes one out so that its children stand in its place, or puts one in (Zhang and Shasha,
"Simple fast algorithms for the editing distance between trees and related problems", SIAM Journal on Computing 1989).
Of trees of n and m nodes that d edits part, the distance is 2d / (n + m + d), which is a metric since d is (Li and
Zhang, "A metric normalization of tree edit distance", Frontiers of Computer Science in China 2011).

>>> by_edits(Tree(("a", "b", "c"), (0, 1, 0)), Tree(("a", "c"), (0, 0)))
0.3333333333333333
"""

from dataclasses import dataclass

MOST_STEPS = 4_000_000
"""Steps of finding the edits, about two seconds; trees that take more are equal or not."""


@dataclass(frozen=True)
class Tree:
    """Nodes, children before their parents, from left to right."""

    labels: tuple[str, ...]
    first: tuple[int, ...]
    """The leftmost leaf under each node."""

    @property
    def leaves(self) -> list[str]:
        """The words at the bottom."""
        return [self.labels[node] for node, first in enumerate(self.first) if node == first]


def by_edits(one: Tree, other: Tree) -> float:
    """The edits between two trees, as a distance in [0,1]; 1 where they are too large and not equal."""
    if one == other:
        return 0.0
    way = _way(one, other)
    if way is None:
        return 1.0
    edits = _edits(*way)
    return 2 * edits / (len(one.labels) + len(other.labels) + edits)


def too_large(one: Tree, other: Tree) -> bool:
    """Whether finding the edits of two trees that are not equal would take too many steps."""
    return one != other and _way(one, other) is None


def _way(one: Tree, other: Tree) -> tuple[Tree, Tree] | None:
    """The two from the side from which their edits take fewer steps; None if they take too many."""
    if len(one.labels) * len(other.labels) > MOST_STEPS:  # no fewer will do
        return None
    # Edits are the same from the other side, where trees that branch to the right take far fewer steps.
    ways = (one, other), (_mirrored(one), _mirrored(other))
    way = min(ways, key=lambda both: _steps(*both))
    return way if _steps(*way) <= MOST_STEPS else None


def _mirrored(of: Tree) -> Tree:
    """The tree with left and right exchanged."""
    # What comes last from the left, parents before their children, comes first from the right.
    order = sorted(range(len(of.labels)), key=lambda node: (of.first[node], -node))[::-1]
    first = tuple(place - (node - of.first[node]) for place, node in enumerate(order))
    return Tree(tuple(of.labels[node] for node in order), first)


def _steps(one: Tree, other: Tree) -> int:
    """What finding their edits takes."""
    rows, columns = (sum(root - of.first[root] + 1 for root in _roots(of)) for of in (one, other))
    return rows * columns


def _edits(one: Tree, other: Tree) -> int:
    """How many edits make one tree of the other."""
    between = [[0] * len(other.labels) for _ in one.labels]
    for i in _roots(one):
        for j in _roots(other):
            _fill(one, other, i, j, between)
    return between[-1][-1]


def _roots(of: Tree) -> list[int]:
    """The highest node over each leftmost leaf, the lowest first."""
    return sorted({first: node for node, first in enumerate(of.first)}.values())


def _fill(one: Tree, other: Tree, i: int, j: int, between: list[list[int]]) -> None:
    """The edits between all trees that begin where those under `i` and `j` do."""
    left, top = one.first[i], other.first[j]
    wide = j - top + 1
    # rows[a][b]: between the first a nodes from `left` on and the first b from `top` on, as forests.
    rows = [list(range(wide + 1))]
    for a in range(left, i + 1):
        above, row = rows[-1], [a - left + 1]
        for b in range(top, j + 1):
            cost = min(above[b - top + 1], row[-1]) + 1
            if one.first[a] == left and other.first[b] == top:
                cost = min(cost, above[b - top] + (one.labels[a] != other.labels[b]))
                between[a][b] = cost
            else:
                cost = min(cost, rows[one.first[a] - left][other.first[b] - top] + between[a][b])
            row.append(cost)
        rows.append(row)
