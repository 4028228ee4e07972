"""Two runs of one suite as a page: the tree of phenomena with what both have right, one alone, or none."""

from dataclasses import dataclass

from murho import __version__
from murho.formats.opening import Path
from murho.formats.saving import writing
from murho.measures import Measure
from murho.pipeline.phenomena import both_scores
from murho.report.html.phenomena import OPEN, OUTCOMES
from murho.report.html.record import run_name, spec
from murho.report.html.rendering import render
from murho.store import Run
from murho.suites.scoring import Leaf, Node
from murho.weighting import Weighting

KINDS = {(True, True): "both", (True, False): "only_a", (False, True): "only_b", (False, False): "neither"}
SHOWN = ("only_a", "only_b", "neither", "both")
"""In the order of what is worth reading first."""


@dataclass(frozen=True)
class Line:
    """A realization in both runs."""

    id: str
    test: str
    told: str
    kind: str
    outcome_a: str
    outcome_b: str


@dataclass(frozen=True)
class Branch:
    """A phenomenon in both runs."""

    name: str
    depth: int
    open: bool
    cases: int
    counts: dict[str, int]
    by_frequency: tuple[float | None, float | None]
    """1 − π under ρ = frequency, of A and of B."""
    mass: float
    lines: dict[str, list[Line]]
    """By what they are: both, only_a, only_b, neither."""
    children: "list[Branch]"


def write_twins(a: Run, b: Run, path: Path, how: Measure | None = None, weight: Weighting | None = None) -> None:
    """Write two runs of one suite as one HTML file that needs no network; it appears whole or not at all.

    Raises UsageError where they are runs of different suites, OutputError where the file cannot be written.
    """
    ours, theirs = both_scores(a, b, how, weight)
    tops = [(one.name, _branch(one, other)) for one, other in zip(ours.sections, theirs.sections, strict=True)]
    text = render(
        "twins.html",
        name=f"{run_name(a)} and {run_name(b)}",
        sides=[(letter, run_name(one), spec(one.record.get("system", {}))) for letter, one in (("A", a), ("B", b))],
        measure=ours.measure,
        sections=tops,
        signatures=[ours.signature, theirs.signature],
        version=__version__,
    )
    with writing(path) as file:
        file.write(text.encode("utf-8", "backslashreplace"))


def _branch(a: Node, b: Node) -> Branch:
    others = {leaf.id: leaf for leaf in b.leaves}
    own = {leaf.id for leaf in a.own}
    counts = dict.fromkeys(SHOWN, 0)
    lines: dict[str, list[Line]] = {kind: [] for kind in SHOWN}
    for leaf in a.leaves:
        line = _line(leaf, others[leaf.id])
        counts[line.kind] += 1
        if leaf.id in own:
            lines[line.kind].append(line)
    right = tuple(None if one.pi_by_frequency is None else 1 - one.pi_by_frequency for one in (a, b))
    return Branch(
        a.name if a.depth else "all",
        a.depth,
        a.depth < OPEN and bool(a.children),
        a.cases,
        counts,
        (right[0], right[1]),
        a.mass,
        lines,
        [_branch(one, other) for one, other in zip(a.children, b.children, strict=True)],
    )


def _line(a: Leaf, b: Leaf) -> Line:
    said = [OUTCOMES.get(leaf.outcome, leaf.outcome) for leaf in (a, b)]
    return Line(a.id, a.test, a.told, KINDS[a.right, b.right], said[0], said[1])
