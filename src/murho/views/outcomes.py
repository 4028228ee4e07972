"""Outcomes: what became of the cases, why answers are missing, what caused the errors, what the system is able to."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core.averages import Averages
from murho.core.coded import Coded
from murho.core.deferred import Rows
from murho.core.profile import encode
from murho.core.shifting import RELATIONS
from murho.pipeline.runs.causes import caused
from murho.pipeline.runs.competence import RunCompetence, competence_of_cases
from murho.pipeline.scoring import classes as scoring
from murho.views.classes import Classes, classes
from murho.views.competence import Competence, competence
from murho.views.evidence import Evidence
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
class Items:
    """A set of items behind a figure."""

    title: str
    items: Sequence[tuple[str, str]]
    """Id and expression; without an id where it is a meaning or what a user said."""


@dataclass(frozen=True)
class Outcomes:
    """Everything the section shows."""

    kinds: list[Line]
    counts: list[tuple[str, int]]
    failures: list[Line]
    causes: list[Line]
    untagged: int
    """Wrong answers without a cause, where others have one."""
    classes: Classes | None
    """None for measures that know no classes."""
    averages: Averages | None
    """Macro and micro F1 of these."""
    competence: Competence
    sets: list[Items]
    """What is behind coverage and competence: cases, then meanings, and what users say."""


def outcomes(evidence: Evidence) -> Outcomes:
    """Count what became of the cases under the main measure and weighting."""
    tagged, untagged = _causes(evidence)
    of_run = competence_of_cases(
        evidence.cases, evidence.rows, evidence.rho, bound=evidence.bound, users=evidence.users
    )
    counts, sums = evidence.figure_under(0, 0).counts, _classes(evidence)
    return Outcomes(
        _kinds(evidence),
        [(name, counts[name]) for name in counts if name not in RELATIONS],
        _failures(evidence),
        tagged,
        untagged,
        None if sums is None else classes(sums.as_json(evidence.reading.level)),
        None if sums is None else sums.averages(evidence.reading.level),
        competence(of_run),
        _sets(of_run),
    )


def kinds_of(evidence: Evidence) -> Coded:
    """The outcome of each case: a relation of the sets where the measure tells, else right, partly or wholly wrong."""
    relations = evidence.rows.labels.get("relation")
    if relations is not None and len(relations) == len(evidence.cases):
        codes, names = encode(relations)
        return Coded(codes, tuple(names))
    undefined = np.bincount(evidence.rows.case, evidence.rows.undefined, len(evidence.cases)) > 0
    plain = np.where(evidence.loss == 0, 0, np.where(evidence.loss < evidence.units, 1, 2))
    return Coded(np.where(undefined, 3, plain), ("right", "partly", "wrong", "undefined"))


def _lines(evidence: Evidence, groups: NDArray[np.int64], names: Sequence[str]) -> dict[str, Line]:
    """A line for each group of cases by its name; `groups` (cases,) are numbers of names, below 0 for none."""
    cases, mass = max(1, len(evidence.cases)), float(evidence.rho.sum())
    lines = {}
    for number, name in enumerate(names):
        at = np.flatnonzero(groups == number)
        if not len(at):
            continue
        loss = float((evidence.rho[at] * evidence.loss[at]).sum())
        lines[name] = Line(
            name,
            "",
            len(at),
            len(at) / cases,
            float(evidence.rho[at].sum()) / mass if mass else 0.0,
            loss / evidence.total_loss if evidence.total_loss else 0.0,
        )
    return lines


def _named(line: Line, name: str, note: str = "", depth: int = 0) -> Line:
    return Line(name, note, line.cases, line.share, line.importance, line.loss, depth)


def _kinds(evidence: Evidence) -> list[Line]:
    kinds = kinds_of(evidence)
    lines = _lines(evidence, kinds.codes, kinds.names)
    return [_named(lines[kind], *NAMED[kind]) for kind in NAMED if kind in lines]


def _failures(evidence: Evidence) -> list[Line]:
    """By the reason before the first colon; the note is the most frequent full text."""
    groups = np.full(len(evidence.cases), -1, np.int64)
    number_of: dict[str, int] = {}
    texts: dict[str, Counter[str]] = defaultdict(Counter)
    for i, reason in enumerate(evidence.answers.failures or ()):
        if reason is not None:
            name = reason.split(":")[0].strip() or "unknown"
            groups[i] = number_of.setdefault(name, len(number_of))
            texts[name][reason] += 1
    lines = []
    for name, line in _lines(evidence, groups, list(number_of)).items():
        full = texts[name].most_common(1)[0][0]
        lines.append(_named(line, name, full if full != name else ""))
    return sorted(lines, key=lambda line: -line.cases)


def _causes(evidence: Evidence) -> tuple[list[Line], int]:
    """Branches with their leaves, and how many wrong answers nobody tagged."""
    cases, tags = evidence.cases, evidence.answers.extras.get("cause")
    if "cause" not in cases.features and tags is not None:  # a run that is not complete
        cases = cases.with_feature("cause", tags)
    causes = caused(cases, evidence.loss, evidence.rho)
    size, mass = max(1, len(cases)), float(evidence.rho.sum())
    lines = [
        Line(
            cause.path[-1] or "not looked into",
            "",
            cause.cases,
            cause.cases / size,
            cause.importance / mass if mass else 0.0,
            cause.loss_share,
            len(cause.path) - 1,
        )
        for cause in causes.causes
    ]
    return lines, causes.untagged.cases if lines else 0


def _classes(evidence: Evidence) -> scoring.Classes | None:
    """What was given by what is right, where the measure is one of classification."""
    if not {"gold", "given"} <= evidence.rows.labels.keys():
        return None
    sums = scoring.Classes()
    sums.add(evidence.measure, evidence.rows, evidence.rho, clusters=evidence.cases.clusters)
    return sums


def _sets(able: RunCompetence) -> list[Items]:
    sets = able.sets
    return [
        _items("Covered, not understood", able, able.not_understood),
        _items("Covered and understood", able, able.understood),
        _texts("Meanings outside the competence", sorted(sets.concepts - sets.conceptual)),
        _texts("Said by users, not covered", able.lacking),
        _texts("Said by users, and covered", able.expected),
    ]


def _texts(title: str, texts: Sequence[str]) -> Items:
    return Items(title, [("", text) for text in texts])


def _items(title: str, able: RunCompetence, rows: Rows) -> Items:
    """The items of most importance first."""
    return Items(title, able.listed(rows[np.argsort(-able.rho[rows], kind="stable")]))
