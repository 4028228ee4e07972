"""The worst items: those that cost the most, by ρ·loss, with everything one needs to see why."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from murho.core.meaning import UNDEFINED, Meanings
from murho.measures import Measure
from murho.report.html import legible
from murho.report.html.compare import MANY, Pair, Shown, compared, drawn
from murho.report.html.evidence import Evidence, Floats
from murho.report.html.legible import Folded, as_text, fold, short
from murho.report.html.outcomes import kinds_of
from murho.report.html.phrases import RELATIONS as SAID
from murho.report.html.trees import drawing

FEATURES = 24
"""Features of an item that are shown."""


@dataclass(frozen=True)
class Item:
    """One case and what the system made of it."""

    place: int
    """Of the case in the suite, counted from 1."""
    id: Folded
    expression: Folded
    """Empty where the alignment shows it already."""
    kind: str
    kind_name: str
    kind_note: str
    loss: str
    units: str | None
    weight: str
    share: str
    """Of all loss."""
    correct: list[Shown]
    answered: list[Shown] | None
    """None is ⊥, an empty list ∅."""
    more: int
    """Meanings that are not shown."""
    failure: Folded | None
    alignment: list[Pair]
    trees: str
    """Gold and system tree as an SVG, for measures of trees."""
    features: list[tuple[str, str]]
    extras: list[tuple[str, Folded]]


@dataclass(frozen=True)
class Worst:
    """The worst items and how they were chosen."""

    items: list[Item]
    wrong: int
    """Cases with any loss."""
    tied: int
    """Cases that cost as much as the last one listed, where not all of them are."""
    listed_of_tied: int


def worst(evidence: Evidence, most: int) -> Worst:
    """The items of greatest ρ·loss, of equally bad ones those that further measures find worse."""
    costs = [evidence.rho * loss for loss in evidence.losses]
    chosen, tied, listed = choose(np.array(costs), most)
    kinds = kinds_of(evidence)
    wrong = int((costs[0] > 0).sum())
    return Worst([_item(evidence, i, costs[0], kinds[i]) for i in chosen], wrong, tied, listed)


def choose(costs: Floats, most: int) -> tuple[list[int], int, int]:
    """The places of the greatest costs, greatest first; how many tie with the last, and how many of those are in.

    `costs` (measures, cases): the first row decides, further rows where it ties. Those that still tie are taken at even
    steps through the suite, since its first ones are often of one kind.

    >>> choose(np.array([[0, 1, 2, 1, 1, 1, 0.5]]), 3)
    ([2, 1, 4], 4, 2)
    """
    order = np.lexsort(-costs[::-1])
    order = order[costs[0, order] > 0]
    if len(order) <= most or not most:
        return order[:most].tolist(), 0, 0
    ties = (costs[:, order] == costs[:, order[most - 1], None]).all(axis=0)
    level = order[ties]
    above = order[: int(np.argmax(ties))]
    room = most - len(above)
    steps = (np.arange(room) * len(level)) // max(1, room)
    tied = len(level) if room < len(level) else 0
    return [*above.tolist(), *level[steps].tolist()], tied, room if tied else 0


def _item(evidence: Evidence, i: int, cost: Floats, kind: str) -> Item:
    cases, answers = evidence.cases, evidence.answers
    said = answers.answers[i]
    answered = None if said is UNDEFINED else list(said)
    correct, given = compared(cases.meant[i], answered)
    units = float(evidence.units[i])
    reason = answers.failures[i] if answers.failures else None
    alignment = _alignment(evidence.measure, cases.meant[i], answered)
    trees = drawing(evidence.measure, cases.meant[i], answered, str(cases.ids[i]))
    spoken = bool(alignment) and tuple(cases.meant[i]) == (cases.texts[i],)
    return Item(
        i + 1,
        fold(str(cases.ids[i]), 80, 400),
        fold("" if spoken else cases.texts[i]),
        kind,
        *SAID[kind],
        legible.amount(float(evidence.loss[i])),
        None if units == 1 else legible.amount(units),
        legible.amount(float(evidence.rho[i])),
        legible.share(float(cost[i]), evidence.total_loss),
        correct,
        None if answered is None else given,
        max(0, len(cases.meant[i]) - MANY) + max(0, len(answered or ()) - MANY),
        None if reason is None else fold(reason, 160, 2_000),
        alignment,
        trees,
        _features({**cases.features, "cluster": cases.clusters or [None] * len(cases)}, i),
        [
            (name, fold(as_text(column[i]), 200, 2_000))
            for name, column in answers.extras.items()
            if column[i] is not None
        ],
    )


def _features(columns: dict[str, Sequence[Any]], i: int) -> list[tuple[str, str]]:
    found = [(name, column[i]) for name, column in columns.items() if column[i] is not None][:FEATURES]
    return [
        (name, short(", ".join(map(as_text, value)) if isinstance(value, list) else as_text(value), 80))
        for name, value in found
    ]


def _alignment(how: Measure, correct: Meanings, answered: Sequence[Any] | None) -> list[Pair]:
    """Of the reference that counts with the answer that was judged, for measures that align; else nothing."""
    if not how.aligning or not answered or not correct:
        return []
    (steps,) = how.aligned([correct], [tuple(answered)])
    return drawn(steps)
