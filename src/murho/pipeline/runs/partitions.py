"""A run by partitions, under an engine: workers ask their own system, write down what it says, and judge it.

A partition is some thousand cases of the suite, which the worker reads from the run's folder. It keeps a journal there
as a run in one process does, so that whoever gets the partition after a worker has died asks only what is not answered.
What is finished it leaves as a file beside the parts, and the process that holds the lease makes that a part: done
twice, by a worker that was given up too early, it is in the run once. So nothing but the folder is needed to go on,
whatever ends: a worker, the scheduler, all of it. Under any engine, or none, it goes on alike.
"""

import hashlib
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from math import ceil
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.errors import MurhoError, UsageError
from murho.core.judgement import Judgements
from murho.core.spelling import argument
from murho.core.stopping import Stopped, watched
from murho.core.turns import with_order
from murho.engines import Running
from murho.engines.engine import Tell, kept, put_away
from murho.measures import Measure
from murho.pipeline.runs.answering import Reasons, Remainder, Retry, Stages
from murho.pipeline.runs.judging import Judged, Part
from murho.pipeline.runs.resources import keep_memory
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, settled
from murho.store import Run
from murho.store.journal import Journal, read_journal
from murho.store.lease import holder
from murho.store.parts import Places
from murho.store.staging import adopt, forget_partitions, write_staged
from murho.store.suite import Suite
from murho.systems import Answer, Composed, Recorded, System, gather
from murho.systems.identity import LEFT_OUT, identity

LARGEST = 10_000
"""Cases in a partition, at most."""
JUDGED = 100_000
"""Cases in a partition that is judged only."""
EACH = 4
"""Partitions for each worker, where there are fewer cases: so that all end at about the same time."""
_LOOK = 0.5
"""Seconds between two looks at whether the run is still that of the process which gave the partition."""


@dataclass(frozen=True)
class Asked:
    """What a worker has to know of a run, whichever partition it gets."""

    folder: str
    """As the workers find it, too."""
    make: Callable[[], System]
    files: tuple[str, ...]
    """Those that the user declares to be part of the system."""
    digest: str
    """Of the system. A worker whose own is another refuses."""
    named: tuple[str, ...]
    """The files that the system had when it began."""
    lease: str | None
    measures: tuple[Measure, ...]
    run: str = field(default_factory=lambda: uuid4().hex)
    """A name for this going on with the run: a worker that has worked for another makes its system anew."""


class Partition(NamedTuple):
    """Some cases that are to be asked."""

    places: Places
    """Where they stand in the suite, rising."""
    around: Places | None
    """Where their whole clusters stand, rising, be they answered already; None where nobody looks at them."""
    reasons: Mapping[str, Reasons]
    """Of those that are asked once more, why they were ⊥."""
    stages: Stages
    """What stages of a chain have said to them already."""


Rows = tuple[Places, Judgements]
"""The judgements of the cases at these places."""


class Done(NamedTuple):
    """What a partition sends home; the answers stay in the folder."""

    key: str
    file: str
    digest: str
    judged: Mapping[str, Rows]
    """By measure, but for those that could not judge it."""
    memory: int | None
    """The most that a process of the system has had in this worker, in bytes."""


def _wanted(suite: Suite, todo: Places, size: int, *, whole_clusters: bool) -> Iterator[tuple[Places, Places | None]]:
    """The places `todo` in partitions, and with each those of the whole clusters, where that counts."""
    if "cluster" not in suite.names or not whole_clusters:
        yield from ((todo[start : start + size], None) for start in range(0, len(todo), size))
        return
    is_wanted = np.zeros(len(suite), bool)
    is_wanted[todo] = True
    clusters = [name for batch in suite.batches() for name in batch.clusters or [None] * len(batch)]
    for around in cut(clusters, size):
        if len(wanted := around[is_wanted[around]]):
            yield wanted, around


def cut(clusters: Sequence[str | None], size: int) -> Iterator[NDArray[np.int64]]:
    """The positions of cases in partitions, each rising, of at least `size` but for the last; no cluster is cut.

    >>> [part.tolist() for part in cut(["x", "y", "x", None, "z", "z"], 2)]
    [[0, 2], [1, 3], [4, 5]]
    """
    together: dict[Any, list[int]] = {}
    for position, cluster in enumerate(clusters):
        together.setdefault((position,) if cluster is None else cluster, []).append(position)
    part: list[int] = []
    for positions in together.values():
        part += positions
        if len(part) >= size:
            yield np.array(sorted(part))
            part = []
    if part:
        yield np.array(sorted(part))


def check(system: System) -> None:
    """Refuse a system that workers cannot have.

    Raises:
        UsageError: a stage of it is recorded.
    """
    if isinstance(system, Composed) and any(isinstance(stage, Recorded) for stage in system.stages):
        raise UsageError(f"recorded answers as a stage are read by one process; leave {argument('engine')} out")


