"""The tree of phenomena of a suite: what is covered and what is right, down to the sentences; of one run, or of two.

A section of a suite is a tree, and a row of it is a phenomenon with what is counted below it. The realizations of a
phenomenon are its items: those that are wrong, those that are right.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind
from murho.sheets import Column, Picture, Sheet, SheetCell, SheetItem, SheetRow
from murho.sheets.numbers import several
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.measures.dependencies.word_pairs import Place
    from murho.pipeline.suites.phenomena import ComparedSuites, Pair, SuiteScore
    from murho.suites.scoring import Leaf, Node
    from murho.views.evidence import Evidence

OUTCOMES = {
    "nothing": "no tree",
    "missed": "well-formed, but rejected",
    "overgenerated": "ill-formed, but accepted",
    "undefined": "⊥ no answer",
}
"""What outcomes are called where the measure's own word says too little."""
LISTED = ("none", "wrong", "all")
"""Which realizations are listed."""


@dataclass(frozen=True)
class Phenomena:
    """The sections of a suite as they were scored, and which of it is shown."""

    score: "SuiteScore"
    sentences: str = "all"
    """Which realizations are listed, as `LISTED` has it."""
    depth: int | None = None
    """How far down the tree is printed; all of it without a number."""
    words: "Mapping[str, list[Place]]" = field(default_factory=dict)
    """Of gold and system tree, by the id of a realization that is wrong."""

    def as_json(self) -> dict[str, Any]:
        """What `murho suite show --json` prints."""
        return self.score.as_json()


def phenomena_of(evidence: "Evidence") -> Phenomena | None:
    """The sections of a suite, judged by the main measure; None where the run is no run of a suite."""
    from murho.core.meaning import UNDEFINED
    from murho.pipeline.runs.show import judged
    from murho.pipeline.suites.phenomena import SuiteScore, sections
    from murho.suites.cases import is_suite
    from murho.views.tree_words import tree_words

    if not is_suite(evidence.cases) or evidence.has_finer_rows:
        return None
    _, rows = judged(evidence.run, evidence.measure, evidence.missing)  # with counts
    tops = sections(evidence.measure, evidence.cases, rows, evidence.answers)
    words = dict[str, list[Any]]()
    for leaf in (leaf for top in tops for leaf in top.leaves if not leaf.right):
        answer = evidence.answers.answers[leaf.place]
        meant = evidence.cases.meant[leaf.place]
        words[leaf.id] = tree_words(evidence.measure, meant, None if answer is UNDEFINED else answer)
    notes = [str(note) for note in evidence.record.get("data", {}).get("notes", ())]
    score = SuiteScore(str(evidence.run.path), repr(evidence.measure), tops, "", notes=notes)
    return Phenomena(score, words=words)


def sheet(found: Phenomena) -> Sheet:
    """A tree for each section, with the realizations of each phenomenon."""
    together = "take the sections together, and have" if len(found.score.sections) > 1 else "have"
    return Sheet(
        "Phenomena",
        f"what {found.score.measure} finds covered and right, phenomenon by phenomenon",
        notes=found.score.notes,
        explanation="Open a line to see what is below it. A suite is chosen, not drawn at random: these are counts of "
        f"it, without sampling intervals. Figures of the whole run {together} intervals as if it were.",
        sections=[_section(top, found) for top in found.score.sections],
        signature=found.score.signature,
    )


def _section(top: "Node", found: Phenomena) -> Sheet:
    accepting = "wellformed" in top.counts
    columns = [Column("phenomenon", "name"), *(_ACCEPTED if accepting else _RIGHT)]
    if top.mass:
        columns += [Column("Σρ", "amount", rank=2), *([_UNWEIGHED] if top.unweighed else []), _WEIGHED]
    if top.las is not None:
        columns.append(Column("LAS", "score", rank=2))
    if found.score.intervals is not None:
        columns.append(Column("interval of π", "ends"))
    return Sheet(
        top.name,
        columns=columns,
        rows=[SheetRow(_cells(node, top, found), node.depth, items=_items(node, found)) for node in top.walk()],
        notes=[*section_notes(top), *interval_notes(found.score)],
        explanation=_explanation(top, accepting),
        is_tree=True,
        deepest=found.depth,
    )


