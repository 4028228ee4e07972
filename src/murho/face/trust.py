"""`murho.trust`: how often the interval of a saved run holds, on samples that are drawn from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from murho.core.errors import begun_anew
from murho.face.given import Measures, Path, at_least, configured, measures_of, weighting_of
from murho.face.panels import Panel
from murho.face.progress import counting
from murho.face.result import Result
from murho.face.saved import Run, kept_of
from murho.face.several import Several
from murho.figures import Subject
from murho.figures import trust as trusting
from murho.figures.trust import sheet
from murho.pipeline.runs import recorded
from murho.pipeline.scoring.reading import Reading
from murho.sheets.frame import arrow
from murho.sheets.numbers import fraction, several

if TYPE_CHECKING:
    from typing import Unpack

    import pyarrow as pa

    from murho.face.given import Weight
    from murho.face.names import MeasureOptions

NUMBERS = ("value", "low", "high", "coverage", "coverage_low", "coverage_high", "above", "below", "width", "flagged")
TYPES = {
    **dict.fromkeys(NUMBERS, "float64"),
    "without_interval": "float64",
    "replications": "int64",
    "margin": "float64",
    "more_cases": "int64",
}


@dataclass(frozen=True, repr=False)
class Trust(trusting.Trust, Result):
    """What the interval of a run is worth under one measure: `coverage`, `margin`, `more_cases`."""

    def __repr__(self) -> str:
        low, high = self.coverage.interval
        held = f"{fraction(self.coverage.covered)} [{fraction(low)}, {fraction(high)}]"
        more = f"{several(self.more_cases, 'case')} more for ±{fraction(self.margin)}"
        return f"<Trust in {self.measure}: coverage {held}, {more}>"

    def table(self) -> pa.Table:
        """A single row."""
        told = self.as_json()
        (low, high), (coverage_low, coverage_high) = told["interval"], told["coverage_interval"]
        row = {**told, "low": low, "high": high, "coverage_low": coverage_low, "coverage_high": coverage_high}
        return arrow({name: [row[name]] for name in TYPES}, TYPES)

    def panels(self) -> list[Panel]:
        """The coverage, what the samples held, and what a narrower interval takes."""
        return [Panel.of(sheet(self))]


class Trusts(Several[Trust]):
    """What intervals are worth under several measures; `coverage` and the like are of the first, the main one."""

    usual = "figures"

    @property
    def coverage(self) -> float:
        """The share of the samples whose interval holds π of the run, under the main measure."""
        return self.main.coverage.covered

    @property
    def more_cases(self) -> int:
        """How many cases more would make its interval as narrow as the margin."""
        return self.main.more_cases


@begun_anew
def trust(
    run: Run | Path,
    *,
    measures: Measures = None,
    weight: Weight | None = None,
    margin: float | None = None,
    level: float | None = None,
    seed: int | None = None,
    replications: int | None = None,
    progress: bool | Callable[[int, int], None] | None = None,
    **options: Unpack[MeasureOptions],
) -> Trusts:
    """Say how often the interval of a saved run holds, on data like its own.

    The run stands for all there is, so that π is known. Samples of its size are drawn from it, whole clusters with
    replacement, and each gets its interval: the coverage is how many of these hold π. What the run has no case of, no
    sample shows either. What is not given is as in the record of the run.

    Args:
        run: a run, or the path of its folder.
        measures: one or several; one that has not judged the run yet does so now, from the saved answers.
        weight: the importance ρ, or its name.
        margin: half the width that the interval is wanted to have; by default half of what it has.
        level: the confidence level of the intervals.
        seed: the seed of everything drawn at random.
        replications: how many samples; by default 2,000, fewer beyond half a million clusters.
        progress: a bar; by default on a terminal. Or a function, told how many samples are drawn, and of how many.
        options: options of the measures, as `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: there is no run, or no interval to trust: a single cluster, or nothing to divide by.
    """
    at_least(replications, 1, "replications")
    kept = kept_of(run).snapshot()
    settings = kept.record["settings"]
    judges = configured(recorded.measures_of(kept, measures_of(measures)), options, trust)
    rho = recorded.weighting_of(settings) if weight is None else weighting_of(weight)
    reading = Reading.recorded(settings, weight=rho, level=level, seed=seed)
    subjects = [Subject(kept, judge, reading, settings["missing"]) for judge in judges]
    with counting("drawing", progress) as counted:
        return Trusts(Trust.of(trusting.trust_of(subject, margin, replications, counted)) for subject in subjects)
