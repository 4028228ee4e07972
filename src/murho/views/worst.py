"""The worst items: those that cost the most, by ρ·loss, with everything one needs to see why."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.columns import Sparse
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered, Meanings
from murho.measures import Measure
from murho.measures.dependencies.word_pairs import Place
from murho.views.as_json import as_json
from murho.views.evidence import Evidence, Floats
from murho.views.names import RELATIONS
from murho.views.said_and_meant import MANY, Pair, Shown, compared, drawn
from murho.views.tree_words import tree_words


@dataclass(frozen=True)
class Item:
    """One case and what the system made of it."""

    place: int
    """Of the case in the suite, counted from 1."""
    id: str
    expression: str
    """Empty where the alignment shows it already."""
    kind: str
    """The outcome, as `Evidence.kinds` names it."""
    kind_name: str
    kind_note: str
    loss: float
    units: float
    weight: float
    """ρ."""
    loss_share: float | None
    """Its part of all loss, Σ ρ·loss; None where nothing was lost."""
    correct: list[Shown]
    answered: list[Shown] | None
    """None is ⊥, an empty list ∅."""
    more: int
    """Meanings that are not shown."""
    failure: str | None
    alignment: list[Pair]
    words: list[Place]
    """Of gold and system tree, for measures of trees."""
    differences: list[str]
    """What the answer says otherwise, in words, for measures that explain."""
    features: list[tuple[str, Any]]
    """Those that the case has, its cluster last."""
    extras: list[tuple[str, Any]]
    """What came with the answer."""

    def as_json(self) -> dict[str, Any]:
        """The fields; `differences` only where there are any."""
        known = {field.name: as_json(getattr(self, field.name)) for field in fields(self)}
        return {name: value for name, value in known.items() if value or name != "differences"}


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
    first, *others = evidence.costs

    def costs() -> Iterator[Floats]:
        for start, piece in first.pieces():
            yield np.array([piece, *(column.between(start, start + len(piece)) for column in others)])

    chosen, tied, listed = choose(costs, most)
    kinds = evidence.kinds
    wrong = sum(int((piece > 0).sum()) for _, piece in first.pieces())
    return Worst([_item(evidence, i, kinds[i]) for i in chosen], wrong, tied, listed)


def choose(costs: Callable[[], Iterable[Floats]], most: int) -> tuple[list[int], int, int]:
    """The places of the greatest costs, greatest first; how many tie with the last, and how many of those are in.

    `costs` gives pieces (measures, cases): the first row decides, further rows where it ties. Those that still tie are
    taken at even steps through the suite, since its first ones are often of one kind.

    >>> choose(lambda: [np.array([[0, 1, 2, 1]]), np.array([[1, 1, 0.5]])], 3)
    ([2, 1, 4], 4, 2)
    """
    held, worst, start, wrong = np.zeros(0, np.int64), None, 0, 0
    for piece in costs():
        rows = np.flatnonzero(piece[0] > 0)
        wrong += len(rows)
        held = np.concatenate([held, start + rows])
        worst = piece[:, rows] if worst is None else np.concatenate([worst, piece[:, rows]], axis=1)
        order = np.lexsort(-worst[::-1])[:most]
        held, worst, start = held[order], worst[:, order], start + piece.shape[1]
    if worst is None or wrong <= most or not most:
        return held.tolist(), 0, 0
    last = worst[:, -1, None]
    above = held[: int(np.argmax((worst == last).all(axis=0)))]
    room, tied = most - len(above), sum(int((piece == last).all(axis=0).sum()) for piece in costs())
    chosen = [*above.tolist(), *_level(costs, last, (np.arange(room) * tied) // room)]
    return chosen, tied if room < tied else 0, room if room < tied else 0


def _level(costs: Callable[[], Iterable[Floats]], level: Floats, which: NDArray[np.int64]) -> Iterator[int]:
    """The places of those that cost just this much (measures, 1), of them only these, numbered from the first."""
    start = before = 0
    for piece in costs():
        here = np.flatnonzero((piece == level).all(axis=0))
        yield from (start + here[which[(which >= before) & (which < before + len(here))] - before]).tolist()
        start, before = start + piece.shape[1], before + len(here)


def _item(evidence: Evidence, i: int, kind: str) -> Item:
    cases, answers = evidence.cases, evidence.answers
    answer = answers.answers[i]
    answered = None if answer is UNDEFINED else list(answer)
    correct, given = compared(cases.meant[i], answered)
    alignment = _alignment(evidence.measure, cases.meant[i], answered)
    spoken = bool(alignment) and tuple(cases.meant[i]) == (cases.texts[i],)
    features = {**cases.features, "cluster": cases.clusters or Sparse({}, len(cases))}
    return Item(
        i + 1,
        str(cases.ids[i]),
        "" if spoken else cases.texts[i],
        kind,
        *RELATIONS[kind],
        float(evidence.loss[i]),
        float(evidence.units[i]),
        float(evidence.rho[i]),
        float(evidence.cost[i]) / evidence.total_loss if evidence.total_loss else None,
        correct,
        None if answered is None else given,
        max(0, len(cases.meant[i]) - MANY) + max(0, len(answered or ()) - MANY),
        answers.failures[i] if answers.failures else None,
        alignment,
        tree_words(evidence.measure, cases.meant[i], answered),
        _differences(evidence.measure, cases.meant[i], answer),
        [(name, column[i]) for name, column in features.items() if column[i] is not None],
        [(name, column[i]) for name, column in answers.extras.items() if column[i] is not None],
    )


def _alignment(measure: Measure, correct: Meanings, answered: Sequence[Any] | None) -> list[Pair]:
    """Of the reference that counts with the answer that was judged, for measures that align; else nothing."""
    if not measure.aligning or not answered or not correct:
        return []
    (steps,) = measure.aligned([correct], [tuple(answered)])
    return drawn(steps)


def _differences(measure: Measure, correct: Meanings, answer: Answered) -> list[str]:
    """In words, for measures that explain; ⊥ and ∅ are shown as what they are."""
    if not measure.explaining or answer is UNDEFINED or not answer or not correct:
        return []
    try:
        (told,) = measure.explained([correct], [answer])
    except UsageError:  # what it needs to be told may be missing where a run is looked at
        return []
    return told[:MANY]
