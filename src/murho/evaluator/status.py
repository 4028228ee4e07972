"""How an evaluation stands: π by what people said so far, with its interval.

`machine_pi` and `saving` are those of a machine that judges too, corrected by people; they are None without one, and
where people disagreed with it too seldom to know how it errs.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from murho.core.case import Cases
from murho.core.errors import MurhoError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.shifting import mu3
from murho.core.tally import tally
from murho.evaluator import assigning
from murho.evaluator.agreeing import agreement, conflicts, losses, meant, people_of
from murho.evaluator.judgement import CANNOT_SAY, VERDICT, Judgement
from murho.evaluator.machine import Together, machine_of, together
from murho.evaluator.material import main_measure
from murho.evaluator.storage import Storage
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, terms, weigh
from murho.pipeline.scoring.reading import Reading
from murho.pipeline.scoring.sampled import sampled_of
from murho.sampling.estimating import expansion
from murho.store import Run


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
    """What π and the interval are made of."""
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
    machine_pi: float | None = None
    """By people and a judging machine together, never by the machine alone."""
    machine_interval: tuple[float, float] | None = None
    saving: float | None = None
    machine: dict[str, Any] | None = None
    """What the judging machine did, and what is to be known of it."""

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        intervals = {"interval": self.interval, "machine_interval": self.machine_interval}
        return {**asdict(self), **{name: None if ends is None else list(ends) for name, ends in intervals.items()}}


def status(run: Run, storage: Storage) -> Status:
    """How the evaluation of a run stands."""
    said, settled = assigning.judgements(storage), assigning.settled(storage)
    progress = assigning.progress(storage)
    by_verdict, references = losses(said, settled), meant(said, settled)
    places = {one.place for one in said}
    found: Figure | None = None
    measure, why = VERDICT, f"verdicts under {mu3()!r}"
    try:
        if by_verdict or not references:
            found = _of_verdicts(run, by_verdict)
        else:
            measure = repr(main_measure(run))
            why, found = f"meanings that people wrote, by {measure}", _of_meanings(run, references)
    except MurhoError as error:
        why = f"{why}: none, since {error}"
    cannot_say = {one.place for one in said if one.verdict == CANNOT_SAY and not one.repeat}
    both = _with_machine(run, storage, by_verdict, cannot_say)
    return Status(
        judged=len(places),
        open=progress.cases - len(places),
        wanted=progress.cases - progress.judged,
        measure=measure,
        pi=None if found is None else found.value,
        interval=None if found is None else found.interval,
        method=why if found is None else f"{why}; {found.estimate.method}",
        n=0 if found is None else found.n,
        cannot_say=len(cannot_say),
        references=len(references),
        conflicts=len(conflicts(said, settled)),
        agreement=agreement(said).as_json(),
        people=[one.as_json() for one in people_of(said)],
        machine_pi=None if both is None else both.pi,
        machine_interval=None if both is None or both.pi is None else both.found.interval,
        saving=None if both is None else both.found.saving,
        machine=None if both is None else both.as_json(),
    )


def _with_machine(run: Run, storage: Storage, people: dict[int, float], untold: set[int]) -> Together | None:
    """π by people's verdicts and a machine's; None where one of them said nothing."""
    machine = machine_of(storage)
    if machine is None or not machine.losses or not people:
        return None
    reading = Reading.recorded(run.record["settings"])
    return together(run, machine, people, untold, lambda cases: _weights(run, reading, cases), reading.level)


def _weights(run: Run, reading: Reading, cases: Cases) -> NDArray[np.float64]:
    """ρ of cases; of a sample that was drawn by a design times how many cases each stands for."""
    rho = weigh(reading.weight, cases)
    return rho if sampled_of(run.record.get("data", {}).get("sample")) is None else rho * expansion(cases)


def _of_verdicts(run: Run, by_place: dict[int, float]) -> Figure | None:
    if not by_place:
        return None
    cases = run.suite().at(np.array(list(by_place), np.int64)).held()
    return _figure(run, cases, Judgements.of(list(by_place.values())))


def _of_meanings(run: Run, references: dict[int, Judgement]) -> Figure | None:
    cases = run.suite().at(np.array(list(references), np.int64)).held()
    cases = replace(cases, references=[one.reference for one in references.values()])
    measure, answers = main_measure(run), answers_to(run, cases)
    return _figure(run, cases, judge(measure, cases, answers), measure)


def _figure(run: Run, cases: Cases, rows: Judgements, measure: Any = None) -> Figure:
    """π of these cases with the importance and the interval that the run's record names."""
    reading = Reading.recorded(run.record["settings"])
    rho = _weights(run, reading, cases)
    if measure is not None:
        rows = terms(measure, rows, rho)
    summed = tally(rows, rho, clusters=cases.clusters)
    method = "auto" if reading.method == "bootstrap" else reading.method
    return figure(summed, level=reading.level, method=method, bounded=measure is None or measure.bounded)
