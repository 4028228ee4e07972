"""Run: put a suite before a system, write its answers down as they come, judge them.

A run that was killed goes on where it stopped when it is started again with the same arguments.
"""

import platform
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho import __version__
from murho.core import answered_by
from murho.core.case import Answers, Cases, join
from murho.core.causes import parse as parse_cause
from murho.core.collecting import collecting_seldom
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.signature import signature
from murho.core.stopping import Stopped, watched
from murho.core.turns import with_order, written_out
from murho.formats.digest import files_of
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import line_blocks
from murho.measures import Measure
from murho.measures.unopened import written
from murho.pipeline.runs.extending import drawn, extend, smaller_sample
from murho.pipeline.runs.journaling import LOOK, PART, Journaling
from murho.pipeline.runs.judging import Judged, check_stage, with_last_stage
from murho.pipeline.runs.retry import RETRIED_FROM, Retry, refuse_recorded
from murho.pipeline.runs.show import figures
from murho.pipeline.scoring.book import Book
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.score import Score, judge, refuse_open, settled, weigh
from murho.store import Run, alone, begin, go_on_with, signed_system
from murho.systems import Answer, Composed, Recorded, System, gather, parts
from murho.systems.identity import Identity, identity
from murho.weighting import Weighting
from murho.weighting.unopened import written as written_weighting


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on; it becomes the record."""

    measures: Sequence[Measure]
    """What judges the answers; the first is the one whose π is told while the run goes on."""
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
) -> Run:
    """Answer what is not answered yet, then judge everything; returns the run, its record complete.

    With `retry` a run that goes on asks once more what was ⊥ before (`murho.pipeline.runs.retry`). The system is used
    inside `with` here. Ctrl-C and errors leave what was finished; the record then says `running`. Open cases are
    asked and not judged, unless it is `gated`: then they are refused before anything is asked.

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

    Raises:
        InputError: there is no case, one cannot be weighed or judged, or a recorded answer has none.
        UsageError: the folder holds another run, or an option does not fit the system.
    """
    if retry:
        refuse_recorded(system)
    _settings(plan)  # what cannot be recorded is refused
    for measure in plan.measures:
        check_stage(measure, system)
    for measure in plan.measures:
        measure.judge([], [])  # a measure that lacks a file says so before anything is asked
    known: set[str] = set()
    notes: list[str] = []
    cases = _noting(cases, known, notes)
    who = identity(system, plan.files)
    with alone(folder):
        record = _record(system, who, plan)
        smaller = None if overwrite else smaller_sample(folder, record)
        new = _suite(cases, plan, system, gated, () if smaller is None else Run(Path(folder)).cases().ids)
        begun = record if smaller is None else {**record, "data": smaller}
        saved_run = begin(folder, begun, new, overwrite=overwrite, accept_changed=accept_changed)
        if smaller is not None:
            extend(saved_run, record, new)
        suite = with_order(saved_run.cases())
        if gated:
            refuse_open(plan.measures, suite)  # of a run that goes on, too, whose cases are not read anew
        judged = Judged(plan.measures)
        stages = _taken_over(saved_run, suite, judged, who)
        again = Retry.of(saved_run) if retry else Retry()
        if retry:  # a stage that failed is what is asked once more
            stages = {key: said for key, said in stages.items() if said.answer is not UNDEFINED}
        done = set(saved_run.answers().ids) - again.ids
        todo = suite.take([i for i, name in enumerate(suite.ids) if name not in done])
        if len(todo):
            go_on_with(saved_run, record)
            saved_run.forget_judgements()  # they are of the answers before, and would be taken for those of all
        if len(todo) or isinstance(system, Recorded | Composed):
            if plan.limit is not None:
                deque(cases, maxlen=0)  # so that all are known, also where the run had been begun before
            rho = _importance(plan, suite)
            _answer(saved_run, system, who, suite, todo, rho, judged, progress, known.union(suite.ids), again, stages)
        notes += who.notes
        notes += getattr(system, "notes", ())
        saved_run.write_record(
            {**saved_run.record, "answered_before": len(done), **({"notes": notes} if notes else {})}
        )
        finish(saved_run, suite, plan, judged)
        again.close(saved_run, retry)
        return saved_run


def _noting(cases: Iterator[Cases], known: set[str], notes: list[str]) -> Iterator[Cases]:
    """Hand on batches as they come; their ids go into `known`, what reading them found worth a word into `notes`."""
    for batch in cases:
        known.update(batch.ids)
        notes += [note for note in batch.notes if note not in notes]
        yield batch


def _importance(plan: Plan, suite: Cases) -> NDArray[np.float64]:
    """ρ (cases,) of those that the first measure can judge, for the π of the progress; 0, never used, for open ones."""
    rho = np.zeros(len(suite))
    if plan.measures:
        known = np.flatnonzero(~suite.at_stage(plan.measures[0].stage).open)
        # A relative frequency looks at all cases it is given: open ones, which are in no figure, are left out.
        rho[known] = weigh(plan.reading.weight, settled(plan.measures[0], suite))
    return rho


def finish(saved_run: Run, suite: Cases, plan: Plan, judged: Judged) -> Run:
    """Judge what is not judged yet under every measure of the plan and complete the record; returns the run.

    Raises:
        InputError: an answer or a reference cannot be judged; the answers are saved by then.
    """
    answers = saved_run.answers().for_cases(suite.ids)
    if stated := {
        name: cause for name, cause in zip(suite.ids, answers.extras.get("cause", ()), strict=False) if cause
    }:
        saved_run.tag(
            {name: _listed(cause) for name, cause in stated.items()} | saved_run.causes()
        )  # people know better
    for measure in plan.measures:
        rows = judged.rows(measure, suite, answers)
        saved_run.write_judgements(repr(measure), settled(measure, suite).ids, rows, files_of(measure))
    # The kind of a failure stands before its colon; what follows differs from case to case.
    failures = Counter((failure or "").split(":")[0] for failure in answers.failures or [] if failure)
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
            "counts": {
                "cases": len(suite),
                **({"open": int(suite.open.sum())} if suite.open.any() else {}),
                "undefined": sum(1 for a in answers.answers if a is UNDEFINED),
                "missing_answers": sum(1 for failure in answers.failures or () if failure == "missing"),
                "failures": dict(failures.most_common()),
            },
            "figures": {},
            "signature": signature(made, __version__),
        }
    )
    figures_json = {
        repr(measure): figures(saved_run, measure, plan.reading, missing=plan.missing).as_json()
        for measure in plan.measures
    }
    saved_run.write_record({**saved_run.record, "figures": figures_json})
    return saved_run


def _taken_over(saved_run: Run, suite: Cases, judged: Judged, who: Identity) -> dict[tuple[int, str], Answer]:
    """Make a part of what a run that was killed left in its journal; what it left of stages of the same chain."""
    entries = saved_run.journal()
    # The journal is of the system that was at work last, which need not be this one.
    before = [entry.get("digest") for entry in answered_by.of_record(saved_run.record)]
    last = before[-1] if before else None
    row = {name: i for i, name in enumerate(suite.ids)}
    answers = [entry.answer._replace(position=row[entry.id]) for entry in entries if entry.stage is None]
    if answers:
        given = gather(suite, answers)
        part = judged.add(suite.take([row[name] for name in given.ids]), given)
        if isinstance(saved_run.record.get(RETRIED_FROM), int):
            part = Retry.of(saved_run).with_reasons(part)
        saved_run.add_answers(part, system=last)
    if last != who.digest:
        return {}
    return {(entry.stage, entry.id): entry.answer for entry in entries if entry.stage is not None}


def _answer(
    saved_run: Run,
    system: System,
    who: Identity,
    suite: Cases,
    todo: Cases,
    rho: NDArray[np.float64],
    judged: Judged,
    progress: Progress | None,
    known: Collection[str],
    again: Retry,
    stages: dict[tuple[int, str], Answer],
) -> None:
    seen = len(suite) - len(todo)
    index = {name: i for i, name in enumerate(todo.ids)}
    course = Book(judged.measures[0], Reading(criteria=False)) if judged.measures else None
    running: float | None = None
    part: list[Answers] = []

    def advance(more: int) -> None:
        nonlocal seen
        seen += more
        if progress is not None:
            progress(seen, len(suite), running)

    advance(0)
    with watched(), system, Journaling(saved_run, todo.ids, stages, who.digest) as journal:
        if isinstance(system, Composed):
            system.remember(stages, journal.keep_stage)
        try:
            # Recorded answers cost nothing to be read again.
            keep = None if isinstance(system, Recorded) else journal.keep
            for answers in parts(todo, system.answer(todo), seconds=LOOK, advance=advance, keep=keep):
                asked = todo.take([index[name] for name in answers.ids])
                judged_part = judged.add(asked, answers, system if isinstance(system, Recorded) else None)
                part.append(again.with_reasons(judged_part))
                if course is not None and (last := judged.last) is not None:
                    course.add(suite.take(last.places), last.rows, weights=rho[last.places])
                    running = course.performance
                if sum(map(len, part)) >= PART:
                    journal.write_part(part)
        except Stopped as stopped:
            stopped.told = f"{seen} of {len(suite)} answers are kept"
            raise
        finally:
            journal.write_part(part)
        if isinstance(system, Recorded | Composed):
            saved_run.write_record({**saved_run.record, "unmatched_answers": system.refuse_extra(known)})


def _suite(cases: Iterator[Cases], plan: Plan, system: System, gated: bool, held: Collection[str]) -> Iterator[Cases]:
    """All cases as one batch, or a sample with those that are `held`; what cannot be weighed is refused at once."""
    suite = join(list(cases) or [Cases([], [], [])])
    if not len(suite):
        raise InputError("no case to run", "give at least one case", path=plan.data.get("cases"))
    if plan.limit is not None:
        known = set(held)
        places = [place for place, name in enumerate(suite.ids) if name in known]
        chosen = drawn(len(suite), plan.limit, plan.reading.seed, places)
        suite = _sampled(suite, chosen, system)  # in the order of the suite: turns follow each other
    suite = with_last_stage(suite, system)
    if gated:
        refuse_open(plan.measures, suite)
    weigh(plan.reading.weight, suite.settled())
    yield suite


def _sampled(suite: Cases, chosen: Sequence[int], system: System) -> Cases:
    """Some cases; where the system may look at what went before them, they say it, for their clusters are not whole."""
    if suite.clusters is None or getattr(system, "takes_before", False) is False:
        return suite.take(chosen)
    return written_out(with_order(suite).take(chosen))


def _record(system: System, who: Identity, plan: Plan) -> dict[str, Any]:
    return {
        "state": "running",
        "started": _now(),
        "data": {**plan.data, "limit": plan.limit, "seed": plan.reading.seed if plan.limit else None},
        "system": system.describe(),
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


def judge_again(saved_run: Run, measure: Measure, weight: Weighting | None = None) -> Score:
    """Judge the saved answers under one more measure, and keep the judgements and the figure; returns the score.

    Under another weighting than that of the run the figure is shown and not kept.

    Raises:
        InputError: an answer or a reference cannot be judged by this measure.
    """
    cases = saved_run.cases()
    facts = written([measure])
    facts = {"measure_facts": {**saved_run.record.get("measure_facts", {}), **facts}} if facts else {}
    with alone(saved_run.path):
        known, answers = settled(measure, cases), saved_run.answers().at_stage(measure.stage)
        rows = judge(measure, known, answers.for_cases(known.ids))
        saved_run.write_judgements(repr(measure), known.ids, rows, files_of(measure))
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
    known = set(saved_run.cases().ids)
    tags: dict[str, list[str]] = {}
    for first, lines in line_blocks(path, 8192):
        for row, line in zip(*decode_lines(lines, path, first), strict=True):
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