_RIGHT = (
    Column("right", "ratio", bar=True),
    Column("of all", "share", rank=3),
    Column("covered", "ratio", bar=True),
)
_ACCEPTED = (
    Column("accepted", "ratio", bar=True),
    Column("of all", "share", rank=3),
    Column("overgenerated", "ratio", bar=True),
)
_UNWEIGHED, _WEIGHED = Column("null", "count", rank=2), Column("π by ρ", "fraction", rank=2)


def _cells(node: "Node", top: "Node", found: Phenomena) -> list[Any]:
    covered = node.covered, node.coverable
    cells: list[Any]
    if "wellformed" in top.counts:
        share = node.covered / node.coverable if node.coverable else None
        cells = [covered, share, (node.counts["overgenerated"], node.counts["illformed"])]
    else:
        cells = [(node.right, node.cases), 1 - node.pi, covered]
    if top.mass:
        cells += [node.mass or None, *([_or_dot(node.unweighed)] if top.unweighed else []), node.pi_by_frequency]
    if top.las is not None:
        cells.append(None if node.las is None else 100 * node.las)
    if found.score.intervals is not None:
        cells.append(found.score.intervals[node.path].interval)
    return [branch_name(node), *cells]


def _or_dot(count: int) -> Any:
    return count or SheetCell("·", "text")


def _items(node: "Node", found: Phenomena) -> list[SheetItem]:
    wanted = {"none": (), "wrong": (False,), "all": (False, True)}[found.sentences]
    return [_item(leaf, found.words.get(leaf.id)) for right in wanted for leaf in node.own if leaf.right is right]


def _item(leaf: "Leaf", words: "list[Place] | None") -> SheetItem:
    picture = Picture("trees", (words, leaf.id), "gold and system tree") if words else None
    if leaf.right:
        return SheetItem(leaf.id, leaf.test, True, note=leaf.told, group="right", folded=True)
    elsewhere = leaf.covered and leaf.outcome.startswith("wrong")
    outcome = outcome_name(leaf) + (", though it builds such elsewhere" if elsewhere else "")
    return SheetItem(leaf.id, leaf.test, False, outcome, leaf.told, picture=picture)


def _explanation(top: "Node", accepting: bool) -> str:
    if accepting:
        text = (
            "The upper bar is the share of well-formed sentences that are accepted, the lower one that of the "
            "ill-formed ones."
        )
        weighed = (
            " π by ρ weighs each sentence by its frequency, one that is ill-formed and rejected being right; null "
            "is how many have none."
        )
    else:
        text = (
            "The upper bar is what is right, the lower one what is covered: the system builds such a dependency "
            "somewhere in the sentence."
        )
        weighed = (
            " π by ρ weighs each realization by its frequency, which realizations with the same link share; null is "
            "how many have none."
        )
    las = " LAS is that of the sentences, each once." if top.las is not None else ""
    return text + (weighed if top.mass else "") + las


def section_notes(section: "Node") -> list[str]:
    """The notes on one section: answers that are ⊥, realizations that the figure by frequency leaves out."""
    from murho.views.pairing_notes import had_been

    ends = had_been(section.if_failures, "π") if section.undefined else ""
    notes = [f"{several(section.undefined, 'case')} undefined (⊥){ends}"] if section.undefined else []
    if section.mass and section.unweighed:
        without = several(section.unweighed, "realization")
        notes.append(f"{without} without a frequency, left out of the figure weighed by frequency")
    return notes


def interval_notes(score: "SuiteScore") -> list[str]:
    """What the intervals of a suite count, where they were asked for: a suite is chosen, and no sample."""
    if score.intervals is None:
        return []
    weighed = "each realization as one" if score.weight == "given" else f"realizations by {score.weight}"
    return [f"the interval of π counts {weighed}, as if the suite were a random sample"]


def branch_name(node: "Node") -> str:
    """What a phenomenon is called beside those of its section, whose top holds all."""
    return node.name if node.depth else "all"


def outcome_name(leaf: "Leaf") -> str:
    """What became of a realization, in words."""
    return OUTCOMES.get(leaf.outcome, leaf.outcome)


