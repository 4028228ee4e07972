"""What people said as judgements of cases: under the measure `verdict`, or under that of the run by what they wrote.

A verdict is a judgement and no reference: that an answer is wrong does not say what is right.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.shifting import mu3
from murho.core.tally import Tally, tally
from murho.evaluator.agreeing import losses, meant
from murho.evaluator.drawn import Drawn, drawn, sample_of
from murho.evaluator.judgement import CANNOT_SAY, VERDICT, Judgement
from murho.evaluator.material import main_measure
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.sampling.estimating import expansion, unit_names
from murho.store import Run


@dataclass(frozen=True, eq=False)
class Judged:
    """The cases that people judged, none of which is only "cannot say"."""

    measure: str
    """`verdict`, or the measure of the run where people wrote meanings and no verdicts."""
    how: str
    """What they are judged by, in words."""
    cases: Cases
    """Of a sample with the sampled units as their clusters."""
    rows: Judgements
    rho: NDArray[np.float64]
    bounded: bool = True
    drawn: Drawn | None = None
    """The sample that the cases of the run are; None where they are all there is."""

    @property
    def tally(self) -> Tally:
        """The sums of them; of a sample every unit is kept open."""
        return tally(self.rows, self.rho, clusters=self.cases.clusters, complete=self.drawn is None)

    @property
    def effect(self) -> float:
        """How many times as large as that of independent units the variance is by the design of a sample."""
        return 1.0 if self.drawn is None else self.drawn.by_design(self.tally).effect

    def figure(self, reading: Reading) -> Figure:
        """π of them, with the usual interval."""
        by_design = None if self.drawn is None else self.drawn.by_design
        how = self.method(reading)
        return figure(self.tally, level=reading.level, method=how, bounded=self.bounded, by_design=by_design)

    @staticmethod
    def method(reading: Reading) -> str:
        """That of the interval: the run's, but that nothing is resampled while people judge."""
        return "auto" if reading.method == "bootstrap" else reading.method


def reading_of(run: Run) -> Reading:
    """How figures of a run are read off, by its record."""
    return Reading.recorded(run.record["settings"])


def judged(
    run: Run,
    to_judge: Collection[int],
    said: Sequence[Judgement],
    settled: Mapping[int, Judgement],
    order: Sequence[int] | None = None,
    clusters: Mapping[int, str] | None = None,
) -> Judged | None:
    """What people said so far; None where nothing was said that has a loss.

    Args:
        run: whose answers they judged.
        to_judge: the places of the cases that people are asked for.
        said: their judgements.
        settled: what the owner says where they differ, by place.
        order: of a sample with replacement the places drawn, draw by draw, as they come to people.
        clusters: of whole clusters, which come to people one after the other, that of each case, as they come.

    Raises:
        InputError: a meaning that people wrote is none that the measure of the run takes.
    """
    by_verdict, references = losses(said, settled), meant(said, settled)
    if not by_verdict and not references:
        return None
    # What was looked at without a term in the figure, as a meaning where verdicts count, was not judged for it.
    untold = {one.place for one in said if one.verdict == CANNOT_SAY and not one.repeat}
    sampled = drawn(run, to_judge, untold.union(by_verdict or references), order, clusters)
    cases = at(run, list(by_verdict or references))
    if sampled is not None:
        cases = replace(cases, clusters=unit_names(cases, sampled.sampled))
    rho = weights(run, cases) * (1.0 if sampled is None else sampled.so_far(cases))
    if by_verdict:
        rows = Judgements.of(list(by_verdict.values()))
        return Judged(VERDICT, f"verdicts under {mu3()!r}", cases, rows, rho, drawn=sampled)
    measure = main_measure(run)
    how = f"meanings that people wrote, by {measure!r}"
    cases = replace(cases, references=[one.reference for one in references.values()])
    rows = terms(measure, judge(measure, cases, answers_to(run, cases)), rho)
    return Judged(repr(measure), how, cases, rows, rho, measure.bounded, sampled)


def at(run: Run, places: Sequence[int]) -> Cases:
    """The cases of a run at these places."""
    return run.suite().at(np.array(places, np.int64)).held()


def weights(run: Run, cases: Cases) -> NDArray[np.float64]:
    """ρ of cases; of a sample that was drawn by a design times how many cases each stands for."""
    return _expanded(run, cases, weigh(reading_of(run).weight, cases))


def weights_of_part(run: Run, cases: Cases) -> NDArray[np.float64]:
    """The same of cases that may all weigh nothing."""
    return _expanded(run, cases, weigh_part(reading_of(run).weight, cases))


def _expanded(run: Run, cases: Cases, rho: NDArray[np.float64]) -> NDArray[np.float64]:
    return rho if sample_of(run) is None else rho * expansion(cases)
