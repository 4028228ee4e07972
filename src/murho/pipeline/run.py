"""Run: put a suite before a system, write its answers down as they come, judge them.

A run that was killed goes on where it stopped when it is started again with the same arguments.
"""

import platform
import random
import sys
from collections import Counter, deque
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho import __version__
from murho.core.case import Cases, join
from murho.core.causes import parse as parse_cause
from murho.core.errors import InputError, UsageError
from murho.core.meaning import UNDEFINED
from murho.core.signature import signature
from murho.core.turns import with_order, written_out
from murho.formats.digest import files_of
from murho.formats.jsonvalue import decode_lines
from murho.formats.opening import line_blocks
from murho.measures import Measure
from murho.measures.unopened import written
from murho.pipeline.book import Book
from murho.pipeline.judged import Judged
from murho.pipeline.reading import Reading
from murho.pipeline.retry import Retry, refuse_recorded
from murho.pipeline.score import Score, judge, refuse_open, settled, weigh
from murho.pipeline.show import figures
from murho.pipeline.stages import check_stage, with_last_stage
from murho.store import Run, alone, begin, signed_system
from murho.systems import Composed, Recorded, System, parts
from murho.systems.kinds import with_code
from murho.weighting import Weighting
from murho.weighting.unopened import written as written_weighting


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on; it becomes the record."""

    measures: Sequence[Measure]
    reading: Reading = field(default_factory=Reading)
    """Weight, level, method and seed; slices are asked for when figures are shown."""
    missing: str = "undefined"
    limit: int | None = None
    """Only so many cases, drawn at random by the reading's seed; never simply the first."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Goal, domain, representation language, how the sample was collected."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Where the cases and recorded answers came from, with digests: a run goes on only with the same data."""


Progress = Callable[[int, int, float | None], None]
"""Told after each answer: answers so far, answers wanted, π so far."""


