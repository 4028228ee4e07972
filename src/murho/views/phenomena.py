"""The tree of phenomena of a suite: what is covered and what is right, down to the sentences."""

from collections.abc import Mapping
from dataclasses import dataclass

from murho.core.meaning import UNDEFINED
from murho.measures.dependencies.word_pairs import Place
from murho.pipeline.suites.phenomena import sections
from murho.suites.cases import is_suite
from murho.suites.scoring import Leaf, Node
from murho.views.evidence import Evidence
from murho.views.tree_words import tree_words

OUTCOMES = {
    "nothing": "no tree",
    "missed": "well-formed, but rejected",
    "overgenerated": "ill-formed, but accepted",
    "undefined": "⊥ no answer",
}
"""What outcomes are called where the measure's own word says too little."""


@dataclass(frozen=True)
class Section:
    """A section of a suite; figures are those of its nodes."""

    top: Node
    words: Mapping[str, list[Place]]
    """Of gold and system tree, by the id of a realization that is wrong."""

    @property
    def accepting(self) -> bool:
        """Sentences are accepted or rejected; else links are checked."""
        return "wellformed" in self.top.counts


def phenomena(evidence: Evidence) -> list[Section]:
    """The sections of a suite, judged by the main measure; none where the run is no run of a suite."""
    if not is_suite(evidence.cases) or len(evidence.rows) != len(evidence.cases):
        return []
    tops = sections(evidence.measure, evidence.cases, evidence.rows, evidence.answers)
    return [Section(top, _words(top, evidence)) for top in tops]


def _words(top: Node, evidence: Evidence) -> dict[str, list[Place]]:
    words = {}
    for leaf in top.leaves:
        if not leaf.right:
            answer = evidence.answers.answers[leaf.place]
            given = None if answer is UNDEFINED else answer
            words[leaf.id] = tree_words(evidence.measure, evidence.cases.meant[leaf.place], given)
    return words


def outcome_name(leaf: Leaf) -> str:
    """What became of a realization, in words."""
    return OUTCOMES.get(leaf.outcome, leaf.outcome)


def outcome_told(leaf: Leaf) -> str:
    """The same, and whether the system builds such a dependency elsewhere in the sentence."""
    elsewhere = not leaf.right and leaf.covered and leaf.outcome.startswith("wrong")
    return outcome_name(leaf) + (", though it builds such elsewhere" if elsewhere else "")
