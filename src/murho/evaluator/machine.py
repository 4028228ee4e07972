"""A system that judges all cases, and what its judgements are worth by those of people on some of them.

Its own figure is never shown as π: it is as wrong as the system is. People's judgements of cases drawn at random
correct it (`murho.core.corrected`).

The system gets id, expression and answer of a case, and gives a loss in [0, 1] (`Judging`). A Python function is called
with these three, the answer as a list of meanings, or None where there is none; an `async def` has several calls under
way, and one with a parameter `before` gets what went before. A command reads `{"id": ..., "expression": ..., "answer":
...}` and writes `{"id": ..., "loss": 0.3}`. Where it fails, or says no such number, nobody knows what it thinks of the
case.

>>> from murho.systems.interface import gather
>>> def judge(name, expression, answer):
...     return 0.0 if answer == [expression.split()[0]] else 1.0
>>> cases = Cases(["q1", "q2"], ["renew it", "open today?"], [None, None])
>>> with Judging(Function(judge), [("renew",), ("fees",)]) as judging:
...     gather(cases, judging.answer(cases)).answers
[(0.0,), (1.0,)]
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from murho.core import stopping
from murho.core.case import Cases
from murho.core.corrected import INTERVAL, METHOD, Corrected, corrected
from murho.core.corrected_sequence import ends
from murho.core.errors import UsageError, shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.core.stopping_rules import NO_VALUE_LEFT
from murho.core.turns import went_before, with_order
from murho.evaluator.judged import Drawn, reading_of, weights
from murho.evaluator.storage import Storage
from murho.pipeline.runs.show import answers_to
from murho.sampling.estimating import unit_names
from murho.sheets.numbers import several
from murho.store import Run
from murho.systems.command import Command, Isolated
from murho.systems.function import Function
from murho.systems.identity import identity, still_written, wrote
from murho.systems.interface import Answer, parts
from murho.systems.naming import system
from murho.systems.protocol import write_case

Judge = Function | Command


def judging_system(spec: str) -> Judge:
    """The judging system that a specification names.

    Raises:
        UsageError: nothing is called that, or it is of a kind that judges nothing.
    """
    made = system(spec)
    if isinstance(made, Isolated) or not isinstance(made, Judge) or made.describe().get("batch"):
        raise UsageError(f"{spec}: a judge is a function of id, expression and answer, or a command, cmd:./judge")
    return made


class Judging:
    """A judging system at work on the answers to a batch of cases; it answers each case with its loss.

    Args:
        judge: as `judging_system` gives it.
        answers: what is judged, one for each case.
    """

    def __init__(self, judge: Judge, answers: Sequence[Answered]):
        self._judge, self._answers = judge, answers
        self._asked: Judge | None = None

    def describe(self) -> dict[str, Any]:
        """What the judging system says of itself."""
        return self._judge.describe()

    def __enter__(self) -> Self:
        if isinstance(self._judge, Command):
            self._asked = _OfAnswers(self._judge, self._answers).__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._asked is not None:
            self._asked.__exit__(kind, error, trace)
            self._asked = None

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """A set of one loss for each case, as it is done, in any order; UNDEFINED where it says none."""
        if self._asked is not None:
            yield from map(_read, self._asked.answer(cases))
        elif isinstance(self._judge, Function):
            # Positions in the place of expressions: what is called knows what they stand for.
            places = list(map(str, range(len(cases))))
            with _called(self._judge, with_order(cases), self._answers) as asked:
                yield from map(_read, asked.answer(Cases(places, places, [None] * len(cases))))


def _read(said: Answer) -> Answer:
    """What was said, if it is a loss."""
    if said.answer is UNDEFINED:
        return said if said.failure else said._replace(failure="it said nothing")
    value = said.answer[0] if len(said.answer) == 1 else list(said.answer)
    # True would be a loss of 1, where whoever says it most likely means that the answer is right.
    if isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1:
        return said._replace(answer=(float(value),))
    return said._replace(answer=UNDEFINED, failure=f"it said {shortened(repr(value), 60)}, which is no loss in [0, 1]")


def _called(judge: Function, cases: Cases, answers: Sequence[Answered]) -> Function:
    """The function, called with what a position in the batch stands for."""

    def call(position: str) -> Any:
        at = int(position)
        expression, answer = cases.expressions[at], answers[at]
        return judge.function(
            cases.ids[at],
            expression if isinstance(expression, str) else list(expression),
            None if answer is UNDEFINED else list(answer),
            **({"before": went_before(cases, at)} if judge.takes_before else {}),
        )

    async def call_later(position: str) -> Any:
        return await call(position)

    return Function(call_later if judge.describe()["async"] else call)


class _OfAnswers(Command):
    """A command that is told the answer, too."""

    def __init__(self, judge: Command, answers: Sequence[Answered]):
        described = judge.describe()
        super().__init__(described["spec"], workers=described["workers"], timeout=described["timeout"])
        self._answers = answers

    def _line(self, cases: Cases, position: int, before: Sequence[str] | None) -> bytes:
        answer = self._answers[position]
        return write_case(
            cases.ids[position], cases.expressions[position], before, answer=None if answer is UNDEFINED else answer
        )


class Machine(NamedTuple):
    """What a judging system said so far."""

    spec: str
    losses: Mapping[int, float | None]
    """By place; None where it failed."""
    left: int = 0
    """Cases of the evaluation that it was not asked about yet, as where it was interrupted."""


def ask(run: Run, storage: Storage, spec: str) -> None:
    """Have a system judge the answers that it has not judged yet; what it says is kept as it comes.

    What another system said before, or the same one as it was before, is forgotten.

    Raises:
        UsageError: no judging system is called that.
    """
    judge = judging_system(spec)
    written = json.loads(storage.about("judge_wrote") or "{}")
    told = identity(judge, still_written(written, identity(judge).files) if written else ())
    name = json.dumps({"spec": told.spec, "digest": told.digest})
    with storage.writing() as rows:
        if storage.about("judge") != name:
            rows.execute("DELETE FROM machine")
            rows.execute("INSERT OR REPLACE INTO about VALUES ('judge', ?)", (name,))
    left = storage.read("SELECT place, id FROM cases WHERE place NOT IN (SELECT place FROM machine WHERE loss NOTNULL)")
    place_of = {row["id"]: row["place"] for row in left}
    cases = run.suite().at(np.array(sorted(place_of.values()), np.int64)).held()
    with stopping.watched(), Judging(judge, answers_to(run, cases).answers) as judging:
        for part in parts(cases, judging.answer(cases), size=200, seconds=1.0):
            said = zip(part.ids, part.answers, part.failures or (), strict=True)
            values = [(place_of[one], None if loss is UNDEFINED else loss[0], failure) for one, loss, failure in said]
            with storage.writing() as rows:
                rows.executemany("INSERT OR REPLACE INTO machine VALUES (?, ?, ?)", values)
    if wrote_now := {**written, **wrote(judge, told)}:
        with storage.writing() as rows:
            rows.execute("INSERT OR REPLACE INTO about VALUES ('judge_wrote', ?)", (json.dumps(wrote_now),))


def went(storage: Storage) -> str:
    """How many cases a judging system judged and, where it failed, how often and why it did so first."""
    (found,) = storage.read("SELECT count(*) AS cases, count(loss) AS judged FROM machine")
    told = f"the judge judged {found['judged']} of {several(found['cases'], 'case')}"
    why = storage.read("SELECT id, failure FROM machine JOIN cases USING (place) WHERE loss IS NULL ORDER BY place")
    return f"{told}; not {why[0]['id']}: {shortened(why[0]['failure'] or 'no reason', 120)}" if why else told


def machine_of(storage: Storage) -> Machine | None:
    """What a judging system said; None where none was asked."""
    name = storage.about("judge")
    if name is None:
        return None
    said = storage.read("SELECT place, loss FROM machine ORDER BY place")
    (every,) = storage.read("SELECT count(*) AS cases FROM cases")
    return Machine(json.loads(name)["spec"], {row["place"]: row["loss"] for row in said}, every["cases"] - len(said))


@dataclass(frozen=True)
class Together:
    """What people and a machine say together."""

    spec: str
    judged: int
    """Cases of which the machine gave a loss."""
    failed: int
    found: Corrected
    interval: tuple[float, float] | None
    """The one that may be shown now; None where there is none."""
    method: str | None
    """What it is made of; None where there is none."""
    undetermined: str | None
    """Why there is none, or no π by both at all."""

    @property
    def pi(self) -> float | None:
        """π by both; None where people's judgements stand alone."""
        return None if self.found.saving is None else self.found.estimate.value

    def as_json(self) -> dict[str, Any]:
        """What `--json` says of it; the machine's own figure is not among it."""
        estimate = self.found.estimate
        return {
            "system": self.spec,
            "judged": self.judged,
            "failed": self.failed,
            "labelled": self.found.labelled,
            "disagreements": self.found.disagreements,
            "pi": self.pi,
            "interval": None if self.interval is None else list(self.interval),
            "method": self.method,
            "followed": self.found.followed,
            "saving": self.found.saving,
            "flags": list(estimate.flags),
        }


