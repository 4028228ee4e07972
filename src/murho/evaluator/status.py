"""How an evaluation stands: π by what people said so far, with its interval.

`machine_pi` and `saving` are those of a machine that judges too, corrected by people; without one they are None.
"""

from dataclasses import asdict, dataclass, replace
from typing import Any

import numpy as np

from murho.core.case import Cases
from murho.core.errors import MurhoError
from murho.core.figure import Figure, figure
from murho.core.judgement import Judgements
from murho.core.shifting import mu3
from murho.core.tally import tally
from murho.evaluator import assigning
from murho.evaluator.agreeing import agreement, conflicts, losses, meant, people_of
from murho.evaluator.judgement import CANNOT_SAY, VERDICT, Judgement
from murho.evaluator.material import main_measure
from murho.evaluator.storage import Storage
from murho.pipeline.runs.show import answers_to
from murho.pipeline.scoring.judge import judge, terms, weigh
from murho.pipeline.scoring.reading import Reading
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
    saving: float | None = None

    def as_json(self) -> dict[str, Any]:
        """The object that `--json` prints."""
        return {**asdict(self), "interval": None if self.interval is None else list(self.interval)}


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
    return Status(
        judged=len(places),
        open=progress.cases - len(places),
        wanted=progress.cases - progress.judged,
        measure=measure,
        pi=None if found is None else found.value,
        interval=None if found is None else found.interval,
        method=why if found is None else f"{why}; {found.estimate.method}",
        n=0 if found is None else found.n,
        cannot_say=len({one.place for one in said if one.verdict == CANNOT_SAY and not one.repeat}),
        references=len(references),
        conflicts=len(conflicts(said, settled)),
        agreement=agreement(said).as_json(),
        people=[one.as_json() for one in people_of(said)],
    )


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
    rho = weigh(reading.weight, cases)
    if measure is not None:
        rows = terms(measure, rows, rho)
    summed = tally(rows, rho, clusters=cases.clusters)
    method = "auto" if reading.method == "bootstrap" else reading.method
    return figure(summed, level=reading.level, method=method, bounded=measure is None or measure.bounded)
