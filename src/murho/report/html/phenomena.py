"""The tree of phenomena of a suite: what is covered and what is right, with the sentences, folded where it is deep."""

from dataclasses import dataclass

from murho.core.meaning import UNDEFINED
from murho.pipeline.phenomena import sections
from murho.report.html.evidence import Evidence
from murho.report.html.trees import drawing
from murho.suites.cases import is_suite
from murho.suites.scoring import Leaf, Node

OPEN = 2
"""Levels of the tree that are unfolded at first."""
OUTCOMES = {
    "nothing": "no tree",
    "missed": "well-formed, but rejected",
    "overgenerated": "ill-formed, but accepted",
    "undefined": "⊥ no answer",
}
"""What outcomes are called where the measure's own word says too little."""


@dataclass(frozen=True)
class Line:
    """A realization."""

    id: str
    test: str
    told: str
    outcome: str
    right: bool
    covered: bool
    trees: str
    """Gold and system, drawn; empty where they are equal or none."""


@dataclass(frozen=True)
class Branch:
    """A phenomenon with its figures; shares are fractions of 1, None where there is nothing to divide by."""

    name: str
    depth: int
    open: bool
    cases: int
    right: int
    covered: int
    of_covered: int
    """What could be covered: all cases, or the well-formed sentences."""
    overgenerated: int
    illformed: int
    accuracy: float
    coverage: float | None
    by_frequency: float | None
    """1 − π under ρ = frequency."""
    mass: float
    unweighed: int
    """Realizations without a frequency."""
    las: float | None
    wrong_lines: list[Line]
    right_lines: list[Line]
    children: "list[Branch]"


@dataclass(frozen=True)
class Tree:
    """A section."""

    section: str
    top: Branch
    accepting: bool
    """Sentences are accepted or rejected; else links are checked."""
    weighed: bool
    parsed: bool
    unweighed: int
    undefined: int


def phenomena(evidence: Evidence) -> list[Tree]:
    """The sections of a suite, judged by the main measure; none where the run is no run of a suite."""
    if not is_suite(evidence.cases) or len(evidence.rows) != len(evidence.cases):
        return []
    found = sections(evidence.measure, evidence.cases, evidence.rows, evidence.answers)
    return [_tree(top, evidence) for top in found]


def _tree(top: Node, evidence: Evidence) -> Tree:
    return Tree(
        top.name,
        _branch(top, evidence),
        "wellformed" in top.counts,
        bool(top.mass),
        top.las is not None,
        top.unweighed,
        top.undefined,
    )


def _branch(node: Node, evidence: Evidence) -> Branch:
    covered = node.counts.get("covered", node.right)
    could = node.counts.get("wellformed", node.cases)
    own = [_line(leaf, evidence) for leaf in node.own]
    return Branch(
        "all" if not node.depth else node.name,
        node.depth,
        node.depth < OPEN and bool(node.children),
        node.cases,
        node.right,
        covered,
        could,
        node.counts.get("overgenerated", 0),
        node.counts.get("illformed", 0),
        node.right / node.cases,
        covered / could if could else None,
        None if node.pi_by_frequency is None else 1 - node.pi_by_frequency,
        node.mass,
        node.unweighed,
        node.las,
        [line for line in own if not line.right],
        [line for line in own if line.right],
        [_branch(child, evidence) for child in node.children],
    )


def _line(leaf: Leaf, evidence: Evidence) -> Line:
    answer = evidence.answers.answers[leaf.place]
    said = None if answer is UNDEFINED else answer
    drawn = "" if leaf.right else drawing(evidence.measure, evidence.cases.meant[leaf.place], said, leaf.id)
    outcome = OUTCOMES.get(leaf.outcome, leaf.outcome)
    if not leaf.right and leaf.covered:
        outcome += ", though it builds such elsewhere" if leaf.outcome.startswith("wrong") else ""
    return Line(leaf.id, leaf.test, leaf.told, outcome, leaf.right, leaf.covered, drawn)