GROUPS = {(True, False): "right in A only", (False, True): "right in B only"}
FOLDED_GROUPS = {(False, False): "right in neither", (True, True): "right in both"}
"""What realizations of two runs have in common, in the order of what is worth reading first."""


def paired_sheet(compared: "ComparedSuites", sentences: bool = False) -> Sheet:
    """Two runs of a suite, phenomenon by phenomenon: how many cases both have right, one alone, none.

    With `sentences` each phenomenon has its realizations as items.
    """
    pairs = compared.pairs
    weighed = any(pair.pi_a is not None for pair in pairs)
    tested = any(pair.difference is not None for pair in pairs)
    columns = [Column("phenomenon", "name"), Column("n", "count"), Column("both", "count", bar=True)]
    columns += [Column(name, "count") for name in ("only A", "only B", "neither")]
    columns += [Column("π by ρ (A)", "fraction", rank=2), Column("(B)", "fraction", rank=2)] if weighed else []
    columns += [Column("p", "p")] if tested else []
    rows = []
    for pair in pairs:
        cells = [pair.name, pair.cases, SheetCell(pair.both, "count", part=pair.both / pair.cases)]
        cells += map(_or_dot, (len(pair.only_a), len(pair.only_b), pair.neither))
        cells += [pair.pi_a, pair.pi_b] if weighed else []
        cells += [None if pair.difference is None else pair.difference.p_value] if tested else []
        rows.append(SheetRow(cells, pair.depth, items=list(_both(pair)) if sentences else ()))
    # A case stands under every phenomenon above it, and is named once.
    alone = {"A": [pair.only_a for pair in pairs], "B": [pair.only_b for pair in pairs]}
    once = {side: list(dict.fromkeys(name for some in ids for name in some)) for side, ids in alone.items()}
    return Sheet(
        "Two runs of a suite",
        "the same realizations, judged by one measure in both",
        columns,
        rows,
        [f"only {side}: {', '.join(ids)}" for side, ids in once.items() if ids],
        facts=[("A", SheetCell(compared.run_a, "name")), ("B", SheetCell(compared.run_b, "name"))],
        explanation="A suite is chosen, not drawn at random: these are counts of it. Open a line to see what is below "
        "it; the bar is what is right in both.",
        is_tree=True,
        signature="\n".join(compared.signatures),
    )


def _both(pair: "Pair") -> Iterator[SheetItem]:
    """The realizations of two runs that belong to no phenomenon below this one."""
    for rights, name in (GROUPS | FOLDED_GROUPS).items():
        for a, b in pair.own:
            if (a.right, b.right) == rights:
                sides = [f"{side}: {outcome_name(leaf)}" for side, leaf in (("A", a), ("B", b)) if not leaf.right]
                item = SheetItem(a.id, a.test, None, ", ".join(sides), a.told, name)
                yield replace(item, folded=rights in FOLDED_GROUPS)


def is_reported(evidence: "Evidence") -> bool:
    """Whether a report is on a run of a suite."""
    from murho.suites.cases import is_suite

    return is_suite(evidence.cases)


TERMS = (
    Term(
        "phenomenon",
        "What a sentence of a test suite is there to test; phenomena have phenomena below them.",
        "",
        "docs/suites.md",
        ("phenomena",),
    ),
    Term(
        "covered",
        "The system builds such a dependency somewhere in the sentence, though it may be another one that is checked.",
        "",
        "docs/suites.md",
    ),
    Term(
        "accepted",
        "Of the well-formed sentences of a suite, those that get an analysis; of the ill-formed ones those that "
        "get one are overgenerated.",
        "",
        "docs/suites.md",
        ("overgenerated", "overgeneration", "acceptance", "of all"),
    ),
    Term(
        "π by ρ",
        "π of a phenomenon where each realization counts by its frequency, which those with the same link share; those "
        "that have none (null) are left out of it.",
        "Σ ρ·μ / Σ ρ, of the realizations below it",
        "docs/suites.md",
        ("null", "π by ρ (A)", "(B)", "interval of π"),
    ),
)

FIGURE = FigureKind(
    make=phenomena_of, name="phenomena", title="Phenomena", sheet=sheet, place=50, reported=is_reported, terms=TERMS
)
