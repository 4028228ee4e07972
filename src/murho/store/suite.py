"""The suite of a run as it was saved: any of its cases, of each the columns that are looked at."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np

from murho.core.case import Cases, join
from murho.core.deferred import Deferred, Rows
from murho.formats.row_groups import RowGroups
from murho.store.places import Places

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
        """All cases as one batch, whose columns are read when they are looked at, each as a whole."""
        together = join(list(self.batches()) or [Cases([], [], [], path=self.path)])
        return replace(together, places=range(len(self)), lines=range(1, len(self) + 1))

    def at(self, places: Places) -> Cases:
        """The cases at these places, in this order; they alone are made when they are looked at."""
        number = np.searchsorted(self._groups.starts, places, side="right") - 1
        parts = [
            self._batch(which).take(places[number == which] - self._groups.starts[which])
            for which in np.unique(number).tolist()
        ]
        if not parts:
            return Cases([], [], [], path=self.path, places=[])
        order = np.argsort(np.argsort(number, kind="stable"), kind="stable")
        together = join(parts)
        return together if (np.diff(order) == 1).all() else together.take(order)

    def places_of(self, ids: Collection[str]) -> dict[str, int]:
        """The places of those of these ids that are cases of the suite."""
        wanted, found = set(ids), dict[str, int]()
        for cases in self.batches() if wanted else ():
            found |= {name: place for name, place in zip(cases.ids, cases.places or (), strict=True) if name in wanted}
            if len(found) == len(wanted):
                break
        return found

    def _batch(self, number: int) -> Cases:
        cases = self._groups.cases(number)
        if not self._tags:
            return cases
        ids, tags = cases.ids, self._tags

        def read(rows: Rows) -> list[Sequence[str] | None]:
            return [tags.get(ids[row]) for row in rows.tolist()]

        return cases.with_feature("cause", Deferred(read, len(cases)))
