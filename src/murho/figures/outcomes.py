"""Outcomes: what became of the cases, and why answers are missing."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from murho.figures import FigureKind
from murho.sheets import Column, Sheet, SheetCell, SheetRow
from murho.sheets.terms import Term

if TYPE_CHECKING:
    from murho.core.compact import Compact
    from murho.views.evidence import Evidence


@dataclass(frozen=True)
class Outcome:
    """A kind of outcome or of failure, and how much of the run it is."""

    name: str
    note: str
    cases: int
    share: float
    """Of the cases."""
    importance: float
    """Share of Σ ρ."""
    loss: float
    """Share of Σ ρ·loss."""


@dataclass(frozen=True)
class Outcomes:
    """What became of all cases."""

    kinds: Sequence[Outcome]
    counts: Sequence[tuple[str, int]]
    """What the measure counts besides."""
    failures: Sequence[Outcome]
    """Why answers are undefined."""

    def as_json(self) -> dict[str, Any]:
        """All of it as plain values."""
        return asdict(self)


def outcomes_of(evidence: "Evidence") -> Outcomes:
    """Count what became of the cases under the main measure and weighting."""
    from murho.core.shifting import RELATIONS

    counts = evidence.figure_under(0, 0).counts
    numbers = [(name, counts[name]) for name in counts if name not in RELATIONS]
    return Outcomes(_kinds(evidence), numbers, _failures(evidence))


def _outcomes(evidence: "Evidence", groups: "Compact", names: Sequence[str]) -> dict[str, Outcome]:
    """A line for each group of cases by its name; `groups` (cases,) are numbers of names, below 0 for none."""
    import numpy as np

    from murho.core.exact import totals
    from murho.core.moments import Number
    from murho.views.evidence import total_of

    counts = np.zeros(len(names), np.int64)
    masses, losses = list[Number]([0] * len(names)), list[Number]([0] * len(names))
    for start, of_piece in groups.pieces():
        held = np.flatnonzero(of_piece >= 0)
        if not len(held):
            continue
        codes, stop = of_piece[held], start + len(of_piece)
        counts += np.bincount(codes, minlength=len(names))
        for sums, column in ((masses, evidence.rho), (losses, evidence.cost)):
            for code, added in enumerate(totals(codes, column.between(start, stop)[held], len(names))):
                sums[code] += added
    cases, mass = max(1, len(evidence.cases)), float(total_of(evidence.rho))
    return {
        name: Outcome(
            name,
            "",
            count,
            count / cases,
            float(masses[code]) / mass if mass else 0.0,
            float(losses[code]) / evidence.total_loss if evidence.total_loss else 0.0,
        )
        for code, (name, count) in enumerate(zip(names, counts.tolist(), strict=True))
        if count
    }


def _kinds(evidence: "Evidence") -> list[Outcome]:
    from murho.views.names import RELATIONS

    found = _outcomes(evidence, evidence.kinds.codes, evidence.kinds.names)
    named = {kind: RELATIONS[kind] for kind in RELATIONS if kind in found}
    return [replace(found[kind], name=name, note=note) for kind, (name, note) in named.items()]


def _failures(evidence: "Evidence") -> list[Outcome]:
    """By the reason before the first colon; the note is the most frequent full text."""
    import numpy as np

    from murho.core.compact import Compact
    from murho.views.bins import pieces_of

    groups, number_of = Compact(), dict[str, int]()
    texts: dict[str, Counter[str]] = defaultdict(Counter)
    for piece in pieces_of(evidence.answers.failures or ())():
        of_piece = np.full(len(piece), -1, np.int64)
        for row, reason in enumerate(piece):
            if reason is not None:
                name = reason.split(":")[0].strip() or "unknown"
                of_piece[row] = number_of.setdefault(name, len(number_of))
                texts[name][reason] += 1
        groups.add(of_piece)
    found = []
    for name, outcome in _outcomes(evidence, groups, list(number_of)).items():
        full = texts[name].most_common(1)[0][0]
        found.append(replace(outcome, note=full if full != name else ""))
    return sorted(found, key=lambda outcome: -outcome.cases)


def sheet(found: Outcomes) -> Sheet:
    """The kinds of outcomes, what the measure counts besides, and the reasons of failures."""
    counts = [(name, SheetCell(number, "count")) for name, number in found.counts]
    parts = [replace(_table("What became of the expressions", "outcome", found.kinds), facts=counts)]
    if found.failures:
        parts.append(_table("Why answers are undefined", "reason", found.failures))
    return Sheet("Outcomes", terms=("⊥", *TERMS), sections=parts)


def _table(title: str, name: str, outcomes: Sequence[Outcome]) -> Sheet:
    shares = (Column("of cases", "share", bar=True), Column("of Σρ", "share"), Column("of the loss", "share"))
    rows = [SheetRow((one.name, one.cases, one.share, one.importance, one.loss), note=one.note) for one in outcomes]
    return Sheet(title, columns=(Column(name, "name"), Column("cases", "count"), *shares), rows=rows)


TERMS = (
    Term(
        "outcome",
        "What became of a case: equal (exactly the correct meanings), some (of these, none wrong), more (all of "
        "these, and wrong ones), overlap (some of these, and wrong ones), disjoint (nothing in common), ⊥, ∅. "
        "Under other measures: right (loss 0), partly wrong, wrong (a loss of 1 per unit or more).",
        "",
        "docs/measures.md",
        ("outcomes", "equal", "some", "more", "overlap", "disjoint", "partly wrong", "right", "correct", "wrong"),
    ),
)

FIGURE = FigureKind(
    make=outcomes_of,
    name="outcomes",
    title="Outcomes",
    sheet=sheet,
    place=600,
    reported=lambda evidence: True,
    terms=TERMS,
)
