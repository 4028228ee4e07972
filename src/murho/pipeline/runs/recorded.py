"""What the record of a run says where nobody says otherwise: by what it is judged and weighed.

>>> weighting_of({"weight": "frequency('count')"}), weighting_of({"weight": "frequency('count')"}, "constant")
(frequency('count'), constant)
"""

from collections.abc import Mapping, Sequence
from typing import Any

from murho.measures import Measure
from murho.measures.unopened import recorded as recorded_measure
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
