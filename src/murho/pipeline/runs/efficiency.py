"""What answers took: time, tokens, money and memory, as figures beside π; and how time grows with length.

Time is that of the reply that was read, without waiting for a turn or for another attempt: it says how the system is,
and not how much it was asked at a time. What was found in a cache stands with what it took when it was asked. Memory is
the most that a process of the system had, whole, with what it has imported and started; it is known of those that murho
starts.

>>> quantity("seconds", [0.25, 0.5, None, 0.25]).as_json()["total"]
1.0
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from math import isfinite
from typing import Any

import numpy as np

from murho.pipeline.runs.growth import Growth, growth_of
from murho.pipeline.runs.show import each_answers
from murho.store import Run
from murho.systems.kinds import kind_of

TOLD = ("seconds", "tokens_in", "tokens_out", "cost")
"""What is told, in this order: the time of an answer, and extras of these names."""
MEMORY = "memory"
"""In the record of a run: the most memory that a process of its system had, in bytes."""
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
    growth: Growth | None = None
    """Of time with length; None where too little was timed."""
    memory: int | None = None
    """The most that a process of the system had, in bytes, of a chain those of all stages; None where nobody saw it."""

    def as_json(self) -> dict[str, Any]:
        """What `--json` prints."""
        told: dict[str, Any] = {one.name: one.as_json() for one in self.quantities}
        if self.memory is not None:
            told["memory"] = {"most": self.memory}
        if self.currency:
            told["currency"] = self.currency
        told |= {"asked_again": self.asked_again, "cached": self.cached}
        return told | ({} if self.growth is None else {"growth": self.growth.as_json()})


def quantity(name: str, values: Iterable[float | None]) -> Quantity | None:
    """One quantity; None where no answer has it."""
    known = np.fromiter((v for v in values if v is not None and isfinite(v) and v >= 0), np.float64)
    if not len(known):
        return None
    found = np.quantile(known, list(QUANTILES.values())).tolist()
    return Quantity(name, len(known), float(known.sum()), dict(zip(QUANTILES, found, strict=True)))


def efficiency_of(run: Run, level: float = 0.95) -> Efficiency:
    """What the answers of a run took; of a chain, all its stages together. `level` is of the interval of growth."""
    values, asked_again, cached = defaultdict[str, list[float | None]](list), 0, 0
    for _, answers in each_answers(run):
        values["seconds"] += answers.seconds or ()
        columns = defaultdict[str, list[Any]](list)
        for name, column in answers.extras.items():
            columns[name.rpartition(":")[2]].append(list(column))
        for name in TOLD[1:]:
            values[name] += [together(row) for row in zip(*columns.get(name, ()), strict=True)]
        asked_again += sum(any(row) for row in zip(*columns.get("attempts", ()), strict=True))
        cached += sum(any(row) for row in zip(*columns.get("cached", ()), strict=True))
    found = [one for name in TOLD if (one := quantity(name, values[name])) is not None]
    growth, memory = growth_of(run, level), memory_of(run.record)
    return Efficiency(tuple(found), currency_of(run.record), asked_again, cached, growth, memory)


def memory_of(record: Mapping[str, Any]) -> int | None:
    """The most memory that a process of the system had, by the record of a run."""
    most = record.get(MEMORY)
    return most if isinstance(most, int) and most > 0 else None


def keep_memory(run: Run, most: int | None) -> None:
    """Write down how much memory a process of the system had, where that is more than was seen before."""
    if most is not None and most > (memory_of(run.record) or 0):
        run.write_record({**run.record, MEMORY: most})


def is_of_a_service(run: Run) -> bool:
    """Whether the record says that a service was asked, maybe by a stage: then what it took is told unasked."""
    kinds = map(kind_of, _stages(run.record))
    return any(kind is not None and kind.is_service for kind in kinds)


def _stages(record: Mapping[str, Any]) -> list[dict[str, Any]]:
    system = record.get("system")
    stages = system.get("stages", [system]) if isinstance(system, dict) else []
    return [stage for stage in stages if isinstance(stage, dict)]


def currency_of(record: Mapping[str, Any]) -> str:
    """The currency of the costs in a run of this record; empty where none is named, or several are."""
    asked = (stage["asked"] for stage in _stages(record) if isinstance(stage.get("asked"), dict))
    found = {str(how["currency"]) for how in asked if "currency" in how}
    return found.pop() if len(found) == 1 else ""


def together(row: Iterable[Any]) -> float | None:
    """The sum of what stages took; None where none of them tells."""
    known = [value for value in row if isinstance(value, int | float) and not isinstance(value, bool)]
    return float(sum(known)) if known else None
