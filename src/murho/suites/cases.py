"""A suite as cases: one for each realization, so that a suite is run, weighed, sliced and compared like any other.

Features of a case: its `section`; `phenomenon`, a list of the paths of all phenomena above it, the section first, so
that `--by phenomenon` gives every node of the tree; what its realization says (name, link, constr...); `freq`;
`structure_frequency` and `order_frequency`, importances for `--weight`, which share the frequency of a link among the
realizations that have it, and are 0 where there is none and in the other section, so that sections are never pooled;
`share`, one over the number of cases with the same sentence, by which each sentence counts once. Cases with the same
sentence are a cluster.

>>> from murho.suites.model import Section, grown
>>> suite = Suite((grown("phenomena", [(("negation",), Item("1", test="No llueve.", wellformed=False))]),))
>>> cases = cases_of(suite, None)
>>> cases.ids, cases.references, cases.features["phenomenon"]
(['1'], [()], [['phenomena', 'phenomena/negation']])

`match` finds where the tree of a test sentence shows what a realization is about. A realization of `structure` is about
one word: the child of the link, or, of a head, the head of the constituent. One of `order` is about all arguments of
its verb. Where the verb is a copula its arguments are the predicate that the tree has as head, and what hangs below
that.

>>> from murho.core.tree import Tree, Word
>>> cup = Word(1, "Tazas", "taza", "NOUN", head=2, deprel="nsubj")
>>> tree = Tree((cup, Word(2, "caen", "caer", "VERB", head=0, deprel="root")))
>>> match(Structure("1", link="v-n", parent="caer", child="taza", test="Tazas caen"), tree)
Match(words=(1,), others=0)
>>> match(Structure("2", link="v-a", parent="caer", child="taza", test="Tazas caen"), tree)  # doctest: +ELLIPSIS
Traceback (most recent call last):
murho.suites.cases.MismatchError: link 'v-a', but the tree has v-n between 'caer' and 'taza'; correct the ...
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from murho.core.case import Cases
from murho.core.errors import InputError
from murho.core.meaning import Meanings
from murho.core.tree import Tree, link
from murho.suites.model import Item, Leaf, Order, Path, Structure, Suite, masses, path_text
from murho.suites.testdata import Sentences

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


PHENOMENON = "phenomenon"
WELLFORMED = ("well-formed",)
"""The reference of a sentence of which no more is known than that it is well-formed."""
_ATTRIBUTES = {
    Structure: ("name", "class_", "subclass", "link", "parent", "child"),
    Order: ("func", "cat", "constr", "sbjtype", "parent", "children"),
    Item: ("wellformed",),
}
"""What a leaf says that cases can be sliced by."""


def cases_of(suite: Suite, data: Sentences | None, section: str | None = None) -> Cases:
    """The cases of a suite, or of one of its sections; items of which nobody knows whether they are well-formed are
    left out.

    Raises:
        InputError: a test sentence or what is checked in it is not in the test data.
    """
    paths = suite.paths()
    # By id: a leaf stands in the tree as often as it shows a phenomenon, and is one case all the same.
    leaves = {leaf.id: leaf for _, leaf in suite.leaves() if not (isinstance(leaf, Item) and leaf.wellformed is None)}
    kinds = [part.kind for part in suite.sections]
    if section is not None:
        leaves = {name: leaf for name, leaf in leaves.items() if paths[name][0][0] == section}
    sections = {name: paths[name][0][0] for name in leaves}
    clusters: list[str | None] = []
    references: list[Meanings] = []
    for leaf in leaves.values():
        reference, cluster = _reference(leaf, data, suite.path)
        references.append(reference)
        clusters.append(cluster)
    copies = Counter(leaf.test for leaf in leaves.values())
    features: dict[str, list[Any]] = {
        "section": [sections[name] for name in leaves],
        PHENOMENON: [_all_above(paths[name]) for name in leaves],
    }
    for attribute in dict.fromkeys(name for names in _ATTRIBUTES.values() for name in names):
        features[attribute.rstrip("_")] = [getattr(leaf, attribute, None) for leaf in leaves.values()]
    features["freq"] = [leaf.freq for leaf in leaves.values()]
    # A column for each section, for masses of one section say nothing of another.
    for kind in kinds:
        mass = masses(suite.of_section(kind))
        features[f"{kind}_frequency"] = [(mass.get(name) or 0.0) if sections[name] == kind else 0.0 for name in leaves]
    # What is counted by sentences weighs each once, however many realizations stand in it.
    features["share"] = [1 / copies[leaf.test] for leaf in leaves.values()]
    return Cases(
        list(leaves),
        [leaf.test for leaf in leaves.values()],
        references,
        clusters if any(clusters) else None,
        features={
            # A column that says nothing of any case is no feature; False does say something.
            name: column
            for name, column in features.items()
            if any(v is False or v not in (None, 0.0) for v in column)
        },
        path=suite.path,
        lines=[leaf.line or 0 for leaf in leaves.values()],
    )


def is_suite(cases: Cases) -> bool:
    """Whether cases have a tree of phenomena."""
    column = cases.features.get(PHENOMENON)
    return column is not None and all(isinstance(paths, list) and paths for paths in column)


def importances(cases: Cases) -> set[str]:
    """The features of the cases of a suite that say how much a case matters: to weigh by, and not to slice by.

    >>> importances(Cases(["1"], [""], [()], features={"phenomenon": [["a"]], "share": [0.5], "link": ["v-n"]}))
    {'share'}
    """
    if not is_suite(cases):
        return set()
    return {name for name in cases.features if name in ("freq", "share") or name.endswith("_frequency")}


def together(cases: Cases, importance: Iterable[float]) -> str | None:
    """A note that figures for all cases of a suite mix its sections; None where only one of them counts.

    >>> features = {"phenomenon": [["structure"], ["order"]], "section": ["structure", "order"]}
    >>> cases = Cases(["1", "2"], ["a", "b"], [(), ()], features=features)
    >>> together(cases, [1, 1])
    'structure and order are counted together here, which are of different kinds: see --by section'
    >>> together(cases, [0.2, 0])
    """
    counted = Counted()
    counted.add(cases, importance)
    return counted.note


class Counted:
    """Which sections of a suite count in a figure, of cases that come part by part."""

    def __init__(self) -> None:
        self._sections: dict[str, None] = {}
        self._is_suite = True

    def add(self, cases: Cases, importance: Iterable[float]) -> None:
        """Take in some cases with their importance (cases,)."""
        sections = cases.features.get("section")
        self._is_suite = self._is_suite and sections is not None and is_suite(cases)
        if self._is_suite:
            pairs = zip(sections or (), importance, strict=True)
            self._sections |= dict.fromkeys(str(name) for name, rho in pairs if rho)

    @property
    def note(self) -> str | None:
        """That sections are mixed; None where they are not, or where this is no suite of phenomena."""
        if not self._is_suite or len(self._sections) < 2:
            return None
        return (
            f"{' and '.join(self._sections)} are counted together here, which are of different kinds: see --by section"
        )


def _reference(leaf: Leaf, data: Sentences | None, path: str | None) -> tuple[Meanings, str | None]:
    """The correct meanings of a leaf, and the id of its sentence in the test data."""
    if isinstance(leaf, Item):
        meanings = WELLFORMED if leaf.reference is None else leaf.reference
        return (meanings if leaf.wellformed else ()), None
    sentence = None if data is None else data.find(leaf.test)
    if sentence is None:
        found = f"test sentence {leaf.test!r} is not in the test data"
        raise InputError(found, "see `murho suite check`", path=path, line=leaf.line)
    if sentence.tree is None:
        return WELLFORMED, sentence.id
    try:
        words = match(leaf, sentence.tree).words
    except MismatchError as error:
        raise InputError(f"realization {leaf.id!r}: {error.found}", error.todo, path=path, line=leaf.line) from None
    return (block(sentence.tree, words, sentence.id),), sentence.id


def block(tree: Tree, checked: tuple[int, ...], name: str) -> str:
    """A tree as text, with its id and the words that are checked among its comments.

    Projective heads, which only CoNLL-X has, are left out.
    """
    from murho.formats.conllu import serialise

    comments = [] if tree.sent_id else [f"# sent_id = {name}"]
    # CoNLL-U has no columns for them, and would write what cannot be read back.
    words = tuple(replace(word, phead=None, pdeprel="_") for word in tree.words)
    comments += [*tree.comments, f"# checked = {' '.join(map(str, checked))}"]
    return serialise(replace(tree, words=words, comments=tuple(comments)))


def _all_above(paths: list[Path]) -> list[str]:
    """Every phenomenon above a leaf, each before those below it."""
    return list(dict.fromkeys(path_text(path[:depth]) for path in paths for depth in range(1, len(path) + 1)))
