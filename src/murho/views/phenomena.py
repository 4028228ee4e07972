"""The tree of phenomena of a suite: what is covered and what is right, down to the sentences."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from murho.core.figure import Figure
from murho.core.meaning import UNDEFINED
from murho.measures.dependencies.word_pairs import Place
from murho.pipeline.runs.show import judged
from murho.pipeline.suites.phenomena import SuiteScore, sections
from murho.suites.cases import is_suite
from murho.suites.scoring import Leaf, Node
from murho.views import as_json
from murho.views.evidence import Evidence
from murho.views.section_notes import interval_notes, section_notes
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

    @property
    def weighed(self) -> bool:
        """Some realization has a frequency, so that there are figures by ρ."""
        return bool(self.top.mass)

    @property
    def parsed(self) -> bool:
        """There are trees, and so LAS."""
        return self.top.las is not None

    def down_to(self, depth: int | None) -> list[Node]:
        """The phenomena in the order in which they are printed, those below `depth` left out."""
        return [node for node in self.top.walk() if depth is None or node.depth <= depth]

    def listed(self, everything: bool) -> list[tuple[str, list[Leaf]]]:
        """The realizations of each phenomenon that has any to list, those that are wrong or all, each of them once."""
        seen: set[str] = set()
        found = []
        for node in self.top.walk():
            leaves = [leaf for leaf in node.own if (everything or not leaf.right) and leaf.id not in seen]
            seen.update(leaf.id for leaf in leaves)
            if leaves:
                found.append((node.path, leaves))
        return found


@dataclass(frozen=True)
class ScoredSuite:
    """The sections of a suite with how they were scored."""

    measure: str
    notes: Sequence[str]
    """What a reader has to know of the whole suite."""
    sections: list[Section]
    section_notes: list[list[str]]
    """What to know of each section."""
    intervals: Mapping[str, Figure] | None
    """By path, where they were asked for."""
    signature: str

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


def scored_suite(score: SuiteScore) -> ScoredSuite:
    """What is shown of a suite where there is room for figures only: no trees of what went wrong."""
    sections = [Section(top, {}) for top in score.sections]
    notes = [[*section_notes(top), *interval_notes(score)] for top in score.sections]
    return ScoredSuite(score.measure, score.notes, sections, notes, score.intervals, score.signature)


def phenomena(evidence: Evidence) -> list[Section]:
    """The sections of a suite, judged by the main measure; none where the run is no run of a suite."""
    if not is_suite(evidence.cases) or evidence.has_finer_rows:
        return []
    _, rows = judged(evidence.run, evidence.measure, evidence.missing)  # with counts
    tops = sections(evidence.measure, evidence.cases, rows, evidence.answers)
    return [Section(top, _words(top, evidence)) for top in tops]


def _words(top: Node, evidence: Evidence) -> dict[str, list[Place]]:
    words = {}
    for leaf in top.leaves:
        if not leaf.right:
            answer = evidence.answers.answers[leaf.place]
            given = None if answer is UNDEFINED else answer
            words[leaf.id] = tree_words(evidence.measure, evidence.cases.meant[leaf.place], given)
    return words


def branch_name(node: Node) -> str:
    """What a phenomenon is called beside those of its section, whose top holds all."""
    return node.name if node.depth else "all"


def coverage(node: Node) -> float | None:
    """The share that is covered of what could be; None where nothing could."""
    return node.covered / node.coverable if node.coverable else None


def right_by_frequency(node: Node) -> float | None:
    """The share that is right, weighed by frequency; None where nothing has one."""
    return None if node.pi_by_frequency is None else 1 - node.pi_by_frequency


def outcome_name(leaf: Leaf) -> str:
    """What became of a realization, in words."""
    return OUTCOMES.get(leaf.outcome, leaf.outcome)


def outcome_told(leaf: Leaf) -> str:
    """The same, and whether the system builds such a dependency elsewhere in the sentence."""
    elsewhere = not leaf.right and leaf.covered and leaf.outcome.startswith("wrong")
    return outcome_name(leaf) + (", though it builds such elsewhere" if elsewhere else "")
