"""Run: put a suite before a system, write its answers down as they come, judge them.

A run that was killed goes on where it stopped when it is started again with the same arguments.
"""

import json
import platform
import sys
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core import answered_by
from murho.core.case import MISSING, Answers, Cases, join
from murho.core.causes import parse as parse_cause
from murho.core.collecting import collecting_seldom
from murho.core.columns import Deferred
from murho.core.errors import InputError, UsageError
from murho.core.importance import all_zero
from murho.core.meaning import UNDEFINED
from murho.core.signature import signature
from murho.core.stopping import Stopped, watched
from murho.engines import Engine, Running
from murho.formats.digest import files_of
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import line_blocks
from murho.measures import Measure
from murho.measures.interface import each_once
from murho.measures.unopened import written
from murho.pipeline.runs.answering import LOOK, PART, RETRIED_FROM, Journaling, Retry, refuse_recorded
from murho.pipeline.runs.course import Course
from murho.pipeline.runs.judging import Judged, check_stage, with_last_stage
from murho.pipeline.runs.partitions import answer_partitions, judge_partitions, judged_by_workers
from murho.pipeline.runs.partitions import check as check_workers_can_have
from murho.pipeline.runs.repeating import REPEAT, repeated
from murho.pipeline.runs.resources import keep_memory
from murho.pipeline.runs.sample import Sampling, extend, order_of, sampling, smaller_sample
from murho.pipeline.runs.show import answers_to, figures, none_is_open
from murho.pipeline.scoring.judge import refuse_open, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score
from murho.store import Run, Seen, alone, begin, go_on_with, signed_system
from murho.store.places import Places
from murho.store.run import RECORD
from murho.store.staging import adopt_staged, forget_partitions
from murho.store.suite import Suite
from murho.systems import Answer, Composed, Recorded, System, gather, parts
from murho.systems.identity import Identity, files_change, identity, still_written, wrote
from murho.version import __version__
from murho.weighting import Weighting
from murho.weighting.unopened import is_brought
from murho.weighting.unopened import written as written_weighting


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on; it becomes the record."""

    measures: Sequence[Measure]
    """What judges the answers, each once; the first is the one whose π is told while the run goes on."""
    reading: Reading = field(default_factory=Reading)
    """Weight, level, method and seed; slices are asked for when figures are shown."""
    missing: str = "undefined"
    """What a case without a recorded answer counts as: `undefined`, or nothing with `skip`."""
    limit: int | None = None
    """How many cases are asked at most, drawn at random by the reading's seed; never simply the first."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Goal, domain, representation language, how the sample was collected."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Where the cases and recorded answers came from, with digests: a run goes on only with the same data."""
    files: Sequence[str] = ()
    """Files and folders that are part of the system, besides those that murho finds: when they change it is another."""
    repeat: int = 1
    """How often each case is asked."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "measures", each_once(self.measures))


TOGETHER = 3
"""Times ten thousand cases are held and asked together: enough that the last of them keep few workers waiting."""
Progress = Callable[[int, int, float | None], None]
"""Told after each answer: answers so far, answers wanted, π so far."""


@collecting_seldom()
def run(
    cases: Iterator[Cases],
    system: System,
    folder: str | PathLike[str],
    plan: Plan,
    *,
    overwrite: bool = False,
    retry: bool = False,
    gated: bool = False,
    accept_changed: bool = False,
    progress: Progress | None = None,
    engine: Engine | None = None,
    make: Callable[[], System] | None = None,
    watch: Callable[[str], None] | None = None,
    seen: Seen | None = None,
) -> Run:
    """Answer what is not answered yet, then judge everything; returns the run, its record complete.

    With `retry` a run that goes on asks once more what was ⊥ before (`Retry`). The system is used inside `with` here.
    Ctrl-C and errors leave what was finished; the record then says `running`. Open cases are asked and not judged,
    unless it is `gated`: then they are refused before anything is asked.

    Args:
        cases: the suite, batch by batch; it is read for a new run only.
        system: what is asked.
        folder: where the run is kept.
        plan: how it is judged, weighed and sampled.
        overwrite: begin anew in a folder that holds another run.
        retry: ask once more what was ⊥ before.
        gated: a gate will decide on the figure, so that no case may be open.
        accept_changed: go on though the system is another one than that which answered before; the record says so.
        progress: told after each answer.
        engine: where the system is asked, if not in this process alone (`murho.pipeline.runs.partitions`).
        make: makes the system in a worker of the engine.
        watch: told the address where the engine can be watched, if it has one.
        seen: what is known of the files in the folder, and of those that the plan's data name.

    Raises:
        InputError: there is no case, one cannot be weighed or judged, or a recorded answer has none.
        UsageError: the folder holds another run, or an option does not fit the system.
    """
    if retry:
        refuse_recorded(system)
    away = None if engine is None or engine.here else engine
    if away is not None:
        check_workers_can_have(system)
    if plan.limit is not None and "sample" in plan.data:
        raise UsageError(
            "the cases are a sample, each with its inclusion, which --limit would change; draw a smaller one"
        )
    if plan.repeat > 1:
        refuse_repeated(system, plan)
    _settings(plan)  # what cannot be recorded is refused
    for measure in plan.measures:
        check_stage(measure, system)
    for measure in plan.measures:
        measure.judge([], [])  # a measure that lacks a file says so before anything is asked
    notes: list[str] = []
    cases = _noting(cases, notes)
    seen = seen or Seen(folder)
    with alone(folder), sampling(folder) as sampled:
        entries = [] if overwrite else answered_by.of_record(_record_in(folder))
        written = entries[-1].get("written") if entries else None
        files = list(plan.files)
        if written:
            files += still_written(written, identity(system, files).files, files)
        who = identity(system, files)
        record = _record(system, who, plan, away)
        smaller = None if overwrite else smaller_sample(folder, record)
        held = (
            set[str]()
            if smaller is None
            else {name for batch in Run(Path(folder)).suite().batches() for name in batch.ids}
        )
        new = _suite(cases, plan, system, gated, sampled, held)
        begun = record if smaller is None else {**record, "data": smaller}
        saved_run = begin(folder, begun, new, overwrite=overwrite, accept_changed=accept_changed)
        if smaller is not None:
            extend(saved_run, record, new)
        if gated and not all(none_is_open(saved_run, measure) for measure in plan.measures):
            # Of a run that goes on, too, whose cases are not read anew.
            for batch in saved_run.suite().batches():
                refuse_open(plan.measures, batch)
        if not retry and is_finished(saved_run, record, plan.measures, plan.reading.weight, seen):
            if not seen.is_whole(_says(saved_run, plan.measures)):
                _count(saved_run, plan)
            saved_run.write_record({**saved_run.record, "answered_before": saved_run.record["counts"]["cases"]})
            Retry().close(saved_run, False)
            seen.keep(_says(saved_run, plan.measures))
            return saved_run
        suite = saved_run.suite()
        saved_before = saved_run.parts().answered
        undefined_before = retry and saved_run.record.get("counts", {}).get("undefined") != 0
        if saved_run.journal_files() or not saved_before.all() or undefined_before:
            saved_run.forget_judgements()  # they are of the answers before, and would be taken for those of all
        elsewhere = [] if away is None else judged_by_workers(system, plan.measures)
        judged = Judged(plan.measures, saved_run, elsewhere)
        stages = _taken_over(saved_run, judged, who)
        again = Retry.of(saved_run) if retry else Retry()
        if retry:  # a stage that failed is what is asked once more
            stages = {key: said for key, said in stages.items() if said.answer is not UNDEFINED}
        done = saved_run.parts().answered.copy()
        done[[*suite.places_of(again.ids).values()]] = False
        before = int(np.count_nonzero(done))
        if before < len(suite):
            go_on_with(saved_run, record)
        weight = plan.reading.weight
        recorded = isinstance(system, Recorded)
        if away is not None and make is not None and before < len(suite) and not recorded:
            with _edits(saved_run, system, who, files, plan.files), _opened(away, watch) as running:
                answer_partitions(
                    running, make, saved_run, who, files, done, weight, judged, again, stages,
                    whole_clusters=getattr(system, "takes_before", False) is not False, progress=progress,
                )  # fmt: skip
        elif before < len(suite) or recorded or isinstance(system, Composed):
            known = _every_id(cases, sampled, suite)
            with _edits(saved_run, system, who, files, plan.files):
                _answer(saved_run, system, who, done, weight, judged, progress, known, again, stages)
        if away is not None and elsewhere:
            with _opened(away, watch) as running:
                for measure in elsewhere:
                    judge_partitions(running, saved_run, measure, judged)
        notes += who.notes
        notes += getattr(system, "notes", ())
        saved_run.write_record({**saved_run.record, "answered_before": before, **({"notes": notes} if notes else {})})
        finish(saved_run, plan, judged)
        again.close(saved_run, retry)
        seen.keep(_says(saved_run, plan.measures))
        return saved_run


def refuse_repeated(system: System, plan: Plan) -> None:
    """Refuse to ask cases repeatedly where that tells nothing, or would be counted wrongly.

    Raises:
        UsageError: the answers are recorded, or the cases a sample with inclusions.
    """
    stages = system.stages if isinstance(system, Composed) else [system]
    if any(isinstance(stage, Recorded) for stage in stages):
        raise UsageError("recorded answers would be the same each time; leave --repeat out")
    if "sample" in plan.data:
        raise UsageError("the cases are a sample, each with its inclusion, which --repeat would change; leave it out")


@contextmanager
def _opened(away: Engine, watch: Callable[[str], None] | None) -> Iterator[Running]:
    """The engine at work; `watch` is told where."""
    with away.open() as running:
        if watch is not None and running.address is not None:
            watch(running.address)
        yield running


@contextmanager
def _edits(
    saved_run: Run, system: System, who: Identity, files: Sequence[str], declared: Sequence[str]
) -> Iterator[None]:
    """Record which files of a system are others when it has been asked than when it began: a part may be theirs.

    What was not there at first is what it writes, such as a log that its command names, and no part of it.
    """
    try:
        yield
    finally:
        found: dict[str, Any] = {}
        try:
            now = identity(system, files).files
            if edited := files_change(who.files, {name: now[name] for name in who.files if name in now}):
                found["edited"] = edited
        except InputError as error:  # a file that was declared is gone
            found["edited"] = str(error)
        if written := wrote(system, who, declared):
            found["written"] = written
        if found:
            entries = answered_by.of_record(saved_run.record)
            told = [{**one, **_joined(one, found)} if one.get("digest") == who.digest else one for one in entries]
            saved_run.write_record({**saved_run.record, "systems": told})


def _joined(entry: Mapping[str, Any], found: Mapping[str, Any]) -> dict[str, Any]:
    """What was found of a system's files, with what it had written before."""
    written = {**(entry.get("written") or {}), **found.get("written", {})}
    return {**found, **({"written": written} if written else {})}


