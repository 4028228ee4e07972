"""Cells: the tallies of many groups that grow in place, kept as columns of exact sums.

A cell is what a tally is made of: counts, sums, and the sums of the clusters that may still grow. Clusters are numbered
by their names once, in `Names` that several cells may share, and the cells of a slice keep the sums of a cluster apart
for each group. Only what is read becomes a number, and only then: a cluster that is still open takes 48 bytes, and no
object. The extension in C adds some hundred rows in one pass; its twin in NumPy is its oracle.

>>> from fractions import Fraction
>>> cells = Cells()
>>> cells.grow(1)
>>> for loss in (1, 0):
...     cells.add(Judgements.of([loss]), np.array([0.5]), cells.number(["anna"], 1), None)
>>> cells.read_counts(0)[:2], cells.read_moments(0).clusters, dict(OpenClusters(cells, 0))
([2, 0], 0, {'anna': (Fraction(1, 2), 1, Fraction(1, 2))})
>>> OpenClusters(cells, 0).moments() == Moments.of_cluster(Fraction(1, 2), 1, Fraction(1, 2))
True
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.exact import as_column
from murho.core.judgement import Judgements
from murho.core.moments import Moments, Number
from murho.core.sums import (
    CLOSED,
    COUNTS,
    OPEN,
    TALLY,
    Names,
    Pairs,
    Sums,
    close_clusters,
    read,
    read_moments,
    split,
    tally_rows,
    write,
)

Integers = NDArray[np.int64]
Floats = NDArray[np.float64]
OpenCluster = tuple[Number, Number, Number]
"""num, den and Σρ²·units of a cluster that may still grow."""

_CASES, _UNDEFINED, _CLUSTERS, _WRONG, _RIGHT = range(COUNTS - 1)


class Opened(NamedTuple):
    """The open clusters in the order of their cells."""

    places: Integers
    """Where each stands in the sums of all."""
    names: Integers
    """The number of its name."""
    starts: Integers
    """Where in this order the clusters of each cell begin (cells + 1,)."""


class Cells:
    """Tallies by number, 0, 1, 2 ...; `divided`: there may be several, each with its own part of every cluster."""

    def __init__(self, names: Names | None = None, divided: bool = False):
        self.names = Names() if names is None else names
        self.counted: dict[str, Sums] = {}
        """What the measure counted, by name: a column."""
        self._sums = Sums(TALLY)
        self._counts = np.zeros((0, COUNTS), np.int64)
        self._open = Sums(OPEN)
        self._undefined = Sums(2)
        """Σ ρ·loss and Σ ρ·units of the rows of undefined cases."""
        self._pairs = Pairs() if divided else None
        self._seen = 0
        self._forget()

    def __len__(self) -> int:
        return len(self._sums)

    def _forget(self) -> None:
        """Forget what was read: the cells change."""
        self._opened: Opened | None = None
        self._as_whole: tuple[Sums, Integers] | None = None

    def grow(self, cells: int) -> None:
        """Make at least so many cells; new ones are empty."""
        if cells <= len(self):
            return
        self._forget()
        self._sums.grow(cells)
        self._undefined.grow(cells)
        if cells > len(self._counts):
            counts = np.zeros((max(cells, len(self._counts) * 5 // 4), COUNTS), np.int64)
            counts[: len(self._counts)] = self._counts
            self._counts = counts
        for column in self.counted.values():
            column.grow(cells)

    def number(self, clusters: Sequence[str | None] | None, cases: int) -> Integers | None:
        """The numbers of the clusters (cases,), -1 for None; None where no case has one."""
        if not clusters:
            return None
        numbers = np.empty(cases, np.int64)
        self.names.number(clusters, numbers)
        return numbers if (numbers >= 0).any() else None

    def add(
        self,
        judgements: Judgements,
        rho: Floats,
        clusters: Integers | None,
        codes: Integers | None,
        *,
        by_expression: bool = False,
    ) -> None:
        """Take in a judged batch; named clusters stay open, and all other cases are whole.

        Args:
            judgements: the rows.
            rho: the importance of each case (cases,).
            clusters: the number of each case's cluster (cases,), below 0 for none; None: no case has one.
            codes: the cell of each row (rows,); None: cell 0.
            by_expression: the divisor is the number of cases.

        Raises:
            ValueError: a loss or weight is not finite.
        """
        self._forget()
        case = judgements.case
        if len(case) > 1 and bool((case[1:] < case[:-1]).any()):
            order = np.argsort(case, kind="stable")
            judgements, codes = judgements.take(order), None if codes is None else codes[order]
            case = judgements.case
        finer = len(case) > 1 and bool((case[1:] == case[:-1]).any())
        of_row = None if clusters is None else clusters[case]
        alone = None if of_row is None else of_row < 0
        if finer and alone is not None and alone.any() and not alone.all():
            self._add_part(judgements, rho, of_row, codes, np.flatnonzero(~alone), by_expression)
            self._add_part(judgements, rho, None, codes, np.flatnonzero(alone), by_expression)
        elif finer and (alone is None or alone.all()):
            self._add_whole(judgements, rho, codes, by_expression)
        else:
            self._add_rows(judgements, rho, self._open, self._clusters(of_row, codes), codes, by_expression)
        for name, column in judgements.counts.items():
            values = as_column(column if codes is not None else _summed(column))
            self._column(name).add(codes, 0, values)
        self._add_undefined(judgements, rho, codes)

    def _add_undefined(self, judgements: Judgements, rho: Floats, codes: Integers | None) -> None:
        rows = np.flatnonzero(judgements.undefined)
        if not len(rows):
            return
        weights, cells = rho[judgements.case[rows]], None if codes is None else codes[rows]
        for column, values in enumerate((judgements.loss, judgements.units)):
            self._undefined.add_products(cells, column, weights, as_column(values[rows]))

    def _add_part(
        self,
        judgements: Judgements,
        rho: Floats,
        of_row: Integers | None,
        codes: Integers | None,
        rows: Integers,
        by_expression: bool,
    ) -> None:
        part, its_codes = judgements.take(rows), None if codes is None else codes[rows]
        if of_row is None:
            self._add_whole(part, rho, its_codes, by_expression)
        else:
            self._add_rows(part, rho, self._open, self._clusters(of_row[rows], its_codes), its_codes, by_expression)

    def _add_whole(self, judgements: Judgements, rho: Floats, codes: Integers | None, by_expression: bool) -> None:
        """Rows finer than their cases, which are clusters by themselves and all here."""
        pairs, numbers = Pairs(), np.empty(len(judgements), np.int64)
        zeros = np.zeros(len(judgements), np.int64) if codes is None else codes
        pairs.number(zeros, np.ascontiguousarray(judgements.case), numbers)
        whole = Sums(OPEN, len(pairs))
        self._add_rows(judgements, rho, whole, numbers, codes, by_expression)
        close_clusters(self._sums, self._counts[: len(self)], whole, split(pairs)[0])

    def _clusters(self, of_row: Integers | None, codes: Integers | None) -> Integers | None:
        """The place of each row's cluster among the open ones, below 0 for none."""
        if of_row is None:
            return None
        if self._pairs is None:
            self._open.grow(int(of_row.max(initial=-1)) + 1)
            return of_row
        places = np.empty(len(of_row), np.int64)
        self._pairs.number(np.zeros(len(of_row), np.int64) if codes is None else codes, of_row, places)
        self._open.grow(len(self._pairs))
        return places

    def _add_rows(
        self,
        judgements: Judgements,
        rho: Floats,
        opened: Sums,
        clusters: Integers | None,
        codes: Integers | None,
        by_expression: bool,
    ) -> None:
        case, rows = judgements.case, len(judgements)
        in_order = not rows or bool(case[0] == 0 and case[-1] == rows - 1 and (case[1:] > case[:-1]).all())
        tally_rows(
            self._sums,
            self._counts[: len(self)],
            opened,
            codes,
            None if in_order else np.ascontiguousarray(case),
            clusters,
            rho,
            as_column(judgements.loss),
            as_column(judgements.units),
            np.ascontiguousarray(judgements.undefined),
            self._seen,
            by_expression,
        )
        self._seen += len(rho)

    def _column(self, name: str) -> Sums:
        if name not in self.counted:
            self.counted[name] = Sums(1)
        self.counted[name].grow(len(self))
        return self.counted[name]

    def close(self, but: Collection[str] = (), names: Names | None = None) -> None:
        """Count the open clusters as whole, for good, `but` those of these names; `names` numbers these from now on."""
        groups, clusters = self._groups()
        cells = np.zeros(len(self._open), np.int64) if groups is None else groups
        staying = np.flatnonzero(np.isin(clusters, [self.names.find(name) for name in but]))
        known = self.names.known
        stay = [(int(cells[i]), {known[clusters[i]]: self.open_sums(i)}) for i in staying.tolist()]
        cells[staying] = -1
        close_clusters(self._sums, self._counts[: len(self)], self._open, cells)
        self._open, self._pairs = Sums(OPEN), None if self._pairs is None else Pairs()
        self.names = self.names if names is None else names
        self._forget()
        for cell, cluster in stay:
            self._open_again(cell, cluster)

    def merge(self, other: "Cells", where: Integers, names: Integers) -> None:
        """Add other cells: cell i to cell `where[i]` (cells,), its cluster j as what is cluster `names[j]` here."""
        self._forget()
        self._sums.merge(other._sums, where)
        self._undefined.merge(other._undefined, where)
        self._counts[where, : COUNTS - 1] += other._counts[: len(other), : COUNTS - 1]
        for name, column in other.counted.items():
            self._column(name).merge(column, where)
        groups, clusters = other._groups()
        if self._pairs is None:
            places = names[: len(other._open)]
            self._open.grow(int(places.max(initial=-1)) + 1)
        else:
            assert groups is not None
            places = np.empty(len(groups), np.int64)
            self._pairs.number(where[groups], names[clusters], places)
            self._open.grow(len(self._pairs))
        self._open.merge(other._open, places)

    def take(
        self,
        cell: int,
        counts: Sequence[int],
        importance: Number,
        counted: Mapping[str, int],
        closed: Moments,
        opened: Mapping[str, OpenCluster],
        undefined: tuple[Number, Number],
    ) -> None:
        """Add to a cell what was read from another: its cases and undefined ones, and so on."""
        self._forget()
        write(self._sums, cell, 0, importance)
        for column, name in enumerate(CLOSED, 1):
            write(self._sums, cell, column, getattr(closed, name))
        self._counts[cell, : COUNTS - 1] += [*counts, closed.clusters, closed.wrong, closed.right]
        for name, count in counted.items():
            write(self._column(name), cell, 0, count)
        for column, value in enumerate(undefined):
            write(self._undefined, cell, column, value)
        self._open_again(cell, opened)

    def _open_again(self, cell: int, opened: Mapping[str, OpenCluster]) -> None:
        numbers = np.empty(len(opened), np.int64)
        self.names.number(list(opened), numbers)
        places = self._clusters(numbers, np.full(len(opened), cell))
        if places is not None:
            for place, cluster in zip(places.tolist(), opened.values(), strict=True):
                for column, value in enumerate(cluster):
                    write(self._open, place, column, value)

    def _groups(self) -> tuple[Integers | None, Integers]:
        """The cell, None for all in cell 0, and the number of the name of each open cluster."""
        return (None, np.arange(len(self._open))) if self._pairs is None else split(self._pairs)

    # --- reading

    def read_counts(self, cell: int) -> list[int]:
        """The cases of a cell, and how many of them were answered with ⊥."""
        found: list[int] = self._counts[cell, :_CLUSTERS].tolist()
        return found

    def read_importance(self, cell: int) -> Number:
        """Σ ρ over the cases of a cell."""
        return read(self._sums, cell, 0)

    def read_counted(self, cell: int) -> dict[str, int]:
        """What the measure counted in a cell, by name."""
        return {name: int(read(column, cell, 0)) for name, column in self.counted.items()}

    def read_undefined(self, cell: int) -> tuple[Number, Number]:
        """Σ ρ·loss and Σ ρ·units of the rows of a cell's undefined cases."""
        return read(self._undefined, cell, 0), read(self._undefined, cell, 1)

    def read_moments(self, cell: int) -> Moments:
        """The sums over the clusters of a cell that are closed."""
        return _moments(self._sums, self._counts, cell)

    def opened(self) -> Opened:
        """The clusters that are open now."""
        if self._opened is None:
            groups, names = self._groups()
            if groups is None:
                self._opened = Opened(names, names, np.array([0, len(names)]))
            else:
                places = np.argsort(groups, kind="stable")
                starts = np.searchsorted(groups[places], np.arange(len(self) + 1))
                self._opened = Opened(places, names[places], starts)
        return self._opened

    def read_open_moments(self, cell: int) -> Moments:
        """The sums over the clusters of a cell that are open, as if they were whole."""
        if self._as_whole is None:
            sums, counts = Sums(TALLY, len(self)), np.zeros((len(self), COUNTS), np.int64)
            close_clusters(sums, counts, self._open, self._groups()[0])
            self._as_whole = sums, counts
        return _moments(*self._as_whole, cell)

    def open_sums(self, place: int) -> OpenCluster:
        """num, den and Σρ²·units of an open cluster."""
        return read(self._open, place, 0), read(self._open, place, 1), read(self._open, place, 2)

    def open_rounded(self) -> tuple[Floats, Floats, Floats]:
        """num, den and Σρ²·units of all open clusters by their places, each rounded once."""
        num, den, square = (np.empty(len(self._open)) for _ in range(3))
        for place, column in enumerate((num, den, square)):
            self._open.rounded(place, column)
        return num, den, square

    def place_of(self, cell: int, name: Any) -> int:
        """The place of a cell's part of the cluster of that name among the open ones, or -1."""
        number: int = self.names.find(name)
        if self._pairs is not None:
            return self._pairs.find(cell, number)
        return number if number < len(self._open) else -1