def judged_by_workers(system: System, measures: Sequence[Measure]) -> list[Measure]:
    """What workers judge when all answers are saved: of recorded ones, which one process reads, all that they can.

    Trees are judged as they are read: of one that is refused the line is told, which only the file knows. What is about
    a stage needs all answers at once.
    """
    if not isinstance(system, Recorded):
        return []
    return [measure for measure in measures if measure.kind != "tree" and measure.stage is None]


def answer_partitions(
    running: Running, make: Callable[[], System], remainder: Remainder, files: Sequence[str], *, whole_clusters: bool
) -> None:
    """Have what is left asked by workers, and make parts of the run of what they write.

    Args:
        running: where the workers are.
        make: makes the system, in a worker.
        remainder: what is left to ask in the run, whose lease this process holds.
        files: what the user declares to be part of the system.
        whole_clusters: whether the system looks at what went before.

    Raises:
        MurhoError: a worker has another system, or workers die or hang over a partition again and again.
    """
    saved_run, who, judged, again, progress = (
        remainder.run,
        remainder.who,
        remainder.judged,
        remainder.again,
        remainder.progress,
    )
    suite = saved_run.suite()
    folder = os.path.abspath(saved_run.path)
    held = holder(saved_run.path)
    asked = Asked(folder, make, tuple(files), who.digest, tuple(who.files), held, tuple(judged.measures))
    places = np.flatnonzero(~remainder.done)
    size = max(1, min(LARGEST, ceil(len(places) / (EACH * running.workers))))
    course = remainder.course()
    seen, under_way = len(suite) - len(places), dict[int, int]()
    by_case = _by_case(remainder.stages, saved_run) if remainder.stages else {}
    sizes: dict[int, int] = {}

    def partitions() -> Iterator[Partition]:
        for index, (wanted, around) in enumerate(_wanted(suite, places, size, whole_clusters=whole_clusters)):
            sizes[index] = len(wanted)
            # Few have been asked before; of the others nobody has to know what they are called.
            ids = suite.at(wanted).ids if again.reasons or by_case else ()
            reasons = {name: again.reasons[name] for name in ids if name in again.reasons} if again.reasons else {}
            known = {key: said for name in ids for key, said in by_case.get(name, ())}
            yield Partition(wanted, around, reasons, known)

    def figure() -> float | None:
        return None if course is None else course.performance

    def hear(index: int, answered: int) -> None:
        under_way[index] = answered
        if progress is not None:
            progress(seen + sum(under_way.values()), len(suite), figure())

    try:
        with watched():
            number = saved_run.next_part
            for index, finished in running.map(partial(_ask, asked), partitions(), hear):
                adopt(saved_run.path / "answers" / finished.file, finished.digest, number)
                number += 1
                forget_partitions(saved_run, finished.key)
                judged.take(finished.judged)
                keep_memory(saved_run, finished.memory)
                if course is not None:
                    course.add({name: Part(suite.at(some), rows) for name, (some, rows) in finished.judged.items()})
                under_way.pop(index, None)
                seen += sizes.pop(index)
                if progress is not None:
                    progress(seen + sum(under_way.values()), len(suite), figure())
    except Stopped as stopped:
        stopped.told = f"{seen} of {len(suite)} answers are kept, and those that workers have written down since"
        raise
    finally:
        running.everywhere(put_away)


def _by_case(stages: Stages, saved_run: Run) -> dict[str, list[tuple[tuple[int, str], Answer]]]:
    """What stages said, by the case it was about, which may have been asked for a second time as `id#2`."""
    names = {key[1].partition("\0")[0] for key in stages}
    known = saved_run.suite().places_of(names | {name.rpartition("#")[0] for name in names})
    by_case: dict[str, list[tuple[tuple[int, str], Answer]]] = {}
    for key, said in stages.items():
        name = key[1].partition("\0")[0]
        by_case.setdefault(name if name in known else name.rpartition("#")[0], []).append((key, said))
    return by_case


def judge_partitions(running: Running, saved_run: Run, measure: Measure, judged: Judged) -> None:
    """Have the saved answers judged by workers; `judged` gets the rows, but for open cases.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure; the first in the suite is told.
        UsageError: the run was stopped.
    """
    if any(entry.stage is None for entry in saved_run.journal()):
        raise UsageError(
            f"{saved_run.path}: the run was stopped; go on with it first, or leave {argument('engine')} out"
        )
    if measure.stage is not None:
        return  # whether a stage answered at all can be told of all answers only
    folder, size = os.path.abspath(saved_run.path), len(saved_run.suite())
    wrong: dict[int, MurhoError] = {}

    def partitions() -> Iterator[Places]:
        for start in range(0, size, JUDGED):
            if wrong:
                return
            yield np.arange(start, min(start + JUDGED, size))

    for index, rows in running.map(partial(_judge, folder, measure), partitions()):
        if isinstance(rows, MurhoError):
            wrong[index] = rows
        else:
            judged.take({repr(measure): rows})
    if wrong:
        raise wrong[min(wrong)]


