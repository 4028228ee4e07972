"""What a measure reports beside its value: its criteria with their intervals, by slice too, and its floors.

A criterion is a ratio of sums, so it is tallied and read as the value is: weighed by ρ, over whole clusters. Floors are
what systems without any skill get on the same references.

>>> from murho.measures import measure
>>> breaks = measure("breaks")
>>> criteria = Criteria(breaks)
>>> cases = Cases(["1"], [""], [(["0", "1", "0", "1"],)])
>>> criteria.add(cases, breaks.judge(cases.references, [(["0", "1", "0", "0"],)]), np.ones(1))
>>> also = criteria.read(level=0.95)
>>> also["breaks_correct"], also["junctures_correct"], also["floors"]["never a break"]["junctures_correct"]
(50.0, 75.0, 50.0)
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from murho.core.case import Cases
from murho.core.exact import Column, total, totals
from murho.core.figure import figure
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger, feature_rows, spread
from murho.core.moments import Number
from murho.core.profile import encode
from murho.core.tally import Tally
from murho.measures import Measure
from murho.measures.interface import Criterion

Floats = np.ndarray[Any, np.dtype[np.float64]]


class Criteria:
    """Running tallies of the criteria of a measure; empty for a measure that has none."""

    def __init__(self, measure: Measure, by: Sequence[str] = (), keep_open: bool = False):
        self._measure = measure
        self._by = by
        self._keep_open = keep_open
        self.books: dict[str, tuple[Ledger | Sums, Criterion]] = {}
        self.sums: dict[str, Number] = {}
        """Σ ρ·count of each count, for the floors."""

    def add(self, cases: Cases, judgements: Judgements, weights: Floats) -> None:
        """Take in a judged batch; `weights` (cases,) is ρ."""
        if self._measure.floors(judgements.counts):
            for name, column in judgements.counts.items():
                self.sums[name] = self.sums.get(name, 0) + total(weights[judgements.case] * column)
        for name, criterion in self._measure.criteria(judgements.counts).items():
            if name not in self.books:  # of which scale and kind are kept, not the columns
                self.books[name] = self.empty(criterion), criterion._replace(part=None, whole=None)
            book, _ = self.books[name]
            rows = replace(judgements, loss=_column(criterion.part), units=_column(criterion.whole), counts={})
            book.add(cases, rows, weights)

    def __iadd__(self, other: "Criteria") -> "Criteria":
        for name, mass in other.sums.items():
            self.sums[name] = self.sums.get(name, 0) + mass
        for name, (theirs, criterion) in other.books.items():
            if name not in self.books:
                self.books[name] = self.empty(criterion), criterion
            mine: Any = self.books[name][0]  # of the same kind as theirs, for the criterion tells which
            mine += theirs
        return self

    def close(self, but: Collection[str]) -> None:
        """Count the clusters as whole, `but` those of these names."""
        for book, _ in self.books.values():
            if isinstance(book, Ledger):
                book.close(but)

    def empty(self, criterion: Criterion) -> "Ledger | Sums":
        """What a criterion is counted in, empty: a ledger where it has an interval, plain sums where it has none."""
        return Ledger(self._by, keep_open=self._keep_open) if criterion.interval else Sums(self._by)

    def read(self, **settings: Any) -> dict[str, Any]:
        """The criteria by name, and their `intervals` and `floors` by name; `settings` are those of a figure."""
        return {
            **_read({name: (book.total, c) for name, (book, c) in self.books.items()}, settings),
            **self._floors(),
        }

    def read_slices(self, **settings: Any) -> dict[str, dict[str, dict[str, Any]]]:
        """The criteria and their intervals by feature and group, without floors; `settings` are those of a figure."""
        slices: dict[str, dict[str, dict[str, Any]]] = {feature: {} for feature in self._by if self.books}
        for feature, groups in slices.items():
            # A criterion that a measure gives of some batches only has the groups of these.
            for group in dict.fromkeys(group for book, _ in self.books.values() for group in book.by[feature]):
                having = {name: one for name, one in self.books.items() if group in one[0].by[feature]}
                tallies = {name: (book.by[feature][group], c) for name, (book, c) in having.items()}
                groups[group] = _read(tallies, settings)
        return slices

    def _floors(self) -> dict[str, Any]:
        if not self.sums:
            return {}
        floors = {
            floor: {name: _times(*criterion[:3]) for name, criterion in self._measure.criteria(counts).items()}
            for floor, counts in self._measure.floors(self.sums).items()
        }
        return {"floors": floors} if floors else {}


class Ratio(NamedTuple):
    """Two exact sums Σ ρ·part and Σ ρ·whole: what is left of a tally where no interval is wanted."""

    numerator: Number = 0
    denominator: Number = 0


class Sums:
    """The sums of a criterion that has no interval, in all and by feature and group; they add up as a ledger does."""

    def __init__(self, features: Sequence[str] = ()):
        self.total = Ratio()
        self.by: dict[str, dict[str, Ratio]] = {feature: {} for feature in features}

    def add(self, cases: Cases, rows: Judgements, weights: Floats) -> None:
        """Take in a judged batch; `weights` (cases,) is ρ."""
        plain = bool((weights == 1).all())  # whole numbers then stay whole
        part, whole = ((c if plain else weights[rows.case] * c) for c in (rows.loss, rows.units))
        self.total = _sum(self.total, Ratio(total(part), total(whole)))
        for feature, groups in self.by.items():
            which, column = spread(feature_rows(cases, rows, feature))
            codes, names = encode(column)
            sums = [totals(codes, c if which is None else c[which], len(names)) for c in (part, whole)]
            for name, *more in zip(names, *sums, strict=True):
                groups[name] = _sum(groups.get(name, Ratio()), Ratio(*more))

    def __iadd__(self, other: "Sums") -> "Sums":
        self.total = _sum(self.total, other.total)
        for feature, groups in other.by.items():
            mine = self.by.setdefault(feature, {})
            for name, ratio in groups.items():
                mine[name] = _sum(mine.get(name, Ratio()), ratio)
        return self


def _sum(a: Ratio, b: Ratio) -> Ratio:
    return Ratio(a.numerator + b.numerator, a.denominator + b.denominator)


def _read(tallies: Mapping[str, tuple[Tally | Ratio, Criterion]], settings: Mapping[str, Any]) -> dict[str, Any]:
    """The values by name, `intervals` of those that have one; names in two parts are objects with their own."""
    values: dict[str, Any] = {}
    intervals: dict[str, list[float] | None] = {}
    for name, (sums, criterion) in tallies.items():
        first, _, last = name.partition(".")
        target = values.setdefault(first, {}) if last else values
        target[last or first] = _times(sums.numerator, sums.denominator, criterion.scale)
        if isinstance(sums, Tally):
            result = figure(sums, bounded=criterion.bounded, **settings)
            ends = None if result.interval is None else [criterion.scale * end for end in result.interval]
            if last:
                target["interval"] = ends
            else:
                intervals[name] = ends
    return {**values, "intervals": intervals} if intervals else values


def _times(part: Number, whole: Number, scale: float) -> float | None:
    return float(Fraction(scale) * part / whole) if whole else None  # exact as a fraction, and rounded once


def _column(values: Any) -> Column:
    array = np.asarray(values)
    return array if array.dtype == np.int64 else array.astype(np.float64)
