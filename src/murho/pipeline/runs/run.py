"""Run: put a suite before a system, write its answers down as they come, judge them.

A run that was killed goes on where it stopped when it is started again with the same arguments. Its state is the folder
(`murho.store`): what `run` holds beside is what is left to ask (`Remainder`), and where it is asked (`Workers`).

Two files, or two columns, are a run in a temporary folder for whoever wants of them what can be made of a run, such as
its report.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from os import PathLike
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from murho.core import answered_by
from murho.core.case import Answers, Cases, join
from murho.core.collecting import collecting_seldom
from murho.core.errors import InputError, UsageError
from murho.core.importance import all_zero
from murho.core.meaning import UNDEFINED
from murho.core.spelling import argument
from murho.engines import Engine, Running
from murho.formats.join import join_answers
from murho.measures import Measure
from murho.pipeline.runs.answering import Remainder, Retry, answer, refuse_recorded, taken_over
from murho.pipeline.runs.finishing import believed, count_again, finish, is_finished
from murho.pipeline.runs.judging import Judged, check_stage, with_last_stage
from murho.pipeline.runs.partitions import answer_partitions, judge_partitions, judged_by_workers
from murho.pipeline.runs.partitions import check as check_workers_can_have
from murho.pipeline.runs.plan import Plan, Progress, record_of, settings_of
from murho.pipeline.runs.repeating import repeated
from murho.pipeline.runs.sample import Sampling, extend, sampling, smaller_sample
from murho.pipeline.runs.show import none_is_open
from murho.pipeline.scoring.judge import refuse_open, weigh, weigh_part
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import Pairing, pairs_of, short_digest, whole_trees
from murho.store import Run, Seen, alone, begin, go_on_with
from murho.store.run import RECORD
from murho.store.suite import Suite
from murho.systems import Composed, Recorded, System
from murho.systems.identity import Identity, files_change, identity, still_written, wrote


@dataclass(frozen=True)
class Terms:
    """On what terms a run goes on, or begins."""

    overwrite: bool = False
    """Begin again in a folder that holds another run."""
    retry: bool = False
    """Ask once more what was ⊥ before (`Retry`)."""
    gated: bool = False
    """A gate will decide on the figure, so that no case may be open: they are refused before anything is asked."""
    accept_changed: bool = False
    """Go on though the system is another one than that which answered before; the record says so."""


@dataclass(frozen=True)
class Workers:
    """Where a system is asked."""

    engine: Engine | None = None
    """None for this process alone."""
    make: Callable[[], System] | None = None
    """Makes the system in a worker of the engine."""
    watch: Callable[[str], None] | None = None
    """Gets the address where the engine can be watched, if it has one."""

    @property
    def away(self) -> Engine | None:
        """The engine, where it works elsewhere."""
        return None if self.engine is None or self.engine.here else self.engine

    @contextmanager
    def at_work(self) -> Iterator[Running]:
        """The engine at work."""
        assert self.engine is not None
        with self.engine.open() as running:
            if self.watch is not None and running.address is not None:
                self.watch(running.address)
            yield running


@collecting_seldom()
def run(
    cases: Iterator[Cases],
    system: System,
    folder: str | PathLike[str],
    plan: Plan,
    terms: Terms | None = None,
    *,
    workers: Workers | None = None,
    progress: Progress | None = None,
    seen: Seen | None = None,
) -> Run:
    """Answer what is not answered yet, then judge everything; returns the run, its record complete.

    The system is used inside `with` here. Ctrl-C and errors leave what was finished; the record then says `running`.
    Open cases are asked and not judged.

    Args:
        cases: the suite, batch by batch; it is read for a new run only.
        system: what is asked.
        folder: where the run is kept.
        plan: how it is judged, weighed and sampled.
        terms: whether to begin again, to ask once more, to go on with another system.
        workers: where the system is asked, if not in this process alone (`murho.pipeline.runs.partitions`).
        progress: gets the state after each answer.
        seen: what is known of the files in the folder, and of those that the plan's data name.

    Raises:
        InputError: there is no case, one cannot be weighed or judged, or a recorded answer has none.
        UsageError: the folder holds another run, or an option does not fit the system.
    """
    terms, workers, seen = terms or Terms(), workers or Workers(), seen or Seen(folder)
    _refuse_unfit(system, plan, terms, workers)
    notes: list[str] = []  # grows while cases are read
    cases = _noting(cases, notes)
    # From here on nobody else writes to the folder; the file that a sample is drawn from goes at the end.
    with alone(folder), sampling(folder) as sampled:
        files = _files_of(system, folder, plan, terms)
        who = identity(system, files)
        record = record_of(system, who, plan, workers.away)
        saved_run = _begun(cases, system, record, folder, plan, terms, sampled)
        if not terms.retry and is_finished(saved_run, record, plan.measures, plan.reading.weight, seen):
            return _left_as_it_is(saved_run, plan, seen)
        # Workers judge what they can; all other judgements are made here, as the answers come.
        elsewhere = [] if workers.away is None else judged_by_workers(system, plan.measures)
        remainder = _remainder(saved_run, who, elsewhere, plan, terms, progress)
        before = int(np.count_nonzero(remainder.done))
        is_whole = before == len(saved_run.suite())
        if not is_whole:
            go_on_with(saved_run, record)
        if workers.away and workers.make and not is_whole and not isinstance(system, Recorded):
            whole_clusters = getattr(system, "takes_before", False) is not False
            with _edits(saved_run, system, who, files, plan.files), workers.at_work() as running:
                answer_partitions(running, workers.make, remainder, files, whole_clusters=whole_clusters)
        elif not is_whole or isinstance(system, Recorded | Composed):
            # Also where nothing is left to ask: what was recorded for no case is found by reading all of it.
            known = _every_id(cases, sampled, saved_run.suite())
            with _edits(saved_run, system, who, files, plan.files):
                answer(remainder, system, known)
        if elsewhere:
            with workers.at_work() as running:
                for measure in elsewhere:
                    judge_partitions(running, saved_run, measure, remainder.judged)
        notes += who.notes
        notes += getattr(system, "notes", ())
        saved_run.write_record({**saved_run.record, "answered_before": before, **({"notes": notes} if notes else {})})
        finish(saved_run, plan, remainder.judged)
        remainder.again.close(saved_run, terms.retry)
        seen.keep(believed(saved_run, plan.measures))
        return saved_run


def _refuse_unfit(system: System, plan: Plan, terms: Terms, workers: Workers) -> None:
    """Refuse what does not fit together before anything is read or asked.

    Raises:
        UsageError: so it is.
        InputError: a measure lacks a file.
    """
    if terms.retry:
        refuse_recorded(system)
    if workers.away is not None:
        check_workers_can_have(system)
    if plan.limit is not None and "sample" in plan.data:
        raise UsageError(
            "the cases are a sample, each with its inclusion, "
            f"which {argument('limit')} would change; draw a smaller one"
        )
    if plan.repeat > 1:
        refuse_repeated(system, plan)
    settings_of(plan)  # what cannot be recorded is refused
    for measure in plan.measures:
        check_stage(measure, system)
    for measure in plan.measures:
        measure.judge([], [])  # a measure that lacks a file says so


def _files_of(system: System, folder: str | PathLike[str], plan: Plan, terms: Terms) -> list[str]:
    """The files that are declared to be part of the system, and those that it wrote before and left as they were."""
    saved_run = Run(Path(folder))
    is_there = not terms.overwrite and (saved_run.path / RECORD).exists()
    entries = answered_by.of_record(saved_run.record if is_there else {})
    files = list(plan.files)
    if written := entries[-1].get("written") if entries else None:
        files += still_written(written, identity(system, files).files, files)
    return files


def _begun(
    cases: Iterator[Cases],
    system: System,
    record: dict[str, Any],
    folder: str | PathLike[str],
    plan: Plan,
    terms: Terms,
    sampled: Sampling,
) -> Run:
    """The run in a folder: a new one, one that goes on, or one whose sample has grown."""
    smaller = None if terms.overwrite else smaller_sample(folder, record)
    held = set[str]()
    if smaller is not None:
        held.update(name for batch in Run(Path(folder)).suite().batches() for name in batch.ids)
    suite = _suite(cases, plan, system, terms.gated, sampled, held)
    begun = record if smaller is None else {**record, "data": smaller}
    saved_run = begin(folder, begun, suite, overwrite=terms.overwrite, accept_changed=terms.accept_changed)
    if smaller is not None:
        extend(saved_run, record, suite)
    if terms.gated and not all(none_is_open(saved_run, measure) for measure in plan.measures):
        # Of a run that goes on, too, whose cases are not read again.
        for batch in saved_run.suite().batches():
            refuse_open(plan.measures, batch)
    return saved_run


def _left_as_it_is(saved_run: Run, plan: Plan, seen: Seen) -> Run:
    """A run that is finished: only what nobody has seen this murho write is counted again."""
    if not seen.is_whole(believed(saved_run, plan.measures)):
        count_again(saved_run, plan)
    saved_run.write_record({**saved_run.record, "answered_before": saved_run.record["counts"]["cases"]})
    Retry().close(saved_run, False)
    seen.keep(believed(saved_run, plan.measures))
    return saved_run


def _remainder(
    saved_run: Run,
    who: Identity,
    elsewhere: Sequence[Measure],
    plan: Plan,
    terms: Terms,
    progress: Progress | None,
) -> Remainder:
    """What is left to ask: what has no answer, and where that is asked for what is ⊥."""
    undefined_before = terms.retry and saved_run.record.get("counts", {}).get("undefined") != 0
    if saved_run.journal_files() or not saved_run.parts().answered.all() or undefined_before:
        saved_run.forget_judgements()  # they are of the answers before, and would be taken for those of all
    judged = Judged(plan.measures, saved_run, elsewhere)
    stages = taken_over(saved_run, judged, who)
    again = Retry.of(saved_run) if terms.retry else Retry()
    if terms.retry:  # a stage that failed is what is asked once more
        stages = {key: said for key, said in stages.items() if said.answer is not UNDEFINED}
    done = saved_run.parts().answered.copy()
    done[[*saved_run.suite().places_of(again.ids).values()]] = False
    return Remainder(saved_run, who, done, judged, again, stages, plan.reading.weight, progress)


def refuse_repeated(system: System, plan: Plan) -> None:
    """Refuse to ask cases repeatedly where that tells nothing, or would be counted wrongly.

    Raises:
        UsageError: the answers are recorded, or the cases a sample with inclusions.
    """
    stages = system.stages if isinstance(system, Composed) else [system]
    if any(isinstance(stage, Recorded) for stage in stages):
        raise UsageError(f"recorded answers would be the same each time; leave {argument('repeat')} out")
    if "sample" in plan.data:
        raise UsageError(
            f"the cases are a sample, each with its inclusion, which {argument('repeat')} would change; leave it out"
        )


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


def _noting(cases: Iterator[Cases], notes: list[str]) -> Iterator[Cases]:
    """Hand on batches as they come; what reading them found worth a word goes into `notes`."""
    for batch in cases:
        notes += [note for note in batch.notes if note not in notes]
        yield batch


def _every_id(cases: Iterator[Cases], sampled: Sampling, suite: Suite) -> Iterator[str]:
    """The ids of all cases that were there to be asked, also where a sample of them is."""
    for batch in chain(sampled.all(), cases, suite.batches()):
        yield from batch.ids


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


@contextmanager
def run_of_files(
    measure: Measure,
    references: str,
    answers: str,
    reading: Reading,
    pairing: Pairing,
    *,
    made_by: str = "",
) -> Iterator[Run]:
    """The run of a file of answers to a file of references, in a temporary folder that goes at the end.

    `made_by` is the command that a page names as what makes it again.

    Raises:
        InputError: a file is malformed, or the files do not belong together.
        UsageError: they are files of trees, which are aligned over all their text.
    """
    if measure.over_files is measure and whole_trees(measure, references, answers, pairing.format_name) is not None:
        raise UsageError("two files of trees make no report; `murho align dependencies --html FILE` shows them")
    pairs, _ = pairs_of(references, answers, pairing, measure)
    batches = list(pairs)
    cases = join([asked for asked, _ in batches] or [Cases([], [], [])])
    said = join_answers([given for _, given in batches] or [Answers([], [])])
    data: dict[str, Any] = {"cases": references, "digest": short_digest(references), "answers": answers}
    data |= {"answers_digest": short_digest(answers), **({"made_by": made_by} if made_by else {})}
    with _made(cases, said, Plan([measure], reading, pairing.missing, data=data), answers) as found:
        yield found


@contextmanager
def run_of_columns(measure: Measure, cases: Cases, said: Answers, reading: Reading) -> Iterator[Run]:
    """The run of answers that were given as columns, in a temporary folder that goes at the end."""
    with _made(cases, said, Plan([measure], reading), "columns") as found:
        yield found


@contextmanager
def _made(cases: Cases, said: Answers, plan: Plan, spec: str) -> Iterator[Run]:
    with TemporaryDirectory(prefix="murho-") as folder:
        yield run(iter([cases]), Recorded(lambda: [said], spec, extra="ignore"), Path(folder, "run"), plan)
