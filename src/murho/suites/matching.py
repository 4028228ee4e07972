"""Where the tree of a test sentence shows what a realization is about.

A realization of `structure` is about one word: the child of the link, or, of a head, the head of the constituent. One
of `order` is about all arguments of its verb. Where the verb is a copula its arguments are the predicate that the tree
has as head, and what hangs below that.

>>> from murho.core.tree import Tree, Word
>>> cup = Word(1, "Tazas", "taza", "NOUN", head=2, deprel="nsubj")
>>> tree = Tree((cup, Word(2, "caen", "caer", "VERB", head=0, deprel="root")))
>>> match(Structure("1", link="v-n", parent="caer", child="taza", test="Tazas caen"), tree)
Match(words=(1,), others=0)
>>> match(Structure("2", link="v-a", parent="caer", child="taza", test="Tazas caen"), tree)  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.suites.matching.MismatchError: link 'v-a', but the tree has v-n between 'caer' and 'taza'; correct the ...
"""

from collections.abc import Iterator
from dataclasses import dataclass

from murho.core.errors import InputError
from murho.core.tree import Tree, link
from murho.suites.model import Item, Leaf, Order, Structure

VERB = "v"
JOINT = "#"


class MismatchError(InputError):
    """The realization and the tree do not agree."""


@dataclass(frozen=True)
class Match:
    """The words whose heads and relations a realization is about."""

    words: tuple[int, ...]
    """The ids of the words, from left to right."""
    others: int = 0
    """How many more places in the sentence would fit; the first is taken."""


def match(leaf: Leaf, tree: Tree) -> Match:
    """What a realization is about.

    Raises:
        MismatchError: its lemmas or its link are not in the tree, or it has none.
    """
    if isinstance(leaf, Item):
        raise MismatchError(
            "an item is about a whole sentence", "check it against realizations of structure and order only"
        )
    if leaf.parent is None:
        raise MismatchError("no parent", "name the lemma of the head: without it there is nothing to check")
    matches = _argument_words(leaf, tree) if isinstance(leaf, Order) else _structure_words(leaf, tree)
    return Match(matches[0], len(matches) - 1)


def _with_lemma(tree: Tree, lemma: str) -> list[int]:
    # Treebanks differ in capitals: some write the lemma of a name as it stands, some do not.
    ids = [word.id for word in tree.words if word.lemma.casefold() == lemma.casefold()]
    if not ids:
        known = ", ".join(word.lemma for word in tree.words)
        raise MismatchError(f"lemma {lemma!r} is not in the tree", f"the lemmas there are: {known}")
    return ids


def _structure_words(leaf: Structure, tree: Tree) -> list[tuple[int, ...]]:
    parents = _with_lemma(tree, leaf.parent or "")
    if leaf.child is None:
        if leaf.link is not None:
            raise MismatchError(f"link {leaf.link!r} without a child", "name the child, or make the link null")
        return [(id,) for id in parents]
    children = [id for id in _with_lemma(tree, leaf.child) if tree.word(id).head in parents]
    if not children:
        raise MismatchError(
            f"no {leaf.child!r} hangs from {leaf.parent!r} in the tree", "correct the lemmas or the tree"
        )
    # Several words may have both lemmas: one whose link is right is enough.
    links = {id: _link(tree, id) for id in children}
    fitting = [id for id in children if leaf.link in (None, links[id])]
    if not fitting:
        here = links[children[0]]
        what = f"link {leaf.link!r}, but the tree has {here} between {leaf.parent!r} and {leaf.child!r}"
        raise MismatchError(what, "correct the one or the other")
    return [(id,) for id in fitting]


def _link(tree: Tree, child: int) -> str:
    head = tree.word(child).head
    assert head  # a child of a word, not of the root
    return link(tree.word(head).upos, tree.word(child).upos)


def _argument_words(leaf: Order, tree: Tree) -> list[tuple[int, ...]]:
    functions = (leaf.func or VERB).split(JOINT)
    children = leaf.children.split(JOINT) if leaf.children else []
    if functions.count(VERB) != 1 or len(children) != len(functions) - 1:
        what = f"func {leaf.func!r} with {len(children)} children"
        raise MismatchError(what, f"give one {VERB!r}, and a child for each other function")
    verbs = _with_lemma(tree, leaf.parent or "")
    candidates = [_with_lemma(tree, child) for child in children]
    verb_at = functions.index(VERB)
    if not children:
        return [(verb,) for verb in verbs]
    matches: list[tuple[int, ...]] = []
    for verb in verbs:
        rows = [[verb] if i == verb_at else candidates[i - (i > verb_at)] for i in range(len(functions))]
        # In the order of the text, since that is what a realization of order is about.
        for ids in _rising(rows):
            arguments = ids[:verb_at] + ids[verb_at + 1 :]
            if all(_is_argument(tree, id, verb) for id in arguments):
                matches.append(arguments)
    if not matches:
        order = " ".join([*children[:verb_at], leaf.parent or "", *children[verb_at:]])
        raise MismatchError(
            f"the tree has no {order!r} in this order, one the verb of the others", "correct one of the two"
        )
    return matches


def _rising(rows: list[list[int]], after: int = 0) -> Iterator[tuple[int, ...]]:
    """Every way to take an id of each row such that the ids rise, the first behind `after`."""
    if not rows:
        yield ()
        return
    for id in rows[0]:
        if id > after:
            yield from ((id, *rest) for rest in _rising(rows[1:], id))


def _is_argument(tree: Tree, id: int, verb: int) -> bool:
    """Whether a word hangs from the verb; of a copula: is its predicate, or hangs from that."""
    head = tree.word(id).head
    if head == verb:
        return True
    # Where the verb is a copula arguments hang from the predicate, which is one of them itself.
    predicate = tree.word(verb).head if tree.word(verb).relation == "cop" else None
    return predicate is not None and predicate in (id, head)
