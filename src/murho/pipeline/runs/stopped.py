"""A run that stops by a rule: a sample of the suite grows, in random order, until enough was judged.

What is asked is the sample that `--limit` draws, larger by a quarter whenever the rule has looked and wants more. So it
is drawn at random whatever happens, and a run that was killed, or whose rule is a narrower one now, goes on with it.
"""

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from os import PathLike
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases, join
from murho.core.confidence_sequence import Population
from murho.core.errors import UsageError
from murho.core.judgement import Judgements, join_rows
from murho.core.spelling import argument, setting
from murho.core.stopping_rules import Reached, Rule, SoFar, sequence
from murho.measures import Measure
from murho.pipeline.runs.plan import Plan
from murho.pipeline.runs.recorded import STOPPED
from murho.pipeline.runs.sample import drawn, is_begun
from murho.pipeline.runs.show import each_judged, figures
from murho.pipeline.scoring.judge import refuse_open, weigh
from murho.store import Run


@dataclass(frozen=True)
class _Suite:
    """All cases from which samples are drawn."""

    ids: dict[str, int]
    rho: NDArray[np.float64]


def run_until(
    rule: Rule,
    cases: Iterator[Cases],
    folder: str | PathLike[str],
    plan: Plan,
    ask: Callable[[Plan, bool], Run],
    *,
    overwrite: bool = False,
) -> Run:
    """Ask a growing sample until the rule stops, or all cases are asked; returns the run, whose record says how.

    Args:
        rule: looks at the judgements under the first measure.
        cases: the whole suite.
        folder: of the run; one that was killed goes on.
        plan: of the run; what it says of `limit` is the most that the rule may ask.
        ask: makes the run of a plan, or goes on with it; is told whether to begin anew.
        overwrite: begin anew in a folder that holds another run.

    Raises:
        UsageError: ρ is relative to the suite, of which only a part is asked, or the rule does not fit the measure.
        InputError: a case is open.
    """
    measure = plan.measures[0]
    suite = _whole(cases, plan, measure)
    before = None if overwrite else _asked_before(folder, plan, suite)
    most = min(len(suite.ids), plan.limit or len(suite.ids))
    nothing = SoFar(measure.judge([], []), [], bounded=measure.bounded, level=plan.reading.level)
    rule.reached(nothing)  # what does not fit is refused first
    asked, reached = list[int](), None
    for size in rule.looks():
        size = min(size, most)
        places = drawn(len(suite.ids), size, plan.reading.seed, asked)
        new = np.array(sorted(set(places).difference(asked)), np.int64)
        smaller = set(asked)
        asked += np.random.default_rng([plan.reading.seed, size]).permutation(new).tolist()
        if before is not None and reached is None:
            if size < min(before.limit, most):
                continue  # a larger sample was asked already
            if before.places not in (smaller, set(asked)):  # before it is enlarged, for then it would be no sample
                raise UsageError(
                    f"{folder}: its {before.limit} cases were not drawn for {rule!r}; "
                    f"name a new folder, or say {argument('overwrite', True)}"
                )
        saved_run = ask(replace(plan, limit=size), overwrite and size == len(places) == len(new))
        so_far = _so_far(saved_run, measure, plan, suite, asked)
        reached = rule.reached(so_far)
        if reached.met or size == most:
            break
    if reached is None:
        assert before is not None
        raise UsageError(
            f"{folder}: {before.limit} cases were asked already, and {rule!r} looks at no more than {size}; "
            f"name a new folder, or say {argument('overwrite', True)}"
        )
    if not reached.met and not isinstance(rule, sequence):  # nothing is left that could be looked at
        flag = f"{rule!r} did not stop: all that could be asked was"
        reached = Reached(False, replace(so_far.usual, flags=(*so_far.usual.flags, flag)))
    saved_run.write_record({**saved_run.record, STOPPED: _told(rule, reached, measure, plan, len(asked), suite)})
    # Once more, with the interval of the rule.
    found = {repr(one): figures(saved_run, one, plan.reading, missing=plan.missing).as_json() for one in plan.measures}
    saved_run.write_record({**saved_run.record, "figures": found})
    return saved_run


@dataclass(frozen=True)
class _Sample:
    """What a run asks that is there already."""

    limit: int
    places: set[int | None]
    """Of its cases in the suite."""


def _asked_before(folder: str | PathLike[str], plan: Plan, suite: _Suite) -> _Sample | None:
    """The sample that the run in this folder asks; None where there is none to go on with, or all are asked."""
    run = Run(Path(folder))
    if not is_begun(run):
        return None
    data = run.record.get("data", {})
    limit = data.get("limit")
    if not isinstance(limit, int) or data.get("seed") != plan.reading.seed:
        return None
    return _Sample(limit, {suite.ids.get(name) for batch in run.suite().batches() for name in batch.ids})


def _whole(cases: Iterator[Cases], plan: Plan, measure: Measure) -> _Suite:
    weight = plan.reading.weight
    if weight.whole_suite:
        raise UsageError(
            f"{argument('stop')} with {setting('weight')}{weight!r}, "
            "which looks at all cases: a part is asked; leave one out"
        )
    batches = list(cases)
    for batch in batches:
        refuse_open([measure], batch)
    whole = join(batches)
    return _Suite({name: place for place, name in enumerate(whole.ids)}, weigh(weight, whole))


def _so_far(saved_run: Run, measure: Measure, plan: Plan, suite: _Suite, asked: list[int]) -> SoFar:
    """What was judged, in the order in which it was drawn."""
    ids, clusters, parts, starts = list[str](), list[str | None](), list[Judgements](), list[int]()
    for cases, (rows,) in each_judged(saved_run, [measure], plan.missing):
        starts.append(len(ids))
        parts.append(rows)
        ids += cases.ids
        clusters += cases.clusters or [None] * len(cases)
    turn = {place: number for number, place in enumerate(asked)}
    order = np.array(sorted(range(len(ids)), key=lambda row: turn[suite.ids[ids[row]]]), np.int64)
    rows = join_rows(parts, starts).of_cases(order)
    return SoFar(
        rows,
        suite.rho[[suite.ids[ids[row]] for row in order.tolist()]],
        [clusters[row] for row in order.tolist()],
        measure.bounded,
        Population(len(suite.ids), float(suite.rho.sum())),
        float(suite.rho.max()),
        level=plan.reading.level,
    )


def _told(rule: Rule, reached: Reached, measure: Measure, plan: Plan, judged: int, suite: _Suite) -> dict[str, Any]:
    return {
        "rule": repr(rule),
        "met": reached.met,
        "judged": judged,
        "cases": len(suite.ids),
        "measure": repr(measure),
        "weight": repr(plan.reading.weight),
        "level": plan.reading.level,
        "estimate": asdict(reached.estimate),
    }
