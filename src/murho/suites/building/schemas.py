"""Schemas of argument order: which arguments the verbs of a treebank have, in which order, how often.

A realization is told by its functions, its categories, its construction and the type of its subject. It belongs to a
schema, where every complement is called `obj`, and to a class, which says only what there is: `subj#v`,
`subj#v#obj`, `v#obj` or `v`. Its frequency is its share of all finite clauses.

`examples` are sentences of a treebank that stand for a realization, short enough for a cell of a table.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from murho.core.tree import Multiword
from murho.suites.building.clauses import Clause, clauses
from murho.suites.building.languages import Language
from murho.suites.building.treebank import Node, Sentence, Treebank

EXAMPLES = 3
"""Clauses that are shown for a realization."""
LONGEST = 12
"""Words of a sentence that are shown; of a longer one, the clause."""
_PHRASE = ("det", "case", "mark", "aux", "cop", "amod", "nummod", "nmod", "flat", "fixed", "compound", "obj")
"""What is shown with the head of a phrase."""


@dataclass(frozen=True)
class Example:
    """A clause that a realization is found in."""

    id: str
    """The id of its sentence."""
    text: str


def examples(instances: Iterable[tuple[Sentence, Clause]]) -> tuple[Example, ...]:
    """Three clauses, of different verbs if it can be: the shortest sentences, of equals those whose ids sort first."""
    ranked = sorted(instances, key=lambda instance: (len(instance[0].nodes), instance[0].id, instance[1].verb))
    taken: dict[str, Example] = {}
    verbs: set[str] = set()
    # First only verbs that were not shown yet; if that does not make three, any.
    for fresh in (True, False):
        for sentence, clause in ranked:
            verb = sentence.nodes[clause.verb - 1].lemma
            if len(taken) < EXAMPLES and sentence.id not in taken and not (fresh and verb in verbs):
                taken[sentence.id] = _example(sentence, clause)
                verbs.add(verb)
    return tuple(taken.values())


def _example(sentence: Sentence, clause: Clause) -> Example:
    nodes = [sentence.nodes[number - 1] for number in clause.places]
    return Example(sentence.id, excerpt(sentence, nodes))


def excerpt(sentence: Sentence, nodes: list[Node]) -> str:
    """A short sentence as it is; of a long one the stretch of words that has these nodes and their phrases."""
    if sum(node.upos != "PUNCT" for node in sentence.nodes) <= LONGEST:
        return sentence.tree.text
    others = {node.number for node in nodes}
    spans = [_span(node, others) for node in nodes]
    first, last = min(low for low, _ in spans), max(high for _, high in spans)
    last = min(last, first + LONGEST - 1)
    text, end_of_sentence = "", 0
    for token in sentence.tree.tokens:
        start, end = (token.first, token.last) if isinstance(token, Multiword) else (token.id, token.id)
        if end >= first and start <= last:
            text += token.form + " " * token.space_after
        end_of_sentence = end
    return f"{'… ' if first > 1 else ''}{text.strip()}{' …' if last < end_of_sentence else ''}"


def _span(node: Node, others: set[int]) -> tuple[int, int]:
    """First and last word of the phrase of a node, as far as it is shown; what hangs from `others` is theirs."""
    low = high = node.number
    for child in node.children:
        beside = child.relation == "advmod" and abs(child.number - node.number) == 1
        if child.number not in others and (beside or child.relation in _PHRASE):
            start, end = _span(child, others)
            low, high = min(low, start), max(high, end)
    return low, high


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
