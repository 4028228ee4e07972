"""Two runs of one suite: the tree of phenomena with what both have right, one alone, or none."""

from dataclasses import dataclass
from typing import Any

from murho.measures import Measure
from murho.pipeline.suites.phenomena import ComparedSuites, Pair, both_scores
from murho.store import Run
from murho.suites.scoring import Leaf, Node
from murho.views import as_json
from murho.views.phenomena import branch_name, outcome_name, right_by_frequency
from murho.views.record import run_name, spec
from murho.weighting import Weighting

KINDS = {(True, True): "both", (True, False): "only_a", (False, True): "only_b", (False, False): "neither"}
ORDER = ("only_a", "only_b", "neither", "both")
"""In the order of what is worth reading first."""


@dataclass(frozen=True)
class Line:
    """A realization in both runs."""

    id: str
    test: str
    told: str
    """What it is, in a few words."""
    kind: str
    """`both`, `only_a`, `only_b` or `neither` has it right."""
    outcome_a: str
    outcome_b: str


@dataclass(frozen=True)
class Branch:
    """A phenomenon in both runs."""

    name: str
    depth: int
    cases: int
    counts: dict[str, int]
    by_frequency: tuple[float | None, float | None]
    """1 − π under ρ = frequency, of A and of B."""
    mass: float
    lines: dict[str, list[Line]]
    """By what they are: both, only_a, only_b, neither."""
    children: "list[Branch]"


@dataclass(frozen=True)
class TwoRuns:
    """Both runs, section by section."""

    name: str
    sides: list[tuple[str, str, str]]
    """A and B: the run, and what system it is of."""
    measure: str
    sections: list[tuple[str, Branch]]
    signatures: list[str]

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


@dataclass(frozen=True)
class Counts:
    """Two runs in figures, phenomenon by phenomenon."""

    sides: list[tuple[str, str]]
    """A and B."""
    lines: list[Pair]
    weighed: bool
    """Some line has figures by frequency."""
    tested: bool
    """Differences were asked for."""
    alone: list[tuple[str, list[str]]]
    """Of each side that has any: the ids of the cases that it alone has right, each once."""
    signatures: list[str]

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {name: as_json.as_json(value) for name, value in vars(self).items()}


def counts(compared: ComparedSuites) -> Counts:
    """What is shown of two runs where there is room for figures only."""
    pairs = compared.pairs
    alone = {"A": [pair.only_a for pair in pairs], "B": [pair.only_b for pair in pairs]}
    # A case stands under every phenomenon above it, and is named once.
    once = [(side, list(dict.fromkeys(name for some in ids for name in some))) for side, ids in alone.items()]
    return Counts(
        [("A", compared.run_a), ("B", compared.run_b)],
        list(pairs),
        any(pair.pi_a is not None for pair in pairs),
        any(pair.difference is not None for pair in pairs),
        [(side, ids) for side, ids in once if ids],
        list(compared.signatures),
    )


def two_runs(a: Run, b: Run, measure: Measure | None = None, weight: Weighting | None = None) -> TwoRuns:
    """Two runs of one suite under a measure: the first of A unless another is named.

    Raises:
        UsageError: they are runs of different suites.
    """
    ours, theirs = both_scores(a, b, measure, weight)
    return TwoRuns(
        f"{run_name(a)} and {run_name(b)}",
        [(letter, run_name(run), spec(run.record.get("system", {}))) for letter, run in (("A", a), ("B", b))],
        ours.measure,
        [(top.name, _branch(top, other)) for top, other in zip(ours.sections, theirs.sections, strict=True)],
        [ours.signature, theirs.signature],
    )


def _branch(a: Node, b: Node) -> Branch:
    others = {leaf.id: leaf for leaf in b.leaves}
    own = {leaf.id for leaf in a.own}
    counts = dict.fromkeys(ORDER, 0)
    lines: dict[str, list[Line]] = {kind: [] for kind in ORDER}
    for leaf in a.leaves:
        line = _line(leaf, others[leaf.id])
        counts[line.kind] += 1
        if leaf.id in own:
            lines[line.kind].append(line)
    return Branch(
        branch_name(a),
        a.depth,
        a.cases,
        counts,
        (right_by_frequency(a), right_by_frequency(b)),
        a.mass,
        lines,
        [_branch(child, other) for child, other in zip(a.children, b.children, strict=True)],
    )


def _line(a: Leaf, b: Leaf) -> Line:
    return Line(a.id, a.test, a.told, KINDS[a.right, b.right], outcome_name(a), outcome_name(b))