def together(
    run: Run,
    machine: Machine,
    people: Mapping[int, float],
    untold: Collection[int],
    drawn: Drawn | None = None,
    effect: float = 1.0,
    *,
    shown: Sequence[int] | str | None = None,
    aim: float | None = None,
) -> Together:
    """π by machine and people.

    Cases come to people in an order drawn at random, so that each is as likely as any other to be among those judged.
    A case of which the machine gave no loss counts as the mean of the others: whatever stands there is corrected, too.

    Args:
        run: whose answers are judged.
        machine: what the system said of all cases.
        people: losses by place.
        untold: places of cases that nobody could tell.
        drawn: the sample by a design that the cases are, if they are one, as far as people have looked at it.
        effect: how many times as large as that of independent units the variance of people's figure then is.
        shown: None where the interval is read once; while judgements arrive the places of the cases that people looked
            at, in the order in which they were drawn, of which it is then a confidence sequence, or why there is none.
        aim: the width that a confidence sequence is wanted to have.
    """
    places = list(machine.losses)
    known = [loss for loss in machine.losses.values() if loss is not None]
    otherwise = float(np.mean(known)) if known else 0.5
    cases = run.suite().at(np.array(places, np.int64)).held()
    said: Sequence[float | None] = [people.get(place) for place in places]
    rho, level = weights(run, cases), reading_of(run).level
    losses = [otherwise if loss is None else loss for loss in machine.losses.values()]
    inclusion: NDArray[np.float64] | None = None
    if drawn is not None and drawn.came is not None:
        # A case counts as often as it is among the draws that came to people, and not as often as it was drawn at all.
        came = drawn.so_far(cases)
        inclusion = came[came > 0].min(initial=1.0) / np.where(came > 0, came, 1.0)
    result = corrected(
        losses,
        said,
        rho / max(1.0, float(rho.max(initial=0.0))),  # of a sample what a case stands for is in it, too
        inclusion=inclusion,
        clusters=cases.clusters if drawn is None else unit_names(cases, drawn.sampled),
        untold=[place in untold for place in places],
        level=level,
        effect=effect,
    )
    interval, kind, why = result.interval, INTERVAL, result.estimate.undetermined
    if result.saving is None:
        interval, why = None, f"no π with the machine: {result.estimate.flags[0]}"
    elif isinstance(shown, str):
        interval, why = None, shown
    elif shown is not None:
        row_of = {place: row for row, place in enumerate(places)}
        people_said = [np.nan if loss is None else loss for loss in said]
        low, high = ends(losses, people_said, [row_of[place] for place in shown], rho, level=level, aim=aim)
        # What nobody could tell is in no divisor, as in the sequence of people alone.
        told = len(places) - len(set(untold).difference(people))
        kind = f"confidence sequence of the {told} cases, valid at every moment"
        interval, why = ((low, high), None) if low <= high else (None, NO_VALUE_LEFT)
    method = None if interval is None else f"{METHOD}: {100 * level:g} % {kind}"
    return Together(machine.spec, len(known), len(places) - len(known), result, interval, method, why)
