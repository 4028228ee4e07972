"""What people said as judgements of cases: under the measure `verdict`, or under that of the run by what they wrote.

A verdict is a judgement and no reference: that an answer is wrong does not say what is right.

Where the cases of a run are a sample by a design, people have judged some or all of these. Cases come to people in an
order drawn at random, so what k of n sampled cases say is drawn twice: by the design, and simply from what it drew.
With a share f = k/n, and e the expanded terms of the ratio (`murho.sampling.estimating`), the variance of their sum
over those judged is, as of two-phase samples (Särndal, Swensson and Wretman 1992, section 9.3),

    f · V_design + (1 − f) · k/(k − 1) · Σ e²,

where V_design is read off those judged. Of a simple sample this is exactly that of a simple sample of k: it leaves
1 − k/N. Where all are judged it is the design's, and the interval is the one that `murho show` has.

A sample with replacement comes to people in the order of its draws, drawn anew and kept: each case when it is drawn
first. Then the first draws are a sample by the same design, only smaller, and a case counts as often as it is among
them: f is the share of these draws whose cases were judged. So it is with whole clusters, which come one after the
other: the first are a smaller sample of clusters, and f is 1, as long as no case was passed over but in the last of
them. Where one was, who skips, or what others said elsewhere, decided which part of a cluster is seen, and f is k/n.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.estimate import ByDesign
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.shifting import mu3
from murho.core.tally import Tally, tally
from murho.evaluator.judgement import CANNOT_SAY, VERDICT, Judgement, losses, meant
from murho.evaluator.material import main_measure
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, terms, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading, sampled_of
from murho.sampling.estimating import Sampled, Units, expansion, unit_names
from murho.store import Run


class Drawn(NamedTuple):
    """The sample that the cases of a run are, as far as people have looked at it."""

    sampled: Sampled
    units: Units
    """Those looked at; and those that nobody is asked for, which add no term."""
    share: float
    """How many of the cases to judge people have looked at; of draws, how many of those that came to them."""
    came: Mapping[int, int] | None = None
    """How often each case, by its place, is among the draws that came to people; None without replacement."""

    def so_far(self, cases: Cases) -> NDArray[np.float64]:
        """The share of each case's draws that came to people, (cases,)."""
        if self.came is None:
            return np.ones(len(cases))
        came = [self.came.get(place, 0) for place in cases.places or ()]
        return np.array(came, np.float64) / np.array(cases.features["draws"], np.float64)

    def by_design(self, tally: Tally) -> ByDesign:
        """What the design does to the variance of a figure."""
        result = self.units.by_design(tally, self.sampled.plan)
        return result._replace(effect=1 - self.share * (1 - result.effect))


def sample_of(run: Run) -> Sampled | None:
    """What is known of the sample that the cases of a run are; None where they are all there is."""
    return sampled_of(run.record.get("data", {}).get("sample"))


def draws_of(run: Run) -> dict[int, int]:
    """How often each case of a sample with replacement was drawn, by its place; of other runs nothing."""
    sampled = sample_of(run)
    if sampled is None or not sampled.plan.with_replacement:
        return {}
    suite = run.suite()
    return dict(enumerate(map(int, suite.at(np.arange(len(suite))).held().features["draws"])))


def clusters_of(run: Run, to_judge: Collection[int]) -> dict[int, str]:
    """The cluster of each case of a sample of whole clusters, by place; of other runs, or where a part of the cases is
    to be judged, nothing."""
    sampled = sample_of(run)
    suite = run.suite()
    if sampled is None or not sampled.plan.whole_clusters or len(to_judge) < len(suite):
        return {}
    return dict(enumerate(unit_names(suite.at(np.arange(len(suite))).held(), sampled)))


def came_up_to(order: Sequence[int], to_judge: Collection[int], looked_at: Collection[int]) -> int:
    """How many draws have come to people: all before the first case after those that they looked at.

    >>> came_up_to([3, 1, 3, 2, 1], {1, 2, 3}, {3, 1})
    3
    """
    first = {place: turn for turn, place in reversed(list(enumerate(order)))}
    last = max((first[place] for place in looked_at), default=-1)
    return min((first[place] for place in to_judge if first[place] > last), default=len(order))


def came_whole(clusters: Mapping[int, str], looked_at: Collection[int]) -> bool:
    """Whether the cases looked at are those of the clusters that came first; of the last some may be to come.

    >>> [came_whole({3: "b", 4: "b", 1: "a", 2: "a"}, seen) for seen in ([3, 4, 2], [3, 1])]
    [True, False]
    """
    order = list(clusters)
    until = next((turn for turn, place in enumerate(order) if place not in looked_at), len(order))
    return all(clusters[place] == clusters[order[until]] for place in order[until:] if place in looked_at)


def known_draws(order: Sequence[int], to_judge: Collection[int], looked_at: Collection[int]) -> list[int]:
    """The places drawn, draw by draw, up to the first that is to be judged and was not yet.

    What was judged out of turn says nothing of chance, and counts when those before it were judged, too.
    """
    until = next((turn for turn, one in enumerate(order) if one in to_judge and one not in looked_at), len(order))
    return list(order[:until])


def drawn(
    run: Run,
    to_judge: Collection[int],
    looked_at: Collection[int],
    order: Sequence[int] | None = None,
    clusters: Mapping[int, str] | None = None,
) -> Drawn | None:
    """The sample that the cases of a run are; None where they are all there is.

    Args:
        run: whose cases.
        to_judge: the places of the cases that people are asked for.
        looked_at: of those that somebody judged, or could not tell.
        order: the places drawn with replacement, draw by draw, as cases come to people; None without replacement.
        clusters: of whole clusters, which come to people one after the other, that of each case, as they come.
    """
    sampled = sample_of(run)
    if sampled is None:
        return None
    suite, units = run.suite(), Units()
    known = sorted({*range(len(suite))}.difference(to_judge).union(looked_at))
    cases = suite.at(np.array(known, np.int64)).held()
    units.add(cases, sampled)
    if clusters and came_whole(clusters, looked_at):
        part = len(units) / len(set(clusters.values()))
        for name, unit in units.items():
            units[name] = unit._replace(inclusion=unit.inclusion * part)
        return Drawn(sampled, units, 1.0)
    if order is None:
        return Drawn(sampled, units, len(set(looked_at)) / len(to_judge))
    wanted = set(to_judge).union(looked_at)
    came = Counter(order[: came_up_to(order, wanted, looked_at)])
    for name, place in zip(unit_names(cases, sampled), known, strict=True):
        if came[place]:
            units[name] = units[name]._replace(draws=came[place])
        else:
            del units[name]
    share = sum(came[place] for place in looked_at) / sum(came[place] for place in wanted)
    return Drawn(sampled, units, share, came)


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
    untold = {answer.place for answer in said if answer.verdict == CANNOT_SAY and not answer.repeat}
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
    cases = replace(cases, references=[reference.reference for reference in references.values()])
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
