"""A treebank as the builders see it: its sentences, and what it does about arguments, found by a look at all of it.

Universal Dependencies leave treebanks a choice where arguments are not told from adjuncts by form alone. AnCora made
every prepositional argument an `obj`; GSD has `obl:arg`; PUD, mostly, a plain `obl` for both. What a treebank does is
not asked of its name but counted.

Its words are linked up and down, for code that asks what a word is where it stands.

>>> from murho.formats.conllu import parse
>>> (tree,) = parse("1\\tVan\\tir\\tVERB\\t_\\tVerbForm=Fin\\t0\\troot\\t_\\t_\\n"
...                 "2\\ta\\ta\\tADP\\t_\\t_\\t3\\tcase\\t_\\t_\\n"
...                 "3\\tLeón\\tLeón\\tPROPN\\t_\\t_\\t1\\tobl:arg\\t_\\t_\\n")
>>> sentence = linked(tree, "s1")
>>> [(node.form, node.relation, node.adpositions) for node in sentence.nodes[0].children]
[('León', 'obl', ('a',))]
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from os.path import basename

from murho.core.tree import Tree, Word
from murho.formats.conllu import read_trees
from murho.formats.opening import Path, plain_name

RARE = 5
"""What a treebank does so seldom is an accident and no convention."""
CASED = 0.02
"""The share of nominal objects with a preposition (personal `a` aside) from which on they are a convention."""


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


@dataclass(frozen=True)
class Conventions:
    """How a treebank marks oblique arguments, passives, copulas."""

    oblique_arguments: bool = True
    """`obl:arg` tells arguments from adjuncts."""
    cased_objects: bool = False
    """Prepositional arguments are `obj`, and so every `obl` is an adjunct (AnCora)."""
    indirect_objects: bool = True
    """`iobj` is used, so that an `obl:arg` with the dative preposition is none."""
    passive_auxiliaries: bool = True
    """`aux:pass` is used."""
    pronominal_passives: bool = True
    """Reflexive passives with a subject are told from other pronominal verbs."""
    pronominal_impersonals: bool = True
    """`expl:impers` is used."""
    copulas: frozenset[str] = frozenset()
    """Lemmas found as `cop`."""
    transitive: frozenset[str] = frozenset()
    """Lemmas of verbs that have a bare noun as `obj` somewhere."""

    def notes(self) -> list[str]:
        """What follows from the conventions for arguments and passives, in sentences."""
        if self.oblique_arguments:
            oblique = "obl:arg is an oblique argument, every other obl an adjunct, which is left out"
        elif self.cased_objects:
            oblique = "an obj with a preposition is an oblique argument, every obl an adjunct, which is left out"
        else:
            oblique = "arguments are not told from adjuncts: every obl with a preposition counts"
        notes = [oblique]
        if not self.passive_auxiliaries:
            notes.append("no aux:pass: a passive is known by its auxiliary and participle")
        if not self.pronominal_passives:
            notes.append("pronominal passives are not marked: they are guessed, look at them well")
        return notes


@dataclass(frozen=True, eq=False)
class Treebank:
    """The sentences of a file."""

    name: str
    """The name of the file, without its suffix."""
    sentences: list[Sentence]
    conventions: Conventions

    @property
    def words(self) -> int:
        """How many syntactic words it has."""
        return sum(len(sentence.nodes) for sentence in self.sentences)


def read_treebank(path: Path) -> Treebank:
    """The treebank of a CoNLL-U file.

    Raises:
        InputError: FILE:LINE: what is wrong there; what to do.
    """
    sentences = [linked(tree, tree.sent_id or str(number)) for number, tree in enumerate(read_trees(path), 1)]
    return Treebank(basename(plain_name(path)).removesuffix(".conllu"), sentences, conventions(sentences))


def conventions(sentences: Iterable[Sentence]) -> Conventions:
    """What sentences of one treebank do."""
    labels: Counter[str] = Counter()
    copulas: Counter[str] = Counter()
    transitive: set[str] = set()
    cased = bare = pronominal = 0
    for sentence in sentences:
        for node in sentence.nodes:
            labels[node.label] += 1
            copulas[node.lemma] += node.relation == "cop"
            pronominal += _marked_pronominal_passive(node)
            if node.label == "obj" and node.upos in ("NOUN", "PROPN") and node.head is not None:
                if not node.adpositions:
                    bare += 1
                    transitive.add(node.head.lemma)
                # Personal `a` marks direct objects in treebanks of any convention.
                elif node.adpositions[0] != "a":
                    cased += 1
    return Conventions(
        oblique_arguments=labels["obl:arg"] >= RARE,
        cased_objects=cased >= max(RARE, CASED * (cased + bare)),
        indirect_objects=labels["iobj"] >= RARE,
        passive_auxiliaries=labels["aux:pass"] >= RARE,
        pronominal_passives=pronominal >= RARE,
        pronominal_impersonals=labels["expl:impers"] >= RARE,
        copulas=frozenset(lemma for lemma, count in copulas.items() if count >= RARE),
        transitive=frozenset(transitive),
    )


def _marked_pronominal_passive(node: Node) -> bool:
    """Whether a verb has a subject and is marked as a reflexive passive."""
    labels = {child.label for child in node.children}
    subjects = {label for label in labels if label.startswith(("nsubj", "csubj"))}
    return bool(subjects) and ("expl:pass" in labels or ("expl" in labels and subjects <= {"nsubj:pass", "csubj:pass"}))


_HELPERS = ("aux", "cop")
_INSIDE = (*_HELPERS, "fixed", "flat", "compound")