def _record_in(folder: str | PathLike[str]) -> Mapping[str, Any]:
    """The record of the run in a folder; empty where there is none yet."""
    there = Run(Path(folder))
    return there.record if (there.path / RECORD).exists() else {}


def _noting(cases: Iterator[Cases], notes: list[str]) -> Iterator[Cases]:
    """Hand on batches as they come; what reading them found worth a word goes into `notes`."""
    for batch in cases:
        notes += [note for note in batch.notes if note not in notes]
        yield batch


def _every_id(cases: Iterator[Cases], sampled: Sampling, suite: Suite) -> Iterator[str]:
    """The ids of all cases that were there to be asked, also where a sample of them is."""
    for batch in chain(sampled.all(), cases, suite.batches()):
        yield from batch.ids


def is_finished(
    saved_run: Run, record: Mapping[str, Any], measures: Sequence[Measure], weight: Weighting, seen: Seen
) -> bool:
    """Whether a run has nothing left to ask or judge: it is complete, and was judged and weighed as this record says.

    Nothing is decoded for it, and nothing read where its files are those that were `seen` when it was finished. What is
    not known to be as it was, code or files that somebody else brings, is done anew.
    """
    was = saved_run.record
    facts = "measure_facts" in was or "measure_facts" in record or weight.files or is_brought(weight)
    alike = ("settings", "about", "versions")
    if was.get("state") != "complete" or facts or was.get("unmatched_answers"):
        return False
    if {name: was.get(name) for name in alike} != json.loads(json.dumps({name: record.get(name) for name in alike})):
        return False
    if isinstance(was.get(RETRIED_FROM), int) or saved_run.journal_files():
        return False
    if not set(was.get("figures", {})) >= set(map(repr, measures)):
        return False
    if seen.is_whole(_says(saved_run, measures)) and not any(map(files_of, measures)):
        return True
    judged = all(saved_run.judged(repr(measure), files_of(measure)) is not None for measure in measures)
    return judged and bool(saved_run.parts().answered.all())


