"""Judgements: how wrong each answer is, as columns.

A measure looks at a batch of references and answers and writes, for each row, a `loss` and the `units` it is a loss
of: for μ of meanings a number in [0,1] and 1; for words the errors and the words of the reference. Importance ρ is
not here: it belongs to the case, so that judgements can be weighed again. The measure's value is then
`Σ ρ·loss / Σ ρ·units`.

A row may be finer than a case (a word, a slot, a dependency); `case` says which case it belongs to.

>>> both = join_rows([Judgements.of([1], [4], {"hits": [3]}), Judgements.of([0], [2], {"hits": [2]})], offsets=[0, 1])
>>> both.loss.tolist(), both.units.tolist(), both.counts["hits"].tolist(), both.case.tolist()
([1, 0], [4, 2], [3, 2], [0, 1])
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from murho.core.columns import Coded, joined_names

Floats = NDArray[np.float64]
Integers = NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Judgements:
    """The rows a measure wrote about one batch; every column has one entry per row."""

    case: Integers
    """Position of the row's case in the batch, not falling."""
    loss: Floats | Integers
    units: Floats | Integers
    undefined: NDArray[np.bool_]
    """The answer was ⊥."""
    counts: Mapping[str, Integers] = field(default_factory=dict)
    """What the measure counted: hits, substitutions... summed in every report."""
    labels: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """What the measure can be sliced by: the relation of the sets, the right and the given label..."""
    word: Integers | None = None
    """At which white-space word of the case's only reference each row stands, from 0; below 0: at none
    (`murho.core.case`). None where rows do not stand for words.
    """

    @classmethod
    def of(
        cls,
        loss: ArrayLike,
        units: ArrayLike | None = None,
        counts: Mapping[str, ArrayLike] | None = None,
        *,
        case: ArrayLike | None = None,
        undefined: ArrayLike | None = None,
        labels: Mapping[str, Sequence[str]] | None = None,
        word: ArrayLike | None = None,
    ) -> "Judgements":
        """Judgements from anything array-like (rows,); `units` default to 1, `case` to one row per case."""
        losses = _column(loss)
        rows = len(losses)
        return cls(
            np.arange(rows, dtype=np.int64) if case is None else np.asarray(case, np.int64),
            losses,
            np.ones(rows, np.int64) if units is None else _column(units),
            np.zeros(rows, bool) if undefined is None else np.asarray(undefined, bool),
            {name: np.asarray(column, np.int64) for name, column in (counts or {}).items()},
            labels or {},
            None if word is None else np.asarray(word, np.int64),
        )

    def __len__(self) -> int:
        return len(self.loss)

    def take(self, rows: Integers) -> "Judgements":
        """The judgements of these rows, in this order; their case numbers stay as they were."""
        return Judgements(
            self.case[rows],
            self.loss[rows],
            self.units[rows],
            self.undefined[rows],
            {name: column[rows] for name, column in self.counts.items()},
            {
                name: column.at(rows) if isinstance(column, Coded) else [column[i] for i in rows]
                for name, column in self.labels.items()
            },
            None if self.word is None else self.word[rows],
        )

    def between(self, start: int, stop: int) -> "Judgements":
        """The rows of the cases from one place up to another, without a copy; their case numbers stay as they were."""
        first, last = np.searchsorted(self.case, [start, stop]).tolist()
        return Judgements(
            self.case[first:last],
            self.loss[first:last],
            self.units[first:last],
            self.undefined[first:last],
            {name: column[first:last] for name, column in self.counts.items()},
            {name: column[first:last] for name, column in self.labels.items()},
            None if self.word is None else self.word[first:last],
        )

    def of_cases(self, places: Integers) -> "Judgements":
        """The rows of the cases at these places, in their order; their case numbers are those of the places.

        >>> Judgements.of([5, 6, 7, 8], case=[0, 1, 1, 2]).of_cases(np.array([2, 1])).case.tolist()
        [0, 1, 1]
        """
        # -1 for a case that is not asked for.
        rank = np.full(int(max(self.case.max(initial=-1), places.max(initial=-1))) + 1, -1, np.int64)
        rank[places] = np.arange(len(places))
        rows = np.flatnonzero(rank[self.case] >= 0)
        # Stable, so that the rows of one case stay in their order.
        part = self.take(rows[np.argsort(rank[self.case[rows]], kind="stable")])
        return replace(part, case=rank[part.case])

    def by_case(self, cases: int) -> "Judgements":
        """One row for each of so many cases: what its rows add up to, without labels.

        >>> Judgements.of([1, 0, 1], [1, 2, 0], {"hits": [0, 2, 0]}, case=[0, 0, 1]).by_case(2).loss.tolist()
        [1.0, 1.0]
        """

        def summed(column: Floats | Integers) -> Floats:
            return np.bincount(self.case, column, cases).astype(np.float64)  # adds up in the order of the rows

        return Judgements(
            np.arange(cases, dtype=np.int64),
            summed(self.loss),
            summed(self.units),
            summed(self.undefined.astype(np.int64)) > 0,
            {name: summed(column).astype(np.int64) for name, column in self.counts.items()},
        )


def _column(values: ArrayLike) -> Floats | Integers:
    """The values as 64-bit integers if they are whole by type, since such sums are exact at once; else as doubles."""
    array = np.asarray(values)
    if array.dtype.kind in "iub":
        return array.astype(np.int64, copy=False)
    return array.astype(np.float64, copy=False)


def join_rows(parts: Sequence[Judgements], offsets: Sequence[int]) -> Judgements:
    """The judgements of consecutive batches as one; `offsets[i]` cases come before part i."""
    if len(parts) == 1 and offsets[0] == 0:
        return parts[0]
    glue = np.concatenate
    names = dict.fromkeys(name for part in parts for name in part.counts)  # some are told only where there is something
    nothing = [np.zeros(len(part.case), np.int64) for part in parts]
    return Judgements(
        glue([part.case + offset for part, offset in zip(parts, offsets, strict=True)]),
        glue([part.loss for part in parts]),
        glue([part.units for part in parts]),
        glue([part.undefined for part in parts]),
        {
            name: glue([part.counts.get(name, none) for part, none in zip(parts, nothing, strict=True)])
            for name in names
        },
        {name: joined_names([part.labels[name] for part in parts]) for name in parts[0].labels},
        None if parts[0].word is None else glue([part.word for part in parts if part.word is not None]),
    )
