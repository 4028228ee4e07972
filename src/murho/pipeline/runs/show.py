"""Show: read figures off a saved run, under any weighting and by any feature, without running anything again."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from murho.core.answered_by import several
from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.core.ledger import feature_rows, group_name
from murho.core.meaning import canonical
from murho.core.profile import Profile, profile
from murho.formats.digest import files_of
from murho.measures import Measure, fine_enough
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score, judge, settled, terms, weigh
from murho.store import Run
from murho.suites.cases import together
from murho.weighting import Weighting, given

Floats = np.ndarray[Any, np.dtype[np.float64]]


def judged(run: Run, measure: Measure, missing: str = "undefined") -> tuple[Cases, Judgements]:
    """The suite of a run and its judgements; a measure that has not judged the run yet does so now.

    Open cases are left out. With `missing="skip"` so are the cases that got no answer; else they count as UNDEFINED.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    cases, (rows,) = judged_by(run, [measure], missing)
    return cases, rows


def judged_by(run: Run, measures: Sequence[Measure], missing: str = "undefined") -> tuple[Cases, list[Judgements]]:
    """The suite of a run and its judgements under each of `measures`, which are of one stage; see `judged`."""
    cases = settled(measures[0], run.cases())
    if measures[0].stage is not None:
        run.answers().at_stage(measures[0].stage)  # which refuses one that nobody answered for

    def rows(measure: Measure) -> Judgements:
        saved = run.judgements(repr(measure), cases, files_of(measure))
        return judge(measure, cases, run.answers().for_cases(cases.ids)) if saved is None else saved

    if missing != "skip":
        return cases, list(map(rows, measures))
    failures = run.answers().for_cases(cases.ids).failures or ()
    answered = np.array([index for index, failure in enumerate(failures) if failure != "missing"], np.int64)
    return cases.take(answered), [rows(measure).of_cases(answered) for measure in measures]


def figures(run: Run, measure: Measure, reading: Reading | None = None, *, missing: str = "undefined") -> Score:
    """The figure of a run and its slices; π is None where all cases are open, or without an answer and skipped."""
    book = Book(measure, (reading or Reading()).over(run.cases()))
    cases, rows = judged_by(run, book.measures, missing)
    rho = weigh(book.reading.weight, cases)
    book.add(cases, *rows, weights=rho)
    is_open = open_under(run, measure)
    signed = run.signed
    made = {"system": signed.system, "missing": missing, "seed": book.reading.seed, "data": signed.data}
    nothing = is_open > 0 or (missing == "skip" and not len(cases))  # then it is told how many there are
    score = book.score(made, empty=nothing)
    note = together(cases, rho)
    return replace(
        score,
        open=is_open,
        notes=(*score.notes, *filter(None, (note, several(run.record)))),
        missing_answers=missing_answers(run),
        unmatched_answers=run.record.get("unmatched_answers", 0),
    )


def open_under(run: Run, measure: Measure) -> int:
    """How many cases of a run a measure cannot judge because nobody has said what they mean."""
    return int(run.cases().at_stage(measure.stage).open.sum())


def failures(run: Run) -> list[tuple[int, str]]:
    """Why answers are UNDEFINED: for each kind of failure how many there are, and what is said most often of it."""
    if not run.record.get("counts", {}).get("failures"):
        return []
    by_kind: dict[str, Counter[str]] = defaultdict(Counter)
    for failure in run.answers().failures or ():
        if failure:
            text = "no answer was recorded" if failure == "missing" else failure
            by_kind[failure.split(":")[0]][text] += 1
    kinds = [(texts.total(), texts.most_common(1)[0][0]) for texts in by_kind.values()]
    return sorted(kinds, key=lambda kind: -kind[0])


def missing_answers(run: Run) -> int:
    """How many cases have no answer: none was recorded, or the run is not complete."""
    counted = run.record.get("counts", {}).get("missing_answers")
    if isinstance(counted, int):
        return counted
    answers = run.answers().for_cases(run.cases().ids)
    return sum(1 for failure in answers.failures or () if failure == "missing")


def profiled(
    run: Run, measure: Measure, axes: Sequence[str], weight: Weighting | None = None, missing: str = "undefined"
) -> Profile:
    """The profile of a run over any axes; `loss` is the axis of μ, `weight` that of ρ, others are features.

    Raises:
        InputError: the cases do not have a feature, or cannot be judged.
    """
    measure = fine_enough(measure, axes, run.cases().labels)
    cases, rows = judged(run, measure, missing)
    rho = weigh(weight or given(), cases)
    columns = {axis: axis_column(axis, cases, rows, rho) for axis in axes}
    return profile(terms(measure, rows, rho), rho, columns, cases.clusters)


def axis_column(axis: str, cases: Cases, rows: Judgements, rho: Floats) -> Sequence[Any]:
    """The class of each row on an axis, (rows,); `rho` (cases,) is the importance of the cases."""
    if (
        axis == "loss"
    ):  # per unit, for losses of long and short cases have to be comparable; without units it is 0 or more
        return (rows.loss / np.where(rows.units > 0, rows.units, 1)).tolist()  # type: ignore[no-any-return]
    if axis == "weight":
        return rho[rows.case].tolist()  # type: ignore[no-any-return]
    return [_class(value) for value in feature_rows(cases, rows, axis)]


def _class(value: Any) -> Any:
    """A feature's value as a class of a profile: lists and objects are classes of their own, whole."""
    if isinstance(value, list):
        return ", ".join(map(group_name, value)) or None
    return canonical(value) if isinstance(value, dict) else value
