"""Criteria: what a measure reports beside its value, each a ratio of sums like the value itself.

A measure that has some offers `criteria(counts)`. Its `counts` may be columns, one entry per row, or their sums: a
criterion is made of plain arithmetic, so that it can be weighed, sliced and given an interval like any loss. It may
offer `floors(counts)` too: the counts that systems would have which need no skill.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

Counts = Mapping[str, Any]
"""The counts of a measure by name: integer columns of one length, or exact sums."""


class Criterion(NamedTuple):
    """A ratio `part / whole`, reported times `scale`.

    A name in two parts, as `las.f1`, makes an object of its own: `las` with `f1` and the `interval` of it.
    """

    part: Any
    whole: Any
    scale: float = 100
    bounded: bool = True
    """The part never exceeds the whole."""
    interval: bool = True
    """It is worth an interval; without one its sums are all that is kept."""
