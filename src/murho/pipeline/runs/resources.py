"""What the record of a run says of the resources that answers took: services, currencies, memory."""

from collections.abc import Iterable, Mapping
from typing import Any

from murho.store import Run
from murho.systems.kinds import kind_of

MEMORY = "memory"
"""In the record of a run: the most memory that a process of its system had, in bytes."""


def memory_of(record: Mapping[str, Any]) -> int | None:
    """The most memory that a process of the system had, by the record of a run."""
    most = record.get(MEMORY)
    return most if isinstance(most, int) and most > 0 else None


def keep_memory(run: Run, most: int | None) -> None:
    """Write down how much memory a process of the system had, where that is more than was seen before."""
    if most is not None and most > (memory_of(run.record) or 0):
        run.write_record({**run.record, MEMORY: most})


def is_of_a_service(run: Run) -> bool:
    """Whether the record says that a service was asked, maybe by a stage: then what it took is shown unasked."""
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
    """The sum of what stages took; None where none of them says it."""
    known = [value for value in row if isinstance(value, int | float) and not isinstance(value, bool)]
    return float(sum(known)) if known else None