def _says(saved_run: Run, measures: Sequence[Measure]) -> dict[str, Any]:
    """What is believed of a record the next time: its counts, and its figures under these measures."""
    found = saved_run.record.get("figures", {})
    figures_json = {name: found.get(name) for name in map(repr, measures)}
    return {"counts": saved_run.record.get("counts"), "figures": figures_json}


def _count(saved_run: Run, plan: Plan) -> None:
    """Count anew what was judged: who wrote the counts and figures of the record is not known."""
    undefined, failures, _ = _told(saved_run)
    saved_run.write_record({**saved_run.record, "counts": _counts(saved_run, undefined, failures)})
    saved_run.write_record(
        {**saved_run.record, "figures": {**saved_run.record["figures"], **_figures(saved_run, plan)}}
    )


def _counts(saved_run: Run, undefined: int, failures: Counter[str]) -> dict[str, Any]:
    suite = saved_run.suite()
    is_open = sum(int(batch.open.sum()) for batch in suite.batches())
    return {
        "cases": len(suite),
        **({"open": is_open} if is_open else {}),
        "undefined": undefined,
        "missing_answers": failures.get(MISSING, 0),
        # The kind of a failure stands before its colon; what follows differs from case to case.
        "failures": dict(_kinds(failures).most_common()),
    }


