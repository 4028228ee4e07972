"""How an evaluation stands: π by what people said so far, with its interval.

`machine_pi` and `saving` are those of a machine that judges too, corrected by people; they are None without one, and
where people disagreed with it too seldom to know how it errs.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from murho.core.errors import MurhoError
from murho.core.estimate import Estimate
from murho.evaluator import assigning
from murho.evaluator.agreeing import agreement, conflicts, losses, meant, people_of
from murho.evaluator.drawn import sample_of
from murho.evaluator.erring import erring
from murho.evaluator.judged import Judged
from murho.evaluator.judgement import CANNOT_SAY, VERDICT
from murho.evaluator.machine import Together, machine_of
from murho.evaluator.stopping import Standing, as_drawn, chosen, judged_now, stands, with_machine
from murho.evaluator.storage import Storage
from murho.figures.course.running import running
from murho.sampling.estimating import Sampled
from murho.store import Run

_WHILE_THEY_ARRIVE = (
    "no interval while judgements arrive: the usual one, looked at again and again, misses too often; it is told when "
    "a rule (--stop) has stopped, or all is judged"
)


@dataclass(frozen=True)
class Status:
    """What people said so far, and what follows of it."""

    judged: int
    """Cases that somebody judged."""
    open: int
    """Cases that nobody judged yet."""
    wanted: int
    """Cases that wait for a further person, those of `open` among them."""
    measure: str
    """`verdict`, or the measure of the run where people wrote meanings and no verdicts."""
    pi: float | None
    interval: tuple[float, float] | None
    method: str
    """What π and the interval are made of; why there is no interval, where none may be looked at yet."""
    undetermined: str | None
    """Why there is no interval; None where there is one."""
    flags: list[str]
    """Warnings to read the figure by."""
    n: int
    """Cases that π rests on."""
    cannot_say: int
    """Cases of which somebody could not tell; those of which nobody could are in no divisor."""
    references: int
    """Cases of which people said what they mean, and agree or were settled."""
    conflicts: int
    """Cases that wait for somebody to settle them."""
    agreement: dict[str, Any]
    people: list[dict[str, Any]]
    course: list[tuple[int, float]]
    """π over the first cases in the order in which they were drawn: how many, and π of them; 300 points at most."""
    stop: dict[str, Any] | None = None
    """The rule that says when enough was judged: `rule`, whether it is `met`, `by` what (`judgements`, or the interval
    of `people` or of `people and machine`), and how much was judged before."""
    errors: dict[str, Any] | None = None
    """What people's errors do to π (`murho.evaluator.erring`); None where too few cases have two verdicts."""
    machine_pi: float | None = None
    """By people and a judging machine together, never by the machine alone."""
    machine_interval: tuple[float, float] | None = None
    saving: float | None = None
    machine_undetermined: str | None = None
    """Why `machine_pi` and `saving`, or the interval alone, are None though a machine judges, and when there will be
    one."""
    machine: dict[str, Any] | None = None
    """What the judging machine did, and what is to be known of it."""
    sample: dict[str, Any] | None = None
    """The sample by a design that the cases are, whose variance the interval has; None where they are all there is."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        intervals = {"interval": self.interval, "machine_interval": self.machine_interval}
        return {**asdict(self), **{name: None if ends is None else list(ends) for name, ends in intervals.items()}}


def status(run: Run, storage: Storage) -> Status:
    """How the evaluation of a run stands."""
    said, settled = assigning.judgements(storage), assigning.settled(storage)
    progress = assigning.progress(storage)
    places = {one.place for one in said}
    found: Judged | None = None
    standing: Standing | None = None
    try:
        found = judged_now(run, storage)
        standing = stands(run, storage, found)
        how = found.how if found else "nobody could tell yet" if places else "nothing was judged yet"
    except MurhoError as error:
        how = f"none, since {error}"
    estimate = None if standing is None else standing.estimate
    over = standing is not None and standing.over
    cannot_say = {one.place for one in said if one.verdict == CANNOT_SAY and not one.repeat}
    errors = erring(run, said, settled)
    by_verdict = losses(said, settled)
    both = None if found is None or standing is None else with_machine(run, storage, found, over)
    drawn = sample_of(run)
    return Status(
        judged=len(places),
        open=progress.cases - len(places),
        wanted=progress.cases - progress.judged,
        measure=VERDICT if found is None else found.measure,
        pi=None if estimate is None else estimate.value,
        interval=None if estimate is None or estimate.undetermined else (estimate.low, estimate.high),
        method=how if estimate is None else f"{how}; {_interval_in_words(estimate)}",
        undetermined=how if estimate is None else estimate.undetermined,
        flags=[] if estimate is None else list(estimate.flags),
        n=0 if estimate is None else estimate.n,
        cannot_say=len(cannot_say),
        references=len(meant(said, settled)),
        conflicts=len(conflicts(said, settled)),
        agreement=agreement(said).as_json(),
        people=[one.as_json() for one in people_of(said)],
        course=[] if found is None else _course(storage, found),
        stop=_stop(storage, standing),
        errors=None if errors is None else _of_errors(errors.as_json(), over, drawn),
        machine_pi=None if both is None else both.pi,
        machine_interval=None if both is None else both.interval,
        saving=None if both is None else both.found.saving,
        machine_undetermined=_why_no_machine(storage, both, by_verdict, None if estimate is not None else how),
        machine=None if both is None else both.as_json(),
        sample=None if drawn is None else drawn.as_json(),
    )


def _interval_in_words(estimate: Estimate) -> str:
    return estimate.undetermined or f"{100 * estimate.level:g} % {estimate.method}"


def _read_once(told: dict[str, Any], readable: bool, *intervals: str, why: str = _WHILE_THEY_ARRIVE) -> dict[str, Any]:
    """What is told of π in another way; without its usual intervals, and with the reason, where none can be read."""
    if readable or all(told[name] is None for name in intervals):
        return told
    return {**told, **dict.fromkeys(intervals), "flags": [why, *told["flags"]]}


def _of_errors(told: dict[str, Any], over: bool, drawn: Sampled | None) -> dict[str, Any]:
    """What people's errors do to π; of a sample without intervals."""
    if drawn is None:
        return _read_once(told, over, "interval", "others")
    why = f"no interval: the cases are a sample by {drawn.design}, whose variance is not known with people's errors"
    return _read_once(told, False, "interval", "others", why=why)


