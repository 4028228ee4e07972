"""What measures share that wrap another one: they are of its kind and report what it reports.

It is for the wrapping measure to say how it judges.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Self

from murho.core.errors import UsageError
from murho.core.notation import shown
from murho.measures import Linearise, Measure, linearisation
from murho.measures.criteria import Counts, Criterion, WithCriteria, WithFloors


@dataclass(frozen=True, repr=False)
class Wrapping:
    """A measure around another measure."""

    measure: Measure

    def __post_init__(self) -> None:
        if not isinstance(self.measure, Measure):
            raise UsageError(f"{type(self).__name__}: {self.measure!r} is not a measure; write it without quotes")

    def __repr__(self) -> str:
        return shown(self)

    @property
    def bounded(self) -> bool:
        """As the measure inside."""
        return self.measure.bounded

    @property
    def fixed_units(self) -> bool:
        """As the measure inside."""
        return self.measure.fixed_units

    @property
    def kind(self) -> str:
        """As the measure inside."""
        return self.measure.kind

    @property
    def without_intent(self) -> bool:
        """As the measure inside."""
        return getattr(self.measure, "without_intent", False)

    @property
    def whole_suite(self) -> bool:
        """As the measure inside."""
        return getattr(self.measure, "whole_suite", False)

    @property
    def linearised(self) -> Linearise | None:
        """As the measure inside."""
        return linearisation(self.measure)

    @property
    def files(self) -> tuple[str, ...]:
        """The files that the measure inside reads."""
        return getattr(self.measure, "files", ())

    @property
    def finer_labels(self) -> Sequence[str]:
        """As the measure inside."""
        return getattr(self.measure, "finer_labels", ())

    def finer(self) -> Self:
        """The same around the finer measure."""
        return replace(self, measure=self.measure.finer())  # type: ignore[attr-defined]

    def criteria(self, counts: Counts) -> Mapping[str, Criterion]:
        """As the measure inside; none if it has none."""
        return self.measure.criteria(counts) if isinstance(self.measure, WithCriteria) else {}

    def floors(self, counts: Counts) -> Mapping[str, Counts]:
        """As the measure inside; none if it has none."""
        return self.measure.floors(counts) if isinstance(self.measure, WithFloors) else {}
