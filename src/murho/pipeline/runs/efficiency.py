"""What answers took: time, tokens and money, as figures beside π.

Time is that of the reply that was read, without waiting for a turn or for another attempt: it says how the system is,
and not how much it was asked at a time. What was found in a cache stands with what it took when it was asked.

>>> quantity("seconds", [0.25, 0.5, None, 0.25]).as_json()["total"]
1.0
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from murho.pipeline.runs.show import each_answers
from murho.store import Run
from murho.systems.kinds import kind_of

TOLD = ("seconds", "tokens_in", "tokens_out", "cost")
"""What is told, in this order: the time of an answer, and extras of these names."""
QUANTILES: Mapping[str, float] = {"p50": 0.5, "p90": 0.9, "p99": 0.99, "most": 1.0}


@dataclass(frozen=True)
class Quantity:
    """One of these over all answers that have it."""

    name: str
    answers: int
    total: float
    quantiles: Mapping[str, float]
    """By names of percentiles; `most` is the largest."""

    @property
    def mean(self) -> float:
        """Of an answer."""
        return self.total / self.answers

    def as_json(self) -> dict[str, Any]:
        """The fields, and the mean."""
        return {"answers": self.answers, "total": self.total, "mean": self.mean, **self.quantiles}


@dataclass(frozen=True)
class Efficiency:
    """What the answers of a run took."""

    quantities: tuple[Quantity, ...]
    currency: str
    """Of costs; empty where the file of prices names none."""
    asked_again: int
    """Answers for which the system was asked more than once."""
    cached: int
    """Answers that another run had paid for."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        told: dict[str, Any] = {one.name: one.as_json() for one in self.quantities}
        if self.currency:
            told["currency"] = self.currency
        return {**told, "asked_again": self.asked_again, "cached": self.cached}


def quantity(name: str, values: Iterable[float | None]) -> Quantity | None:
    """One quantity; None where no answer has it."""
    known = np.fromiter((v for v in values if v is not None and isfinite(v) and v >= 0), np.float64)
    if not len(known):
        return None
    found = np.quantile(known, list(QUANTILES.values())).tolist()
    return Quantity(name, len(known), float(known.sum()), dict(zip(QUANTILES, found, strict=True)))


def efficiency_of(run: Run) -> Efficiency:
    """What the answers of a run took; of a chain, all its stages together."""
    values, asked_again, cached = defaultdict[str, list[float | None]](list), 0, 0
    for _, answers in each_answers(run):
        values["seconds"] += answers.seconds or ()
        columns = defaultdict[str, list[Any]](list)
        for name, column in answers.extras.items():
            columns[name.rpartition(":")[2]].append(list(column))
        for name in TOLD[1:]:
            values[name] += [_together(row) for row in zip(*columns.get(name, ()), strict=True)]
        asked_again += sum(any(row) for row in zip(*columns.get("attempts", ()), strict=True))
        cached += sum(any(row) for row in zip(*columns.get("cached", ()), strict=True))
    found = [one for name in TOLD if (one := quantity(name, values[name])) is not None]
    return Efficiency(tuple(found), _currency(run), asked_again, cached)


def is_of_a_service(run: Run) -> bool:
    """Whether the record says that a service was asked, maybe by a stage: then what it took is told unasked."""
    kinds = map(kind_of, _stages(run))
    return any(kind is not None and kind.is_service for kind in kinds)


def _stages(run: Run) -> list[dict[str, Any]]:
    system = run.record.get("system")
    stages = system.get("stages", [system]) if isinstance(system, dict) else []
    return [stage for stage in stages if isinstance(stage, dict)]


def _currency(run: Run) -> str:
    asked = (stage["asked"] for stage in _stages(run) if isinstance(stage.get("asked"), dict))
    found = {str(how["currency"]) for how in asked if "currency" in how}
    return found.pop() if len(found) == 1 else ""


def _together(row: Iterable[Any]) -> float | None:
    """The sum of what stages took; None where none of them tells."""
    known = [value for value in row if isinstance(value, int | float) and not isinstance(value, bool)]
    return float(sum(known)) if known else None
