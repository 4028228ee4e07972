"""What a system is to murho: something that answers cases one by one, each as soon as it is done.

A system is the U of the theory: it gives each expression a set of meanings, or ⊥. It is used inside `with`, which
starts and ends what it needs (processes, an event loop), and it answers a batch as a stream, in the order in which
the cases are finished. One bad case never stops it: that case is UNDEFINED, with the reason.

Any object with these few methods is a system:

>>> class Shouting:
...     def describe(self): return {"kind": "shouting"}
...     def answer(self, cases):
...         for position, expression in enumerate(cases.expressions):
...             yield Answer(position, (expression.upper(),))
...     def __enter__(self): return self
...     def __exit__(self, *exception): return None
>>> cases = Cases(["q1", "q2"], ["open at nine?", "renew"], [(), ()])
>>> with Shouting() as system:
...     answers = gather(cases, system.answer(cases))
>>> list(zip(answers.ids, answers.answers))
[('q1', ('OPEN AT NINE?',)), ('q2', ('RENEW',))]
"""

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, NamedTuple, Protocol, Self

from murho.core import stopping
from murho.core.case import Answers, Cases
from murho.core.columns import columns_of_rows
from murho.core.meaning import Answered

SLOW = 0.05
"""Seconds; what took longer is written down before the same worker is asked again."""
_NOTHING: Mapping[str, Any] = {}


class Answer(NamedTuple):
    """What a system said to one case."""

    position: int
    """Which case of the batch it answers, counted from 0."""
    answer: Answered
    seconds: float | None = None
    """Wall-clock time it took."""
    failure: str | None = None
    """Why the answer is UNDEFINED, where that is known."""
    extras: Mapping[str, Any] = _NOTHING
    """What came along: cost, the answers of earlier stages; any JSON."""
    paid: bool = False
    """It cost something, so that it is on the disk before the same worker is asked again, however quick it was."""
    more: bool = False
    """Another is there already, so nobody is asked before that one is taken, too (`together`)."""


class AlwaysOpen:
    """A system that starts nothing, and so has nothing to end: `with` gives it as it is."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        return None


class System(Protocol):
    """U: expressions in, for each a set of meanings or ⊥ out. Used inside `with`."""

    def describe(self) -> dict[str, Any]:
        """The settings that belong in the record of a run: `kind`, `spec`, and every option; JSON."""
        ...

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch once, as it is finished, in any order; batches one after the other."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def together(finished: Iterable[Answer]) -> Iterator[Answer]:
    """Answers that are there at once, all of them also when the work is told to end meanwhile.

    >>> [answer.more for answer in together([Answer(0, ("a",)), Answer(1, ("b",))])]
    [True, False]
    """
    waiting = deque(finished)
    while waiting:
        answer = waiting.popleft()
        try:
            yield answer._replace(more=True) if waiting else answer
        except stopping.Stopped:
            yield from waiting
            raise


def gather(cases: Cases, finished: Iterable[Answer]) -> Answers:
    """What is finished as columns, in the order of the cases; a case that is not among it is left out.

    An extra that only some answers carry is None for the others.

    >>> cases = Cases(["a", "b", "c"], ["", "", ""], [(), (), ()])
    >>> gather(cases, [Answer(2, ("x",)), Answer(0, (), extras={"cost": 3})])  # doctest: +ELLIPSIS
    Answers(ids=['a', 'c'], answers=[(), ('x',)], ..., extras={'cost': [3, None]}, ...)
    """
    ordered = sorted(finished, key=lambda answer: answer.position)
    return Answers(
        ids=[cases.ids[answer.position] for answer in ordered],
        answers=[answer.answer for answer in ordered],
        seconds=[answer.seconds for answer in ordered],
        failures=[answer.failure for answer in ordered],
        extras=columns_of_rows([answer.extras for answer in ordered]),
    )


def parts(
    cases: Cases,
    finished: Iterable[Answer],
    *,
    size: int = 10_000,
    seconds: float = 5.0,
    advance: Callable[[int], None] | None = None,
    keep: Callable[[Answer], None] | None = None,
) -> Iterator[Answers]:
    """The stream of a system cut into parts that can be worked on while it goes on.

    A part ends when it has `size` answers, or when an answer comes `seconds` after the last part. Within a part the
    cases keep their order; of several workers a later part may hold an earlier case. Where the work is stopped,
    by Ctrl-C or by an error, what is finished comes as a last part, and the next step raises. So the plain loop
    loses nothing:

        with watched(), system:
            for part in parts(cases, system.answer(cases), advance=bar.update):
                write(part)

    Inside `murho.core.stopping.watched` a signal ends the system's work and never what is done with its answers.

    Args:
        cases: the batch that `finished` answers.
        finished: what `System.answer` gives.
        size: answers in a part, at most.
        seconds: time between parts, at least while answers come.
        advance: called with 1 for every finished case, for a progress bar.
        keep: called with every answer as it comes, before the system is asked on.
    """
    part: list[Answer] = []
    due = time.monotonic() + seconds
    try:
        for answer in _uncut_between(finished):
            if keep is not None:
                keep(answer)
            part.append(answer)
            if advance is not None:
                advance(1)
            if len(part) >= size or time.monotonic() >= due:
                full, part = part, []
                yield gather(cases, full)
                due = time.monotonic() + seconds
    except GeneratorExit:  # whoever takes the parts has left, and must not be given another
        raise
    except BaseException:
        with stopping.uncut():
            last = gather(cases, part)
        if part:
            yield last
        raise
    if part:
        yield gather(cases, part)


def _uncut_between(finished: Iterable[Answer]) -> Iterator[Answer]:
    """The answers; a signal ends the step that gives one, and not what is done with it."""
    answers = iter(finished)
    try:
        while True:
            with stopping.abandonable():
                answer = next(answers, None)
            if answer is None:
                return
            yield answer
    except stopping.Stopped as stopped:
        # A system in the midst of handing over what is finished hands over the rest, and ends.
        if not isinstance(answers, Generator):
            raise
        try:
            yield answers.throw(stopped)
            yield from answers
        except StopIteration:
            pass
        raise
