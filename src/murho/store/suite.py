"""The suite of a run as it was saved: any of its cases, of each the columns that are looked at."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join
from murho.core.columns import Deferred, Passing, Rows
from murho.formats.row_groups import RowGroups
from murho.store.parts import Places

GROUP = 10_000
"""Cases that are written, and so read, together: as many as answers make a part."""


class Suite:
    """A suite on the disk; nothing of it is held but what is in use.

    Args:
        groups: the file.
        tags: causes of failure by id, which are the feature `cause`.
    """

    def __init__(self, groups: RowGroups, tags: Mapping[str, Sequence[str]]):
        self._groups, self._tags = groups, tags

    def __len__(self) -> int:
        return len(self._groups)

    @property
    def names(self) -> list[str]:
        """The fields that any case has."""
        return self._groups.names

    @property
    def path(self) -> str:
        """The file."""
        return self._groups.path

    def batches(self, size: int = 1) -> Iterator[Cases]:
        """All cases in their order, with their places, as many together as were written so, or `size` times as many."""
        groups = len(self._groups.starts) - 1
        for number in range(0, groups, size):
            yield join([self._batch(which) for which in range(number, min(number + size, groups))])

    def whole(self) -> Cases:
        """All cases as one batch, whose columns are read when they are looked at, some thousand rows at a time."""
        # Without places and lines, which would be joined as lists of numbers.
        batches = [replace(cases, places=None, lines=None) for cases in self.batches()]
        together = join(batches or [Cases([], [], [], path=self.path)])
        every = range(len(self))

        def passing(name: str) -> Sequence[Any]:
            return _passing(getattr(together, name), lambda rows: getattr(self.at(rows), name), every)

        def feature(name: str) -> Sequence[Any]:
            return _passing(together.features[name], lambda rows: self.at(rows).features.get(name), every)

        return replace(
            together,
            ids=passing("ids"),
            expressions=passing("expressions"),
            references=passing("references"),
            clusters=None if together.clusters is None else passing("clusters"),
            weights=None if together.weights is None else passing("weights"),
            features={name: feature(name) for name in together.features},
            places=range(len(self)),
            lines=range(1, len(self) + 1),
        )

    def at(self, places: Places) -> Cases:
        """The cases at these places, in this order; they alone are made when they are looked at."""
        number = np.searchsorted(self._groups.starts, places, side="right") - 1
        parts = [
            self._rows(which, places[number == which] - self._groups.starts[which])
            for which in np.unique(number).tolist()
        ]
        if not parts:
            return Cases([], [], [], path=self.path, places=[])
        order = np.argsort(np.argsort(number, kind="stable"), kind="stable")
        together = join(parts)
        return together if (np.diff(order) == 1).all() else together.take(order)

    def places_of(self, ids: Collection[str]) -> dict[str, int]:
        """The places of those of these ids that are cases of the suite."""
        wanted, result = set(ids), dict[str, int]()
        for cases in self.batches() if wanted else ():
            result |= {name: place for name, place in zip(cases.ids, cases.places or (), strict=True) if name in wanted}
            if len(result) == len(wanted):
                break
        return result

    def _rows(self, number: int, rows: Rows) -> Cases:
        batch = self._batch(number)
        return batch if np.array_equal(rows, np.arange(len(batch))) else batch.take(rows)

    def _batch(self, number: int) -> Cases:
        cases = self._groups.cases(number)
        if not self._tags:
            return cases
        ids, tags = cases.ids, self._tags

        def read(rows: Rows) -> list[Sequence[str] | None]:
            return [tags.get(ids[row]) for row in rows.tolist()]

        return cases.with_feature("cause", Deferred(read, len(cases)))


def _passing(column: Sequence[Any], read: Callable[[Rows], Sequence[Any] | None], every: range) -> Sequence[Any]:
    """A column that goes by, where it is one that is read when it is looked at."""
    if not isinstance(column, Deferred):
        return column

    def of(rows: Rows) -> Sequence[Any]:
        values = read(rows)
        return [None] * len(rows) if values is None else values

    def lacks(rows: Rows) -> NDArray[np.bool_]:
        values = of(rows)
        return values.absent if isinstance(values, Deferred) else np.array([value is None for value in values], bool)

    return Passing(lambda rows: list(of(rows)), every, lacks)