def _why_no_machine(
    storage: Storage, both: Together | None, by_verdict: Mapping[int, float], without: str | None
) -> str | None:
    """Why π with a machine, or its interval, is not told though a machine judges; None where both are."""
    machine = machine_of(storage)
    if machine is None:
        return None
    if not by_verdict:
        return (
            "no π with the machine: nobody has said yet whether an answer is right, and it alone is as wrong as it is"
        )
    if machine.left:
        asked = f"{len(machine.losses)} of {len(machine.losses) + machine.left} cases"
        return f"no π with the machine: it was asked about {asked}; begin it again with --judge, which asks the rest"
    if both is None:
        return f"no π with the machine: {without or 'it has judged nothing'}"
    return both.undetermined


def _course(storage: Storage, found: Judged) -> list[tuple[int, float]]:
    """π over the first cases."""
    order = as_drawn(storage, found)
    rows = found.rows.of_cases(order).by_case(len(order))
    line = running(found.rho[order] * rows.loss, found.rho[order] * rows.units)
    return [] if line is None else [(place + 1, value) for place, value in line.points]


def _stop(storage: Storage, standing: Standing | None) -> dict[str, Any] | None:
    rule = chosen(storage)
    if rule is None:
        return None
    met, by = (False, None) if standing is None else (standing.met, standing.by)
    return {"rule": repr(rule.rule), "met": met, "by": by, "chosen_after": rule.after}
