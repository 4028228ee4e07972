"""Reading: how figures are read off judgements, in one value that goes wherever figures are made.

>>> Reading(by=["scenario"], level=0.9)
Reading(weight=given, by=('scenario',), labels=(), level=0.9, method='auto', seed=0, divide_by='importance', \
classes=False, per_case=False, watch=None, criteria=True)
>>> Reading(divide_by="utterances")
Traceback (most recent call last):
murho.core.errors.UsageError: divide_by='utterances'; known: importance, expressions
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.weighting import Weighting, given
from murho.weighting.unopened import recorded as recorded_weighting

DIVISORS = ("importance", "expressions")


@dataclass(frozen=True)
class Watch:
    """What to look for in alignments besides confusions."""

    keywords: tuple[tuple[str, ...], ...] | None = None
    """Words, or words in a row, as the measure sees them."""
    by_frequency: bool = False
    frequencies: Mapping[str, int] | None = None
    """How often words occur, say in the training data; None: in the references."""


@dataclass(frozen=True)
class Reading:
    """Everything that decides a figure once cases are judged.

    Raises UsageError for a divisor that there is not; what a measure cannot be divided by, and what the interval needs,
    is refused where a figure is read.
    """

    weight: Weighting = field(default_factory=given)
    """ρ."""
    by: Sequence[str] = ()
    """Features to slice by."""
    labels: Sequence[str] = field(default=(), kw_only=True)
    """Which of them are labels of words."""
    level: float = 0.95
    """Confidence level of the intervals."""
    method: str = "auto"
    """Kind of interval, as for `murho.core.estimate.estimate`, or `bootstrap`."""
    seed: int = 0
    """Of the bootstrap."""
    divide_by: str = "importance"
    """Σ ρ·units, or with `expressions` |E|: see `murho.pipeline.divisor`."""
    classes: bool = False
    """Precision, recall and F1 of each label, and what is taken for what."""
    per_case: bool = False
    """Every judged row beside the figure."""
    watch: Watch | None = None
    """What is counted of alignments that pass by: `Book.watch`."""
    criteria: bool = True
    """What the measure reports besides its value; each costs about as much as the value itself."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "by", tuple(self.by))
        object.__setattr__(self, "labels", tuple(self.labels))
        if self.divide_by not in DIVISORS:
            raise UsageError(f"divide_by={self.divide_by!r}; known: {', '.join(DIVISORS)}")

    @property
    def ends(self) -> dict[str, Any]:
        """The settings of an interval, as `murho.core.figure.figure` takes them."""
        return {"level": self.level, "method": self.method, "seed": self.seed}

    @property
    def needs_clusters(self) -> bool:
        """Every cluster, or case of none, is needed by itself: the bootstrap resamples them."""
        return self.method == "bootstrap"

    def over(self, cases: Cases) -> "Reading":
        """The same, knowing which of the features label the words of these cases."""
        return replace(self, labels=[name for name in self.by if name in cases.labels])

    @classmethod
    def recorded(cls, settings: Mapping[str, Any], **more: Any) -> "Reading":
        """As the record of a run has it, but for what is given."""
        kept = {name: settings[name] for name in ("weight", "level", "method", "seed")}
        kept |= {name: value for name, value in more.items() if value is not None}
        if isinstance(kept["weight"], str):
            kept["weight"] = recorded_weighting(kept["weight"])
        return cls(**kept)
