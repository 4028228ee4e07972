"""`murho.show`: the figures of a saved run under any measure and weighting."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from murho import figures
from murho.core.errors import UsageError, begun_anew
from murho.core.scale import Grades
from murho.face.given import Measures, Path, configured, measures_of, names, path_of, scale_of
from murho.face.saved import Run, kept_of
from murho.face.score import Reporting, Score, Scores
from murho.measures import Measure
from murho.pipeline.runs import recorded
from murho.pipeline.runs.causes import causes_of
from murho.pipeline.runs.competence import competence_of_run, users_of
from murho.pipeline.runs.show import figures as score_of
from murho.pipeline.runs.show import profiled
from murho.pipeline.scoring.reading import Reading
from murho.weighting import Weighting


@begun_anew
def show(
    run: Run | Path,
    *,
    measures: Measures = None,
    by: Any = None,
    weight: str | Weighting | None = None,
    profile: Any = None,
    competence: bool = False,
    bound: float | None = None,
    users: Any = None,
    causes: bool = False,
    classes: bool = False,
    per_case: bool = False,
    divide_by: str = "importance",
    scale: str | Grades | None = None,
    level: float | None = None,
    method: str | None = None,
    seed: int | None = None,
    population: str = "finite",
    **options: Any,
) -> Scores:
    """Read figures off a saved run, as `murho show` does; what is not said is as in its record.

    Args:
        run: a run, or the path of its folder.
        measures: one or several; one that has not judged the run yet does so now, from the saved answers.
        by: features to slice by; `length` (in words) and `cluster` are features too.
        weight: the importance ρ, or its name.
        profile: the axes of a profile: `loss`, `weight`, or features.
        competence: coverage, competence, habitability and completeness, with the items.
        bound: for competence: covered is what has an importance above this.
        users: for competence: what users say, a list of expressions, or a file with one on each line.
        causes: causes of failure, counted and weighed.
        classes: for labels, precision, recall and F1 of each, and what is taken for what.
        per_case: keep a row for each case in the JSON.
        divide_by: `importance` divides by Σ ρ, `expressions` by |E|.
        scale: grades of π that stand by themselves, as in `"good<0.1<fair<0.3<poor"`: `graded` has the grade.
        level: of the confidence intervals.
        method: the kind of interval.
        seed: of everything drawn at random.
        population: of a sample, whether figures are about the cases it was drawn from, `finite`, or `super`, all they
            stand for.
        options: options of figures, which `murho list figures` shows: `efficiency=True`; and of the measures, as
            `--with` takes them.

    Raises:
        UsageError: what is given does not fit together, or is unknown.
        InputError: there is no run, or no such feature.
    """
    if not competence and (bound is not None or users is not None):
        raise UsageError("bound= and users= go with competence=True")
    kept = kept_of(run).snapshot()
    settings = kept.record["settings"]
    rho, missing, axes = recorded.weighting_of(settings, weight), settings["missing"], names(profile, "profile")
    of_figures = figures.options() if options else {}
    wanted_figures = {name: options.pop(name) for name in list(options) if name in of_figures}
    judges = configured(recorded.measures_of(kept, measures_of(measures)), options, show)
    choices = figures.choose(kept, judges, wanted_figures)
    ends = {"level": level, "method": method, "seed": seed}
    wanted: dict[str, Any] = {"by": names(by, "by"), "divide_by": divide_by, "classes": classes, "per_case": per_case}
    wanted |= {"scale": scale_of(scale), "population": population}
    reading = Reading.recorded(settings, weight=rho, **ends, **wanted)
    asked = users_given(users)
    found = list[Score]()

    def reporting(measures: Sequence[Measure]) -> Reporting:
        shown: dict[str, Any] = {"weights": [rho], "by": list(reading.by) or None, "scale": reading.scale}

        def write(path: str, title: str) -> None:
            from murho.pages.report import write_report

            write_report(kept, path, measures=measures, title=title, **shown)

        return write

    for judge in judges:
        parts: dict[str, Any] = {}
        if axes:
            parts["profile"] = profiled(kept, judge, axes, rho, missing)
        if competence:
            parts["competence"] = competence_of_run(
                kept, judge, weight=rho, bound=bound or 0.0, users=asked, missing=missing
            )
        if causes:
            parts["causes"] = causes_of(kept, judge, rho, missing)
        parts |= figures.values_of(choices, figures.Subject(kept, judge, reading, missing), main=not found)
        score = score_of(kept, judge, reading, missing=missing)
        also = {**score.also, **{name: part.as_json() for name, part in parts.items()}}
        found.append(Score.made(replace(score, also=also), reporting([judge])))
    return Scores(found, reporting(judges))


def users_given(users: Any) -> list[str] | None:
    """What users say: a list of expressions, or those of a file."""
    if users is None:
        return None
    return list(names(users, "users")) if isinstance(users, list | tuple) else users_of(path_of(users, "users"))
