"""How an evaluation stands: π by what people said so far, with its interval.

`machine_pi` and `saving` are those of a machine that judges too, corrected by people; they are None without one, and
where people disagreed with it too seldom to know how it errs.

People err: `erring` is how often each of them does, what π is without it, and how far it may be off for other people
like these. `status_lines` is what a terminal shows of all this.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.errors import MurhoError
from murho.core.estimate import Estimate
from murho.core.raters import crossed_interval, without_errors
from murho.evaluator import assigning
from murho.evaluator.judged import Judged, at, reading_of, sample_of, weights
from murho.evaluator.judgement import (
    CANNOT_SAY,
    VERDICT,
    Judgement,
    agreement,
    conflicts,
    loss,
    losses,
    meant,
    people_of,
)
from murho.evaluator.machine import Together, machine_of
from murho.evaluator.stopping import BOTH, PEOPLE, Standing, as_drawn, chosen, judged_now, stands, with_machine
from murho.evaluator.storage import Storage
from murho.figures.course.running import running
from murho.sampling.estimating import Sampled
from murho.sheets.numbers import fraction, several
from murho.store import Run

FEWEST = 20
"""Cases that two people have to judge before anything is said of their errors."""
_ALIKE = (
    "everybody is taken to err equally often whatever the right verdict is; settle 30 disagreements, or have 30 cases "
    "judged by three people, else π without errors is off where people overlook more than they invent"
)


@dataclass(frozen=True)
class Erring:
    """What the errors of people do to π."""

    cases: int
    """Cases that at least two people judged."""
    people: dict[str, float]
    """How often each says another verdict than the one that is taken to be right."""
    pi: float
    """π by the verdicts that are taken to be right."""
    interval: tuple[float, float]
    others: tuple[float, float] | None
    """An interval of people's own π that holds for other people like these; None where too few judged to tell."""
    flags: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        ends = {"interval": list(self.interval), "others": None if self.others is None else list(self.others)}
        return {**asdict(self), **ends, "flags": list(self.flags)}


def erring(run: Run, said: Sequence[Judgement], settled: Mapping[int, Judgement]) -> Erring | None:
    """The errors of people by their verdicts; None where fewer than 20 cases have those of two people."""
    first = [
        answer
        for answer in said
        if not answer.repeat and answer.verdict is not None and loss(answer.verdict) is not None
    ]
    of_case: dict[int, int] = defaultdict(int)
    for one in first:
        of_case[one.place] += 1
    if (doubled := sum(count >= 2 for count in of_case.values())) < FEWEST:
        return None
    places, names = sorted(of_case), sorted({one.evaluator for one in first})
    known_of = {
        place: str(one.verdict) for place, one in settled.items() if one.verdict and loss(one.verdict) is not None
    }
    verdicts = sorted({*(str(one.verdict) for one in first), *known_of.values()})
    unit = np.searchsorted(places, [one.place for one in first])
    person = np.array([names.index(one.evaluator) for one in first])
    label = np.array([verdicts.index(str(one.verdict)) for one in first])
    known = {
        int(unit[row]): verdicts.index(known_of[one.place]) for row, one in enumerate(first) if one.place in known_of
    }
    cases = at(run, places)
    rho = weights(run, cases)
    wrong = [loss(verdict) or 0.0 for verdict in verdicts]
    cluster = _numbered(cases.clusters, len(places))
    level = reading_of(run).level
    result = without_errors(unit, person, label, wrong, rho, cluster, known=known, level=level)
    # A settled case is one that all agree on.
    of_settled = losses((), settled)
    said_of = [of_settled.get(one.place, loss(str(one.verdict)) or 0.0) for one in first]
    return Erring(
        doubled,
        dict(zip(names, map(float, result.found.error), strict=True)),
        result.value,
        (result.low, result.high),
        crossed_interval(unit, person, said_of, rho, cluster, level),
        () if result.found.told_apart else (_ALIKE,),
    )


