"""What scoring finds: a figure with all that stands beside it.

It imports nothing that judges or counts, so that a small file is scored without (`murho.pipeline.scoring.small`).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from murho.core.figure import Figure, IfFailures
from murho.core.headline import Countable, Headline, headline
from murho.core.scale import Graded, Grades
from murho.core.signature import SCHEMA_VERSION

if TYPE_CHECKING:
    pass

if TYPE_CHECKING:
    from murho.core.judgement import Judgements
    from murho.sampling.estimating import Sampled


@dataclass(frozen=True)
class Score:
    """What scoring found: the figure of all cases, figures of each group of each feature, and how they were made."""

    measure: str
    figure: Figure
    by: Mapping[str, Mapping[str, Figure]]
    """The figures of slices, by feature and group."""
    signature: str
    """Measure, weighting, data and settings in one line, to be printed beside the figure."""
    missing_answers: int = 0
    """Cases without an answer."""
    unmatched_answers: int = 0
    """Answers without a case."""
    notes: Sequence[str] = ()
    """What reading left out, or dealt out otherwise than it stood."""
    per_case: Sequence[Mapping[str, Any]] | None = None
    """An object for each judged row, in the order of the suite; None where the reading did not ask for them."""
    judgements: "Judgements | None" = None
    """The rows behind the figure, as columns, where they were kept: from Python they are."""
    also: Mapping[str, Any] = field(default_factory=dict)
    """What the measure reports beside its value: its criteria, their intervals, the floors."""
    also_by: Mapping[str, Mapping[str, Mapping[str, Any]]] = field(default_factory=dict)
    """What the measure reports beside the value of each slice, by feature and group."""
    divided_by: str = "importance"
    """Which of the two normalisations this is: Σ ρ·loss over Σ ρ·units, or over the number of expressions."""
    open: int = 0
    """Cases that are in no figure because nobody has said what they mean."""
    scale: Grades | None = None
    """The scale that the figure was to be put on."""
    known_as: tuple[str, bool] | None = None
    """The name that people know the figure by, and whether that is π, or 1 − π; None where it has none."""
    countables: Sequence[Countable] = ()
    """Which counts the headline is made of."""
    sampled: "Sampled | None" = None
    """By which design the cases were drawn, and what the figures are about."""

    @property
    def value(self) -> float | None:
        """π, the weighted loss as a fraction; None where there is nothing to divide by."""
        return self.figure.value

    @property
    def interval(self) -> tuple[float, float] | None:
        """The confidence interval of π; None where nothing says how far it may be off."""
        return self.figure.interval

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.figure.low

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.figure.high

    @property
    def if_failures(self) -> IfFailures | None:
        """π if all undefined cases had been right, and wrong; None where there is none, or that cannot be told."""
        return self.figure.if_failures

    @property
    def symbol(self) -> str:
        """What the figure is called: π, unless it is divided by the number of expressions."""
        return "Σμρ/|E|" if self.divided_by == "expressions" else "π"

    @property
    def graded(self) -> Graded | None:
        """The grade of π, and what its interval leaves open; None where no scale was given."""
        return None if self.scale is None else Graded(self.scale, self.value, self.interval)

    @property
    def headline(self) -> Headline:
        """How many are right, wrong and without an answer: what is countable, before any weight."""
        return headline(self.countables, self.figure.counts, self.figure.n, self.figure.undefined)

    @property
    def counts(self) -> Mapping[str, int]:
        """What the measure counted."""
        return self.figure.counts

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {
            "measure": self.measure,
            "headline": self.headline.as_json(),
            **self.figure.as_json(),
            "divided_by": self.divided_by,
            **({} if self.graded is None else {"scale": self.graded.as_json()}),
            **({"open": self.open} if self.open else {}),
            "missing_answers": self.missing_answers,
            "unmatched_answers": self.unmatched_answers,
            **({"notes": list(self.notes)} if self.notes else {}),
            **({} if self.sampled is None else {"sample": self.sampled.as_json()}),
            "by": {
                feature: {
                    group: {**figure.as_json(), **self.also_by.get(feature, {}).get(group, {})}
                    for group, figure in groups.items()
                }
                for feature, groups in self.by.items()
            },
            **self.also,
            **({} if self.per_case is None else {"per_case": list(self.per_case)}),
            "signature": self.signature,
            "schema_version": SCHEMA_VERSION,
        }


def known_ends(value: float | None, low: float, high: float) -> list[float] | None:
    """An interval for JSON: none where there is no value, or where nothing can be excluded, as of a single cluster."""
    return None if value is None or not (isfinite(low) and isfinite(high)) else [low, high]
