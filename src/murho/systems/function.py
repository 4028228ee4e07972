"""A Python function as a system: called with an expression, it returns what the expression means.

What it may return stands in `murho.systems.coerce`; where it raises, the case is UNDEFINED and the exception is
its failure. Three kinds of function are told apart: a plain one, an `async def` one (several calls are under way at
a time), and a batch function of either sort, which takes a list of expressions and returns a list of as many
answers. A batch that fails is asked again one expression at a time, so that one bad case does not sink the others.

A function with a parameter `before` gets what went before in the dialogue, a list of texts (see `murho.core.turns`); a
batch function gets a list of such lists. An expression that is a whole dialogue is the list of its utterances.

>>> from murho.systems.interface import gather
>>> def day(expression):
...     return {"day": expression.split(" on ")[1]}
>>> cases = Cases(["q1", "q2"], ["open on Monday", "open?"], [(), ()])
>>> with Function(day) as system:
...     answers = gather(cases, system.answer(cases))
>>> answers.answers, answers.failures
([({'day': 'Monday'},), UNDEFINED], [None, 'IndexError: list index out of range'])

Code that is called in this process has a working directory of its own, as if it ran in a process of its own. murho
reads and writes files by the names that it was given, so that they are named from where it began.

>>> import tempfile
>>> before, elsewhere, own = os.getcwd(), os.path.realpath(tempfile.mkdtemp()), WorkingDirectory()
>>> with own:
...     os.chdir(elsewhere)
>>> os.getcwd() == before
True
>>> with own:
...     os.getcwd() == elsewhere
True
"""

import inspect
import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager, nullcontext, suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from murho.core import stopping
from murho.core.case import Cases, Expression
from murho.core.errors import UsageError
from murho.core.meaning import UNDEFINED, Answered
from murho.core.spelling import argument
from murho.core.turns import went_before, with_order
from murho.plugs import import_attribute, is_name
from murho.systems.coerce import NotMeaningsError, describe_error, meanings_of
from murho.systems.interface import Answer, System, together
from murho.systems.kinds import Kind

if TYPE_CHECKING:
    from murho.systems.closure import Sources
    from murho.systems.event_loop import EventLoop


class WorkingDirectory:
    """Inside `with` it is the code's, which may change it; after it murho's again."""

    def __init__(self) -> None:
        self._own: str | None = None
        """Where the code went; None while it is where murho is."""
        self._before: str | None = None

    def __enter__(self) -> None:
        self._before = here()
        go_to(self._own)

    def __exit__(self, *_: object) -> None:
        now = here()
        self._own = None if now == self._before else now
        if now != self._before:
            go_to(self._before)


def here() -> str | None:
    """The working directory; None where it was deleted."""
    try:
        return os.getcwd()
    except OSError:
        return None


def go_to(folder: str | None) -> None:
    """Make it the working directory, if it is there."""
    if folder is not None:
        with suppress(OSError):
            os.chdir(folder)


_MARK = "_murho_batch"

AnyCallable = TypeVar("AnyCallable", bound=Callable[..., Any])
Outcome = tuple[Answered, str | None]
"""An answer, and why it is UNDEFINED."""
Asked = Sequence[tuple[Expression, list[str]]]
"""Expressions, each with what went before it."""


def batch(*, size: int = 32) -> Callable[[AnyCallable], AnyCallable]:
    """Mark a function as one that takes a list of up to `size` expressions and returns a list of as many answers.

    >>> @batch(size=64)
    ... def parse(expressions):
    ...     return [expression.split() for expression in expressions]
    >>> Function(parse).describe()["batch"]
    64
    """
    _check_batch(size)

    def mark(function: AnyCallable) -> AnyCallable:
        setattr(function, _MARK, size)
        return function

    return mark


def load(spec: str) -> Callable[..., Any]:
    """The callable called `module:attribute`; the working directory can be imported from, the attribute be dotted.

    >>> load("json:decoder.JSONDecoder.decode").__name__
    'decode'

    Raises:
        UsageError: there is no such module or attribute, it does not import, or it cannot be called.
    """
    if not is_name(spec):
        raise UsageError(f"{spec!r} does not name a function; write module:attribute, as in my_parser:parse")
    function = import_attribute(spec)
    if inspect.isclass(function):
        raise UsageError(f"{spec} is a class; name a function, or a method of an instance made in the module")
    if isinstance(function, Kind):
        raise UsageError(f"{spec} is a kind of system; write what it has to know behind it: '{spec}:...'")
    if not callable(function):
        kind = type(function).__name__
        raise UsageError(f"{spec} is of type {kind} and cannot be called; name a function of one expression")
    return function  # type: ignore[no-any-return]


