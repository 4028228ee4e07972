"""Words of a tree linked up and down, for code that asks what a word is where it stands.

>>> from murho.formats.conllu import parse
>>> (tree,) = parse("1\\tVan\\tir\\tVERB\\t_\\tVerbForm=Fin\\t0\\troot\\t_\\t_\\n"
...                 "2\\ta\\ta\\tADP\\t_\\t_\\t3\\tcase\\t_\\t_\\n"
...                 "3\\tLeón\\tLeón\\tPROPN\\t_\\t_\\t1\\tobl:arg\\t_\\t_\\n")
>>> sentence = linked(tree, "s1")
>>> [(node.form, node.relation, node.adpositions) for node in sentence.nodes[0].children]
[('León', 'obl', ('a',))]
"""

from dataclasses import dataclass, field
from functools import cached_property

from murho.core.tree import Tree, Word

_HELPERS = ("aux", "cop")
_INSIDE = (*_HELPERS, "fixed", "flat", "compound")


# Compared by identity: heads and children point at each other, and equal words may stand in a sentence twice.
@dataclass(eq=False)
class Node:
    """A word in its tree."""

    word: Word
    head: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    """From left to right."""

    def __post_init__(self) -> None:
        word = self.word
        self.number, self.form, self.upos, self.label = word.id, word.form, word.upos, word.deprel
        self.lemma = word.lemma.lower()
        self.relation = word.relation
        """The relation to its head without its subtype, which `label` has."""

    @cached_property
    def features(self) -> dict[str, str]:
        """FEATS by name."""
        return self.word.features

    @property
    def verb_form(self) -> str:
        """VerbForm; empty where the treebank does not say."""
        return self.features.get("VerbForm", "")

    def is_form(self, forms: frozenset[str]) -> bool:
        """Whether it is one of these forms, written in lower case and with a straight apostrophe."""
        return self.form.lower().replace("’", "'") in forms

    @cached_property
    def adpositions(self) -> tuple[str, ...]:
        """The lemmas of its prepositions, in order; one before an infinitive may be a `mark`."""
        return tuple(
            child.lemma
            for child in self.children
            if child.label == "case" or (child.relation == "mark" and child.upos == "ADP")
        )

    @cached_property
    def main_verb(self) -> bool:
        """Whether it is a verb that helps no other: a VERB, or an AUX that heads a clause by itself."""
        if self.upos not in ("VERB", "AUX") or self.relation in _INSIDE:
            return False
        # A second auxiliary hangs from the first as `conj`, and helps the same verb.
        beside = self.relation == "conj" and self.head is not None and self.head.relation in _HELPERS
        return self.upos == "VERB" or not beside

    @property
    def copula(self) -> "Node | None":
        """The copula that links it, if it is a predicate."""
        return next((child for child in self.children if child.relation == "cop"), None)

    @property
    def clausal(self) -> bool:
        """Whether it heads a clause: a main verb, or a predicate with a copula."""
        return self.main_verb or self.copula is not None

    @cached_property
    def finite(self) -> bool:
        """Whether it, an auxiliary of it or its copula is finite: by VerbForm, or by Mood where there is none."""
        return self.finite_without_copula or any(_finite(node) for node in self.children if node.relation == "cop")

    @cached_property
    def finite_without_copula(self) -> bool:
        """Whether it or an auxiliary of it is finite, its copula aside: la verdad es que exagera."""
        return any(_finite(node) for node in (self, *self.children) if node is self or node.relation == "aux")


def _finite(node: Node) -> bool:
    # Treebanks that leave VerbForm out have a Mood, which only finite verbs have.
    form = node.verb_form
    return form == "Fin" or (not form and node.upos in ("VERB", "AUX") and "Mood" in node.features)


@dataclass(frozen=True, eq=False)
class Sentence:
    """A sentence with its words linked."""

    id: str
    tree: Tree
    nodes: list[Node]


def linked(tree: Tree, id: str) -> Sentence:
    """The words of a tree, linked."""
    nodes = [Node(word) for word in tree.words]
    for node in nodes:
        if node.word.head:
            # Heads count from 1, and 0 is no word but the root.
            node.head = nodes[node.word.head - 1]
            node.head.children.append(node)
    return Sentence(id, tree, nodes)