def _figures(saved_run: Run, plan: Plan) -> dict[str, Any]:
    return {
        repr(measure): figures(saved_run, measure, plan.reading, missing=plan.missing).as_json()
        for measure in plan.measures
    }


def finish(saved_run: Run, plan: Plan, judged: Judged) -> Run:
    """Judge what is not judged yet under every measure of the plan and complete the record; returns the run.

    Raises:
        InputError: an answer or a reference cannot be judged; the answers are saved by then.
    """
    undefined, failures, stated = _told(saved_run)
    if stated:
        saved_run.tag(stated | saved_run.causes())  # people know better
    for measure in plan.measures:
        judged.complete(measure)
    saved_run.write_record({**saved_run.record, "systems": saved_run.systems()})
    made = {
        "measures": ", ".join(map(repr, plan.measures)),
        **{name: value for name, value in _settings(plan)["settings"].items() if name != "measures"},
        "system": signed_system(saved_run.record),
        "data": str(plan.data.get("digest", ""))[:19] or None,
    }
    saved_run.write_record(  # before the figures: it is complete also where there is nothing to divide by
        {
            **saved_run.record,
            **_settings(plan),
            "state": "complete",
            "finished": _now(),
            "counts": _counts(saved_run, undefined, failures),
            "figures": {},
            "signature": signature(made, __version__),
        }
    )
    saved_run.write_record({**saved_run.record, "figures": _figures(saved_run, plan)})
    return saved_run


