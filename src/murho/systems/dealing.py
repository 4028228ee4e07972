"""Dealing cases out to workers: the next one to whoever is free, or whole clusters that stay with one worker.

A system that looks at what went before in a dialogue may remember it as well, so the cases of a cluster go to one
worker, in their order; also those of a later batch.

>>> cases = Cases(list("abcd"), [""] * 4, [()] * 4, clusters=["x", "y", "x", None])
>>> dealing = Dealing(cases, homes := {})
>>> [dealing.next(worker, together=True) for worker in (1, 2, 2, 1, 2)], homes
([0, 1, 3, 2, None], {'x': 1, 'y': 2})
"""

from collections import deque
from collections.abc import Hashable, Sequence

from murho.core.case import Cases


class Dealing:
    """The cases of a batch that are still to be done; `homes` tells, and learns, which worker has which cluster."""

    def __init__(self, cases: Cases, homes: dict[str, Hashable]):
        self._clusters, self._homes = cases.clusters, homes
        self._todo = deque(range(len(cases)))
        self._groups: deque[deque[int]] | None = None
        self._own: dict[Hashable, deque[deque[int]]] = {}
        self._left = len(cases)

    def __len__(self) -> int:
        return self._left

    def next(self, worker: Hashable, *, together: bool) -> int | None:
        """The position of the case that this worker gets; None if there is none for it."""
        # Whether clusters stay together, a process may tell only when it is loaded.
        if self._groups is None and together and self._clusters is not None:
            self._groups = self._grouped(self._clusters)
        if self._groups is None:
            position = self._todo.popleft() if self._todo else None
        else:
            position = self._of_own_group(worker, self._groups)
        self._left -= position is not None
        return position

    def put_back(self, worker: Hashable, position: int) -> None:
        """The worker did not come to it: it is the next one again, where clusters stay together for this worker."""
        self._left += 1
        if self._groups is None:
            self._todo.appendleft(position)
        else:
            self._own.setdefault(worker, deque()).appendleft(deque([position]))

    def _of_own_group(self, worker: Hashable, groups: deque[deque[int]]) -> int | None:
        own = self._own.setdefault(worker, deque())
        if not own and groups:
            own.append(groups.popleft())
            cluster = self._cluster(own[0][0])
            if cluster is not None:
                self._homes[cluster] = worker
        if not own:
            return None
        position = own[0].popleft()
        if not own[0]:
            own.popleft()
        return position

    def _grouped(self, clusters: Sequence[str | None]) -> deque[deque[int]]:
        """The cases by cluster, in order; those whose cluster has a worker already are its own at once."""
        groups: dict[Hashable, deque[int]] = {}
        for position in self._todo:
            cluster = clusters[position]
            groups.setdefault(position if cluster is None else ("cluster", cluster), deque()).append(position)
        waiting: deque[deque[int]] = deque()
        for group in groups.values():
            home = self._homes.get(self._cluster(group[0]) or "")
            if home is None:
                waiting.append(group)
            else:
                self._own.setdefault(home, deque()).append(group)
        return waiting

    def _cluster(self, position: int) -> str | None:
        return None if self._clusters is None else self._clusters[position]
