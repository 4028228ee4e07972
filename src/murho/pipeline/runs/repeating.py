"""Every case asked several times: a suite in which each case stands so often, numbered, in a cluster of its own.

The first asking has the id of the case, the second `ID#2`, and so on; the feature `repetition` numbers them. So a run
is resumed, extended by further repetitions, judged, sliced and compared as any other: pairs are askings of the same
number, and a case is a cluster, or part of the one that it has.

>>> (asked,) = repeated(iter([Cases(["q1", "q2"], ["a", "b"], [(), ()])]), 2)
>>> asked.ids, asked.clusters, asked.features
(['q1', 'q1#2', 'q2', 'q2#2'], ['q1', 'q1', 'q2', 'q2'], {'repetition': [1, 2, 1, 2]})
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join
from murho.core.errors import UsageError
from murho.core.judgement import Judgements
from murho.core.repetition import difference
from murho.core.spelling import argument
from murho.core.turns import Order, written_out
from murho.measures import Measure
from murho.pipeline.runs.show import each_judged
from murho.pipeline.scoring.judge import weigh, weigh_part
from murho.store import Run
from murho.weighting import Weighting

REPETITION = "repetition"
"""The feature that numbers askings, from 1."""
REPEAT = "repeat"
"""Where the record of a run says, of its data, how often each case is asked."""


def repeated(cases: Iterator[Cases], times: int, *, with_before: bool = False) -> Iterator[Cases]:
    """The cases, each `times` times, side by side.

    With `with_before` they say themselves what went before them: in their clusters each turn stands several times.

    Raises:
        UsageError: the cases have a feature of that name.
    """
    order = Order() if with_before else None
    for batch in cases:
        if REPETITION in batch.features:
            raise UsageError(
                f"the cases have a feature {REPETITION!r} already; leave {argument('repeat')} out, or rename it"
            )
        if order is not None and batch.clusters is not None:
            batch = written_out(order.of(batch))
        numbers = list(range(1, times + 1)) * len(batch)
        asked = batch.take(np.repeat(np.arange(len(batch)), times))
        clusters = asked.clusters or [None] * len(asked)
        yield replace(
            asked,
            ids=[asked_as(name, number) for name, number in zip(asked.ids, numbers, strict=True)],
            clusters=[name if own is None else own for name, own in zip(asked.ids, clusters, strict=True)],
            features={**asked.features, REPETITION: numbers},
            places=None,
        )


def asked_as(name: str, number: int) -> str:
    """The id of an asking of a case."""
    return name if number == 1 else f"{name}#{number}"


def case_of(asked: str, number: int) -> str:
    """The id of the case of an asking.

    >>> case_of("q#7#2", 2), case_of("q#7", 1)
    ('q#7', 'q#7')
    """
    return asked if number == 1 else asked.removesuffix(f"#{number}")


def repetitions(record: Mapping[str, Any]) -> int:
    """How often each case of a run is asked, by its record."""
    data = record.get("data")
    times = data.get(REPEAT, 1) if isinstance(data, dict) else 1
    return times if isinstance(times, int) else 1


class Asking(NamedTuple):
    """Some cases of a run whose cases are asked several times, judged."""

    cases: Cases
    rows: Judgements
    rho: NDArray[np.float64]

    def sums(self) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """ρ·loss and ρ·units of each case."""
        loss, units = (np.bincount(self.rows.case, one, len(self.cases)) for one in (self.rows.loss, self.rows.units))
        return self.rho * loss, self.rho * units

    def bases(self) -> list[str]:
        """The cases of which these are askings."""
        numbers = self.cases.features.get(REPETITION) or [1] * len(self.cases)
        return [case_of(name, number or 1) for name, number in zip(self.cases.ids, list(numbers), strict=True)]


def each_asking(run: Run, measure: Measure, weight: Weighting, missing: str) -> Iterator[Asking]:
    """All cases of a run with their judgements and their ρ, some thousand at a time."""
    if weight.whole_suite:
        parts = list(each_judged(run, [measure], missing))
        rho = weigh(weight, join([cases for cases, _ in parts]))
        for cases, (rows,) in parts:
            yield Asking(cases, rows, rho[: len(cases)])
            rho = rho[len(cases) :]
        return
    for cases, (rows,) in each_judged(run, [measure], missing):
        yield Asking(cases, rows, weigh_part(weight, cases))


def own_noise(a: Run, b: Run, measure: Measure, weight: Weighting, level: float) -> float | None:
    """± by which the difference of two runs would differ if both were asked the same again; None where nobody knows.

    It rests on the askings that both have.
    """
    if min(repetitions(a.record), repetitions(b.record)) < 2:
        return None
    before: dict[str, tuple[float, float]] = {}
    for asked in each_asking(a, measure, weight, "undefined"):
        loss, units = (column.tolist() for column in asked.sums())
        before |= dict(zip(asked.cases.ids, zip(loss, units, strict=True), strict=True))
    numbers, case = dict[str, int](), list[int]()
    pairs: list[tuple[float, float, float, float]] = []
    for asked in each_asking(b, measure, weight, "undefined"):
        loss, units = (column.tolist() for column in asked.sums())
        for row, (name, base) in enumerate(zip(asked.cases.ids, asked.bases(), strict=True)):
            if name in before:
                case.append(numbers.setdefault(base, len(numbers)))
                pairs.append((*before[name], loss[row], units[row]))
    if not pairs:
        return None
    a_loss, a_units, b_loss, b_units = np.array(pairs, np.float64).T
    bases = np.array(case, np.int64)
    found = difference((a_loss, a_units), (b_loss, b_units), bases, bases)
    return None if found is None else found.noise(level)
