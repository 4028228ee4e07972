"""Trust: how often the interval of a run's figure holds the truth, on data like these.

The run is taken for the whole population, whose π is then known. Samples of its size, with its weights and clusters,
are drawn from it, and each gets the interval that figures get (`murho.core.coverage`).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from murho.core.coverage import Coverage, Population, check_margin, check_replications, coverage, more_cases
from murho.core.errors import InputError
from murho.core.figure import Figure
from murho.core.signature import SCHEMA_VERSION, signature
from murho.formats.digest import files_of
from murho.measures import Measure, linearisation
from murho.pipeline.runs.recorded import stopped
from murho.pipeline.runs.show import counted
from murho.pipeline.scoring.reading import Reading, refuse_sample
from murho.store import Run
from murho.version import __version__


@dataclass(frozen=True)
class Trust:
    """What the interval of a run is worth under one measure."""

    measure: str
    figure: Figure
    """Of the whole run."""
    coverage: Coverage
    margin: float
    """Half the width that the interval is wanted to have; where nobody says, half of what it has."""
    more_cases: int
    """How many cases more would make it so narrow."""
    seed: int
    flags: tuple[str, ...]
    """What to know before trusting this: the flags of the figure, and where samples cannot tell anything."""
    signature: str

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        found, figure = self.coverage, self.figure
        return {
            "measure": self.measure,
            "value": figure.value,
            "interval": None if figure.interval is None else list(figure.interval),
            "method": figure.estimate.method,
            "level": figure.estimate.level,
            "n": figure.n,
            "clusters": figure.estimate.clusters,
            "effective_n": figure.estimate.effective_n,
            "coverage": found.covered,
            "coverage_interval": list(found.interval),
            "above": found.above,
            "below": found.below,
            "width": found.width,
            "flagged": found.flagged,
            "without_interval": found.without_interval,
            "replications": found.replications,
            "seed": self.seed,
            "margin": self.margin,
            "more_cases": self.more_cases,
            "flags": list(self.flags),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def trust(
    run: Run,
    measure: Measure,
    reading: Reading | None = None,
    *,
    margin: float | None = None,
    replications: int | None = None,
    missing: str = "undefined",
    told: Callable[[int, int], None] = lambda done, of: None,
) -> Trust:
    """Draw samples from a run and count how often their interval holds π of the run.

    Args:
        run: the population.
        measure: what judges it.
        reading: weight, level and seed; the interval is always the score interval.
        margin: half the width that the interval is wanted to have; by default half of what it has.
        replications: how many samples are drawn; by default 2,000, fewer beyond half a million clusters.
        missing: what becomes of cases without an answer, as for `murho.pipeline.runs.show.figures`.
        told: called with how many samples are drawn, and of how many.

    Raises:
        InputError: the run has no interval: a single cluster, or nothing to divide by.
        UsageError: the margin is none, or there are too few replications.
    """
    refuse_sample(run.record, run.path, "trust")
    # Before anything is read: a mistake in the call costs nobody minutes.
    check_replications(replications)
    if margin is not None:
        check_margin(margin)
    reading = replace(reading or Reading(), method="auto", by=(), criteria=False, keep_clusters=True)
    score, book = counted(run, measure, reading, missing)
    figure = score.figure
    if figure.interval is None or figure.value is None:
        why = figure.undetermined or "no case is judged"
        raise InputError(f"no interval to trust: {why}", "trust draws clusters: give a run with several").at(
            str(run.path), None
        )
    low, high = figure.interval
    by_rule = stopped(run)
    found = coverage(
        Population(*book.clusters(), bounded=measure.bounded),
        level=reading.level,
        replications=replications,
        seed=reading.seed,
        told=told,
    )
    wanted = (high - low) / 4 if margin is None else margin
    made: dict[str, Any] = {"measure": measure, "files": ",".join(files_of(measure, reading.weight).values()) or None}
    made |= {"weight": reading.weight, "system": run.signed.system, "data": run.signed.data, "missing": missing}
    made |= {"level": reading.level, "replications": found.replications, "margin": margin, "seed": reading.seed}
    return Trust(
        repr(measure),
        figure,
        found,
        wanted,
        more_cases(figure.n, (high - low) / 2, wanted),
        reading.seed,
        (
            *score.notes,
            *figure.flags,
            *_flags(figure, measure),
            *([] if by_rule is None else _of_rule(by_rule["rule"])),
        ),
        signature(made, __version__),
    )


def _of_rule(rule: str) -> list[str]:
    if rule.startswith("fixed"):
        return []
    return [
        f"samples are of a fixed size and have the usual interval: how often that holds says nothing of {rule}, whose "
        "interval the run has (docs/stopping.md counts what it covers)"
    ]


def _flags(figure: Figure, measure: Measure) -> list[str]:
    flags = []
    if figure.value == 0 or (measure.bounded and figure.value == 1):
        flags.append(
            "all clusters of the run came out alike, and so do all samples of it: that they are held says nothing"
        )
    if linearisation(measure) is not None:
        flags.append(f"{measure} is no ratio of sums: samples are drawn of the terms that it has in the whole run")
    return flags
