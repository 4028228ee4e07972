"""Two runs of one suite compared by their judgement columns, some thousand cases at a time.

Where both were judged already, under a measure that can be added up and with no test that needs alignments, a
comparison takes no memory that grows with the suite: neither answers nor references are read.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import MISSING, Cases
from murho.core.judgement import Judgements
from murho.core.turns import stand_together
from murho.formats.digest import files_of
from murho.measures import Measure, linearisation
from murho.pipeline.runs.show import each_failure, none_is_open
from murho.pipeline.scoring.reading import Reading
from murho.store import Run
from murho.store.parts import JudgedParts

Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Columns:
    """Two runs of one suite and their saved judgements."""

    runs: tuple[Run, Run]
    measures: tuple[Measure, ...]
    """What judges the whole, and words one by one where slices need that."""
    judged: tuple[tuple[JudgedParts, JudgedParts], ...]
    """By measure, of A and of B."""


def columns_of(a: Any, b: Any, measures: Sequence[Measure], reading: Reading) -> Columns | None:
    """Both sides as columns; None where a comparison has to look at more than these."""
    if not isinstance(a, Run) or not isinstance(b, Run) or reading.weight.whole_suite:
        return None
    digests = [run.record.get("digests", {}).get("cases.parquet") for run in (a, b)]
    wanted = tuple(dict.fromkeys(measures))
    if digests[0] is None or digests[0] != digests[1] or any(linearisation(measure) for measure in wanted):
        return None
    judged = []
    for measure in wanted:
        files = files_of(measure)
        first, second = a.judged(repr(measure), files), b.judged(repr(measure), files)
        if first is None or second is None:
            return None
        judged.append((first, second))
    suite = a.suite()
    if "cluster" in suite.names and not stand_together(batch.clusters or () for batch in suite.batches()):
        return None  # then the sums of all clusters have to be kept open
    return Columns((a, b), wanted, tuple(judged))


@dataclass(frozen=True)
class Wanted:
    """Cases that two runs are compared on, as columns."""

    columns: Columns
    wanted: Bools
    """Which cases of the suite, (suite,)."""
    cases: Cases
    """They; what is looked at goes by."""


def columns_wanted(a: Any, b: Any, measure: Measure, reading: Reading, missing: str) -> Wanted | None:
    """Both sides as columns, with the cases that are compared.

    None as with `columns_of`, and where a case may be open or none is shared.
    """
    columns = None if measure.stage is not None else columns_of(a, b, (measure,), reading)
    if columns is None or not none_is_open(a, measure):
        return None
    one, other = (run.parts().answered for run in columns.runs)
    if not (one & other).any():
        return None
    wanted = one & other if missing == "shared" else one | other
    whole = columns.runs[0].suite().whole()
    return Wanted(columns, wanted, whole if wanted.all() else whole.take(np.flatnonzero(wanted)))


class Batch(NamedTuple):
    """Some cases that are compared, and the rows of A and of B under each measure."""

    cases: Cases
    rows: tuple[tuple[Judgements, Judgements], ...]


def batches(columns: Columns, wanted: Bools) -> Iterator[Batch]:
    """The cases that are `wanted`, (cases,), in the order of the suite; no cluster is in two batches."""
    first = 0
    for cases in columns.runs[0].suite().batches():
        cases = cases.at_stage(columns.measures[0].stage)
        if not none_is_open(columns.runs[0], columns.measures[0]) and cases.open.any():
            cases.meant  # noqa: B018  which refuses the first open case
        stop = cases.places[-1] + 1 if cases.places else 0
        end = stop if stop == len(wanted) else first + _whole(columns, first, stop)
        if wanted[first:end].any():
            yield _batch(columns, first, end, wanted)
        first = end


def _whole(columns: Columns, first: int, stop: int) -> int:
    """How many cases from `first` on, up to `stop`, are of clusters that do not go on behind it."""
    clusters = columns.runs[0].suite().at(np.arange(first, stop)).clusters
    if clusters is None or clusters[-1] is None:
        return stop - first
    return next(at for at, name in enumerate(clusters) if name == clusters[-1])


def _batch(columns: Columns, first: int, end: int, wanted: Bools) -> Batch:
    places = first + np.flatnonzero(wanted[first:end])
    cases = columns.runs[0].suite().at(places).at_stage(columns.measures[0].stage)

    def rows(judged: JudgedParts) -> Judgements:
        found = judged.between(first, end)
        assert found is not None
        return found if len(places) == end - first else found.of_cases(places - first)

    return Batch(cases, tuple((rows(a), rows(b)) for a, b in columns.judged))


def missing_of(run: Run, wanted: Bools) -> int:
    """How many of the wanted cases have no answer in a run."""
    missing = int(np.count_nonzero(wanted & ~run.parts().answered))
    return missing + sum(bool(wanted[place]) for place, why in each_failure(run) if why == MISSING)
