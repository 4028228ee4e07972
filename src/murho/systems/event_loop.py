"""An event loop in a thread of its own, for functions that are async.

In a thread, because the caller may have a loop running already (a notebook does), and because calls under way go
on while the caller writes to disk. What a stranger's coroutine raises, or does to its task, ends neither the thread nor
the calls of others (`apart`).

>>> async def upper(text):
...     return [Answer(0, (text.upper(),))]
>>> loop = EventLoop()
>>> sorted(answer.answer for answer in loop.run(map(upper, ["open", "today"]), concurrency=2))
[('OPEN',), ('TODAY',)]
>>> loop.close()
"""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, NamedTuple, TypeVar

from murho.core.errors import MurhoError
from murho.core.stopping import Stopped
from murho.systems.interface import Answer, together

Result = TypeVar("Result")
_END = object()
_PATIENCE = 5.0
"""Seconds that cancelled calls have to come to an end; the thread is a daemon and does not hold up the exit."""
_SLOW = 0.001
"""Seconds from which on a call costs more than to wait until its answers are taken, some 50 µs."""
_LOOK = 1.0
"""Seconds between looks whether the thread still lives."""


class Raised(NamedTuple):
    """That a call raised something instead of giving a value."""

    error: BaseException


class _Finished(NamedTuple):
    """What a call gave."""

    answers: list[Answer]
    taken: asyncio.Event | None
    """Set when they have been taken; None where nobody waits for that."""


class EventLoop:
    """A running loop; `close` ends it."""

    def __init__(self) -> None:
        started: SimpleQueue[asyncio.AbstractEventLoop] = SimpleQueue()
        self._is_closing = False
        self._thread = threading.Thread(target=self._live, args=(started,), name="murho-async", daemon=True)
        self._thread.start()
        self._loop = started.get()

    def _live(self, started: SimpleQueue[asyncio.AbstractEventLoop]) -> None:
        runner = asyncio.Runner()
        loop = runner.get_loop()
        loop.call_soon(started.put, loop)
        while not (self._is_closing or loop.is_closed()):
            # A task that a call has left behind can stop the loop, or raise what asyncio lets through (SystemExit,
            # KeyboardInterrupt); all that was under way is still there, and goes on.
            with suppress(BaseException):
                loop.run_forever()
        with suppress(BaseException):
            runner.close()

    def run(self, work: Iterable[Coroutine[Any, Any, list[Answer]]], concurrency: int) -> Iterator[Answer]:
        """The answers as they come, of at most `concurrency` calls at a time; left early, it cancels what is under way.

        A call that is not over at once is followed by another when whoever takes its answers has come back for more:
        then they are kept. Where the work is told to end, those that have come are handed over first. An exception of
        one ends all and is raised here.
        """
        results: SimpleQueue[Any] = SimpleQueue()
        running = asyncio.run_coroutine_threadsafe(_run(work, concurrency, results), self._loop)
        running.add_done_callback(lambda _: results.put(_END))
        try:
            while ready := self._ready(results):
                yield from together(answer for finished in ready for answer in finished.answers)
                for finished in ready:
                    if finished.taken is not None:
                        self._loop.call_soon_threadsafe(finished.taken.set)
            running.result()
        except Stopped:
            yield from together(_waiting(results))
            raise
        except CancelledError:
            todo = "let it cancel only tasks that it has started"
            raise MurhoError(f"the async function cancelled every task of its event loop; {todo}") from None
        finally:
            running.cancel()

    def _ready(self, results: SimpleQueue[Any]) -> list[_Finished]:
        """All that is there, and at least one; nothing where nothing more will come."""
        ready = [self._next(results)]
        while ready[-1] is not _END and not results.empty():
            ready.append(results.get())
        if ready[-1] is _END:
            ready.pop()
            if ready:
                results.put(_END)
        return ready

    def _next(self, results: SimpleQueue[Any]) -> Any:
        """What comes next; not waited for where nobody is left to send it."""
        while True:
            try:
                return results.get(timeout=_LOOK)
            except Empty:
                if not self._thread.is_alive():
                    raise MurhoError("the async function ended its event loop; let it leave the loop alone") from None

    def call(self, coroutine: Coroutine[Any, Any, Result]) -> Result:
        """What a short call gives; it is waited for."""
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(_PATIENCE)

    def close(self) -> None:
        """Cancel what is left and end the thread."""
        self._is_closing = True
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_PATIENCE)


def _waiting(results: SimpleQueue[Any]) -> Iterator[Answer]:
    """The answers that have come and were not taken yet."""
    with suppress(Empty):
        while (finished := results.get_nowait()) is not _END:
            yield from finished.answers


async def _run(work: Iterable[Coroutine[Any, Any, list[Answer]]], concurrency: int, results: SimpleQueue[Any]) -> None:
    remaining = iter(work)

    async def one_after_the_other() -> None:
        for coroutine in remaining:
            began = time.perf_counter()
            answers = await coroutine
            taken = asyncio.Event() if time.perf_counter() - began >= _SLOW else None
            results.put(_Finished(answers, taken))
            if taken is not None:
                await taken.wait()

    async with asyncio.TaskGroup() as group:
        for _ in range(concurrency):
            group.create_task(one_after_the_other())


async def apart(call: Callable[[], Awaitable[Result]]) -> Result | Raised:
    """What a stranger's call gives, or what it raised, whatever that is.

    It is awaited in a task of its own: a call that cancels its task would else cancel the one that asks, and with that
    the next call.

    Raises:
        asyncio.CancelledError: the task that asks was cancelled.
    """
    asking = asyncio.current_task()
    try:
        outcome = await asyncio.create_task(_caught(call))
    except asyncio.CancelledError as error:
        outcome = Raised(error)
    if asking is not None and asking.cancelling():
        raise asyncio.CancelledError
    return outcome


async def _caught(call: Callable[[], Awaitable[Result]]) -> Result | Raised:
    try:
        return await call()
    except BaseException as error:
        return Raised(error)
