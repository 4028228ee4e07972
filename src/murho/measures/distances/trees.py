"""Trees written with brackets, as `(S (NP the dog) (VP barks))`, by the edits that make one of the other.

>>> tree_distance("(S (NP dogs) (VP bark))", "(S (NP dogs) (VP howl))")
0.18181818181818182
>>> trees_told("(S (NP dogs) (VP bark))", "(S (NP dogs) (VX howl))")
['word 2: howl instead of bark', 'VX instead of VP over howl']

The edits that make one ordered tree of another.

An edit relabels a node, takes one out so that its children stand in its place, or puts one in (Zhang and Shasha,
"Simple fast algorithms for the editing distance between trees and related problems", SIAM Journal on Computing 1989).
Of trees of n and m nodes that d edits part, the distance is 2d / (n + m + d), which is a metric since d is (Li and
Zhang, "A metric normalization of tree edit distance", Frontiers of Computer Science in China 2011).

>>> by_edits(Tree(("a", "b", "c"), (0, 1, 0)), Tree(("a", "c"), (0, 0)))
0.3333333333333333
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import zip_longest

from murho.core.meaning import Meaning
from murho.measures.distances.distance import Distance, cut, exact_distance, instead

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
    first = tuple(index - (node - of.first[node]) for index, node in enumerate(order))
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


_MOST_TOLD = 2_000
"""Nodes of a tree whose differences are told one by one."""
_KEPT = 50_000
"""Characters of a tree that is kept for when it is asked for again."""
_TOKEN = re.compile(r'[()]|"(?:\\.|[^"\\])*"|[^\s()]+')


def tree() -> Distance:
    """Trees written with brackets, by edits of nodes."""
    return Distance(tree_distance, trees_told, equates=True, metric=True, beyond=_too_large, reads=_is_tree)


def tree_distance(correct: Meaning, answered: Meaning) -> float:
    """Edits of the nodes of two trees; a metric. What is no tree, or too large, is equal or not."""
    if _is_huge(correct, answered):
        return float(not _is_written_alike(correct, answered))
    right, said = _both(correct, answered)
    if right is None or said is None:
        return exact_distance(correct, answered)
    return by_edits(right, said)


def trees_told(correct: Meaning, answered: Meaning) -> list[str]:
    """Which words and which constituents are missing, additional or named otherwise."""
    if _is_huge(correct, answered):
        return instead(correct, answered)
    right, said = _both(correct, answered)
    if right is None or said is None or max(len(right.labels), len(said.labels)) > _MOST_TOLD:
        return instead(correct, answered)
    return list(_differences(right, said)) or ["the same words and constituents, put into each other otherwise"]


def _is_tree(meaning: Meaning) -> bool:
    return as_tree(meaning) is not None


def _too_large(correct: Meaning, answered: Meaning) -> bool:
    if _is_huge(correct, answered):
        return not _is_written_alike(correct, answered)
    right, said = _both(correct, answered)
    return right is not None and said is not None and too_large(right, said)


def _is_huge(correct: Meaning, answered: Meaning) -> bool:
    """Whether two trees need not be read to know that their edits take too many steps."""
    both = [one.count("(") if isinstance(one, str) else 0 for one in (correct, answered)]
    return both[0] * both[1] > MOST_STEPS


def _is_written_alike(correct: str, answered: str) -> bool:
    """Whether two texts are the same but for spaces."""
    pairs = zip_longest(_TOKEN.finditer(correct), _TOKEN.finditer(answered))
    return all(one is not None and other is not None and one[0] == other[0] for one, other in pairs)


def _both(correct: Meaning, answered: Meaning) -> tuple[Tree | None, Tree | None]:
    return as_tree(correct), as_tree(answered)


def as_tree(meaning: Meaning) -> Tree | None:
    """The tree that a text writes with brackets; None where it writes none.

    >>> as_tree("(S (NP dogs) bark)")
    Tree(labels=('dogs', 'NP', 'bark', 'S'), first=(0, 0, 2, 0))
    >>> as_tree("(S"), as_tree("dogs bark"), as_tree(3)
    (None, None, None)
    """
    if not isinstance(meaning, str):
        return None
    return _read(meaning) if len(meaning) <= _KEPT else _read.__wrapped__(meaning)


@lru_cache(maxsize=1024)
def _read(text: str) -> Tree | None:
    labels: list[str] = []
    first: list[int] = []
    open_nodes: list[tuple[int, list[str]]] = []  # where the nodes below begin; the label, as soon as it is known
    closed = False
    for token in _TOKEN.findall(text):
        if closed or (token != "(" and not open_nodes):
            return None
        if token == "(":
            open_nodes.append((len(labels), []))
        elif token == ")":
            begin, label = open_nodes.pop()
            first.append(begin)
            labels.append("".join(label))
            closed = not open_nodes
        else:
            begin, label = open_nodes[-1]
            if begin == len(labels) and not label:
                label.append(token)
            else:
                first.append(len(labels))
                labels.append(token)
    return Tree(tuple(labels), tuple(first)) if closed else None


def _differences(right: Tree, said: Tree) -> Iterator[str]:
    words = right.leaves, said.leaves
    by_place = len(words[0]) == len(words[1])  # else a word more would move all that follows
    if by_place:
        for index, (lacking, given) in enumerate(zip(*words, strict=True), 1):
            if lacking != given:
                yield f"word {index}: {cut(given)} instead of {cut(lacking)}"
    else:
        for how, left in (("missing", Counter(words[0]) - Counter(words[1])),
                          ("additional", Counter(words[1]) - Counter(words[0]))):  # fmt: skip
            yield from (f"{how} word {cut(word)}" for word in left.elements())
    (a, texts), (b, others) = _constituents(right, by_place), _constituents(said, by_place)
    extra = list((b - a).elements())
    for label, span in (a - b).elements():
        other = next((one for one in extra if one[1] == span), None)
        if other is None:
            yield f"missing {label} over {texts[span]}"
        else:
            extra.remove(other)
            yield f"{other[0]} instead of {label} over {others[span]}"
    yield from (f"additional {label} over {others[span]}" for label, span in extra)


Span = tuple[int, int] | str
"""What a constituent covers: from which word to before which, or the words themselves."""


def _constituents(of: Tree, by_place: bool) -> tuple[Counter[tuple[str, Span]], dict[Span, str]]:
    """The nodes above the words, each with what it covers, and the words of that."""
    leaves = [node for node, first in enumerate(of.first) if node == first]
    place = {leaf: number for number, leaf in enumerate(leaves)}
    result: Counter[tuple[str, Span]] = Counter()
    texts: dict[Span, str] = {}
    for node, first in enumerate(of.first):
        if node != first:
            begin, end = place[first], bisect(leaves, node)
            text = cut(" ".join(of.labels[leaf] for leaf in leaves[begin:end]))
            span: Span = (begin, end) if by_place else text
            texts[span] = text
            result[of.labels[node], span] += 1
    return result, texts
