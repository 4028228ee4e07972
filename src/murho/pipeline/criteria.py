"""What a measure reports beside its value: its criteria with their intervals, by slice too, and its floors.

A criterion is a ratio of sums, so it is tallied and read as the value is: weighed by ρ, over whole clusters. Floors are
what systems without any skill get on the same references.

>>> from murho.measures import measure
>>> how = measure("breaks")
>>> found = Criteria(how)
>>> cases = Cases(["1"], [""], [(["0", "1", "0", "1"],)])
>>> found.add(cases, how.judge(cases.references, [(["0", "1", "0", "0"],)]), np.ones(1))
>>> also = found.read()
>>> also["breaks_correct"], also["junctures_correct"], also["floors"]["never a break"]["junctures_correct"]
(50.0, 75.0, 50.0)
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.exact import total
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger
from murho.core.moments import Number
from murho.core.tally import Tally
from murho.measures import Measure
from murho.measures.criteria import Criterion, WithCriteria, WithFloors

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Criteria:
    """Running tallies of the criteria of a measure; empty for a measure that has none."""

    def __init__(self, how: Measure, by: Sequence[str] = (), keep_open: bool = False):
        self._how = how
        self._by = by
        self._keep_open = keep_open
        self._ledgers: dict[str, tuple[Ledger, Criterion]] = {}
        self._sums: dict[str, Number] = {}

    def add(self, cases: Cases, judgements: Judgements, weights: Floats) -> None:
        """Take in a judged batch."""
        if not isinstance(self._how, WithCriteria):
            return
        for name, column in judgements.counts.items():
            self._sums[name] = self._sums.get(name, 0) + total(weights[judgements.case] * column)
        for name, criterion in self._how.criteria(judgements.counts).items():
            ledger, _ = self._ledgers.setdefault(name, (Ledger(self._by, keep_open=self._keep_open), criterion))
            rows = replace(judgements, loss=_floats(criterion.part), units=_floats(criterion.whole), counts={})
            ledger.add(cases, rows, weights)

    def read(self, **settings: Any) -> dict[str, Any]:
        """The criteria by name, and their `intervals` and `floors` by name; `settings` are those of a figure."""
        return {
            **_read({name: (book.total, c) for name, (book, c) in self._ledgers.items()}, settings),
            **self._floors(),
        }

    def read_slices(self, **settings: Any) -> dict[str, dict[str, dict[str, Any]]]:
        """The same, without floors, for each feature and group."""
        found: dict[str, dict[str, dict[str, Any]]] = {feature: {} for feature in self._by if self._ledgers}
        for feature, groups in found.items():
            for group in next(iter(self._ledgers.values()))[0].by[feature]:
                tallies = {name: (book.by[feature][group], c) for name, (book, c) in self._ledgers.items()}
                groups[group] = _read(tallies, settings)
        return found

    def _floors(self) -> dict[str, Any]:
        if not self._sums or not isinstance(self._how, WithFloors):
            return {}
        floors = {
            floor: {name: _times(*criterion[:3]) for name, criterion in self._how.criteria(counts).items()}
            for floor, counts in self._how.floors(self._sums).items()
        }
        return {"floors": floors} if floors else {}


def _read(tallies: Mapping[str, tuple[Tally, Criterion]], settings: Mapping[str, Any]) -> dict[str, Any]:
    values: dict[str, float | None] = {}
    intervals: dict[str, list[float] | None] = {}
    for name, (tally, criterion) in tallies.items():
        found = figure(tally, bounded=criterion.bounded, **settings)
        values[name] = _times(tally.numerator, tally.denominator, criterion.scale)
        intervals[name] = None if found.value is None else [criterion.scale * end for end in found.interval]
    return {**values, "intervals": intervals} if values else {}


def _times(part: Number, whole: Number, scale: float) -> float | None:
    return float(Fraction(scale) * part / whole) if whole else None


def _floats(column: Any) -> Floats:
    return np.asarray(column, np.float64)
