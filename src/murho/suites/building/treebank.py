"""A treebank as the builders see it: its sentences, and what it does about arguments, found by a look at all of it.

Universal Dependencies leave treebanks a choice where arguments are not told from adjuncts by form alone. AnCora made
every prepositional argument an `obj`; GSD has `obl:arg`; PUD, mostly, a plain `obl` for both. What a treebank does is
not asked of its name but counted.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from os.path import basename

from murho.formats.conllu import read_trees
from murho.formats.opening import Path, plain_name
from murho.suites.building.sentences import Node, Sentence, linked

RARE = 5
"""What a treebank does so seldom is an accident and no convention."""
CASED = 0.02
"""The share of nominal objects with a preposition (personal `a` aside) from which on they are a convention."""


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
