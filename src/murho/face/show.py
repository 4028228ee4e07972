"""`murho.show`: the figures of a saved run under any measure and weighting."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from murho import figures
from murho.core.errors import begun_anew
from murho.core.scale import Grades
from murho.face.choices import Divisor, Method, Population
from murho.face.given import Measures, Path, configured, measures_of, names, scale_of
from murho.face.saved import Run, kept_of
from murho.face.score import Reporting, Score, Scores
from murho.measures import Measure
from murho.pipeline.runs import recorded
from murho.pipeline.runs.show import figures as score_of
from murho.pipeline.scoring.judge import refuse_open
from murho.pipeline.scoring.reading import Reading

if TYPE_CHECKING:
    from typing import Unpack

    from murho.face.given import Names, Weight
    from murho.face.names import ShowOptions


@begun_anew
def show(
    run: Run | Path,
    *,
    measures: Measures = None,
    by: Names = None,
    weight: Weight | None = None,
    classes: bool = False,
    per_case: bool = False,
    divide_by: Divisor = "importance",
    scale: str | Grades | None = None,
    level: float | None = None,
    method: Method | None = None,
    seed: int | None = None,
    population: Population = "finite",
    gated: bool = False,
    **options: Unpack[ShowOptions],
) -> Scores:
    """Show the figures of a saved run under any measure and weighting, sliced by any feature.

    What is not given is as in the record of the run.

    Args:
        run: a run, or the path of its folder.
        measures: one or several; one that has not judged the run yet does so now, from the saved answers.
        by: features to slice by; `length` (in words) and `cluster` are features too.
        weight: the importance ρ, or its name.
        classes: for labels, precision, recall and F1 of each, macro and micro F1, and what is taken for what.
        per_case: keep a row for each case in the JSON, with its loss and counts.
        divide_by: what π is divided by: Σ ρ, or the number of expressions |E|; for measures with one loss for each
            expression.
        scale: grades of π that stand by themselves, as in `"good<0.1<fair<0.3<poor"`: `graded` has the grade.
        level: the confidence level of the intervals.
        method: the kind of interval; the result names the one used.
        seed: the seed of everything drawn at random.
        population: of a sample, whether figures are about the cases it was drawn from, `finite`, or `super`, all they
            stand for.
        gated: a gate decides on the figures: open cases, which are in none, are refused.
        options: options of figures, which `murho list figures` shows: `efficiency=True`; and of the measures, as
            `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: there is no run, or no such feature.
    """
    kept = kept_of(run).snapshot()
    settings = kept.record["settings"]
    rho, missing = recorded.weighting_of(settings, weight), settings["missing"]
    of_figures = figures.options() if options else {}
    wanted_figures = {name: value for name, value in options.items() if name in of_figures}
    of_measures = {name: value for name, value in options.items() if name not in of_figures}
    judges = configured(recorded.measures_of(kept, measures_of(measures)), of_measures, show)
    choices = figures.choose(kept, judges, wanted_figures)
    if gated:
        for cases in kept.suite().batches():
            refuse_open(judges, cases)
    ends = {"level": level, "method": method, "seed": seed}
    wanted: dict[str, Any] = {"by": names(by, "by"), "divide_by": divide_by, "classes": classes, "per_case": per_case}
    wanted |= {"scale": scale_of(scale), "population": population}
    reading = Reading.recorded(settings, weight=rho, **ends, **wanted)
    found = list[Score]()

    def reporting(measures: Sequence[Measure]) -> Reporting:
        shown: dict[str, Any] = {"weights": [rho], "by": list(reading.by) or None, "scale": reading.scale}

        def write(path: str, title: str) -> None:
            from murho.pages.report import write_report

            write_report(kept, path, measures=measures, title=title, **shown)

        return write

    for judge in judges:
        subject = figures.Subject(kept, judge, reading, missing)
        values = figures.values_of(choices, subject, main=not found)
        score = score_of(kept, judge, reading, missing=missing)
        found.append(Score.made(score, reporting([judge]), values))
    return Scores(found, reporting(judges), kept)