def _numbered(clusters: Sequence[str | None] | None, count: int) -> NDArray[np.int64]:
    """A number for each cluster; a case that has none is one of its own."""
    names: list[Any] = list(range(count)) if clusters is None else list(clusters)
    numbers: dict[Any, int] = {}
    return np.array(
        [numbers.setdefault(index if name is None else (name,), len(numbers)) for index, name in enumerate(names)]
    )


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
    """What people's errors do to π (`murho.evaluator.status`); None where too few cases have two verdicts."""
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
    places = {answer.place for answer in said}
    result: Judged | None = None
    standing: Standing | None = None
    try:
        result = judged_now(run, storage)
        standing = stands(run, storage, result)
        how = result.how if result else "nobody could tell yet" if places else "nothing was judged yet"
    except MurhoError as error:
        how = f"none, since {error}"
    estimate = None if standing is None else standing.estimate
    over = standing is not None and standing.over
    cannot_say = {answer.place for answer in said if answer.verdict == CANNOT_SAY and not answer.repeat}
    errors = erring(run, said, settled)
    by_verdict = losses(said, settled)
    both = None if result is None or standing is None else with_machine(run, storage, result, over)
    drawn = sample_of(run)
    return Status(
        judged=len(places),
        open=progress.cases - len(places),
        wanted=progress.cases - progress.judged,
        measure=VERDICT if result is None else result.measure,
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
        course=[] if result is None else _course(storage, result),
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


def status_lines(status: Status) -> list[str]:
    """What to print."""
    agreed, machine = status.agreement, status.machine
    lines = [
        f"judged {status.judged}, open {status.open}, waiting for a further person {status.wanted - status.open}",
        f"π = {fraction(status.pi)}{_ends(status.interval)}  {several(status.n, 'case')}, {status.method}",
        f"could not be status_lines {status.cannot_say} (in no divisor); with meanings {status.references}",
    ]
    if status.stop is not None:
        how = "has stopped it" if status.stop["met"] else "has not stopped it yet"
        lines.append(f"{status.stop['rule']} {how}{_by(status)}")
    if status.sample is not None:
        drawn = status.sample
        lines.append(f"note: a sample by {drawn['design']} of {drawn['of']:,} cases; π and interval are of these")
    lines += [f"note: {flag}" for flag in status.flags]
    if machine is None and status.machine_undetermined:
        lines.append(status.machine_undetermined)
    if machine is not None:
        lines += _lines_of_machine(status, machine)
    if agreed["cases"]:
        alpha = "–" if agreed["alpha"] is None else fraction(agreed["alpha"])
        same = f"{agreed['percent']:.1f} % said the same"
        lines.append(f"several people judged {several(agreed['cases'], 'case')}: {same}, Krippendorff's α {alpha}")
    if status.errors is not None:
        lines += _lines_of_errors(status.errors)
    if status.conflicts:
        lines.append(f"{several(status.conflicts, 'disagreement')} to settle, on the owner's page")
    for person in status.people:
        pace = "" if person["seconds"] is None else f", {person['seconds']:.0f} s a case"
        steady = f", alike when asked twice {person['steady']} of {person['repeated']}" if person["repeated"] else ""
        lines.append(f"  {person['name']}: {several(person['judged'], 'case')}{pace}{steady}")
    return lines


def _by(status: Status) -> str:
    """Which of two intervals has stopped it."""
    by = None if status.machine is None or status.stop is None else status.stop["by"]
    names = {PEOPLE: ", by people's interval", BOTH: ", by the interval of people and machine"}
    return "" if by is None else names.get(by, "")


def _lines_of_machine(status: Status, machine: dict[str, Any]) -> list[str]:
    """What a judging machine adds: π by both, or why there is none; its own figure is none of it."""
    both = f"on {machine['labelled']} of the {machine['judged']} cases that {machine['system']} judged people did, too"
    differ = several(machine["disagreements"], "disagreement")
    if status.machine_pi is None:
        return [f"{both}; {status.machine_undetermined}"]
    how = machine["method"] or status.machine_undetermined
    lines = [
        f"π = {fraction(status.machine_pi)}{_ends(status.machine_interval)}  {how}",
        f"{both}: {differ}; saves {status.saving or 0:.0%} of people's judgements",
    ]
    if machine["failed"]:
        lines.append(f"it could not judge {several(machine['failed'], 'case')}")
    return lines + [f"note: {flag}" for flag in machine["flags"]]


def _lines_of_errors(errors: dict[str, Any]) -> list[str]:
    """How often people err, and what π is without it and for other people."""
    each = ", ".join(f"{name} {error:.1%}" for name, error in errors["people"].items())
    lines = [
        f"errors of people, by {several(errors['cases'], 'case')} that several judged: {each}",
        f"without them π = {fraction(errors['pi'])}{_ends(errors['interval'])}",
    ]
    if errors["others"] is not None:
        lines.append(f"for other people like these the interval is [{', '.join(map(fraction, errors['others']))}]")
    return lines + [f"note: {flag}" for flag in errors["flags"]]


def _ends(interval: Sequence[float] | None) -> str:
    return "" if interval is None else f"  [{', '.join(map(fraction, interval))}]"
