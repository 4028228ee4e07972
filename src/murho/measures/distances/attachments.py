r"""Dependency trees: in CoNLL-U, or as the heads of the words, with their relations or without.

Heads are `[2, 0]` or `[[2, "nsubj"], [0, "root"]]`: of each word the place of its head, counted from 1, 0 for the root.

By *attachment* two trees are as far apart as the share of words that have another head or, labelled, another relation:
1 − LAS, or 1 − UAS. Words are matched by their places, a word that only one tree has is one that differs, and what is
divided by is the larger number of words. That is a metric, of sentences of unlike length, too. Words themselves do not
count.

By *edits* it is the edits of nodes that make one tree of the other (`edits`), words and relations being nodes. A word
more or less costs little then, where by attachment it moves all that follows.

>>> right, said = [[2, "nsubj"], [0, "root"], [2, "obj"]], [[2, "nsubj"], [0, "root"], [1, "obj"]]
>>> attachments_distance()(right, said), attachments_distance(by="edits")(right, said)
(0.33333333333333337, 0.4444444444444444)
>>> attachments_told()(right, said)
['word 3: obj of word 1 instead of obj of word 2']
"""

from collections.abc import Callable, Iterator
from functools import lru_cache

from murho.core.errors import InputError, UsageError
from murho.core.meaning import Meaning
from murho.core.tree import Tree as Dependencies
from murho.core.tree import Word, fault
from murho.formats import conllu
from murho.measures.distances.distance import Between, Distance, cut, exact_distance, instead
from murho.measures.distances.trees import Tree, by_edits, too_large

MOST_WORDS = 100_000
"""Words of a tree that is read, which takes some seconds; a longer one is equal or not."""
_MOST_TOLD = 2_000
"""Words of a tree whose differences are told one by one."""
_KEPT = 50_000
"""Characters of a tree that is kept for when it is asked for again."""
WAYS = ("attachment", "edits")


def dependencies(labelled: bool = True, by: str = "attachment") -> Distance:
    """Dependency trees, by the attachment of their words or by edits of nodes."""
    between = attachments_distance(labelled, by)
    return Distance(
        between, attachments_told(labelled), equates=True, metric=True, beyond=_beyond(labelled, by), reads=_reads(by)
    )


def attachments_distance(labelled: bool = True, by: str = "attachment") -> Between:
    """How far apart two dependency trees are; what is none is equal or not.

    Args:
        labelled: whether relations count, with their subtypes.
        by: `attachment`, the share of words; or `edits`, of nodes.

    Raises:
        UsageError: there is no such way, or `labelled` is neither true nor false.
    """
    if by not in WAYS:
        raise UsageError(f"dependencies: by={by!r}; known: {', '.join(WAYS)}")
    if not isinstance(labelled, bool):
        raise UsageError(f"dependencies: labelled={labelled!r}; give True or False")

    def between(correct: Meaning, answered: Meaning) -> float:
        right, said = as_dependencies(correct), as_dependencies(answered)
        if right is None or said is None:
            return exact_distance(correct, answered)
        if by == "attachment":
            pairs = zip(_attached(right, labelled), _attached(said, labelled), strict=False)
            alike = sum(one == other for one, other in pairs)
            return 1 - alike / max(len(right), len(said))
        nodes = _nodes(right, labelled), _nodes(said, labelled)
        if nodes[0] is None or nodes[1] is None:
            return exact_distance(correct, answered)
        return by_edits(nodes[0], nodes[1])

    return between


def attachments_told(labelled: bool = True) -> Callable[[Meaning, Meaning], list[str]]:
    """Which words hang elsewhere, or by another relation."""

    def told(correct: Meaning, answered: Meaning) -> list[str]:
        right, said = as_dependencies(correct), as_dependencies(answered)
        if right is None or said is None or max(len(right), len(said)) > _MOST_TOLD:
            return instead(correct, answered)
        return list(_differences(right, said, labelled)) or ["the same heads, of other words"]

    return told


def as_dependencies(meaning: Meaning) -> Dependencies | None:
    """The tree that a meaning is, as CoNLL-U of one sentence or as a list of heads; None where it is none.

    Words may have no head (`_` in CoNLL-U). Heads that go round in a circle, or are no words of it, make no tree.

    >>> as_dependencies([2, 0]).heads, as_dependencies("dogs bark"), as_dependencies([2, "x"])
    ((2, 0), None, None)
    >>> as_dependencies([2, 3, 1]), as_dependencies([2, 9])
    (None, None)
    """
    if _too_long(meaning):
        return None
    tree = _as_written(meaning)
    return None if tree is None or fault([word.head or 0 for word in tree.words], "forest") else tree