def run(
    cases: Iterator[Cases],
    system: System,
    folder: str | PathLike[str],
    plan: Plan,
    *,
    overwrite: bool = False,
    retry: bool = False,
    gated: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Answer what is not answered yet, then judge everything; returns the run, its record complete.

    With `retry` a run that goes on asks once more what was ⊥ before (`murho.pipeline.retry`). The system is used inside
    `with` here. Ctrl-C and errors leave what was finished; the record then says `running`. Open cases are asked and
    not judged, unless it is `gated`: then they are refused before anything is asked.
    """
    if retry:
        refuse_recorded(system)
    _settings(plan)  # what cannot be recorded is refused
    for how in plan.measures:
        check_stage(how, system)
    for how in plan.measures:
        how.judge([], [])  # a measure that lacks a file says so before anything is asked
    known: set[str] = set()
    notes: list[str] = []
    cases = _noting(cases, known, notes)
    with alone(folder):
        new = _suite(cases, plan, system, gated)
        kept = begin(folder, _record(system, plan), new, overwrite=overwrite)
        suite = with_order(kept.cases())
        if gated:
            refuse_open(plan.measures, suite)
        again = Retry.of(kept) if retry else Retry()
        done = set(kept.answers().ids) - again.ids
        todo = suite.take([i for i, name in enumerate(suite.ids) if name not in done])
        judged = Judged(plan.measures)
        if len(todo):
            kept.forget_judgements()
        if len(todo) or isinstance(system, Recorded | Composed):
            if plan.limit is not None:
                deque(cases, maxlen=0)  # so that all are known, also where the run had been begun before
            rho = _importance(plan, suite)
            _answer(kept, system, suite, todo, rho, judged, progress, known.union(suite.ids), again)
        notes += getattr(system, "notes", ())
        kept.write_record({**kept.record, "answered_before": len(done), **({"notes": notes} if notes else {})})
        finish(kept, suite, plan, judged)
        again.close(kept, retry)
        return kept


def _noting(cases: Iterator[Cases], known: set[str], notes: list[str]) -> Iterator[Cases]:
    """The cases as they come, their ids noted, and what reading them found worth a word."""
    for batch in cases:
        known.update(batch.ids)
        notes += [note for note in batch.notes if note not in notes]
        yield batch


def _importance(plan: Plan, suite: Cases) -> NDArray[np.float64]:
    """ρ of the cases that the first measure can judge, 0 for the others, which nobody asks for."""
    rho = np.zeros(len(suite))
    if plan.measures:
        known = np.flatnonzero(~suite.at_stage(plan.measures[0].stage).open)
        rho[known] = weigh(plan.reading.weight, settled(plan.measures[0], suite))
    return rho


def finish(kept: Run, suite: Cases, plan: Plan, judged: Judged) -> Run:
    """Judge what is not judged yet under every measure of the plan and complete the record."""
    answers = kept.answers().for_cases(suite.ids)
    if said := {name: cause for name, cause in zip(suite.ids, answers.extras.get("cause", ()), strict=False) if cause}:
        kept.tag({name: _listed(cause) for name, cause in said.items()} | kept.causes())  # people know better
    for how in plan.measures:
        rows = judged.rows(how, suite, answers)
        kept.write_judgements(repr(how), settled(how, suite).ids, rows, files_of(how))
    failures = Counter((failure or "").split(":")[0] for failure in answers.failures or [] if failure)
    made = {
        "measures": ", ".join(map(repr, plan.measures)),
        **{name: value for name, value in _settings(plan)["settings"].items() if name != "measures"},
        "system": signed_system(kept.record),
        "data": str(plan.data.get("digest", ""))[:19] or None,
    }
    kept.write_record(  # before the figures: it is complete also where there is nothing to divide by
        {
            **kept.record,
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
    found = {repr(how): figures(kept, how, plan.reading, missing=plan.missing).as_json() for how in plan.measures}
    kept.write_record({**kept.record, "figures": found})
    return kept


def _answer(
    kept: Run,
    system: System,
    suite: Cases,
    todo: Cases,
    rho: NDArray[np.float64],
    judged: Judged,
    progress: Progress | None,
    known: Collection[str],
    again: Retry,
) -> None:
    seen = len(suite) - len(todo)
    place = {name: i for i, name in enumerate(todo.ids)}
    course = Book(judged.measures[0], Reading(criteria=False)) if judged.measures else None
    running: float | None = None

    def advance(more: int) -> None:
        nonlocal seen
        seen += more
        if progress is not None:
            progress(seen, len(suite), running)

    advance(0)
    with system:
        for said in parts(todo, system.answer(todo), advance=advance):
            asked = todo.take([place[name] for name in said.ids])
            part = judged.add(asked, said, system if isinstance(system, Recorded) else None)
            part = again.with_reasons(part)
            kept.add_answers(part)
            if course is not None and (last := judged.last) is not None:
                course.add(suite.take(last.places), last.rows, weights=rho[last.places])
                running = course.performance
        if isinstance(system, Recorded | Composed):
            kept.write_record({**kept.record, "unmatched_answers": system.refuse_extra(known)})


def _suite(cases: Iterator[Cases], plan: Plan, system: System, gated: bool) -> Iterator[Cases]:
    """All cases, or a sample; what cannot be weighed is refused before the system costs anything."""
    suite = join(list(cases) or [Cases([], [], [])])
    if not len(suite):
        raise InputError("no case to run", "give at least one case", path=plan.data.get("cases"))
    if plan.limit is not None:
        chosen = random.Random(plan.reading.seed).sample(range(len(suite)), min(plan.limit, len(suite)))
        suite = _sampled(suite, sorted(chosen), system)
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


def _record(system: System, plan: Plan) -> dict[str, Any]:
    return {
        "state": "running",
        "started": _now(),
        "data": {**plan.data, "limit": plan.limit, "seed": plan.reading.seed if plan.limit else None},
        "system": with_code(system.describe()),
        **_settings(plan),
    }


def _settings(plan: Plan) -> dict[str, Any]:
    return {
        "about": dict(plan.about),
        "settings": {
            "measures": [repr(how) for how in plan.measures],
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


def judge_again(kept: Run, how: Measure, weight: Weighting | None = None) -> Score:
    """Judge the saved answers under one more measure, and keep the judgements and the figure.

    Under another weighting than that of the run the figure is shown and not kept.
    """
    cases = kept.cases()
    facts = written([how])
    facts = {"measure_facts": {**kept.record.get("measure_facts", {}), **facts}} if facts else {}
    with alone(kept.path):
        known, answers = settled(how, cases), kept.answers().at_stage(how.stage)
        rows = judge(how, known, answers.for_cases(known.ids))
        kept.write_judgements(repr(how), known.ids, rows, files_of(how))
        settings = kept.record["settings"]
        score = figures(kept, how, Reading.recorded(settings, weight=weight), missing=settings["missing"])
        figure = {repr(how): score.as_json()} if weight is None or repr(weight) == settings["weight"] else {}
        found = {**kept.record.get("figures", {}), **figure}
        kept.write_record({**kept.record, **facts, "figures": found})
    return score


def tag_again(kept: Run, path: str) -> int:
    """Tag items of a run with causes of failure, from JSON lines of `id` and `cause`; how many items were tagged."""
    known = set(kept.cases().ids)
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
    with alone(kept.path):
        kept.tag(tags)
    return len(tags)


def checked_causes(found: Any) -> list[str]:
    """One cause or several, each with a branch of the taxonomy."""
    return ["/".join(parse_cause(cause)) for cause in _listed(found)]


def _listed(found: Any) -> list[str]:
    return [str(cause) for cause in (found if isinstance(found, list) else [found])]