class Function:
    """A function as a system, in this process: plain, async, or taking batches.

    Args:
        function: the callable, or its name `module:attribute`.
        batch: call it with lists of up to this many expressions; by default as the decorator `batch` marked it, else
            one at a time.
        concurrency: of an async function, how many calls are under way at a time.
    """

    def __init__(self, function: Callable[..., Any] | str, *, batch: int | None = None, concurrency: int = 8):
        _check_batch(batch)
        if concurrency < 1:
            raise UsageError(f"concurrency {concurrency}: give 1 or more")
        self._directory = WorkingDirectory()
        with self._directory:
            self.function: Callable[..., Any] = load(function) if isinstance(function, str) else function
        self._spec = function if isinstance(function, str) else _name_of(function)
        marked = getattr(self.function, _MARK, None) or getattr(self._call_method(), _MARK, None)
        self._batch: int | None = batch or marked
        self._async = any(map(inspect.iscoroutinefunction, (self.function, self._call_method())))
        self._concurrency = concurrency
        self.takes_before = _has_parameter(self.function, "before")
        """It declares that it takes what went before."""
        self._loop: EventLoop | None = None
        self._began_in: str | None = None

    def describe(self) -> dict[str, Any]:
        """The settings for the record of a run; `batch` is null where expressions are given one at a time."""
        settings = {"kind": "function", "spec": self._spec, "async": self._async, "batch": self._batch}
        settings |= {"concurrency": self._concurrency} if self._async else {}
        return settings | ({"before": True} if self.takes_before else {})

    def files(self) -> "Sources":
        """The files that it is made of, as they were imported here."""
        return files_of(self._spec, elsewhere=False)

    def __enter__(self) -> Self:
        if self._async:
            from murho.systems.event_loop import EventLoop

            self._loop, self._began_in = EventLoop(), here()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._loop is not None:
            self._loop.close()
            self._loop = None

    def answer(self, cases: Cases) -> Iterator[Answer]:
        """Every case of the batch once, in order; of an async function as each is finished."""
        size = self._batch or 1
        starts = range(0, len(cases), size)
        cases = with_order(cases) if self.takes_before else cases
        if not self._async:
            for start in starts:
                began = time.perf_counter()
                outcomes = self._ask(self._asked(cases, start))
                answers = _answers(start, outcomes, time.perf_counter() - began)
                yield from answers if size == 1 else together(answers)
        elif self._loop is None:
            raise UsageError("an async function answers only inside `with`; write `with Function(...) as system:`")
        else:
            work = (self._timed(start, self._asked(cases, start), turn) for start, turn in self._turns(cases, starts))
            # A batch may hold cases of several dialogues, so batches go one after the other where turns matter.
            at_once = 1 if self._batch and self.takes_before else self._concurrency
            yield from self._loop.run(work, min(at_once, len(starts)))

    def _asked(self, cases: Cases, start: int) -> Asked:
        """The expressions of one call, each with what went before it."""
        these = range(start, min(start + (self._batch or 1), len(cases)))
        return [(cases.expressions[i], went_before(cases, i) if self.takes_before else []) for i in these]

    def _turns(self, cases: Cases, starts: range) -> Iterator[tuple[int, AbstractAsyncContextManager[Any]]]:
        """What each call under way at the same time as others has to wait for: its turn in the dialogue."""
        from asyncio import Lock

        turns: dict[str, Lock] = {}
        clusters = cases.clusters if self.takes_before and not self._batch else None
        for start in starts:
            cluster = None if clusters is None else clusters[start]
            yield start, nullcontext() if cluster is None else turns.setdefault(cluster, Lock())

    def _ask(self, asked: Asked) -> list[Outcome]:
        """The outcomes of up to one batch, from a function that is not async."""
        try:
            with self._directory:
                outcomes = self._outcomes(self._call(asked), len(asked))
            stopping.check()  # a function may have swallowed the signal: then what it returned is no answer
            return outcomes
        except BaseException as error:  # SystemExit too: a function may leave the program over one bad case
            if isinstance(error, KeyboardInterrupt) and stopping.is_the_users(error):
                raise
            stopping.check()
            if len(asked) == 1:
                return [(UNDEFINED, describe_error(error))]
        return [self._ask([question])[0] for question in asked]

    async def _ask_async(self, asked: Asked) -> list[Outcome]:
        """The outcomes of up to one batch, from an async function."""
        from murho.systems.event_loop import Raised, apart

        outcomes = await apart(lambda: self._await(asked))
        if not isinstance(outcomes, Raised):
            return outcomes
        if len(asked) == 1:
            return [(UNDEFINED, describe_error(outcomes.error))]
        return [(await self._ask_async([question]))[0] for question in asked]

    async def _await(self, asked: Asked) -> list[Outcome]:
        return self._outcomes(await self._call(asked), len(asked))

    def _call(self, asked: Asked) -> Any:
        expressions = [expression if isinstance(expression, str) else list(expression) for expression, _ in asked]
        before = [earlier for _, earlier in asked]
        named = {"before": before if self._batch else before[0]} if self.takes_before else {}
        return self.function(expressions if self._batch else expressions[0], **named)

    def _outcomes(self, returned: Any, count: int) -> list[Outcome]:
        if not self._batch:
            return [(meanings_of(returned), None)]
        values = returned.tolist() if hasattr(returned, "tolist") else returned
        if not isinstance(values, list | tuple):
            raise NotMeaningsError(f"a batch function returns a list of answers, this one a {type(values).__name__}")
        if len(values) != count:
            raise NotMeaningsError(f"returned {len(values)} answers to a batch of {count}")
        return [_outcome(value) for value in values]

    async def _timed(self, start: int, asked: Asked, turn: AbstractAsyncContextManager[Any]) -> list[Answer]:
        async with turn:
            began = time.perf_counter()
            outcomes = await self._ask_async(asked)
            go_to(self._began_in)  # of calls that are under way at the same time none can have a directory of its own
            return _answers(start, outcomes, time.perf_counter() - began)

    def _call_method(self) -> Any:
        return getattr(self.function, "__call__", None)  # noqa: B004  its attributes are asked for, not whether it can be called


