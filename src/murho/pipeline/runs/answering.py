"""How answers are written down as they come, and which are asked for once more.

Until a part is written its answers stand in the run's journal (`murho.store.journal`), so that whatever ends the
process, only the calls under way are lost.

A retry is a round of its own over all cases that were ⊥ when it began. Its answers are parts of the run like any other,
and of a case the last answer counts; why the earlier ones were ⊥ stays with it, in the extra `earlier_failures`, one
entry for each time. The record says with which part the round began until all of it is done, so a retry that was killed
goes on where it stopped. What is not ⊥ is never asked again.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from types import TracebackType
from typing import Self

import numpy as np
from numpy.typing import NDArray

from murho.core import answered_by
from murho.core.case import Answers, Cases
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED
from murho.core.stopping import Stopped, watched
from murho.measures import Measure
from murho.pipeline.runs.judging import Judged, Part
from murho.pipeline.runs.plan import Progress
from murho.pipeline.runs.resources import keep_memory
from murho.pipeline.runs.sample import order_of
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.judge import settled, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.store import Run, number_of
from murho.store.journal import Journal
from murho.store.parts import Places
from murho.store.staging import adopt_staged, forget_partitions
from murho.store.suite import Suite
from murho.systems import Answer, Composed, Recorded, System, gather, parts
from murho.systems.identity import Identity
from murho.weighting import Weighting

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

    def __init__(self, run: Run, ids: Sequence[str], stages: "Stages", system: str | None):
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


class Course:
    """π of what was judged so far, under the first measure of a run."""

    def __init__(self, saved_run: Run, measures: Sequence[Measure], weight: Weighting):
        self._measure = measures[0] if measures else None
        self._weight = weight
        self._book = Book(measures[0], Reading(criteria=False)) if measures else None
        self._rho = None
        if measures and weight.whole_suite:
            cases = saved_run.cases()
            known = settled(measures[0], cases)
            # A relative frequency looks at all cases it is given: open ones, which are in no figure, are left out.
            self._rho = np.zeros(len(cases))
            self._rho[np.asarray(range(len(cases)) if known.places is None else known.places)] = weigh(weight, known)

    def add(self, judged: Mapping[str, Part]) -> None:
        """Take in what was judged last, by measure."""
        part = judged.get(repr(self._measure))
        if self._book is None or part is None or not len(part.cases):
            return
        rho = weigh_part(self._weight, part.cases) if self._rho is None else self._rho[np.asarray(part.cases.places)]
        self._book.add(part.cases, part.rows, weights=rho)

    @property
    def performance(self) -> float | None:
        """π of what was added; None before anything was, or without a measure."""
        return None if self._book is None else self._book.performance


TOGETHER = 3
"""Times ten thousand cases are held and asked together: enough that the last of them keep few workers waiting."""


def taken_over(saved_run: Run, judged: Judged, who: Identity) -> dict[tuple[int, str], Answer]:
    """Make a part of what a run that was killed left in its journal; what it left of stages of the same chain."""
    adopt_staged(saved_run)
    entries = saved_run.journal()
    # The journal is of the system that was at work last, which need not be this one.
    before = [entry.get("digest") for entry in answered_by.of_record(saved_run.record)]
    last = before[-1] if before else None
    suite = saved_run.suite()
    answers = [entry for entry in entries if entry.stage is None]
    if answers:
        place = suite.places_of([entry.id for entry in answers])
        places = np.array(sorted(set(place.values())), np.int64)
        cases = suite.at(places).held()
        row = {name: i for i, name in enumerate(cases.ids)}
        given = gather(cases, [entry.answer._replace(position=row[entry.id]) for entry in answers])
        asked = places[[row[name] for name in given.ids]]
        part = judged.add(suite.at(asked), given)
        if isinstance(saved_run.record.get(RETRIED_FROM), int):
            part = Retry.of(saved_run).with_reasons(part)
        saved_run.add_answers(part, system=last, places=asked)
    forget_partitions(saved_run)
    if last != who.digest:
        return {}
    return {(entry.stage, entry.id): entry.answer for entry in entries if entry.stage is not None}


Stages = Mapping[tuple[int, str], Answer]
"""What stages of a chain said, by the number of the stage and the id of what it was asked."""


@dataclass(frozen=True)
class Remainder:
    """What is left to ask in a run, and where the answers go."""

    run: Run
    who: Identity
    """What the system is."""
    done: NDArray[np.bool_]
    """Which cases of the suite need no answer, (cases,)."""
    judged: Judged
    """Gets the answers as they come."""
    again: Retry
    """Why cases were ⊥ before, if they are asked once more."""
    stages: Stages
    """What stages have said to cases that have no answer."""
    weight: Weighting
    """Gives ρ, for the figure that is shown meanwhile."""
    progress: Progress | None

    def course(self) -> Course | None:
        """π so far, where somebody looks at it."""
        return None if self.progress is None else Course(self.run, self.judged.measures, self.weight)


def answer(remainder: Remainder, system: System, known: Iterable[str]) -> None:
    """Ask what is left, some thousand cases at a time, and keep and judge the answers as they come.

    `known` are the ids of all cases that there are: recorded answers to no such case are counted, or refused.
    """
    saved_run, judged, progress = remainder.run, remainder.judged, remainder.progress
    # What came since the last part: it is in the journal, and here until the next part is written.
    part: list[Answers] = []
    places: list[Places] = []
    suite = saved_run.suite()
    seen = int(np.count_nonzero(remainder.done))
    course = remainder.course()

    def advance(more: int) -> None:
        nonlocal seen
        seen += more
        if progress is not None:
            progress(seen, len(suite), course.performance if course is not None else None)

    advance(0)
    with watched(), system, Journaling(saved_run, (), remainder.stages, remainder.who.digest) as journal:
        if isinstance(system, Composed):
            system.remember(remainder.stages, journal.keep_stage)
        # Recorded answers cost nothing to be read again.
        keep = None if isinstance(system, Recorded) else journal.keep
        try:
            for todo in _asked(suite, remainder.done):
                row = {name: i for i, name in enumerate(todo.ids)}
                journal.asked(todo.ids)
                finished = system.answer(saved_run.as_asked(todo))
                for answers in parts(todo, finished, size=PART, seconds=LOOK, advance=advance, keep=keep):
                    asked = todo.take([row[name] for name in answers.ids])
                    judged_part = judged.add(asked, answers, system if isinstance(system, Recorded) else None)
                    part.append(remainder.again.with_reasons(judged_part))
                    places.append(np.asarray(asked.places, np.int64))
                    if course is not None:
                        course.add(judged.last)
                    if sum(map(len, part)) >= PART:
                        journal.write_part(part, places)
        except Stopped as stopped:
            stopped.told = f"{seen} of {len(suite)} answers are kept"
            raise
        finally:
            journal.write_part(part, places)
            keep_memory(saved_run, getattr(system, "memory", None))
        if isinstance(system, Recorded | Composed):
            saved_run.write_record({**saved_run.record, "unmatched_answers": system.refuse_extra(known)})


def _asked(suite: Suite, done: NDArray[np.bool_]) -> Iterator[Cases]:
    """The cases that are not `done`, (cases,), as many at a time as are asked together, in the order of the suite.

    Each knows what went before it by the order of its cluster.
    """
    order = order_of(suite)
    for cases in suite.batches(TOGETHER):
        todo = np.flatnonzero(~done[np.asarray(cases.places, np.int64)])
        if order is not None:
            cases = order.of(cases)
        if len(todo):
            yield (cases.take(todo) if len(todo) < len(cases) else cases).held()