def _told(saved_run: Run) -> tuple[int, Counter[str], dict[str, list[str]]]:
    """What the answers of a run say of themselves: how many are ⊥, why, and the causes that the system names by id."""
    undefined, failures, causes = 0, Counter[str](), dict[str, list[str]]()
    for cases in saved_run.suite().batches():
        answers = answers_to(saved_run, cases)
        said = answers.answers
        undefined += int(said.absent.sum()) if isinstance(said, Deferred) else sum(a is UNDEFINED for a in said)
        why = answers.failures
        if isinstance(why, Deferred):
            why = why.at(np.flatnonzero(~why.absent))
        failures.update(filter(None, why or ()))
        for name, cause in zip(answers.ids, answers.extras.get("cause", ()), strict=False):
            if cause:
                causes[name] = _listed(cause)
    return undefined, failures, causes


def _kinds(failures: Counter[str]) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for failure, times in failures.items():
        kinds[failure.split(":")[0]] += times
    return kinds


def _taken_over(saved_run: Run, judged: Judged, who: Identity) -> dict[tuple[int, str], Answer]:
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


def _answer(
    saved_run: Run,
    system: System,
    who: Identity,
    done: NDArray[np.bool_],
    weight: Weighting,
    judged: Judged,
    progress: Progress | None,
    known: Iterable[str],
    again: Retry,
    stages: dict[tuple[int, str], Answer],
) -> None:
    """Ask what is not `done`, (cases,), some thousand cases at a time, and keep and judge the answers as they come."""
    suite = saved_run.suite()
    seen = int(np.count_nonzero(done))
    course = Course(saved_run, judged.measures, weight) if progress is not None else None
    part: list[Answers] = []
    places: list[Places] = []

    def advance(more: int) -> None:
        nonlocal seen
        seen += more
        if progress is not None:
            progress(seen, len(suite), course.performance if course is not None else None)

    advance(0)
    with watched(), system, Journaling(saved_run, (), stages, who.digest) as journal:
        if isinstance(system, Composed):
            system.remember(stages, journal.keep_stage)
        # Recorded answers cost nothing to be read again.
        keep = None if isinstance(system, Recorded) else journal.keep
        try:
            for todo in _asked(suite, done):
                row = {name: i for i, name in enumerate(todo.ids)}
                journal.asked(todo.ids)
                finished = system.answer(saved_run.as_asked(todo))
                for answers in parts(todo, finished, size=PART, seconds=LOOK, advance=advance, keep=keep):
                    asked = todo.take([row[name] for name in answers.ids])
                    judged_part = judged.add(asked, answers, system if isinstance(system, Recorded) else None)
                    part.append(again.with_reasons(judged_part))
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


def _suite(
    cases: Iterator[Cases], plan: Plan, system: System, gated: bool, sampled: Sampling, held: Collection[str]
) -> Iterator[Cases]:
    """All cases, or a sample with those that are `held`, batch by batch; what cannot be weighed is refused at once."""
    if plan.limit is not None:
        cases = sampled.draw(cases, plan.limit, plan.reading.seed, system, held)
    if plan.repeat > 1:
        cases = repeated(cases, plan.repeat, with_before=getattr(system, "takes_before", False) is not False)
    if isinstance(system, Composed) and system.names[-1] is not None:
        # Whether any case has references of its own for the last stage can be told of all cases only.
        cases = iter([with_last_stage(join([batch for batch in cases if len(batch)] or [Cases([], [], [])]), system)])
    weight, of_all = plan.reading.weight, list[Cases]()
    size, is_heavy, known, path = 0, False, 0, plan.data.get("cases")
    for batch in cases:
        if not len(batch):
            continue
        if gated:
            refuse_open(plan.measures, batch)
        settled_cases = batch.settled()
        if weight.whole_suite:
            of_all.append(settled_cases)
        else:
            is_heavy = bool(weigh_part(weight, settled_cases).any()) or is_heavy
        size, known, path = size + len(batch), known + len(settled_cases), batch.path or path
        yield batch
    if not size:
        raise InputError("no case to run", "give at least one case", path=plan.data.get("cases"))
    if weight.whole_suite:
        weigh(weight, join(of_all))
    elif known and not is_heavy:
        raise all_zero().at(path, None)


