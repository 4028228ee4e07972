"""How answers are written down as they come, and which are asked for once more.

Until a part is written its answers stand in the run's journal (`murho.store.journal`), so that whatever ends the
process, only the calls under way are lost.

A retry is a round of its own over all cases that were ⊥ when it began. Its answers are parts of the run like any other,
and of a case the last answer counts; why the earlier ones were ⊥ stays with it, in the extra `earlier_failures`, one
entry for each time. The record says with which part the round began until all of it is done, so a retry that was killed
goes on where it stopped. What is not ⊥ is never asked again.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

import numpy as np

from murho.core.case import Answers
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.store import Run, number_of
from murho.store.journal import Journal
from murho.store.places import Places
from murho.systems import Answer, Recorded, System

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


PART = 10_000
"""Answers in a part."""
LOOK = 1.0
"""Seconds after which what has come is judged, for the figure that is shown while the run goes on."""


class Journaling:
    """The journal of the part that is written next; used inside `with`.

    Args:
        run: the run.
        ids: of the cases that the system is asked, by position.
        stages: what stages of a chain said to cases that have no answer yet, by stage and what it was asked.
        system: the digest of the system, which its answers are kept with.
    """

    def __init__(self, run: Run, ids: Sequence[str], stages: dict[tuple[int, str], Answer], system: str | None):
        self._run, self._ids, self._stages, self._system = run, ids, dict(stages), system
        self._journal = Journal(run.journal_file)
        if not run.journal_file.exists():  # it went when what it held of answers became a part
            self._note_stages()

    def asked(self, ids: Sequence[str]) -> None:
        """Say which cases the system is asked from now on, by position."""
        self._ids = ids

    def keep(self, answer: Answer) -> None:
        """Write down an answer of the system."""
        self._journal.add(self._ids[answer.position], answer)

    def keep_stage(self, stage: int, name: str, answer: Answer) -> None:
        """Write down what a stage of a chain said."""
        self._stages[stage, name] = answer
        self._journal.add(name, answer, stage)

    def write_part(self, answers: list[Answers], places: list[Places] | None = None) -> None:
        """Make a part of these answers, all that came since the last, to the cases at these places of the suite.

        Both lists are empty then. Without places, they are found by the ids when the part is read.
        """
        if not answers:
            return
        self._journal.close()
        self._run.add_answers(*answers, system=self._system, places=None if places is None else np.concatenate(places))
        done = {name for batch in answers for name in batch.ids}
        answers.clear()
        if places is not None:
            places.clear()
        self._journal = Journal(self._run.journal_file)
        # What stages said to cases that are still on their way went with the old journal.
        self._stages = {key: said for key, said in self._stages.items() if not _is_of(key[1].partition("\0")[0], done)}
        self._note_stages()

    def _note_stages(self) -> None:
        for (stage, name), answer in self._stages.items():
            self._journal.add(name, answer._replace(more=True), stage)
        self._journal.flush(keep=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._journal.close()


def _is_of(name: str, cases: Collection[str]) -> bool:
    """Whether an id is that of one of the cases, or of what is asked for one of them a second time, as `id#2`."""
    first, _, number = name.rpartition("#")
    return name in cases or (number.isdigit() and first in cases)