def _summed(values: Floats | Integers) -> Floats | Integers:
    """One value, the sum of all, where they are integers whose sum 64 bits hold; else the values."""
    most = (2**63 - 1) // max(len(values), 1)
    fits = values.dtype == np.int64 and len(values) > 0 and -most <= values.min() and values.max() <= most
    return values.sum(keepdims=True) if fits else values


def _moments(sums: Sums, counts: Integers, cell: int) -> Moments:
    return read_moments(sums, cell, *counts[cell, _CLUSTERS : _RIGHT + 1].tolist())


class OpenClusters(Mapping[str, OpenCluster]):
    """The open clusters of a cell by name, read when they are asked for: before the cells grow."""

    def __init__(self, cells: Cells, cell: int):
        self._cells, self._cell = cells, cell

    def _part(self) -> tuple[int, int]:
        start, stop = self._cells.opened().starts[self._cell : self._cell + 2].tolist()
        return start, stop

    def __len__(self) -> int:
        start, stop = self._part()
        return stop - start

    def __iter__(self) -> Iterator[str]:
        known = self._cells.names.known
        return (known[number] for number in self._cells.opened().names[slice(*self._part())].tolist())

    def __getitem__(self, name: str) -> OpenCluster:
        place = self._cells.place_of(self._cell, name)
        if place < 0:
            raise KeyError(name)
        return self._cells.open_sums(place)

    def __reduce__(self) -> tuple[Any, ...]:
        return dict, (dict(self),)

    def __repr__(self) -> str:
        return repr(dict(self))

    def moments(self) -> Moments:
        """What they add up to as whole clusters."""
        return self._cells.read_open_moments(self._cell)

    def rounded(self) -> tuple[Floats, Floats, Floats]:
        """num, den and Σρ²·units of each (clusters,), rounded once, in the order of their names."""
        names = list(self)
        order = self._cells.opened().places[slice(*self._part())][sorted(range(len(names)), key=names.__getitem__)]
        num, den, square = self._cells.open_rounded()
        return num[order], den[order], square[order]