def _record(system: System, who: Identity, plan: Plan, away: Engine | None) -> dict[str, Any]:
    described = system.describe() | ({} if away is None else {"engine": repr(away)})
    return {
        "state": "running",
        "started": _now(),
        "data": {
            **plan.data,
            "limit": plan.limit,
            "seed": plan.reading.seed if plan.limit else None,
            **({REPEAT: plan.repeat} if plan.repeat > 1 else {}),
        },
        "system": described,
        "systems": [who.as_json()],
        **({"files": list(plan.files)} if plan.files else {}),
        **_settings(plan),
    }


def _settings(plan: Plan) -> dict[str, Any]:
    return {
        "about": dict(plan.about),
        "settings": {
            "measures": [repr(measure) for measure in plan.measures],
            "weight": written_weighting(plan.reading.weight),
            "missing": plan.missing,
            **plan.reading.ends,
        },
        **({"measure_facts": facts} if (facts := written(plan.measures)) else {}),
        "versions": {
            "murho": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "platform": sys.platform,
        },
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def judge_again(
    saved_run: Run, measure: Measure, weight: Weighting | None = None, running: Running | None = None
) -> Score:
    """Judge the saved answers under one more measure, and keep the judgements and the figure; returns the score.

    Under another weighting than that of the run the figure is shown and not kept. If an engine is `running`, workers
    judge, by partitions.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    facts = written([measure])
    facts = {"measure_facts": {**saved_run.record.get("measure_facts", {}), **facts}} if facts else {}
    with alone(saved_run.path):
        if measure.stage is not None:
            saved_run.answers().at_stage(measure.stage)  # which refuses one that nobody answered for
        judged = Judged([measure], saved_run)
        if running is not None:
            judge_partitions(running, saved_run, measure, judged)
        judged.complete(measure)
        settings = saved_run.record["settings"]
        score = figures(saved_run, measure, Reading.recorded(settings, weight=weight), missing=settings["missing"])
        figure = {repr(measure): score.as_json()} if weight is None or repr(weight) == settings["weight"] else {}
        figures_json = {**saved_run.record.get("figures", {}), **figure}
        saved_run.write_record({**saved_run.record, **facts, "figures": figures_json})
    return score


def tag_again(saved_run: Run, path: str) -> int:
    """Tag items of a run with causes of failure, from JSON lines of `id` and `cause`; returns how many were tagged.

    Raises:
        InputError: FILE:LINE: the id is no case of the run, or the cause has no branch of the taxonomy.
    """
    suite = saved_run.suite()
    tags: dict[str, list[str]] = {}
    for first, lines in line_blocks(path, 8192):
        rows = list(zip(*decode_lines(lines, path, first), strict=True))
        known = suite.places_of([str(row.get("id")) for row, _ in rows])
        for row, line in rows:
            name = str(row.get("id"))
            if name not in known:
                raise InputError(f"{name!r} is no case of this run", "check the id", path=path, line=line)
            try:
                tags[name] = checked_causes(row.get("cause"))
            except UsageError as error:
                raise InputError(str(error), "docs/theory.md lists the causes", path=path, line=line) from None
    with alone(saved_run.path):  # after all lines are read: a file with a fault tags nothing
        saved_run.tag(tags)
    return len(tags)


def checked_causes(causes: Any) -> list[str]:
    """The causes of one tag, a text or a list of texts, as `branch` or `branch/leaf`.

    Raises:
        UsageError: one of them is in no branch of the taxonomy.
    """
    return ["/".join(parse_cause(cause)) for cause in _listed(causes)]


def _listed(value: Any) -> list[str]:
    return [str(cause) for cause in (value if isinstance(value, list) else [value])]
