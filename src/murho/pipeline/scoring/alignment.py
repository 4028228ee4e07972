"""An alignment: a case and its answer side by side, operation by operation.

>>> from murho.measures.text.lattice import Step
>>> pair = Alignment("u1", [Step("=", "to", "to"), Step("S", "berlin", "bonn"), Step("I", None, "now")])
>>> pair.counts, pair.units, pair.errors, pair.rate
({'=': 1, 'S': 1, 'D': 0, 'I': 1}, 2, 2, 1.0)
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from murho.measures.text.lattice import Step

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
