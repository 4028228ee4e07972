"""An alignment: a case and its answer side by side, operation by operation.

>>> from murho.measures.text.lattice import Step
>>> pair = Alignment("u1", [Step("=", "to", "to"), Step("S", "berlin", "bonn"), Step("I", None, "now")])
>>> pair.counts, pair.units, pair.errors, pair.rate
({'=': 1, 'S': 1, 'D': 0, 'I': 1}, 2, 2, 1.0)

`Counted` is what is counted while alignments pass by: confusions in all and by group, keywords, words by frequency.

>>> from murho.core.case import Answers, Cases
>>> from murho.measures import measure
>>> from murho.pipeline.aligning.alignment_counts import align_batches
>>> def counted(reference, answer):
...     new = Counted(Watch(keywords=(("bonn",),), by_frequency=True), (), 0.95)
...     cases = Cases(["u"], [reference], [(reference,)])
...     for alignment in align_batches(measure("words"), [(cases, Answers(["u"], [(answer,)]))]):
...         new.add(alignment)
...     return new
>>> both = counted("to bonn", "to born")
>>> both += counted("bonn", "bonn")
>>> both.whole.counts["hits"], both.whole.most("pairs"), both.spotting.total().hits, both.rarity.rows()[-1].words
(2, [(('bonn', 'born'), 1)], 1, 2)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from murho.core.ledger import group_order
from murho.measures.text.confusions import Confusions
from murho.measures.text.keywords import ByFrequency, Spotting
from murho.measures.text.lattice import Step
from murho.pipeline.scoring.reading import Watch

NAMES = {"=": "hits", "S": "substitutions", "D": "deletions", "I": "insertions"}


@dataclass(frozen=True)
class Alignment:
    """A case and its answer, operation by operation."""

    id: str
    steps: Sequence[Step]
    """Operation, reference and answer of each step, in the order of the text."""
    undefined: bool = False
    """Whether the answer was ⊥."""
    failure: str | None = None
    """Why the answer was ⊥, where it is known."""
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By feature: the group that the case belongs to, several where its feature is a list."""
    cluster: str | None = None
    line: int | None = None
    """Where the answer stands in its file."""

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many steps there are of each operation: `=`, `S`, `D`, `I`."""
        numbers = Counter(step.operation for step in self.steps)
        # All four, always in this order, so that what is printed has the same fields for every alignment.
        return {operation: numbers[operation] for operation in "=SDI"}

    @property
    def units(self) -> int:
        """How many tokens of the reference were aligned: every step but insertions has one."""
        return len(self.steps) - self.counts["I"]

    @property
    def errors(self) -> int:
        """How many substitutions, deletions and insertions there are."""
        return len(self.steps) - self.counts["="]

    @property
    def rate(self) -> float:
        """Errors by units; of a reference without units infinite, or 0 where nothing was answered to it."""
        return self.errors / self.units if self.units else float("inf") if self.errors else 0.0

    @property
    def wrong(self) -> bool:
        """Whether there is anything to look at: an error, or no answer, even where nothing was to be said."""
        return self.errors > 0 or self.undefined

    def as_json(self) -> dict[str, Any]:
        """The object that `murho align --json` prints; a step is its operation, reference and answer."""
        return {
            "id": self.id,
            "errors": self.errors,
            "units": self.units,
            "counts": {NAMES[operation]: count for operation, count in self.counts.items()},
            "undefined": self.undefined,
            **({"failure": self.failure} if self.failure else {}),
            "groups": {feature: list(names) for feature, names in self.groups.items()},
            "steps": [list(step) for step in self.steps],
        }


class Counted:
    """Counts of alignments, which add up in any order."""

    def __init__(self, watch: Watch, by: Sequence[str], level: float):
        self.whole = Confusions()
        self.by: dict[str, dict[str, Confusions]] = {feature: {} for feature in by}
        self.spotting = None if watch.keywords is None else Spotting(watch.keywords, level)
        self.rarity = ByFrequency(watch.frequencies, level=level) if watch.by_frequency else None
        self.undefined = 0

    def add(self, alignment: Alignment) -> None:
        """Count one more alignment, with the groups it belongs to."""
        self.whole.add(alignment.steps)
        self.undefined += alignment.undefined
        for feature, groups in self.by.items():
            for name in alignment.groups[feature]:
                groups.setdefault(name, Confusions()).add(alignment.steps)
        for counter in (self.spotting, self.rarity):
            if counter is not None:
                counter.add(alignment.steps, alignment.cluster)

    def __iadd__(self, other: "Counted") -> "Counted":
        self.whole += other.whole
        self.undefined += other.undefined
        for feature, groups in other.by.items():
            mine = self.by.setdefault(feature, {})
            for name, counts in groups.items():
                known = mine.setdefault(name, Confusions())
                known += counts
        if self.spotting is not None and other.spotting is not None:
            self.spotting += other.spotting
        if self.rarity is not None and other.rarity is not None:
            self.rarity += other.rarity
        return self

    def groups(self) -> dict[str, dict[str, Confusions]]:
        """The groups of each feature, in the order that readers expect."""
        return {
            feature: {name: groups[name] for name in sorted(groups, key=group_order)}
            for feature, groups in self.by.items()
        }
