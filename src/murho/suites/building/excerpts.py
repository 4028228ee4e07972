"""Sentences of a treebank that stand for a realization, short enough to be read in a cell of a table."""

from collections.abc import Iterable
from dataclasses import dataclass

from murho.core.tree import Multiword
from murho.suites.building.clauses import Clause
from murho.suites.building.sentences import Node, Sentence

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
