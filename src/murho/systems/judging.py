"""A system that judges answers: it gets id, expression and answer of a case, and says a loss in [0, 1].

A Python function is called with these three, the answer as a list of meanings, or None where there is none; an `async
def` has several calls under way, and one with a parameter `before` gets what went before. A command reads
`{"id": ..., "expression": ..., "answer": ...}` and writes `{"id": ..., "loss": 0.3}`. Where it fails, or says no such
number, nobody knows what it thinks of the case.

>>> from murho.systems.interface import gather
>>> def judge(name, expression, answer):
...     return 0.0 if answer == [expression.split()[0]] else 1.0
>>> cases = Cases(["q1", "q2"], ["renew it", "open today?"], [None, None])
>>> with Judging(Function(judge), [("renew",), ("fees",)]) as judging:
...     gather(cases, judging.answer(cases)).answers
[(0.0,), (1.0,)]
"""

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Any, Self

from murho.core.case import Cases
from murho.core.errors import UsageError, shortened
from murho.core.meaning import UNDEFINED, Answered
from murho.core.turns import went_before, with_order
from murho.systems.command import Command, Isolated
from murho.systems.function import Function
from murho.systems.interface import Answer
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