def _answers(start: int, outcomes: list[Outcome], seconds: float) -> list[Answer]:
    """A batch took its time together; each of its cases is given an equal share."""
    each = seconds / len(outcomes)
    return [Answer(start + i, answer, each, failure) for i, (answer, failure) in enumerate(outcomes)]


def _outcome(value: Any) -> Outcome:
    try:
        return meanings_of(value), None
    except NotMeaningsError as error:
        return UNDEFINED, describe_error(error)


def _name_of(function: Callable[..., Any]) -> str:
    name = getattr(function, "__qualname__", type(function).__qualname__)
    return f"{getattr(function, '__module__', None) or type(function).__module__}:{name}"


def _has_parameter(function: Callable[..., Any], name: str) -> bool:
    try:
        parameter = inspect.signature(function).parameters.get(name)
    except (TypeError, ValueError):  # some that are built in tell nothing of themselves
        return False
    return parameter is not None and parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)


def _check_batch(size: int | None) -> None:
    if size is not None and size < 1:
        raise UsageError(f"a batch of {size}; give 1 or more")


def _made(spec: str, *, workers: int, timeout: float | None, batch: int | None) -> System:
    """In this process, or in others where it has to be stopped in time or to be asked several things at a time."""
    if workers == 1 and timeout is None:
        return Function(spec, batch=batch)
    if batch is not None and batch > 1:
        raise UsageError(
            f"{spec}: with workers or a time-out, expressions are given one at a time; leave {argument('batch')} out"
        )
    from murho.systems.command import Isolated

    return Isolated(spec, workers=workers, timeout=timeout)


def files_of(spec: str, *, elsewhere: bool = True) -> "Sources":
    """The function's module with what it imports, and the files that the function declares, `parse.files = [...]`.

    `elsewhere` says that another process imports it: then it does not matter from where it was imported in this one.
    """
    from murho.systems.closure import declared, file_of, of_module, search_path

    module, _, attribute = spec.partition(":")
    path = search_path()
    imported = None if elsewhere else getattr(sys.modules.get(module), "__file__", None)
    result = of_module(module, path, imported)
    if (file := imported or file_of(module, path)) is not None:
        result.add(declared(file, attribute))
    return result


SYSTEM = Kind(
    make=_made,
    name="function",
    title="Python function",
    takes=("workers", "timeout", "batch"),
    code=files_of,
    asking=("async", "batch", "before"),  # what the function is, its module says
    is_bare=True,
    example="my_parser:parse",
)
