"""Outcomes: what became of the cases, why answers are missing, what caused the errors, what the system is able to."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.shifting import RELATIONS
from murho.measures.labels import confusion, per_class
from murho.pipeline.ability import Ability as Able
from murho.pipeline.ability import ability_of
from murho.pipeline.causes import caused
from murho.report.html.evidence import Evidence, Floats
from murho.report.html.legible import short
from murho.report.html.phrases import RELATIONS as SAID

LISTED = 200
"""Items listed behind a figure, at most."""


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
    """A set of items, as far as it is listed."""

    title: str
    total: int
    listed: list[tuple[str, str]]
    """Id and expression."""


@dataclass(frozen=True)
class Ability:
    """Coverage and competence with their sets."""

    able: Able
    sets: list[Items]
    texts: list[Items]
    """Meanings, and what users say."""


@dataclass(frozen=True)
class ClassLine:
    """Precision, recall and F1 of one label."""

    label: str
    gold: float
    given: float
    precision: float | None
    recall: float | None
    f1: float | None


@dataclass(frozen=True)
class Outcomes:
    """Everything the section shows."""

    kinds: list[Line]
    counts: list[tuple[str, int]]
    failures: list[Line]
    causes: list[Line]
    untagged: int
    """Wrong answers without a cause, where others have one."""
    classes: list[ClassLine]
    more_classes: int
    confusions: list[tuple[str, str, float]]
    ability: Ability


def outcomes(evidence: Evidence) -> Outcomes:
    """Count what became of the cases under the main measure and weighting."""
    tagged, untagged = _causes(evidence)
    classes, confusions = _labels(evidence)
    counts = evidence.figure_under(0, 0).counts
    return Outcomes(
        _kinds(evidence),
        [(name, counts[name]) for name in counts if name not in RELATIONS],
        _failures(evidence),
        tagged,
        untagged,
        classes[:LISTED],
        max(0, len(classes) - LISTED),
        confusions,
        _ability(evidence),
    )


def kinds_of(evidence: Evidence) -> list[str]:
    """The outcome of each case: a relation of the sets where the measure tells, else right, partly or wholly wrong."""
    found = evidence.rows.labels.get("relation")
    if found is not None and len(found) == len(evidence.cases):
        return list(found)
    undefined = np.bincount(evidence.rows.case, evidence.rows.undefined, len(evidence.cases)) > 0
    plain = np.where(evidence.loss == 0, "right", np.where(evidence.loss < evidence.units, "partly", "wrong"))
    return np.where(undefined, "undefined", plain).tolist()  # type: ignore[no-any-return]


def _lines(evidence: Evidence, groups: dict[Any, list[int]]) -> dict[Any, Line]:
    """A line for each group of cases, named by its key."""
    cases, mass = max(1, len(evidence.cases)), float(evidence.rho.sum())
    lines = {}
    for key, members in groups.items():
        at = np.array(members, np.int64)
        loss = float((evidence.rho[at] * evidence.loss[at]).sum())
        lines[key] = Line(
            str(key),
            "",
            len(members),
            len(members) / cases,
            float(evidence.rho[at].sum()) / mass if mass else 0.0,
            loss / evidence.total_loss if evidence.total_loss else 0.0,
        )
    return lines


def _grouped(keys: Sequence[Any]) -> dict[Any, list[int]]:
    groups: dict[Any, list[int]] = defaultdict(list)
    for i, key in enumerate(keys):
        groups[key].append(i)
    return groups


def _named(line: Line, name: str, note: str = "", depth: int = 0) -> Line:
    return Line(name, note, line.cases, line.share, line.importance, line.loss, depth)


def _kinds(evidence: Evidence) -> list[Line]:
    lines = _lines(evidence, _grouped(kinds_of(evidence)))
    return [_named(lines[kind], *SAID[kind]) for kind in SAID if kind in lines]


def _failures(evidence: Evidence) -> list[Line]:
    """By the reason before the first colon; the note is the most frequent full text."""
    reasons = evidence.answers.failures or [None] * len(evidence.cases)
    groups = _grouped([None if reason is None else reason.split(":")[0].strip() or "unknown" for reason in reasons])
    groups.pop(None, None)
    lines = []
    for name, line in _lines(evidence, groups).items():
        full = Counter(reasons[i] or "" for i in groups[name]).most_common(1)[0][0]
        lines.append(_named(line, name, full if full != name else ""))
    return sorted(lines, key=lambda line: -line.cases)


def _causes(evidence: Evidence) -> tuple[list[Line], int]:
    """Branches with their leaves, and how many wrong answers nobody tagged."""
    cases, said = evidence.cases, evidence.answers.extras.get("cause")
    if "cause" not in cases.features and said is not None:  # a run that is not complete
        cases = cases.with_feature("cause", said)
    found = caused(cases, evidence.loss, evidence.rho)
    size, mass = max(1, len(cases)), float(evidence.rho.sum())
    lines = [
        Line(
            one.path[-1] or "not looked into",
            "",
            one.cases,
            one.cases / size,
            one.importance / mass if mass else 0.0,
            one.loss_share,
            len(one.path) - 1,
        )
        for one in found.causes
    ]
    return lines, found.untagged.cases if lines else 0


def _labels(evidence: Evidence) -> tuple[list[ClassLine], list[tuple[str, str, float]]]:
    """Scores by class and the most frequent confusions, where the measure is one of classification."""
    if not {"gold", "given"} <= evidence.rows.labels.keys():
        return [], []
    scores = [
        ClassLine(one.label, one.gold, one.given, one.precision, one.recall, one.f1)
        for one in per_class(evidence.rows, evidence.rho)
    ]
    wrong = [(*pair, mass) for pair, mass in confusion(evidence.rows, evidence.rho).items() if pair[0] != pair[1]]
    return scores, wrong[:15]


def _ability(evidence: Evidence) -> Ability:
    able = ability_of(evidence.cases, evidence.rows, evidence.rho, bound=evidence.bound, users=evidence.users)
    found = able.found
    understood = set(found.linguistic)
    lacking = found.concepts - found.conceptual
    return Ability(
        able,
        [
            _items("Covered, not understood", [name for name in found.coverage if name not in understood], evidence),
            _items("Covered and understood", found.linguistic, evidence),
        ],
        [
            _texts("Meanings outside the competence", sorted(lacking)),
            _texts("Said by users, not covered", able.lacking),
            _texts("Said by users, and covered", able.expected),
        ],
    )


def _texts(title: str, texts: Sequence[str]) -> Items:
    return Items(title, len(texts), [("", short(text, 160)) for text in texts[:LISTED]])


def _items(title: str, names: Sequence[str], evidence: Evidence) -> Items:
    """The items of most importance first."""
    place = {name: i for i, name in enumerate(evidence.cases.ids)}
    rho: Floats = evidence.rho
    heaviest = sorted(names, key=lambda name: -rho[place[name]])[:LISTED]
    return Items(title, len(names), [(name, short(evidence.cases.texts[place[name]], 100)) for name in heaviest])
