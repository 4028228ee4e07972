"""The head of the page: π under each measure, and the table of all measures and weightings."""

from dataclasses import dataclass

from murho.core.figure import Figure
from murho.report.html.drawing import Scale, Whisker, whisker
from murho.report.html.evidence import Evidence
from murho.report.html.heat import LOSS_STEPS
from murho.report.html.phrases import measure_title


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
    whisker: Whisker | None
    scale: Scale
    counts: list[tuple[str, int]]
    signature: str
    missing: int


@dataclass(frozen=True)
class Crossing:
    """π of one measure under one weighting."""

    figure: Figure
    step: int


@dataclass(frozen=True)
class Crossed:
    """The same answers under every μ and ρ."""

    columns: list[tuple[str, str]]
    """Title and notation of each weighting."""
    rows: list[tuple[str, str, list[Crossing]]]
    """Title and notation of each measure, and its figures."""


def headlines(evidence: Evidence) -> list[Headline]:
    """One for each measure, under the main weighting."""
    found = []
    for how in evidence.measures:
        score = evidence.score(how)
        notation, figure = score.measure, score.figure
        scale = Scale.over([1.0, figure.high], bounded=how.bounded)
        found.append(
            Headline(
                notation,
                measure_title(how),
                how.titles.loss,
                how.titles.accuracy,
                figure,
                None if figure.value is None else (1 - figure.value, 1 - figure.high, 1 - figure.low),
                whisker(figure, scale),
                scale,
                list(figure.counts.items()),
                score.signature,
                score.missing_answers,
            )
        )
    return found


def crossed(evidence: Evidence) -> Crossed | None:
    """The table of measures and weightings; None where there is one of each."""
    if len(evidence.measures) * len(evidence.weightings) == 1:
        return None
    rows = []
    for i, how in enumerate(evidence.measures):
        figures = [evidence.figure_under(i, j) for j in range(len(evidence.weightings))]
        rows.append((measure_title(how), repr(how), [Crossing(one, _step(one)) for one in figures]))
    return Crossed([(how.said, repr(how)) for how in evidence.weightings], rows)


def _step(figure: Figure) -> int:
    return sum((figure.value or 0.0) >= step for step in LOSS_STEPS)
