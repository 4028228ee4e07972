"""What the record of a run says where nobody says otherwise: by what it is judged and weighed, and its figures.

>>> weighting_of({"weight": "frequency('count')"}), weighting_of({"weight": "frequency('count')"}, "constant")
(frequency('count'), constant)
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, nan
from typing import Any

from murho.core.estimate import Estimate
from murho.core.figure import Figure, IfFailures
from murho.measures import Measure
from murho.measures.unopened import recorded as recorded_measure
from murho.pipeline.scoring.score import Score
from murho.store import Run
from murho.weighting import Weighting, weighting
from murho.weighting.unopened import recorded as recorded_weighting


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
    )
    return replace(
        score, also={name: value for name, value in told.items() if name not in score.as_json().keys() | _PARTS}
    )


_PARTS = {"undetermined", "if_failures", "open", "notes", "interval"}
"""Of a score as JSON what is there only sometimes."""
