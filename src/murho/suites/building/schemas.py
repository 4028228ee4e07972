"""Schemas of argument order: which arguments the verbs of a treebank have, in which order, how often.

A realization is told by its functions, its categories, its construction and the type of its subject. It belongs to a
schema, where every complement is called `obj`, and to a class, which says only what there is: `subj#v`,
`subj#v#obj`, `v#obj` or `v`. Its frequency is its share of all finite clauses.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from murho.suites.building.clauses import Clause, clauses
from murho.suites.building.excerpts import Example, examples
from murho.suites.building.languages import Language
from murho.suites.building.sentences import Sentence
from murho.suites.building.treebank import Treebank

DECIMALS = 6
"""Decimals of a frequency."""


class Key(NamedTuple):
    """What tells one realization from another."""

    func: str
    """Functions in the order of the sentence, joined by `#`."""
    cat: str
    """The categories of these functions, in the same order, joined by `#`."""
    constr: str
    sbjtype: str


@dataclass(frozen=True)
class Realization:
    """Verbs with the same arguments in the same order."""

    key: Key
    count: int
    freq: float
    """Its share of all finite clauses, six decimals."""
    examples: tuple[Example, ...]


def schema_of(func: str) -> str:
    """The functions with every complement called `obj`; a pronoun that stands for nothing is left out.

    >>> schema_of("subj#iobj#v#dobj"), schema_of("expl#v#csubj")
    ('subj#obj#v#obj', 'v#subj')
    """
    names = {"v": "v", "subj": "subj", "csubj": "subj"}
    return "#".join(names.get(name, "obj") for name in func.split("#") if name != "expl")


def class_of(func: str) -> str:
    """Whether there is a subject, and whether there is a complement.

    >>> class_of("dobj#v#subj"), class_of("iobj#v"), class_of("v#csubj"), class_of("expl#v")
    ('subj#v#obj', 'v#obj', 'subj#v', 'v')
    """
    present = schema_of(func).split("#")
    return "#".join(name for name in ("subj", "v", "obj") if name in present)


def schemas(treebanks: Sequence[Treebank], language: Language) -> list[Realization]:
    """All realizations, commonest first, equally common ones by their attributes.

    Where two treebanks use the same sentence id, ids are written with the name of the treebank: `es_gsd/s1`.
    """
    named = len(_ids(treebanks)) < sum(len(treebank.sentences) for treebank in treebanks)
    instances: dict[Key, list[tuple[Sentence, Clause]]] = {}
    for treebank in treebanks:
        for sentence in treebank.sentences:
            if named and len(treebanks) > 1:
                sentence = Sentence(f"{treebank.name}/{sentence.id}", sentence.tree, sentence.nodes)
            for clause in clauses(sentence, language, treebank.conventions):
                instances.setdefault(key_of(clause), []).append((sentence, clause))
    total = sum(map(len, instances.values()))
    # The attributes settle ties: the table is the same whatever order the files come in.
    order = sorted(instances, key=lambda key: (-len(instances[key]), key))
    return [
        Realization(key, len(instances[key]), round(len(instances[key]) / total, DECIMALS), examples(instances[key]))
        for key in order
    ]


def _ids(treebanks: Sequence[Treebank]) -> set[str]:
    return {sentence.id for treebank in treebanks for sentence in treebank.sentences}


def key_of(clause: Clause) -> Key:
    """The realization that a clause is one of."""
    return Key("#".join(clause.func), "#".join(clause.cat), clause.construction, clause.subject)


def average(realizations: Sequence[Realization]) -> float:
    """How often a realization is found on average; 0 where there is none."""
    return sum(realization.count for realization in realizations) / len(realizations) if realizations else 0.0


def above_average(realizations: Sequence[Realization]) -> list[Realization]:
    """The realizations that are found more often than the average, in the order given."""
    bound = average(realizations)
    return [realization for realization in realizations if realization.count > bound]
