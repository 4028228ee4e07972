"""What people said as judgements of cases: under the measure `verdict`, or under that of the run by what they wrote.

A verdict is a judgement and no reference: that an answer is wrong does not say what is right.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.shifting import mu3
from murho.core.tally import tally
from murho.evaluator.agreeing import losses, meant
from murho.evaluator.judgement import VERDICT, Judgement
from murho.evaluator.material import main_measure
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, terms, weigh
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.sampled import sampled_of
from murho.sampling.estimating import expansion
from murho.store import Run


@dataclass(frozen=True, eq=False)
class Judged:
    """The cases that people judged, none of which is only "cannot say"."""

    measure: str
    """`verdict`, or the measure of the run where people wrote meanings and no verdicts."""
    how: str
    """What they are judged by, in words."""
    cases: Cases
    rows: Judgements
    rho: NDArray[np.float64]
    bounded: bool = True

    def figure(self, reading: Reading) -> Figure:
        """π of them, with the usual interval."""
        summed = tally(self.rows, self.rho, clusters=self.cases.clusters)
        method = "auto" if reading.method == "bootstrap" else reading.method
        return figure(summed, level=reading.level, method=method, bounded=self.bounded)


def reading_of(run: Run) -> Reading:
    """How figures of a run are read off, by its record."""
    return Reading.recorded(run.record["settings"])


def judged(run: Run, said: Sequence[Judgement], settled: Mapping[int, Judgement]) -> Judged | None:
    """What people said so far; None where nothing was said that has a loss.

    Raises:
        InputError: a meaning that people wrote is none that the measure of the run takes.
    """
    by_verdict, references = losses(said, settled), meant(said, settled)
    if by_verdict:
        cases = at(run, list(by_verdict))
        rows = Judgements.of(list(by_verdict.values()))
        return Judged(VERDICT, f"verdicts under {mu3()!r}", cases, rows, weights(run, cases))
    if not references:
        return None
    measure = main_measure(run)
    how = f"meanings that people wrote, by {measure!r}"
    cases = replace(at(run, list(references)), references=[one.reference for one in references.values()])
    rho = weights(run, cases)
    rows = terms(measure, judge(measure, cases, answers_to(run, cases)), rho)
    return Judged(repr(measure), how, cases, rows, rho, measure.bounded)


def at(run: Run, places: Sequence[int]) -> Cases:
    """The cases of a run at these places."""
    return run.suite().at(np.array(places, np.int64)).held()


def weights(run: Run, cases: Cases) -> NDArray[np.float64]:
    """ρ of cases; of a sample that was drawn by a design times how many cases each stands for."""
    rho = weigh(reading_of(run).weight, cases)
    return rho if sampled_of(run.record.get("data", {}).get("sample")) is None else rho * expansion(cases)
