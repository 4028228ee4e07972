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
RETRIED_FROM = "retry_from_part"
"""In the record: the number of the part with which a round began that is not over."""

Reasons = list[str | None]


@dataclass(frozen=True)
class Retry:
    """The cases that a round is about, and why each was ⊥ before."""

    reasons: Mapping[str, Reasons] = field(default_factory=dict)
    """Why a case was ⊥, by its id: one entry for each time, the oldest first."""
    ids: frozenset[str] = frozenset()
    """The cases that have not been asked again yet."""

    @classmethod
    def of(cls, run: Run) -> "Retry":
        """A round over what is ⊥ in a run now, or the rest of the one that was stopped."""
        start = run.record.get(RETRIED_FROM)
        if not isinstance(start, int):
            start = run.next_part
        files = run.parts_of_answers()
        before = run.answers_of([file for file in files if number_of(file) < start])
        since = run.answers_of([file for file in files if number_of(file) >= start]) if start < run.next_part else None
        blank = [None] * len(before)
        columns = before.ids, before.answers, before.failures or blank, before.extras.get(REASONS) or blank
        reasons: dict[str, Reasons] = {
            name: [*(earlier or ()), failure]
            for name, answer, failure, earlier in zip(*columns, strict=True)
            if answer is UNDEFINED
        }
        if reasons:
            run.write_record({**run.record, RETRIED_FROM: start, "state": "running"})
        return cls(reasons, frozenset(reasons).difference(since.ids if since else ()))

    def with_reasons(self, part: Answers) -> Answers:
        """Answers of this round with the reasons why their cases were ⊥ before, in the extra `earlier_failures`."""
        if self.reasons.keys().isdisjoint(part.ids):
            return part
        return replace(part, extras={**part.extras, REASONS: [self.reasons.get(name) for name in part.ids]})

    def close(self, run: Run, asked_for: bool) -> None:
        """Write down that the round is over, if there was one: how many cases it was about, how many have answers."""
        # What an earlier round left goes: `retried`, `retried_answered`, and the part that this one began with.
        record = {name: value for name, value in run.record.items() if not name.startswith("retr")}
        if asked_for:
            answers = run.answers()
            pairs = zip(answers.ids, answers.answers, strict=True)
            mended = sum(name in self.reasons and answer is not UNDEFINED for name, answer in pairs)
            record |= {"retried": len(self.reasons), "retried_answered": mended}
        if record != run.record:
            run.write_record(record)


def refuse_recorded(system: System) -> None:
    """Raise UsageError where asking again can give nothing new."""
    if isinstance(system, Recorded):
        raise UsageError("recorded answers would be the same again; retry with the system that gave them")
