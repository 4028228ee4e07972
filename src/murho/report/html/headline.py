"""The head of the page: what was run, π under each measure, and the table of all measures and weightings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from murho.core.figure import Figure
from murho.report.html import legible
from murho.report.html.drawing import Scale, Whisker, whisker
from murho.report.html.evidence import Evidence
from murho.report.html.heat import LOSS_STEPS
from murho.report.html.phrases import accuracy_name, loss_name, measure_title, weighting_title

FEATURES_OF_A_GOAL = {
    "goal": "Goal",
    "domain": "Domain",
    "representation": "Representation",
    "sample": "Sample",
}


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
    whisker: Whisker | None
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
        scale = Scale(1.0, (0.0, 0.25, 0.5, 0.75, 1.0)) if how.bounded else Scale.over([figure.high], bounded=False)
        found.append(
            Headline(
                notation,
                measure_title(notation),
                loss_name(notation),
                accuracy_name(notation),
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
    figures = [[evidence.figure_under(i, j) for j in range(len(evidence.weightings))] for i in range(len(evidence.measures))]
    bounded = all(how.bounded for how in evidence.measures)
    scale = Scale.over([one.high for row in figures for one in row], bounded=bounded)
    rows = [
        (
            measure_title(repr(how)),
            repr(how),
            [Crossing(one, whisker(one, scale), _step(one)) for one in row],
        )
        for how, row in zip(evidence.measures, figures, strict=True)
    ]
    return Crossed([(weighting_title(repr(how)), repr(how)) for how in evidence.weightings], rows)


def _step(figure: Figure) -> int:
    return sum((figure.value or 0.0) >= step for step in LOSS_STEPS)


def about(evidence: Evidence) -> list[tuple[str, str]]:
    """What was run, when, and to what end, from the record."""
    record = evidence.record
    said = record.get("about", {})
    found = [
        ("System", spec(record.get("system", {}))),
        ("Suite", legible.as_text(record.get("data", {}).get("cases", ""))),
        *((title, legible.as_text(said.get(name, ""))) for name, title in FEATURES_OF_A_GOAL.items()),
        ("Run", _span(record.get("started"), record.get("finished"))),
    ]
    return [(name, value) for name, value in found if value]


def spec(system: Any) -> str:
    """A system in a few words: how it was named, else everything that is known of it."""
    if not isinstance(system, dict):
        return legible.as_text(system)
    if "stages" in system and isinstance(system["stages"], list):
        return " → ".join(spec(stage) for stage in system["stages"])
    return legible.as_text(system.get("spec") or system.get("kind") or system or "")


def _span(started: Any, finished: Any) -> str:
    start, end = _moment(started), _moment(finished)
    if start and end and start[:10] == end[:10]:
        return f"{start} to {end[11:]}"
    return f"{start} to {end}" if start and end else start or end


def _moment(text: Any) -> str:
    try:
        return datetime.fromisoformat(str(text)).strftime("%Y-%m-%d %H:%M %Z").strip()
    except ValueError:
        return ""
