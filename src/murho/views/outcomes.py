"""Outcomes: what became of the cases, and why answers are missing."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from murho.core.compact import Compact, Named
from murho.core.exact import totals
from murho.core.moments import Number
from murho.core.profile import encode
from murho.core.shifting import RELATIONS
from murho.views.bins import pieces_of
from murho.views.evidence import Evidence, total_of
from murho.views.names import RELATIONS as NAMED


@dataclass(frozen=True)
class Line:
    """A kind of outcome, failure or cause, and how much of the run it is."""

    name: str
    note: str
    cases: int
    share: float
    """Of the cases."""
    importance: float
    """Share of Σ ρ."""
    loss: float
    """Share of Σ ρ·loss."""
    depth: int = 0


@dataclass(frozen=True)
class Outcomes:
    """Everything the section shows."""

    kinds: list[Line]
    counts: list[tuple[str, int]]
    failures: list[Line]


def outcomes(evidence: Evidence) -> Outcomes:
    """Count what became of the cases under the main measure and weighting."""
    counts = evidence.figure_under(0, 0).counts
    numbers = [(name, counts[name]) for name in counts if name not in RELATIONS]
    return Outcomes(_kinds(evidence), numbers, _failures(evidence))


_PLAIN = ("right", "partly", "wrong", "undefined")


def kinds_of(evidence: Evidence) -> Named:
    """The outcome of each case: a relation of the sets where the measure tells, else right, partly or wholly wrong."""
    codes, number_of = Compact(), dict[str, int]()
    for part in evidence.parts():
        relations = part.rows.labels.get("relation")
        if relations is None or len(relations) != len(part.cases):
            return Named(_plain_kinds(evidence), _PLAIN)
        of_part, names = encode(relations)
        codes.add(np.array([number_of.setdefault(name, len(number_of)) for name in names], np.int64)[of_part])
    return Named(codes, tuple(number_of))


def _plain_kinds(evidence: Evidence) -> Compact:
    """The numbers of the kinds that any measure tells."""
    codes = Compact()
    for start, loss in evidence.loss.pieces():
        stop = start + len(loss)
        plain = np.where(loss == 0, 0, np.where(loss < evidence.units.between(start, stop), 1, 2))
        codes.add(np.where(evidence.undefined.between(start, stop) > 0, 3, plain))
    return codes


def _lines(evidence: Evidence, groups: Compact, names: Sequence[str]) -> dict[str, Line]:
    """A line for each group of cases by its name; `groups` (cases,) are numbers of names, below 0 for none."""
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
        name: Line(
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


def _named(line: Line, name: str, note: str = "", depth: int = 0) -> Line:
    return Line(name, note, line.cases, line.share, line.importance, line.loss, depth)


def _kinds(evidence: Evidence) -> list[Line]:
    kinds = kinds_of(evidence)
    lines = _lines(evidence, kinds.codes, kinds.names)
    return [_named(lines[kind], *NAMED[kind]) for kind in NAMED if kind in lines]


def _failures(evidence: Evidence) -> list[Line]:
    """By the reason before the first colon; the note is the most frequent full text."""
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
    lines = []
    for name, line in _lines(evidence, groups, list(number_of)).items():
        full = texts[name].most_common(1)[0][0]
        lines.append(_named(line, name, full if full != name else ""))
    return sorted(lines, key=lambda line: -line.cases)
