"""Verdicts that hold for every admissible μ and ρ: what orders the classes of importance, and whose answers are judged.

Classes are those of a feature, or the values of the weighting. Numbers are ordered by value; the classes of any other
feature by how many cases they have, as in ρ4, where classes with as many cases share one ω; or as they are written,
the least important first: `scenario: alarm<music<news`.

>>> cases = Cases(["1", "2", "3"], [""] * 3, [("a",)] * 3, features={"scenario": ["news", "alarm", "news"]})
>>> found = importance(cases, np.ones(3), "scenario")
>>> found.names, found.codes.tolist(), found.omegas
(('alarm', 'news'), [1, 0, 1], (0.5, 1.0))
>>> importance(cases, np.ones(3), "scenario: news<alarm").names
('news', 'alarm')
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.dominance import Region, beyond, regions
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.ledger import group_name
from murho.core.robustness import Robustness, robustness
from murho.core.shifting import RELATIONS, mu3, shifting
from murho.core.spelling import argument, setting
from murho.measures import Measure

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]

MOST_CLASSES = 40
"""More classes of importance have too many vertices to be told apart, or drawn."""


@dataclass(frozen=True)
class Choices:
    """What is ordered, and a refinement that is proposed."""

    classes: str | None = None
    """A feature, or one with its classes in order; None stands for the values of the weighting."""
    refinement: str | None = None
    """A shifting as it is typed."""


@dataclass(frozen=True)
class Importance:
    """Ordered classes of importance."""

    names: tuple[str, ...]
    """The lightest first."""
    codes: Integers
    """The class of each case (cases,); -1 where its importance is 0, as it stays whatever the choice."""
    omegas: tuple[float, ...]
    """The importance of each class in the choice that distances are measured from; the last one is 1."""


def check(measure: Measure, choices: Choices) -> None:
    """Refuse a measure that does not tell the relations of μ3 apart, and what is no shifting.

    Raises:
        UsageError: it is such a measure, or such a text.
    """
    if measure.set_shifting is None:
        todo = "write -m meanings, or -m sql by form or execution"
        raise UsageError(f"{measure!r} has no classes of μ3, which robust verdicts are about; {todo}")
    if choices.refinement is not None:
        shifting(choices.refinement)


def robust(
    measure: Measure,
    cases: Cases,
    rows: tuple[Judgements, Judgements],
    rho: Floats,
    clusters: Integers,
    choices: Choices,
    *,
    level: float,
    resamples: int,
    seed: int,
) -> Robustness:
    """The verdict of two systems judged on the same cases; `rho` and `clusters` are columns (cases,)."""
    given = measure.set_shifting
    assert given is not None  # `check` has refused the others
    ordered = importance(cases, rho, choices.classes)
    held = np.flatnonzero(ordered.codes >= 0)
    a, b = (ranks(one)[held] for one in rows)
    own = given.deltas
    deltas = own if len(own) == len(RELATIONS) - 2 and list(own) == sorted(own) else mu3().deltas
    proposed = None if choices.refinement is None else shifting(choices.refinement)
    numbers = np.unique(clusters[held], return_inverse=True)[1]
    return robustness(
        a, b, ordered.codes[held], ordered.omegas, ordered.names, numbers, deltas,
        before=given, refinement=proposed, level=level, resamples=resamples, seed=seed,
    )  # fmt: skip


def best_of(
    cases: Cases, rows: Sequence[Judgements], rho: Floats, choices: Choices, seed: int
) -> tuple[tuple[str, ...], list[tuple[Region, Integers]]]:
    """The classes of importance; for each of several systems, judged on the same cases, where it is the best.

    That is its region, and what it is beyond at the vertices, (6, classes).
    """
    ordered = importance(cases, rho, choices.classes)
    held = np.flatnonzero(ordered.codes >= 0)
    counts = [beyond(ranks(one)[held], ordered.codes[held], len(ordered.names)) for one in rows]
    return ordered.names, list(zip(regions(counts, seed=seed), counts, strict=True))


def ranks(rows: Judgements) -> Integers:
    """The relation of each answer (cases,), as its place in `RELATIONS`."""
    place = {name: i for i, name in enumerate(RELATIONS)}
    found = np.zeros(len(rows), np.int64)
    found[rows.case] = [place[name] for name in rows.labels["relation"]]
    return found


def importance(cases: Cases, rho: Floats, classes: str | None) -> Importance:
    """The ordered classes; cases whose ρ is 0 are in none.

    Raises:
        InputError: there is no such feature.
        UsageError: its classes have no order, or are too many.
    """
    held = rho > 0
    if classes is None:
        values = np.unique(rho[held])
        _few(
            len(values),
            "the weights have",
            f"name a feature with {argument('classes')}, or weigh by classes, as in length()",
        )
        codes = np.where(held, np.searchsorted(values, rho), -1)
        return Importance(tuple(f"{v:g}" for v in values), codes, tuple((values / values[-1]).tolist()))
    feature, _, written = (part.strip() for part in classes.partition(":"))
    column = [value for value, heavy in zip(cases.feature(feature), held.tolist(), strict=True) if heavy]
    codes = np.full(len(cases), -1, np.int64)
    if written:
        groups = _as_written(feature, written, [group_name(value) for value in column])
    elif all(isinstance(value, int | float) and not isinstance(value, bool) for value in column):
        groups = [[group_name(value)] for value in sorted(set(column))]
    elif any(isinstance(value, int | float) and not isinstance(value, bool) for value in column):
        other = next(group_name(value) for value in column if not isinstance(value, int | float))
        todo = f"write it, the least important first: {setting('classes')}'{feature}: {other}<...'"
        raise UsageError(f"the classes of {feature!r} have no order, for {other} stands beside numbers; {todo}")
    else:
        return _by_frequency(feature, [group_name(value) for value in column], codes, held)
    _few(len(groups), f"{feature!r} has", f"write {feature!r} with fewer, or name another feature")
    code = {name: i for i, group in enumerate(groups) for name in group}
    codes[held] = [code[group_name(value)] for value in column]
    even = tuple((i + 1) / len(groups) for i in range(len(groups)))
    return Importance(tuple(", ".join(group) for group in groups), codes, even)


def _by_frequency(feature: str, column: Sequence[str], codes: Integers, held: NDArray[np.bool_]) -> Importance:
    counted: Mapping[str, int] = Counter(column)
    sizes = sorted(set(counted.values()))
    _few(len(sizes), f"{feature!r} has", "name another feature")
    place = {size: i for i, size in enumerate(sizes)}
    codes[held] = [place[counted[name]] for name in column]
    names = [sorted(name for name in counted if counted[name] == size) for size in sizes]
    return Importance(tuple(", ".join(some) for some in names), codes, tuple(size / sizes[-1] for size in sizes))


def _as_written(feature: str, written: str, column: Sequence[str]) -> list[list[str]]:
    names = [name.strip() for name in written.split("<")]
    if "" in names or len(set(names)) < len(names):
        raise UsageError(f"{setting('classes')}{feature}: {written}: a class is empty or stands twice; write a<b<c")
    occurring = set(column)
    if unordered := sorted(occurring - set(names)):
        todo = f"write {setting('classes')}'{feature}: {'<'.join([*unordered, *names])}'"
        raise UsageError(f"{feature} {unordered[0]!r} has no place in the order {written}; {todo}, or in another order")
    if strange := [name for name in names if name not in occurring]:
        raise UsageError(f"no case has {feature} {strange[0]!r}; known: {', '.join(sorted(occurring))}")
    return [[name] for name in names]


def _few(number: int, has: str, todo: str) -> None:
    if number > MOST_CLASSES:
        raise UsageError(f"{has} {number} ordered classes, more than {MOST_CLASSES}; {todo}")
