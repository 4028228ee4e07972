"""Asking once more what was ⊥: a server that was down, a time limit that was too short, a fault that is mended.

A retry is a round of its own over all cases that were ⊥ when it began. Its answers are parts of the run like any other,
and of a case the last answer counts; why the earlier ones were ⊥ stays with it, in the extra `earlier_failures`, one
entry for each time. The record says with which part the round began until all of it is done, so a retry that was killed
goes on where it stopped. What is not ⊥ is never asked again.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from murho.core.case import Answers
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.store import Run, number_of
from murho.systems import Recorded, System

REASONS = "earlier_failures"
_BEGAN = "retry_from_part"

Reasons = list[str | None]


@dataclass(frozen=True)
class Retry:
    """The cases that a round is about, and why each was ⊥ before."""

    reasons: Mapping[str, Reasons] = field(default_factory=dict)
    ids: frozenset[str] = frozenset()
    """Those that have not been asked again yet."""

    @classmethod
    def of(cls, kept: Run) -> "Retry":
        """A round over what is ⊥ in a run now, or the rest of the one that was stopped."""
        start = kept.record.get(_BEGAN)
        if not isinstance(start, int):
            start = kept.next_part
        files = kept.parts_of_answers()
        before = kept.answers_of([file for file in files if number_of(file) < start])
        since = (
            kept.answers_of([file for file in files if number_of(file) >= start]) if start < kept.next_part else None
        )
        blank = [None] * len(before)
        columns = before.ids, before.answers, before.failures or blank, before.extras.get(REASONS) or blank
        reasons: dict[str, Reasons] = {
            name: [*(earlier or ()), failure]
            for name, answer, failure, earlier in zip(*columns, strict=True)
            if answer is UNDEFINED
        }
        if reasons:
            kept.write_record({**kept.record, _BEGAN: start, "state": "running"})
        return cls(reasons, frozenset(reasons).difference(since.ids if since else ()))

    def with_reasons(self, part: Answers) -> Answers:
        """Answers of this round with the reasons why these cases were ⊥ before."""
        if self.reasons.keys().isdisjoint(part.ids):
            return part
        return replace(part, extras={**part.extras, REASONS: [self.reasons.get(name) for name in part.ids]})

    def close(self, kept: Run, asked_for: bool) -> None:
        """Write down that the round is over, if there was one: how many cases it was about, how many have answers."""
        record = {name: value for name, value in kept.record.items() if not name.startswith("retr")}
        if asked_for:
            said = kept.answers()
            pairs = zip(said.ids, said.answers, strict=True)
            mended = sum(name in self.reasons and answer is not UNDEFINED for name, answer in pairs)
            record |= {"retried": len(self.reasons), "retried_answered": mended}
        if record != kept.record:
            kept.write_record(record)


def refuse_recorded(system: System) -> None:
    """Raise UsageError where asking again can give nothing new."""
    if isinstance(system, Recorded):
        raise UsageError("recorded answers would be the same again; retry with the system that gave them")
