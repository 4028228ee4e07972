"""Run: put a suite before a system, write its answers down as they come, judge them.

A run that was killed goes on where it stopped when it is started again with the same arguments.
"""

import platform
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from os import PathLike
from typing import Any

import numpy as np

from murho import __version__
from murho.core.case import Answers, Cases
from murho.core.errors import InputError
from murho.core.judgement import Judgements
from murho.core.ledger import Ledger
from murho.measures import Measure
from murho.pipeline.score import Score, judge, weigh
from murho.pipeline.show import figures
from murho.store import Run, begin
from murho.systems import Recorded, System, parts
from murho.weighting import Weighting, given, weighting


@dataclass(frozen=True)
class Plan:
    """Everything that a run depends on; it becomes the record."""

    measures: Sequence[Measure]
    weight: Weighting = field(default_factory=given)
    missing: str = "undefined"
    extra: str = "error"
    """What recorded answers without a case are: an error, or ignored and counted."""
    level: float = 0.95
    method: str = "auto"
    seed: int = 0
    limit: int | None = None
    """Only so many cases, drawn at random by the seed; never simply the first."""
    about: Mapping[str, str] = field(default_factory=dict)
    """Goal, domain, representation language, how the sample was collected."""
    data: Mapping[str, Any] = field(default_factory=dict)
    """Where the cases came from, with a digest."""


Progress = Callable[[int, int, float | None], None]
"""Told after each answer: answers so far, answers wanted, π so far."""


def run(
    cases: Iterator[Cases],
    system: System,
    folder: str | PathLike[str],
    plan: Plan,
    *,
    overwrite: bool = False,
    progress: Progress | None = None,
) -> Run:
    """Answer what is not answered yet, then judge everything; returns the run, its record complete.

    The system is used inside `with` here. Ctrl-C and errors leave what was finished; the record then says `running`.
    """
    record = _record(system, plan)
    kept = begin(folder, record, _sampled(cases, plan), overwrite=overwrite)
    suite = kept.cases()
    weigh(plan.weight, suite)  # what cannot be weighed is refused before the system costs anything
    done = set(kept.answers().ids)
    todo = suite.take([i for i, name in enumerate(suite.ids) if name not in done])
    if len(todo):
        _answer(kept, system, todo, plan, progress, already=len(done))
    return finish(kept, suite, plan)


def finish(kept: Run, suite: Cases, plan: Plan) -> Run:
    """Judge all answers under every measure of the plan and complete the record."""
    answers = kept.answers().for_cases(suite.ids)
    found = {}
    for how in plan.measures:
        kept.write_judgements(repr(how), suite.ids, judge(how, suite, answers))
        found[repr(how)] = figures(
            kept, how, weight=plan.weight, missing=plan.missing, level=plan.level, method=plan.method
        ).as_json()
    failures = Counter((failure or "").split(":")[0] for failure in answers.failures or [] if failure)
    kept.write_record(
        {
            **kept.record,
            **_settings(plan),
            "state": "complete",
            "finished": _now(),
            "counts": {
                "cases": len(suite),
                "undefined": sum(1 for a in answers.answers if not isinstance(a, tuple)),
                "failures": dict(failures.most_common()),
            },
            "figures": found,
        }
    )
    return kept


def _answer(kept: Run, system: System, todo: Cases, plan: Plan, progress: Progress | None, *, already: int) -> None:
    total, seen = already + len(todo), already
    place = {name: i for i, name in enumerate(todo.ids)}
    book = Ledger()

    def advance(more: int) -> None:
        nonlocal seen
        seen += more
        if progress is not None:
            progress(seen, total, book.total.performance)

    advance(0)
    with system:
        for part in parts(todo, system.answer(todo), advance=advance):
            kept.add_answers(part)
            if progress is not None and plan.measures:
                _keep_book(book, plan.measures[0], todo.take([place[name] for name in part.ids]), part)
        if isinstance(system, Recorded):
            _account_for(kept, system, plan.extra)


def _account_for(kept: Run, recorded: Recorded, extra: str) -> None:
    """Recorded answers that no case asked for are an error, or ignored and counted."""
    known = set(kept.cases().ids)
    unmatched = 0
    for left in recorded.unasked():
        for i, name in enumerate(left.ids):
            if name in known:
                continue  # answered before the run was interrupted
            if extra == "error":
                line = None if left.lines is None else left.lines[i]
                todo = "add the case, or give --extra ignore"
                raise InputError(f"answer {name!r} has no case", todo, path=left.path, line=line)
            unmatched += 1
    kept.write_record({**kept.record, "unmatched_answers": unmatched})


def _keep_book(book: Ledger, how: Measure, cases: Cases, part: Answers) -> None:
    """The running value π_i that the paper asks for, constant importance, for the eye only."""
    judged: Judgements = judge(how, cases, part)
    book.add(cases, judged, np.ones(len(cases)))


def _sampled(cases: Iterator[Cases], plan: Plan) -> Iterator[Cases]:
    if plan.limit is None:
        yield from cases
        return
    batches = list(cases)
    total = sum(map(len, batches))
    chosen = set(random.Random(plan.seed).sample(range(total), min(plan.limit, total)))
    start = 0
    for batch in batches:
        yield batch.take([i for i in range(len(batch)) if start + i in chosen])
        start += len(batch)


def _record(system: System, plan: Plan) -> dict[str, Any]:
    return {
        "state": "running",
        "started": _now(),
        "data": {**plan.data, "limit": plan.limit, "seed": plan.seed if plan.limit else None},
        "system": system.describe(),
        **_settings(plan),
    }


def _settings(plan: Plan) -> dict[str, Any]:
    return {
        "about": dict(plan.about),
        "settings": {
            "measures": [repr(how) for how in plan.measures],
            "weight": repr(plan.weight),
            "missing": plan.missing,
            "level": plan.level,
            "method": plan.method,
            "seed": plan.seed,
        },
        "versions": {
            "murho": __version__,
            "python": platform.python_version(),
            "numpy": np.__version__,
            "platform": sys.platform,
        },
    }


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")


def judge_again(kept: Run, how: Measure) -> Score:
    """Judge the saved answers under one more measure, and keep the judgements and the figure."""
    record = kept.record
    settings = record["settings"]
    cases = kept.cases()
    kept.write_judgements(repr(how), cases.ids, judge(how, cases, kept.answers().for_cases(cases.ids)))
    score = figures(
        kept, how, weight=weighting(settings["weight"]), missing=settings["missing"], level=settings["level"]
    )
    kept.write_record({**record, "figures": {**record.get("figures", {}), repr(how): score.as_json()}})
    return score
