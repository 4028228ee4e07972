"""Show: read figures off a saved run, under any weighting and by any feature, without running anything again."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger, feature_rows
from murho.core.profile import Profile, profile
from murho.measures import Measure
from murho.pipeline.score import Score, judge, per_case_rows, scored, weigh
from murho.store import Run
from murho.weighting import Weighting, given

Floats = np.ndarray[Any, np.dtype[np.float64]]


def judged(run: Run, how: Measure, missing: str = "undefined") -> tuple[Cases, Judgements]:
    """The suite of a run and its judgements; a measure that has not judged the run yet does so now.

    With `missing="skip"` the cases that got no answer are left out; else they count as UNDEFINED.
    """
    cases = run.cases()
    answers = run.answers().for_cases(cases.ids)
    if missing == "skip" and "missing" in (answers.failures or ()):
        kept = [i for i, failure in enumerate(answers.failures or ()) if failure != "missing"]
        cases = cases.take(kept)
        return cases, judge(how, cases, answers.for_cases(cases.ids))
    return cases, run.judgements(repr(how), cases) or judge(how, cases, answers)


def figures(
    run: Run,
    how: Measure,
    *,
    weight: Weighting | None = None,
    by: Sequence[str] = (),
    missing: str = "undefined",
    level: float = 0.95,
    method: str = "auto",
    seed: int = 0,
    per_case: bool = False,
) -> Score:
    """The figure of a run and its slices."""
    weight = weight or given()
    cases, rows = judged(run, how, missing)
    rho = weigh(weight, cases)
    ledger = Ledger(by, keep_open=method == "bootstrap")
    ledger.add(cases, rows, rho)
    failures = run.answers().failures or []
    settings: Mapping[str, Any] = {"missing": missing, "seed": seed, "data": _short_digest(run)}
    score = scored(how, ledger, weight=weight, level=level, method=method, settings=settings)
    return replace(
        score,
        missing_answers=sum(1 for failure in failures if failure == "missing"),
        per_case=per_case_rows(cases, rows, rho) if per_case else None,
    )


def profiled(run: Run, how: Measure, axes: Sequence[str], weight: Weighting | None = None) -> Profile:
    """The profile of a run over any axes; `loss` is the axis of μ, `weight` that of ρ, others are features."""
    cases, rows = judged(run, how)
    rho = weigh(weight or given(), cases)
    columns = {axis: axis_column(axis, cases, rows, rho) for axis in axes}
    return profile(rows, rho, columns, cases.clusters)


def axis_column(axis: str, cases: Cases, rows: Judgements, rho: Floats) -> Sequence[Any]:
    """The class of each row on an axis."""
    if axis == "loss":
        return (rows.loss / np.where(rows.units > 0, rows.units, 1)).tolist()  # type: ignore[no-any-return]
    if axis == "weight":
        return rho[rows.case].tolist()  # type: ignore[no-any-return]
    return [
        value if not isinstance(value, list) else ", ".join(map(str, value))
        for value in feature_rows(cases, rows, axis)
    ]


def _short_digest(run: Run) -> str | None:
    found = run.record.get("data", {}).get("digest")
    return found[:19] if isinstance(found, str) else None
