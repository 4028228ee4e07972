"""Align: from files to alignments, case by case, to look at or to count in.

>>> from murho.core.case import Answers
>>> from murho.measures import measure
>>> cases = Cases(["u1"], ["to berlin"], [("to berlin",)], features={"speaker": ["anna"]})
>>> (one,) = align_batches(measure("words"), [(cases, Answers(["u1"], [("to bonn",)]))], by=("speaker",))
>>> one.id, one.errors, one.units, one.groups
('u1', 1, 2, {'speaker': ('anna',)})
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from murho.core.case import Answers, Cases
from murho.core.errors import MeaningError
from murho.core.ledger import group_name
from murho.core.meaning import UNDEFINED
from murho.formats.join import Unpaired
from murho.measures import Measure
from murho.measures.text.lattice import Step
from murho.pipeline.score import complaint
from murho.pipeline.sources import Extra, Missing, extra_of, formats_of, pairs_of

NAMES = {"=": "hits", "S": "substitutions", "D": "deletions", "I": "insertions"}


@dataclass(frozen=True)
class Alignment:
    """A case and its answer, operation by operation."""

    id: str
    steps: Sequence[Step]
    undefined: bool = False
    """The answer was ⊥."""
    failure: str | None = None
    """Why, where it is known."""
    groups: Mapping[str, Sequence[str]] = field(default_factory=dict)
    """By feature: the group that the case belongs to, several where its feature is a list."""
    cluster: str | None = None
    line: int | None = None
    """Where the answer stands in its file."""

    @cached_property
    def counts(self) -> Mapping[str, int]:
        """How many steps there are of each operation: `=`, `S`, `D`, `I`."""
        found = Counter(step.operation for step in self.steps)
        return {operation: found[operation] for operation in "=SDI"}

    @property
    def units(self) -> int:
        """Tokens of the reference."""
        return len(self.steps) - self.counts["I"]

    @property
    def errors(self) -> int:
        """Substitutions, deletions, insertions."""
        return len(self.steps) - self.counts["="]

    @property
    def rate(self) -> float:
        """Errors by units; of a reference without units, infinite unless nothing was said."""
        return self.errors / self.units if self.units else float("inf") if self.errors else 0.0

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


def align_files(
    how: Measure,
    references: str,
    answers: str,
    *,
    format_name: str | None = None,
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
    missing: Missing = "undefined",
    extra: Extra | None = None,
) -> tuple[Iterator[Alignment], Unpaired]:
    """The alignments of two files, one by one, and the count of what had no partner, filled as they are read."""
    extra = extra or extra_of(answers, formats_of(references, answers, format_name)[1])
    pairs, counted = pairs_of(references, answers, format_name, how, missing=missing, extra=extra)
    return align_batches(how, pairs, by, by_if_known), counted


def align_batches(
    how: Measure,
    batches: Iterable[tuple[Cases, Answers]],
    by: Sequence[str] = (),
    by_if_known: Sequence[str] = (),
) -> Iterator[Alignment]:
    """The alignments of matched batches, with the groups of features, of `by_if_known` those that the cases have."""
    for some, answers in batches:
        cases, said = some.at_stage(how.stage), answers.at_stage(how.stage)
        try:
            steps = how.aligned(cases.meant, said.answers)
        except MeaningError as error:
            raise complaint(error, cases, said) from None
        known = [feature for feature in by_if_known if feature in cases.features]
        columns = {feature: cases.feature(feature) for feature in (*by, *known)}
        for i, name in enumerate(cases.ids):
            yield Alignment(
                name,
                steps[i],
                said.answers[i] is UNDEFINED,
                None if said.failures is None else said.failures[i],
                {feature: _groups(column[i]) for feature, column in columns.items()},
                None if cases.clusters is None else cases.clusters[i],
                (said.lines[i] if said.lines else None) or None,
            )


def _groups(value: object) -> tuple[str, ...]:
    values = (value or [None]) if isinstance(value, list) else [value]
    return tuple(dict.fromkeys(map(group_name, values)))
