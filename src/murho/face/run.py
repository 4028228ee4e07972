"""`murho.run`: a suite is put before a system."""

from __future__ import annotations

import os
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from murho import store
from murho.core.case import Cases
from murho.core.errors import UsageError
from murho.core.scale import Grades
from murho.core.spelling import argument, by_command
from murho.core.stopping_rules import stopping_rule
from murho.face.cases import suite_of
from murho.face.choices import Carry, Extra, Method, Missing
from murho.face.given import (
    Measures,
    Path,
    at_least,
    configured,
    engine_of,
    measures_of,
    names,
    one_of,
    path_of,
    scale_of,
    weighting_of,
)
from murho.face.progress import say, watching
from murho.face.sample import Sample
from murho.face.saved import Run
from murho.face.systems import findable, specs_of, system_of
from murho.formats.digest import digest
from murho.measures import Measure
from murho.pipeline.runs.plan import Plan, Progress
from murho.pipeline.runs.run import Terms, Workers
from murho.pipeline.runs.run import run as start
from murho.pipeline.runs.stopped import run_until
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.sources import (
    Columns,
    data_of,
    extra_of,
    read_cases,
    recorded,
    suited,
    usual_measure,
    with_columns,
)
from murho.pipeline.sources import system_of as written_system
from murho.store import Seen
from murho.systems import System
from murho.systems import system as system_named

if TYPE_CHECKING:
    from typing import Unpack

    from murho.face.given import Answering, Names, Suite, Weight
    from murho.face.names import FormatName, MeasureOptions

ABOUT = ("goal", "domain", "representation", "sample")


def run(
    cases: Suite | Sample,
    system: Answering,
    *,
    measures: Measures = None,
    weight: Weight = "given",
    by: Names = None,
    scale: str | Grades | None = None,
    folder: Path | None = None,
    workers: int = 1,
    timeout: float | None = None,
    batch: int | None = None,
    limit: int | None = None,
    stop: str | None = None,
    repeat: int = 1,
    level: float = 0.95,
    method: Method = "auto",
    seed: int = 0,
    missing: Missing = "undefined",
    extra: Extra | None = None,
    carry: Carry = "best",
    on_references: bool = True,
    format: FormatName | str | None = None,
    columns: Columns | None = None,
    encoding: str | None = None,
    files: Any = None,
    overwrite: bool = False,
    retry: bool = False,
    accept_changed: bool = False,
    gated: bool = False,
    progress: bool | Progress | None = None,
    engine: Any = None,
    about: Mapping[str, str] | None = None,
    **options: Unpack[MeasureOptions],
) -> Run:
    """Put cases before a system and measure how well it understands them.

    Args:
        cases: the path of a file; or rows, a list of dicts with `expression`, `reference` (the list of its correct
            meanings; without one a case is open), and `id`, `cluster`, `weight`, features as they come; or a frame of
            Polars, pandas or Arrow with these columns; or what `murho.sample` drew, of which figures estimate π of all.
        system: a function, which is given an expression and returns a meaning, a list of meanings, or None if it fails;
            or what `--system` takes, as text: `"cmd:./parser"`, `"my_parser:parse"`, a file of answers; or any
            `murho.systems.System`. A list is a chain of stages, a mapping one whose stages have names.
        measures: one or several, by name or made; by default what is usual for the cases.
        weight: the importance ρ, or its name: `constant`, `"frequency('count')"`.
        by: features to slice the figures by.
        scale: grades of π that stand by themselves, as in `"good<0.1<fair<0.3<poor"`: `graded` has the grade.
        folder: where the run is saved; if it holds the same run, begun before, that goes on. Without one the run is in
            a temporary folder that goes with the last that holds the run.
        workers: processes, or calls, at a time.
        timeout: seconds for a case; then it is UNDEFINED.
        batch: call the function with lists of this many expressions.
        limit: only so many cases, drawn at random by the seed; a larger number goes on with a run of fewer.
        stop: ask cases in random order until a rule stops: `fixed(500)`, `width(0.04)`, `sequence(0.04)`.
        repeat: ask every case so often, of a system that answers differently each time; a larger number goes on with a
            run.
        level: the confidence level of the intervals.
        method: the kind of interval; the result names the one used.
        seed: the seed of everything drawn at random.
        missing: whether a case without an answer is judged as `undefined`, or left out, `skip`; it is counted either
            way.
        extra: whether a recorded answer without a case is an `error`, or one to `ignore` and count; by default what is
            usual in its format.
        carry: which answers of a stage go on to the next: the `best`, or `all`.
        on_references: ask later stages about the references of earlier ones, too, where these said something else;
            `shares` of a run need it.
        format: of the file of cases, and of recorded answers.
        columns: which column is what, where a file or a frame has names of its own: `{"expression": "text"}`, or as
            `--columns` has it.
        encoding: for csv and tsv: what the file is in where that is not UTF-8, as `windows-1252` or `latin-1`; UTF-16
            is seen by its mark.
        files: files and folders that the system is made of, such as a model, besides its code: once one of them
            changes it is another system; `"!said.log"` is no part of it.
        overwrite: begin again in a folder that holds another run.
        retry: in a run that goes on, ask once more what was UNDEFINED before; the earlier reasons are kept.
        accept_changed: go on with a run though its system has changed since; the record, and every figure, says so.
        gated: a gate decides on the figures: open cases, which are in none, are refused before anything is asked.
        progress: a bar; by default on a terminal. Or a function, told after each answer how many there are, how many
            are wanted, and π so far.
        engine: where the system is asked: `"dask"`, `"dask(processes=4)"`, a made `murho.engines.Engine`, or a
            `distributed.Client`; by default this process. A function is then one of a module, which workers import.
        about: for the record: `goal`, `domain`, `representation`, `sample`.
        options: options of the measures, as `--with` takes them: `shifting="mu3()"`.

    >>> answers = {"open on friday?": "hours", "renew my book": "loans"}
    >>> rows = [{"expression": text, "reference": [act]} for text, act in answers.items()]
    >>> done = run([*rows, {"expression": "tell me a joke", "reference": []}], answers.get, measures="labels")
    >>> round(done.score.value, 4), done.frame().column("answer").to_pylist()
    (0.3333, [['hours'], ['loans'], None])

    Raises:
        UsageError: what is given does not fit together, or is unknown; the folder holds another run.
        InputError: the cases are malformed, or a meaning is none that the measure can judge.
    """
    at_least(workers, 1, "workers")
    at_least(limit, 1, "limit")
    at_least(batch, 1, "batch")
    one_of(missing, ("undefined", "skip"), "missing")
    one_of(extra, (None, "error", "ignore"), "extra")
    for name in about or ():
        one_of(name, ABOUT, "about")
    seen = None if folder is None else Seen(path_of(folder, "folder"))
    sliced = names(by, "by")
    named = measures_of(measures)
    if isinstance(cases, str | os.PathLike):
        path = path_of(cases, "cases")
        kept = next(filter(None, map(recorded, specs_of(system))), None)
        format = with_columns(format, columns, path, kept, encoding)
        named = named or measures_of(usual_measure(path, format))
        judges = configured([suited(one, path, path, format) for one in named], options, run)
        suite: Callable[[], Iterator[Cases]] = partial(read_cases, path, format, judges[0])
        data = data_of(path, format, judges[0], specs_of(system), digest if seen is None else seen.digest)
        made = _beside_file(path, format, judges[0])
    else:
        if format is not None:
            raise UsageError(f"{argument('format')} goes with a file of cases")
        given = suite_of(cases.rows if isinstance(cases, Sample) else cases, columns)
        if isinstance(cases, Sample):
            given.data["sample"] = cases.record
        judges = configured(named or measures_of("meanings"), options, run)
        batches = [given.cases] if len(given.cases) else []
        suite, data, made = partial(iter, batches), _with_answers(given.data, system), _by_name
    away = engine_of(engine)
    make = partial(
        system_of, system if away is None or away.here else findable(system),
        read=made, carry=carry, on_references=on_references, workers=workers, timeout=timeout, batch=batch, extra=extra,
    )  # fmt: skip
    make()  # which refuses what cannot be asked so, before anything is read
    reading = Reading(weighting_of(weight), level=level, method=method, seed=seed)
    declared = [path_of(one, "files") for one in ([files] if isinstance(files, str | os.PathLike) else files or [])]
    plan = Plan(judges, reading, missing, limit, dict(about or {}), data, declared, repeat)
    terms = Terms(overwrite, retry, gated, accept_changed)
    at_work = Workers(away, make, lambda address: say(f"watch the work at {address}"))
    shown = replace(reading, by=sliced, scale=scale_of(scale))
    if repeat > 1 and stop is not None:
        raise UsageError(f"{argument('repeat')} does not go with {argument('stop')}; leave one out")
    rule = None if stop is None else stopping_rule(stop)
    # A gate decides by what is counted now, never by what is written down.
    as_recorded = by_command() and not (gated or sliced or scale)
    with watching(progress) as told:

        def ask(place: str, its: Plan, overwrite: bool) -> store.Run:
            anew = replace(terms, overwrite=overwrite)
            return start(suite(), make(), place, its, anew, workers=at_work, progress=told, seen=seen)

        def go(place: str) -> Run:
            if rule is None:
                done = ask(place, plan, overwrite)
            else:
                done = run_until(rule, suite(), place, plan, partial(ask, place), overwrite=overwrite)
            return _looked_at(Run(done, shown, temporary=folder is None, as_recorded=as_recorded))

        return _in_passing(go) if folder is None else go(path_of(folder, "folder"))