def _judge(folder: str, measure: Measure, places: Places, _: Tell) -> Rows | MurhoError:
    """The judgements of some cases; an error goes home as it is, to wait for those before it."""
    run = Run(Path(folder))
    known = settled(measure, run.suite().at(places))
    try:
        rows = judge(measure, known, answers_to(run, known))
    except MurhoError as error:
        return error
    return np.asarray(known.places, np.int64), rows


# --- what a worker does when it is asked


def _ask(asked: Asked, partition: Partition, tell: Tell) -> Done:
    """Ask a partition, but for what the journals of earlier tries have of it, and write it down."""
    with kept(f"{asked.run} {asked.digest}", partial(_system, asked)) as system:
        return _Asking(asked, partition, tell).done_by(system)


def _system(asked: Asked) -> System:
    system = asked.make()
    appeared = [name for name in identity(system, asked.files).files if name not in asked.named]
    # What another worker's process has written since it began is no part; code that appears is.
    mine = identity(system, [*asked.files, *(f"{LEFT_OUT}{name}" for name in appeared if not name.endswith(".py"))])
    if mine.digest != asked.digest:
        found = f"a worker has another {mine.spec} ({mine.digest}) than the process that began ({asked.digest})"
        raise MurhoError(f"{found}; give all of them the same files, and the same working directory")
    return system


class _Asking:
    """A partition at work."""

    def __init__(self, asked: Asked, partition: Partition, tell: Tell):
        self.asked, self.partition, self.tell = asked, partition, tell
        self.run = Run(Path(asked.folder))
        self.cases = cases_at(self.run.suite(), partition.places, partition.around)
        self.key = _key(asked, self.cases.ids)
        self.token = uuid4().hex[:8]
        self.answered = 0
        self.looked = time.monotonic()

    def done_by(self, system: System) -> Done:
        """What a system says to it, saved."""
        folder = Path(self.asked.folder) / "answers"
        said, stages = self._said_before(folder)
        rest = [position for position, name in enumerate(self.cases.ids) if name not in said]
        answers = [
            said[name]._replace(position=position) for position, name in enumerate(self.cases.ids) if name in said
        ]
        self.answered, todo = len(answers), self.cases.take(rest)
        with Journal(folder / f"partition-{self.key}-{self.token}.jsonl") as journal:
            if isinstance(system, Composed):
                for (stage, name), answer in stages.items():
                    journal.add(name, answer, stage)
                system.remember(stages, lambda stage, name, answer: journal.add(name, answer, stage))
            finished = system.answer(self.run.as_asked(todo)) if len(todo) else iter(())
            answers += [
                answer._replace(position=rest[answer.position]) for answer in self._kept(finished, todo, journal)
            ]
        return self._saved(answers, getattr(system, "memory", None))

    def _kept(self, finished: Iterator[Answer], todo: Cases, journal: Journal) -> Iterator[Answer]:
        """The answers, each written down before the system is asked on."""
        for answer in finished:
            journal.add(todo.ids[answer.position], answer)
            self.answered += 1
            self._look()
            yield answer

    def _look(self) -> None:
        """Tell how far it is, now and then; stop where somebody else goes on with the run by now."""
        if (now := time.monotonic()) - self.looked < _LOOK:
            return
        self.looked = now
        self.tell(self.answered)
        if self.asked.lease is not None and holder(Path(self.asked.folder)) != self.asked.lease:
            raise MurhoError(f"{self.asked.folder}: the process that gave this partition works on it no more")

    def _said_before(self, folder: Path) -> tuple[dict[str, Answer], Stages]:
        """What earlier tries at this partition have written down."""
        said: dict[str, Answer] = {}
        stages = dict(self.partition.stages)
        for file in sorted(folder.glob(f"partition-{self.key}-*.jsonl")):
            for entry in read_journal(file):
                if entry.stage is None:
                    said[entry.id] = entry.answer
                else:
                    stages[entry.stage, entry.id] = entry.answer
        return said, stages

    def _saved(self, answers: list[Answer], memory: int | None) -> Done:
        judged = Judged(self.asked.measures)
        part = judged.add(self.cases, gather(self.cases, answers))
        part = Retry(self.partition.reasons).with_reasons(part)
        file, digest = write_staged(self.run, self.key, self.token, [part], self.partition.places, self.asked.digest)
        rows = {name: (np.asarray(part.cases.places, np.int64), part.rows) for name, part in judged.last.items()}
        return Done(self.key, file, digest, rows, memory)


def _key(asked: Asked, ids: Sequence[str]) -> str:
    """What tells a partition from others, also in another process: its cases and the system."""
    told = hashlib.sha256("\n".join((asked.digest, *ids)).encode(errors="surrogatepass"))
    return told.hexdigest()[:16]


def cases_at(suite: Suite, places: Places, around: Places | None = None) -> Cases:
    """The cases of a run at these places, which rise.

    With the places of their whole clusters `around` them they know what went before.
    """
    if around is None:
        return suite.at(places).held()
    cases = with_order(suite.at(around).held())
    wanted = np.searchsorted(around, places)
    return cases if len(wanted) == len(cases) else cases.take(wanted)
