"""What a run depends on, and what its record says of that."""

import platform
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

import numpy as np

from murho.engines import Engine
from murho.measures import Measure
from murho.measures.interface import each_once
from murho.measures.unopened import written
from murho.pipeline.runs.repeating import REPEAT
from murho.pipeline.scoring.reading import Reading
from murho.systems import System
from murho.systems.identity import Identity
from murho.version import __version__
from murho.weighting.naming import written as written_weighting


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on; it becomes the record."""

    measures: Sequence[Measure]
    """What judges the answers, each once; the first is the one whose π is told while the run goes on."""
    reading: Reading = field(default_factory=Reading)
    """Weight, level, method and seed; slices are asked for when figures are shown."""
    missing: str = "undefined"
    """What a case without a recorded answer counts as: `undefined`, or nothing with `skip`."""
    limit: int | None = None
    """How many cases are asked at most, drawn at random by the reading's seed; never simply the first."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Goal, domain, representation language, how the sample was collected."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Where the cases and recorded answers came from, with digests: a run goes on only with the same data."""
    files: Sequence[str] = ()
    """Files and folders that are part of the system, besides those that murho finds: when they change it is another."""
    repeat: int = 1
    """How often each case is asked."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "measures", each_once(self.measures))


Progress = Callable[[int, int, float | None], None]
"""Told after each answer: answers so far, answers wanted, π so far."""


def record_of(system: System, who: Identity, plan: Plan, away: Engine | None) -> dict[str, Any]:
    """The record of a run that begins: its plan, its system, and the engine where that is asked."""
    described = system.describe() | ({} if away is None else {"engine": repr(away)})
    return {
        "state": "running",
        "started": now(),
        "data": {
            **plan.data,
            "limit": plan.limit,
            "seed": plan.reading.seed if plan.limit else None,
            **({REPEAT: plan.repeat} if plan.repeat > 1 else {}),
        },
        "system": described,
        "systems": [who.as_json()],
        **({"files": list(plan.files)} if plan.files else {}),
        **settings_of(plan),
    }


def settings_of(plan: Plan) -> dict[str, Any]:
    """What a record says of how a run is judged and weighed, and by which versions."""
    return {
        "about": dict(plan.about),
        "settings": {
            "measures": [repr(measure) for measure in plan.measures],
            "weight": written_weighting(plan.reading.weight),
            "missing": plan.missing,
            **plan.reading.ends,
        },
        **({"measure_facts": facts} if (facts := written(plan.measures)) else {}),
        "versions": {
            "murho": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "platform": sys.platform,
        },
    }


def now() -> str:
    """The moment, as records say it."""
    return datetime.now(UTC).isoformat(timespec="seconds")