def _in_passing(go: Callable[[str], Run]) -> Run:
    """A run in a temporary folder, which goes with the last object that holds it: so every result rests on a saved run,
    and nothing has a second, unsaved form. Where it is stopped the folder stays, and the error says where.
    """
    place = tempfile.mkdtemp(prefix="murho-")
    try:
        done = go(place)
    except BaseException as error:
        if os.path.isdir(os.path.join(place, "answers")):
            error.add_note(f"what was answered is kept: murho.run with folder={place!r} goes on there")
        else:
            shutil.rmtree(place, ignore_errors=True)
        raise
    weakref.finalize(done.kept, shutil.rmtree, place, ignore_errors=True)
    return done


def _looked_at(done: Run) -> Run:
    """The run, its figures read once: whoever asks for a feature that there is not hears it now."""
    done.scores  # noqa: B018
    return done


def _beside_file(path: str, format: str | None, measure: Measure) -> Callable[..., System]:
    return partial(_written, path, format, measure)  # which a worker can be sent


def _written(path: str, format: str | None, measure: Measure, spec: str, extra: Extra | None, **asked: Any) -> System:
    return written_system(spec, path, format, measure, extra=extra, **asked)


def _by_name(spec: str, extra: Extra | None, **asked: Any) -> System:
    """A system by its name alone; of recorded answers without a case, what is usual in their format."""
    answers = recorded(spec)
    return system_named(spec, extra=extra or ("error" if answers is None else extra_of(answers, None)), **asked)


def _with_answers(data: dict[str, Any], system: Any) -> dict[str, Any]:
    """The data of cases that are in no file, with the files of recorded answers."""
    answers = {path: digest(path) for path in map(recorded, specs_of(system)) if path is not None}
    return {**data, "answers": answers} if answers else data
