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
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.turns import Order, written_out

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
            raise UsageError(f"the cases have a feature {REPETITION!r} already; leave --repeat out, or rename it")
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
