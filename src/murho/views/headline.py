"""The head of the page: π under each measure, and the table of all measures and weightings."""

from dataclasses import dataclass

from murho.core.figure import Figure
from murho.measures import Measure
from murho.pipeline.scoring.score import Score
from murho.views.evidence import Evidence
from murho.views.names import measure_title
from murho.views.opening import Familiar, familiar


@dataclass(frozen=True)
class Headline:
    """π of the whole under one measure."""

    notation: str
    title: str
    loss_name: str
    accuracy_name: str
    figure: Figure
    accuracy: tuple[float, float, float] | None
    """1 − π, and its interval's ends."""
    bounded: bool
    """Whether it can be 1 at most."""
    signature: str
    grade: str | None
    """In words, where the page was given a scale."""
    familiar: Familiar
    """The figure by the name that people know."""


@dataclass(frozen=True)
class Crossed:
    """The same answers under every μ and ρ."""

    columns: list[tuple[str, str]]
    """Title and notation of each weighting."""
    rows: list[tuple[str, str, list[Figure]]]
    """Title and notation of each measure, and its figures."""


def headlines(evidence: Evidence) -> list[Headline]:
    """One for each measure, under the main weighting."""
    return [_headline(measure, evidence.score(measure)) for measure in evidence.measures]


def _headline(measure: Measure, score: Score) -> Headline:
    figure = score.figure
    return Headline(
        score.measure,
        measure_title(measure),
        measure.titles.loss,
        measure.titles.accuracy,
        figure,
        None if figure.value is None else (1 - figure.value, 1 - figure.high, 1 - figure.low),
        measure.bounded,
        score.signature,
        None if score.graded is None else score.graded.sentence,
        familiar(measure, figure),
    )


def crossed(evidence: Evidence) -> Crossed | None:
    """The table of measures and weightings; None where there is one of each."""
    if len(evidence.measures) * len(evidence.weightings) == 1:
        return None
    rows = [
        (measure_title(measure), repr(measure), [evidence.figure_under(i, j) for j in range(len(evidence.weightings))])
        for i, measure in enumerate(evidence.measures)
    ]
    return Crossed([(weighting.phrase, repr(weighting)) for weighting in evidence.weightings], rows)