def _as_written(meaning: Meaning) -> Dependencies | None:
    if isinstance(meaning, str):
        return _read(meaning) if len(meaning) <= _KEPT else _read.__wrapped__(meaning)
    if not isinstance(meaning, list) or not meaning:
        return None
    words = []
    for index, one in enumerate(meaning, 1):
        head, relation = one if isinstance(one, list) and len(one) == 2 else (one, "_")
        if type(head) is not int or not isinstance(relation, str):
            return None
        words.append(Word(index, "_", head=head, deprel=relation))
    return Dependencies(tuple(words))


@lru_cache(maxsize=1024)
def _read(text: str) -> Dependencies | None:
    try:
        trees = conllu.parse(text, shape="any")
    except InputError:
        return None
    return trees[0] if len(trees) == 1 else None


def _attached(tree: Dependencies, labelled: bool) -> Iterator[tuple[int | None, str]]:
    return ((word.head, word.deprel if labelled else "") for word in tree.words)


def _nodes(tree: Dependencies, labelled: bool) -> Tree | None:
    """The tree as ordered nodes: each word over those that hang from it, and among them, at its place, its form.

    None where heads are left open. Of arcs that cross the order is that of the heads.
    """
    if None in tree.heads:
        return None
    labels: list[str] = []
    first: list[int] = []
    # Words that are entered, each with where its nodes begin; a form, or the word itself once all below it is done.
    waiting: list[tuple[int, int | None, bool]] = [(0, None, False)]
    while waiting:
        id, begin, is_form = waiting.pop()
        if is_form or begin is not None:
            first.append(len(labels) if is_form else begin or 0)
            labels.append(tree.words[id - 1].form if is_form else _label(tree, id, labelled))
            continue
        children = tree.children(id)
        waiting.append((id, len(labels), False))
        after = [child for child in children if child > id]
        waiting += [(child, None, False) for child in reversed(after)]
        if id:
            waiting.append((id, None, True))
        waiting += [(child, None, False) for child in reversed(children[: len(children) - len(after)])]
    return Tree(tuple(labels), tuple(first))


def _label(tree: Dependencies, id: int, labelled: bool) -> str:
    return tree.words[id - 1].deprel if id and labelled else ""


def _too_long(meaning: Meaning) -> bool:
    return (len(meaning) if isinstance(meaning, list) else str(meaning).count("\n")) > MOST_WORDS


def _reads(by: str) -> Callable[[Meaning], bool]:
    """Whether it is a tree; by edits, one in which every word has a head."""

    def reads(meaning: Meaning) -> bool:
        tree = as_dependencies(meaning)
        open_heads = by == "edits" and tree is not None and None in tree.heads
        return _too_long(meaning) or (tree is not None and not open_heads)

    return reads


def _beyond(labelled: bool, by: str) -> Callable[[Meaning, Meaning], bool]:
    def beyond(correct: Meaning, answered: Meaning) -> bool:
        if by == "attachment":
            return _too_long(correct) or _too_long(answered)
        right, said = (tree and _nodes(tree, labelled) for tree in map(as_dependencies, (correct, answered)))
        return _too_long(correct) or _too_long(answered) or bool(right and said and too_large(right, said))

    return beyond


def _differences(right: Dependencies, said: Dependencies, labelled: bool) -> Iterator[str]:
    for index, (one, other) in enumerate(zip(right.words, said.words, strict=False), 1):
        if (one.head, one.deprel if labelled else "") != (other.head, other.deprel if labelled else ""):
            name = _named(right, index)
            yield f"{name}: {_hanging(said, other, labelled)} instead of {_hanging(right, one, labelled)}"
        elif one.form != other.form and "_" not in (one.form, other.form):
            yield f"word {index}: {cut(other.form)} instead of {cut(one.form)}"
    for how, longer, shorter in (("missing", right, said), ("additional", said, right)):
        yield from (f"{how} {_named(longer, index)}" for index in range(len(shorter) + 1, len(longer) + 1))


def _named(tree: Dependencies, id: int) -> str:
    form = tree.words[id - 1].form if 1 <= id <= len(tree) else "_"
    return f"word {id}" if form == "_" else f"word {id} ({cut(form)})"


def _hanging(tree: Dependencies, word: Word, labelled: bool) -> str:
    head = "no head" if word.head is None else "the root" if word.head == 0 else _named(tree, word.head)
    if labelled and word.deprel != "_":
        return word.deprel if word.head == 0 and word.deprel == "root" else f"{word.deprel} of {head}"
    return head if word.head in (0, None) else f"below {head}"
