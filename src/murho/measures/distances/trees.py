"""Trees written with brackets, as `(S (NP the dog) (VP barks))`, by the edits that make one of the other.

>>> tree_distance("(S (NP dogs) (VP bark))", "(S (NP dogs) (VP howl))")
0.18181818181818182
>>> trees_told("(S (NP dogs) (VP bark))", "(S (NP dogs) (VX howl))")
['word 2: howl instead of bark', 'VX instead of VP over howl']
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import zip_longest

from murho.core.meaning import Meaning
from murho.measures.distances.distance import Distance, cut, instead
from murho.measures.distances.edits import MOST_STEPS, Tree, by_edits, too_large
from murho.measures.distances.values import exact_distance

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
        for place, (lacking, given) in enumerate(zip(*words, strict=True), 1):
            if lacking != given:
                yield f"word {place}: {cut(given)} instead of {cut(lacking)}"
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
    found: Counter[tuple[str, Span]] = Counter()
    texts: dict[Span, str] = {}
    for node, first in enumerate(of.first):
        if node != first:
            begin, end = place[first], bisect(leaves, node)
            text = cut(" ".join(of.labels[leaf] for leaf in leaves[begin:end]))
            span: Span = (begin, end) if by_place else text
            texts[span] = text
            found[of.labels[node], span] += 1
    return found, texts
