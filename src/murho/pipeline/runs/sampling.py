"""A sample of cases that come batch by batch, and what went before each of them: neither needs the suite in memory."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path

import numpy as np

from murho.core.case import Cases
from murho.core.turns import Order, stand_together, written_out
from murho.formats import parquet
from murho.formats.row_groups import RowGroups
from murho.pipeline.runs.extending import drawn
from murho.store.suite import GROUP, Suite
from murho.systems import System


class Sampling:
    """A draw of cases, for which all of them are written to a file beside the run: how many there are is known last."""

    def __init__(self, folder: Path):
        self._file = folder / ".all-cases.parquet.part"

    def draw(
        self, cases: Iterator[Cases], limit: int, seed: int, system: System, held: Collection[str] = ()
    ) -> Iterator[Cases]:
        """So many cases at most, those of the ids that are `held` among them, in the order of the suite.

        Where the system may look at what went before them, they say it, for their clusters are not whole.
        """
        path: list[str | None] = []

        def noted() -> Iterator[Cases]:
            for batch in cases:
                path.append(batch.path) if not path else None
                yield batch

        parquet.write_cases(str(self._file), noted(), rows=GROUP)
        suite = Suite(RowGroups(str(self._file)), {})
        names = enumerate(name for batch in suite.batches() for name in batch.ids) if held else ()
        chosen = np.array(drawn(len(suite), limit, seed, [place for place, name in names if name in held]), np.int64)
        order = None if getattr(system, "takes_before", False) is False else order_of(suite)
        for batch in suite.batches():
            first = 0 if not batch.places else batch.places[0]
            if order is not None:
                batch = order.of(batch)
            part = batch.take(chosen[(chosen >= first) & (chosen < first + len(batch))] - first)
            part = replace(part, path=path[0] if path else None, lines=None)
            yield part if order is None else written_out(part)

    def all(self) -> Iterator[Cases]:
        """All that were drawn from; nothing where nothing was drawn."""
        if self._file.exists():
            yield from Suite(RowGroups(str(self._file)), {}).batches()


@contextmanager
def sampling(folder: str | PathLike[str]) -> Iterator[Sampling]:
    """Where a sample can be drawn; its file goes at the end."""
    made = Sampling(Path(folder))
    try:
        yield made
    finally:
        made._file.unlink(missing_ok=True)


def order_of(suite: Suite) -> Order | None:
    """What tells what went before each case of a suite; None where it has no clusters."""
    if "cluster" not in suite.names:
        return None
    return Order(contiguous=stand_together(batch.clusters or () for batch in suite.batches()))
