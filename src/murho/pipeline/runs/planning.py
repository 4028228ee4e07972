"""How many judgements a margin takes of a suite, by design: what `murho plan` says."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join
from murho.core.errors import InputError, UsageError
from murho.measures import Measure
from murho.pipeline.runs.generating import RunFeatures, with_features
from murho.pipeline.runs.show import judged
from murho.pipeline.scoring.judge import weigh
from murho.sampling.estimating import expansion, stratum_names
from murho.sampling.planning import Known, Pilot, Planned, Way, planned, ways_of_the_source
from murho.store import Run
from murho.weighting import Weighting, given

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class JudgementsNeeded:
    """What each design takes."""

    margin: float
    level: float
    population: int
    designs: Sequence[Planned]
    """For π of one system, that of the first pilot."""
    source: Sequence[Way]
    """The ways of the source to fix the number of tests, for the same."""
    difference: Sequence[Planned] | None = None
    """For the difference of two systems on the same cases."""
    correlation: float | None = None
    """Of the terms of both pilots on the cases that both judged."""

    def as_json(self) -> dict[str, Any]:
        """What `murho plan --json` prints."""
        told: dict[str, Any] = {"margin": self.margin, "level": self.level, "population": self.population}
        told["designs"] = [design.as_json() for design in self.designs]
        if self.difference is not None:
            told["difference"] = [design.as_json() for design in self.difference]
            told["correlation"] = self.correlation
        return {**told, "source": [vars(way) for way in self.source]}


def plan(
    cases: Iterable[Cases],
    margin: float,
    *,
    stratify: str | None = None,
    pilots: Sequence[tuple[Run, Measure]] = (),
    further: RunFeatures | None = None,
    weight: Weighting | None = None,
    level: float,
    expect: float = 0.5,
) -> JudgementsNeeded:
    """What each design takes for an interval of ± `margin`.

    Args:
        cases: the suite that would be drawn from, batch by batch.
        margin: half the width that the interval should have.
        stratify: the feature of the strata; none are planned without.
        pilots: judged runs of some of the cases; with two, their difference is planned, too.
        further: features that runs add to those of the cases.
        weight: what gives ρ.
        level: of the interval.
        expect: π without a pilot.

    Raises:
        InputError: there is no case, or one cannot be weighed.
        UsageError: what is given does not fit together.
    """
    if len(pilots) > 2:
        raise UsageError(f"{len(pilots)} pilots; give one, or two for their difference")
    batches = [batch for batch in cases if len(batch)]
    if not batches:
        raise InputError("no case to plan for", "give at least one case")
    suite = with_features(join(batches), further or RunFeatures())
    rho = weigh(weight or given(), suite)
    strata = None if stratify is None else stratum_names(suite.feature(stratify))
    place_of = {name: place for place, name in enumerate(suite.ids)}
    found = [_pilot(run, measure, place_of, rho, strata) for run, measure in pilots]

    def known(pilot: Pilot | None) -> Known:
        return Known(rho, strata, stratify or "", pilot)

    first = known(found[0][1] if found else None)
    one = planned(first, margin, level=level, expect=expect)
    ways = ways_of_the_source(first, margin, level=level, expect=expect)
    if len(found) < 2:
        return JudgementsNeeded(margin, level, len(suite), one, ways)
    both, correlation = _difference(*found)
    two = planned(known(both), margin, level=level)
    return JudgementsNeeded(margin, level, len(suite), one, ways, two, correlation)


def _pilot(
    run: Run, measure: Measure, place_of: dict[str, int], rho: Floats, strata: Sequence[str] | None
) -> tuple[list[int], Pilot]:
    """What a run found of cases of the suite, and which."""
    asked, rows = judged(run, measure)
    kept = [row for row, name in enumerate(asked.ids) if name in place_of]
    if not kept:
        raise UsageError(f"{run.path}: the pilot judged none of these cases; give a run of some of them")
    places = [place_of[asked.ids[row]] for row in kept]
    loss, units = (
        np.bincount(rows.case, column, len(asked))[kept].astype(np.float64) for column in (rows.loss, rows.units)
    )
    drawn = run.record.get("data", {}).get("sample") is not None
    counts = expansion(asked)[kept] if drawn else np.ones(len(kept))
    of = None if strata is None else [strata[place] for place in places]
    return places, Pilot(loss, units, rho[places], counts, of)


def _difference(one: tuple[list[int], Pilot], other: tuple[list[int], Pilot]) -> tuple[Pilot, float]:
    """The differences of two pilots on the cases that both judged, as a pilot; and how their terms correlate."""
    (places, a), (others, b) = one, other
    at = {place: row for row, place in enumerate(others)}
    rows = [row for row, place in enumerate(places) if place in at]
    if not rows:
        raise UsageError("the pilots judged no case in common; give two runs of the same cases")
    also = [at[places[row]] for row in rows]
    if not np.array_equal(a.units[rows], b.units[also]):
        raise UsageError("the units of this measure depend on the answer: a difference cannot be planned by it")
    strata = None if a.strata is None else [a.strata[row] for row in rows]
    first, second = a.rho[rows] * a.loss[rows], b.rho[also] * b.loss[also]
    flat = not (first.std() and second.std())
    both = Pilot(a.loss[rows] - b.loss[also], a.units[rows], a.rho[rows], a.counts[rows], strata)
    return both, 0.0 if flat else float(np.corrcoef(first, second)[0, 1])
