"""What the record of a run says where nobody says otherwise: by what it is judged and weighed, its figures, and the
interval of a rule that stopped it.

>>> weighting_of({"weight": "frequency('count')"}), weighting_of({"weight": "frequency('count')"}, "constant")
(frequency('count'), constant)

A run that a rule stopped has the rule's own interval, wherever its figure is shown. After `fixed(n)` the usual interval
is right for every figure, since n was chosen first. After `width(w)` it is the rule's: how wide the interval of one
figure was decided, never where π lies; a note says so beside every other figure. A confidence sequence was looked at
again and again, so that the usual interval is not shown at all: another measure, weighting, level or slice has none,
and says why.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, nan
from typing import Any

from murho.core.estimate import Estimate
from murho.core.figure import Figure, IfFailures
from murho.core.stopping_rules import sequence, stopping_rule, width
from murho.measures import Measure
from murho.measures.unopened import recorded as recorded_measure
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.store import Run
from murho.store.lease import is_held
from murho.weighting import Weighting, weighting
from murho.weighting.naming import recorded as recorded_weighting


def measures_of(run: Run, named: Sequence[Measure] = ()) -> list[Measure]:
    """The measures that are named, or else those that a run was judged by."""
    if named:
        return list(named)
    record = run.record
    kept = record["settings"]["measures"] or run.measures()
    return [recorded_measure(name, record.get("measure_facts")) for name in kept]


def weighting_of(settings: Mapping[str, Any], given: str | Weighting | None = None) -> Weighting:
    """The weighting that is given, or else that of the settings of a run."""
    if given is None:
        return recorded_weighting(settings["weight"])
    return weighting(given) if isinstance(given, str) else given


def score_of(run: Run, measure: Measure) -> Score | None:
    """The score of a whole run as it was recorded, to be printed: nothing is read but the record.

    None where that does not have it, or has only a part of what is printed, as of a sample. Whether it is still what
    was counted `murho.pipeline.runs.run` has looked at; who decides by the figure counts anew. Slices, and the sum of
    importance, no record has: that is NaN.
    """
    told = run.record.get("figures", {}).get(repr(measure))
    if not isinstance(told, dict) or "sample" in told or told.get("by"):
        return None
    try:
        return _as_score(told, measure)
    except (KeyError, TypeError, ValueError):  # another murho wrote it, or somebody by hand
        return None


def _as_score(told: Mapping[str, Any], measure: Measure) -> Score:
    """The score that an object of a record tells."""
    low, high = told["interval"] or (-inf, inf)
    figure = Figure(
        Estimate(
            told["value"],
            low,
            high,
            told["level"],
            told["method"],
            told["n"],
            told["clusters"],
            told["effective_n"],
            tuple(told["flags"]),
            told.get("undetermined"),
        ),
        told["n"],
        told["undefined"],
        nan,
        told["numerator"],
        told["denominator"],
        told["counts"],
        IfFailures(**told["if_failures"]) if "if_failures" in told else None,
    )
    score = Score(
        told["measure"],
        figure,
        {},
        told["signature"],
        told["missing_answers"],
        told["unmatched_answers"],
        told.get("notes", ()),
        divided_by=told["divided_by"],
        open=told.get("open", 0),
        known_as=measure.known_as,
        countables=measure.countables,
    )
    return replace(
        score, also={name: value for name, value in told.items() if name not in score.as_json().keys() | _PARTS}
    )


_PARTS = {"undetermined", "if_failures", "open", "notes", "interval"}
"""Of a score as JSON what is there only sometimes."""


def unfinished_note(run: Run, missing: int) -> str | None:
    """That a run was stopped before its end, or is still going on, with how many answers are missing.

    None of a run that is complete.
    """
    if run.record.get("state") == "complete":
        return None
    cases = len(run.suite())
    so_far = f"{cases - missing} of {cases} cases are answered"
    if is_held(run.path):
        return f"still running: {so_far} so far; the others count as undefined here"
    return f"not complete: {so_far}, the others count as undefined here; the same run, started again, goes on with it"


STOPPED = "stopped"
"""Where the record of a run says by which rule it stopped."""


def stopped(run: Run) -> dict[str, Any] | None:
    """What the record says of the rule that stopped a run; None where none did, or more was asked without it since."""
    told = run.record.get(STOPPED)
    return told if told is not None and told["judged"] == len(run.suite()) else None


def with_interval_of_rule(run: Run, score: Score, measure: Measure, reading: Reading) -> Score:
    """The score of a run with the interval of the rule that stopped it, or without one where the rule has none."""
    told = stopped(run)
    if told is None:
        return score
    figure = figure_of_rule(score.figure, run, measure, reading)
    slices = {
        feature: {group: figure_of_rule(one, run, measure, reading, whole=False) for group, one in groups.items()}
        for feature, groups in score.by.items()
    }
    return replace(
        score,
        figure=figure,
        by=slices,
        also={**score.also, "stopped": {name: told[name] for name in ("rule", "met", "judged", "cases")}},
        notes=(*score.notes, stopped_note(told)),
    )


def figure_of_rule(figure: Figure, run: Run, measure: Measure, reading: Reading, *, whole: bool = True) -> Figure:
    """A figure of a run with the interval of the rule that stopped it, or without one where the rule has none.

    Args:
        figure: with the usual interval.
        run: whose figure it is.
        measure: that it is under.
        reading: that it was read by.
        whole: it is of all cases, and not of a slice.
    """
    told = stopped(run)
    if told is None:
        return figure
    asked = (repr(measure), reading.level, repr(reading.weight), reading.divide_by, reading.method)
    if whole and asked == (told["measure"], told["level"], told["weight"], "importance", "auto"):
        return replace(figure, estimate=_estimate(told))
    return _without(figure, told, measure) if isinstance(stopping_rule(told["rule"]), sequence) else figure


def stopped_note(told: dict[str, Any]) -> str:
    """What stopped a run, in a sentence."""
    how = "stopped by" if told["met"] else "all that could be was asked before it was stopped by"
    return f"{how} {told['rule']}: {told['judged']} of {told['cases']} cases, drawn at random{_besides(told)}"


def _besides(told: dict[str, Any]) -> str:
    """What is to be known of any other figure of the run."""
    rule = stopping_rule(told["rule"])
    if isinstance(rule, width):
        return f"; how wide the interval of {told['measure']} was decided when, and never where π lies"
    if isinstance(rule, sequence):
        return (
            f"; the sequence is of {told['measure']} at {told['level']:g}, what else has an interval took n for fixed"
        )
    return ""


def _estimate(told: dict[str, Any]) -> Estimate:
    return Estimate(**{**told["estimate"], "flags": tuple(told["estimate"]["flags"])})


def _without(figure: Figure, told: dict[str, Any], measure: Measure) -> Figure:
    """The figure without an interval, and why."""
    why = (
        f"no interval: {told['rule']} stopped the run, and looked at {told['measure']} of all cases, at level "
        f"{told['level']:g} under {told['weight']}; the usual interval takes n for fixed"
    )
    high = 1.0 if measure.bounded else float("inf")
    none = replace(
        figure.estimate, low=0.0, high=high, method="none", flags=(why,), undetermined=why, simultaneous=None
    )
    return replace(figure, estimate=none)
