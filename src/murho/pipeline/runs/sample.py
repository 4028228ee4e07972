"""The sample of the cases that a run asks: drawn from batches as they come, and grown when the run goes on with more.

The larger sample holds the smaller one, whose answers are kept, and what is added to it is drawn from the rest; so
every set of cases of that size is as likely as any other, as if it had been drawn at once.

>>> first = drawn(1000, 3, seed=1)
>>> first
[137, 582, 867]
>>> set(first) < set(drawn(1000, 500, seed=1, held=first))
True

Neither the draw nor what went before each case needs the suite in memory.
"""

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.turns import Order, stand_together, written_out
from murho.formats import parquet
from murho.formats.digest import digest
from murho.formats.row_groups import RowGroups
from murho.formats.saving import changing
from murho.pipeline.runs.repeating import REPEAT
from murho.sampling import Chance, Population, simple
from murho.store import Run
from murho.store.run import RECORD, SUITE
from murho.store.suite import GROUP, Suite
from murho.systems import System

_EXTENDING = "extending"
"""The state of a run whose record knows of a larger sample already, and whose suite may not."""
_OF_ALL = ("counts", "figures", "signature", "finished")
"""What a record says of a run that is complete."""


def drawn(cases: int, limit: int | None, seed: int, held: Sequence[int] = ()) -> list[int]:
    """The places, rising, of `limit` of so many cases, or of all; those of a smaller sample of this seed are kept."""
    size = max(cases if limit is None else min(limit, cases), len(held))
    # Where something is held, a stream of its own: that of the seed has decided already which cases are left.
    chance = Chance(f"{seed}, {len(held)}" if held else seed)
    return simple(size).draw(Population(cases, held=held), chance).places if size else []


def is_begun(run: Run) -> bool:
    """Whether there is a run with cases, of which some were asked."""
    if not (run.path / RECORD).exists() or not (run.path / SUITE).exists():
        return False
    return bool(run.parts_of_answers() or run.journal_files() or run.staged())


def smaller_sample(folder: str | PathLike[str], record: Mapping[str, Any]) -> dict[str, Any] | None:
    """What the run in this folder says of its data, if it asks a smaller sample of the same; else None."""
    run = Run(Path(folder))
    if not is_begun(run):
        return None  # it is begun anew
    was, now = run.record.get("data"), json.loads(json.dumps(record["data"]))
    if not isinstance(was, dict):
        return None
    before, after = was.get("limit"), now["limit"]
    fewer = was.get(REPEAT, 1) < now.get(REPEAT, 1)
    if was.get(REPEAT, 1) > now.get(REPEAT, 1):
        return None
    if before == after and fewer:
        return was
    if before == after:  # killed while it was extended, or no larger at all
        return was if run.record.get("state") == _EXTENDING else None
    if before is None or (after is not None and (after < before or now["seed"] != was.get("seed"))):
        return None
    return was


def extend(run: Run, record: Mapping[str, Any], suite: Iterable[Cases]) -> None:
    """Make this the suite of a run that asked a part of it; killed meanwhile, the same command does it again."""
    was = {name: value for name, value in run.record.items() if name not in _OF_ALL}
    new = run.path / f".{SUITE}.part"
    parquet.write_cases(str(new), suite, rows=GROUP)  # read to the end before anything of the run changes
    # Without the digest of the suite: this record goes with the old one and with the new one.
    without = {name: value for name, value in was.get("digests", {}).items() if name != SUITE}
    was = {**was, "data": record["data"], "state": _EXTENDING, "digests": without}
    run.write_record(was)
    run.forget_judgements()
    with changing(run.path / SUITE):
        os.replace(new, run.path / SUITE)
    run.write_record({**was, "state": "running", "digests": {**without, SUITE: digest(run.path / SUITE)}})


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
